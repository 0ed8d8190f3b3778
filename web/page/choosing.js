// Choosing a move on the board of a puzzle: by a click or two, by dragging, by the arrow
// keys. Where several moves are meant, a dialog asks which.

import { focusSquare } from './board.js';
import { announce, button, h, openDialog, toast } from './dom.js';
import { openPalette, promotes } from './palette.js';
import { firstFocus, lifts, meant, pointed, squareName, walk } from './squares.js';

/** @typedef {import('./api.js').State} State */
/** @typedef {import('./api.js').Legal} Legal */

export class Chooser {
  /**
   * @param {HTMLElement} board
   * @param {(move: string) => void} make is called with the chosen move
   * @param {() => void} redraw draws the board
   */
  constructor(board, make, redraw) {
    this.board = board;
    this.make = make;
    this.redraw = redraw;
    /** @type {State|null} */ this.state = null;
    this.from = -1; // the square of the picked-up piece
    this.focus = -1;
  }

  /** Begins with another position, or with none in which a move is chosen. @param {State|null} state */
  begin(state) {
    this.state = state;
    this.from = -1;
    if (state && (this.focus < 0 || this.focus >= state.cells.length)) this.focus = firstFocus(state);
  }

  /** What the board needs to draw. @returns {import('./board.js').Look} */
  look() {
    return {
      from: this.from, focus: this.focus, playable: this.state !== null,
      press: (square) => this.press(square),
      lift: (square) => {
        Object.assign(this, { from: square, focus: square });
        this.redraw();
      },
      drop: (from, to) => {
        if (this.from !== from || to === from) return; // the position has changed, or the piece is where it was
        if (to >= 0) return this.press(to);
        this.from = -1;
        this.redraw();
      },
    };
  }

  /** @param {number} square */
  press(square) {
    const s = this.state;
    this.focus = square;
    if (!s || this.from === square) {
      this.from = -1;
      return this.redraw();
    }
    const moves = meant(s, square, this.from);
    const taken = this.from >= 0 && moves.every((l) => l.squares[0] === this.from && l.squares.includes(square));
    const own = taken ? [] : moves.filter((l) => lifts(s, l) && l.squares[0] === square);
    this.from = own.length > 0 ? square : -1;
    this.redraw();
    if (own.length > 0) return announce(`${squareName(s, square)} taken up: choose where it goes`);
    if (moves.length === 0) {
      const some = pointed(s).slice(0, 6).map((l) => l.name ?? l.move).join(', ');
      return toast(`${squareName(s, square)} is no move here; there is ${some}${s.legal.length > 6 ? ' …' : ''}`);
    }
    if (moves.length === 1) return this.make(moves[0].move);
    this.ask(s, moves);
  }

  /** Asks which of several moves is meant. @param {State} s @param {Legal[]} moves */
  ask(s, moves) {
    if (promotes(s, moves)) return openPalette(this.board, s, moves, this.make, () => focusSquare(this.board, this.focus));
    const dialog = openDialog(h('h2', {}, 'Which move?'), h('div', { class: 'buttons' }, ...moves.map((l) => button(l.name ?? l.move, () => {
      dialog.close();
      this.make(l.move);
    })), button('None', () => dialog.close())));
  }

  /** Walks over the board. @param {KeyboardEvent} event @param {State} shown @param {boolean} flip @returns {boolean} whether it uses the key */
  key(event, shown, flip) {
    if (!event.key.startsWith('Arrow') || !(document.activeElement === document.body || this.board.contains(document.activeElement))) return false;
    const to = walk(shown, this.focus, event.key, flip);
    if (to >= 0) this.focus = to;
    this.redraw();
    focusSquare(this.board, this.focus);
    return true;
  }
}

/**
 * Finds the legal move that a text names, as the program or as players write it.
 * @param {State} s @param {string} text @returns {string} '' if there is none
 */
export function named(s, text) {
  const small = text.toLowerCase();
  const found = s.legal.find((l) => l.move === text || l.name === text) ?? s.legal.find((l) => l.move.toLowerCase() === small || l.name?.toLowerCase() === small);
  return found?.move ?? '';
}
