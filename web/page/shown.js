// The state of the play view that does not belong in a link, and whose turn it is.

import { state } from './store.js';
import { ranked } from './worth.js';

/** @typedef {import('./api.js').State} State */
/** @typedef {import('./api.js').Worth} Worth */

export const now = {
  /** @type {State|null} */ state: null,
  from: -1, // the square of the picked-up piece
  focus: -1,
  aim: -1, // on a board of small squares the touched square, not yet confirmed
  coming: -1, // the square to which a piece is moving
  first: false, // whether this is the reader's first visit
  thinking: false,
  waiting: false, // the page waits for the position of the state and shows the one before
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
  visited: { line: '', text: '' }, // the number of positions that the opponent's last search visited, and the line that it searched
  hurry: () => {}, // lets the engine move at once
  redraw: () => {}, // draws the view
  redrawBoard: () => {}, // draws only the squares
};

export const wide = () => matchMedia('(min-width: 720px)').matches;

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

/** Whether the reader may move now. */
export function yourTurn() {
  const s = now.state;
  if (!s || s.outcome !== 'ongoing' || now.waiting || now.thinking || engineTurn() || state.you === 'none') return false;
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
 * Counts the moves that the game shares with the one before; -1 if the games start
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
