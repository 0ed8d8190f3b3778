// The explorer: the tree of a search, moment by moment.

import { aborted, engine } from './api.js';
import { Cards } from './cards.js';
import { announce, button, copy, fill, find, h, save, toast } from './dom.js';
import { drawFacts } from './facts.js';
import { Grown } from './grown.js';
import { drawGrownFacts, drawPhases } from './grownfacts.js';
import { drawLegend } from './legend.js';
import { Painter } from './painter.js';
import { Predict } from './predict.js';
import { Race } from './race.js';
import { brief, embedded, link, note, state, subject, update } from './store.js';
import { controls, drawControls, drawTicks } from './treecontrols.js';
import { treeToDot, treeToSVG } from './treefiles.js';
import { settings } from './treeset.js';
import { count } from './values.js';
import { Walked } from './walked.js';
import { say } from './words.js';

/** @typedef {import('./walked.js').TreePart} TreePart */

const now = {
  /** @type {Walked|Grown|null} */ walked: null,
  moment: 0,
  selected: 0,
  playing: 0, // the timer
  /** @type {number[]} the trees that this one is a part of, by their root */ back: [],
  /** @type {number[]} moments from which the reader jumped */ jumps: [],
  /** @type {import('./race.js').Counted[]} */ counts: [],
  error: '',
  heard: '', // the words of the moment that were announced
  loading: false,
  speed: 1,
};

let leaving = new AbortController();
/** @type {Painter} */
let painter;
/** @type {Predict} */
let predict;
/** @type {Race} */
let race;

/** Builds the view once. @param {HTMLElement} view */
export function buildTree(view) {
  const canvas = /** @type {HTMLCanvasElement} */ (h('canvas', { id: 'canvas', tabindex: 0, role: 'img', 'aria-describedby': 'sentence' }));
  const layer = h('div', { class: 'cards', 'aria-hidden': 'true' });
  fill(view,
    h('div', { class: 'treebar' }, h('div', { id: 'whose', class: 'buttons', role: 'group', 'aria-label': 'which position' }), h('div', { id: 'treeset', class: 'fields' }),
      h('div', { class: 'fields more' },
        h('label', { class: 'field' }, h('span', {}, 'Find'), h('input', { id: 'find', type: 'search', placeholder: 'moves, or a word such as cut', onkeydown: seek })),
        button('−', () => painter.zoom(1 / 1.4), { title: 'Smaller (−)', 'aria-label': 'smaller' }),
        button('+', () => painter.zoom(1.4), { title: 'Larger (+)', 'aria-label': 'larger' }),
        button('Fit', () => painter.fit(), { title: 'The whole tree, however small' }),
        button('All', () => find('#unfold').setAttribute('aria-pressed', String(painter.unfold())), { id: 'unfold', 'aria-pressed': 'false', title: 'Expand everything' }),
        button('Copy link', () => copy(new URL(link(treeAddress()), location.href).href, 'link'), { id: 'copy-moment' }),
        button('SVG', exportSVG, { title: 'Save what is drawn as a picture' }),
        button('DOT', exportDot, { title: 'Save the tree as a graph for Graphviz' }))),
    h('div', { class: 'explorer' },
      h('div', { class: 'drawing' },
        h('ol', { id: 'phases', class: 'phases', 'aria-label': 'phases of a play-out', hidden: true }),
        h('p', { id: 'sentence', class: 'cause' }),
        h('div', { class: 'plane' }, canvas, layer, h('p', { id: 'treestate', class: 'overlay' }))),
      h('div', { class: 'player', role: 'group', 'aria-label': 'steps of the walk' }, ...controls(acts)),
      h('aside', { class: 'rail', 'aria-label': 'the node' },
        h('section', { id: 'predict', class: 'predict', 'aria-label': 'prediction', hidden: true }),
        h('section', { id: 'sofar', 'aria-label': 'positions so far' }),
        h('section', { class: 'node' }, h('div', { id: 'nodeboard' }), h('div', { id: 'facts' })),
        h('details', { class: 'drawer', open: roomy.matches }, h('summary', {}, 'What the signs mean'), h('ul', { id: 'signs', class: 'signs' })))),
    h('section', { id: 'counters', 'aria-label': 'counts' }, h('p', { class: 'tally' }), h('div', { id: 'racebox' })),
    button('What do these words mean?', () => find('#help').click(), { class: 'quiet' }));
  const cards = new Cards(layer);
  painter = new Painter(canvas, { select, toggle, drawn: (spots) => cards.show(spots, painter) });
  low.addEventListener('change', arrange);
  predict = new Predict(find('#predict'), () => go(now.moment + 1));
  race = new Race(find('#racebox'));
}

