// The values of a game, move by move, for the first side: above the middle it wins,
// below it loses; the sooner the end, the farther from the middle.

import { fill, svg } from './dom.js';
import { extent, shape, sign, tone } from './values.js';

const width = 320;
const height = 96;

/** Places a score between -1 and 1. @param {number} score */
export function level(score) {
  const s = sign(score);
  if (s !== 0) return s * extent(score);
  return 0.45 * score / (Math.abs(score) + 60);
}

/**
 * @param {Element} box
 * @param {Map<number, {score: number, text: string}>} values by ply
 * @param {number} plies @param {number} at
 * @param {string[]} sides
 * @param {(ply: number) => void} go
 */
export function drawPlot(box, values, plies, at, sides, go) {
  const known = [...values].filter(([ply]) => ply <= plies).sort((a, b) => a[0] - b[0]);
  if (known.length < 2) return fill(box);
  const x = (/** @type {number} */ ply) => 12 + (width - 24) * ply / Math.max(plies, 1);
  const y = (/** @type {number} */ score) => height / 2 - (height / 2 - 10) * level(score);
  const words = known.map(([ply, v]) => `after ${ply} moves ${v.text}`).join('; ');
  fill(box, svg('svg', { viewBox: `0 0 ${width} ${height}`, class: 'plot', role: 'img', 'aria-label': `the value of the game: ${words}` },
    svg('line', { x1: 0, x2: width, y1: height / 2, y2: height / 2, class: 'zero' }),
    svg('text', { x: 2, y: 10 }, `${sides[0]} wins`),
    svg('text', { x: 2, y: height - 3 }, `${sides[1]} wins`),
    svg('line', { x1: x(at), x2: x(at), y1: 0, y2: height, class: 'here' }),
    svg('polyline', { points: known.map(([ply, v]) => `${x(ply)},${y(v.score)}`).join(' '), class: 'curve' }),
    ...known.map(([ply, v]) => svg('text', { x: x(ply), y: y(v.score) + 4, class: `point ${tone(v.score)}`, onclick: () => go(ply) },
      shape(v.score), svg('title', {}, `after ${ply} moves: ${v.text}`)))));
}
