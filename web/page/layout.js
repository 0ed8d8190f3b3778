// The places of the nodes of a tree at a moment. Only what the walk has reached has a
// place: the entered nodes, the untried moves of open nodes, and the moves that
// cut-offs spared. Open nodes are cards, the others small marks.

import { hierarchy, tree as tidy } from './vendor/d3-hierarchy.js';

/** @typedef {import('./walked.js').Walked} Walked */
/**
 * @typedef {'card'|'mark'|'untried'|'spared'|'rolled'} Kind
 * @typedef {'full'|'small'|'bar'} Size
 * @typedef {{key: string, i: number, kind: Kind, move: string, folded: number, x: number, y: number,
 *   width: number, height: number, size: Size, parent: Spot|null, ahead?: import('./walked.js').Ahead}} Spot
 * folded is the number of nodes hidden below it
 */

/** Sizes in pixels at scale 1. */
export const mark = 26;
const markApart = 46;
const cardSizes = /** @type {Record<Size, [number, number]>} */ ({ full: [264, 76], small: [252, 72], bar: [190, 46] });

/** The smallest text of a card in pixels at scale 1, and the smallest one that is readable. */
const cardText = 12;
export const leastText = 11;

/** The smallest scale at which cards are readable. */
export const readable = leastText / cardText;

/**
 * Which part of a tree is shown.
 * @typedef {{moment: number, opened: Set<number>, closed: Set<number>, all: boolean,
 *   width: number, height: number}} View opened and closed hold the nodes that the reader opened or closed
 */

/** The layout of one moment, as large as fits. */
export class Layout {
  /** @param {Walked} walked @param {View} view */
  constructor(walked, view) {
    this.walked = walked;
    this.view = view;
    /** @type {Spot[]} from the top down */
    this.spots = [];
    /** @type {Map<string, Spot>} */
    this.byKey = new Map();
    this.deep = this.openCount() > 5;
    this.terse = false; // whether the untried moves of all nodes except the current one are counted, not drawn
    /** @type {(i: number) => Size} the size of the card of an open node */
    this.sizeOf = () => 'full';
    this.choose();
  }

  /** The smallest scale at which the tree can be read; a larger tree is panned. */
  get least() { return readable; }

  /** Counts the nodes that are open at the moment. */
  openCount() {
    const { moment } = this.view;
    let n = 0;
    for (let i = this.walked.at(moment); i >= 0; i = this.walked.nodes.parent[i]) n++;
    return n;
  }

  /**
   * Shows boards on the cards while there is room, and closed subtrees while they can be read.
   * The card of the current node always has its board.
   */
  choose() {
    const { view, walked } = this;
    const current = walked.at(view.moment);
    const large = view.width < 560 ? 'small' : 'full';
    /** @type {((i: number) => Size)[]} */
    const sizes = [() => large, () => 'small', (i) => (i === current ? large : 'bar'), (i) => (i === current ? 'small' : 'bar')];
    if (this.deep) sizes.splice(0, 2);
    if (view.all) {
      [this.sizeOf] = sizes;
      return this.place(Infinity);
    }
    const depths = view.width < 560 ? [0] : walked.entered.findIndex((m) => m > view.moment) > 600 ? [1, 0] : [Infinity, 3, 2, 1, 0];
    for (const terse of [false, true]) {
      this.terse = terse;
      for (const size of sizes) {
        this.sizeOf = size;
        for (const depth of depths) {
          this.place(depth);
          if (this.scale() >= this.least) return;
        }
      }
    }
  }

  /** Returns the scale at which the layout fits. */
  scale() {
    const { left, right, bottom, top } = this.extent();
    return Math.min(this.view.width / (right - left + 24), this.view.height / (bottom - top + 24), 1.15);
  }

  /** Returns the box around all spots. */
  extent() {
    let [left, right, bottom, top] = [Infinity, -Infinity, -Infinity, Infinity];
    for (const s of this.spots) {
      left = Math.min(left, s.x - s.width / 2);
      right = Math.max(right, s.x + s.width / 2);
      bottom = Math.max(bottom, s.y + s.height / 2 + this.foot(s));
      top = Math.min(top, s.y - s.height / 2 - (s.parent ? 16 : 0));
    }
    return this.spots.length ? { left, right, bottom, top } : { left: 0, right: 1, bottom: 1, top: 0 };
  }

  /** The height that a spot needs below it. @param {Spot} s @returns {number} */
  foot(s) { return s.kind === 'spared' || s.folded > 0 ? 18 : 4; }

  /** @param {number} i */
  isOpen(i) { return this.walked.entered[i] <= this.view.moment && this.walked.left[i] > this.view.moment; }