/** Whether there is room for the legend from the start. */
const roomy = matchMedia('(min-width: 900px) and (min-height: 701px)');

/** In a low window the text is beside the tree, not above it. */
const low = matchMedia('(max-height: 700px) and (min-width: 640px)');

/** Puts the settings and the words above the tree or beside it. */
function arrange() {
  const beside = low.matches && state.view === 'tree';
  const [bar, more, rail] = [find('.treebar'), find('#tree .more'), find('.rail')];
  if (beside) rail.prepend(bar, find('#phases'), find('#sentence'));
  else {
    find('#tree').prepend(bar);
    find('.drawing').prepend(find('#phases'), find('#sentence'));
  }
  (beside ? rail : bar).append(more);
}

/** What the buttons of the walk do. @type {Parameters<typeof controls>[0]} */
const acts = {
  first: () => jump(0), back: () => go(now.moment - 1), step: stepOn, play, go, last: () => jump(Infinity), jump: jumpTo, jumpBack,
  speed(times) {
    now.speed = times;
    if (!now.playing) return;
    stop();
    play();
  },
  predict() {
    predict.on = !predict.on;
    predict.reset();
    draw();
  },
};

/** Asks for the tree of the position that the state names. */
export async function showTree() {
  now.back = [];
  arrange();
  settings();
  return load(true);
}

/** Asks for the tree below a node. @param {boolean} [fresh] whether the position is another one */
async function load(fresh = false) {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  stop();
  Object.assign(now, { error: '', loading: true, jumps: [] });
  if (fresh) {
    now.walked = null;
    now.counts = [];
    painter.load(null);
  }
  draw();
  const about = subject();
  try {
    const request = { ...about, moves: about.moves.join('.'), chance: undefined, seed: about.chance, under: state.under, show: 20_000, counts: fresh && about.depth === 0 };
    await engine.stream('explain', request, (event, data) => {
      if (signal.aborted) return;
      if (event === 'queued' && data.waiting > 0) find('#treestate').textContent = say(`Waiting for ${data.waiting === 1 ? '1 other search' : `${data.waiting} other searches`}…`);
      if (event === 'part') took(data);
    }, signal);
  } catch (error) {
    if (signal.aborted || aborted(error)) return;
    if (about.example && /no example/.test(/** @type {Error} */ (error).message)) {
      toast(`${/** @type {Error} */ (error).message}: here is your own game.`);
      note({ example: 0 });
      settings();
      return load(fresh);
    }
    if (now.walked) toast(`The tree is complete, but the counts beside it are not: ${/** @type {Error} */ (error).message}`);
    else {
      now.error = /** @type {Error} */ (error).message;
      painter.load(null);
    }
  }
  if (signal.aborted) return;
  now.loading = false;
  race.load(now.counts);
  draw();
}

/** @param {{tree?: TreePart, grown?: import('./grown.js').GrownPart, spared?: import('./walked.js').Spared[], count?: import('./race.js').Counted}} part */
function took(part) {
  if (part.tree || part.grown) {
    const w = part.tree ? new Walked(part.tree) : new Grown(/** @type {import('./grown.js').GrownPart} */ (part.grown));
    now.walked = w;
    now.loading = false;
    now.moment = Math.min(state.moment, w.last);
    now.selected = state.node >= 0 && state.node < w.size && w.entered[state.node] <= now.moment ? state.node : w.at(now.moment);
    predict.reset();
    painter.colours(); // the theme may have changed meanwhile
    Object.assign(painter, { moment: now.moment, selected: now.selected });
    painter.load(w);
    drawLegend(find('#signs'), w);
  }
  for (const s of part.spared ?? []) now.walked?.spared.set(`${s.node} ${s.move}`, s.minimax);
  if (part.spared) painter.show();
  if (part.count) {
    now.counts.push(part.count);
    race.load([...now.counts]);
  }
  draw();
}

