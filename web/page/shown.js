// What the play view shows now and does not belong into a link, and whose turn
// it is.

import { state } from './store.js';
import { ranked } from './worth.js';

/** @typedef {import('./api.js').State} State */
/** @typedef {import('./api.js').Worth} Worth */

export const now = {
  /** @type {State|null} */ state: null,
  from: -1, // the square taken up
  focus: -1,
  aim: -1, // the square that was touched, on a board of small squares, and not yet confirmed
  coming: -1, // the square that a piece is on its way to
  first: false, // the page is new to the reader
  thinking: false,
  waiting: false, // for the position of the state: what is shown is the one before
  error: '',
  passing: false, // the error may be gone when it is tried again
  queued: 0, // searches that waited when the scores were asked for
  ended: '', // why the scores ended
  /** @type {import('./api.js').Analysis|null} */ analysis: null,
  /** @type {Map<number, Worth & {side: number}>} what positions are worth to the first side, by ply */ values: new Map(),
  /** @type {any[]} */ review: [],
  reviewing: false,
  cut: '', // why the review ended
  /** @type {Map<number, {number: number, text: string, owner: number}>|undefined} */ ghosts: undefined,
  pressed: false, // a button or a finger is down
  stale: false, // and there is something new to draw
  key: '',
  visited: { line: '', text: '' }, // what the opponent's last search visited, and the line that it was for
  hurry: () => {}, // lets the engine move at once
  redraw: () => {}, // draws the view
  redrawBoard: () => {}, // draws the squares alone
};

export const wide = () => matchMedia('(min-width: 720px)').matches;

/** The game and its moves up to here, as one text. */
export const lineHere = () => `${state.game} ${state.position} ${state.moves.slice(0, state.at).join('.')}`;

/** What the opponent's search for the last move visited, in words, or nothing. */
export const visitedHere = () => (now.visited.text && now.visited.line === lineHere() ? ` (${now.visited.text})` : '');

/** Whether the engine is to move. */
export function engineTurn() {
  const s = now.state;
  if (!s || s.outcome !== 'ongoing' || state.at < state.moves.length) return false;
  if (state.you === 'both') return false;
  return state.you === 'none' || (state.you === 'first' ? 0 : 1) !== s.turn;
}

/** Whether the person at the board may move now. */
export function yourTurn() {
  const s = now.state;
  if (!s || s.outcome !== 'ongoing' || now.waiting || now.thinking || engineTurn() || state.you === 'none') return false;
  return state.you === 'both' || (state.you === 'first' ? 0 : 1) === s.turn;
}

/** @type {{of: import('./api.js').Analysis, moves: Map<string, import('./worth.js').Ranked>}|undefined} */
let places;

/** The scores that the board shows. */
export function shownScores() {
  if (!state.scores || !now.analysis || now.thinking || now.waiting) return null;
  if (places?.of !== now.analysis) places = { of: now.analysis, moves: ranked(now.analysis) };
  return places.moves;
}

/** How many moves the game shares with the one before; -1 for another start. @param {string} key */
export function sharedMoves(key) {
  /** @type {[string, string, string[]]} */
  const [game, position, moves] = JSON.parse(key);
  if (game !== state.game || position !== state.position) return -1;
  let n = 0;
  while (n < moves.length && n < state.moves.length && moves[n] === state.moves[n]) n++;
  return n;
}
