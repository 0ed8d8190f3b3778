// The sheet of an exercise: a tree with fields to fill in. It is shown as a whole if
// there is room; a narrow screen shows a map and one node at a time.

import { h, svg } from './dom.js';
import { hierarchy, tree as tidy } from './vendor/d3-hierarchy.js';

/**
 * @typedef {{label: string, named?: boolean, parent: number, max: boolean, move?: string, value?: string, ask?: string[]}} Question
 * @typedef {{kind: string, seed: number, tree?: string, task: string, game: string, position?: string, algorithm: string, nodes: Question[]}} Exercise
 * @typedef {{node: number, field: string, right: boolean, given: string, note?: string}} Mark
 * @typedef {{x: number, y: number, i: number, parent: number, wide: number}} Place the middle and the top of a node
 * @typedef {{places: Place[], width: number, height: number}} Plan
 * @typedef {{
 *   answer: (node: number, field: string) => string,
 *   set: (node: number, field: string, text: string) => void,
 *   mark: (node: number, field: string) => Mark|undefined,
 *   at: (node: number, field: string) => void,      // it has the keyboard
 *   go: (node: number) => void,                     // shows that node
 *   node: number,                                   // the one that is shown
 *   spared: (node: number) => boolean,              // whether it lies below a node that was ticked
 * }} Filled
 */

/** The label of each field. */
const signs = /** @type {Record<string, string>} */ ({ alpha: 'α', beta: 'β', value: 'value', cut: 'cut off' });

/** Lists the children of a node. @param {Question[]} nodes @param {number} i */
export const below = (nodes, i) => nodes.flatMap((n, c) => (n.parent === i ? [c] : []));

/**
 * Lays out a tree.
 * @param {Question[]} nodes @param {(i: number) => number} wide the width of a node @param {number} level the distance between levels
 * @returns {Plan}
 */
export function plan(nodes, wide, level) {
  const root = hierarchy({ i: 0 }, (/** @type {{i: number}} */ d) => below(nodes, d.i).map((i) => ({ i })));
  tidy().nodeSize([1, level]).separation((/** @type {any} */ a, /** @type {any} */ b) => (wide(a.data.i) + wide(b.data.i)) / 2 + 8)(root);
  const all = /** @type {any[]} */ (root.descendants());
  const left = Math.min(...all.map((d) => d.x - wide(d.data.i) / 2));
  const right = Math.max(...all.map((d) => d.x + wide(d.data.i) / 2));
  return {
    places: all.map((d) => ({ x: d.x - left, y: d.y, i: d.data.i, parent: d.parent ? d.parent.data.i : -1, wide: wide(d.data.i) })),
    width: right - left, height: Math.max(...all.map((d) => d.y)),
  };
}

/**
 * Draws the lines from nodes to their children.
 * @param {Plan} p @param {(i: number) => number} tall the height of a node
 */
export function lines(p, tall) {
  const at = new Map(p.places.map((d) => [d.i, d]));
  return p.places.flatMap((d) => {
    const above = at.get(d.parent);
    if (!above) return [];
    const y = above.y + tall(above.i);
    return [svg('path', { class: 'edge', d: `M${above.x} ${y}C${above.x} ${y + 20} ${d.x} ${d.y - 20} ${d.x} ${d.y}` })];
  });
}

/** @param {Question} n */
const leaf = (n) => n.value !== undefined;

/** @param {Question} n */
const takes = (n) => (n.max ? 'takes the greatest' : 'takes the least');

/** Writes a number for the reader, with a true minus sign. @param {string} text */
export const pretty = (text) => text.replace('-inf', '−∞').replace('+inf', '+∞').replace('-', '−');

/**
 * Draws the whole tree. If it is wider than there is room, nodes that have one field are slim.
 * @param {Exercise} e @param {Filled} f @param {number} room in pixels
 */
export function wholeTree(e, f, room) {
  const windows = e.nodes.some((n) => n.ask?.includes('alpha'));
  const planned = (/** @type {number} */ card) => plan(e.nodes, (i) => (leaf(e.nodes[i]) ? 50 : card), windows ? 124 : 116);
  const roomy = planned(windows ? 160 : 156);
  const slim = !windows && roomy.width > room;
  const p = slim ? planned(112) : roomy;
  const picture = svg('svg', { width: p.width, height: p.height + 90, 'aria-hidden': 'true' }, ...lines(p, (i) => (e.nodes[i].ask?.includes('cut') ? 91 : 67)));
  const box = h('div', { class: slim ? 'numbers slim' : 'numbers' }, picture);
  box.style.setProperty('width', `${p.width}px`);
  box.style.setProperty('height', `${p.height + 94}px`);
  for (const d of p.places) {
    const element = node(e, d.i, f);
    element.style.setProperty('--wide', `${d.wide}px`);
    element.style.setProperty('left', `${d.x - d.wide / 2}px`);
    element.style.setProperty('top', `${d.y}px`);
    box.append(element);
  }
  return h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'the tree, to be filled in' }, box);
}

/** @param {Exercise} e @param {number} i @param {Filled} f */
function node(e, i, f) {
  const n = e.nodes[i];
  const asked = (n.ask ?? []).filter((field) => field !== 'cut');
  const where = n.parent < 0 ? null : h('span', { class: 'hidden' }, ` below ${e.nodes[n.parent].label}`);
  const spared = f.spared(i) || f.answer(i, 'cut') === 'yes';
  const box = h('fieldset', { class: `asking ${leaf(n) ? 'leaf' : n.max ? 'max' : 'min'}${spared ? ' spared' : ''}`, 'data-box': i },
    h('legend', {}, h('b', {}, n.label), leaf(n) ? null : h('span', {}, ` ${takes(n)}`), where));
  if (leaf(n)) box.append(h('b', { class: 'given' }, pretty(n.value ?? '')));
  if (asked.length > 0) box.append(h('div', { class: 'entries' }, ...asked.map((field) => entry(e, i, field, f))));
  if (n.ask?.includes('cut')) box.append(tick(e, i, f));
  return box;
}

