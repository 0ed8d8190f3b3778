// The pieces of boards, by kind: the API says which kind a game has and which side owns
// a piece. No code here knows a game.

import { h, svg } from './dom.js';

/** @typedef {{text: string, owner: number}} Cell */

/** Chess pieces as drawings around a middle, about 36 high. */
const walkers = {
  p: ['M-12 18c0-7 5-8 6-15h-3.5v-4h4.2a8 8 0 1 1 10.6 0H9.5v4H6c1 7 6 8 6 15z'],
  r: ['M-14 18v-5l4-4V-6l-4-4v-8h6v4h4.5v-4h7v4H8v-4h6v8l-4 4V9l4 4v5z'],
  n: ['M-13 18c0-9 8-12 7-18-4 3-6 5-9 3-3-3 0-8 4-12l1-7 5 4c10 0 17 8 17 18 0 6-2 8-2 12z'],
  b: ['M-13 18c0-4 4-4 6-7-6-4-6-12 0-18 3-3 4-4 4-6a3 3 0 1 1 6 0c0 2 1 3 4 6 6 6 6 14 0 18 2 3 6 3 6 7z', 'M0-6V4M-4-1H4'],
  q: ['M-13 18l2-8-5-19 8 8 3-13 5 12 5-12 3 13 8-8-5 19 2 8z', 'M-11 10H11'],
  k: ['M-13 18l1-7c-9-7-6-17 3-17 4 0 7 2 9 5 2-3 5-5 9-5 9 0 12 10 3 17l1 7z', 'M-12 11H12', 'M0-2V-18M-5-13H5'],
};

/** @param {string} kind @param {number} owner */
function walker(kind, owner) {
  const [body, open, cross] = walkers[/** @type {keyof typeof walkers} */ (kind)];
  return svg('svg', { viewBox: '-28 -30 56 56', class: `piece stone walker owner${owner}`, 'aria-hidden': 'true' },
    cross ? svg('path', { d: cross, class: 'cross' }) : null, svg('path', { d: body }), open ? svg('path', { d: open, class: 'open' }) : null);
}

/**
 * Draws a man or king of draughts: the letter gives its colour, a capital letter is a
 * king.
 * @param {string} text
 */
function draughtsman(text) {
  const dark = text.toLowerCase() === 'b';
  return svg('svg', { viewBox: '0 0 100 100', class: `piece stone draughtsman ${dark ? 'dark' : 'light'}`, 'aria-hidden': 'true' },
    svg('circle', { cx: 50, cy: 50, r: 38 }), svg('circle', { cx: 50, cy: 50, r: 27, class: 'open' }),
    text !== text.toLowerCase() ? svg('path', { d: 'M33 63V41l9 9 8-14 8 14 9-9v22z', class: 'crown' }) : null);
}

/** @param {string} text @param {number} owner */
function lettered(text, owner) {
  return svg('svg', { viewBox: '0 0 100 100', class: `piece stone owner${owner}`, 'aria-hidden': 'true' },
    svg('circle', { cx: 50, cy: 50, r: 36, class: 'letter-disc' }), svg('text', { x: 50, y: 51, class: 'letter' }, text));
}

/** @param {string} text */
function tile(text) {
  const step = Math.min(Math.max(Math.log2(Number(text)) || 1, 1), 9);
  const element = h('span', { class: `tile${text.length > 2 ? ' long' : ''}${step >= 5 ? ' strong' : ''}` }, text);
  element.style.setProperty('--step', String(step));
  return element;
}

/** @param {number} owner */
function mark(owner) {
  return svg('svg', { viewBox: '0 0 100 100', class: `piece stone owner${owner}`, 'aria-hidden': 'true' },
    owner === 0 ? svg('path', { d: 'M25 25 75 75M75 25 25 75', class: 'stroke' }) : svg('circle', { cx: 50, cy: 50, r: 25, class: 'stroke', 'stroke-width': 10 }));
}

/**
 * Draws the piece on a square.
 * @param {string} kind as in a state's style
 * @param {Cell} cell
 * @returns {Element}
 */
export function piece(kind, { text, owner }) {
  const letter = text.toLowerCase();
  switch (kind) {
    case 'marks': return mark(owner);
    case 'discs': return h('span', { class: `piece stone disc owner${owner}`, 'aria-hidden': 'true' });
    case 'stones': return h('span', { class: `piece stone pebble owner${owner}`, 'aria-hidden': 'true' });
    case 'pawns': return walker('p', owner);
    case 'chessmen': return Object.hasOwn(walkers, letter) ? walker(letter, owner) : lettered(text, owner);
    case 'draughtsmen': return draughtsman(text);
    case 'tiles': return tile(text);
    case 'sticks': return h('span', { class: 'stick' });
    default: return lettered(text, owner);
  }
}

