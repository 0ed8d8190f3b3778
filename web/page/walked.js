// The tree of a search walk, and every moment of the walk: the entered nodes, their
// windows and values, and the words. The words come from the engine.

import { minus, plainNumber, rangeOf, say, shape, short, sign, tone } from './values.js';

/**
 * @typedef {{number: number[], parent: number[], ply: number[], max: boolean[], move: number[], name?: number[], question: boolean[],
 *   alpha: number[], beta: number[], value: number[], bound: number[], ending: number[], reason: number[], skipped: number[],
 *   below: number[], open: boolean[]}} Columns
 * @typedef {{game: string, position: string, algorithm: string, about: string, windows: boolean, countsPlies: boolean, unit: import('./values.js').Unit,
 *   sides: string[], plain: boolean, value: import('./api.js').Worth, best: string, visited: number, leaves: number, cutoffs: number,
 *   total: number, fitted: number, most: number, under: number, above: string[], aboveNames?: string[], nodes: Columns, texts: string[],
 *   moments: {step: number[], node: number[], what: number[], why: number[]},
 *   predictions: {moment: number[]|null, question: number[], options: number[][], right: number[]},
 *   ahead?: {node: number, parent: number, move: string, max: boolean, value?: number}[],
 *   unlooked: {node: number, moves: string[]}[]}} TreePart
 * @typedef {{key: string, move: string, max: boolean, value: number|undefined, below: Ahead[]}} Ahead a position that the walk
 *   has not reached, in a tree of numbers: its ends are known from the start
 * @typedef {{node: number, move: string, minimax: number}} Spared
 * @typedef {{question: string, options: string[], right: number}} Prediction
 */

/** The steps of a walk, in the numbering of the API. */
export const Step = { enter: 0, end: 1, return: 2, cut: 3, done: 4 };

/** One tree, as it was received. */
export class Walked {
  /** @param {TreePart} tree */
  constructor(tree) {
    this.tree = tree;
    this.nodes = tree.nodes;
    this.size = tree.nodes.number.length;
    this.last = tree.moments.step.length - 1;
    /** @type {number[][]} */
    this.children = Array.from({ length: this.size }, () => []);
    for (let i = 1; i < this.size; i++) this.children[this.nodes.parent[i]].push(i);
    /** @type {number[]} the moment at which a node is entered, and the one at which it has its value */
    this.entered = new Array(this.size).fill(Infinity);
    this.left = new Array(this.size).fill(Infinity);
    /** @type {number[]} the moments of cut-offs, and those at which alpha or beta changes */
    this.cuts = [];
    /** @type {number[]} */
    this.bounds = [];
    /** @type {Map<number, string[]>} the moves that were not searched, by node */
    this.unlooked = new Map(tree.unlooked.map((u) => [u.node, u.moves]));
    /** @type {Map<number, Prediction>} the question that comes before a moment */
    this.questions = new Map();
    /** @type {Map<string, number>} the number of nodes that minimax visits below a spared move, by node and move */
    this.spared = new Map();
    /** @type {import('./values.js').Range|undefined} */
    this.ranged = undefined;
    /** Whether a depth limit ended nodes: a value of 0 is an estimate then. */
    this.estimated = tree.texts.includes('depth limit');
    this.number();
  }

  /** Records when nodes are entered and left. */
  number() {
    const { step, node } = this.tree.moments;
    for (let m = 0; m <= this.last; m++) {
      if (step[m] === Step.enter || step[m] === Step.end) this.entered[node[m]] = m;
      if (step[m] !== Step.enter && step[m] !== Step.return) this.left[node[m]] = m;
      if (step[m] === Step.cut) this.cuts.push(m);
    }
    const { predictions: p, texts } = this.tree;
    (p.moment ?? []).forEach((moment, k) => {
      this.questions.set(moment, { question: minus(texts[p.question[k]]), options: p.options[k].map((o) => minus(texts[o])), right: p.right[k] });
    });
    if (!this.tree.windows) return;
    for (let m = 0; m <= this.last; m++) {
      if (step[m] !== Step.return) continue;
      const before = this.known(node[m], m - 1);
      const after = this.known(node[m], m);
      if (before.alpha !== after.alpha || before.beta !== after.beta) this.bounds.push(m);
    }
  }

  /** The range of the tree's values, for its bars. */
  range() { return (this.ranged ??= rangeOf(this.nodes.value)); }

  /**
   * Lists what is below a node and not reached at a moment, in a tree of numbers; nothing in other trees.
   * @param {number} i @param {number} moment @returns {Ahead[]}
   */
  ahead(i, moment) {
    if (!this.tree.plain) return [];
    const later = this.children[i].filter((c) => this.entered[c] > moment && !this.nodes.question[c]).map((c) => this.later(c));
    return [...later, ...this.skipped(i)];
  }

  /** A node that the walk has not reached. @param {number} c @returns {Ahead} */
  later(c) {
    const below = this.ahead(c, -1);
    return { key: `${this.nodes.parent[c]} ${this.move(c)}`, move: this.move(c), max: this.nodes.max[c], value: below.length === 0 && this.nodes.below[c] === 1 ? this.nodes.value[c] : undefined, below };
  }

  /** Lists what is below the moves of a node that the walk skips. @param {number} i @returns {Ahead[]} */
  skipped(i) {
    const rows = this.tree.ahead ?? [];
    /** @type {(parent: number, key: string) => Ahead[]} */
    const under = (parent, key) => rows.flatMap((row, k) => {
      if (row.parent !== parent || (parent < 0 && row.node !== i)) return [];
      const own = `${key} ${row.move}`;
      return [{ key: own, move: row.move, max: row.max, value: row.value, below: under(k, own) }];
    });
    return under(-1, String(i));
  }

