// What the play view shows now and does not belong into a link, and whose turn
// it is.

import { state } from './store.js';

/** @typedef {import('./api.js').State} State */
/** @typedef {import('./api.js').Worth} Worth */

export const now = {
  /** @type {State|null} */ state: null,
  from: -1, // the square taken up
  focus: -1,
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
  /** @type {Map<number, {number: number, text: string, owner: number}>|undefined} */ ghosts: undefined,
  pressed: false, // a button or a finger is down
  stale: false, // and there is something new to draw
  key: '',
  visited: { line: '', text: '' }, // what the opponent's last search visited, and the line that it was for
  redraw: () => {}, // draws the view
};

export const wide = () => matchMedia('(min-width: 900px)').matches;

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

/** The scores that the board shows. */
export const shownScores = () => (state.scores && now.analysis && !now.thinking ? new Map(now.analysis.moves.map((m) => [m.move, m])) : null);