/**
 * Whether the side alone decides how a piece looks, so that it can be drawn before it
 * is placed.
 * @param {string} kind
 */
export const bySide = (kind) => ['marks', 'discs', 'stones'].includes(kind);

/**
 * Makes a small piece of a side, for use next to its name, or null if no kind of piece
 * stands for a side.
 * @param {string} kind @param {number} owner @param {string[]} sides the names of both
 */
export function emblem(kind, owner, sides) {
  if (!bySide(kind) && !['pawns', 'chessmen', 'draughtsmen', 'sticks'].includes(kind)) return null;
  const text = { chessmen: 'k', draughtsmen: sides[owner] === 'black' ? 'b' : 'w' }[kind] ?? '';
  return h('span', { class: 'emblem', 'aria-hidden': 'true' }, piece(kind, { text, owner }));
}

const names = { p: 'pawn', r: 'rook', n: 'knight', b: 'bishop', q: 'queen', k: 'king' };

/** Describes a piece in words. @param {string} kind @param {Cell} cell @param {string[]} sides */
export function inWords(kind, { text, owner }, sides) {
  if (text === '') return 'empty';
  if (kind === 'sticks') return 'a stick';
  if (kind === 'tiles') return text;
  if (kind === 'chessmen') return `${sides[owner]} ${names[/** @type {keyof typeof names} */ (text.toLowerCase())] ?? text}`;
  if (kind === 'draughtsmen') return `${sides[owner]} ${text === text.toLowerCase() ? 'man' : 'king'}`;
  return sides[owner] ?? text;
}

/**
 * Draws the lines under the squares, between them or through them. One unit is a
 * square, and the origin is the top left corner.
 * @param {string} kind of places @param {number} columns @param {number} rows @param {boolean} wraps
 * @param {number[][]} [between] the pairs of points between which lines are, if these are not those of a lattice
 * @param {boolean} [flip]
 */
export function underlay(kind, columns, rows, wraps, between, flip) {
  if (kind !== 'hash' && kind !== 'crossings') return null;
  const box = svg('svg', { viewBox: `0 0 ${columns} ${rows}`, class: 'under', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  const lines = [];
  if (kind === 'hash') {
    const over = wraps ? 0.12 : -0.04; // a wrapping line continues past the edge
    for (let x = wraps ? 0 : 1; x < columns + (wraps ? 1 : 0); x++) lines.push(`M${x} ${-over}V${rows + over}`);
    for (let y = wraps ? 0 : 1; y < rows + (wraps ? 1 : 0); y++) lines.push(`M${-over} ${y}H${columns + over}`);
  } else if (between) {
    const at = (/** @type {number} */ n) => {
      const [x, y] = [n % columns, Math.floor(n / columns)];
      return flip ? `${columns - x - 0.5} ${y + 0.5}` : `${x + 0.5} ${rows - y - 0.5}`;
    };
    for (const [from, to] of between) lines.push(`M${at(from)}L${at(to)}`);
  } else {
    const end = wraps ? 0 : 0.5;
    for (let x = 0; x < columns; x++) lines.push(`M${x + 0.5} ${end}V${rows - end}`);
    for (let y = 0; y < rows; y++) lines.push(`M${end} ${y + 0.5}H${columns - end}`);
  }
  box.append(svg('path', { d: lines.join('') }));
  if (kind === 'crossings' && !between) for (const [x, y] of stars(columns, rows)) box.append(svg('circle', { cx: x + 0.5, cy: y + 0.5, r: 0.09, stroke: 'none' }));
  return box;
}

/**
 * The marked points that help the eye on large boards.
 * @param {number} columns @param {number} rows @returns {number[][]}
 */
function stars(columns, rows) {
  if (Math.min(columns, rows) < 9) return [];
  const ends = (/** @type {number} */ n) => (n >= 13 ? [3, n - 4] : [2, n - 3]);
  const points = ends(columns).flatMap((x) => ends(rows).map((y) => [x, y]));
  if (columns % 2 === 0 || rows % 2 === 0) return points;
  const [x, y] = [(columns - 1) / 2, (rows - 1) / 2];
  points.push([x, y]);
  if (Math.min(columns, rows) >= 17) points.push(...ends(columns).map((end) => [end, y]), ...ends(rows).map((end) => [x, end])); // nine, as on a board of Go
  return points;
}
