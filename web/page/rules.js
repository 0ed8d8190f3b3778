// Your own rules: the reader pastes, drops or chooses a rule sheet, or begins with one that
// comes with the page, and plays it. An error is shown at its line.

import { engine } from './api.js';
import { announce, button, copy, fill, find, h } from './dom.js';
import { leaveFirst } from './first.js';
import { fileOf, isSheet, keepSheet, maxText, packedOf, textOf } from './sheets.js';
import { link, state, update } from './store.js';
import { essayFile, say } from './words.js';

/** The sheets that come with the page: the file, and its title. */
const examples = [
  ['noughts.kif', 'Three in a row'], ['misere.kif', 'Three in a row lose'], ['drop.kif', 'With gravity'],
  ['pawns.kif', 'A race of pawns'], ['nim.kif', 'Heaps'], ['coins.kif', 'Coins in a row'],
];

const lineHeight = 20; // pixels, as in rules.css

const now = {
  shown: '', // the game whose sheet was put into the field
  line: 0, // of the error, from 1; 0 for none
  reading: new AbortController(),
};

const field = () => /** @type {HTMLTextAreaElement} */ (find('#sheettext'));
const nameField = () => /** @type {HTMLInputElement} */ (find('#sheetname'));

/** Builds the view once. @param {HTMLElement} view */
export function buildRules(view) {
  const file = /** @type {HTMLInputElement} */ (h('input', { type: 'file', id: 'sheetfile', accept: '.kif,.gdl,.rbg,text/plain', onchange: () => file.files?.[0] && take(file.files[0]) }));
  fill(view,
    h('h2', {}, 'Your own rules'),
    h('p', { class: 'hint' }, 'A rule sheet is the rules of a game as text, in the Game Description Language (GDL) or in Regular Boardgames (RBG): two roles that take turns, and points at the end. ',
      'Write one, paste or drop one, or begin with an example. The text stays in this browser and, when you play, goes to the engine.'),
    h('section', { class: 'buttons examples', 'aria-label': 'examples' }, h('span', { class: 'hint' }, 'Examples:'),
      ...examples.map(([name, title]) => button(title, () => example(name), { 'data-sheet': name }))),
    h('form', { id: 'sheetform', onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); void play(); } },
      h('div', { class: 'fields' },
        h('label', { class: 'field' }, h('span', {}, 'Name'), h('input', { type: 'text', id: 'sheetname', value: 'own.kif', maxlength: 60, autocomplete: 'off', spellcheck: 'false' })),
        h('label', { class: 'field' }, h('span', {}, 'File'), file)),
      h('label', { for: 'sheettext', class: 'hint' }, 'The rules'),
      h('div', { class: 'sheeteditor' }, h('pre', { id: 'sheetlines', 'aria-hidden': 'true' }),
        h('div', { class: 'sheetfield' },
          h('textarea', { id: 'sheettext', rows: 20, wrap: 'off', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', 'aria-describedby': 'sheetwrong', oninput: edited, onscroll: scrolled }),
          h('p', { id: 'sheetmark', class: 'sheetmark', 'aria-hidden': 'true', hidden: true }))),
      h('div', { id: 'sheetwrong', role: 'alert' }),
      h('div', { class: 'buttons' }, button('Play it', () => {}, { type: 'submit', id: 'sheetplay', class: 'primary' }),
        button('Copy link', share, { id: 'sheetlink', title: 'A link that holds these rules, to hand out' }), h('span', { id: 'sheetsaid', class: 'hint', role: 'status' }))),
    manual());
  view.addEventListener('dragover', (event) => event.preventDefault());
  view.addEventListener('drop', (event) => {
    const dropped = event.dataTransfer?.files[0];
    if (!dropped) return; // text is dropped into the field
    event.preventDefault();
    void take(dropped);
  });
}

/** Builds the page of the manual, which is loaded when it is opened. */
function manual() {
  const text = h('div', { class: 'manual' });
  return h('details', { id: 'sheetmanual', ontoggle: async () => {
    if (text.firstChild) return;
    try {
      const answer = await fetch(essayFile('rule-sheets'));
      if (!answer.ok) throw new Error(`the answer is ${answer.status}`);
      text.replaceChildren(...new DOMParser().parseFromString(await answer.text(), 'text/html').body.childNodes);
      for (const title of text.querySelectorAll('h1')) title.remove(); // the view has one
    } catch (error) {
      fill(text, h('p', { role: 'alert' }, `The manual could not be loaded: ${/** @type {Error} */ (error).message}.`));
    }
  } }, h('summary', {}, 'How to write a sheet'), text);
}

/** Shows the sheet of the current game, if it has one. */
export async function showRules() {
  draw();
  if (!isSheet(state.game) || now.shown === state.game) return;
  now.shown = state.game;
  try {
    put(fileOf(state.game), await textOf(state.game));
  } catch (error) {
    wrong(/** @type {Error} */ (error).message);
  }
}

/** Ends the reading of a sheet. */
export function leaveRules() { now.reading.abort(); }

/** Puts a sheet into the field. @param {string} name @param {string} text */
function put(name, text) {
  nameField().value = name;
  field().value = text;
  field().scrollTop = 0;
  edited();
}

