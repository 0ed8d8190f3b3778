// A tree that Monte-Carlo tree search grew, and every moment of it: what exists before
// the first play-out, then the four phases of each play-out. The words come from the
// engine.

import { minus } from './values.js';

/**
 * @typedef {{parent: number[], max: boolean[], move: number[], name?: number[], prior: number[], since: number[], listed: number[], moves: number[], some: number[][]}} Columns
 * @typedef {{path: number[], visits: number[], mean: number[], say: number[], proven: number[], played: number[], end?: string, result: number}} PlayOut
 * @typedef {{game: string, position: string, algorithm: string, about: string, sides: string[], value: import('./api.js').Worth, best: string, made: number,
 *   texts: string[], nodes: Columns, steps: PlayOut[], what: number[], why: number[]}} GrownPart
 * @typedef {{visits: number, mean: number, say: string, proven: number}} Count proven is 1, 0 or -1, or 2 if nothing is proven
 */

/** The phases of a play-out, in the order of the moments. */
export const Phase = { begin: 0, select: 1, expand: 2, playOut: 3, backUp: 4 };

/** One tree, as it was received. */
export class Grown {
  /** @param {GrownPart} part */
  constructor(part) {
    this.grown = true;
    this.part = part;
    /** The fields that other trees have too. */
    this.tree = { game: part.game, position: part.position, algorithm: part.algorithm, sides: part.sides, above: /** @type {string[]} */ ([]), under: 0 };
    this.size = part.nodes.parent.length;
    this.last = part.what.length - 1;
    const flat = (/** @type {any} */ value) => new Array(this.size).fill(value);
    this.nodes = { ...part.nodes, number: part.nodes.parent.map((_, i) => i), open: flat(true), below: flat(2), bound: flat(0), question: flat(false), value: flat(0) };
    /** @type {number[][]} */
    this.children = Array.from({ length: this.size }, () => []);
    for (let i = 1; i < this.size; i++) this.children[this.nodes.parent[i]].push(i);
    /** @type {number[]} the moment at which a node is first selected, and the one at which it is first counted */
    this.entered = part.nodes.since.map((k, i) => (i === 0 ? 0 : 4 * k + Phase.select));
    this.left = part.nodes.since.map((k) => 4 * k + Phase.backUp);
    /** @type {(Count & {k: number})[][]} the count at a node after each play-out through it */
    this.passes = Array.from({ length: this.size }, () => []);
    /** @type {number[]} the moments at which play-outs begin, and those that prove something */
    this.cuts = [];
    /** @type {number[]} */
    this.bounds = [];
    /** @type {Map<number, import('./walked.js').Prediction>} */
    this.questions = new Map();
    /** @type {Map<string, number>} */
    this.spared = new Map();
    this.count();
  }

  /** Records the counts that each play-out leaves at the nodes of its path. */
  count() {
    this.part.steps.forEach((step, k) => {
      this.cuts.push(4 * k + Phase.select);
      let proves = false;
      step.path.forEach((i, at) => {
        const passes = this.passes[i];
        proves ||= step.proven[at] !== 2 && (passes.at(-1)?.proven ?? 2) === 2;
        passes.push({ k, visits: step.visits[at], mean: step.mean[at] / 1e4, say: this.part.texts[step.say[at]], proven: step.proven[at] });
      });
      if (proves) this.bounds.push(4 * k + Phase.backUp);
    });
  }

  /** The play-out of a moment, from 0; -1 before the first. @param {number} moment */
  playOut(moment) { return Math.ceil(moment / 4) - 1; }

  /** @param {number} moment */
  phase(moment) { return moment === 0 ? Phase.begin : (moment - 1) % 4 + 1; }

  /** The play-out that a moment belongs to. @param {number} moment @returns {PlayOut|undefined} */
  step(moment) { return this.part.steps[this.playOut(moment)]; }

  /** The leaf of the moment's play-out, or the root. @param {number} moment */
  at(moment) { return this.step(moment)?.path.at(-1) ?? 0; }

  /**
   * Whether a node is on the path of the moment's play-out.
   * @param {number} i @param {number} moment
   */
  lit(i, moment) { return this.step(moment)?.path.includes(i) ?? false; }

  /**
   * The count of a node at a moment, or undefined if it has none.
   * @param {number} i @param {number} moment @returns {Count|undefined}
   */
  counted(i, moment) {
    const passes = this.passes[i];
    let [low, high] = [0, passes.length]; // of the play-outs that were backed up until the moment
    while (low < high) {
      const middle = (low + high) >> 1;
      if (4 * passes[middle].k + Phase.backUp <= moment) low = middle + 1;
      else high = middle;
    }
    return passes[low - 1];
  }