/** Goes to a moment of the walk. @param {number} moment */
function go(moment) {
  const w = now.walked;
  if (!w) return;
  now.moment = Math.min(Math.max(moment, 0), w.last);
  now.selected = w.at(now.moment);
  painter.go(now.moment, now.selected);
  remember();
  draw();
}

/** Makes a step; while a question is open, it skips the question instead. */
function stepOn() {
  if (predict.question) predict.skip();
  else go(now.moment + 1);
}

/** Goes to a distant moment, and records the current one for the way back. @param {number} moment */
function jump(moment) {
  now.jumps.push(now.moment);
  go(moment);
}

/** @param {'cuts'|'bounds'} what */
function jumpTo(what) {
  const moment = now.walked?.next(now.walked[what], now.moment) ?? -1;
  const none = now.walked instanceof Grown ? { cuts: 'no play-out follows', bounds: 'nothing more is proven' } : now.walked?.tree.windows ? { cuts: 'no cut-off follows', bounds: 'alpha and beta stay as they are from here' } : { cuts: 'this search has no cut-offs', bounds: 'this search has neither alpha nor beta' };
  if (moment < 0) return toast(none[what]);
  jump(moment);
}

function jumpBack() {
  const moment = now.jumps.pop();
  if (moment !== undefined) go(moment);
}

let remembering = 0;

/** Writes the moment into the address, at most once in 300 ms. */
function remember() {
  if (remembering) return;
  remembering = window.setTimeout(() => {
    remembering = 0;
    if (['tree', 'learn'].includes(state.view) && now.walked) note(treeAddress());
  }, 300);
}

/** The part of a link that describes the moment. */
export const treeAddress = () => ({ moment: now.moment, node: now.selected === now.walked?.at(now.moment) ? -1 : now.selected });

function play() {
  if (now.playing) return stop();
  const w = now.walked;
  if (!w) return;
  if (now.moment >= w.last) go(0);
  // A large tree plays for a few minutes at most; play-outs go phase by phase, and one
  // whole play-out per step at high speed.
  const next = w instanceof Grown ? () => now.moment + (now.speed > 1 ? 4 - now.moment % 4 : 1) : () => now.moment + Math.max(1, Math.round(w.last / 400));
  now.playing = window.setInterval(() => {
    if (predict.question) return; // it waits for an answer
    go(next());
    if (now.moment >= w.last) stop();
  }, 1000 / now.speed);
  find('#playback').textContent = '❚❚';
  find('#playback').setAttribute('aria-label', say('pause'));
}

function stop() {
  clearInterval(now.playing);
  now.playing = 0;
  find('#playback').textContent = '▶';
  find('#playback').setAttribute('aria-label', say('play'));
}

/**
 * Selects a node; if the walk has not reached it, goes to the moment at which it has
 * its value.
 * @param {number} i
 */
function select(i) {
  const w = now.walked;
  if (!w) return;
  stop();
  if (w.entered[i] > now.moment) {
    now.jumps.push(now.moment);
    now.moment = Math.min(w.left[i], w.last);
  }
  now.selected = i;
  painter.go(now.moment, i);
  painter.reveal(i);
  remember();
  draw();
}

/** Collapses a node, or shows its subtree, which may have to be requested. @param {number} i */
function toggle(i) {
  const w = now.walked;
  if (!w) return;
  if (w.nodes.open[i] || w.nodes.below[i] === 1) return painter.fold(i);
  now.back.push(w.tree.under);
  note({ under: w.nodes.number[i], moment: 0, node: -1 });
  load();
}

/** Returns to the tree that this one is a part of. */
function up() {
  note({ under: now.back.pop() ?? 0, moment: 0, node: -1 });
  load();
}

