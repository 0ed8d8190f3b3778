// The moves of a game, and the review of it.

import { aborted, engine } from './api.js';
import { announce, button, fill, find, h, toast } from './dom.js';
import { now } from './shown.js';
import { state, update } from './store.js';
import { lightSquares, Whys } from './why.js';

let reviewing = new AbortController();
const whys = new Whys(() => now.redraw());

/** Ends a review, and forgets what it found. */
export function forgetReview() {
  reviewing.abort();
  now.review = [];
  now.reviewing = false;
}

/** Draws the moves, with the signs of the review. */
export function drawMoves() {
  const box = find('#moves');
  if (state.moves.length === 0) return fill(box, h('p', { class: 'hint' }, 'No moves yet.'));
  const kinds = new Map(now.review.map((r) => [r.ply, r]));
  fill(box, h('ol', { class: 'moves' }, h('li', {}, button('start', () => update({ at: 0 }), { 'aria-current': state.at === 0 ? 'step' : null })),
    ...state.moves.map((move, i) => {
      const review = kinds.get(i + 1);
      const mark = { mistake: '?', blunder: '??', slower: '·' }[/** @type {string} */ (review?.kind)] ?? '';
      return h('li', {}, button(move + mark, () => update({ at: i + 1 }), {
        'aria-current': state.at === i + 1 ? 'step' : null, class: review ? `reviewed ${review.kind}` : '', title: review?.words ?? null,
      }));
    })));
}

/** Draws what the review found. */
export function drawReview() {
  const box = find('#review');
  if (state.moves.length < 2) return fill(box);
  const wrong = now.review.filter((r) => r.kind === 'mistake' || r.kind === 'blunder');
  const unclear = now.review.filter((r) => r.kind === 'unclear').length;
  fill(box, button(now.reviewing ? `Reviewing… ${now.review.length} of ${state.moves.length}` : 'Review the game', review, { disabled: now.reviewing, id: 'review-game' }),
    now.review.length > 0 && !now.reviewing && wrong.length === 0 ? h('p', {}, unclear ? 'No move is known to have thrown anything away.' : 'No move threw anything away.') : null,
    now.review.length > 0 && !now.reviewing && unclear ? h('p', { class: 'hint' }, `Of ${unclear === 1 ? 'one move' : `${unclear} moves`} nothing certain was found in the time.`) : null,
    wrong.length ? h('ul', { class: 'faults' }, ...[...wrong].sort((a, b) => a.ply - b.ply).map((r) => h('li', {},
      h('button', { type: 'button', onclick: () => update({ at: r.ply - 1 }) }, `${r.ply}. ${r.move}`),
      h('span', {}, ` ${r.words}. Better: ${r.better.slice(0, 5).join(' ')}. `),
      ...whys.draw({ game: state.game, position: state.position, moves: state.moves.slice(0, r.ply - 1) }, r.move, r.after.text,
        (squares) => lightSquares(find('#board'), squares))))) : null);
}

/** Looks at the whole game again. */
async function review() {
  reviewing.abort();
  reviewing = new AbortController();
  const { signal } = reviewing;
  now.review = [];
  now.reviewing = true;
  drawReview();
  try {
    await engine.stream('review', { game: state.game, position: state.position, moves: state.moves.join('.'), ms: 20_000 }, (event, r) => {
      if (signal.aborted || event !== 'move') return;
      now.review.push(r);
      const turned = (r.side === 0 ? 1 : -1) * r.before.score;
      now.values.set(r.ply - 1, { ...r.before, text: `${now.state?.sides[r.side]}: ${r.before.text}`, score: turned, sign: Math.sign(turned), side: r.side });
      now.redraw();
    }, signal);
  } catch (error) {
    if (signal.aborted || aborted(error)) return;
    toast(`The review failed: ${/** @type {Error} */ (error).message}`);
  }
  if (signal.aborted) return;
  now.reviewing = false;
  now.redraw();
  announce('the review is complete');
}
