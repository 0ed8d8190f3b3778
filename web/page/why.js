// Why a move has its value: the question, and the answer in sentences. A sentence can
// highlight the squares that it is about.

import { aborted, engine } from './api.js';
import { announce, button, fill, h, looking } from './dom.js';
import { Problem } from './engine.js';
import { brief } from './store.js';
import { minus } from './values.js';
import { say } from './words.js';

/**
 * @typedef {{text: string, squares: number[], line: string[]}} Sentence
 * @typedef {{move: string, worth: import('./api.js').Worth, sentences: Sentence[], motives: string[]}} Because
 * @typedef {{game: string, position: string, moves: string[], better?: string}} Place
 * @typedef {(squares: number[], line: string[]) => void} Light lights squares and shows a line of play; empty arrays remove both
 */

/**
 * Asks why a move has its value.
 * @param {string} game @param {string} position the start position, or '' @param {string[]} moves so far
 * @param {string} move a move in the position after them
 * @param {AbortSignal} signal
 * @param {string} [better] a move that the review calls better: the answer names it first
 * @returns {Promise<Because>}
 */
export async function askWhy(game, position, moves, move, signal, better) {
  /** @type {Because|undefined} */
  let because;
  await engine.stream('why', { game, position, moves: moves.join('.'), move, better, ms: 10_000 }, (event, data) => {
    if (event === 'because') because = data;
  }, signal);
  if (!because) throw new Problem('the answer was broken off', true);
  return because;
}

/**
 * Draws an answer: a list of sentences. A sentence lights its squares while the pointer
 * or the keyboard focus is on it.
 * @param {HTMLElement} box @param {Because} because @param {Light} light
 */
export function drawWhy(box, because, light) {
  const dark = () => light([], []);
  fill(box, h('ol', { class: 'because' }, ...because.sentences.map((s) => {
    const show = () => light(s.squares, s.line);
    return h('li', {}, h('button', {
      type: 'button', class: 'reason', onclick: show, ...looking(show, dark),
    }, minus(s.text)));
  })));
}

/** The questions in one list of moves, with their answers. */
export class Whys {
  /** @param {() => void} redraw draws the list again */
  constructor(redraw) {
    this.redraw = redraw;
    /** @type {Map<string, {because?: Because, error?: string, ask: AbortController}>} */
    this.asked = new Map();
  }

  /**
   * Makes a button that asks, and next to it the answer once the button was pressed.
   * @param {Place} place @param {string} move @param {string} worth the value in words @param {Light} light
   * @param {string} [name] the move as players write it
   * @returns {HTMLElement[]}
   */
  draw(place, move, worth, light, name = move) {
    const key = JSON.stringify([place.game, place.position, place.moves, move]);
    const asked = this.asked.get(key);
    const press = () => {
      light([], []);
      if (asked) this.close(key);
      else this.ask(key, place, move);
    };
    const ask = button('Why?', press, { class: 'askwhy', 'data-why': move, 'aria-expanded': String(Boolean(asked)), 'aria-label': `Why is ${name} ${worth}?` });
    if (!asked) return [ask];
    const box = h('div', { class: 'whyanswer' });
    if (asked.because) drawWhy(box, asked.because, light);
    else if (asked.error) fill(box, h('p', { class: 'wrong' }, asked.error));
    else fill(box, h('p', { class: 'hint' }, 'Looking for the reason…'));
    return [ask, box];
  }

  /** All questions and answers as a text, which changes with any of them. */
  state() { return JSON.stringify([...this.asked].map(([key, a]) => [key, Boolean(a.because), a.error])); }

  /** @param {string} key @param {Place} place @param {string} move */
  async ask(key, place, move) {
    for (const other of this.asked.keys()) this.close(other); // only one answer is open at a time
    const asked = { ask: new AbortController() };
    this.asked.set(key, asked);
    this.redraw();
    try {
      const because = await askWhy(place.game, place.position, place.moves, move, asked.ask.signal, place.better);
      Object.assign(asked, { because });
      announce(because.sentences.slice(0, brief() ? 1 : undefined).map((s) => say(s.text)).join(' '));
    } catch (error) {
      if (aborted(error)) return;
      Object.assign(asked, { error: /** @type {Error} */ (error).message });
    }
    if (this.asked.get(key) === asked) this.redraw();
  }

  /** @param {string} key */
  close(key) {
    this.asked.get(key)?.ask.abort();
    this.asked.delete(key);
    this.redraw();
  }
}

/** Lights squares on a board. @param {HTMLElement} board @param {number[]} squares */
export function lightSquares(board, squares) {
  for (const square of board.querySelectorAll('[data-square]')) {
    square.classList.toggle('lit', squares.includes(Number(square.getAttribute('data-square'))));
  }
}
