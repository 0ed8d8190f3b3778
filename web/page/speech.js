// What the board says to a reader who does not see it: a row, a column, the whole board, the
// move that was made. `oxo play --speech` says the same, line by line.

import { inWords } from './pieces.js';
import { whenAfter } from './sentence.js';
import { columnName, rowName } from './squares.js';
import { brief, state } from './store.js';
import { say } from './words.js';

/** @typedef {import('./api.js').State} State */

/**
 * Says what is on squares of a line, each with a name, or its number where the notation has numbers; short speech leaves out empty ones.
 * @param {State} s @param {number[]} squares @param {(square: number) => string} name
 */
function onSquares(s, squares, name) {
  const there = squares.filter((square) => !s.missing?.includes(square) && (!s.squareNames || s.squareNames[square]) && (!brief() || s.cells[square].text));
  return there.map((square) => `${s.squareNames?.[square] ?? name(square)} ${say(inWords(s.style.pieces, s.cells[square], s.sides))}`).join(', ') || say('empty');
}

/** Says a row. @param {State} s @param {number} row */
export function rowSaid(s, row) {
  const squares = Array.from({ length: s.columns }, (_, column) => row * s.columns + column);
  return `${say(`row ${rowName(s, row)}`)}: ${onSquares(s, squares, (square) => columnName(s, square % s.columns))}`;
}

/** Says a column, from below. @param {State} s @param {number} column */
export function columnSaid(s, column) {
  const squares = Array.from({ length: s.rows }, (_, row) => row * s.columns + column);
  return `${say(`column ${columnName(s, column)}`)}: ${onSquares(s, squares, (square) => rowName(s, Math.floor(square / s.columns)))}`;
}

/** Says the whole board, row by row from above; a game without a board has only a text. @param {State} s */
export function boardSaid(s) {
  if (s.columns === 0) return s.position;
  return `${Array.from({ length: s.rows }, (_, i) => rowSaid(s, s.rows - 1 - i)).join('. ')}.`;
}

/** Says the last move and whose turn it is, or how the game ended. @param {State} s @param {string} more what else is to be said */
export function moveMade(s, more) {
  const move = s.names?.at(-1) ?? s.moves.at(-1) ?? '';
  const side = s.sides[1 - s.turn];
  if (brief()) return `${say(side)} ${move}${s.outcome === 'ongoing' ? '' : `. ${say(s.verdict)}`}`;
  return `${say(`${side} plays ${move}. ${s.verdict}`)}${more && `. ${say(more)}`}`;
}

/** Says which position is shown. @param {State} s */
export const placeSaid = (s) => (brief() ? say(whenAfter(state.at)) : `${say(whenAfter(state.at))}: ${say(s.verdict)}`);

/**
 * Says what moves are worth: in short speech the best one alone.
 * @param {import('./api.js').Analysis} a
 */
export function scoresSaid(a) {
  const all = a.moves.slice(0, brief() ? 1 : 16).map((m) => `${m.names?.[0] ?? m.move} ${say(m.text)}`);
  return brief() ? all.join('') : `${say('best first')}: ${all.join(', ')}`;
}