  /**
   * Gives every node its place; closed subtrees are shown to the given depth.
   * @param {number} depth
   */
  place(depth) {
    const { view } = this;
    const root = hierarchy(this.datum(0, depth), (/** @type {any} */ d) => this.below(d, depth));
    const wide = (/** @type {any} */ d) => this.wide(d.data);
    tidy().nodeSize([1, 1]).separation((/** @type {any} */ a, /** @type {any} */ b) => (wide(a) + wide(b)) / 2)(root);
    /** @type {number[]} the height of the tallest node of each level */
    const tall = [];
    root.each((/** @type {any} */ d) => { tall[d.depth] = Math.max(tall[d.depth] ?? 0, d.data.kind === 'card' ? cardSizes[this.sizeOf(d.data.i)][1] : mark); });
    const sum = tall.reduce((a, b) => a + b, 0);
    // The levels use all available height.
    const gap = Math.min(Math.max((view.height - 24 - sum) / Math.max(tall.length - 1, 1), this.deep || view.height < 320 ? 26 : 40), 72);
    const tops = tall.map((_, k) => tall.slice(0, k).reduce((a, b) => a + b + gap, 0));
    this.spots = [];
    this.byKey.clear();
    /** @type {Map<any, Spot>} */
    const made = new Map();
    root.each((/** @type {any} */ d) => {
      const [width, height] = d.data.kind === 'card' ? cardSizes[this.sizeOf(d.data.i)] : [mark, mark];
      const spot = {
        ...d.data, x: d.x, y: tops[d.depth] + tall[d.depth] / 2, parent: made.get(d.parent) ?? null,
        width, height, size: this.sizeOf(d.data.i),
      };
      made.set(d, spot);
      this.spots.push(spot);
      this.byKey.set(spot.key, spot);
    });
  }

  /** The width that a node needs, with the text beside and below it. @param {{key: string, i: number, kind: Kind}} node */
  wide({ key, i, kind }) {
    const { walked } = this;
    if (kind === 'card') return cardSizes[this.sizeOf(i)][0] + 16;
    if (kind === 'mark' && walked.nodes.bound[i] !== 0) return markApart + 8 * walked.short(walked.nodes.value[i]).length;
    return walked.spared.get(key) ? 70 : markApart;
  }

  /** @param {number} i @param {number} depth to which depth below it closed nodes are shown */
  datum(i, depth) {
    const { walked, view } = this;
    const open = this.isOpen(i);
    const hides = !open && walked.children[i].length > 0 && (view.closed.has(i) || (depth <= 0 && !view.opened.has(i)));
    const more = !walked.nodes.open[i] && walked.nodes.below[i] > 1;
    return {
      key: String(i), i, kind: open ? 'card' : 'mark', move: walked.nodes.question[i] ? '?' : walked.move(i), depth,
      folded: hides || more ? walked.nodes.below[i] - 1 : 0, hides,
    };
  }

  /** Lists the children of a node for the layout. @param {any} d @param {number} most */
  below(d, most) {
    const { walked, view } = this;
    if (d.ahead) return this.ahead(d.i, d.kind, d.ahead.below);
    if (d.kind === 'untried' || d.kind === 'spared' || d.hides) return null;
    const open = d.kind === 'card';
    const list = [];
    for (const c of walked.children[d.i]) {
      if (walked.entered[c] <= view.moment) list.push(this.datum(c, open ? most : d.depth - 1));
    }
    const ahead = open || walked.ending(d.i) === 'cut-off' ? walked.ahead(d.i, view.moment) : [];
    if (ahead.length > 0) return [...list, ...this.ahead(d.i, open ? 'untried' : 'spared', ahead)];
    if (open) return [...list, ...this.few(d.i, 'untried', this.untried(d.i), (this.deep && !this.isLast(d.i)) || (this.terse && walked.at(view.moment) !== d.i) ? 1 : 8)];
    if (walked.ending(d.i) === 'cut-off') list.push(...this.few(d.i, 'spared', walked.unlooked.get(d.i) ?? [], 8));
    return list;
  }

  /** Makes spots for positions that the walk has not reached. @param {number} i @param {Kind} kind @param {import('./walked.js').Ahead[]} ahead */
  ahead(i, kind, ahead) { return ahead.map((a) => ({ key: a.key, i, kind, move: a.move, folded: 0, ahead: a })); }

  /** Lists the untried moves of an open node. @param {number} i */
  untried(i) {
    const { walked, view } = this;
    const later = walked.children[i].filter((c) => walked.entered[c] > view.moment);
    if (walked.nodes.question[walked.children[i][0]]) return []; // the next question is not known before it is asked
    return [...later.map((c) => walked.move(c)), ...(walked.unlooked.get(i) ?? [])];
  }

  /** Whether the walk is at a node, or directly below it. @param {number} i */
  isLast(i) {
    const at = this.walked.at(this.view.moment);
    return at === i || this.walked.nodes.parent[at] === i;
  }

  /**
   * Makes spots for moves without a node; if there are too many, the last spot counts
   * the rest.
   * @param {number} i @param {Kind} kind @param {string[]} moves @param {number} most
   */
  few(i, kind, moves, most) {
    const some = most > 1 ? most - 3 : 0;
    const shown = moves.length > most ? [...moves.slice(0, some), `+${moves.length - some}`] : moves;
    return shown.map((move) => ({ key: `${i} ${move}`, i, kind, move, folded: 0 }));
  }
}
