// The essays, each next to the tree that it explains. Each session in an essay opens
// its own tree.

import { button, copy, fill, find, h, refill } from './dom.js';
import { link, note, state, update } from './store.js';
import { showTree, treeAddress } from './tree.js';
import { essayFile, say } from './words.js';

/** @type {[string, string][]} */
const essays = [['minimax', 'Minimax'], ['alphabeta', 'Alpha-beta'], ['mcts', 'Monte-Carlo']];

let shown = '';

/** Builds the view once. @param {HTMLElement} view */
export function buildLearn(view) {
  fill(view, h('nav', { id: 'essays', 'aria-label': 'essays' }), h('article', { id: 'essay' }));
}

/** Shows the essay that the state names, and its tree. */
export async function showLearn() {
  if (!essays.some(([name]) => name === state.essay)) note({ essay: essays[0][0] });
  refill(find('#essays'), ...essays.map(([name, title]) => h('a', {
    href: `#learn?essay=${name}`, 'aria-current': name === state.essay ? 'page' : null,
  }, title)), h('a', { href: '#courses?' }, 'Courses'), button('Copy link', () => copy(new URL(link(treeAddress()), location.href).href, 'link'), { id: 'copy-lesson' }));
  if (shown !== state.essay) {
    try {
      await load(state.essay);
      if (state.view !== 'learn') return; // the reader has left the view
    } catch (error) {
      shown = '';
      fill(find('#essay'), h('p', { class: 'box', role: 'alert' }, `The essay could not be loaded: ${/** @type {Error} */ (error).message}. Try again when the server answers.`));
      return;
    }
  }
  // A reader who opens an essay sees its first tree.
  const trees = [...find('#essay').querySelectorAll('[data-tree]')].map((figure) => figure.getAttribute('data-tree') ?? '');
  if (!trees.includes(state.lesson)) note({ lesson: trees[0], moment: 0, node: -1, under: 0 });
  mark();
  return showTree();
}

/** Loads an essay: a file of the page, made from docs. @param {string} name */
async function load(name) {
  const response = await fetch(essayFile(name));
  if (!response.ok) throw new Error(`the answer is ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  find('#essay').replaceChildren(...page.body.childNodes);
  find('#essay').scrollTop = 0;
  shown = name;
  for (const ask of find('#essay').querySelectorAll('.ask')) answerable(ask);
  for (const a of find('#essay').querySelectorAll('figcaption a')) {
    a.addEventListener('click', (event) => {
      event.preventDefault();
      update({ lesson: a.closest('[data-tree]')?.getAttribute('data-tree') ?? '' });
    });
  }
}

/** Marks the chosen answer of a question, and says why it is right or wrong. @param {Element} ask */
function answerable(ask) {
  const answers = [...ask.querySelectorAll('button')];
  const verdict = /** @type {Element} */ (ask.querySelector('.verdict'));
  for (const answer of answers) {
    answer.addEventListener('click', () => {
      for (const other of answers) other.setAttribute('aria-pressed', String(other === answer));
      const right = answer.dataset.right === 'true';
      verdict.className = `verdict ${right ? 'right' : 'wrong'}`;
      fill(verdict, h('i', { 'aria-hidden': 'true' }, right ? '✓' : '✗'), ` ${say(right ? 'Right.' : 'Not so.')} ${answer.dataset.said}`);
    });
  }
}

/** Marks the session whose tree is shown. */
function mark() {
  for (const figure of find('#essay').querySelectorAll('[data-tree]')) figure.classList.toggle('shown', figure.getAttribute('data-tree') === state.lesson);
}
