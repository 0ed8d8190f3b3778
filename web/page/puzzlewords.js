// What is said about a puzzle: what is asked, why a try is wrong, and hints by degrees.

import { squareName } from './squares.js';

/** @typedef {import('./api.js').State} State */
/** @typedef {{move: string, result?: string, plies?: number, line: string[]}} Wrong */
/**
 * @typedef {{game: string, position: string, turn: string, keeps: string, within?: number, answer: string, line: string[],
 *   plies: number, theme: string, reason: string[], wrong: Wrong[], played?: string}} Puzzle
 */

/** @param {number} n */
const plies = (n) => (n === 1 ? '1 ply' : `${n} plies`);

/** What is asked. @param {Puzzle} z */
export function task(z) {
  if (z.keeps === 'material') return `${z.turn} to move and win material within ${plies(z.within ?? 0)}.`;
  if (z.within) return `${z.turn} to move and win within ${plies(z.within)}.`;
  return z.keeps === 'draw' ? `${z.turn} to move and draw.` : `${z.turn} to move and win.`;
}

/** Why a try is wrong, without its refutation. @param {Puzzle} z @param {Wrong} w @param {string} name of the move */
export function fault(z, w, name) {
  if (!w.result) return z.keeps === 'material' ? `${name} does not win material within ${plies(z.within ?? 0)}.` : `${name} does not win within ${plies(z.within ?? 0)}.`;
  if (w.result === 'draw') return `${name} only draws.`;
  return w.plies ? `${name} loses in ${w.plies}.` : `${name} loses.`;
}

/** The reply that refutes a try, and best play after it. @param {string[]} names of the moves */
export function reply([, move, ...rest]) {
  if (!move) return '';
  return rest.length > 0 ? `The reply is ${move}, then ${rest.join(' ')}.` : `The reply is ${move}.`;
}

/** The last degree of hints. */
export const mostHints = 3;

/**
 * The hint of a degree, and the squares that it shows: the theme; the piece, or the part of
 * the board; the move.
 * @param {Puzzle} z @param {State} s @param {number} degree @param {boolean} flip
 * @returns {{text: string, squares: number[]}}
 */
export function hint(z, s, degree, flip) {
  const answer = s.legal.find((l) => l.move === z.answer);
  const squares = answer?.squares ?? [];
  if (degree <= 1) return { text: `The theme is: ${z.theme}.`, squares: [] };
  if (degree > 2) return { text: `It is ${answer?.name ?? z.answer}.`, squares };
  const [first] = squares;
  if (squares.length > 1 && s.cells[first].owner === s.turn) return { text: `Move the piece on ${squareName(s, first)}.`, squares: [first] };
  if (squares.length === 0 || s.columns === 0) return { text: `Look ${plies(z.plies)} ahead.`, squares: [] };
  return part(s, squares[squares.length - 1], (answer?.column ?? -1) >= 0, flip);
}

/**
 * The part of the board with a square: a third of the columns, and on larger boards a third
 * of the rows too.
 * @param {State} s @param {number} square @param {boolean} falls whether a move is a column @param {boolean} flip
 */
function part(s, square, falls, flip) {
  const third = (/** @type {number} */ at, /** @type {number} */ of) => Math.floor((3 * at + 1) / of);
  const column = (/** @type {number} */ n) => third(n % s.columns, s.columns);
  const row = (/** @type {number} */ n) => (falls || s.rows < 5 ? 1 : third(Math.floor(n / s.columns), s.rows));
  const turn = (/** @type {number} */ at) => (flip ? 2 - at : at);
  const where = [['at the bottom left', 'at the bottom', 'at the bottom right'], ['on the left', 'in the middle', 'on the right'], ['at the top left', 'at the top', 'at the top right']][turn(row(square))][turn(column(square))];
  const squares = s.cells.map((_, i) => i).filter((i) => column(i) === column(square) && row(i) === row(square) && !s.missing?.includes(i));
  return { text: `The move is ${where}.`, squares };
}
