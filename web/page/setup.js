// The view in which a position is set up: the palette puts pieces on the board, and the text
// of the position beside it says the same. The engine reads and writes the texts, and says why
// the game cannot begin in one. No code here knows a game.

import { aborted, engine } from './api.js';
import { drawBoard, focusSquare } from './board.js';
import { announce, button, copy, fill, find, h } from './dom.js';
import { draggingOnto } from './drag.js';
import { inWords, piece } from './pieces.js';
import { initial } from './sentence.js';
import { firstFocus, squareName, walk } from './squares.js';
import { link, note, state, update } from './store.js';
import { say } from './words.js';

/**
 * @typedef {{name: string, values: string[], least: number, most: number}} Field
 * @typedef {{palette: import('./api.js').Cell[], holds: boolean[], turn: boolean, fields: Field[]}} Setup
 * @typedef {{text: string, legal: boolean, fault: string, changed: string[], read: boolean, state: import('./api.js').State,
 *   fields: string[], setup: Setup|null}} Edited
 */

/** The tool that moves a piece, and the one that takes it away; others are numbers in the palette, from 1. */
const [hand, eraser] = [-1, 0];

const now = {
  /** @type {Edited|null} */ edited: null,
  /** @type {Edited|null} the last one whose squares could be read */ drawn: null,
  game: '', // the game of both
  tool: 1,
  from: -1, // the square of the piece that is moved
  focus: -1,
  error: '', // why the engine did not answer
  typing: false, // the text is the reader's, and stays as it is written
  /** @type {string[]} the texts before each change */ before: [],
};

let asking = new AbortController();
let queue = Promise.resolve(); // each change needs the text that the one before made

/** Builds the view once. @param {HTMLElement} view */
export function buildSetup(view) {
  const text = /** @type {HTMLTextAreaElement} */ (h('textarea', {
    id: 'setuptext', rows: 3, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', 'aria-describedby': 'setupfault',
    oninput: () => typed(text.value), onblur: () => {
      now.typing = false;
      draw();
    },
  }));
  fill(view,
    h('section', { class: 'stage', 'aria-label': 'the board' },
      h('h2', { id: 'setuptitle', class: 'status' }, 'Set up a position'),
      h('div', { id: 'setuppalette', class: 'putpieces', role: 'group', 'aria-label': 'what a click puts on a square' }),
      h('div', { id: 'setupboard' })),
    h('aside', { class: 'side', 'aria-label': 'the position' },
      h('p', { id: 'setupfault' }),
      h('div', { class: 'buttons' },
        button('Play from here', begin, { id: 'setupplay', class: 'primary' }),
        button('Undo', undo, { id: 'setupundo', title: 'Take back the last change (u)' }),
        button('Start', () => ask({ position: '' }, true), { id: 'setupstart', title: 'The position in which the game begins' }),
        button('Clear', () => change({ clear: true }), { id: 'setupclear', title: 'Take all pieces away' })),
      h('div', { id: 'setupfields', class: 'setupfields' }),
      h('label', { class: 'setuptext' }, h('span', {}, 'The position as text'), text),
      h('p', { class: 'links' }, button('Copy link', () => copy(new URL(link(), location.href).href, 'link'), { class: 'quiet' }),
        button('Back to the game', () => update({ view: 'play' }), { class: 'quiet', id: 'setupback' })),
      h('p', { id: 'setuphint', class: 'hint' })));
  draggingOnto(find('#setuppalette'), () => find('#setupboard'), {
    movable: (n) => n > eraser, lift: () => {}, drop: (n, square) => { if (square >= 0) void put([[square, n]]); },
  });
}

/** Shows the position that the state names. */
export function showSetup() {
  if (now.game === state.game && now.edited && now.edited.text === state.setup) return draw();
  if (now.game !== state.game) Object.assign(now, { game: state.game, edited: null, drawn: null, before: [], tool: 1, focus: -1 });
  ask({ position: state.setup });
}

/** Ends the requests of the view. */
export function leaveSetup() { asking.abort(); }

/**
 * Asks the engine about a text, and shows the answer.
 * @param {{position: string, [name: string]: any}} request @param {boolean} [step] whether Undo brings the text back that is shown now
 */
async function ask(request, step) {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  now.from = -1;
  try {
    const edited = await engine.ask('edit', { game: state.game, ...request }, signal);
    if (signal.aborted) return;
    if (step && now.edited && now.edited.text !== edited.text) now.before.push(now.edited.text);
    take(edited);
  } catch (error) {
    if (signal.aborted || aborted(error)) return;
    now.error = /** @type {Error} */ (error).message;
    draw();
  }
}

/** @param {Edited} edited */
function take(edited) {
  const heard = now.edited?.fault;
  Object.assign(now, { edited, error: '' });
  if (edited.read || !now.drawn) now.drawn = edited;
  if (now.focus < 0 || now.focus >= edited.state.cells.length) now.focus = firstFocus(edited.state);
  note({ setup: edited.text });
  if (heard !== edited.fault) announce(edited.fault ? `Not possible: ${say(edited.fault)}` : 'The game can begin here.');
  draw();
}

