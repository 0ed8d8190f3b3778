// The list of games, which is asked for once, and the names of games in words.

import { engine } from './api.js';
import { svg } from './dom.js';
import { fileOf } from './sheets.js';
import { say } from './words.js';

/** @typedef {import('./api.js').GameInfo} GameInfo */

/** @type {Promise<GameInfo[]>|undefined} */
let asked;

/**
 * Returns the list of games, the one to begin with first. If the request fails, the
 * next call asks again.
 * @returns {Promise<GameInfo[]>}
 */
export function gamesList() {
  asked ??= engine.ask('games', {});
  asked.catch(() => { asked = undefined; });
  return asked;
}

/**
 * Finds the entry of a list for the name of a game: its own entry, or that of its
 * family.
 * @param {GameInfo[]} games @param {string} name
 */
export function entryOf(games, name) {
  const base = name.split(/[:,]/)[0].toLowerCase();
  return games.find((g) => [g.name, g.full, g.example].includes(name)) ?? games.find((g) => g.family === base && g.name === base) ?? games.find((g) => g.name === base);
}

/**
 * Names a game in words: its title, and its size and options if they are not the
 * default.
 * @param {GameInfo[]} games @param {string} name
 */
export function titleOf(games, name) {
  const entry = entryOf(games, name);
  if (!entry) return fileOf(name);
  if ([entry.name, entry.full].includes(name)) return entry.title;
  const [head, ...options] = name.split(',');
  const size = (head.split(':')[1] ?? '').replaceAll('x', '×');
  return [say(entry.title), size, ...options].filter(Boolean).join(', ');
}

/** A very small picture of each kind of places. */
const pictures = {
  hash: [['path', { d: 'M7 1v18M13 1v18M1 7h18M1 13h18', stroke: 'var(--soft)' }], ['path', { d: 'M2.2 2.2 5.8 5.8M5.8 2.2 2.2 5.8', stroke: 'var(--first)', 'stroke-linecap': 'round' }], ['circle', { cx: 10, cy: 10, r: 2, stroke: 'var(--second-ink)' }]],
  frame: [['rect', { width: 20, height: 20, rx: 4, fill: 'var(--frame)' }], ['circle', { cx: 6, cy: 6, r: 3.2, fill: 'var(--hole)' }], ['circle', { cx: 14, cy: 6, r: 3.2, fill: 'var(--second)' }], ['circle', { cx: 6, cy: 14, r: 3.2, fill: 'var(--red)', stroke: 'var(--hole)', 'stroke-width': 0.7 }], ['circle', { cx: 14, cy: 14, r: 3.2, fill: 'var(--second)' }]],
  crossings: [['rect', { width: 20, height: 20, rx: 4, fill: 'var(--wood)' }], ['path', { d: 'M5 0v20M10 0v20M15 0v20M0 5h20M0 10h20M0 15h20', stroke: 'var(--wood-line)' }], ['circle', { cx: 5, cy: 10, r: 3.3, fill: 'var(--dark-piece)' }], ['circle', { cx: 10, cy: 10, r: 3.3, fill: 'var(--light-piece)', stroke: 'var(--light-rim)' }], ['circle', { cx: 10, cy: 5, r: 3.3, fill: 'var(--dark-piece)' }]],
  chequered: [['rect', { width: 20, height: 20, rx: 3, fill: 'var(--pale)' }], ['path', { d: 'M0 0h5v5H0zM10 0h5v5h-5zM5 5h5v5H5zM15 5h5v5h-5zM0 10h5v5H0zM10 10h5v5h-5zM5 15h5v5H5zM15 15h5v5h-5z', fill: 'var(--deep)' }], ['circle', { cx: 7.5, cy: 2.5, r: 1.9, fill: 'var(--dark-piece)' }], ['circle', { cx: 12.5, cy: 17.5, r: 1.9, fill: 'var(--light-piece)', stroke: 'var(--light-rim)', 'stroke-width': 0.5 }]],
  tray: [['rect', { width: 20, height: 20, rx: 4, fill: 'var(--hair)' }], ['rect', { x: 2, y: 2, width: 7.4, height: 7.4, rx: 1.6, fill: 'var(--surface)' }], ['rect', { x: 10.6, y: 2, width: 7.4, height: 7.4, rx: 1.6, fill: 'var(--first-lift)' }], ['rect', { x: 2, y: 10.6, width: 7.4, height: 7.4, rx: 1.6, fill: 'var(--first)' }], ['rect', { x: 10.6, y: 10.6, width: 7.4, height: 7.4, rx: 1.6, fill: 'var(--surface)' }]],
  heaps: [['path', { d: 'M4 14v4M8 9v9M12 9v9M16 4v14', stroke: 'var(--second-rim)', 'stroke-width': 2.4, 'stroke-linecap': 'round' }]],
  plain: [['path', { d: 'M2 2h7v7H2zM11 2h7v7h-7zM2 11h7v7H2zM11 11h7v7h-7z', stroke: 'var(--soft)' }], ['circle', { cx: 5.5, cy: 5.5, r: 2, fill: 'var(--first)' }], ['circle', { cx: 14.5, cy: 14.5, r: 2, fill: 'var(--second)' }]],
};

/**
 * Makes a small picture of a kind of board.
 * @param {import('./api.js').Style} style @param {number} size
 */
export function picture(style, size) {
  const parts = /** @type {[string, Record<string, any>][]} */ (pictures[/** @type {keyof typeof pictures} */ (style.places)] ?? pictures.plain);
  return svg('svg', { viewBox: '0 0 20 20', width: size, height: size, 'aria-hidden': 'true' }, ...parts.map(([tag, has]) => svg(tag, { fill: 'none', 'stroke-width': has.stroke ? 1.3 : null, ...has })));
}
