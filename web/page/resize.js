// The corner of the board that makes it larger or smaller. The size is one of the reader's
// settings: a part of the largest board that fits the height of the window.

import { h } from './dom.js';
import { state, update } from './store.js';
import { say } from './words.js';

const least = 40; // percent
const most = 200;

/** @param {number} percent */
const within = (percent) => Math.round(Math.min(Math.max(percent, least), most));

/** Gives a board its size and the handle. @param {HTMLElement} board */
export function drawHandle(board) {
  board.style.setProperty('--zoom', String(within(state.size) / 100));
  const grid = /** @type {HTMLElement|null} */ (board.querySelector('.grid'));
  if (!grid) return;
  let handle = grid.querySelector('.resize');
  if (!handle) {
    handle = h('div', {
      class: 'resize', role: 'slider', tabindex: 0, 'aria-label': 'size of the board', 'aria-valuemin': least, 'aria-valuemax': most,
      title: 'Drag to resize the board; a double click fits it to the window', onkeydown: press, ondblclick: () => update({ size: 100 }),
      onpointerdown: (/** @type {PointerEvent} */ event) => drag(event, board, /** @type {HTMLElement} */ (grid)),
    });
    grid.append(handle);
  }
  handle.setAttribute('aria-valuenow', String(within(state.size)));
  handle.setAttribute('aria-valuetext', say(`${within(state.size)}% of what fits the window`));
}

/** Handles the keys of the handle. @param {KeyboardEvent} event */
function press(event) {
  const by = { ArrowLeft: -5, ArrowUp: -5, ArrowRight: 5, ArrowDown: 5 }[event.key];
  if (by === undefined && event.key !== 'Home') return;
  event.preventDefault();
  event.stopPropagation(); // elsewhere the arrow keys go over the board
  update({ size: by === undefined ? 100 : within(state.size + by) });
}

/**
 * Follows the pointer. The board is centred and its upper edge stays, so the corner
 * moves to the right by half of the added width, and down by all of the added height.
 * @param {PointerEvent} event @param {HTMLElement} board @param {HTMLElement} grid
 */
function drag(event, board, grid) {
  event.preventDefault();
  const handle = /** @type {HTMLElement} */ (event.currentTarget);
  handle.focus();
  handle.setPointerCapture(event.pointerId);
  const { width, height } = grid.getBoundingClientRect();
  const begin = actual(board, grid);
  let size = begin;
  const move = (/** @type {PointerEvent} */ e) => {
    const [x, y] = [2 * (e.clientX - event.clientX) / width, (e.clientY - event.clientY) / height];
    size = within(begin * (1 + (Math.abs(x) > Math.abs(y) ? x : y)));
    board.style.setProperty('--zoom', String(size / 100));
  };
  const end = () => {
    handle.removeEventListener('pointermove', move);
    if (size !== begin) update({ size });
  };
  handle.addEventListener('pointermove', move);
  handle.addEventListener('lostpointercapture', end, { once: true });
}

/**
 * The size of the drawn board in percent. It is less than the setting where the window is
 * not wide enough; the board at the least size always has room.
 * @param {HTMLElement} board @param {HTMLElement} grid
 */
function actual(board, grid) {
  const side = () => /** @type {HTMLElement} */ (grid.querySelector('.square')).getBoundingClientRect().width;
  const drawn = side();
  board.style.setProperty('--zoom', String(least / 100));
  const small = side();
  board.style.setProperty('--zoom', String(within(state.size) / 100));
  return least * drawn / small;
}
