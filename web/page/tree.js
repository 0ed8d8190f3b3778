// The explorer: the tree that a search walked, drawn on a canvas, moment by
// moment.

import { aborted, engine, stateOf } from './api.js';
import { drawBoard } from './board.js';
import { announce, button, choices, fill, find, h, save, toast } from './dom.js';
import { Painter } from './painter.js';
import { played, state, update } from './store.js';
import { treeToDot, treeToSVG } from './treefiles.js';
import { count, shape, tone } from './values.js';
import { Walked } from './walked.js';

/** @typedef {import('./walked.js').TreePart} TreePart */

const now = {
  /** @type {Walked|null} */ walked: null,
  moment: 0,
  selected: 0,
  playing: 0, // timer
  under: 0,
  /** @type {string[]} moves to the top of what is shown */ above: [],
  /** @type {{under: number, above: string[]}[]} */ back: [],
  /** @type {{name: string, about: string, nodes: number, complete: boolean}[]} */ counts: [],
  error: '',
  loading: false,
};

let leaving = new AbortController();
/** @type {Painter} */
let painter;

const algorithms = /** @type {[string, string][]} */ ([
  ['minimax', 'minimax'], ['minimax-depth', 'minimax with depth'], ['alphabeta', 'alpha-beta'], ['alphabeta-strict', 'alpha-beta, cut only if α > β'], ['search', 'the engine'],
]);

/** Builds the view once. @param {HTMLElement} view */
export function buildTree(view) {
  const canvas = /** @type {HTMLCanvasElement} */ (h('canvas', { id: 'canvas', tabindex: 0, role: 'img', 'aria-describedby': 'sentence' }));
  fill(view,
    h('div', { class: 'treebar' }, h('div', { id: 'treeset', class: 'fields' }),
      h('div', { class: 'fields' },
        h('label', { class: 'field' }, h('span', {}, 'Find'), h('input', { id: 'find', type: 'search', placeholder: 'moves, or a word such as cut', onkeydown: seek })),
        button('−', () => painter.zoom(1 / 1.4), { title: 'Smaller', 'aria-label': 'smaller' }),
        button('+', () => painter.zoom(1.4), { title: 'Larger', 'aria-label': 'larger' }),
        button('Fit', () => painter.fit(), { title: 'As much as can be read' }),
        button('All', () => painter.unfold(), { id: 'unfold', title: 'Expand everything' }),
        button('SVG', exportSVG, { title: 'Save what is drawn as a picture' }),
        button('DOT', exportDot, { title: 'Save what is drawn as a graph for Graphviz' }))),
    h('div', { class: 'explorer' },
      h('div', { class: 'drawing' }, canvas, h('p', { id: 'treestate', class: 'overlay' })),
      h('aside', { class: 'node', 'aria-label': 'the node' },
        h('div', { id: 'nodeboard' }), h('div', { id: 'facts' }))),
    h('p', { id: 'sentence', class: 'sentence', 'aria-live': 'polite' }),
    h('div', { class: 'player', role: 'group', 'aria-label': 'steps of the walk' },
      button('«', () => go(0), { title: 'To the beginning', 'aria-label': 'to the beginning' }),
      button('‹', () => go(now.moment - 1), { title: 'A step back (,)', 'aria-label': 'a step back' }),
      button('▶', play, { id: 'playback', title: 'Play (space)', 'aria-label': 'play' }),
      button('›', () => go(now.moment + 1), { title: 'A step forward (.)', 'aria-label': 'a step forward' }),
      button('»', () => go(Infinity), { title: 'To the end', 'aria-label': 'to the end' }),
      h('input', { id: 'slider', type: 'range', min: 0, max: 0, value: 0, 'aria-label': 'moment of the walk', oninput: (/** @type {Event} */ e) => go(Number(/** @type {HTMLInputElement} */ (e.target).value)) }),
      h('output', { id: 'moment' })),
    h('div', { id: 'counters' }),
    button('What do these words mean?', () => find('#help').click(), { class: 'quiet' }));
  painter = new Painter(canvas, { select, toggle });
  canvas.addEventListener('keydown', key);
}

