// What a click, a touch, a drag or a key on the board of Play does: it selects, asks which
// move is meant, or makes a move.

import { focusSquare } from './board.js';
import { announce, button, find, h, openDialog, toast } from './dom.js';
import { leaveFirst } from './first.js';
import { moveNames, noteNames } from './names.js';
import { openPalette, promotes } from './palette.js';
import { now, turned, yourTurn } from './shown.js';
import { click } from './sound.js';
import { begun, directions, lifts, meant, pointed, squareName, walk } from './squares.js';
import { played, state, update } from './store.js';

/** @typedef {import('./api.js').State} State */

/**
 * Handles a click, a touch or the Enter key on a square. If the squares are too small
 * for a finger, a touch only selects the square, and a button or a second touch makes
 * the move.
 * @param {number} square @param {boolean} touched
 */
export function press(square, touched) {
  const s = now.state;
  if (!s) return;
  now.focus = square;
  if (touched && now.from < 0 && yourTurn() && tooSmall() && square !== now.aim && meant(s, square, -1).some((l) => !lifts(s, l))) {
    now.aim = square;
    now.redraw();
    return announce(`${squareName(s, square)}: touch it again, or the button, to play there`);
  }
  now.aim = -1;
  if (!yourTurn()) {
    now.redraw();
    if (state.at < state.moves.length && s.outcome === 'ongoing') toast('You have stepped back: Redo goes on, or choose to play both sides.');
    return;
  }
  if (now.from === square) {
    now.from = -1;
    return now.redraw();
  }
  if (step(s, square)) return;
  const moves = meant(s, square, now.from);
  const taken = now.from >= 0 && moves.every((l) => l.squares[0] === now.from && l.squares.includes(square));
  if (moves.length === 0) {
    now.from = -1;
    now.redraw();
    return refuse(s, square);
  }
  if (!taken && moves.some((l) => lifts(s, l))) {
    const own = moves.filter((l) => l.squares[0] === square);
    if (own.length > 0) {
      now.from = square;
      now.redraw();
      return announce(`${squareName(s, square)} taken up: choose where it goes`);
    }
  }
  now.from = -1;
  if (moves.length === 1) return make(moves[0].move);
  choose(s, moves);
}

/** Picks up the piece of a drag. @param {number} square */
export function lift(square) {
  Object.assign(now, { from: square, focus: square, aim: -1 });
  now.redraw();
}

/** Puts down the piece of a drag. @param {number} from @param {number} to the square, or -1 outside the board */
export function drop(from, to) {
  if (now.from !== from || to === from) return; // the position has changed, or the piece is where it was
  if (to >= 0) return press(to, false);
  now.from = -1;
  now.redraw();
}

/**
 * Continues a move that is chosen click by click, since several moves begin alike: the last
 * click may say which piece is taken. Returns whether the click is used.
 * @param {State} s @param {number} square
 */
function step(s, square) {
  const before = now.way;
  const way = [...(before.length > 0 ? before : now.from >= 0 ? [now.from] : []), square];
  const next = begun(s, way);
  const choice = new Set(next.map((l) => l.squares[way.length] ?? -1));
  now.way = [];
  if (before.length > 0 && next.length === 1) {
    make(next[0].move);
    return true;
  }
  if (before.at(-1) === square) { // a second click puts it back
    now.redraw();
    return true;
  }
  const ends = now.from >= 0 && s.legal.some((l) => l.squares[0] === now.from && l.squares.at(-1) === square);
  if (choice.size < 2 || choice.has(-1) || ends || (way.length === 1 && lifts(s, next[0]))) return false;
  Object.assign(now, { way, from: -1 });
  now.redraw();
  const text = `${squareName(s, square)}: now click the piece that is taken, or where the move goes on`;
  toast(text);
  return true;
}

/** Whether the squares are too small for a finger. */
function tooSmall() {
  const square = find('#board').querySelector('.square');
  return !!square && Math.min(square.clientWidth, square.clientHeight) < 32;
}

/** Makes the selected move. */
export function confirm() {
  const s = now.state;
  const move = s && meant(s, now.aim, -1)[0];
  now.aim = -1;
  if (move) make(move.move);
  focusSquare(find('#board'), now.focus);
}

/** Says that a square is no move, and which moves exist. @param {State} s @param {number} square */
function refuse(s, square) {
  const some = pointed(s).slice(0, 6).map((l) => l.name ?? l.move).join(', ');
  toast(some ? `${squareName(s, square)} is no move here; there is ${some}${s.legal.length > 6 ? ' …' : ''}` : 'Use the arrow keys or the buttons to move.');
}

/** Asks which of several moves is meant. @param {State} s @param {import('./api.js').Legal[]} moves */
function choose(s, moves) {
  if (promotes(s, moves)) {
    now.redraw();
    return openPalette(find('#board'), s, moves, make, () => focusSquare(find('#board'), now.focus));
  }
  const dialog = openDialog(h('h2', {}, 'Which move?'), h('div', { class: 'buttons' }, ...moves.map((l) => button(l.name ?? l.move, () => {
    dialog.close();
    make(l.move);
  })), button('None', () => dialog.close())));
}

/** Makes a move; moves that were taken back are dropped. @param {string} move */
export function make(move) {
  const legal = now.state?.legal.find((l) => l.move === move);
  if (!legal || !yourTurn()) return;
  click(state.sound);
  leaveFirst();
  now.coming = legal.squares.length === 1 ? legal.squares[0] : -1;
  now.waiting = true;
  if (legal.name) noteNames([...played(), move], [...moveNames().slice(0, state.at), legal.name]);
  now.redrawBoard();
  update({ moves: [...played(), move], at: state.at + 1 });
}

/** Makes the pass, if the game has one now. */
export function pass() {
  if (now.state?.legal.some((l) => l.move === 'pass')) make('pass');
  else toast('No move is a pass here.');
}

/** Makes the move that a swipe means. @param {number} x columns to the right, in pixels @param {number} y rows down */
export function swipe(x, y) {
  if (Math.max(Math.abs(x), Math.abs(y)) < 30) return;
  const move = Math.abs(x) > Math.abs(y) ? (x > 0 ? 'right' : 'left') : (y > 0 ? 'down' : 'up');
  if (now.state?.legal.some((l) => l.move === move)) make(move);
}

/** Handles the keys of the board. @param {KeyboardEvent} event @returns {boolean} whether the board uses the key */
export function playKey(event) {
  const s = now.state;
  if (!s) return false;
  if (event.key === '/') {
    find('#ear').focus();
    return true;
  }
  const direction = event.key.startsWith('Arrow') ? event.key.slice(5).toLowerCase() : '';
  if (direction && s.legal.some((l) => directions.includes(l.move))) {
    if (s.legal.some((l) => l.move === direction)) make(direction);
    return true;
  }
  if (direction && document.activeElement?.closest('#board, body > main, body')) {
    if (!document.activeElement.closest('#board') && document.activeElement !== document.body) return false;
    const to = walk(s, now.focus, event.key, turned());
    if (to >= 0) now.focus = to;
    now.redraw();
    focusSquare(find('#board'), now.focus);
    return true;
  }
  return false;
}
