// Facts about the chosen node of a grown tree, and the counters.

import { fill, find, h, refill } from './dom.js';
import { drawNode, mover, playButton } from './facts.js';
import { Phase } from './grown.js';
import { count, counted, minus } from './values.js';

/** @typedef {import('./grown.js').Grown} Grown */

/** @param {Grown} w @param {{moment: number, selected: number}} now */
export function drawGrownFacts(w, now) {
  drawCounters(w, now.moment);
  const i = now.selected;
  const c = w.counted(i, now.moment);
  const parent = w.nodes.parent[i];
  const share = c && parent >= 0 ? c.visits / Math.max(w.counted(parent, now.moment)?.visits ?? 1, 1) : 0;
  const fact = (/** @type {string} */ name, /** @type {string} */ value, /** @type {string} */ tone = '') => [h('dt', {}, name), h('dd', { class: tone && `value ${tone}` }, value)];
  const { all } = w.untried(i, now.moment);
  refill(find('#facts'), h('dl', {},
    ...fact('node', w.name(i)),
    ...fact('to move', mover(w.side(i), w.nodes.max[i])),
    ...fact('visits', c ? count(c.visits) : 'none yet'),
    ...(share > 0 ? fact('of its parent’s visits', `${Math.round(100 * share)}%`) : []),
    ...(c ? fact(`for ${mover(w.tree.sides[0], true)}`, c.say, c.proven === 2 ? '' : w.tone(c)) : []),
    ...(w.nodes.prior[i] > 0 ? fact('prior', `${(w.nodes.prior[i] / 100).toFixed(1)}%`) : []),
    ...fact('first visited by play-out', i === 0 ? 'all' : count(w.nodes.since[i] + 1)),
    ...(w.moves(i, now.moment) > 0 ? fact('moves', `${count(w.moves(i, now.moment))}, not tried ${count(all)}`) : [])),
  h('div', { class: 'buttons' }, playButton(w, w.path(i))));
  // At the leaf the board shows the end of the play-out.
  const ends = i === w.at(now.moment) && w.phase(now.moment) === Phase.playOut;
  const end = ends && w.step(now.moment)?.end;
  if (end) drawNode({ tree: { game: w.tree.game, position: end } }, []);
  else drawNode(w, [...w.path(i), ...(ends ? w.played(now.moment) : [])]);
}

/**
 * Draws the counters up to the moment; they do not show in advance what is still to
 * come.
 * @param {Grown} w @param {number} moment
 */
function drawCounters(w, moment) {
  const so = w.counts(moment);
  const over = moment === w.last;
  const line = (/** @type {string} */ name, /** @type {number} */ n) => h('p', { class: 'lanes' }, h('span', {}, name), h('span', {}, h('b', {}, count(n))));
  fill(find('#sofar'), h('h2', { class: 'cap' }, over ? 'The whole search' : 'Up to this moment'), line('play-outs', so.playouts), line('nodes', so.nodes), line('proven', so.proven));
  fill(find('.tally'), over ? `The whole search: ${counted(w.part.made, 'play-out')}, ${counted(so.nodes, 'node')}; value ${minus(w.part.value.text)}, best move ${w.part.best}.` : '');
}

/**
 * Draws the phases of a play-out; the phase of the moment is marked.
 * @param {HTMLElement} box @param {Grown|null} w @param {number} moment
 */
export function drawPhases(box, w, moment) {
  box.hidden = !w;
  if (!w) return;
  const phase = w.phase(moment);
  refill(box, ...['Select', 'Expand', 'Play out', 'Back up'].map((name, k) => h('li', { 'aria-current': phase === k + 1 ? 'step' : null }, name)),
    h('li', { class: 'which' }, phase === Phase.begin ? 'before the first play-out' : `play-out ${count(w.playOut(moment) + 1)}`));
}
