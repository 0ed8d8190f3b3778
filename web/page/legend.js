// The legend beside a tree: what each sign that is drawn means.

import { h, refill, svg } from './dom.js';
import { Grown } from './grown.js';
import { plies, sign } from './values.js';

/** @typedef {import('./walked.js').Walked} Walked */

/**
 * Draws a sign as the tree does.
 * @param {'max'|'min'} shape @param {string} kind a class: win, draw, loss, half, dashed or empty @param {string} [text]
 */
function sample(shape, kind, text = '') {
  const box = shape === 'max' ? { x: 2, y: 2, width: 20, height: 20, rx: 4 } : { cx: 12, cy: 12, r: 10 };
  return svg('svg', { viewBox: '0 0 24 24', class: `sample ${kind}`, 'aria-hidden': 'true' }, svg(shape === 'max' ? 'rect' : 'circle', box),
    kind === 'half' ? svg('path', { d: 'M12 2a10 10 0 0 0 0 20z', class: 'half' }) : null, text ? svg('text', { x: 12, y: 16 }, text) : null);
}

/** @param {string} text */
const written = (text) => h('b', { class: 'sample', 'aria-hidden': 'true' }, text);

/** @typedef {[Element, string]} Entry */

/** Lists the signs of a tree of play-outs. @param {Grown} w @returns {Entry[]} */
function grown(w) {
  const [max, min] = w.tree.sides;
  return [
    [sample('max', '', '58'), `${named(max, 'MAX')} is to move; the number is the share of play-outs that ${max} wins, in percent`],
    [sample('min', '', '40'), `${named(min, 'MIN')} is to move; the number is the share of ${max}, too`],
    [written('70×'), 'the number of visits: the play-outs that came through here'],
    [sample('max', 'win'), `proven: ${max} wins; grey is a draw, orange a loss`],
    [sample('min', 'dashed'), 'a move that no play-out has tried'],
  ];
}

/** Names a side with its role, once if both are the same. @param {string} side @param {string} role */
const named = (side, role) => (side === role ? role : `${side} (${role})`);

/** Lists the signs of the tree of a walk. @param {Walked} w @returns {Entry[]} */
function walked(w) {
  const { tree, nodes } = w;
  const [max, min] = tree.sides;
  /** @type {Entry[]} */
  const list = [
    [sample('max', 'empty'), `${named(max, 'MAX')} is to move, and takes the greatest value below`],
    [sample('min', 'empty'), `${named(min, 'MIN')} is to move, and takes the least value below`],
  ];
  if (tree.plain) list.push([sample('max', 'empty', '5'), 'an end: its number is given from the start'], [sample('min', 'draw', '5'), 'a node whose value is known']);
  else list.push([sample('max', 'win', 'W'), `a win for ${max}`], [sample('max', 'draw', '='), 'a draw'], [sample('max', 'loss', 'L'), `a loss for ${max}`]);
  const far = nodes.value.find((score) => sign(score) > 0 && plies(score) > 0) ?? nodes.value.find((score) => sign(score) !== 0 && plies(score) > 0);
  if (!tree.plain && tree.countsPlies && far !== undefined) list.push([written(w.short(far)), `${w.say(far)}: ${plies(far)} ${plies(far) === 1 ? 'move' : 'moves'} from the top of the tree, where the moves of both sides count`]);
  if (w.estimated) list.push([written('≈'), 'an estimate: the search stopped at its depth']);
  if (tree.windows) list.push([sample('min', 'half', '≥'), 'worth at least that (≥) or at most that (≤): the rest was cut off'], [written('✂'), 'a cut-off: what is dashed below was skipped']);
  else list.push([sample('min', 'dashed'), 'not visited yet']);
  if (tree.windows && tree.algorithm !== 'search') list.push([written('[ ]'), 'alpha and beta, on a bar from loss to win: what is hatched cannot matter']);
  if (tree.algorithm === 'search') list.push([written('T'), 'known from the table'], [written('G'), 'decided by the guide']);
  return list;
}

/** Draws the legend. @param {Element} box @param {Walked|Grown|null} w */
export function drawLegend(box, w) {
  const list = !w ? [] : w instanceof Grown ? grown(w) : walked(w);
  refill(box, ...list.map(([drawn, words]) => h('li', {}, drawn, h('span', {}, words))));
}
