// Drags, the wheel, two fingers and clicks on the canvas of a tree. The wheel alone
// scrolls the page; the wheel with Ctrl zooms, and so do two fingers.

/**
 * @param {HTMLCanvasElement} canvas
 * @param {import('./painter.js').Painter} painter
 */
export function listen(canvas, painter) {
  /** @type {Map<number, PointerEvent>} */
  const down = new Map();
  let moved = 0;
  canvas.addEventListener('pointerdown', (e) => {
    canvas.setPointerCapture(e.pointerId);
    if (down.size === 0) moved = 0;
    down.set(e.pointerId, e);
  });
  canvas.addEventListener('pointermove', (e) => {
    const before = down.get(e.pointerId);
    if (!before) return;
    down.set(e.pointerId, e);
    const other = [...down.values()].find((p) => p.pointerId !== e.pointerId);
    if (other) {
      const was = Math.hypot(before.clientX - other.clientX, before.clientY - other.clientY);
      const is = Math.hypot(e.clientX - other.clientX, e.clientY - other.clientY);
      const box = canvas.getBoundingClientRect();
      painter.zoom(is / Math.max(was, 1), (e.clientX + other.clientX) / 2 - box.left, (e.clientY + other.clientY) / 2 - box.top);
      moved = 99;
      return;
    }
    moved += Math.abs(e.clientX - before.clientX) + Math.abs(e.clientY - before.clientY);
    if (moved > 6) painter.pan(e.clientX - before.clientX, e.clientY - before.clientY);
  });
  const up = (/** @type {PointerEvent} */ e) => {
    if (!down.delete(e.pointerId) || moved > 6 || e.type !== 'pointerup') return;
    const spot = painter.hit(e);
    if (spot) painter.hear.select(spot.i);
  };
  canvas.addEventListener('pointerup', up);
  canvas.addEventListener('pointercancel', up);
  canvas.addEventListener('dblclick', (e) => {
    const spot = painter.hit(e);
    if (spot) painter.hear.toggle(spot.i);
  });
  canvas.addEventListener('wheel', (e) => wheel(e, canvas, painter), { passive: false });
}

/**
 * Zooms by the wheel with Ctrl.
 * @param {WheelEvent} e @param {HTMLCanvasElement} canvas @param {import('./painter.js').Painter} painter
 */
function wheel(e, canvas, painter) {
  if (!e.ctrlKey && !e.metaKey) return; // the page scrolls
  e.preventDefault();
  const box = canvas.getBoundingClientRect();
  painter.zoom(Math.exp(-e.deltaY / 400), e.clientX - box.left, e.clientY - box.top);
}
