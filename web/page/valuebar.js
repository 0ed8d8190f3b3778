// The bar next to the board: the value of the position according to the scores. Each
// side has its own colour, the first side at the bottom; a sooner win fills more of the
// bar.

import { h } from './dom.js';
import { level } from './plot.js';
import { now, shownScores, turned } from './shown.js';
import { state } from './store.js';
import { say } from './words.js';

/** @typedef {import('./api.js').State} State */

/** Shows the bar on a board, or removes it. @param {HTMLElement} board @param {State} s */
export function drawValueBar(board, s) {
  const grid = board.querySelector('.grid');
  const value = shownScores() ? now.values.get(state.at) : undefined;
  let bar = /** @type {HTMLElement|null} */ (board.querySelector('.valuebar'));
  if (!grid || !value) return bar?.remove();
  if (!bar) {
    bar = h('div', { class: 'valuebar', role: 'img' }, h('i', {}));
    grid.append(bar);
  }
  const part = Math.min(Math.max(0.5 + level(value.score) / 2, 0.03), 0.97);
  const look = `valuebar ${colours(s)}${turned() ? ' turned' : ''}${grid.querySelector('.chips') ? ' below' : ''}`;
  if (bar.className !== look) bar.className = look;
  bar.style.setProperty('--part', part.toFixed(3));
  bar.setAttribute('aria-label', say(`the position is worth, for ${value.text}`));
  bar.title = say(value.text);
}

/** Returns the colours of the bar: those of the pieces. @param {State} s */
function colours(s) {
  switch (s.style.pieces) {
    case 'stones': return 'dark-first';
    case 'pawns':
    case 'chessmen': return 'light-first';
    case 'draughtsmen': return s.cells.some((c) => c.owner === 0 && c.text.toLowerCase() === 'b') ? 'dark-first' : 'light-first';
    default: return '';
  }
}