/** Reads what the reader writes. @param {string} text */
function typed(text) {
  now.typing = true;
  void ask({ position: text }, true);
}

/** Changes the position that is drawn. @param {Record<string, any>} request */
function change(request) {
  now.typing = false;
  queue = queue.then(() => ask({ ...request, position: now.drawn?.text ?? '' }, true));
  return queue;
}

/** Takes the last change back. */
function undo() {
  const text = now.before.pop();
  if (text !== undefined) void ask({ position: text });
}

/** Begins the game in the position; whoever plays one side plays the side to move. */
function begin() {
  const e = now.edited;
  if (!e?.legal) return;
  const you = ['first', 'second'].includes(state.you) ? ['first', 'second'][e.state.turn] : state.you;
  update({ view: 'play', position: e.text, moves: [], at: 0, you });
}

/** Uses the chosen tool on a square. @param {number} square */
function press(square) {
  const { drawn } = now;
  const setup = drawn?.setup;
  if (!drawn || !setup || setup.palette.length === 0) return;
  now.focus = square;
  if (now.from >= 0) {
    const moved = number(now.from);
    const from = now.from;
    now.from = -1;
    if (from === square) return draw();
    return put([[from, eraser], [square, moved]]);
  }
  if (now.tool !== hand) return put([[square, now.tool === number(square) ? eraser : now.tool]]);
  if (number(square) === eraser) return;
  now.from = square;
  draw();
  announce(`${squareName(drawn.state, square)} taken up: choose where it goes`);
}

/** Picks up the piece of a drag. @param {number} square */
function lift(square) {
  Object.assign(now, { from: square, focus: square });
  draw();
}

/** Puts down the piece of a drag; beside the board it goes. @param {number} from @param {number} to the square, or -1 */
function drop(from, to) {
  if (now.from !== from) return; // the position has changed
  const moved = number(from);
  now.from = -1;
  if (to === from) return draw();
  now.focus = to < 0 ? from : to;
  return put([[from, eraser], ...(to < 0 ? [] : /** @type {[number, number][]} */ ([[to, moved]]))]);
}

/** The number in the palette of what is on a square. @param {number} square */
function number(square) {
  const cell = now.drawn?.state.cells[square];
  return 1 + (now.drawn?.setup?.palette ?? []).findIndex(({ text, owner }) => text === cell?.text && owner === cell.owner);
}

/** Puts contents on squares that can hold them. @param {[square: number, content: number][]} contents */
function put(contents) {
  const holds = now.drawn?.setup?.holds ?? [];
  const s = now.drawn?.state;
  const wrong = contents.find(([square, content]) => content !== eraser && holds.length > 0 && !holds[square]);
  if (wrong && s) {
    announce(`nothing can be on ${squareName(s, wrong[0])}`);
    return draw();
  }
  if (s) announce(contents.map(([square, content]) => onSquare(s, square, content)).join(', '));
  return change({ put: contents.map(([square, content]) => `${square}=${content}`).join('.') });
}

/** Says what is put on a square. @param {import('./api.js').State} s @param {number} square @param {number} content */
function onSquare(s, square, content) {
  const cell = now.drawn?.setup?.palette[content - 1] ?? { text: '', owner: -1 };
  return say(cell.text ? `${inWords(s.style.pieces, cell, s.sides)} on ${squareName(s, square)}` : `${squareName(s, square)} is empty`);
}

/** Handles a key. @param {KeyboardEvent} event */
export function setupKey(event) {
  const { drawn } = now;
  if (!drawn) return false;
  if (document.activeElement?.closest('#setupboard')) {
    if (event.key.startsWith('Arrow')) {
      const to = walk(drawn.state, now.focus, event.key, false);
      if (to >= 0) now.focus = to;
      draw();
      focusSquare(find('#setupboard'), now.focus);
      return true;
    }
    if (['Delete', 'Backspace', '.'].includes(event.key)) {
      put([[now.focus, eraser]]);
      return true;
    }
    const palette = drawn.setup?.palette ?? [];
    const same = palette.findIndex(({ text }) => text === event.key);
    const content = 1 + (same >= 0 ? same : palette.findIndex(({ text }) => text.toLowerCase() === event.key));
    if (content > 0) {
      put([[now.focus, content]]);
      return true;
    }
  }
  if (event.key !== 'u') return false;
  undo();
  return true;
}

/** Draws the view. */
function draw() {
  drawFault();
  const { edited, drawn } = now;
  /** @type {HTMLButtonElement} */ (find('#setupplay')).disabled = !edited?.legal;
  find('#setupundo').setAttribute('aria-disabled', String(now.before.length === 0));
  if (!edited || !drawn) return;
  const text = /** @type {HTMLTextAreaElement} */ (find('#setuptext'));
  if (!now.typing && text.value !== edited.text) text.value = edited.text;
  text.setAttribute('aria-invalid', String(!edited.legal));
  const s = drawn.state;
  const editable = (drawn.setup?.palette.length ?? 0) > 0;
  drawBoard(find('#setupboard'), { ...s, legal: [], last: [] }, editable ? { press, lift, drop, anyPiece: true, playable: true, focus: now.focus, from: now.from } : {});
  find('#setupclear').hidden = !editable;
  drawPalette(s, drawn.setup);
  drawFields(drawn);
  find('#setuphint').textContent = say(editable ? 'Drag pieces from above to the board, on it, and off it. On the board the arrows walk, Enter puts the chosen piece there or takes it away, and the letter of a piece puts that one.'
    : drawn.setup ? '' : 'The squares of this game are not set by hand: write the text of the position.');
}

