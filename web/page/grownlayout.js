// The places of the nodes of a grown tree at a moment: the most visited nodes, up to a
// number that stays readable, and always the path of the play-out.

import { Phase } from './grown.js';
import { Layout } from './layout.js';

/** @typedef {import('./grown.js').Grown} Grown */

/** The minimum visits of a drawn node; they are tried in turn until the tree fits. */
const steps = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, Infinity];

/** At most this many untried moves have rings of their own. */
const rings = 9;

export class GrownLayout extends Layout {
  /** The tree with its own type; the general layout has another. @returns {Grown} */
  get grown() { return /** @type {any} */ (this.walked); }

  /** There are no cards: the canvas keeps its text readable down to this scale. */
  get least() { return 0.8; }

  /** No node is open: all are marks. */
  openCount() { return 0; }

  choose() {
    for (const least of steps) {
      this.place(least);
      if (this.view.all || this.scale() >= this.least) return;
    }
  }

  /**
   * The height that a spot needs below it for text, except for its line.
   * @param {import('./layout.js').Spot} s
   */
  foot(s) { return s.kind === 'mark' ? 18 : 6; }

  /** @param {number} i */
  visited(i) { return this.grown.entered[i] <= this.view.moment; }

  /** Whether a node is drawn, given that its parent is drawn. @param {number} i @param {number} least */
  shows(i, least) {
    const { grown, view } = this;
    const parent = grown.nodes.parent[i];
    if (!this.visited(i)) return false;
    if (grown.lit(i, view.moment)) return true;
    if (view.closed.has(parent)) return false;
    return view.opened.has(parent) || (grown.counted(i, view.moment)?.visits ?? 0) >= least;
  }

  /** @param {number} i @param {number} least */
  datum(i, least) {
    const { grown } = this;
    const hidden = grown.children[i].filter((c) => this.visited(c) && !this.shows(c, least)).length;
    return { key: String(i), i, kind: /** @type {const} */ ('mark'), move: grown.move(i), depth: 0, folded: hidden, hides: false };
  }

  /** @param {any} d @param {number} least */
  below(d, least) {
    if (d.kind !== 'mark') return null;
    const { grown, view } = this;
    const list = grown.children[d.i].filter((c) => this.shows(c, least)).map((c) => /** @type {any} */ (this.datum(c, least)));
    const phase = grown.phase(view.moment);
    if (phase !== Phase.begin && !grown.lit(d.i, view.moment)) return list;
    const leaf = grown.at(view.moment) === d.i;
    const { names, all } = grown.untried(d.i, view.moment);
    if (leaf && phase <= Phase.expand && all <= rings && all === names.length) list.push(...names.map((move) => this.ring(d.i, move)));
    else if (all > 0) list.push(this.ring(d.i, `+${all}`));
    if (leaf && phase >= Phase.playOut) {
      const moves = grown.step(view.moment)?.played.length ?? 0;
      list.push({ key: 'rolled', i: d.i, kind: 'rolled', move: moves === 1 ? '1 move' : moves > 0 ? `${moves} moves` : 'known', folded: 0 });
    }
    return list;
  }

  /** Makes the ring of an untried move. @param {number} i @param {string} move */
  ring(i, move) { return { key: `${i} ${move}`, i, kind: /** @type {const} */ ('untried'), move, folded: 0 }; }
}
