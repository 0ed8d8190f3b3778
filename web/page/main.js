// The page: several views of one state.

import { local } from './api.js';
import { button, find, h, openDialog, refill, svg, toast } from './dom.js';
import { leaveFirst, prepareFirst } from './first.js';
import { gamesList } from './games.js';
import { whileLoading } from './loading.js';
import { gameButton } from './menu.js';
import { now } from './shown.js';
import { embedded, goneTo, link, restore, state, subscribe, update } from './store.js';
import { views } from './views.js';
import { loadWords, say } from './words.js';

/** @type {import('./api.js').GameInfo[]} */
let games = [];

/** The views that have been built. @type {Set<string>} */
const built = new Set();

/** Shows the view that the state names. */
function show() {
  if (!Object.hasOwn(views, state.view)) state.view = 'play';
  const here = views[state.view];
  for (const name of Object.keys(views)) {
    const element = find(`#${name}`);
    element.hidden = !here.shows.includes(name);
    if (!element.hidden && !built.has(name)) {
      views[name].build(element);
      built.add(name);
    }
  }
  find('main').dataset.view = state.view;
  nav();
  theme();
  document.title = say(`oxo: ${here.title.toLowerCase()}`);
  here.show();
}

/** Draws the links to the views, which keep the position. */
function nav() {
  refill(find('#nav'), ...Object.entries(views).filter(([, view]) => view.icon).map(([name, view]) => h('a', {
    href: link(going(name)), 'aria-current': name === state.view ? 'page' : null,
    onclick: (/** @type {MouseEvent} */ event) => { // the link holds only the played moves; a click keeps those taken back too
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      update(going(name));
    },
  }, svg('svg', { viewBox: '0 0 20 20', fill: 'none', stroke: 'currentColor', 'stroke-width': 1.8, 'stroke-linejoin': 'round', 'aria-hidden': 'true' }, svg('path', { d: view.icon })), view.title)));
  gameChoice();
}

/** The settings that a link to a view changes. @param {string} view */
const going = (view) => ({ view, ...views[view].going() });

/** Draws the choice of the game. */
function gameChoice() {
  const box = find('#gamechoice');
  box.hidden = !views[state.view].choice;
  gameButton(box, games, state.game, (game) => {
    const you = now.first ? { you: 'first' } : {}; // the side that the example gives the reader is not the reader's own choice
    leaveFirst();
    update({ ...(state.view === 'rulesheet' ? { view: 'play' } : {}), game, position: '', setup: '', moves: [], at: 0, ...you });
  }, askGames);
}

/** Asks for the list of games. */
async function askGames() {
  games = await gamesList();
  gameChoice();
  return games;
}

