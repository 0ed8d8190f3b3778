// The page: three views of one state.

import { engine, local } from './api.js';
import { button, choices, fill, find, h, toast } from './dom.js';
import { buildExercise, showExercise } from './exercise.js';
import { buildPlay, leavePlay, playKey, redo, redrawPlay, restart, showPlay, toggleScores, undo } from './play.js';
import { embedded, goneTo, link, restore, state, subscribe, update } from './store.js';
import { buildTree, leaveTree, redrawTree, showTree, treeKey } from './tree.js';

/** @type {Record<string, {build: (view: HTMLElement) => void, show: () => void, title: string, built?: boolean}>} */
const views = {
  play: { build: buildPlay, show: showPlay, title: 'Play' },
  tree: { build: buildTree, show: showTree, title: 'Tree' },
  exercise: { build: buildExercise, show: showExercise, title: 'Exercises' },
};

/** @type {import('./api.js').GameInfo[]} */
let games = [];

/** Shows the view of the state. */
function show() {
  if (!Object.hasOwn(views, state.view)) state.view = 'play';
  for (const [name, view] of Object.entries(views)) {
    const element = find(`#${name}`);
    element.hidden = name !== state.view;
    if (name === state.view && !view.built) {
      view.build(element);
      view.built = true;
    }
  }
  nav();
  theme();
  document.title = `oxo: ${views[state.view].title.toLowerCase()}`;
  views[state.view].show();
}

/** The links to the views, which carry the position along. */
function nav() {
  fill(find('#nav'), ...Object.entries(views).map(([name, view]) => h('a', {
    href: link({ view: name }), 'aria-current': name === state.view ? 'page' : null,
    onclick: (/** @type {MouseEvent} */ event) => { // the link has only the moves that stand; here the others stay
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      update({ view: name });
    },
  }, view.title)));
  gameChoice();
}

/** The choice of the game; any name can be written. */
function gameChoice() {
  const box = find('#gamechoice');
  box.hidden = state.view === 'exercise';
  const label = (/** @type {import('./api.js').GameInfo} */ g) => {
    const about = g.about.split(/[:,;]/)[0];
    return about.toLowerCase().startsWith(g.name) ? about : `${g.name}: ${about}`;
  };
  /** @type {[string, string][]} */
  const more = games.some((g) => g.name === 'mnk') ? [['mnk:4x4x4', 'mnk:4x4x4: four in a row on 4x4'], ['mnk:3x3x3,misere', 'misere: three in a row loses']] : [];
  const usual = [...games.map((g) => /** @type {[string, string]} */ ([g.example, label(g)])), ...more];
  const options = usual.filter(([value], i) => usual.findIndex(([other]) => other === value) === i && value !== 'mnk:3x3x3');
  if (!options.some(([value]) => value === state.game)) options.push([state.game, state.game]);
  choices(box, [['Game', [...options, ['…', 'another…']], state.game, (game) => {
    if (game === '…') return other();
    update({ game, position: '', moves: [], at: 0 });
  }]]);
}

