// The palette on the board from which one chooses the piece that a pawn becomes.

import { announce, find, h } from './dom.js';
import { piece } from './pieces.js';
import { say } from './words.js';

/** @typedef {import('./api.js').State} State */
/** @typedef {import('./api.js').Legal} Legal */

const names = /** @type {Record<string, string>} */ ({ q: 'queen', r: 'rook', b: 'bishop', n: 'knight' });

/** The letter of the piece into which a move turns a pawn; '' for other moves. @param {State} s @param {Legal} move */
const becomes = (s, { move }) => (s.style.pieces === 'chessmen' ? move.match(/\d=?([qrbn])$/i)?.[1].toLowerCase() ?? '' : '');

/** Whether moves differ only by the piece that a pawn becomes. @param {State} s @param {Legal[]} moves */
export const promotes = (s, moves) => moves.length > 1 && moves.every((l) => becomes(s, l) && l.squares.join() === moves[0].squares.join());

/**
 * Shows the palette at the square where the pawn arrives. The arrow keys go from piece to
 * piece, a piece's letter chooses it, and Escape, or a press outside, closes the palette.
 * @param {HTMLElement} board @param {State} s @param {Legal[]} moves
 * @param {(move: string) => void} make is called with the chosen move
 * @param {() => void} leave is called when none is chosen
 */
export function openPalette(board, s, moves, make, leave) {
  const target = board.querySelector(`[data-square="${moves[0].squares.at(-1)}"]`);
  const field = target?.closest('.squares');
  if (!target || !field) return;
  const sorted = Object.keys(names).flatMap((kind) => moves.filter((l) => becomes(s, l) === kind));
  /** @param {string} move */
  const end = (move) => {
    document.removeEventListener('pointerdown', outside, true);
    box.remove();
    if (move) make(move);
    else leave();
  };
  const outside = (/** @type {Event} */ event) => { if (!box.contains(/** @type {Node} */ (event.target))) end(''); };
  const buttons = sorted.map((l) => {
    const kind = becomes(s, l);
    return h('button', { type: 'button', 'data-move': l.move, 'aria-label': names[kind], title: names[kind], onclick: () => end(l.move) }, piece('chessmen', { text: kind, owner: s.turn }));
  });
  const box = h('div', { class: 'palette', role: 'group', 'aria-label': 'The pawn becomes', onkeydown: (/** @type {KeyboardEvent} */ event) => {
    event.stopPropagation(); // no key of the board
    const at = buttons.findIndex((b) => b === document.activeElement);
    const step = { ArrowDown: 1, ArrowRight: 1, Tab: event.shiftKey ? -1 : 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const chosen = sorted.find((l) => becomes(s, l) === event.key.toLowerCase());
    if (step) buttons[(at + step + buttons.length) % buttons.length].focus();
    else if (event.key === 'Escape') end('');
    else if (chosen) end(chosen.move);
    else return; // Enter and Space press the button
    event.preventDefault();
  } }, ...buttons);
  const grid = find('.grid', board);
  const [square, around, whole] = [target, field, grid].map((e) => e.getBoundingClientRect());
  const size = Math.max(square.width, 40);
  box.style.setProperty('--s', `${size}px`);
  box.style.left = `${Math.min(square.left, around.right - size) - whole.left}px`;
  // It opens towards the middle.
  if (square.top - around.top < around.height / 2) box.style.top = `${around.top - whole.top}px`;
  else box.style.bottom = `${whole.bottom - around.bottom}px`;
  grid.append(box);
  document.addEventListener('pointerdown', outside, true);
  buttons[0].focus({ preventScroll: true });
  announce(`The pawn becomes: ${sorted.map((l) => say(names[becomes(s, l)])).join(', ')}`);
}
