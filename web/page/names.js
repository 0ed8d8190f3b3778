// The names of moves as players write them: Nf3, where the address and the API have g1f3.

import { stateOf } from './api.js';
import { now } from './shown.js';
import { state } from './store.js';

/** @typedef {import('./api.js').State} State */

/** The longest line of the game whose names are known. */
const known = { game: '', /** @type {string[]} */ moves: [], /** @type {string[]} */ names: [], asked: '' };

const here = () => JSON.stringify([state.game, state.position]);

/** Counts the moves that a line shares with the known one. @param {string[]} moves */
function shared(moves) {
  let n = 0;
  while (known.game === here() && n < known.names.length && n < moves.length && known.moves[n] === moves[n]) n++;
  return n;
}

/**
 * Notes the names of the first moves of a line.
 * @param {string[]} moves @param {string[]|undefined} names missing where the game has no others
 */
export function noteNames(moves, names) {
  if (!names || shared(moves) >= names.length) return;
  Object.assign(known, { game: here(), moves: moves.slice(0, names.length), names });
}

/** Names a legal move of a position. @param {State|null} s @param {string} move */
export const nameOf = (s, move) => s?.legal.find((l) => l.move === move)?.name ?? move;

/**
 * Names all moves of the game, those taken back included. Names that are not known yet are
 * asked for, and the view is drawn again when they arrive.
 * @returns {string[]}
 */
export function moveNames() {
  const { game, position, moves } = state;
  const s = now.state;
  if (!s || (!s.names && !s.legal[0]?.name)) return moves;
  const n = shared(moves);
  const line = JSON.stringify([here(), moves]);
  if (n < moves.length && !now.waiting && known.asked !== line) {
    known.asked = line;
    stateOf(game, position, moves).then((all) => {
      if (line !== JSON.stringify([here(), state.moves])) return;
      noteNames(moves, all.names);
      now.redraw();
    }).catch(() => { /* the list shows the moves as the address has them */ });
  }
  return [...known.names.slice(0, n), ...moves.slice(n)];
}
