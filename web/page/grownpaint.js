// Draws the nodes of a grown tree. A node is filled by the share of its play-outs that
// MAX won, and has its visits below it. Its line is thicker if its share of its
// parent's visits is larger.

import { mark } from './layout.js';
import { outline } from './nodepaint.js';

/** @typedef {import('./grown.js').Grown} Grown */
/** @typedef {import('./layout.js').Spot} Spot */
/** @typedef {import('./painter.js').Painter} Painter */

const radius = mark / 2;

/**
 * Draws the lines between the nodes.
 * @param {Painter} painter @param {Grown} w @param {Spot[]} seen
 */
export function grownEdges(painter, w, seen) {
  const { pen, colour, moment } = painter;
  pen.setLineDash([]);
  for (const s of seen) {
    if (!s.parent || s.kind !== 'mark') continue;
    const lit = w.lit(s.i, moment);
    const share = (w.counted(s.i, moment)?.visits ?? 0) / Math.max(w.counted(s.parent.i, moment)?.visits ?? 1, 1);
    painter.curve(s);
    pen.lineWidth = Math.max(0.8 + 6 * share, lit ? 2.4 : 0);
    pen.strokeStyle = lit ? colour.accent : colour.quiet;
    pen.stroke();
  }
  for (const s of seen) {
    if (s.kind !== 'rolled') continue;
    painter.curve(s);
    pen.setLineDash([2, 4]);
    pen.lineWidth = 2;
    pen.strokeStyle = colour.accent;
    pen.stroke();
    pen.setLineDash([]);
  }
}

/**
 * Draws a node.
 * @param {Painter} painter @param {Grown} w @param {Spot} s @param {number} x @param {number} y
 */
export function grownNode(painter, w, s, x, y) {
  const { pen, colour, moment } = painter;
  const c = w.counted(s.i, moment);
  const proven = c !== undefined && c.proven !== 2;
  const fill = colour[/** @type {'win'|'draw'|'loss'} */ (w.tone(c))];
  outline(painter, w.nodes.max[s.i], x, y);
  pen.fillStyle = proven ? fill : colour.ground;
  pen.fill();
  if (c && !proven) {
    pen.save();
    pen.clip();
    pen.fillStyle = colour.faint;
    pen.fillRect(x - radius, y + radius - mark * c.mean, mark, mark * c.mean);
    pen.restore();
  }
  outline(painter, w.nodes.max[s.i], x, y);
  pen.lineWidth = s.i === painter.selected ? 3 : 1.2;
  pen.strokeStyle = s.i === painter.selected || w.lit(s.i, moment) ? colour.accent : proven ? fill : colour.quiet;
  pen.stroke();
  if (!painter.legible) return;
  painter.font(700, 11);
  pen.fillStyle = proven ? colour.onValue : colour.ink;
  pen.fillText(w.short(c), x, y + 0.5);
  painter.font(400, 11);
  const below = `${c ? `${c.visits}×` : 'new'}${s.folded ? ` +${s.folded}` : ''}`;
  pen.lineWidth = 4; // the lines to its moves begin under the text
  pen.strokeStyle = colour.ground;
  pen.strokeText(below, x, y + radius + 8);
  pen.fillStyle = colour.soft;
  pen.fillText(below, x, y + radius + 8);
}

/**
 * Draws the end of a play-out: its result for MAX.
 * @param {Painter} painter @param {Grown} w @param {number} x @param {number} y
 */
export function rolled(painter, w, x, y) {
  const { pen, colour } = painter;
  const result = (w.step(painter.moment)?.result ?? 0) / 1e4;
  pen.beginPath();
  pen.roundRect(x - radius, y - radius, mark, mark, radius);
  pen.fillStyle = colour.ground;
  pen.fill();
  pen.lineWidth = 1.6;
  pen.setLineDash([2, 3]);
  pen.strokeStyle = colour.accent;
  pen.stroke();
  pen.setLineDash([]);
  if (!painter.legible) return;
  painter.font(700, 11);
  pen.fillStyle = colour.ink;
  pen.fillText(String(Math.round(100 * result)), x, y + 0.5);
}
