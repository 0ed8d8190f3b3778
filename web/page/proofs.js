// The proofs that come with the page. A test compares the list with the folder.

import { button, h, refill } from './dom.js';
import { titleOf } from './games.js';

/** File and game of each. @type {[file: string, game: string][]} */
const shipped = [
  ['proofs/3x3.oxo', 'mnk:3x3x3'],
  ['proofs/5x5x4.oxo', 'mnk:5x5x4'],
  ['proofs/connect4-5x4.oxo', 'connect4:5x4'],
  ['proofs/connect4-6x5.oxo', 'connect4:6x5'],
];

/** Whether a file comes with the page. @param {string} file */
export const ships = (file) => shipped.some(([name]) => name === file);

/**
 * Draws a button for each proof of a game that the page has.
 * @param {HTMLElement} box @param {import('./api.js').GameInfo[]} games @param {string} file the open one, or '' @param {(file: string) => void} choose
 */
export function drawShipped(box, games, file, choose) {
  const key = `${games.length} ${file}`;
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  const own = shipped.filter(([, game]) => games.some(({ family }) => family === game.split(':')[0]));
  if (own.length === 0) return;
  refill(box, h('p', { class: 'hint' }, 'These come with the page:'), h('div', { class: 'buttons', role: 'group', 'aria-label': 'proofs that come with this page' },
    ...own.map(([name, game]) => button(titleOf(games, game), () => choose(name), { 'data-proof': name, 'aria-pressed': String(name === file) }))));
}
