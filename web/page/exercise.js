// Exercises: a tree or a position, made from a number or typed. The learner fills it in
// and asks for it to be marked.

import { forget, keep, listed, recall, saveResults, sendResults, taken, worked } from './answers.js';
import { engine, stateOf } from './api.js';
import { drawBoard } from './board.js';
import { announce, button, choices, copy, fill, find, h, toast } from './dom.js';
import { gamesList, titleOf } from './games.js';
import { TreeEditor } from './owntree.js';
import { page } from './paper.js';
import { tell } from './scorm.js';
import { oneNode, pretty, show, wholeTree } from './sheet.js';
import { embedded, link, packaged, state, update } from './store.js';
import { say } from './words.js';

/** @typedef {import('./sheet.js').Exercise} Exercise */
/** @typedef {import('./sheet.js').Mark} Mark */
/** @typedef {{node: number, field: string, text: string, why: string}} Solved */

const now = {
  /** @type {Exercise|null} */ exercise: null,
  /** @type {Map<string, string>} by node and field */ answers: new Map(),
  /** @type {Map<string, Mark>} */ marks: new Map(),
  /** @type {{right: number, wrong: number, open: number, of: number}|null} of the last check of all answers */ all: null,
  /** @type {Map<string, number>} the level of the last hint */ hints: new Map(),
  /** @type {Solved[]|null} */ solution: null,
  node: 0, // the node that is shown, or has the keyboard focus
  about: 0, field: 'value', // the question that has the focus
  said: '', error: '', shown: '',
};

/** @type {TreeEditor} */
let editor;
const narrow = matchMedia('(max-width: 719px)');

const kinds = /** @type {[string, string][]} */ ([['minimax', 'Values by minimax'], ['alphabeta', 'Windows and cut-offs'], ['alphabeta-strict', 'The same, cut only if α > β'], ['position', 'Moves of a position']]);
const title = () => kinds.find(([kind]) => kind === state.kind)?.[1] ?? 'Exercise';
const sheetName = () => (state.tree ? 'A tree of your own' : `Sheet ${state.exercise}`);
const key = (/** @type {number} */ node, /** @type {string} */ field) => `${node} ${field}`;

/** The request that asks the API for the exercise. */
const named = () => {
  if (state.tree) return { kind: state.kind, tree: state.tree };
  const about = state.kind === 'position' ? state.about : '';
  return { kind: state.kind, seed: state.exercise, ...(about && { game: about }) };
};

/** Builds the view once. @param {HTMLElement} view */
export function buildExercise(view) {
  view.classList.toggle('packaged', packaged);
  const own = h('details', { id: 'own', ontoggle: () => { if (/** @type {HTMLDetailsElement} */ (own).open) openEditor(); } }, h('summary', {}, 'A tree of your own'), h('div', { id: 'owneditor', class: 'panel' }));
  fill(view,
    h('div', { class: 'exercisehead' }, h('h2', { id: 'sheettitle' }), h('p', { id: 'task', class: 'task' })),
    h('div', { class: 'exercisebar' },
      h('div', { class: 'fields' }, h('div', { id: 'exercisekind' }), h('div', { id: 'exercisegame', hidden: true }), h('div', { id: 'exercisenumber' })),
      h('div', { class: 'buttons' }, button('Copy link', () => copy(new URL(link(), location.href).href, 'link')),
        h('a', { id: 'walk', class: 'button', hidden: true }, 'Walk this tree'), button('Print', () => print(false), { id: 'print' }),
        button('Print with solution', () => print(true), { id: 'printboth' }), button('Next sheet', () => update({ tree: '', exercise: nextNumber() }), { id: 'another' }))),
    own, h('form', { id: 'sheet', onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); check(null); } }),
    h('div', { id: 'feedback' }), h('div', { id: 'solution', hidden: true }), results(), h('div', { id: 'paper', 'aria-hidden': 'true' }));
  editor = new TreeEditor(find('#owneditor'), {
    changed: (tree) => update({ tree, kind: state.kind === 'position' ? 'minimax' : state.kind }),
    done: () => {
      /** @type {HTMLDetailsElement} */ (own).open = false;
      document.querySelector('#sheet input')?.scrollIntoView({ block: 'center' });
      /** @type {HTMLElement|null} */ (document.querySelector('#sheet input'))?.focus();
    },
  });
  narrow.addEventListener('change', () => draw());
}

