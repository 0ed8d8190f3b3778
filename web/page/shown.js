// The state of the play view that does not belong in a link, and whose turn it is.

import { toast } from './dom.js';
import { arrived, state, update } from './store.js';
import { ranked } from './worth.js';

/** @typedef {import('./api.js').State} State */
/** @typedef {import('./api.js').Worth} Worth */

export const now = {
  /** @type {State|null} */ state: null,
  /** @type {(() => void)|null} the Undo or Redo that is running: it continues where a side can only pass */ stepping: null,
  lower: 0, // the side whose pieces begin at the lower end of the board
  from: -1, // the square of the picked-up piece
  /** @type {number[]} the squares clicked so far for a move that needs more clicks, such as the piece that it takes */ way: [],
  focus: -1,
  aim: -1, // on a board of small squares the touched square, not yet confirmed
  coming: -1, // the square to which a piece is moving
  first: false, // whether this is the reader's first visit
  thinking: false,
  waiting: false, // the page waits for the position of the state, and still shows the previous one
  error: '',
  passing: false, // a second try may succeed
  queued: 0, // searches that were waiting when the scores were requested
  ended: '', // why the scores ended
  /** @type {import('./api.js').Analysis|null} */ analysis: null,
  /** @type {Map<number, Worth & {side: number}>} the values of the positions for the first side, by ply */ values: new Map(),
  /** @type {any[]} */ review: [],
  reviewing: false,
  cut: '', // why the review ended
  /** @type {Map<number, {number: number, text: string, owner: number}>|undefined} */ ghosts: undefined,
  pressed: false, // a button or a finger is down
  stale: false, // something new waits to be drawn
  key: '',
  /** @type {{moves: string[], numbers: number[]}} the numbers of these moves */ numbered: { moves: [], numbers: [] },
  visited: { line: '', text: '' }, // the number of positions that the opponent's last search visited, and the line that it searched
  goOn: () => {}, // lets oxo move in a game that came by a link
  hurry: () => {}, // lets the engine move at once
  redraw: () => {}, // draws the view
  redrawBoard: () => {}, // draws only the squares
};

export const wide = () => matchMedia('(min-width: 720px)').matches;

/**
 * Notes the numbers of the moves of a position; those of later moves stay if the moves are the same.
 * @param {State} shown
 */
export function noteNumbers(shown) {
  const { moves, numbers } = now.numbered;
  const same = now.state?.game === shown.game && state.moves.length >= moves.length && moves.every((move, i) => move === state.moves[i]);
  if (!same || shown.numbers.length >= numbers.length) now.numbered = { moves: state.moves.slice(0, state.at), numbers: shown.numbers };
}

/**
 * The number of a move as the list counts: each side counts its own moves, and a forced pass has 0.
 * @param {number} ply from 1
 */
export const numberOf = (ply) => now.numbered.numbers[ply - 1] ?? Math.ceil(ply / 2);

/** The game and its moves so far, as one text. */
export const lineHere = () => `${state.game} ${state.position} ${state.moves.slice(0, state.at).join('.')}`;

/**
 * The number of positions that the opponent's search for the last move visited, in
 * words, or nothing.
 */
export const visitedHere = () => (now.visited.text && now.visited.line === lineHere() ? ` (${now.visited.text})` : '');

/** Whether the engine is to move. */
export function engineTurn() {
  const s = now.state;
  if (!s || s.outcome !== 'ongoing' || state.at < state.moves.length) return false;
  if (state.you === 'both') return false;
  return state.you === 'none' || (state.you === 'first' ? 0 : 1) !== s.turn;
}

/** Whether oxo is to move in a game that came by a link, and waits for the visitor. */
export const waitsForYou = () => arrived.waits && (engineTurn() || forced() !== '');

/** The only move of a side that can only pass; else ''. @param {State|null} s */
export function onlyPass(s) {
  if (!s || s.outcome !== 'ongoing' || s.columns === 0 || s.legal.length !== 1) return '';
  const [{ move, squares, column }] = s.legal;
  return squares.length === 0 && column < 0 ? move : '';
}

/** The pass that is made by itself; '' if there is none, or if moves were taken back. */
export const forced = () => (state.at < state.moves.length ? '' : onlyPass(now.state));

/** The kinds of places whose boards have an upper and a lower end: discs fall, tiles slide. */
const upright = ['frame', 'tray', 'heaps'];

/** Whether the board can be turned. */
export const canTurn = () => !!now.state && now.state.columns > 0 && !upright.includes(now.state.style.places);

/** The kinds of pieces that begin at their own end of the board. */
export const facing = ['pawns', 'chessmen', 'draughtsmen'];

/**
 * Whether the board is shown from its upper end: pieces that face each other are seen
 * from the reader's side, unless the reader has turned the board of this game.
 */
export function turned() {
  if (!now.state || !canTurn()) return false;
  const side = { first: 0, second: 1 }[state.you] ?? now.lower;
  const upper = side !== now.lower && facing.includes(now.state.style.pieces);
  return upper !== state.turned.includes(state.game);
}

/**
 * Finds the side whose pieces begin at the lower end of the board.
 * @param {State} start the position in which the game begins
 */
export function lowerSide({ cells }) {
  const sums = [0, 0];
  cells.forEach(({ owner }, square) => { if (owner >= 0) sums[owner] += square; }); // squares are counted from below
  return sums[1] < sums[0] ? 1 : 0;
}

/** The side that is shown below: that of the lower pieces, or else the reader's. */
export function below() {
  if (now.state && facing.includes(now.state.style.pieces)) return turned() ? 1 - now.lower : now.lower;
  return state.you === 'second' ? 1 : 0;
}

/** Turns the board of this game. */
export function turn() {
  const { game } = state;
  if (canTurn()) update({ turned: state.turned.includes(game) ? state.turned.filter((other) => other !== game) : [...state.turned, game] });
  else toast('This board has an upper end: it is not turned.');
}

/** Whether the reader may move now. */
export function yourTurn() {
  const s = now.state;
  if (!s || s.outcome !== 'ongoing' || now.waiting || now.thinking || engineTurn() || state.you === 'none' || forced() !== '') return false;
  return state.you === 'both' || (state.you === 'first' ? 0 : 1) === s.turn;
}

/** @type {{of: import('./api.js').Analysis, moves: Map<string, import('./worth.js').Ranked>}|undefined} */
let places;

/** Returns the scores that the board shows, or null. */
export function shownScores() {
  if (!state.scores || !now.analysis || now.thinking || now.waiting) return null;
  if (places?.of !== now.analysis) places = { of: now.analysis, moves: ranked(now.analysis) };
  return places.moves;
}

/**
 * Counts the moves that the game shares with the previous game; -1 if the games start
 * differently.
 * @param {string} key
 */
export function sharedMoves(key) {
  /** @type {[string, string, string[]]} */
  const [game, position, moves] = JSON.parse(key);
  if (game !== state.game || position !== state.position) return -1;
  let n = 0;
  while (n < moves.length && n < state.moves.length && moves[n] === state.moves[n]) n++;
  return n;
}