/** Handles the keys of the view. @param {KeyboardEvent} event @returns {boolean} */
export function treeKey(event) {
  const w = now.walked;
  if (!w) return false;
  const i = now.selected;
  const parent = w.nodes.parent[i];
  const siblings = parent >= 0 ? w.children[parent] : [i];
  const at = siblings.indexOf(i);
  const on = /** @type {Element} */ (event.target).closest('button, a, summary') !== null;
  /** @type {Record<string, () => void>} */
  const keys = {
    '.': stepOn, r: stepOn, ',': () => go(now.moment - 1), u: () => go(now.moment - 1), n: () => jump(0),
    c: () => jumpTo('cuts'), a: () => jumpTo('bounds'), b: jumpBack, p: () => find('#predicting').click(), ...(embedded ? {} : { t: () => update({ view: 'play' }) }),
    f: () => painter.fit(), '+': () => painter.zoom(1.4), '-': () => painter.zoom(1 / 1.4),
    ArrowUp: () => choose(parent), ArrowDown: () => choose(w.children[i][0] ?? -1),
    ArrowLeft: () => choose(siblings[at - 1] ?? -1), ArrowRight: () => choose(siblings[at + 1] ?? -1), Home: () => choose(0), End: () => jump(Infinity),
    ...(on ? {} : { ' ': play, Enter: () => toggle(i) }),
  };
  if (/^[1-9]$/.test(event.key)) return predict.answer(Number(event.key) - 1);
  if (!Object.hasOwn(keys, event.key)) return false;
  keys[event.key]();
  return true;
}

/** @param {number} i */
function choose(i) {
  if (i < 0) return;
  announce(now.walked?.told(i, now.moment) ?? '');
  select(i);
}

/** @param {KeyboardEvent} event */
function seek(event) {
  if (event.key !== 'Enter' || !now.walked) return;
  const i = now.walked.find(/** @type {HTMLInputElement} */ (event.target).value, now.selected);
  if (i < 0) return toast('no node like that is drawn');
  now.jumps.push(now.moment);
  if (now.walked instanceof Walked) now.moment = now.walked.left[i];
  select(i);
}

/** Announces the words of the moment, once. @param {string} words */
function hear(words) {
  if (words && words !== now.heard) announce(words);
  now.heard = words;
}

/** Draws the whole view except the canvas. */
function draw() {
  const w = now.walked;
  const overlay = find('#treestate');
  overlay.className = now.error ? 'overlay wrong' : 'overlay';
  overlay.hidden = !now.error && !now.loading;
  fill(overlay, now.error || 'Walking the tree…',
    /fewer plies/.test(now.error) ? h('span', { class: 'buttons' }, button('Look 3 plies ahead', () => update({ depth: 3 }))) : null,
    now.error && state.under > 0 ? h('span', { class: 'buttons' }, button('Show the whole tree', () => update({ under: 0, moment: 0, node: -1 }))) : null,
    now.error ? h('span', { class: 'buttons' }, button('Try again', () => load(true))) : null,
    now.error && now.back.length ? h('span', { class: 'buttons' }, button('Back up', up)) : null);
  find('#canvas').setAttribute('aria-label', say(w ? `the tree of ${w.tree.algorithm}; arrow keys walk it` : 'no tree'));
  const slider = /** @type {HTMLInputElement} */ (find('#slider'));
  slider.max = String(w ? w.last : 0);
  slider.value = String(now.moment);
  slider.setAttribute('aria-valuetext', say(`moment ${now.moment + 1}`));
  drawTicks(w, now.moment);
  fill(find('#moment'), w ? `${count(now.moment + 1)} / ${count(w.last + 1)}` : '');
  const [what, why] = w ? w.words(w.about(now.moment, now.selected)) : [now.error ? '' : 'One moment…', ''];
  fill(find('#sentence'), h('b', {}, what), why ? ` ${why}` : '');
  hear(w ? `${say(what)} ${brief() ? '' : say(why)}` : '');
  find('#jump-back').setAttribute('aria-disabled', String(now.jumps.length === 0));
  const grown = w instanceof Grown ? w : null;
  if (grown) predict.on = false;
  predict.show(w?.questions.get(now.moment + 1));
  drawControls(w, predict.on);
  drawPhases(find('#phases'), grown, now.moment);
  if (grown) drawGrownFacts(grown, now);
  else drawFacts(/** @type {Walked|null} */ (w), now, { toggle, up: now.back.length > 0 || state.under > 0 ? up : null });
}

function exportSVG() {
  if (now.walked && painter.layout) save('tree.svg', treeToSVG(now.walked, painter.layout.spots, now.moment), 'image/svg+xml');
}

function exportDot() {
  if (now.walked) save('tree.dot', treeToDot(now.walked, now.moment), 'text/vnd.graphviz');
}

/** Draws again after a change of the looks. */
export function redrawTree() {
  painter.colours();
  painter.draw();
  draw();
}

/** Ends the requests of the view. */
export function leaveTree() {
  leaving.abort();
  clearTimeout(remembering);
  remembering = 0;
  if (now.playing) stop();
}
