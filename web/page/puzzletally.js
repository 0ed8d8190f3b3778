// The streak, and the puzzles that the browser keeps to be repeated.

import { forgetPuzzles, tally } from './boxes.js';
import { announce, button, h, refill } from './dom.js';
import { state, update } from './store.js';

/** Draws both. @param {HTMLElement} box @param {() => void} forgotten is called when all are forgotten */
export function drawTally(box, forgotten) {
  const { streak, best, cards, due } = tally();
  refill(box, ...(cards > 0 ? [
    h('p', { id: 'puzzlestreak' }, `Solved at the first try in a row: ${streak}, at most ${best}.`),
    h('p', { class: 'hint', id: 'puzzlekept' }, cards === 1 ? 'This browser keeps one puzzle to be repeated.' : `This browser keeps ${cards} puzzles to be repeated.`, ' ', due === 0 ? 'None is due today.' : due === 1 ? 'One is due today.' : `${due} are due today.`),
    h('div', { class: 'buttons' }, due > 0 && state.from !== 'due' ? button('Repeat', () => update({ from: 'due' }), { id: 'puzzlerepeat' }) : null,
      button('Forget all puzzles', () => {
        forgetPuzzles();
        forgotten();
        announce('forgotten');
      }, { id: 'puzzleforget', class: 'quiet' })),
  ] : []));
}
