// Values in words and signs. The page never shows a value by colour alone: a sign, a
// shape or words show it too.

/** Scores in the numbering of the API: a win in n is 2^30 - n, a win by n is 2^28 - 1 + n. */
const winNow = 2 ** 30;
const winLast = 2 ** 29;
const maxEstimate = 2 ** 28 - 1;

/**
 * The distance of a win or loss in plies, or NaN if the game counts margins.
 * @param {number} score
 */
export const plies = (score) => (Math.abs(score) >= winLast ? winNow - Math.abs(score) : NaN);

/** The margin of a win or loss. @param {number} score */
const margin = (score) => Math.abs(score) - maxEstimate;

/**
 * The size of a win from 0 to 1: a sooner or larger win has a larger size.
 * @param {number} score
 */
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
 * Writes a score of a tree in words.
 * @param {number} score
 * @param {boolean} [far] whether the words include the distance to the end
 * @param {boolean} [estimated] whether a score of 0 may be something other than a draw
 * @param {Unit} [unit] of estimates
 */
export function say(score, far = true, estimated = false, unit = noUnit) {
  if (isInfinite(score)) return score > 0 ? '+∞' : '−∞';
  const name = ['loss', 'draw', 'win'][sign(score) + 1];
  if (sign(score) === 0) return score === 0 ? (estimated ? 'about 0' : name) : `${inUnit(score, unit, String(unit.size).length - 1)}${unit.many && ` ${unit.many}`}`;
  if (!far) return name;
  return Number.isNaN(plies(score)) ? `${name} by ${margin(score)}` : `${name} in ${plies(score)}`;
}

/**
 * Writes an estimate as a number.
 * @param {number} score @param {Unit} unit @param {number} decimals
 */
function inUnit(score, unit, decimals) {
  const size = unit.size === 1 ? String(Math.abs(score)) : (Math.abs(score) / unit.size).toFixed(decimals);
  return Number(size) === 0 ? size : `${score > 0 ? '+' : '−'}${size}`; // a number that is rounded to 0 has no sign
}

/**
 * Writes a score in a few characters.
 * @param {number} score @param {boolean} [far] @param {boolean} [estimated] @param {Unit} [unit]
 */
export function short(score, far = true, estimated = false, unit = noUnit) {
  if (isInfinite(score)) return score > 0 ? '+∞' : '−∞';
  const s = sign(score);
  if (s === 0) return score === 0 ? (estimated ? '≈0' : '=') : inUnit(score, unit, 1);
  const letter = s > 0 ? 'W' : 'L';
  if (!far) return letter;
  return letter + (Number.isNaN(plies(score)) ? (s > 0 ? '+' : '−') + margin(score) : plies(score));
}

/** Writes a value of a tree of numbers: its margin. @param {number} score */
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
 * Writes a value of the API in a few characters.
 * @param {import('./api.js').Worth} worth
 */
export function badge(worth) {
  const { estimate, proven } = worth.value;
  if (estimate !== undefined) return estimate === 0 ? '≈0' : `≈${minus(worth.number ?? '')}`;
  return (proven === false ? '≈' : '') + short(worth.score);
}

/** Writes a number with narrow spaces between the thousands. @param {number} n */
export const count = (n) => String(n).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');

/**
 * Writes a number of things with the right form of the noun.
 * @param {number} n @param {string} one @param {string} [many]
 */
export const counted = (n, one, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`;

/**
 * Writes the numbers below 0 in the engine's words with the minus sign that the page
 * uses everywhere.
 * @param {string} text
 */
export const minus = (text) => text.replace(/(^|[\s(\[,:=≥≤≈])-(?=\d|inf)/g, '$1−');

/**
 * The range of the values of a tree, for drawing them on a bar.
 * @typedef {{plies: number, margin: number, estimate: number}} Range the largest of each kind, 0 if there is none
 */

/**
 * The part of a bar for draws or estimates, as its two ends.
 * @param {Range} range @returns {[number, number]}
 */
export const drawZone = (range) => (range.estimate > 0 ? [0.14, 0.86] : [0.44, 0.56]);

/**
 * Places a score on a bar from loss to win, from 0 to 1: a sooner win is farther to the
 * right, and an estimate has its place by its size.
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

/** Returns the range of the given scores. @param {number[]} scores @returns {Range} */
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
