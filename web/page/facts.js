// Facts about the chosen node, and the counters of the walk.

import { stateOf } from './api.js';
import { drawBoard } from './board.js';
import { button, fill, find, h, refill } from './dom.js';
import { state, subject, update } from './store.js';
import { count, counted, minus } from './values.js';

/** @typedef {import('./walked.js').Walked} Walked */

let boardDrawn = '';

/**
 * @param {Walked|null} w
 * @param {{moment: number, selected: number}} now
 * @param {{toggle: (i: number) => void, up: (() => void)|null}} acts up goes to the tree that this one is a part of
 */
export function drawFacts(w, now, acts) {
  drawCounters(w, now.moment);
  const box = find('#facts');
  if (!w) {
    boardDrawn = '';
    fill(find('#nodeboard'));
    return fill(box);
  }
  const i = now.selected;
  const n = w.nodes;
  const k = w.known(i, now.moment);
  const known = k.done && w.ending(i) !== 'given up';
  const value = known ? n.value[i] : k.best;
  const path = w.path(i);
  const spared = k.done ? [...w.spared].filter(([key]) => key.startsWith(`${i} `)) : [];
  refill(box, h('dl', {},
    h('dt', {}, 'node'), h('dd', {}, w.name(i)),
    h('dt', {}, 'to move'), h('dd', {}, mover(w.side(i), n.max[i])),
    w.tree.windows ? h('dt', {}, 'window on arrival') : null, w.tree.windows ? h('dd', {}, `${w.say(n.alpha[i])} to ${w.say(n.beta[i])}`) : null,
    w.tree.windows ? h('dt', {}, 'window now') : null, w.tree.windows ? h('dd', {}, `${w.say(k.alpha)} to ${w.say(k.beta)}`) : null,
    h('dt', {}, known ? 'value' : 'value so far'),
    h('dd', { class: `value ${value === undefined ? '' : w.tone(value)}` },
      value === undefined ? 'none yet' : w.tree.plain ? null : h('i', { 'aria-hidden': 'true' }, w.shape(value)), value === undefined ? null : ` ${known ? w.worth(i) : w.say(value)}`),
    k.done ? h('dt', {}, 'why') : null, k.done ? h('dd', {}, w.reason(i)) : null,
    k.done ? h('dt', {}, 'below') : null,
    k.done ? h('dd', {}, n.below[i] === 1 ? 'nothing' : counted(n.below[i] - 1, 'node')) : null,
    spared.length ? h('dt', {}, 'spared') : null,
    spared.length ? h('dd', {}, spared.map(([key, minimax]) => `${key.slice(key.indexOf(' ') + 1)}${minimax ? ` (minimax visits ${count(minimax)})` : ''}`).join(', ')) : null),
  h('div', { class: 'buttons' },
    k.done && n.below[i] > 1 ? button(n.open[i] ? 'Fold or expand' : `Open ${counted(n.below[i] - 1, 'node')}`, () => acts.toggle(i)) : null,
    acts.up ? button('Back up', acts.up, { id: 'up' }) : null,
    playButton(w, path)));
  drawNode(w, path);
}

/**
 * Names a side with its role in the search; only the role if the side has the same
 * name.
 * @param {string} side @param {boolean} max
 */
export function mover(side, max) {
  const role = max ? 'MAX' : 'MIN';
  return side === role ? role : `${side} (${role})`;
}

/** @typedef {{tree: {game: string, position: string}}} Placed anything with a position of a game */

/** Makes a button that opens a position on the board. @param {Placed} w @param {string[]} path */
export const playButton = (w, path) => button('Play from here', () => playFrom(w, path));

/**
 * Opens a position on the board; the reader's own game keeps its moves.
 * @param {Placed} w @param {string[]} path
 */
function playFrom(w, path) {
  const about = subject();
  const own = state.view === 'tree' && !about.example;
  const moves = own ? [...about.moves, ...path] : path;
  update({ view: 'play', game: about.game, position: own ? about.position : w.tree.position, moves, at: moves.length, you: 'both' });
}

/** Draws the board after some moves. @param {Placed} w @param {string[]} path */
export async function drawNode(w, path) {
  const key = JSON.stringify([w.tree.game, w.tree.position, path]);
  if (key === boardDrawn) return;
  boardDrawn = key;
  try {
    const s = await stateOf(w.tree.game, w.tree.position, path);
    if (boardDrawn === key) drawBoard(find('#nodeboard'), s);
  } catch { /* the sentence already says what is wrong */ }
}

/**
 * Draws the counters of the walk up to the moment; they do not show in advance how much
 * is still to come.
 * @param {Walked|null} w @param {number} moment
 */
function drawCounters(w, moment) {
  const box = find('#sofar');
  const tally = find('.tally');
  if (!w) {
    fill(box);
    return fill(tally);
  }
  const so = w.counts(moment);
  const over = moment === w.last;
  const lane = (/** @type {string} */ name, /** @type {number} */ n) => {
    const bar = h('span', { class: 'lane' });
    bar.style.setProperty('--part', String(so.entered ? n / so.entered : 0));
    return h('p', { class: 'lanes' }, h('span', {}, name), h('span', { class: 'outline' }, bar), h('span', {}, h('b', {}, count(n))));
  };
  fill(box, h('h2', { class: 'cap' }, over ? 'The whole walk' : 'Up to this moment'), lane('positions', so.entered), lane('cut-offs', so.cut));
  fill(tally, `${counted(so.entered, 'node')} entered, ${counted(so.cut, 'cut-off')} that spared ${counted(so.spared, 'move')}. `,
    over ? `The whole walk: ${counted(w.tree.visited, 'node')}, ${counted(w.tree.leaves, 'leaf', 'leaves')}, ${counted(w.tree.cutoffs, 'cut-off')}; value ${minus(w.tree.value.text)}, best move ${w.tree.best}.` : '',
    w.tree.fitted > 0 ? ` ${state.depth > 0 ? `${counted(state.depth, 'ply', 'plies')} ahead it` : 'To the end it'} would be more than ${count(w.tree.most)} nodes: ${counted(w.tree.fitted, 'ply is', 'plies are')} looked ahead.` : '',
    w.tree.total > w.size ? ` ${count(w.size)} of ${count(w.tree.total)} nodes are drawn.` : '');
}