/** Says whether the game can begin here, and why not. */
function drawFault() {
  const box = find('#setupfault');
  const e = now.edited;
  const fault = now.error || (e?.fault ?? '');
  box.classList.toggle('wrong', fault !== '');
  if (!e && !fault) return fill(box, 'One moment…');
  if (fault) return fill(box, h('b', {}, 'Not possible: '), `${say(fault)}.`, e && !e.read && !now.error ? ' The board shows the last text that could be read.' : null);
  const over = e?.state.outcome !== 'ongoing';
  return fill(box, h('b', {}, 'Possible: '), `${e?.state.verdict}${over ? ', so the game is over' : ''}.`, ...(e?.changed ?? []).map((text) => ` ${initial(text)}.`));
}

/** Draws what can be put on squares. @param {import('./api.js').State} s @param {Setup|null} setup */
function drawPalette(s, setup) {
  const box = find('#setuppalette');
  const key = JSON.stringify([s.game, s.sides]);
  if (box.dataset.key !== key) {
    box.dataset.key = key;
    const cells = setup?.palette ?? [];
    const tools = cells.map((cell, i) => tool(i + 1, inWords(s.style.pieces, cell, s.sides), piece(s.style.pieces, cell)));
    fill(box, ...(cells.length > 0 ? [...tools, tool(eraser, 'nothing', '✕'), tool(hand, 'move a piece', '✥')] : []));
  }
  for (const one of box.querySelectorAll('button')) one.setAttribute('aria-pressed', String(Number(one.dataset.tool) === now.tool));
}

/** @param {number} n @param {string} words @param {Element|string} picture */
function tool(n, words, picture) {
  return h('button', {
    type: 'button', 'data-tool': n, 'aria-label': words, title: words, 'aria-pressed': 'false',
    onclick: () => {
      Object.assign(now, { tool: n, from: -1 });
      draw();
    },
  }, h('span', { class: 'emblem', 'aria-hidden': 'true' }, picture));
}

/** Draws the side to move and what else the text says. @param {Edited} e */
function drawFields(e) {
  const box = find('#setupfields');
  const { setup, state: s } = e;
  const key = JSON.stringify([s.game, s.sides]);
  if (box.dataset.key !== key) {
    box.dataset.key = key;
    fill(box, setup?.turn ? h('label', { class: 'field' }, h('span', {}, 'To move'), chooser('setupturn', [['first', s.sides[0]], ['second', s.sides[1]]], (turn) => change({ turn }))) : null,
      ...(setup?.fields ?? []).map(fieldOf));
  }
  const turn = box.querySelector('#setupturn');
  if (turn instanceof HTMLSelectElement) turn.value = ['first', 'second'][s.turn];
  for (const input of /** @type {NodeListOf<HTMLInputElement|HTMLSelectElement>} */ (box.querySelectorAll('[data-field]'))) {
    const value = e.fields[Number(input.dataset.field) - 1] ?? '';
    if (input.type === 'checkbox') /** @type {HTMLInputElement} */ (input).checked = value !== '';
    else if (input !== document.activeElement || input instanceof HTMLSelectElement) input.value = value === '' && input.type === 'number' ? /** @type {HTMLInputElement} */ (input).min : value;
  }
}

/** @param {string|null} id @param {[string, string][]} options @param {(value: string) => void} chosen @param {Record<string, any>} [more] */
function chooser(id, options, chosen, more = {}) {
  const select = /** @type {HTMLSelectElement} */ (h('select', { id, onchange: () => chosen(select.value), ...more }, ...options.map(([value, text]) => h('option', { value }, text))));
  return select;
}

/** Makes the input of a field: a box to tick, a list, a number or a word. @param {Field} f @param {number} i */
function fieldOf(f, i) {
  const more = { 'data-field': i + 1 };
  const set = (/** @type {string} */ value) => change({ field: i + 1, value });
  if (f.values.length === 2 && f.values[0] === '') {
    const box = /** @type {HTMLInputElement} */ (h('input', { type: 'checkbox', ...more, onchange: () => set(box.checked ? f.values[1] : '') }));
    return h('label', { class: 'check' }, box, f.name);
  }
  if (f.values.length > 0) return h('label', { class: 'field' }, h('span', {}, initial(f.name)), chooser(null, f.values.map((value) => [value, value || 'none']), set, more));
  const input = /** @type {HTMLInputElement} */ (h('input', { ...(f.most > 0 ? { type: 'number', min: f.least, max: f.most } : { type: 'text', size: 8, spellcheck: 'false' }), ...more, oninput: () => set(input.value) }));
  return h('label', { class: 'field' }, h('span', {}, initial(f.name)), input);
}
