// Exercises: a tree or a position made from a seed, filled in by the learner
// and marked.

import { engine, stateOf } from './api.js';
import { drawBoard } from './board.js';
import { announce, button, choices, copy, fill, find, h, svg } from './dom.js';
import { link, state, update } from './store.js';
import { hierarchy, tree as tidy } from './vendor/d3-hierarchy.js';

/**
 * @typedef {{label: string, parent: number, max: boolean, move?: string, value?: string, ask?: string[]}} Question
 * @typedef {{kind: string, seed: number, task: string, game?: string, position?: string, nodes: Question[]}} Exercise
 * @typedef {{node: number, field: string, right: boolean, given: string, want: string, why: string}} Mark
 */

const now = {
  /** @type {Exercise|null} */ exercise: null,
  /** @type {Map<string, string>} answers by node and field */ answers: new Map(),
  /** @type {Map<string, Mark>|null} */ marks: null,
  error: '',
  shown: '',
};

const kinds = /** @type {[string, string][]} */ ([['minimax', 'values by minimax'], ['alphabeta', 'windows and cut-offs'], ['alphabeta-strict', 'the same, cut only if α > β'], ['position', 'moves of a position']]);

/** Builds the view once. @param {HTMLElement} view */
export function buildExercise(view) {
  fill(view,
    h('div', { class: 'treebar' }, h('div', { class: 'fields' }, h('div', { id: 'exercisekind' }), h('div', { id: 'exercisenumber' })),
      h('div', { class: 'buttons' },
        button('Another', () => update({ exercise: 1 + Math.floor(Math.random() * 999_999) }), { id: 'another' }),
        button('Copy link', () => copy(new URL(link(), location.href).href, 'link')),
        button('Print', () => window.print()))),
    h('p', { id: 'task', class: 'task' }),
    h('form', { id: 'sheet', onsubmit: mark }));
}

/** Shows the exercise of the state. */
export async function showExercise() {
  const number = /** @type {HTMLInputElement} */ (h('input', {
    type: 'number', min: 1, max: 999_999_999, value: state.exercise,
    onchange: () => update({ exercise: Math.min(Math.max(Math.floor(Number(number.value)) || 1, 1), 999_999_999) }),
  }));
  choices(find('#exercisekind'), [['Exercise', kinds, state.kind, (kind) => update({ kind })]]);
  fill(find('#exercisenumber'), h('label', { class: 'field' }, h('span', {}, 'Number'), number));
  const wanted = `${state.kind} ${state.exercise}`;
  if (wanted !== now.shown) Object.assign(now, { exercise: null, marks: null, error: '', answers: new Map(), shown: wanted });
  try {
    const exercise = await engine.ask('exercise', { kind: state.kind, seed: state.exercise });
    if (now.shown !== wanted) return;
    now.exercise = exercise;
  } catch (error) {
    if (now.shown !== wanted) return;
    now.error = /** @type {Error} */ (error).message;
  }
  draw();
}

function draw() {
  const sheet = find('#sheet');
  const e = now.exercise;
  find('#task').textContent = now.error || (e ? e.task : 'One moment…');
  find('#task').classList.toggle('wrong', now.error !== '');
  if (!e) return fill(sheet);
  const right = now.marks ? [...now.marks.values()].filter((m) => m.right).length : 0;
  fill(sheet, e.game ? position(e) : numbers(e),
    h('div', { class: 'buttons' }, h('button', { type: 'submit', class: 'primary', id: 'mark' }, 'Mark my answers'),
      button('Clear', () => { now.answers.clear(); now.marks = null; draw(); }),
      now.marks ? h('output', { id: 'result', class: right === now.marks.size ? 'result all' : 'result' }, `${right} of ${now.marks.size} right`) : null),
    explanations());
}

/** What was wrong, in words. */
function explanations() {
  const wrong = now.marks ? [...now.marks.values()].filter((m) => !m.right) : [];
  if (wrong.length === 0) return null;
  return h('ul', { class: 'faults', id: 'faults' }, ...wrong.map((m) => h('li', {},
    h('b', {}, `${now.exercise?.nodes[m.node].move ?? now.exercise?.nodes[m.node].label} ${m.field === 'cut' ? 'cut off' : m.field}: `),
    m.field === 'cut' ? '' : `${m.given ? `not ${m.given}, but ${m.want}` : m.want}. `, `${m.why}.`)));
}

/** A position, with a question for each move. @param {Exercise} e */
function position(e) {
  const board = h('div', { class: 'sheetboard' });
  stateOf(/** @type {string} */ (e.game), /** @type {string} */ (e.position), []).then((s) => {
    drawBoard(board, s);
    board.prepend(h('p', {}, s.verdict));
  });
  return h('div', { class: 'sheet' }, board, h('div', { class: 'asked' }, ...e.nodes.map((n, i) => {
    if (!n.ask) return null;
    const id = `answer-${i}`;
    const chosen = answer(i, 'value');
    const select = /** @type {HTMLSelectElement} */ (h('select', {
      id, 'data-node': i, 'data-field': 'value', onchange: () => now.answers.set(`${i} value`, select.value), ...said(i, 'value'),
    }, ...['', 'win', 'draw', 'loss'].map((v) => h('option', { value: v, selected: v === chosen }, v || 'choose'))));
    return h('div', { class: 'question' }, h('label', { for: id }, `After ${n.move}`), select, verdict(i, 'value'));
  })));
}