/** Takes a sheet that comes with the page. @param {string} name */
async function example(name) {
  try {
    const answer = await fetch(`sheets/${name}`);
    if (!answer.ok) throw new Error(`the answer is ${answer.status}`);
    put(name, await answer.text());
    announce(`the rules of ${name} are in the field`);
    field().focus();
  } catch (error) {
    wrong(`the example could not be loaded: ${/** @type {Error} */ (error).message}`);
  }
}

/** Takes a file. @param {File} file */
async function take(file) {
  if (file.size > maxText) return wrong(`${file.name} has ${file.size.toLocaleString('en')} bytes: ${maxText.toLocaleString('en')} are the most here; oxo play FILE takes larger ones in a terminal`);
  const ending = /\.\w+$/.exec(file.name.toLowerCase())?.[0] ?? '';
  put(ending === '.txt' ? `${file.name.slice(0, -4)}.kif` : file.name, await file.text());
}

/** The name in the form that an engine takes. */
function plainName() {
  const name = nameField().value.trim().toLowerCase().replace(/[^a-z0-9._-]+/g, '-').replace(/^[.-]+/, '');
  const [, base = '', ending = ''] = /^(.*?)(\.\w+)?$/.exec(name) ?? [];
  const boards = /^\s*#rules\s*=/m.test(field().value); // only RBG has such a line
  return `${(base || 'own').slice(0, 50)}${boards && ending !== '.rbg' ? '.rbg' : ending || '.kif'}`;
}

/** Lets the engine read the sheet; returns its game, or '' after an error. */
async function read() {
  const text = field().value;
  const size = new Blob([text]).size;
  if (!text.trim()) return wrong('there are no rules yet: paste a sheet, or begin with an example');
  if (size > maxText) return wrong(`the sheet has ${size.toLocaleString('en')} bytes: ${maxText.toLocaleString('en')} are the most here`);
  now.reading.abort();
  now.reading = new AbortController();
  const { signal } = now.reading;
  find('#sheetsaid').textContent = say('Reading…');
  try {
    const { game } = await engine.ask('sheet', { name: plainName(), text }, signal);
    await keepSheet(game, text);
    if (signal.aborted) return '';
    now.shown = game;
    wrong('');
    return game;
  } catch (error) {
    return signal.aborted ? '' : wrong(/** @type {Error} */ (error).message);
  } finally {
    if (!signal.aborted) find('#sheetsaid').textContent = '';
  }
}

/** Plays the game of the sheet. */
async function play() {
  const game = await read();
  if (!game) return;
  leaveFirst();
  update({ view: 'play', game, position: '', moves: [], at: 0, you: 'first' });
}

/** Copies a link that holds the sheet. */
async function share() {
  const game = await read();
  if (!game) return;
  if (!packedOf(game)) return wrong('these rules are too long for a link, which must pass mail and chat: hand out the file instead');
  const address = new URL(link({ view: 'play', game, position: '', moves: [], at: 0 }), location.href).href;
  await copy(address, 'link');
  find('#sheetsaid').textContent = say(`The link has ${address.length.toLocaleString('en')} characters.`);
}

/** Handles a change of the text: the error was about the old text. */
function edited() {
  wrong('');
  find('#sheetsaid').textContent = '';
}

/**
 * Shows what is wrong with the sheet, at its line; '' for nothing.
 * @param {string} message @returns {''}
 */
function wrong(message) {
  const [, line, rest] = /line (\d+): (.*)$/s.exec(message) ?? [];
  now.line = Number(line ?? 0);
  const text = line ? rest : message;
  field().setAttribute('aria-invalid', String(message !== ''));
  fill(find('#sheetwrong'), message ? h('p', { class: 'wrong' }, now.line ? h('b', {}, `Line ${now.line}: `) : null, text) : null,
    now.line ? button(`Go to line ${now.line}`, () => go(now.line), { id: 'sheetgo' }) : null);
  const mark = find('#sheetmark');
  mark.hidden = now.line === 0;
  mark.textContent = say(text);
  draw();
  if (now.line) go(now.line, false);
  return '';
}

/** Brings a line into view, and selects it. @param {number} line @param {boolean} [focus] */
function go(line, focus = true) {
  const box = field();
  const lines = box.value.split('\n');
  const from = lines.slice(0, line - 1).reduce((n, text) => n + text.length + 1, 0);
  if (focus) box.focus({ preventScroll: true });
  if (focus) box.setSelectionRange(from, from + (lines[line - 1] ?? '').length);
  box.scrollTop = Math.max((line - 4) * lineHeight, 0);
  box.scrollLeft = 0;
  scrolled();
}

/** Draws the numbers of the lines. */
function draw() {
  const count = field().value.split('\n').length;
  fill(find('#sheetlines'), ...Array.from({ length: count }, (_, i) => h(i + 1 === now.line ? 'b' : 'span', {}, i + 1 === now.line ? `▸${i + 1}` : String(i + 1))));
  scrolled();
}

/** Keeps the numbers and the error at their lines. */
function scrolled() {
  const top = field().scrollTop;
  find('#sheetlines').style.setProperty('--up', `${-top}px`);
  find('#sheetmark').style.setProperty('--down', `${now.line * lineHeight - top}px`);
}