/**
 * Makes a field with its label above it.
 * @param {Exercise} e @param {number} i @param {string} field @param {Filled} f
 */
function entry(e, i, field, f) {
  const input = /** @type {HTMLInputElement} */ (h('input', {
    type: 'text', inputmode: 'text', autocomplete: 'off', maxlength: 12, 'data-node': i, 'data-field': field, 'aria-label': `${field} of ${e.nodes[i].label}`,
    value: f.answer(i, field), disabled: f.spared(i) || f.answer(i, 'cut') === 'yes',
    oninput: () => f.set(i, field, input.value), onfocus: () => f.at(i, field),
  }));
  const box = h('span', { class: 'entry' }, h('span', { class: 'what', 'aria-hidden': 'true' }, signs[field]), input);
  show(box, input, f.mark(i, field));
  return box;
}

/** @param {Exercise} e @param {number} i @param {Filled} f */
function tick(e, i, f) {
  const input = /** @type {HTMLInputElement} */ (h('input', {
    type: 'checkbox', 'data-node': i, 'data-field': 'cut', 'aria-label': `${e.nodes[i].label} is cut off`, checked: f.answer(i, 'cut') === 'yes',
    disabled: f.spared(i), onchange: () => f.set(i, 'cut', input.checked ? 'yes' : ''), onfocus: () => f.at(i, 'cut'),
  }));
  const box = h('label', { class: 'cut' }, input, leaf(e.nodes[i]) ? 'cut' : signs.cut);
  show(box, input, f.mark(i, 'cut'));
  return box;
}

/**
 * Shows a mark at a field, or removes it.
 * @param {HTMLElement} box @param {Element} input @param {Mark|undefined} mark
 */
export function show(box, input, mark) {
  box.querySelector('.verdict')?.remove();
  input.classList.toggle('right', mark?.right === true);
  input.classList.toggle('wrong', mark?.right === false);
  if (!mark) {
    input.removeAttribute('aria-invalid');
    return;
  }
  input.setAttribute('aria-invalid', String(!mark.right));
  box.append(h('span', { class: `verdict ${mark.right ? 'tick' : 'cross'}` }, mark.right ? '✓' : '✗', h('span', { class: 'hidden' }, mark.right ? ' right.' : ' wrong.')));
}

/** Draws a map of the tree, and one node of it. @param {Exercise} e @param {Filled} f */
export function oneNode(e, f) {
  const inner = e.nodes.flatMap((n, i) => (leaf(n) ? [] : [i]));
  const p = plan(e.nodes, (i) => (leaf(e.nodes[i]) ? 12 : 40), 56);
  const part = (/** @type {number} */ n, /** @type {number} */ all) => `${(100 * n) / Math.max(all, 1)}%`;
  const height = p.height + 16; // the lowest row are leaves, which need 16 more
  const picture = svg('svg', { viewBox: `0 0 ${p.width} ${height}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' }, ...lines(p, () => 40));
  const gone = (/** @type {number} */ i) => f.spared(i) || f.answer(i, 'cut') === 'yes';
  const dots = p.places.filter((d) => leaf(e.nodes[d.i])).map((d) => {
    const dot = h('span', { class: `dot${gone(d.i) ? ' spared' : ''}` });
    dot.style.setProperty('left', part(d.x, p.width));
    dot.style.setProperty('top', `${d.y}px`);
    return dot;
  });
  const map = h('div', { class: 'map', role: 'group', 'aria-label': 'the nodes of the tree' }, picture, ...dots, ...p.places.filter((d) => !leaf(e.nodes[d.i])).map((d) => {
    const b = h('button', {
      type: 'button', class: `spot ${e.nodes[d.i].max ? 'max' : 'min'}${gone(d.i) ? ' spared' : ''}`, 'data-go': d.i,
      'aria-current': d.i === f.node ? 'true' : null, 'aria-label': `node ${e.nodes[d.i].label}`, onclick: () => f.go(d.i),
    }, e.nodes[d.i].label);
    b.style.setProperty('left', part(d.x, p.width));
    b.style.setProperty('top', `${d.y}px`);
    return b;
  }));
  map.style.setProperty('height', `${height}px`);
  const n = e.nodes[f.node];
  const ask = (n.ask ?? []).filter((field) => field !== 'cut');
  const next = inner[(inner.indexOf(f.node) + 1) % inner.length];
  return h('div', { class: 'single' }, map,
    h('fieldset', { class: 'asking large' }, h('legend', {}, h('b', {}, n.label), h('span', {}, ` ${takes(n)}`)),
      h('div', { class: 'entries' }, ...ask.map((field) => entry(e, f.node, field, f))),
      h('div', { class: 'children' }, ...below(e.nodes, f.node).map((c) => h('div', { class: `child${gone(c) ? ' spared' : ''}` },
        h('small', {}, e.nodes[c].label), h('b', {}, pretty(e.nodes[c].value ?? (f.answer(c, 'value') || '?'))), e.nodes[c].ask?.includes('cut') ? tick(e, c, f) : null)))),
    inner.length > 1 ? h('button', { type: 'button', class: 'next', onclick: () => f.go(next) }, `Next node: ${e.nodes[next].label}`) : null);
}