  /** The number of moves of a node at a moment. @param {number} i @param {number} moment */
  moves(i, moment) {
    return this.nodes.listed[i] < 0 || 4 * this.nodes.listed[i] + Phase.expand <= moment ? this.nodes.moves[i] : 0;
  }

  /**
   * The moves of a node that were not yet tried at a moment: some of their names, and
   * their number.
   * @param {number} i @param {number} moment
   */
  untried(i, moment) {
    const tried = this.children[i].filter((c) => this.entered[c] <= moment).map((c) => (this.nodes.name ?? this.nodes.move)[c]);
    return { names: this.nodes.some[i].filter((m) => !tried.includes(m)).map((m) => this.part.texts[m]), all: Math.max(this.moves(i, moment) - tried.length, 0) };
  }

  /**
   * The moves after the leaf that the play-out of a moment has played so far.
   * @param {number} moment @returns {string[]}
   */
  played(moment) { return this.phase(moment) >= Phase.playOut ? (this.step(moment)?.played ?? []).map((m) => this.part.texts[m]) : []; }

  /** No moment passes a single value up to the parent. */
  returning() { return -1; }

  /** The move to a node as players write it, for what is shown. @param {number} i */
  move(i) { return this.part.texts[(this.nodes.name ?? this.nodes.move)[i]]; }

  /** The nodes from the position to a node, without the position. @param {number} i */
  way(i) {
    const nodes = [];
    for (; this.nodes.parent[i] >= 0; i = this.nodes.parent[i]) nodes.unshift(i);
    return nodes;
  }

  /** The moves to a node, as addresses have them. @param {number} i */
  path(i) { return this.way(i).map((k) => this.part.texts[this.nodes.move[k]]); }

  /** @param {number} i */
  name(i) { return this.way(i).map((k) => this.move(k)).join(' ') || 'The position'; }

  /** A node and its count, for a screen reader. @param {number} i @param {number} moment */
  told(i, moment) {
    const c = this.counted(i, moment);
    return `${this.name(i)}: ${c ? `${c.visits} ${c.visits === 1 ? 'visit' : 'visits'}, ${c.say}` : 'no visit yet'}`;
  }

  /** The side to move at a node. @param {number} i */
  side(i) { return this.tree.sides[this.nodes.max[i] ? 0 : 1]; }

  /** The class that colours a count. @param {Count|undefined} c */
  tone(c) { return c && c.proven !== 2 ? ['loss', 'draw', 'win'][c.proven + 1] : 'draw'; }

  /** A count in a few characters. @param {Count|undefined} c */
  short(c) {
    if (!c) return '';
    if (c.proven === 2) return String(Math.round(100 * c.mean));
    return c.proven === 0 ? '=' : `${c.proven > 0 ? 'W' : 'L'}${/(?:in|by) (\d+)/.exec(c.say)?.[1] ?? ''}`;
  }

  /** @param {number} moment @returns {[string, string]} */
  words(moment) { return [minus(this.part.texts[this.part.what[moment]]), minus(this.part.texts[this.part.why[moment]])]; }

  /** The moment whose words are shown. @param {number} moment */
  about(moment) { return moment; }

  /** Counts nodes and play-outs up to a moment. @param {number} moment */
  counts(moment) {
    return { nodes: this.entered.filter((m) => m <= moment).length, playouts: Math.floor(moment / 4), proven: this.nodes.parent.filter((_, i) => (this.counted(i, moment)?.proven ?? 2) !== 2).length };
  }

  /**
   * The first of the given moments after one, or -1.
   * @param {number[]} moments @param {number} moment
   */
  next(moments, moment) { return moments.find((m) => m > moment) ?? -1; }

  /**
   * Finds a node by text: the node with that path, or else the next node after one
   * whose path ends with the text.
   * @param {string} text @param {number} after
   */
  find(text, after) {
    const wanted = text.trim().toLowerCase().replace(/[.,\s]+/g, ' ');
    if (!wanted) return -1;
    const paths = this.nodes.number.map((i) => this.way(i).map((k) => this.move(k)).join(' ').toLowerCase());
    const typed = this.nodes.number.map((i) => this.path(i).join(' ').toLowerCase());
    const exact = Math.max(paths.indexOf(wanted), typed.indexOf(wanted));
    if (exact >= 0 && exact !== after) return exact;
    for (let k = 1; k <= this.size; k++) if (` ${paths[(after + k) % this.size]}`.endsWith(` ${wanted}`)) return (after + k) % this.size;
    return -1;
  }
}