/** Asks for the name of a game. */
function other() {
  nav();
  const dialog = /** @type {HTMLDialogElement} */ (find('#dialog'));
  const input = /** @type {HTMLInputElement} */ (h('input', { id: 'gamename', value: state.game, 'aria-label': 'name of the game', maxlength: 2000 }));
  const wrong = h('p', { class: 'wrong', role: 'alert' });
  const usages = [...new Set(games.map((g) => g.usage))];
  fill(dialog, h('h2', {}, 'Another game'), h('p', {}, 'Games are named:'), h('ul', {}, ...usages.map((u) => h('li', {}, h('code', {}, u)))),
    h('form', {
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        try {
          await engine.ask('position', { game: input.value });
          dialog.close();
          update({ game: input.value, position: '', moves: [], at: 0 });
        } catch (error) {
          wrong.textContent = /** @type {Error} */ (error).message;
        }
      },
    }, input, wrong, h('div', { class: 'buttons' }, h('button', { type: 'submit', class: 'primary' }, 'Play it'), button('Cancel', () => dialog.close()))));
  dialog.showModal();
  input.select();
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
  const keys = [['arrows, Enter', 'walk the board and move; in 2048, slide'], ['u, r', 'undo, redo'], ['n', 'new game'], ['f', 'flip the board'], ['h', 'show scores'],
    ['t', 'the tree of this position'], [', .', 'tree: a step back, forward'], ['space', 'tree: play'], ['?', 'this help']];
  const words = [['win in 5', 'a win with the fifth single move from now, whatever the other side does'], ['ply', 'a single move of one side'],
    ['minimax', 'looking at every line of play to its end: one side takes the greatest value, the other the least'],
    ['alpha, beta', 'what each side is already sure of elsewhere; a node outside them cannot matter'],
    ['window', 'alpha and beta together: where a value must lie to matter'], ['node', 'a position that the search visits'],
    ['cut-off', 'the rest of a node is skipped because it cannot matter'], ['table', 'a memory of positions met before'],
    ['guide', 'what the game’s own rules prove without a search'], ['leaf', 'a node with nothing below it']];
  const list = (/** @type {string[][]} */ rows) => h('dl', { class: 'keys' }, ...rows.flatMap(([k, v]) => [h('dt', {}, k), h('dd', {}, v)]));
  const signs = [['▲ W5', 'a win in 5'], ['● =', 'a draw'], ['▼ L4', 'a loss in 4'], ['≈', 'an estimate, or a distance that is not proven'], ['?, ??, ·', 'review: a mistake, a blunder, a slower way'],
    ['□, ○', 'tree: a node of MAX, of MIN; dashed: not visited'], ['✂', 'tree: cut off; what it spared is dashed below'], ['T, G', 'tree: known from the table, decided by the guide']];
  fill(dialog, h('h2', { tabindex: -1, autofocus: true }, 'Keys'), list(keys), h('h2', {}, 'Words'), list(words), h('h2', {}, 'Signs'), list(signs),
    h('div', { class: 'buttons' }, button('Close', () => dialog.close(), { class: 'primary' })));
  dialog.showModal();
}

/** @param {KeyboardEvent} event */
function key(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input, select, textarea, dialog[open]')) return;
  /** @type {Record<string, () => void>} */
  const common = {
    '?': help,
    ...(state.view === 'play' ? {
      u: undo, r: redo, n: restart, f: () => update({ flip: !state.flip }), h: toggleScores, t: () => update({ view: 'tree' }),
    } : {}),
  };
  const does = common[event.key];
  if (does) does();
  else if (!(state.view === 'play' ? playKey(event) : state.view === 'tree' && !target.closest('canvas') && treeKey(event))) return;
  event.preventDefault();
}

/** Which changes only look, and which need an answer. */
const looks = ['flip', 'sound', 'theme'];

subscribe((changed) => {
  if (changed.has('view')) {
    leaveTree();
    leavePlay();
    return show();
  }
  if (changed.has('theme')) {
    theme();
    if (state.view === 'tree') redrawTree();
  }
  nav();
  if (state.view === 'play' && [...changed].every((name) => looks.includes(name))) return redrawPlay();
  if ([...changed].some((name) => !looks.includes(name))) views[state.view].show();
});

addEventListener('popstate', goneTo); // Back, Forward, and links of the page's own
addEventListener('keydown', key);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  if (state.view === 'tree') redrawTree();
});

restore();
find('#help').addEventListener('click', help);
find('#theme').addEventListener('click', () => {
  update({ theme: { auto: 'light', light: 'dark', dark: 'auto' }[state.theme] ?? 'auto' });
  toast({ auto: 'light or dark, as the machine has it', light: 'light', dark: 'dark' }[state.theme] ?? '');
});
show();
engine.ask('games', {}).then((list) => {
  games = list;
  gameChoice();
  // A program with games of its own may not have the page's usual one.
  const first = games[0]?.example;
  if (!first || games.some((g) => g.name === 'tictactoe')) return;
  find('.logo').setAttribute('href', `#play?game=${first}`);
  if (state.game === 'tictactoe') update({ game: first, position: '', moves: [], at: 0 });
}).catch(() => { /* the view says what is wrong */ });
find('#apilink').hidden = local;
if (local && !embedded && 'serviceWorker' in navigator) navigator.serviceWorker.register('sw.js');
