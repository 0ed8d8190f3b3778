// The page: three views of one state.

import { local } from './api.js';
import { button, fill, find, h, refill, svg, toast } from './dom.js';
import { buildExercise, showExercise } from './exercise.js';
import { prepareFirst } from './first.js';
import { gamesList } from './games.js';
import { buildLearn, showLearn } from './learn.js';
import { gameButton } from './menu.js';
import { buildPlay, leavePlay, playKey, redo, redrawPlay, restart, showPlay, toggleBest, toggleScores, undo } from './play.js';
import { now } from './shown.js';
import { embedded, goneTo, link, restore, state, subscribe, update } from './store.js';
import { buildTree, leaveTree, redrawTree, showTree, treeKey } from './tree.js';

/** @type {Record<string, {build: (view: HTMLElement) => void, show: () => void, title: string, icon: string, built?: boolean}>} */
const views = {
  play: { build: buildPlay, show: showPlay, title: 'Play', icon: 'M2.5 4.5a2 2 0 0 1 2-2h11a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2h-11a2 2 0 0 1-2-2zM7.5 2.5v15M12.5 2.5v15M2.5 7.5h15M2.5 12.5h15' },
  tree: { build: buildTree, show: showTree, title: 'Explore', icon: 'M10 6 5 14M10 6l5 8M7.5 2h5v5h-5zM2.5 13h5v5h-5zM12.5 13h5v5h-5z' },
  learn: { build: buildLearn, show: showLearn, title: 'Learn', icon: 'M10 5C8 3.5 5 3.500 2.500 4v12c2.500-.5 5.500-.5 7.500 1 2-1.500 5-1.500 7.500-1V4C15 3.500 12 3.500 10 5zM10 5v12' },
  exercise: { build: buildExercise, show: showExercise, title: 'Exercises', icon: 'M3 17l1-4L14 3l3 3L7 16z' },
};

/** @type {import('./api.js').GameInfo[]} */
let games = [];

/** Shows the view of the state. */
function show() {
  if (!Object.hasOwn(views, state.view)) state.view = 'play';
  for (const [name, view] of Object.entries(views)) {
    const element = find(`#${name}`);
    const here = name === state.view || (name === 'tree' && state.view === 'learn'); // an essay has a tree beside it
    element.hidden = !here;
    if (here && !view.built) {
      view.build(element);
      view.built = true;
    }
  }
  find('main').dataset.view = state.view;
  nav();
  theme();
  document.title = `oxo: ${views[state.view].title.toLowerCase()}`;
  views[state.view].show();
}

/** Whether a tree is shown. */
const treeShown = () => ['tree', 'learn'].includes(state.view);

/** The links to the views, which carry the position along. */
function nav() {
  refill(find('#nav'), ...Object.entries(views).map(([name, view]) => h('a', {
    href: link(going(name)), 'aria-current': name === state.view ? 'page' : null,
    onclick: (/** @type {MouseEvent} */ event) => { // the link has only the moves that stand; here the others stay
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      update(going(name));
    },
  }, svg('svg', { viewBox: '0 0 20 20', fill: 'none', stroke: 'currentColor', 'stroke-width': 1.8, 'stroke-linejoin': 'round', 'aria-hidden': 'true' }, svg('path', { d: view.icon })), view.title)));
  gameChoice();
}

/** What a link to a view changes: who has no game of their own sees an example's tree. @param {string} view */
function going(view) {
  const none = now.first || (state.moves.length === 0 && state.position === '');
  if (view === 'learn') return { view, essay: state.essay || 'minimax' };
  return view === 'tree' && state.view !== 'tree' ? { view, example: none && state.example !== 0 ? 1 : 0 } : { view };
}

/** The choice of the game. */
function gameChoice() {
  const box = find('#gamechoice');
  box.hidden = ['exercise', 'learn'].includes(state.view);
  gameButton(box, games, state.game, (game) => update({ game, position: '', moves: [], at: 0 }));
}

