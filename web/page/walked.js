// A tree that a search walked, and every moment of the walk: which nodes were
// entered and left, and what was known at each.

import { say } from './values.js';

/**
 * @typedef {{number: number[], parent: number[], ply: number[], max: boolean[], move: number[], question: boolean[],
 *   alpha: number[], beta: number[], value: number[], ending: number[], reason: number[], skipped: number[],
 *   below: number[], open: boolean[]}} Columns
 * @typedef {{game: string, position: string, algorithm: string, about: string, windows: boolean, countsPlies: boolean,
 *   sides: string[], value: import('./api.js').Worth, best: string, visited: number, leaves: number, cutoffs: number,
 *   total: number, fitted: number, most: number, under: number, nodes: Columns, texts: string[]}} TreePart
 * @typedef {{node: number, move: string, minimax: number}} Spared
 */

/** One tree, as it was received. */
export class Walked {
  /**
   * @param {TreePart} tree
   * @param {string[]} above the moves to its top
   */
  constructor(tree, above = []) {
    this.tree = tree;
    this.above = above;
    this.nodes = tree.nodes;
    this.size = tree.nodes.number.length;
    /** @type {number[][]} */
    this.children = Array.from({ length: this.size }, () => []);
    /** @type {number[]} the moment at which a node is entered, and left */
    this.entered = new Array(this.size);
    this.left = new Array(this.size);
    /** @type {number[]} for each moment the node, and -1 - node for leaving it */
    this.moments = [];
    /** @type {Spared[]} */
    this.spared = [];
    /** Whether a depth limit ended nodes: then 0 is an estimate. */
    this.estimated = tree.texts.includes('depth limit');
    for (let i = 1; i < this.size; i++) this.children[this.nodes.parent[i]].push(i);
    this.walk();
  }

  /** Numbers the moments. */
  walk() {
    /** @type {number[]} */
    const open = [];
    const leave = () => {
      const i = /** @type {number} */ (open.pop());
      this.left[i] = this.moments.length;
      this.moments.push(-1 - i);
    };
    for (let i = 0; i < this.size; i++) {
      while (open.length > 0 && open[open.length - 1] !== this.nodes.parent[i]) leave();
      this.entered[i] = this.moments.length;
      this.moments.push(i);
      open.push(i);
    }
    while (open.length > 0) leave();
  }

  /** The node of a moment. @param {number} moment */
  at(moment) {
    const m = this.moments[Math.min(Math.max(moment, 0), this.moments.length - 1)];
    return m < 0 ? -1 - m : m;
  }

  /** @param {number} i */
  move(i) { return this.tree.texts[this.nodes.move[i]]; }

  /** @param {number} i */
  reason(i) { return this.tree.texts[this.nodes.reason[i]]; }

  /** @param {number} i */
  ending(i) { return this.tree.texts[this.nodes.ending[i]]; }

  /** The moves from the top of what is shown. @param {number} i @returns {string[]} */
  path(i) {
    const moves = [];
    for (; this.nodes.parent[i] >= 0; i = this.nodes.parent[i]) if (!this.nodes.question[i]) moves.unshift(this.move(i));
    return moves;
  }

  /** Who is to move at a node. @param {number} i */
  side(i) { return this.tree.sides[this.nodes.max[i] ? 0 : 1]; }

  /** @param {number} score */
  say(score) { return say(score, this.tree.countsPlies, this.estimated); }

  /**
   * What is known of a node at a moment.
   * @param {number} i @param {number} moment
   */
  known(i, moment) {
    const n = this.nodes;
    const done = this.left[i] <= moment;
    let best = n.max[i] ? -Infinity : Infinity;
    let seen = 0;
    let { [i]: alpha } = n.alpha;
    let { [i]: beta } = n.beta;
    for (const c of this.children[i]) {
      if (this.left[c] > moment) break;
      if (this.ending(c) === 'given up') continue;
      seen++;
      if (n.question[c]) { // the answer to a question is a bound
        if (n.value[c] > n.alpha[c]) alpha = Math.max(alpha, n.value[c]);
        if (n.value[c] < n.beta[c]) beta = Math.min(beta, n.value[c]);
        continue;
      }
      best = n.max[i] ? Math.max(best, n.value[c]) : Math.min(best, n.value[c]);
    }
    const asked = this.children[i].length > 0 && n.question[this.children[i][0]];
    if (asked) return { done, seen, best: alpha === beta ? alpha : undefined, alpha, beta };
    if (this.tree.windows && seen > 0) {
      if (n.max[i]) alpha = Math.max(alpha, best);
      else beta = Math.min(beta, best);
    }
    return { done, seen, best: seen > 0 ? best : undefined, alpha, beta };
  }

  /** What a moment is about, in words. @param {number} moment */
  words(moment) {
    const m = this.moments[moment];
    const i = this.at(moment);
    const n = this.nodes;
    const name = this.name(i);
    const side = this.side(i);
    if (m < 0) {
      if (this.ending(i) === 'given up') return `${name}: ${this.reason(i)}.`;
      return `${name} is worth ${/^(win|draw|loss)/.test(this.say(n.value[i])) ? 'a ' : ''}${this.say(n.value[i])} to ${this.tree.sides[0]}: ${this.reason(i)}.`;
    }
    if (this.children[i].length === 0 && n.below[i] === 1) return `${name}: ${this.reason(i)}.`;
    const goal = n.max[i] ? 'the greatest value' : `the least value for ${this.tree.sides[0]}`;
    let text = `${name}: ${side} (${n.max[i] ? 'MAX' : 'MIN'}) is to move and wants ${goal}.`;
    if (this.tree.windows && this.tree.algorithm.startsWith('alphabeta')) text += ` Alpha is ${this.say(n.alpha[i])}, beta ${this.say(n.beta[i])}.`;
    if (!n.open[i] && n.below[i] > 1) text += ` ${n.below[i] - 1} nodes below are not drawn.`;
    return text;
  }

  /** What a node is called: the move that leads to it. @param {number} i */
  name(i) {
    if (this.nodes.parent[i] < 0 && this.tree.under === 0) return 'The position';
    if (this.nodes.question[i]) return `Question “${this.move(i)}”`;
    return this.move(i) || 'The node';
  }

  /** Nodes entered and cut off up to a moment. @param {number} moment */
  counts(moment) {
    let entered = 0;
    let cut = 0;
    let spared = 0;
    for (let i = 0; i < this.size; i++) {
      if (this.entered[i] > moment) break;
      if (this.ending(i) !== 'known') entered++;
      if (this.left[i] <= moment && this.ending(i) === 'cut-off') {
        cut++;
        spared += this.nodes.skipped[i];
      }
    }
    return { entered, cut, spared };
  }

  /**
   * The next node, after one, that a text finds: the end of its moves, or words
   * of why it ended.
   * @param {string} text @param {number} after
   */
  find(text, after) {
    const wanted = text.trim().toLowerCase().replace(/[.,\s]+/g, ' ');
    if (!wanted) return -1;
    for (let k = 1; k <= this.size; k++) {
      const i = (after + k) % this.size;
      const path = ` ${this.path(i).join(' ').toLowerCase()}`;
      if (path.endsWith(` ${wanted}`) || this.reason(i).toLowerCase().includes(wanted) || this.ending(i) === wanted) return i;
    }
    return -1;
  }
}
