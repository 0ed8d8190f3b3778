// The values of a game, move by move, for the first side: above the middle it wins, below it
// loses; a sooner end or a greater chance is farther from the middle.

import { fill, svg } from './dom.js';
import { extent, shape, sign, tone } from './values.js';

const width = 320;
const height = 112;
const row = 16; // above and below the curve, for the names of the sides
const glyph = 11; // the width of a sign; where points are closer, they are dots

/** Places a score between -1 and 1. @param {number} score */
export function level(score) {
  const s = sign(score);
  if (s !== 0) return s * extent(score);
  return 0.45 * score / (Math.abs(score) + 60);
}

/** Places a value between -1 and 1: by its chance of winning if a review gives one. @param {Value} v */
const place = (v) => (v.chance !== undefined && sign(v.score) === 0 ? 2 * v.chance - 1 : level(v.score));

/** @typedef {{score: number, text: string, chance?: number, value?: {estimate?: number}}} Value */

/**
 * Draws the plot. A click goes to the nearest point, and the arrow keys go from point to point.
 * @param {Element} box
 * @param {Map<number, Value>} values by ply
 * @param {number} plies @param {number} at
 * @param {string[]} sides
 * @param {(ply: number) => void} go
 * @param {(ply: number) => string} when says after which move a point comes, as the list counts
 */
export function drawPlot(box, values, plies, at, sides, go, when) {
  const known = [...values].filter(([ply]) => ply <= plies).sort((a, b) => a[0] - b[0]);
  if (known.length < 2) return fill(box);
  const gap = (width - 24) / Math.max(plies, 1);
  const x = (/** @type {number} */ ply) => 12 + gap * ply;
  const y = (/** @type {Value} */ v) => height / 2 - (height / 2 - row - glyph / 2) * place(v);
  const had = box.contains(document.activeElement);
  const drawn = svg('svg', {
    viewBox: `0 0 ${width} ${height}`, class: 'plot', role: 'slider', tabindex: 0, 'aria-label': 'the value of the game, by moves', 'aria-valuemin': 0,
    'aria-valuemax': plies, 'aria-valuenow': at, 'aria-valuetext': `${when(at)}: ${values.get(at)?.text ?? 'no value'}`,
    onclick: (/** @type {MouseEvent} */ event) => {
      const area = drawn.getBoundingClientRect();
      const clicked = (event.clientX - area.left) * width / area.width;
      go(known.reduce((near, [ply]) => (Math.abs(x(ply) - clicked) < Math.abs(x(near) - clicked) ? ply : near), known[0][0]));
    },
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const to = stepped(event.key, known.map(([ply]) => ply), at);
      if (to === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      go(to);
    },
  },
  svg('line', { x1: 0, x2: width, y1: height / 2, y2: height / 2, class: 'zero' }),
  svg('text', { x: 2, y: 12 }, `${sides[0]} wins`),
  svg('text', { x: 2, y: height - 4 }, `${sides[1]} wins`),
  svg('line', { x1: x(at), x2: x(at), y1: 0, y2: height, class: 'here' }),
  svg('polyline', { points: known.map(([ply, v]) => `${x(ply)},${y(v)}`).join(' '), class: 'curve' }),
  ...known.map(([ply, v]) => {
    const said = svg('title', {}, `${when(ply)}: ${v.text}`);
    const kind = `point ${tone(v.score)}`;
    if (gap < glyph) return svg('circle', { cx: x(ply), cy: y(v), r: Math.max(gap / 2.4, 1), class: kind }, said);
    return svg('text', { x: x(ply), y: y(v) + 4, class: kind }, v.value?.estimate !== undefined ? '≈' : shape(v.score), said);
  }));
  fill(box, drawn);
  if (had) drawn.focus();
}

/** Returns the point to which a key goes, if it goes to one. @param {string} key @param {number[]} known @param {number} at */
function stepped(key, known, at) {
  switch (key) {
    case 'ArrowLeft': case 'ArrowDown': return known.findLast((ply) => ply < at) ?? known[0];
    case 'ArrowRight': case 'ArrowUp': return known.find((ply) => ply > at) ?? known[known.length - 1];
    case 'Home': return known[0];
    case 'End': return known[known.length - 1];
  }
}
