// The controls above a tree: the search, its limits, and its position.

import { button, choices, find, refill } from './dom.js';
import { state, update } from './store.js';

/** The searches that can be watched; the last ones make play-outs. */
const algorithms = /** @type {[string, string][]} */ ([
  ['minimax', 'minimax'], ['minimax-depth', 'minimax with depth'], ['alphabeta', 'alpha-beta'], ['alphabeta-strict', 'alpha-beta, cut only if α > β'], ['search', 'the engine'],
  ['mcts', 'Monte-Carlo'], ['mcts-plain', 'Monte-Carlo, rules alone'],
]);

/** Whether a search makes play-outs. @param {string} algorithm */
export const playsOut = (algorithm) => algorithm.startsWith('mcts');

/** The settings with which another tree begins. */
const fresh = { moment: 0, node: -1, under: 0 };

/**
 * The numbers of a choice, including the chosen one.
 * @param {number[]} usual @param {number} chosen
 */
const withChosen = (usual, chosen) => [...new Set([...usual, chosen])].sort((a, b) => a - b);

/** Draws the controls. */
export function settings() {
  /** @type {Parameters<typeof choices>[1]} */
  const search = [['Search', algorithms, state.algorithm, (algorithm) => update({ algorithm, ...fresh })]];
  const limits = /** @type {Parameters<typeof choices>[1]} */ (playsOut(state.algorithm) ? [
    ['Play-outs', withChosen([20, 50, 100, 200, 500], state.playouts || 200).map((n) => [String(n), `${n} play-outs`]), String(state.playouts || 200), (n) => update({ playouts: Number(n), ...fresh })],
    ['Seed', withChosen([0, 1, 2, 3, 4], state.chance).map((n) => [String(n), `seed ${n}`]), String(state.chance), (n) => update({ chance: Number(n), ...fresh })],
  ] : [
    ['Looks ahead', [['0', 'to the end'], ...withChosen([1, 2, 3, 4, 5, 6, 8], state.depth).filter((n) => n > 0).map((n) => [String(n), n === 1 ? '1 ply' : `${n} plies`])],
      String(state.depth), (depth) => update({ depth: Number(depth), ...fresh })],
  ]);
  choices(find('#treeset'), [...search, ...limits]);
  const example = state.example === 1;
  const whose = (/** @type {string} */ text, /** @type {number} */ value, /** @type {string} */ title) => button(text, () => update({ example: value, ...fresh }),
    { 'aria-pressed': String(example === (value === 1)), title });
  refill(find('#whose'), whose('Example', 1, playsOut(state.algorithm) ? 'The beginning of this game' : 'A late position of this game with a small tree'), whose('Your game', 0, 'The position of your game'));
}
