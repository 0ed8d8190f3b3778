// The printed pages: a sheet on one page, and its solution on another. The drawing is
// scaled to the size of the paper.

import { drawBoard } from './board.js';
import { stateOf } from './api.js';
import { h, svg } from './dom.js';
import { lines, plan, pretty } from './sheet.js';

/** @typedef {import('./sheet.js').Exercise} Exercise */
/** @typedef {Map<string, string>} Answers by node and field */

/**
 * Makes a page to print.
 * @param {Exercise} e @param {string} title @param {string} number what distinguishes the sheet from others
 * @param {Answers} answers @param {boolean} solution
 */
export function page(e, title, number, answers, solution) {
  return h('section', { class: `page${solution ? ' solution' : ''}` },
    h('h2', {}, solution ? `Solution: ${title}` : title, h('span', { class: 'sheetnumber' }, number)),
    solution ? null : h('p', { class: 'namelines' }, h('span', {}, 'Name'), h('span', {}, 'Date')),
    solution ? null : h('p', {}, e.task),
    e.tree ? drawing(e, answers) : moves(e, answers));
}

/** Draws a board, and a line for each move. @param {Exercise} e @param {Answers} answers */
function moves(e, answers) {
  const board = h('div', { class: 'paperboard' });
  stateOf(e.game, e.position ?? '', []).then((s) => {
    drawBoard(board, s);
    board.prepend(h('p', {}, s.verdict));
  }).catch(() => { /* the view shows the error */ });
  return h('div', { class: 'papermoves' }, board, h('ul', {}, ...e.nodes.flatMap((n, i) => (n.ask ? [h('li', {}, h('span', {}, `after ${n.label}`), h('span', { class: 'blank' }, answers.get(`${i} value`) ?? ''))] : []))));
}

const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ content, /** @type {Record<string, any>} */ more = {}) => svg('text', { x, y, 'text-anchor': 'middle', ...more }, content);

/** Draws the tree with fields to write into. @param {Exercise} e @param {Answers} answers */
function drawing(e, answers) {
  const windows = e.nodes.some((n) => n.ask?.includes('alpha'));
  const card = windows ? 126 : 64;
  // A card has room for its name, MAX or MIN, and the box of a cut-off at the right.
  const wide = (/** @type {number} */ i) => Math.max(card, e.nodes[i].label.length * 9 + 38 + (e.nodes[i].ask?.includes('cut') ? 48 : 0));
  const p = plan(e.nodes, (i) => (e.nodes[i].value === undefined ? wide(i) : 30), windows ? 112 : 104);
  const spared = (/** @type {number} */ i) => { // the node, or a node above it, is ticked
    for (let at = i; at >= 0; at = e.nodes[at].parent) if (answers.get(`${at} cut`) === 'yes') return true;
    return false;
  };
  const nodes = p.places.map((d) => {
    const n = e.nodes[d.i];
    const dashed = spared(d.i) ? '4 3' : null;
    const name = text(d.x, d.y + 14, n.label, { class: 'name' });
    const group = svg('g', {}, name);
    if (n.value !== undefined) {
      group.append(text(d.x, d.y + 34, pretty(n.value), { class: 'number' }));
    } else {
      const half = wide(d.i) / 2;
      const fields = (n.ask ?? []).filter((f) => f !== 'cut');
      group.prepend(svg('rect', { class: 'card', x: d.x - half, y: d.y, width: 2 * half, height: 66, rx: n.max ? 4 : 22, 'stroke-dasharray': dashed }));
      name.append(' ', svg('tspan', { class: 'small' }, n.max ? 'MAX' : 'MIN'));
      fields.forEach((field, k) => {
        const x = d.x + (k - (fields.length - 1) / 2) * 39;
        group.append(svg('rect', { class: 'field', x: x - 18, y: d.y + 32, width: 36, height: 26, rx: 3 }), text(x, d.y + 28, { alpha: 'α', beta: 'β', value: 'value' }[field] ?? field, { class: 'small' }),
          text(x, d.y + 50, pretty(answers.get(`${d.i} ${field}`) ?? ''), { class: 'answer' }));
      });
    }
    if (n.ask?.includes('cut')) { // a box to tick, next to the node's name
      const x = n.value === undefined ? d.x + wide(d.i) / 2 - (n.max ? 20 : 30) : d.x - 6; // the corners of MIN's card are round
      const y = n.value === undefined ? d.y + 4 : d.y + 40;
      group.append(svg('rect', { class: 'field', x, y, width: 12, height: 12, rx: 2 }));
      if (answers.get(`${d.i} cut`) === 'yes') group.append(svg('path', { class: 'stroke', d: `M${x + 2} ${y + 2}l8 8m0 -8l-8 8` }));
    }
    return group;
  });
  return h('div', { class: 'drawing' }, svg('svg', { viewBox: `-2 -2 ${p.width + 4} ${p.height + 72}`, role: 'img', 'aria-label': 'the tree' }, ...lines(p, () => 66), ...nodes),
    windows ? h('p', { class: 'small' }, 'The small boxes are for cut-offs: cross the first node of each branch that is never visited.') : null);
}
