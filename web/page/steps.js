// The steps through a game of Play: back, forward, to the start; and what is shown next to
// it.

import { find, toast } from './dom.js';
import { leaveFirst } from './first.js';
import { now, wide } from './shown.js';
import { state, update } from './store.js';

/** Takes back a move and the engine's answer to it. */
export function undo() {
  if (state.at === 0) return;
  now.stepping = undo;
  let at = state.at - 1;
  const s = now.state;
  const mine = state.you === 'first' ? 0 : 1;
  if (s && (state.you === 'first' || state.you === 'second')) {
    const turn = (s.turn + (state.at - at)) % 2;
    if (turn !== mine) at--;
    if (at < 0) return toast('Before that it was not your move.');
  }
  update({ at });
}

/** Makes moves again that were taken back. */
export function redo() {
  if (state.at === state.moves.length) return;
  now.stepping = redo;
  const step = state.you === 'first' || state.you === 'second' ? 2 : 1;
  update({ at: Math.min(state.at + step, state.moves.length) });
}

/** Starts the game again. */
export function restart() {
  leaveFirst();
  now.values.clear();
  update({ moves: [], at: 0, seed: 1 + Math.floor(Math.random() * 1e9) });
}

/** Shows or hides the scores. */
export function toggleScores() {
  update({ scores: !state.scores });
  if (state.scores && !wide()) /** @type {HTMLDetailsElement} */ (find('#scoring')).open = true;
}

/** Shows or hides the best line; showing it also shows the scores. */
export function toggleBest() {
  update({ best: !state.best, scores: state.scores || !state.best });
}
