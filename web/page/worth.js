// The worth of moves on boards and in lists: their order, and signs with shape, word
// and number. Only proven values have a colour.

import { h } from './dom.js';
import { counted, minus, shape, tone } from './values.js';
import { say } from './words.js';

/**
 * @typedef {import('./api.js').MoveWorth & {rank: number, among: number, part: number, visits?: number}} Ranked a move with its place among
 *   all, from 1, the number of moves that share it, and the place of its estimate between the least (0) and the greatest (1); where play-outs judge it,
 *   the number of its visits, which orders the moves
 */

/** Names a move as players write it. @param {import('./api.js').MoveWorth} m */
export const moveSaid = (m) => m.names?.[0] ?? m.move;

/**
 * Ranks the moves of an analysis.
 * @param {import('./api.js').Analysis} analysis
 * @returns {Map<string, Ranked>}
 */
export function ranked(analysis) {
  if (analysis.playouts) return byVisits(analysis.moves);
  const guesses = analysis.moves.filter((m) => m.value.estimate !== undefined).map((m) => m.score);
  const least = Math.min(...guesses);
  const most = Math.max(...guesses);
  /** @type {Map<number, number>} */
  const places = new Map();
  /** @type {Map<number, number>} */
  const among = new Map();
  analysis.moves.map((m) => m.score).sort((a, b) => b - a).forEach((score, i) => {
    if (!places.has(score)) places.set(score, i + 1);
    among.set(score, (among.get(score) ?? 0) + 1);
  });
  return new Map(analysis.moves.map((m) => [m.move, {
    ...m, rank: places.get(m.score) ?? 1, among: among.get(m.score) ?? 1, part: m.value.estimate === undefined || most === least ? 1 : (m.score - least) / (most - least),
  }]));
}

/**
 * Ranks moves that play-outs judge: in their given order, with their share of the
 * visits.
 * @param {import('./api.js').MoveWorth[]} moves
 * @returns {Map<string, Ranked>}
 */
function byVisits(moves) {
  const most = Math.max(...moves.map((m) => m.nodes), 1);
  return new Map(moves.map((m, i) => [m.move, { ...m, rank: i + 1, among: 1, visits: m.value.estimate === undefined ? undefined : m.nodes, part: m.value.estimate === undefined ? 1 : Math.sqrt(m.nodes / most) }]));
}

/**
 * Writes a value in words, as "win in 5" or "about +12", and, if play-outs judge the moves,
 * the visits, which order them.
 * @param {import('./api.js').Worth & {visits?: number}} worth
 */
export const worthWords = ({ text, visits }) => minus(text) + (visits === undefined ? '' : `, ${counted(visits, 'visit')}`);

/** The number of moves whose place is shown; the others are dots. @param {Ranked} score */
const places = (score) => (score.visits === undefined ? 5 : bestVisited);

/** The number of moves that are shown with their visits. */
export const bestVisited = 10;

/** Writes a number of visits in at most four characters. @param {number} n */
export const fewDigits = (n) => (n < 1000 ? String(n) : n < 9950 ? `${(n / 1000).toFixed(1)}k` : n < 999_500 ? `${Math.round(n / 1000)}k` : `${(n / 1e6).toFixed(1)}M`);

/**
 * Writes the number of a value, as "5" or "+12"; a draw has none.
 * @param {import('./api.js').Worth} worth
 */
function number({ value, number: said }) {
  if (value.estimate !== undefined) return estimated(value.estimate, said);
  const about = value.proven === false ? '≈' : '';
  if (value.margin !== undefined) return `${about}${Math.abs(value.margin)}`;
  return value.plies === undefined ? '' : `${about}${value.plies}`;
}

/** @param {number} n */
export const signed = (n) => (n === 0 ? '0' : `${n > 0 ? '+' : '−'}${Math.abs(n)}`);

/**
 * Writes an estimate as a number.
 * @param {number} estimate @param {string} [said] the number in the engine's words
 */
export const estimated = (estimate, said) => (said && estimate !== 0 ? minus(said) : signed(estimate));

/**
 * Makes the sign that shows the worth of a move.
 * @param {Ranked} score
 * @param {''|'on'|'small'|'column'|'inline'} where on an empty square, over a piece, on a small square, above a column, or in a line of text
 * @param {HTMLElement|null} [old] a sign to change; only small ones can be
 * @returns {HTMLElement}
 */
export function worthBadge(score, where, old) {
  const guess = score.value.estimate !== undefined;
  const spot = guess && (score.rank > places(score) || score.among > 5);
  const classes = `badge ${guess ? `guess${spot ? ' spot' : ''}${score.visits === undefined ? '' : ' visits'}` : tone(score.score)}${score.best ? ' best' : ''} ${where}`;
  const size = spot && where !== 'on' ? `scale(${(0.3 + 0.7 * score.part).toFixed(1)})` : '';
  if (where !== 'small') return sized(h('span', { class: classes, 'aria-hidden': 'true' }, ...(guess ? guessed(score, where) : proven(score, where))), size);
  const text = spot ? '' : guess ? String(score.rank) : shape(score.score);
  const badge = old?.classList.contains('small') ? old : h('span', { 'aria-hidden': 'true' });
  if (badge.className !== classes) badge.className = classes;
  if (badge.textContent !== text) badge.textContent = text;
  return sized(badge, size);
}

/**
 * Sets the size of a spot by a scale, which needs no layout.
 * @param {HTMLElement} badge @param {string} size
 */
function sized(badge, size) {
  if (badge.style.transform !== size) badge.style.transform = size;
  return badge;
}

/** @param {Ranked} score @param {string} where */
function guessed(score, where) {
  if (score.visits !== undefined && score.rank > bestVisited) return []; // a dot
  const visits = score.visits === undefined ? null : fewDigits(score.visits);
  return [visits ? null : h('i', {}, '≈'), h('span', { class: 'number' }, visits ?? number(score)), where === '' ? h('small', {}, visits ? 'visits' : 'estimate') : null, h('span', { class: 'rank' }, score.rank)];
}

/** @param {Ranked} score @param {string} where */
function proven(score, where) {
  const sign = h('i', {}, shape(score.score));
  if (where === 'inline') return [sign, worthWords(score)];
  const words = say(worthWords(score).replace(/ or (sooner|more)$/, ''));
  const [result, ...rest] = words.split(' ');
  const about = score.value.proven === false ? '≈ ' : '';
  if (where === 'column') return [h('span', { class: 'shaped' }, sign, result), rest.length > 0 ? h('span', {}, about, h('span', { class: 'preposition' }, `${rest[0]} `), rest.slice(1).join(' ')) : null];
  return [sign, h('span', { class: 'wide' }, about + words), h('span', { class: 'narrow' }, number(score))];
}