/** Light, dark, or as the machine has it. */
function theme() {
  if (embedded) document.documentElement.dataset.embedded = '';
  if (state.theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = state.theme;
}

/** What the keys do. */
function help() {
  const dialog = /** @type {HTMLDialogElement} */ (find('#dialog'));
  const keys = [['arrows, Enter', 'walk the board and move; in 2048, slide'], ['u, r', 'undo, redo'], ['n', 'new game'], ['f', 'flip the board'], ['h, b', 'show scores, the best line'],
    ['t', 'the tree of this position, and back to the board'], [', .', 'tree: a step back, forward (u and r too)'], ['space', 'tree: play'],
    ['arrows, Enter', 'tree: walk its nodes, fold or expand'], ['c, a', 'tree: next cut-off, next change of alpha or beta'], ['b', 'tree: back to where I was'],
    ['p, 1 to 9', 'tree: predict, and answer'], ['+ − f', 'tree: larger, smaller, all of it; the wheel with Ctrl'], ['?', 'this help']];
  const words = [['win in 5', 'a win with the fifth single move from now, whatever the other side does'], ['ply', 'a single move of one side'],
    ['minimax', 'looking at every line of play to its end: one side takes the greatest value, the other the least'],
    ['alpha, beta', 'what each side is already sure of elsewhere; a node outside them cannot matter'],
    ['window', 'alpha and beta together: where a value must lie to matter'], ['node', 'a position that the search visits'],
    ['cut-off', 'the rest of a node is skipped because it cannot matter'], ['table', 'a memory of positions met before'],
    ['guide', 'what the game’s own rules prove without a search'], ['leaf', 'a node with nothing below it']];
  const list = (/** @type {string[][]} */ rows) => h('dl', { class: 'keys' }, ...rows.flatMap(([k, v]) => [h('dt', {}, k), h('dd', {}, v)]));
  const signs = [['▲', 'a win: the number is how many single moves away'], ['=', 'a draw'], ['▼', 'a loss'], ['≈', 'an estimate, or a distance that is not proven'], ['?, ??, ·', 'review: a mistake, a blunder, a slower way'],
    ['□, ○', 'tree: a node of MAX, of MIN; dashed: not visited'], ['≥, ≤', 'tree: half filled: worth at least that, at most that'], ['[ ]', 'tree: alpha and beta on the bar from loss to win; hatched is what cannot matter'], ['✂', 'tree: cut off; what it spared is dashed below'], ['T, G', 'tree: known from the table, decided by the guide']];
  fill(dialog, h('h2', { tabindex: -1, autofocus: true }, 'Keys'), list(keys), h('h2', {}, 'Words'), list(words), h('h2', {}, 'Signs'), list(signs),
    h('div', { class: 'buttons' }, button('Close', () => dialog.close(), { class: 'primary' })));
  dialog.showModal();
}

/** @param {KeyboardEvent} event */
function key(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input:not([type="range"]), select, textarea, dialog[open]')) return;
  if (target.closest('input') && /^(Arrow|Home|End|Page)/.test(event.key)) return; // the slider's own
  // Beside an essay, the keys that scroll it are its own.
  if (state.view === 'learn' && /^(Arrow|Home|End|Enter| $)/.test(event.key) && !target.closest('#tree')) return;
  /** @type {Record<string, () => void>} */
  const common = {
    '?': help,
    ...(state.view === 'play' ? {
      u: undo, r: redo, n: restart, f: () => update({ flip: !state.flip }), h: toggleScores, b: toggleBest, t: () => update({ view: 'tree', example: 0 }),
    } : {}),
  };
  const does = common[event.key];
  if (does) does();
  else if (!(state.view === 'play' ? playKey(event) : treeShown() && treeKey(event))) return;
  event.preventDefault();
}

/** Which changes only look, and which need an answer. */
const looks = ['flip', 'best', 'sound', 'theme'];

subscribe((changed) => {
  if (changed.has('view')) {
    leaveTree();
    leavePlay();
    return show();
  }
  if (changed.has('theme')) {
    theme();
    if (treeShown()) redrawTree();
  }
  nav();
  if (state.view === 'play' && [...changed].every((name) => looks.includes(name))) return redrawPlay();
  if ([...changed].some((name) => !looks.includes(name))) views[state.view].show();
});

addEventListener('popstate', goneTo); // Back, Forward, and links of the page's own
addEventListener('keydown', key);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  if (treeShown()) redrawTree();
});

find('#help').addEventListener('click', help);
find('#theme').addEventListener('click', () => {
  update({ theme: { auto: 'light', light: 'dark', dark: 'auto' }[state.theme] ?? 'auto' });
  toast({ auto: 'light or dark, as the machine has it', light: 'light', dark: 'dark' }[state.theme] ?? '');
});
find('#apilink').hidden = local;
if (local && !embedded && 'serviceWorker' in navigator) navigator.serviceWorker.register('sw.js');

/** Begins: at the first visit with the first game that there is. */
async function begin() {
  const known = restore();
  const list = gamesList().then((all) => {
    games = all;
    if (!state.game && all.length > 0) update({ game: all[0].example }, true, false);
  }).catch(() => { /* the view says what is wrong */ });
  if (!known) await prepareFirst().catch(() => {});
  else if (!state.game) await list;
  show();
  await list;
  gameChoice();
}
begin();
