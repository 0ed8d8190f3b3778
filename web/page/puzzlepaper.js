// The puzzles on paper: the boards with what is asked, and the answers on a page of their own.

import { stateOf } from './api.js';
import { drawBoard } from './board.js';
import { fill, h, toast } from './dom.js';
import { task } from './puzzlewords.js';
import { facing, lowerSide } from './shown.js';
import { say } from './words.js';

/** @typedef {import('./puzzlewords.js').Puzzle} Puzzle */

/** Prints puzzles, with the answers on the last page. @param {HTMLElement} box @param {string} title @param {Puzzle[]} puzzles */
export async function printPuzzles(box, title, puzzles) {
  if (puzzles.length === 0) return toast('There is no puzzle to print yet.');
  const { dataset } = document.documentElement;
  const { theme } = dataset;
  dataset.theme = 'light'; // paper is white
  const restore = () => {
    if (theme) dataset.theme = theme;
    else delete dataset.theme;
  };
  addEventListener('afterprint', restore, { once: true });
  try {
    await write(box, title, puzzles);
  } catch (error) {
    restore();
    return toast(/** @type {Error} */ (error).message);
  }
  return window.print();
}

/** Writes the pages, which only a printer shows. @param {HTMLElement} box @param {string} title @param {Puzzle[]} puzzles */
async function write(box, title, puzzles) {
  const lower = lowerSide(await stateOf(puzzles[0].game, '', []));
  const states = await Promise.all(puzzles.map((z) => stateOf(z.game, z.position, [])));
  const number = (/** @type {number} */ i) => h('b', {}, `${i + 1}. `);
  fill(box,
    h('section', { class: 'puzzlepage' }, h('h2', {}, title), h('div', { class: 'puzzlegrid' }, ...puzzles.map((z, i) => {
      const board = h('div', { class: 'paperboard' });
      drawBoard(board, states[i], { flip: facing.includes(states[i].style.pieces) && states[i].turn !== lower });
      return h('div', { class: 'printed' }, h('p', {}, number(i), task(z)), board);
    }))),
    h('section', { class: 'puzzlepage answers' }, h('h2', {}, 'Answers'), ...puzzles.map((z, i) => h('p', {}, number(i),
      h('b', {}, states[i].legal.find((l) => l.move === z.answer)?.name ?? z.answer), '. ', z.reason.map(say).join(' ')))));
  await drawn();
}

/** Waits until the browser has laid out the boards, whose text depends on their size; it may draw no frames. */
const drawn = () => new Promise((ready) => {
  requestAnimationFrame(() => requestAnimationFrame(ready));
  setTimeout(ready, 500);
});
