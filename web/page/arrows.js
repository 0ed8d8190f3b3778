// Arrows for the best moves of pieces, drawn over the board while the scores are shown.

import { svg } from './dom.js';
import { tone } from './values.js';

/** @typedef {import('./api.js').State} State */
/** @typedef {import('./worth.js').Ranked} Ranked */

/** The number of moves that have an arrow. */
const most = 3;

/**
 * Lists the moves with an arrow: the best ones that go from one square to another, at most
 * three. If more moves share the best place, they are no better than the rest: it has none.
 * @param {State} state @param {Map<string, Ranked>|null|undefined} scores
 * @param {(state: State, move: import('./api.js').Legal) => boolean} lifts
 * @returns {{squares: number[], score: Ranked}[]}
 */
function best(state, scores, lifts) {
  if (!scores) return [];
  const first = [...scores.values()].filter((m) => m.rank <= most && m.among <= most).sort((a, b) => a.rank - b.rank);
  return first.slice(0, most).flatMap((score) => {
    const move = state.legal.find((l) => l.move === score.move);
    return move && lifts(state, move) ? [{ squares: move.squares, score }] : [];
  });
}

/**
 * Draws the arrows, or removes them. One unit is a square.
 * @param {HTMLElement} field @param {State} state @param {Map<string, Ranked>|null|undefined} scores @param {boolean} flip
 * @param {(state: State, move: import('./api.js').Legal) => boolean} lifts whether a move picks up a piece
 */
export function drawArrows(field, state, scores, flip, lifts) {
  const arrows = best(state, scores, lifts);
  const key = JSON.stringify([arrows.map(({ squares, score }) => [squares, score.rank, tone(score.score), score.value.estimate !== undefined]), flip]);
  const old = field.querySelector(':scope > .arrows');
  if (old instanceof SVGElement && old.dataset.key === key) return;
  old?.remove();
  if (arrows.length === 0) return;
  /** @param {number} square @returns {[number, number]} */
  const middle = (square) => {
    const [x, y] = [square % state.columns + 0.5, Math.floor(square / state.columns) + 0.5];
    return flip ? [state.columns - x, y] : [x, state.rows - y];
  };
  const drawn = arrows.map(({ squares, score }) => arrow(squares.map(middle), score)).reverse(); // the best one is above the others
  const box = svg('svg', { class: 'arrows', viewBox: `0 0 ${state.columns} ${state.rows}`, preserveAspectRatio: 'none', 'aria-hidden': 'true', 'data-key': key }, ...drawn);
  field.append(box);
}

/**
 * Draws an arrow along the squares of a move: a jump goes by its landings.
 * @param {[number, number][]} way @param {Ranked} score
 */
function arrow(way, score) {
  const width = [0.15, 0.11, 0.08][score.rank - 1] ?? 0.08;
  const [x, y] = way[way.length - 1];
  const [px, py] = way[way.length - 2];
  const length = Math.hypot(x - px, y - py);
  const [dx, dy] = [(x - px) / length, (y - py) / length];
  const head = 2.4 * width;
  const [bx, by] = [x - dx * head, y - dy * head]; // the base of the head
  const [fx, fy] = [way[1][0] - way[0][0], way[1][1] - way[0][1]];
  const far = 0.34 / Math.hypot(fx, fy); // it begins at the edge of the piece
  const start = [way[0][0] + fx * far, way[0][1] + fy * far];
  const line = [start, ...way.slice(1, -1), [bx, by]].map(([a, b]) => `${a.toFixed(3)} ${b.toFixed(3)}`).join('L');
  const corner = (/** @type {number} */ side) => `${(bx - dy * side * head * 0.62).toFixed(3)} ${(by + dx * side * head * 0.62).toFixed(3)}`;
  return svg('g', { class: `arrow ${score.value.estimate === undefined ? tone(score.score) : 'guess'} rank${score.rank}`, 'data-move': score.move },
    svg('path', { d: `M${line}`, 'stroke-width': width, class: 'shaft' }), svg('path', { d: `M${x.toFixed(3)} ${y.toFixed(3)}L${corner(1)}L${corner(-1)}z`, class: 'head' }));
}
