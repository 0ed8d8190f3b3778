// Pieces can be dragged: with a mouse, a pen or a finger. A drag picks up the piece and
// puts it down as two clicks would.

import { h } from './dom.js';

/** How far the pointer moves, in pixels, before a press becomes a drag. */
const far = 6;

/**
 * Listens for drags on a board.
 * @param {HTMLElement} field the squares
 * @param {(square: number) => boolean} movable whether a square has a piece that may be picked up now
 * @param {(from: number) => void} lift picks the piece up
 * @param {(from: number, to: number) => void} drop puts it down on a square; -1 is beside the board
 */
export function dragging(field, movable, lift, drop) {
  /** @type {{from: number, id: number, x: number, y: number, size: number, ghost: HTMLElement|null}|null} */
  let drag = null;
  let dragged = false; // the browser's click after a drag does not count
  const under = (/** @type {PointerEvent} */ { clientX, clientY }) => {
    const square = document.elementFromPoint(clientX, clientY)?.closest('[data-square]');
    return square instanceof HTMLElement && field.contains(square) ? square : null;
  };
  const end = () => {
    const was = drag;
    drag = null;
    was?.ghost?.remove();
    for (const square of field.querySelectorAll('.dragging, .over')) square.classList.remove('dragging', 'over');
    field.classList.remove('drags');
    return was;
  };
  field.addEventListener('pointerdown', (event) => {
    dragged = false;
    const square = /** @type {Element} */ (event.target).closest('[data-square]');
    if (!event.isPrimary || event.button !== 0 || !(square instanceof HTMLElement) || !movable(Number(square.dataset.square))) return;
    drag = { from: Number(square.dataset.square), id: event.pointerId, x: event.clientX, y: event.clientY, size: square.offsetWidth, ghost: null };
  });
  field.addEventListener('pointermove', (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < far) return;
      lift(drag.from);
      const square = field.querySelector(`[data-square="${drag.from}"]`);
      const standing = square?.querySelector('.standing');
      if (!standing) return void end();
      field.setPointerCapture(event.pointerId); // the drag goes on beside the board
      dragged = true;
      drag.ghost = h('span', { class: 'dragged', 'aria-hidden': 'true' }, standing.cloneNode(true));
      drag.ghost.style.setProperty('--s', `${drag.size}px`);
      document.body.append(drag.ghost);
      field.classList.add('drags');
    }
    drag.ghost.style.transform = `translate(${event.clientX - drag.size / 2}px, ${event.clientY - drag.size / 2}px)`;
    field.querySelector(`[data-square="${drag.from}"]`)?.classList.add('dragging');
    const over = under(event);
    for (const square of field.querySelectorAll('.over')) if (square !== over) square.classList.remove('over');
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