const nextNumber = () => 1 + Math.floor(Math.random() * 999_999);

/** Opens the editor with the tree of the sheet. */
function openEditor() {
  const e = now.exercise;
  if (e?.tree) editor.show(e.tree, e.nodes);
  else void editor.read('((3 5) (2 9))', '');
}

/** Offers the games for an exercise about a position: the first game of all, the game of the view "Play", and the game of the link. */
async function offerGames() {
  const box = find('#exercisegame');
  const games = state.kind === 'position' && !state.tree ? await gamesList().catch(() => []) : [];
  box.hidden = games.length === 0;
  if (box.hidden) return;
  const names = new Set(['', state.about, [games[0].name, games[0].full].includes(state.game) ? '' : state.game]);
  choices(box, [['Game', [...names].map((name) => /** @type {[string, string]} */ ([name, name ? titleOf(games, name) : games[0].title])), state.about, (about) => update({ about })]]);
}

/** Shows the exercise that the state names. */
export async function showExercise() {
  const number = /** @type {HTMLInputElement} */ (h('input', {
    type: 'number', min: 1, max: 999_999_999, value: state.tree ? '' : state.exercise,
    onchange: () => update({ tree: '', exercise: Math.min(Math.max(Math.floor(Number(number.value)) || 1, 1), 999_999_999) }),
  }));
  choices(find('#exercisekind'), [['Exercise', state.tree ? kinds.filter(([kind]) => kind !== 'position') : kinds, state.kind, (kind) => update({ kind })]]);
  fill(find('#exercisenumber'), h('label', { class: 'field' }, h('span', {}, 'Number'), number));
  void offerGames();
  const wanted = JSON.stringify(named());
  if (wanted !== now.shown) Object.assign(now, { exercise: null, marks: new Map(), hints: new Map(), all: null, solution: null, said: '', error: '', answers: new Map(), shown: wanted, node: 0, about: 0, field: 'value' });
  else if (now.exercise) return;
  try {
    const exercise = await engine.ask('exercise', named());
    if (now.shown !== wanted) return;
    now.exercise = exercise;
    now.answers = recall(exercise);
    now.error = '';
    const asked = exercise.nodes.findIndex((/** @type {import('./sheet.js').Question} */ n) => n.ask?.some((f) => f !== 'cut'));
    Object.assign(now, { node: asked, about: asked, field: exercise.nodes[asked].ask[0] });
    if (/** @type {HTMLDetailsElement} */ (find('#own')).open && exercise.tree) editor.show(exercise.tree, exercise.nodes);
  } catch (error) {
    if (now.shown !== wanted) return;
    now.error = /** @type {Error} */ (error).message;
    now.shown = ''; // so that it is requested again
  }
  draw();
}