/** The controls above the tree. */
function settings() {
  choices(find('#treeset'), [
    ['Search', algorithms, state.algorithm, (algorithm) => update({ algorithm })],
    ['Looks ahead', [['0', 'to the end'], ...[1, 2, 3, 4, 5, 6, 8].map((n) => /** @type {[string, string]} */ ([String(n), `${n} plies`]))],
      String(state.depth), (depth) => update({ depth: Number(depth) })],
  ]);
}

/** Asks for the tree of the state's position. */
export async function showTree() {
  Object.assign(now, { under: 0, above: [], back: [] });
  settings();
  return load();
}

/** Asks for the tree below a node. */
async function load() {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  stop();
  Object.assign(now, { error: '', loading: true });
  if (now.under === 0) now.walked = null; // of another position
  if (now.under === 0) now.counts = [];
  draw();
  try {
    const request = {
      game: state.game, position: state.position, moves: played().join('.'), algorithm: state.algorithm, depth: state.depth,
      under: now.under, show: 20_000, counts: now.under === 0 && state.depth === 0,
    };
    await engine.stream('explain', request, (event, data) => {
      if (signal.aborted) return;
      if (event === 'queued' && data.waiting > 0) find('#treestate').textContent = `Waiting for ${data.waiting} other searches…`;
      if (event !== 'part') return;
      if (data.tree) took(data.tree);
      if (data.spared && now.walked) {
        now.walked.spared = data.spared;
        painter.lay(now.walked);
      }
      if (data.count) now.counts.push(data.count);
      draw();
    }, signal);
  } catch (error) {
    if (signal.aborted || aborted(error)) return;
    now.error = /** @type {Error} */ (error).message;
    now.walked = null;
  }
  if (signal.aborted) return;
  now.loading = false;
  draw();
}

/** @param {TreePart} part */
function took(part) {
  now.walked = new Walked(part, now.above);
  painter.colours(); // the theme may have changed meanwhile
  now.loading = false;
  now.moment = now.walked.moments.length - 1;
  now.selected = 0;
  painter.lay(now.walked);
  painter.fold();
  painter.moment = now.moment;
  painter.selected = 0;
  painter.fit();
}

/** Goes to a moment of the walk. @param {number} moment */
function go(moment) {
  const w = now.walked;
  if (!w) return;
  now.moment = Math.min(Math.max(moment, 0), w.moments.length - 1);
  now.selected = w.at(now.moment);
  painter.moment = now.moment;
  painter.selected = now.selected;
  painter.reveal(now.selected);
  painter.follow(now.selected);
  draw();
}

function play() {
  if (now.playing) return stop();
  const w = now.walked;
  if (!w) return;
  if (now.moment >= w.moments.length - 1) go(0);
  // A large tree is over in a minute.
  const step = Math.max(1, Math.round(w.moments.length / 240));
  now.playing = window.setInterval(() => {
    go(now.moment + step);
    if (now.moment >= w.moments.length - 1) stop();
  }, matchMedia('(prefers-reduced-motion: reduce)').matches ? 600 : 250);
  find('#playback').textContent = '❚❚';
  find('#playback').setAttribute('aria-label', 'pause');
}

function stop() {
  clearInterval(now.playing);
  now.playing = 0;
  find('#playback').textContent = '▶';
  find('#playback').setAttribute('aria-label', 'play');
}

/** A node was clicked: the moment at which it was left. @param {number} i */
function select(i) {
  if (!now.walked) return;
  stop();
  now.selected = i;
  now.moment = Math.max(now.moment, now.walked.left[i]);
  if (now.walked.entered[i] > now.moment) now.moment = now.walked.left[i];
  painter.moment = now.moment;
  painter.selected = i;
  draw();
}

/** Collapses a node, or opens what is below it. @param {number} i */
function toggle(i) {
  const w = now.walked;
  if (!w) return;
  if (!w.nodes.open[i] && w.nodes.below[i] > 1) {
    now.back.push({ under: now.under, above: now.above });
    now.above = [...w.above, ...w.path(i)];
    now.under = w.nodes.number[i];
    load();
    return;
  }
  painter.collapse(i);
}

