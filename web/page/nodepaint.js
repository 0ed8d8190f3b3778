// Draws the nodes of a search's tree: a square for MAX, a circle for MIN, filled with the
// value; what was spared is dashed; a value on its way up is a label on the line.

import { mark } from './layout.js';
import { say } from './words.js';

/** @typedef {import('./walked.js').Walked} Walked */
/** @typedef {import('./layout.js').Spot} Spot */
/** @typedef {import('./painter.js').Painter} Painter */

const radius = mark / 2;

/** Draws a node that is not a card. @param {Painter} painter @param {Walked} w @param {Spot} s @param {number} x @param {number} y */
export function walkedNode(painter, w, s, x, y) {
  const { pen, colour } = painter;
  if (painter.scale < 0.3 && s.i !== painter.selected) {
    pen.fillStyle = s.kind === 'mark' ? colour[w.tone(w.nodes.value[s.i])] : colour.faint;
    pen.fillRect(x - radius, y - radius, mark, mark);
    return;
  }
  if (s.ahead) return ahead(painter, w, s, s.ahead, x, y);
  if (s.kind === 'mark') return value(painter, w, s, x, y);
  pen.beginPath();
  pen.arc(x, y, radius * 0.6, 0, 2 * Math.PI);
  pen.setLineDash(s.kind === 'spared' ? [3, 3] : []);
  pen.lineWidth = 1.2;
  pen.strokeStyle = colour.quiet;
  pen.stroke();
  pen.setLineDash([]);
  if (s.kind === 'spared' && painter.legible) spared(painter, w, s, x, y);
}

/** Draws a position that the walk has not reached, with its number if it is an end. @param {Painter} painter @param {Walked} w @param {Spot} s @param {import('./walked.js').Ahead} ahead @param {number} x @param {number} y */
function ahead(painter, w, { kind, parent }, { max, value: number }, x, y) {
  const { pen, colour } = painter;
  outline(painter, max, x, y);
  pen.setLineDash(kind === 'spared' ? [3, 3] : []);
  pen.lineWidth = 1.2;
  pen.strokeStyle = colour.quiet;
  pen.stroke();
  pen.setLineDash([]);
  if (!painter.legible) return;
  painter.font(600, 11);
  pen.fillStyle = colour.ink;
  if (kind === 'spared' && parent?.kind === 'mark') pen.fillText('✂', x + radius + 7, y - radius + 3);
  if (number !== undefined) pen.fillText(w.short(number), x, y + 0.5);
}

/** Draws the scissors of a spared move, and what the move would have cost. @param {Painter} painter @param {Walked} w @param {Spot} s @param {number} x @param {number} y */
function spared(painter, w, s, x, y) {
  const { pen, colour } = painter;
  const many = w.spared.get(s.key);
  painter.font(400, 11);
  pen.fillStyle = colour.soft;
  pen.fillText('✂', x, y + 0.5);
  if (many) pen.fillText(say(`spared ${many}`), x, y + radius + 6);
}

/** Draws a node with its value: filled, or half filled if the value is a bound. @param {Painter} painter @param {Walked} w @param {Spot} s @param {number} x @param {number} y */
function value(painter, w, s, x, y) {
  const { pen, colour } = painter;
  const n = w.nodes;
  const fill = colour[w.tone(n.value[s.i])];
  const nothing = w.ending(s.i) === 'given up';
  outline(painter, n.max[s.i], x, y);
  pen.fillStyle = colour.ground;
  pen.fill();
  if (!nothing) {
    pen.save();
    pen.clip();
    pen.fillStyle = fill;
    pen.fillRect(x - radius, y - radius, n.bound[s.i] === 0 ? mark : radius, mark);
    pen.restore();
  }
  outline(painter, n.max[s.i], x, y);
  pen.setLineDash(w.ending(s.i) === 'known' ? [3, 3] : []);
  pen.lineWidth = s.i === painter.selected ? 3 : 1.2;
  pen.strokeStyle = s.i === painter.selected ? colour.accent : nothing ? colour.quiet : fill;
  pen.stroke();
  pen.setLineDash([]);
  if (!painter.legible) return;
  painter.font(700, 11);
  const text = w.short(n.value[s.i]);
  if (!nothing && n.bound[s.i] === 0) {
    pen.fillStyle = colour.onValue;
    pen.fillText(text, x, y + 0.5);
  } else if (!nothing) {
    pen.fillStyle = fill;
    pen.fillText(n.bound[s.i] > 0 ? '≥' : '≤', x + radius / 2, y + 0.5);
  }
  pen.fillStyle = colour.ink;
  const sign = { table: 'T', guide: 'G', 'cut-off': '✂' }[w.ending(s.i)] ?? '';
  if (sign) pen.fillText(sign, x + radius + 7, y - radius + 3);
  if (!nothing && n.bound[s.i] !== 0) {
    pen.textAlign = 'right';
    pen.fillText(text, x - radius - 2, y + 1);
    pen.textAlign = 'center';
  }
  if (s.folded > 0) pen.fillText(`+${s.folded}`, x, y + radius + 8);
}

/** Makes the outline of a node: a square for MAX, a circle for MIN. @param {Painter} painter @param {boolean} isMax @param {number} x @param {number} y */
export function outline({ pen }, isMax, x, y) {
  pen.beginPath();
  if (isMax) pen.roundRect(x - radius, y - radius, mark, mark, 5);
  else pen.arc(x, y, radius, 0, 2 * Math.PI);
}

/** Draws the value that goes up to its parent at this moment. @param {Painter} painter @param {Walked} w */
export function rising(painter, w) {
  const { pen, colour, layout } = painter;
  const child = w.returning(painter.moment);
  const spot = layout?.byKey.get(String(child));
  if (!spot?.parent || !painter.legible) return;
  const at = painter.place(spot);
  const to = painter.place(spot.parent);
  const part = 0.3 + 0.35 * painter.part();
  const top = to.y + spot.parent.height / 2;
  const y = at.y - radius + (top - at.y + radius) * part;
  const t = part * part * (3 - 2 * part); // the x of the edge's curve at this height
  const x = at.x + (to.x - at.x) * t;
  const text = `${{ '-1': '≤ ', 0: '', 1: '≥ ' }[String(w.nodes.bound[child])]}${w.say(w.nodes.value[child])}`;
  painter.font(700, 12);
  const wide = pen.measureText(text).width + 18;
  pen.beginPath();
  pen.roundRect(x - wide / 2, y - 11, wide, 22, 11);
  pen.fillStyle = colour[w.tone(w.nodes.value[child])];
  pen.fill();
  pen.fillStyle = colour.onValue;
  pen.fillText(text, x, y + 0.5);
}