/** @param {number} node @param {string} field */
const answer = (node, field) => now.answers.get(`${node} ${field}`) ?? '';

/** Attributes of a field that was marked. @param {number} node @param {string} field */
function said(node, field) {
  const m = now.marks?.get(`${node} ${field}`);
  return m ? { 'aria-invalid': String(!m.right), class: m.right ? 'right' : 'wrong' } : {};
}

/** A sign beside a marked field. @param {number} node @param {string} field */
function verdict(node, field) {
  const m = now.marks?.get(`${node} ${field}`);
  return m ? h('span', { class: m.right ? 'tick' : 'cross' }, m.right ? '✓' : '✗', h('span', { class: 'hidden' }, m.right ? ' right' : ' wrong')) : null;
}

const boxWidth = 96; // of a node with questions; a leaf is narrower
const leafWidth = 68;

/** A tree of numbers. @param {Exercise} e */
function numbers(e) {
  const tall = e.kind.startsWith('alphabeta');
  const root = hierarchy({ i: 0 }, (/** @type {{i: number}} */ d) => e.nodes.flatMap((n, i) => (n.parent === d.i ? [{ i }] : [])));
  const wide = (/** @type {any} */ d) => (e.nodes[d.data.i].value === undefined ? boxWidth : leafWidth);
  tidy().nodeSize([1, tall ? 168 : 96]).separation((/** @type {any} */ a, /** @type {any} */ b) => (wide(a) + wide(b)) / 2 + 6)(root);
  const all = /** @type {any[]} */ (root.descendants());
  const left = Math.min(...all.map((d) => d.x)) - boxWidth / 2;
  const width = Math.max(...all.map((d) => d.x)) + boxWidth / 2 - left;
  const height = Math.max(...all.map((d) => d.y)) + (tall ? 150 : 80);
  const lines = svg('svg', { viewBox: `0 0 ${width} ${height}`, width, height, 'aria-hidden': 'true' });
  const box = h('div', { class: 'numbers' }, lines);
  box.style.width = `${width}px`;
  box.style.height = `${height}px`;
  for (const d of all) {
    if (d.parent) lines.append(svg('line', { x1: d.parent.x - left, y1: d.parent.y + 24, x2: d.x - left, y2: d.y + 4 }));
    const element = node(e, d.data.i);
    element.style.setProperty('--wide', `${wide(d)}px`);
    element.style.left = `${d.x - left - wide(d) / 2}px`;
    element.style.top = `${d.y}px`;
    box.append(element);
  }
  const scroll = h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'the tree, to be filled in' }, box);
  // The root is in sight first; what was scrolled to stays when it is marked.
  const was = document.querySelector('.scroll')?.scrollLeft;
  requestAnimationFrame(() => { scroll.scrollLeft = now.marks && was !== undefined ? was : all[0].x - left - scroll.clientWidth / 2; });
  return scroll;
}

/** @param {Exercise} e @param {number} i */
function node(e, i) {
  const n = e.nodes[i];
  const who = n.max ? 'MAX' : 'MIN';
  const box = h('fieldset', { class: `asking ${n.max ? 'max' : 'min'}` },
    h('legend', {}, n.value === undefined ? `${n.label} ${who}` : n.label, e.kind.startsWith('alphabeta') || n.parent < 0 ? null : h('span', { class: 'hidden' }, ` below ${e.nodes[n.parent].label}`)));
  if (n.value !== undefined) box.append(h('b', { class: 'given' }, n.value));
  for (const field of n.ask ?? []) {
    const name = `${field} of ${n.label}`;
    if (field === 'cut') {
      const input = /** @type {HTMLInputElement} */ (h('input', {
        type: 'checkbox', 'data-node': i, 'data-field': 'cut', 'aria-label': `${n.label} is cut off`, checked: answer(i, 'cut') === 'yes',
        onchange: () => now.answers.set(`${i} cut`, input.checked ? 'yes' : 'no'), ...said(i, 'cut'),
      }));
      box.append(h('label', { class: 'cut' }, input, 'cut', verdict(i, 'cut')));
      continue;
    }
    const input = /** @type {HTMLInputElement} */ (h('input', {
      type: 'text', inputmode: 'text', size: 4, autocomplete: 'off', maxlength: 12, 'data-node': i, 'data-field': field, 'aria-label': name,
      placeholder: e.kind.startsWith('alphabeta') ? field : '', value: answer(i, field), oninput: () => now.answers.set(`${i} ${field}`, input.value), ...said(i, field),
    }));
    box.append(h('span', { class: 'entry' }, e.kind.startsWith('alphabeta') ? h('span', { class: 'what', 'aria-hidden': 'true' }, { alpha: 'α', beta: 'β', value: 'v' }[field]) : null, input, verdict(i, field)));
  }
  return box;
}

/** @param {Event} event */
async function mark(event) {
  event.preventDefault();
  const answers = [...now.answers].filter(([, text]) => text !== '').map(([key, text]) => {
    const [at, field] = key.split(' ');
    return { node: Number(at), field, text };
  });
  try {
    const marked = await engine.ask('mark', { kind: state.kind, seed: state.exercise, answers });
    now.marks = new Map(/** @type {Mark[]} */ (marked.marks).map((m) => [`${m.node} ${m.field}`, m]));
    draw();
    announce(`${marked.right} of ${marked.of} right`);
    find('#mark').focus();
  } catch (error) {
    now.error = /** @type {Error} */ (error).message;
    draw();
  }
}
