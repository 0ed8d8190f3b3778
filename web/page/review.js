// The list of moves of a game, and its review.

import { aborted, engine } from './api.js';
import { announce, button, fill, find, h, toast } from './dom.js';
import { moveNames } from './names.js';
import { moveName, plural } from './sentence.js';
import { now, numberOf } from './shown.js';
import { brief, state, update } from './store.js';
import { lightSquares, Whys } from './why.js';
import { say } from './words.js';

let reviewing = new AbortController();
const whys = new Whys(() => now.redraw());

/** Ends a review, and drops its results. */
export function forgetReview() {
  reviewing.abort();
  now.review = [];
  now.reviewing = false;
}

/** Draws the moves with the marks of the review. The list scrolls to the current move. */
export function drawMoves() {
  const box = find('#moves');
  const kinds = new Map(now.review.map((r) => [r.ply, r]));
  const names = moveNames();
  const key = JSON.stringify([names, now.numbered.numbers, [...kinds.values()].map((r) => [r.ply, r.kind])]);
  if (box.dataset.key !== key) {
    const had = box.contains(document.activeElement) ? [...box.querySelectorAll('button')].findIndex((b) => b === document.activeElement) : -1;
    box.dataset.key = key;
    fill(box, state.moves.length === 0 ? h('p', { class: 'hint' }, 'No moves yet.') : h('ol', { class: 'moves' },
      h('li', { class: 'begin' }, button('start', () => update({ at: 0 }))), ...names.map((move, i) => moveItem(move, i, kinds.get(i + 1)))));
    if (had >= 0) (box.querySelectorAll('button')[had] ?? find('#new')).focus();
  }
  const list = box.querySelector('.moves');
  list?.querySelectorAll('button').forEach((element, at) => {
    if ((element.getAttribute('aria-current') === 'step') === (at === state.at)) return;
    if (at !== state.at) return element.removeAttribute('aria-current');
    element.setAttribute('aria-current', 'step');
  });
  const current = list?.querySelector('[aria-current]');
  if (list && current instanceof HTMLElement) { // only the list scrolls, not the page
    const above = current.offsetTop;
    if (above < list.scrollTop || above + current.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = above - list.clientHeight / 2;
  }
}

/** @param {string} move @param {number} i @param {any} review */
function moveItem(move, i, review) {
  const mark = review?.sign || (review?.kind === 'slower' ? '·' : '');
  const number = numberOf(i + 1);
  return h('li', {}, i % 2 === 0 ? h('span', { class: 'number', 'aria-hidden': 'true' }, number || '') : null, button('', () => update({ at: i + 1 }), {
    class: review ? `reviewed ${review.kind}` : '', title: review?.words ?? null,
  }, number === 0 ? 'passes' : move, mark ? h('span', { class: 'sign' }, mark) : null));
}

/** How much each kind of move loses, for the order of the list. */
const weights = /** @type {Record<string, number>} */ ({ blunder: 3, letgo: 2, mistake: 2, inaccuracy: 1 });

/** The texts of the button that makes puzzles. */
const puzzling = /** @type {Record<string, string>} */ ({ first: 'Make puzzles of my mistakes', second: 'Make puzzles of my mistakes', both: 'Make puzzles of the mistakes' });

/** Draws the result of the review: a percentage for the game, then its turning points. */
export function drawReview() {
  const box = find('#review');
  const { review: found, reviewing: busy } = now;
  const key = JSON.stringify([state.moves.length < 2, busy, found.map((r) => [r.ply, r.kind]), now.cut, state.moves.length, whys.state()]);
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  const had = box.contains(document.activeElement);
  if (state.moves.length < 2) fill(box);
  else {
    const wrong = found.filter((r) => weights[r.kind]).sort((a, b) => weights[b.kind] - weights[a.kind] || a.ply - b.ply);
    fill(box, button(busy ? `Reviewing… ${found.length} of ${state.moves.length}` : 'Review the game', review, { 'aria-disabled': String(busy), id: 'review-game' }),
      found.length > 0 && !busy ? h('div', {}, ...kept(found, wrong.length)) : null,
      wrong.length ? h('ul', { class: 'faults' }, ...wrong.map(fault)) : null,
      wrong.length > 0 && !busy ? button(puzzling[state.you] ?? puzzling.both, () => update({
        view: 'puzzles', from: 'mistakes', about: state.game, start: state.position, record: state.moves.join('.'), whose: ['first', 'second'].includes(state.you) ? state.you : '',
      }), { id: 'make-puzzles' }) : null);
  }
  if (had) /** @type {HTMLElement} */ (box.querySelector('button') ?? find('#new')).focus();
}

/**
 * Says how accurate both sides were, and on what that rests.
 * @param {any[]} found @param {number} wrong
 */
function kept(found, wrong) {
  const unclear = found.filter((r) => !r.forced && r.kind === 'unclear').length;
  const estimated = found.some((r) => r.estimated && r.kind !== 'unclear');
  const sides = now.state?.sides ?? [];
  const early = now.cut === 'others are waiting' && found.length < state.moves.length;
  const last = found[found.length - 1];
  const each = [0, 1].filter((side) => last.accuracy[side] !== null).map((side) => `${say(sides[side])} ${Math.round(last.accuracy[side])}%`);
  return [
    early ? h('p', {}, `Ended early, so that another search could begin: only the last ${found.length} of ${plural(state.moves.length, 'move')} were looked at.`) : null,
    each.length ? h('p', { class: 'kept' }, 'Accuracy: ', h('b', {}, each.join(', ')), '.') : null,
    wrong === 0 && !early ? h('p', {}, unclear ? 'No move is known to have thrown anything away.' : estimated ? 'As far as estimates show, no move threw anything away.' : 'No move threw anything away.') : null,
    estimated ? h('p', { class: 'hint' }, `≈ marks an opinion, by estimates: ${last.basis}.`) : null,
    unclear ? h('p', { class: 'hint' }, `Of ${plural(unclear, 'move', 'moves')} nothing certain was found in the time.`) : null,
  ];
}

/** Writes the better move and the play after it. @param {string[]} line */
function better([move, ...rest]) {
  if (!move) return '';
  return rest.length > 0 ? `Better: ${move}, then ${rest.slice(0, 4).join(' ')}.` : `Better: ${move}.`;
}

/** Draws a turning point. @param {any} r */
function fault(r) {
  return h('li', {},
    h('button', { type: 'button', onclick: () => update({ at: r.ply - 1 }) }, `${moveName(r.ply, r.name)}${r.estimated ? ` ${r.sign}` : ''}`),
    h('span', {}, ` ${r.words}. ${better(r.better)} `),
    button('Try again here', () => {
      const you = state.you === 'first' || state.you === 'second' ? (r.side === 0 ? 'first' : 'second') : state.you;
      update({ moves: state.moves.slice(0, r.ply - 1), at: r.ply - 1, you });
    }, { class: 'quiet again' }),
    ...whys.draw({ game: state.game, position: state.position, moves: state.moves.slice(0, r.ply - 1), better: r.better[0] }, r.move, r.after.text,
      (squares) => lightSquares(find('#board'), squares), r.name));
}

/** Notes a value for the plot, which shows values for the first side. @param {any} r @param {number} ply @param {any} value @param {number} chance */
function plotted(r, ply, value, chance) {
  const first = r.side === 0;
  const score = (first ? 1 : -1) * value.score;
  now.values.set(ply, { ...value, text: `${say(now.state?.sides[r.side] ?? '')}: ${say(value.text)}`, score, chance: first ? chance : 1 - chance, sign: first ? value.sign : -value.sign, side: r.side });
}

/** Reviews the whole game. */
export async function review() {
  if (now.reviewing) return;
  reviewing.abort();
  reviewing = new AbortController();
  const { signal } = reviewing;
  Object.assign(now, { review: [], reviewing: true, cut: '' });
  drawReview();
  try {
    await engine.stream('review', { game: state.game, position: state.position, moves: state.moves.join('.'), ms: 20_000 }, (event, r) => {
      if (event === 'end') now.cut = r?.reason ?? '';
      if (signal.aborted || event !== 'move') return;
      now.review.push(r);
      plotted(r, r.ply - 1, r.before, r.chances[0]);
      if (r.ply === state.moves.length) plotted(r, r.ply, r.after, r.chances[1]);
      now.redraw();
    }, signal);
  } catch (error) {
    if (signal.aborted || aborted(error)) return;
    toast(`The review failed: ${/** @type {Error} */ (error).message}`);
  }
  if (signal.aborted) return;
  now.reviewing = false;
  now.redraw();
  announce(now.cut === 'others are waiting' ? 'the review ended early, so that another search could begin' : brief() ? 'the review is complete'
    : `the review is complete: ${plural(now.review.filter((r) => weights[r.kind]).length, 'turning point')}`);
}