  /** The node at a moment. @param {number} moment */
  at(moment) { return this.tree.moments.node[Math.min(Math.max(moment, 0), this.last)]; }

  /** @param {number} moment */
  step(moment) { return this.tree.moments.step[moment]; }

  /** The child whose value the moment passes up, or -1. @param {number} moment */
  returning(moment) { return this.step(moment) === Step.return ? this.at(moment - 1) : -1; }

  /** The move to a node as players write it, for what is shown. @param {number} i */
  move(i) { return this.tree.texts[(this.nodes.name ?? this.nodes.move)[i]]; }

  /** @param {number} i */
  reason(i) { return minus(this.tree.texts[this.nodes.reason[i]]); }

  /** @param {number} i */
  ending(i) { return this.tree.texts[this.nodes.ending[i]]; }

  /** The nodes from the root of the shown tree to a node, without the root. @param {number} i */
  way(i) {
    const nodes = [];
    for (; this.nodes.parent[i] >= 0; i = this.nodes.parent[i]) if (!this.nodes.question[i]) nodes.unshift(i);
    return nodes;
  }

  /** The moves from the root of the whole tree to a node, as addresses have them. @param {number} i */
  path(i) { return [...this.tree.above, ...this.way(i).map((k) => this.tree.texts[this.nodes.move[k]])]; }

  /** The side to move at a node. @param {number} i */
  side(i) { return this.tree.sides[this.nodes.max[i] ? 0 : 1]; }

  /** @param {number} score */
  say(score) { return this.tree.plain ? plainNumber(score) : say(score, this.tree.countsPlies, this.estimated, this.tree.unit); }

  /** A score in a few characters. @param {number} score */
  short(score) { return this.tree.plain ? plainNumber(score) : short(score, this.tree.countsPlies, this.estimated, this.tree.unit); }

  /** The shape of a value; estimates have a shape of their own. @param {number} score */
  shape(score) { return this.estimated && sign(score) === 0 ? '≈' : shape(score); }

  /**
   * The class that colours a value; plain numbers are neither won nor lost.
   * @param {number} score
   */
  tone(score) { return this.tree.plain ? 'draw' : tone(score); }

  /**
   * A value as far as it is known: exact, or a bound such as "a loss by 2 or worse" or
   * "at most +12".
   * @param {number} i
   */
  worth(i) {
    const { [i]: value } = this.nodes.value;
    const words = this.say(value);
    if (/^(win|draw|loss)/.test(words)) return `${words}${[' or worse', '', ' or better'][this.nodes.bound[i] + 1]}`;
    return `${['at most ', '', 'at least '][this.nodes.bound[i] + 1]}${words}`;
  }

  /**
   * The moment whose words are shown when a node is chosen.
   * @param {number} moment @param {number} chosen
   */
  about(moment, chosen) {
    if (this.at(moment) === chosen) return moment;
    return Math.min(this.done(chosen, moment) ? this.left[chosen] : this.entered[chosen], this.last);
  }

  /** A node, for a screen reader. @param {number} i */
  told(i) { return this.name(i); }

  /** Whether a node has its value at a moment. @param {number} i @param {number} moment */
  done(i, moment) { return this.left[i] <= moment; }

  /**
   * Returns what is known about a node at a moment: its window, and its value so far.
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
      if (this.left[c] + 1 > moment) break; // its value has not been passed up yet
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

  /**
   * Returns the words of a moment: what happens, and why.
   * @param {number} moment @returns {[string, string]}
   */
  words(moment) {
    const { what, why } = this.tree.moments;
    return [minus(this.tree.texts[what[moment]]), minus(this.tree.texts[why[moment]])];
  }

  /** Names a node by the moves that lead to it. @param {number} i */
  name(i) {
    const path = [...(this.tree.aboveNames ?? this.tree.above), ...this.way(i).map((k) => this.move(k))];
    if (this.nodes.question[i]) return `Search “${this.move(i)}”`;
    return path.length > 0 ? path.join(' ') : 'The position';
  }

  /** Counts the entered nodes and the cut-offs up to a moment. @param {number} moment */
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
   * The first of the given moments after one, or -1.
   * @param {number[]} moments @param {number} moment
   */
  next(moments, moment) { return moments.find((m) => m > moment) ?? -1; }

  /**
   * Finds a node by text: the node with that path, or else the next node after one
   * whose path ends with the text, or whose end has it as the reason.
   * @param {string} text @param {number} after
   */
  find(text, after) {
    const wanted = text.trim().toLowerCase().replace(/[.,\s]+/g, ' ');
    if (!wanted) return -1;
    const typed = this.nodes.number.map((_, i) => this.path(i).join(' ').toLowerCase());
    const paths = this.nodes.number.map((_, i) => this.way(i).map((k) => this.move(k)).join(' ').toLowerCase());
    const above = (this.tree.aboveNames ?? this.tree.above).join(' ').toLowerCase();
    const exact = Math.max(paths.indexOf(wanted), typed.indexOf(wanted), above ? paths.findIndex((path) => `${above} ${path}`.trim() === wanted) : -1);
    if (exact >= 0 && exact !== after) return exact;
    const tests = [
      (/** @type {number} */ i) => ` ${paths[i]}`.endsWith(` ${wanted}`) || ` ${typed[i]}`.endsWith(` ${wanted}`),
      (/** @type {number} */ i) => this.ending(i) === wanted || this.reason(i).toLowerCase().includes(wanted),
    ];
    for (const fits of tests) {
      for (let k = 1; k <= this.size; k++) {
        const i = (after + k) % this.size;
        if (fits(i)) return i;
      }
    }
    return -1;
  }
}
