// A field in which moves are typed, and questions whose answers are announced: a row, a column,
// the board, what moves are worth. It is shown while it has the keyboard; "/" goes to it.

import { aborted, stateOf } from './api.js';
import { focusSquare } from './board.js';
import { announce, find, h } from './dom.js';
import { make } from './press.js';
import { now, yourTurn } from './shown.js';
import { boardSaid, columnSaid, moveMade, rowSaid, scoresSaid } from './speech.js';
import { columnName, rowName } from './squares.js';
import { toggleScores } from './steps.js';
import { brief, played, state, update } from './store.js';
import { askWhy } from './why.js';
import { say } from './words.js';

/** @typedef {import('./api.js').State} State */

/** Makes the field. */
export function earField() {
  const input = /** @type {HTMLInputElement} */ (h('input', {
    id: 'ear', type: 'text', size: 14, maxlength: 400, autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', 'aria-describedby': 'earhint',
    onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === 'Escape') focusSquare(find('#board'), now.focus); },
  }));
  return h('form', {
    class: 'ear', onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      const { value } = input;
      input.value = '';
      void hear(value.trim());
    },
  }, h('label', { class: 'field' }, h('span', {}, 'Move or question'), input),
  h('span', { id: 'earhint', class: 'hint' }, 'a move, or: board, row 3, column b, values, why b2, last, short, long'));
}

/** The questions, by the word that asks. @type {Record<string, (s: State, about: string) => string|Promise<string>>} */
const questions = {
  board: (s) => boardSaid(s),
  row: (s, about) => line(about, s.rows, (i) => rowName(s, i), (i) => rowSaid(s, i)),
  column: (s, about) => line(about, s.columns, (i) => columnName(s, i), (i) => columnSaid(s, i)),
  values,
  why,
  last: (s) => (s.moves.length > 0 ? moveMade(s, '') : say('No moves yet.')),
  short: () => speech('short'),
  long: () => speech('long'),
};

/** Reads what was typed: a question, or else a move. @param {string} text */
async function hear(text) {
  const s = now.state;
  if (!s || text === '') return;
  const [first, ...rest] = text.toLowerCase().split(/\s+/);
  const asked = Object.keys(questions).find((word) => [word, say(word).toLowerCase()].includes(first));
  const move = asked && rest.length === 0 ? undefined : moveOf(s, text);
  if (move) return play(move);
  if (!asked) return understand(s, text);
  announce(await questions[asked](s, rest.join(' ')));
}

/** Finds a legal move by its text or its name. @param {State} s @param {string} text */
function moveOf(s, text) {
  const plain = (/** @type {string} */ one) => one.toLowerCase().replace(/[\s-]/g, '');
  const exact = s.legal.find((l) => l.move === text || l.name === text);
  if (exact) return exact.move;
  const like = s.legal.filter((l) => [l.move, l.name ?? ''].some((one) => plain(one) === plain(text)));
  return like.length === 1 ? like[0].move : undefined;
}

/** @param {string} move */
function play(move) {
  if (yourTurn()) make(move);
  else announce('it is not your move');
}

/** Asks the engine what a text means, and says why it is not a move. @param {State} s @param {string} text */
async function understand(s, text) {
  try {
    const after = await stateOf(state.game, state.position, [...played(), text]);
    if (now.state === s) play(after.moves.at(-1) ?? text);
  } catch (error) {
    if (!aborted(error)) announce(/** @type {Error} */ (error).message);
  }
}

/** @param {string} about @param {number} n @param {(i: number) => string} name @param {(i: number) => string} said */
function line(about, n, name, said) {
  const names = Array.from({ length: n }, (_, i) => name(i));
  const i = names.findIndex((one) => one.toLowerCase() === about);
  return i >= 0 ? said(i) : say(`want one of ${names.join(', ')}`);
}

/** Says what moves are worth, now or when it is known. */
function values() {
  const a = now.analysis;
  if (state.scores && a?.done) return scoresSaid(a);
  if (!state.scores) toggleScores();
  return say('looking…');
}

/** Says why a move is worth what it is. @param {State} s @param {string} about @returns {Promise<string>} */
async function why(s, about) {
  const move = moveOf(s, about);
  if (!move) return say(`${about} is no legal move`);
  announce('looking…');
  try {
    const because = await askWhy(state.game, state.position, played(), move, new AbortController().signal);
    return because.sentences.slice(0, brief() ? 1 : undefined).map((one) => say(one.text)).join(' ');
  } catch (error) {
    return say(/** @type {Error} */ (error).message);
  }
}

/** @param {string} speech */
function speech(speech) {
  update({ speech });
  return say(`${speech} speech`);
}