/** @type {import('./sheet.js').Filled} */
const filled = {
  answer: (node, field) => now.answers.get(key(node, field)) ?? '',
  set(node, field, text) {
    if (text === '') now.answers.delete(key(node, field));
    else now.answers.set(key(node, field), text);
    now.marks.delete(key(node, field)); // the mark belonged to another answer
    now.all = null;
    if (now.exercise) keep(now.exercise, now.answers);
    if (field === 'cut') return draw();
    for (const input of document.querySelectorAll(`#sheet [data-node="${node}"][data-field="${field}"]`)) show(/** @type {HTMLElement} */ (input.parentElement), input, undefined);
    feedback();
  },
  mark: (node, field) => now.marks.get(key(node, field)),
  at(node, field) {
    if (node === now.about && field === now.field) return;
    // On a narrow screen the box of a cut-off is in the card of the parent node.
    Object.assign(now, { node: narrow.matches && field === 'cut' ? now.node : node, about: node, field, said: '' });
    current();
    feedback();
  },
  go(node) {
    Object.assign(now, { node, about: node, field: now.exercise?.nodes[node].ask?.find((f) => f !== 'cut') ?? 'value', said: '' });
    draw();
    /** @type {HTMLElement|null} */ (document.querySelector(`[data-go="${node}"]`))?.focus();
  },
  get node() { return now.node; },
  spared: (node) => above(node).some((i) => now.answers.get(key(i, 'cut')) === 'yes'),
};

/** Lists the ancestors of a node. @param {number} node */
function above(node) {
  const all = [];
  const nodes = now.exercise?.nodes ?? [];
  for (let i = nodes[node]?.parent ?? -1; i >= 0; i = nodes[i].parent) all.push(i);
  return all;
}

function draw() {
  const e = now.exercise;
  find('#sheettitle').textContent = say(`${sheetName()}: ${title().toLowerCase()}`);
  find('#task').textContent = say(now.error || (e ? e.task : 'One moment…'));
  find('#task').classList.toggle('wrong', now.error !== '');
  const walk = find('#walk');
  walk.hidden = !e;
  if (e) walk.setAttribute('href', link({ view: 'tree', game: e.game, position: e.position ?? '', moves: [], at: 0, algorithm: e.algorithm, depth: 0 }));
  if (e) walk.textContent = say(e.tree ? 'Walk this tree' : 'Walk its tree');
  if (!e) {
    for (const box of ['#sheet', '#feedback', '#paper']) fill(find(box));
    find('#solution').hidden = true;
    return;
  }
  const had = /** @type {HTMLElement|null} */ (document.activeElement);
  const focused = had?.closest('#sheet') ? [had.dataset.node, had.dataset.field] : null;
  const was = document.querySelector('#sheet .scroll')?.scrollLeft;
  fill(find('#sheet'), e.tree ? (narrow.matches ? oneNode(e, filled) : wholeTree(e, filled, find('#sheet').clientWidth - 40)) : position(e), h('button', { type: 'submit', class: 'hidden', tabindex: -1, 'aria-hidden': 'true' }, 'Check'));
  const scroll = document.querySelector('#sheet .scroll');
  if (scroll) scroll.scrollLeft = was ?? (scroll.scrollWidth - scroll.clientWidth) / 2;
  if (focused) /** @type {HTMLElement|null} */ (document.querySelector(`#sheet [data-node="${focused[0]}"][data-field="${focused[1]}"]`))?.focus();
  current();
  feedback();
  solution();
  paper(now.solution !== null);
}

/** Marks the node that has the keyboard focus with a ring. */
function current() {
  for (const box of document.querySelectorAll('#sheet [data-box]')) box.classList.toggle('now', /** @type {HTMLElement} */ (box).dataset.box === String(now.node));
}

/** Draws a position with a question for each move. @param {Exercise} e */
function position(e) {
  const board = h('div', { class: 'sheetboard' });
  stateOf(e.game, e.position ?? '', []).then((s) => {
    drawBoard(board, s);
    board.prepend(h('p', {}, s.verdict));
  }).catch((error) => { board.textContent = say(error.message); });
  return h('div', { class: 'sheet' }, board, h('div', { class: 'asked' }, ...e.nodes.map((n, i) => {
    if (!n.ask) return null;
    const id = `answer-${i}`;
    const chosen = filled.answer(i, 'value');
    const select = /** @type {HTMLSelectElement} */ (h('select', {
      id, 'data-node': i, 'data-field': 'value', onchange: () => filled.set(i, 'value', select.value), onfocus: () => filled.at(i, 'value'),
    }, ...['', 'win', 'draw', 'loss'].map((v) => h('option', { value: v, selected: v === chosen }, v || 'choose'))));
    const box = h('span', { class: 'entry' }, select);
    show(box, select, filled.mark(i, 'value'));
    return h('div', { class: 'question' }, h('label', { for: id }, `After ${n.move}`), box);
  })));
}

