// How values are said and shown: by sign and shape and words, never by colour
// alone.

/** Scores as the API numbers them: win in n is 2^30 - n, win by n is 2^28 - 1 + n. */
const winNow = 2 ** 30;
const winLast = 2 ** 29;
const maxEstimate = 2 ** 28 - 1;

/** How far away a win or loss is, in plies, or NaN where it is by a margin. @param {number} score */
const plies = (score) => (Math.abs(score) >= winLast ? winNow - Math.abs(score) : NaN);

/** By how much a win or loss is. @param {number} score */
const margin = (score) => Math.abs(score) - maxEstimate;

/** What a win is worth from 0 to 1: the sooner, or the larger, the more. @param {number} score */
export function extent(score) {
  const n = plies(score);
  return Number.isNaN(n) ? 0.5 + margin(score) / (2 * (margin(score) + 16)) : 1 - Math.min(n, 60) / 120;
}

/** @param {number} score */
export const isInfinite = (score) => Math.abs(score) > winNow;

/** @param {number} score @returns {number} 1 a win, -1 a loss, 0 anything else */
export const sign = (score) => (Math.abs(score) > maxEstimate ? Math.sign(score) : 0);

/** @typedef {{size: number, many: string}} Unit of a game's estimates */

/** @type {Unit} */
const noUnit = { size: 1, many: '' };

/**
 * A score of a tree in words.
 * @param {number} score
 * @param {boolean} [far] whether it says how far away the end is
 * @param {boolean} [estimated] whether a score of 0 need not be a draw
 * @param {Unit} [unit] of estimates
 */
export function say(score, far = true, estimated = false, unit = noUnit) {
  if (isInfinite(score)) return score > 0 ? '+∞' : '−∞';
  const name = ['loss', 'draw', 'win'][sign(score) + 1];
  if (sign(score) === 0) return score === 0 ? (estimated ? 'about 0' : name) : `${inUnit(score, unit, String(unit.size).length - 1)}${unit.many && ` ${unit.many}`}`;
  if (!far) return name;
  return Number.isNaN(plies(score)) ? `${name} by ${margin(score)}` : `${name} in ${plies(score)}`;
}

/** An estimate as a number. @param {number} score @param {Unit} unit @param {number} decimals */
const inUnit = (score, unit, decimals) => `${score > 0 ? '+' : '−'}${unit.size === 1 ? Math.abs(score) : (Math.abs(score) / unit.size).toFixed(decimals)}`;

/** A score in a few characters. @param {number} score @param {boolean} [far] @param {boolean} [estimated] @param {Unit} [unit] */
export function short(score, far = true, estimated = false, unit = noUnit) {
  if (isInfinite(score)) return score > 0 ? '+∞' : '−∞';
  const s = sign(score);
  if (s === 0) return score === 0 ? (estimated ? '≈0' : '=') : inUnit(score, unit, 1);
  const letter = s > 0 ? 'W' : 'L';
  if (!far) return letter;
  return letter + (Number.isNaN(plies(score)) ? (s > 0 ? '+' : '−') + margin(score) : plies(score));
}

/** A value of a tree of numbers: its margin. @param {number} score */
export const plainNumber = (score) => (isInfinite(score) ? (score > 0 ? '+∞' : '−∞') : `${score < 0 ? '−' : ''}${sign(score) ? margin(score) : Math.abs(score)}`);

/** The class that colours a value. @param {number} score @returns {'win'|'draw'|'loss'} */
export function tone(score) {
  if (sign(score) > 0) return 'win';
  if (sign(score) < 0) return 'loss';
  return 'draw';
}

/** The shape of a value: up for a win, level for a draw, down for a loss. @param {number} score */
export function shape(score) {
  return { win: '▲', draw: '=', loss: '▼' }[tone(score)];
}

/**
 * A value of the API in a few characters.
 * @param {import('./api.js').Worth} worth
 */
export function badge(worth) {
  const { estimate, proven } = worth.value;
  if (estimate !== undefined) return estimate === 0 ? '≈0' : `≈${(worth.number ?? '').replace('-', '−')}`;
  return (proven === false ? '≈' : '') + short(worth.score);
}

/** A number with narrow spaces between the thousands. @param {number} n */
export const count = (n) => String(n).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');

/**
 * What the values of a tree are, to draw them on a bar.
 * @typedef {{plies: number, margin: number, estimate: number}} Range the largest of each, 0 where there are none
 */

/** The share of a bar that is a draw, or an estimate. @param {Range} range @returns {[number, number]} */
export const drawZone = (range) => (range.estimate > 0 ? [0.14, 0.86] : [0.44, 0.56]);

/**
 * Where a score stands on a bar from loss to win, from 0 to 1: a win the further right the
 * sooner it is, an estimate by its size.
 * @param {number} score @param {Range} range
 */
export function onBar(score, range) {
  if (isInfinite(score)) return score > 0 ? 1 : 0;
  const [, high] = drawZone(range);
  if (sign(score) === 0) return 0.5 + (range.estimate > 0 ? score / range.estimate * (high - 0.5) * 0.9 : 0);
  const n = plies(score);
  const part = Number.isNaN(n) ? margin(score) / (range.margin + 1) : 1 - n / (range.plies + 1);
  const right = high + 0.04 + Math.min(Math.max(part, 0), 1) * (0.94 - high);
  return score > 0 ? right : 1 - right;
}

/** The range of some scores. @param {number[]} scores @returns {Range} */
export function rangeOf(scores) {
  const range = { plies: 0, margin: 0, estimate: 0 };
  for (const score of scores) {
    if (isInfinite(score)) continue;
    if (sign(score) === 0) range.estimate = Math.max(range.estimate, Math.abs(score));
    else if (Number.isNaN(plies(score))) range.margin = Math.max(range.margin, margin(score));
    else range.plies = Math.max(range.plies, plies(score));
  }
  return range;
}