/** @param {KeyboardEvent} event */
function key(event) {
  const w = now.walked;
  if (!w) return;
  const i = now.selected;
  const parent = w.nodes.parent[i];
  const siblings = parent >= 0 ? w.children[parent] : [i];
  const at = siblings.indexOf(i);
  const to = {
    ArrowUp: parent, ArrowDown: w.children[i][0] ?? -1, ArrowLeft: siblings[at - 1] ?? -1, ArrowRight: siblings[at + 1] ?? -1, Home: 0,
  }[event.key];
  if (to !== undefined) {
    event.preventDefault();
    if (to >= 0) {
      painter.reveal(to);
      select(to);
      painter.follow(to);
    }
  } else if (event.key === 'Enter') toggle(i);
  else if (event.key === '+') painter.zoom(1.4);
  else if (event.key === '-') painter.zoom(1 / 1.4);
}

/** Keys of the view. @param {KeyboardEvent} event @returns {boolean} */
export function treeKey(event) {
  if (event.key === '.') go(now.moment + 1);
  else if (event.key === ',') go(now.moment - 1);
  else if (event.key === ' ' && !(event.target instanceof HTMLButtonElement)) play();
  else return false;
  return true;
}

/** @param {KeyboardEvent} event */
function seek(event) {
  if (event.key !== 'Enter' || !now.walked) return;
  const i = now.walked.find(/** @type {HTMLInputElement} */ (event.target).value, now.selected);
  if (i < 0) return toast('no node like that is drawn');
  painter.reveal(i);
  select(i);
  painter.follow(i);
  announce(now.walked.words(now.walked.left[i]));
}

/** Draws everything of the view from its state. */
function draw() {
  const w = now.walked;
  const overlay = find('#treestate');
  overlay.className = now.error ? 'overlay wrong' : 'overlay';
  overlay.hidden = !now.error && !now.loading;
  fill(overlay, now.error || 'Walking the tree…', now.error && state.depth === 0 ? h('span', { class: 'buttons' }, button('Look 3 plies ahead', () => update({ depth: 3 }))) : null,
    now.error && now.back.length ? h('span', { class: 'buttons' }, button('Back up', up)) : null);
  find('#canvas').setAttribute('aria-label', w ? `the tree of ${w.tree.algorithm}, ${w.tree.visited} nodes; arrow keys walk it` : 'no tree');
  painter.draw();
  const slider = /** @type {HTMLInputElement} */ (find('#slider'));
  slider.max = String(w ? w.moments.length - 1 : 0);
  slider.value = String(now.moment);
  fill(find('#moment'), w ? `${count(now.moment + 1)} / ${count(w.moments.length)}` : '');
  const about = w ? (w.at(now.moment) === now.selected ? now.moment : w.left[now.selected]) : 0;
  fill(find('#sentence'), w ? w.words(about) : now.error ? '' : 'One moment…');
  drawFacts();
  drawCounters();
}

let boardDrawn = '';

