// The sentence above the board: the state of the game, and its meaning.

import { button, fill, find, h } from './dom.js';
import { moveNames } from './names.js';
import { emblem } from './pieces.js';
import { now, numberOf, shownScores, visitedHere, waitsForYou, yourTurn } from './shown.js';
import { state } from './store.js';
import { moveSaid } from './worth.js';

/** @typedef {import('./api.js').State} State */

/** Writes a number as in "the 3rd move". @param {number} n */
export function ordinal(n) {
  const teens = n % 100 >= 11 && n % 100 <= 13;
  return `${n}${teens ? 'th' : ['th', 'st', 'nd', 'rd'][n % 10] ?? 'th'}`;
}

/**
 * Writes a number of things with the right form of the noun.
 * @param {number} n @param {string} one @param {string} [many]
 */
export const plural = (n, one, many) => `${n} ${n === 1 ? one : many ?? `${one}s`}`;

/** Writes a name for the beginning of a sentence. @param {string} text */
export const initial = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Names a move by its number, as the list of moves counts: "3. b2" is the third move of
 * the side that began, "3… c1" the answer to it. A forced pass has no number.
 * @param {number} ply the number of the single move, from 1 @param {string} move
 */
export const moveName = (ply, move) => (numberOf(ply) === 0 ? 'a pass' : `${numberOf(ply)}${ply % 2 ? '.' : '…'} ${move}`);

/** Says after which move a position comes: "at the start", or "after 3. b2". @param {number} ply */
export const whenAfter = (ply) => (ply === 0 ? 'at the start' : `after ${moveName(ply, state.moves[ply - 1] ?? '')}`);

/** Draws the sentence. */
export function drawSentence() {
  const s = now.state;
  const status = find('#status');
  if (!s) {
    status.className = 'status';
    return say(now.error ? [] : ['One moment…']);
  }
  status.className = `status${now.error ? ' wrong' : now.thinking ? ' thinking' : s.outcome !== 'ongoing' ? ' over' : ''}`;
  if (now.error) return say([now.error]);
  if (now.thinking) return say([h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i')), h('b', {}, `${initial(s.sides[s.turn])} is thinking…`),
    state.ms > 300 ? button('Move now', () => now.hurry(), { id: 'movenow', class: 'quiet', title: 'Take the best move known at once' }) : null]);
  const note = `${s.note && ` ${initial(s.note)}.`}${visitedHere()}`;
  if (s.outcome !== 'ongoing') return say([h('b', {}, ended(s)), note]);
  if (waitsForYou()) return say([emblem(s.style.pieces, s.turn, s.sides), h('b', {}, `${initial(s.sides[s.turn])} to move.`), ' This game came by a link, and waits for you. ', button('Play on', now.goOn, { id: 'playon', class: 'quiet', title: 'Let oxo move' })]);
  const yours = yourTurn() && state.you !== 'both';
  const back = state.at < state.moves.length ? ` (${state.at === 0 ? 'the start' : `after ${moveName(state.at, moveNames()[state.at - 1])}`}${state.you === 'none' ? ', paused: Redo goes on' : ''})` : '';
  const sign = emblem(s.style.pieces, s.turn, s.sides);
  return say([sign, h('b', {}, yours ? 'Your move.' : `${initial(s.sides[s.turn])} to move.`), meaning() && ` ${meaning()}`, note, back]);
}

/** @param {(Node|string|null)[]} parts */
function say(parts) {
  const status = find('#status');
  const text = parts.map((part) => (part instanceof Node ? /** @type {Element} */ (part).outerHTML : part)).join('|');
  if (status.dataset.text === text) return;
  status.dataset.text = text;
  fill(status, ...parts);
}

/** Says how a game ended. @param {State} s */
function ended(s) {
  if (s.outcome === 'drawn') return 'A draw.';
  const you = state.you === 'first' ? 0 : state.you === 'second' ? 1 : -1;
  if (you < 0) return `${initial(s.verdict)}.`;
  const began = s.moves.length % 2 ? 1 - s.turn : s.turn;
  const moves = Math.max(0, ...s.numbers.filter((_, i) => (i % 2 === 0) === (s.winner === began)));
  return s.winner === you ? `You won with your ${ordinal(Math.max(moves, 1))} move.` : `${initial(s.verdict)}: you lost.`;
}

/** Says what the scores mean for the side to move; empty if they are hidden. */
function meaning() {
  const scores = shownScores();
  const a = now.analysis;
  if (!scores || !a || a.moves.length === 0) return '';
  const best = a.moves.filter((m) => m.best);
  const first = best[0] ?? a.moves[0];
  const move = moveSaid(first);
  const all = now.state?.legal.length === a.moves.length;
  if (first.value.estimate !== undefined) return `${move} looks best. Nothing is proven yet.`;
  if (first.sign > 0) {
    const wins = a.moves.filter((m) => m.sign > 0).length;
    if (wins > 1) return `${wins} moves win; ${move} is a ${first.text}.`;
    return all && a.moves.every((m) => m.value.estimate === undefined) ? `Only ${move} wins: a ${first.text}.` : `${move} is a ${first.text}.`;
  }
  if (!all || a.moves.some((m) => m.value.estimate !== undefined)) return `${move} is a ${first.text}, as far as is known.`;
  if (first.sign < 0) return `Every move loses. ${move} is a ${first.text}.`;
  if (best.length === a.moves.length) return 'Every move draws.';
  return best.length === 1 ? `Only ${move} draws, all else loses.` : `${best.length} moves draw, ${a.moves.length - best.length === 1 ? '1 loses' : `${a.moves.length - best.length} lose`}.`;
}