/** Names a question. @param {number} node @param {string} field */
const question = (node, field) => {
  const n = now.exercise?.nodes[node];
  return say(now.exercise?.tree ? `${n?.label} ${field === 'cut' ? 'cut off' : field}` : `After ${n?.label}`);
};

/** Writes how many answers are right. @param {{right: number, wrong: number, open: number, of: number}} all */
const counted = (all) => `${all.right} of ${all.of} right${all.wrong ? `, ${all.wrong} wrong` : ''}${all.open ? `, ${all.open} open` : ''}`;

/** Shows what was said about the answers, and the buttons. */
function feedback() {
  const e = now.exercise;
  if (!e) return;
  const wrong = [...now.marks.values()].filter((m) => !m.right);
  const { all } = now;
  const degree = now.hints.get(key(now.about, now.field)) ?? 0;
  const focus = document.activeElement?.id;
  const { about } = now;
  fill(find('#feedback'),
    h('div', { class: 'whybox' },
      now.said ? h('p', { id: 'hint', class: 'why' }, h('b', {}, `${question(about, now.field)}: `), now.said) : null,
      wrong.length > 0 ? h('ul', { class: 'faults', id: 'faults' }, ...wrong.map((m) => h('li', {},
        button(`${question(m.node, m.field)}: ${m.field === 'cut' ? 'it is visited' : `not ${pretty(m.given)}`}`, () => goTo(m.node, m.field)), m.note ? ` ${m.note}.` : ''))) : null),
    h('div', { class: 'buttons' },
      all ? h('span', { id: 'result', class: all.right === all.of ? 'result all' : 'result' }, counted(all)) : null,
      button(['Hint', 'Which numbers?', 'Show the answer', 'Show the answer'][degree], hint, { id: 'hintbutton', title: `a hint about ${question(about, now.field)}`, disabled: packaged && degree === 2 }),
      button(`Check ${e.nodes[about].label}`, () => check(about), { id: 'checknode' }),
      button('Check all', () => check(null), { id: 'mark', class: 'primary' }),
      button(now.solution ? 'Hide the solution' : 'Solution', showSolution, { id: 'showsolution' }),
      button('Clear', clear, { id: 'clear' })));
  if (focus) document.getElementById(focus)?.focus();
}

function clear() {
  now.answers.clear();
  Object.assign(now, { marks: new Map(), hints: new Map(), all: null, solution: null, said: '' });
  if (now.exercise) keep(now.exercise, now.answers);
  draw();
}

/** Moves the keyboard focus to a question. @param {number} node @param {string} field */
function goTo(node, field) {
  if (narrow.matches) filled.go(field === 'cut' ? Math.max(now.exercise?.nodes[node].parent ?? 0, 0) : node);
  /** @type {HTMLElement|null} */ (document.querySelector(`#sheet [data-node="${node}"][data-field="${field}"]`))?.focus();
}

/** Runs a request, and shows its error. @param {() => Promise<void>} what */
async function tried(what) {
  try {
    await what();
  } catch (error) {
    now.said = /** @type {Error} */ (error).message;
    feedback();
  }
}