/** The node's board, and what is known of it. */
async function drawFacts() {
  const w = now.walked;
  const box = find('#facts');
  if (!w) {
    boardDrawn = '';
    fill(find('#nodeboard'));
    return fill(box);
  }
  const i = now.selected;
  const n = w.nodes;
  const k = w.known(i, now.moment);
  const value = k.done && w.ending(i) !== 'given up' ? n.value[i] : k.best;
  const moves = [...played(), ...w.above, ...w.path(i)];
  const hidden = !n.open[i] && n.below[i] > 1;
  const ghosts = w.spared.filter((s) => s.node === i);
  fill(box, h('dl', {},
    h('dt', {}, 'to move'), h('dd', {}, `${w.side(i)} (${n.max[i] ? 'MAX' : 'MIN'})`),
    w.tree.windows ? h('dt', {}, 'window on arrival') : null, w.tree.windows ? h('dd', {}, `${w.say(n.alpha[i])} to ${w.say(n.beta[i])}`) : null,
    w.tree.windows ? h('dt', {}, 'window now') : null, w.tree.windows ? h('dd', {}, `${w.say(k.alpha)} to ${w.say(k.beta)}`) : null,
    h('dt', {}, k.done ? 'value' : 'value so far'),
    h('dd', { class: `value ${value === undefined ? '' : tone(value)}` },
      value === undefined ? 'none yet' : h('i', { 'aria-hidden': 'true' }, shape(value)), value === undefined ? null : ` ${w.say(value)}`),
    h('dt', {}, 'below'), h('dd', {}, n.below[i] === 1 ? 'nothing' : n.below[i] === 2 ? '1 node' : `${count(n.below[i] - 1)} nodes`),
    ghosts.length ? h('dt', {}, 'spared') : null,
    ghosts.length ? h('dd', {}, ghosts.map((s) => (s.minimax ? `${s.move} (minimax visits ${count(s.minimax)})` : s.move)).join(', ')) : null),
  h('div', { class: 'buttons' },
    n.below[i] > 1 ? button(hidden ? `Open ${count(n.below[i] - 1)} nodes` : painter.collapsed.has(i) ? 'Expand' : 'Collapse', () => toggle(i)) : null,
    now.back.length ? button('Back up', up, { id: 'up' }) : null,
    button('Play from here', () => update({ view: 'play', moves, at: moves.length, you: 'both' }))));
  const key = JSON.stringify([state.game, state.position, moves]);
  if (key === boardDrawn) return;
  boardDrawn = key;
  try {
    const s = await stateOf(state.game, state.position, moves);
    if (boardDrawn === key) drawBoard(find('#nodeboard'), s);
  } catch { /* the sentence has said what is wrong */ }
}

/** Goes back to the tree that this one is a part of. */
function up() {
  const to = now.back.pop();
  if (!to) return;
  Object.assign(now, to);
  load();
}

/** Counters side by side: what each idea is worth. */
function drawCounters() {
  const box = find('#counters');
  const w = now.walked;
  if (!w) return fill(box);
  const so = w.counts(now.moment);
  const most = Math.max(...now.counts.map((c) => c.nodes), 1);
  fill(box,
    h('p', { class: 'tally' }, `${so.entered === 1 ? '1 node' : `${count(so.entered)} nodes`} entered, ${count(so.cut)} cut-offs that spared ${count(so.spared)} moves. `,
      `The whole walk: ${count(w.tree.visited)} nodes, ${count(w.tree.leaves)} leaves, ${count(w.tree.cutoffs)} cut-offs; value ${w.tree.value.text}, best move ${w.tree.best}.`,
      w.tree.fitted > 0 ? ` To the end it would be more than ${count(w.tree.most)} nodes: ${w.tree.fitted === 1 ? '1 ply is' : `${w.tree.fitted} plies are`} looked ahead.` : '',
      w.tree.total > w.size ? ` ${count(w.size)} of ${count(w.tree.total)} are drawn.` : ''),
    now.counts.length ? h('table', { class: 'counts' },
      h('caption', {}, 'Positions visited from here by six searches, each with one idea more (an idea may cost more than it saves)'),
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'search'), h('th', { scope: 'col' }, 'idea'), h('th', { scope: 'col', class: 'amount' }, 'positions'), h('th', { scope: 'col' }, h('span', { class: 'hidden' }, 'share')))),
      h('tbody', {}, ...now.counts.map((c) => {
        const bar = h('span', { class: 'bar' });
        bar.style.setProperty('--part', String(Math.max(Math.log(c.nodes + 1) / Math.log(most + 1), 0.01)));
        return h('tr', {}, h('th', { scope: 'row' }, c.name), h('td', {}, c.about),
          h('td', { class: 'amount' }, `${c.complete ? '' : 'over '}${count(c.nodes)}`), h('td', { class: 'bars' }, bar));
      }))) : null);
}

function exportSVG() {
  if (now.walked) save('tree.svg', treeToSVG(now.walked, painter.layout), 'image/svg+xml');
}

function exportDot() {
  if (now.walked) save('tree.dot', treeToDot(now.walked), 'text/vnd.graphviz');
}

/** When only looks change. */
export function redrawTree() {
  painter.colours();
  draw();
}

/** Ends what the view asked for. */
export function leaveTree() {
  leaving.abort();
  if (now.playing) stop();
}