/** Sets the theme, light, dark, or the theme of the system, and how much boards say. */
function theme() {
  document.documentElement.dataset.speech = state.speech;
  if (embedded) document.documentElement.dataset.embedded = '';
  if (state.theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = state.theme;
}

/** Shows what the keys do. */
function help() {
  const keys = [['arrows, Enter', 'walk the board and move; in 2048, slide'], ['q r b n', 'the piece that a pawn becomes'], ['u, r', 'undo, redo'], ['n', 'new game'], ['f', 'turn the board'], ['s, b', 'show scores (h too), the best line'], ['v', 'review the game'], ['p', 'pass'], ['/', 'type a move, or a question about the board'],
    ['t', 'the tree of this position, and back to the board'], [', .', 'tree: a step back, forward (u and r too)'], ['space', 'tree: play'],
    ['arrows, Enter', 'tree: walk its nodes, fold or expand'], ['c, a', 'tree: next cut-off, next change of alpha or beta'], ['b', 'tree: back to where I was'],
    ['c, a', 'tree of play-outs: next play-out, next proof'], ['letters, Delete', 'setting up: put that piece on the square, or take it away'], ['p, 1 to 9', 'tree: predict, and answer'], [', .', 'proof: a move back, the strategy’s move'], ['h, n, u', 'puzzles: hint, next puzzle, back to the puzzle'], [', .', 'puzzles: a move back, forward'], ['+ − f', 'tree: larger, smaller, all of it; the wheel with Ctrl'], ['?', 'this help']];
  const words = [['win in 5', 'a win with the fifth single move from now, whatever the other side does'], ['ply', 'a single move of one side'],
    ['minimax', 'looking at every line of play to its end: one side takes the greatest value, the other the least'],
    ['alpha, beta', 'what each side is already sure of elsewhere; a node outside them cannot matter'],
    ['window', 'alpha and beta together: where a value must lie to matter'], ['node', 'a position that the search visits'],
    ['cut-off', 'the rest of a node is skipped because it cannot matter'], ['table', 'a memory of positions met before'],
    ['guide', 'what the game’s own rules prove without a search'], ['play-out', 'a game played on to a result, mostly by chance, to judge a position'], ['prior', 'how likely a move is thought to be the best before it is tried'], ['RAVE', 'what play-outs say of a move in which it was played later'], ['leaf', 'a node with nothing below it']];
  const list = (/** @type {string[][]} */ rows) => h('dl', { class: 'keys' }, ...rows.flatMap(([k, v]) => [h('dt', {}, k), h('dd', {}, v)]));
  const signs = [['▲', 'a win: the number is how many single moves away'], ['=', 'a draw'], ['▼', 'a loss'], ['≈', 'an estimate, or a distance that is not proven'], ['?, ??, ·', 'review: a mistake, a blunder, a slower way'],
    ['□, ○', 'tree: a node of MAX, of MIN; dashed: not visited'], ['W3, L4, =', 'tree: a win for MAX in 3 plies, a loss in 4, a draw'], ['≥, ≤', 'tree: half filled: worth at least that, at most that'], ['[ ]', 'tree: alpha and beta on the bar from loss to win; hatched is what cannot matter'], ['✂', 'tree: cut off; what it spared is dashed below'], ['T, G', 'tree: known from the table, decided by the guide'], ['58, 70×', 'tree of play-outs: 58% for MAX, 70 visits; filled blue, grey or orange: proven']];
  const dialog = openDialog(h('h2', { tabindex: -1, autofocus: true }, 'Keys, words and signs'), h('h3', {}, 'Keys'), list(keys), h('h3', {}, 'Words'), list(words), h('h3', {}, 'Signs'), list(signs),
    h('div', { class: 'buttons' }, button('Close', () => dialog.close(), { class: 'primary' })));
}

/** @param {KeyboardEvent} event */
function key(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input:not([type="range"]), select, textarea, dialog[open]')) return;
  if (target.closest('input') && /^(Arrow|Home|End|Page)/.test(event.key)) return; // the slider's own
  if (event.key === '?') help();
  else if (!views[state.view].key(event)) return;
  event.preventDefault();
}

/** The settings that change only the looks, and those that need an answer from the engine. */
const looks = ['turned', 'best', 'sound', 'theme', 'size', 'speech'];

subscribe((changed) => {
  if (changed.has('view')) {
    for (const view of Object.values(views)) view.leave();
    return show();
  }
  if (changed.has('theme') || changed.has('speech')) theme();
  nav();
  if ([...changed].every((name) => looks.includes(name))) views[state.view].redraw();
  else views[state.view].show();
});

addEventListener('popstate', (event) => { // Back, Forward, and links of the page's own
  const shown = () => JSON.stringify([state.game, state.position, state.moves]);
  const before = shown();
  /** @type {HTMLDialogElement} */ (find('#dialog')).close(); // it was about the page that is left
  goneTo(event);
  if (shown() !== before) leaveFirst();
});
addEventListener('keydown', key);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => views[state.view].redraw());

find('#help').addEventListener('click', help);
find('#theme').addEventListener('click', () => {
  update({ theme: { auto: 'light', light: 'dark', dark: 'auto' }[state.theme] ?? 'auto' });
  toast({ auto: 'light or dark, as the machine has it', light: 'light', dark: 'dark' }[state.theme] ?? '');
});
find('#apilink').hidden = local;
if (local) {
  whileLoading(() => { // the files that work offline come after those that this visit needs
    if (!embedded && 'serviceWorker' in navigator) navigator.serviceWorker.register('sw.js');
  });
}

/** Starts the page; a first visit begins with the first game of the list. */
async function begin() {
  const known = restore();
  await loadWords();
  const list = gamesList().then((all) => {
    games = all;
    if (!state.game && all.length > 0) update({ game: all[0].example }, true, false);
  }).catch(() => { /* the view shows the error */ });
  if (!known) await prepareFirst().catch(() => {});
  else if (!state.game) await list;
  show();
  await list;
  gameChoice();
}
begin();