/** Asks for marks for the answers at one node, or at all. @param {number|null} node */
function check(node) {
  return tried(async () => {
    const wanted = now.shown;
    const answers = listed(now.answers).filter((a) => (node === null || a.node === node) && !filled.spared(a.node) && (a.field === 'cut' || filled.answer(a.node, 'cut') !== 'yes'));
    const marked = await engine.ask('mark', { ...named(), answers });
    if (wanted !== now.shown) return;
    if (node === null) now.marks.clear();
    for (const m of /** @type {Mark[]} */ (marked.marks)) now.marks.set(key(m.node, m.field), m);
    now.all = node === null ? marked : null;
    if (node === null && packaged) tell(marked);
    now.said = '';
    draw();
    const some = node === null ? counted(marked) : `${now.exercise?.nodes[node].label}: ${marked.right} right, ${marked.wrong} wrong`;
    if (answers.length > 0) announce(some);
    else toast(node === null ? 'nothing is filled in yet' : `nothing is filled in at ${now.exercise?.nodes[node].label} yet`);
  });
}

/** Shows the next hint about the question that has the keyboard focus. */
function hint() {
  return tried(async () => {
    const wanted = now.shown;
    const { about: node, field } = now;
    const degree = Math.min((now.hints.get(key(node, field)) ?? 0) + 1, 3);
    const given = await engine.ask('hint', { ...named(), node, field, degree });
    if (wanted !== now.shown || node !== now.about || field !== now.field) return;
    now.hints.set(key(node, field), degree);
    now.said = given.text;
    feedback();
    announce(given.text);
  });
}

/** Asks for the right answers. */
async function solve() {
  now.solution ??= (await engine.ask('answers', named())).answers;
}

function showSolution() {
  return tried(async () => {
    if (now.solution) now.solution = null;
    else await solve();
    feedback();
    solution();
    paper(now.solution !== null);
  });
}

/** Shows the right answers in words. */
function solution() {
  const box = find('#solution');
  box.hidden = !now.solution;
  fill(box, ...(now.solution ? [h('h2', {}, 'Solution'), h('ol', {}, ...now.solution.map((s) => h('li', {}, h('b', {}, `${question(s.node, s.field)}: `), s.field === 'cut' ? '' : `${say(pretty(s.text))}. `, s.why)))] : []));
}

/**
 * Builds the pages for the printer: the sheet, and the solution if both is set.
 * @param {boolean} both
 */
function paper(both) {
  const e = now.exercise;
  if (!e) return;
  const right = new Map((now.solution ?? []).map((s) => [key(s.node, s.field), s.text]));
  fill(find('#paper'), page(e, title(), sheetName(), now.answers, false), both ? page(e, title(), sheetName(), right, true) : null);
}

/** @param {boolean} both */
function print(both) {
  return tried(async () => {
    if (both) await solve();
    paper(both);
    window.print();
  });
}

/** Builds the field for the learner's name, and the buttons that save or send the results. */
function results() {
  const name = /** @type {HTMLInputElement} */ (h('input', { id: 'learner', type: 'text', maxlength: 80, autocomplete: 'name' }));
  const said = h('p', { id: 'sent', role: 'status' });
  const later = (/** @type {() => Promise<string>} */ what) => async () => {
    try {
      said.textContent = say(worked() === 0 ? 'nothing was answered yet' : await what());
    } catch (error) {
      said.textContent = say(/** @type {Error} */ (error).message);
    }
  };
  const send = button('Send my results', later(async () => {
    const { right, of, exercises } = await sendResults(name.value);
    return `sent: ${right} of ${of} right in ${exercises === 1 ? '1 exercise' : `${exercises} exercises`}`;
  }), { id: 'send', hidden: true });
  taken().then((yes) => { send.hidden = !yes; }).catch(() => { /* then results can only be saved as a file */ });
  return h('details', { id: 'results', hidden: embedded }, h('summary', {}, 'My results'), h('p', { class: 'soft' }, 'Your answers stay in this browser until you send or save them.'),
    h('div', { class: 'buttons' }, h('label', { class: 'field' }, h('span', {}, 'Name'), name), send,
      button('Save as a file', later(async () => `saved: ${await saveResults(name.value)}`), { id: 'savefile' }),
      button('Forget all answers', () => { forget(); clear(); said.textContent = say('forgotten'); }, { id: 'forget' })), said);
}
