// Pieces can be dragged: with a mouse, a pen or a finger. A drag picks up the piece and
// puts it down as two clicks would.

import { h } from './dom.js';

/** How far the pointer moves, in pixels, before a press becomes a drag. */
const far = 6;

/**
 * @typedef {object} Drags
 * @property {(from: number) => boolean} movable whether a square has a piece that may be picked up now
 * @property {(from: number) => void} lift picks the piece up
 * @property {(from: number, to: number) => void} drop puts it down on a square; -1 is beside the board
 */

/** Listens for drags on a board. @param {HTMLElement} field the squares @param {Drags} acts */
export const dragging = (field, acts) => listen(field, '[data-square]', (square) => Number(square.dataset.square), '.standing', () => field, acts);

/**
 * Listens for drags from a palette to a board.
 * @param {HTMLElement} palette buttons with numbers of tools @param {() => HTMLElement} board @param {Drags} acts
 */
export const draggingOnto = (palette, board, acts) => listen(palette, '[data-tool]', (one) => Number(one.dataset.tool), '.emblem > *', board, acts);

/**
 * Listens for drags from a field to the squares of a board.
 * @param {HTMLElement} field @param {string} what selects the elements that can be dragged
 * @param {(element: HTMLElement) => number} numberOf @param {string} picture selects what is dragged in such an element
 * @param {() => HTMLElement} board @param {Drags} acts
 */
function listen(field, what, numberOf, picture, board, { movable, lift, drop }) {
  /** @type {{from: number, id: number, x: number, y: number, size: number, of: HTMLElement, ghost: HTMLElement|null}|null} */
  let drag = null;
  let dragged = false; // the browser's click after a drag does not count
  const under = (/** @type {PointerEvent} */ { clientX, clientY }) => {
    const square = document.elementFromPoint(clientX, clientY)?.closest('[data-square]');
    return square instanceof HTMLElement && board().contains(square) ? square : null;
  };
  const end = () => {
    const was = drag;
    drag = null;
    was?.ghost?.remove();
    for (const square of [...field.querySelectorAll('.dragging'), ...board().querySelectorAll('.over')]) square.classList.remove('dragging', 'over');
    field.classList.remove('drags');
    return was;
  };
  field.addEventListener('pointerdown', (event) => {
    dragged = false;
    const of = /** @type {Element} */ (event.target).closest(what);
    if (!event.isPrimary || event.button !== 0 || !(of instanceof HTMLElement) || !movable(numberOf(of))) return;
    const size = (/** @type {HTMLElement|null} */ (board().querySelector('[data-square]')) ?? of).offsetWidth;
    drag = { from: numberOf(of), id: event.pointerId, x: event.clientX, y: event.clientY, size, of, ghost: null };
    if (board() !== field) of.setPointerCapture(event.pointerId); // the first step may leave the palette; a click stays the button's
  });
  field.addEventListener('pointermove', (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < far) return;
      lift(drag.from);
      const standing = drag.of.querySelector(picture);
      if (!standing) return void end();
      field.setPointerCapture(event.pointerId); // the drag goes on beside the board
      dragged = true;
      drag.ghost = h('span', { class: 'dragged', 'aria-hidden': 'true' }, standing.cloneNode(true));
      drag.ghost.style.setProperty('--s', `${drag.size}px`);
      document.body.append(drag.ghost);
      field.classList.add('drags');
    }
    drag.ghost.style.transform = `translate(${event.clientX - drag.size / 2}px, ${event.clientY - drag.size / 2}px)`;
    drag.of.classList.add('dragging');
    const over = under(event);
    for (const square of board().querySelectorAll('.over')) if (square !== over) square.classList.remove('over');
    over?.classList.add('over');
  });
  field.addEventListener('pointerup', (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const over = drag.ghost && under(event);
    const was = end();
    if (was?.ghost) drop(was.from, over ? Number(over.dataset.square) : -1);
  });
  field.addEventListener('pointercancel', () => {
    const was = end();
    if (was?.ghost) drop(was.from, -1);
  });
  field.addEventListener('click', (event) => {
    if (!dragged) return;
    dragged = false;
    event.stopPropagation();
  }, true);
}
