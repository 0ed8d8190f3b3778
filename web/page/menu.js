// The choice of the game: a list of games in groups by kind, which can be searched, and
// a form for sizes and options, built from the parameters that each family describes.

import { engine } from './api.js';
import { button, fill, find, h, openDialog, toast } from './dom.js';
import { picture, titleOf } from './games.js';
import { update } from './store.js';
import { say } from './words.js';

/** @typedef {import('./api.js').GameInfo} GameInfo */

/**
 * Draws the button that opens the menu. If the list of games is empty, it is asked for
 * first.
 * @param {HTMLElement} box @param {GameInfo[]} games @param {string} name @param {(name: string) => void} choose
 * @param {() => Promise<GameInfo[]>} ask
 */
export function gameButton(box, games, name, choose, ask) {
  const title = titleOf(games, name);
  const style = games.find((g) => g.name === name || g.full === name)?.style ?? games.find((g) => name.startsWith(g.family))?.style;
  const key = JSON.stringify([title, style, games.length]);
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  const open = async () => {
    try {
      openMenu(games.length > 0 ? games : await ask(), name, choose);
    } catch (error) {
      toast(`The list of games did not come: ${/** @type {Error} */ (error).message}`);
    }
  };
  fill(box, h('button', { type: 'button', id: 'game', class: 'with-icon', 'aria-haspopup': 'dialog', title: 'Choose a game', onclick: open },
    style ? picture(style, 20) : null, h('span', {}, title || 'Game'), h('span', { 'aria-hidden': 'true' }, '▾')));
}

/** @param {GameInfo[]} games @param {string} name @param {(name: string) => void} choose */
function openMenu(games, name, choose) {
  const list = h('div', { class: 'games' });
  const search = /** @type {HTMLInputElement} */ (h('input', { type: 'search', id: 'search', placeholder: 'Find a game', 'aria-label': 'find a game', oninput: () => show(search.value) }));
  const take = (/** @type {string} */ chosen) => {
    dialog.close();
    choose(chosen);
  };
  const show = (/** @type {string} */ wanted) => {
    const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
    const found = games.filter((g) => words.every((w) => `${g.title} ${g.name} ${g.also.join(' ')} ${g.about} ${g.group}`.toLowerCase().includes(w)));
    const groups = [...new Set(found.map((g) => g.group))];
    fill(list, ...groups.map((group) => h('section', {}, h('h3', {}, group || 'Games'), h('div', { class: 'group' },
      ...found.filter((g) => g.group === group).map((g) => entry(g, name, games.find((other) => other.full === g.full) === g, take, () => openForm(games, g, name, choose)))))),
    words.every((w) => 'your own rules sheet gdl kif'.includes(w)) ? own() : found.length === 0 ? h('p', { class: 'hint', role: 'status' }, `No game has “${wanted}” in its name.`) : null);
  };
  show('');
  const dialog = openDialog(h('div', { class: 'menu' }, h('h2', {}, 'Games'), search, list, h('div', { class: 'buttons' }, button('Close', () => dialog.close()))));
}

/** Makes the entry for rules of the reader's own. */
function own() {
  return h('section', {}, h('h3', {}, 'Your own'), h('div', { class: 'group' }, h('div', { class: 'game-entry' },
    h('button', { type: 'button', id: 'ownrules', onclick: () => {
      /** @type {HTMLDialogElement} */ (find('#dialog')).close();
      update({ view: 'rulesheet' });
    } }, picture({ places: 'plain', pieces: 'lettered', wraps: false }, 44), h('span', {}, h('b', {}, 'Your own rules…'), h('small', {}, 'A game of a rule sheet: paste one, or begin with an example'))))));
}

/**
 * Makes an entry of the list. A family whose default game has another entry opens its
 * form.
 * @param {GameInfo} g @param {string} name @param {boolean} own @param {(name: string) => void} take @param {() => void} sizes
 */
function entry(g, name, own, take, sizes) {
  const [about] = (g.about.charAt(0).toUpperCase() + g.about.slice(1)).split(/;/);
  return h('div', { class: 'game-entry' },
    h('button', { type: 'button', 'data-game': g.name, 'aria-current': own && [g.name, g.full, g.example].includes(name) ? 'true' : null, onclick: () => (own ? take(g.example) : sizes()) },
      picture(g.style, 44), h('span', {}, h('b', {}, g.title), h('small', {}, about))),
    g.parameters.length > 0 && g.name === g.family ? button('Sizes and options…', sizes, { class: 'quiet', 'data-form': g.name, 'aria-label': `sizes and options of ${g.title}` }) : null);
}

/** @param {GameInfo[]} games @param {GameInfo} g @param {string} name @param {(name: string) => void} choose */
function openForm(games, g, name, choose) {
  const wrong = h('p', { class: 'wrong', role: 'alert' });
  const fields = g.parameters.map((p) => ({ p, input: field(p) }));
  const options = g.options.map((o) => ({ o, input: /** @type {HTMLInputElement} */ (h('input', { type: 'checkbox', name: o.name })) }));
  const composed = () => {
    const numbers = fields.map(({ p, input }, i) => (p.none && Number(input.value) === 0 ? '' : (i === 0 ? ':' : '') + p.before + Number(input.value)));
    return g.family + numbers.join('') + options.filter(({ input }) => input.checked).map(({ o }) => `,${o.name}`).join('');
  };
  const form = h('form', {
    class: 'form', onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      try {
        await engine.ask('position', { game: composed() });
        dialog.close();
        choose(composed());
      } catch (error) {
        wrong.textContent = say(/** @type {Error} */ (error).message);
      }
    },
  },
  ...fields.map(({ p, input }) => h('label', { class: 'field' }, h('span', {}, p.name), input, p.none ? h('small', {}, '0 for none') : null)),
  ...options.map(({ o, input }) => h('label', { class: 'check' }, input, h('span', {}, h('b', {}, o.name), `: ${o.about}`))),
  wrong,
  h('div', { class: 'buttons' }, h('button', { type: 'submit', class: 'primary' }, 'Play it'), button('Back', () => openAgain(games, name, choose))));
  const dialog = openDialog(h('h2', {}, `${g.title}: sizes and options`), form);
  fields[0]?.input.focus();
}

/** @param {GameInfo[]} games @param {string} name @param {(name: string) => void} choose */
function openAgain(games, name, choose) {
  /** @type {HTMLDialogElement} */ (find('#dialog')).close();
  openMenu(games, name, choose);
}

/**
 * Makes the field of a parameter.
 * @param {import('./api.js').Parameter} p @returns {HTMLInputElement|HTMLSelectElement}
 */
function field(p) {
  if (p.values.length > 0) return /** @type {HTMLSelectElement} */ (h('select', {}, ...p.values.map((v) => h('option', { value: v, selected: v === p.usual }, v))));
  return /** @type {HTMLInputElement} */ (h('input', { type: 'number', value: p.usual, min: p.none ? 0 : p.least, max: p.most, required: true }));
}
