// Draws a tree on a canvas: thousands of nodes, which move together. Open nodes are
// cards of HTML above the canvas; cards.js places them.

import { Grown } from './grown.js';
import { GrownLayout } from './grownlayout.js';
import { grownEdges, grownNode, rolled } from './grownpaint.js';
import { Layout, leastText } from './layout.js';
import { rising, walkedNode } from './nodepaint.js';
import { listen } from './panning.js';

/** @typedef {import('./walked.js').Walked} Walked */
/** @typedef {import('./layout.js').Spot} Spot */

const glide = 180; // milliseconds from one moment to the next
const legible = 0.75; // at a smaller scale nodes are too close for text

/** Reads the colours of the theme. */
function theme() {
  const style = getComputedStyle(document.documentElement);
  const get = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  return {
    win: get('--win'), loss: get('--loss'), draw: get('--even'), ink: get('--ink'), soft: get('--soft'), quiet: get('--line'),
    ground: get('--panel'), accent: get('--accent'), faint: get('--faint'), onValue: get('--on-value'),
  };
}

export class Painter {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {{select: (i: number) => void, toggle: (i: number) => void, drawn: (spots: Spot[]) => void}} hear
   */
  constructor(canvas, hear) {
    this.canvas = canvas;
    this.hear = hear;
    this.pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    /** @type {Walked|Grown|null} */
    this.walked = null;
    /** @type {Layout|null} */
    this.layout = null;
    /** @type {Map<string, {x: number, y: number}>} where the spots were at the moment before */
    this.before = new Map();
    /** @type {Set<number>} the nodes that the reader expanded, and those collapsed */
    this.opened = new Set();
    this.closed = new Set();
    this.all = false;
    this.moment = 0;
    this.selected = 0;
    this.scale = 1;
    this.x = 0; // of the tree's origin, in pixels of the page
    this.y = 0;
    this.fitted = true; // false once the reader has moved the tree
    this.whole = false; // whether a fitted tree is whole in view although its text is too small
    this.from = 0; // when the last change began
    this.waiting = false;
    this.colour = theme();
    listen(canvas, this);
    new ResizeObserver(() => this.show()).observe(canvas);
  }

  /** Reads the colours of the theme again. */
  colours() { this.colour = theme(); }

  /** Shows another tree. @param {Walked|Grown|null} walked */
  load(walked) {
    this.walked = walked;
    this.layout = null;
    this.opened.clear();
    this.closed.clear();
    this.all = false;
    this.fitted = true;
    this.whole = false;
    this.before.clear();
    this.show();
  }

  /** Goes to a moment. @param {number} moment @param {number} selected */
  go(moment, selected) {
    this.moment = moment;
    this.selected = selected;
    this.show();
    if (!this.fitted) this.follow(selected);
  }

  /** Lays out and draws the moment. */
  show() {
    const { canvas, walked } = this;
    if (!walked || canvas.clientWidth === 0) return this.draw();
    const spots = this.layout?.spots ?? [];
    this.before = spots.length > 300 ? new Map() : new Map(spots.map((s) => [s.key, this.place(s)]));
    const view = {
      moment: this.moment, opened: this.opened, closed: this.closed, all: this.all, width: canvas.clientWidth, height: canvas.clientHeight,
    };
    this.layout = walked instanceof Grown ? new GrownLayout(/** @type {any} */ (walked), view) : new Layout(walked, view);
    if (this.fitted) this.frame();
    this.canvas.dataset.ends = this.layout.spots.filter((s) => s.ahead?.value !== undefined).map((s) => /** @type {Walked} */ (walked).short(s.ahead?.value ?? 0)).join(' ');
    this.canvas.dataset.nodes = String(this.layout.spots.filter((s) => s.kind === 'card' || s.kind === 'mark').length);
    this.from = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : performance.now();
    this.draw();
  }

  /** Shows the whole tree, however small. */
  fit() {
    this.fitted = true;
    this.whole = true;
    this.show();
  }

  /**
   * Sets the scale and position so that all nodes are visible, or, if they would be too
   * small to be read, the chosen node and what is around it.
   */
  frame() {
    const { layout, canvas } = this;
    if (!layout) return;
    const { left, right, top, bottom } = layout.extent();
    this.scale = Math.max(layout.scale(), this.whole ? 0.01 : layout.least);
    const { clientWidth: width, clientHeight: height } = canvas;
    const spot = layout.byKey.get(String(this.selected));
    const free = [width - (right - left) * this.scale, height - (bottom - top) * this.scale];
    this.x = (free[0] >= 0 || !spot ? free[0] / 2 : Math.min(Math.max(width / 2 - (spot.x - left) * this.scale, free[0] - 12), 12)) - left * this.scale;
    this.y = (free[1] >= 0 || !spot ? Math.max(Math.min(free[1] / 2, 24), Math.min(12, free[1]))
      : Math.min(Math.max(height * 0.55 - (spot.y - top) * this.scale, free[1] - 12), 12)) - top * this.scale;
  }

  /** Expands everything that the walk has reached, or returns to what fits. */
  unfold() {
    this.all = !this.all;
    this.opened.clear();
    this.closed.clear();
    this.fit();
    this.whole = this.all;
    return this.all;
  }

  /** Collapses the subtree of a node, or shows it again. @param {number} i */
  fold(i) {
    const spot = this.layout?.byKey.get(String(i));
    if (spot && spot.folded > 0) {
      this.closed.delete(i);
      this.opened.add(i);
    } else {
      this.opened.delete(i);
      this.closed.add(i);
    }
    this.show();
  }

  /** Expands all ancestors of a node. @param {number} i */
  reveal(i) {
    if (!this.walked || this.layout?.byKey.has(String(i))) return;
    for (let a = this.walked.nodes.parent[i]; a >= 0; a = this.walked.nodes.parent[a]) {
      this.closed.delete(a);
      this.opened.add(a);
    }
    this.show();
  }

  /** @param {number} by @param {number} [px] @param {number} [py] the point that keeps its place */
  zoom(by, px = this.canvas.clientWidth / 2, py = this.canvas.clientHeight / 2) {
    const scale = Math.min(Math.max(this.scale * by, 0.01), 4);
    this.x = px - (px - this.x) * scale / this.scale;
    this.y = py - (py - this.y) * scale / this.scale;
    this.scale = scale;
    this.fitted = false;
    this.draw();
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.fitted = false;
    this.draw();
  }

  /** Moves a node into view. @param {number} i */
  follow(i) {
    const spot = this.layout?.byKey.get(String(i));
    if (!spot) return;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const x = spot.x * this.scale + this.x;
    const y = spot.y * this.scale + this.y;
    const margin = 60;
    if (x < margin || x > width - margin) this.x += width / 2 - x;
    if (y < 24 || y > height - 40) this.y += height * 0.6 - y;
    this.draw();
  }

  /** The current place of a spot, which glides from its place at the moment before. @param {Spot} s */
  place(s) {
    const part = this.part();
    const old = part < 1 ? this.before.get(s.key) : undefined;
    if (!old) return { x: s.x, y: s.y };
    return { x: old.x + (s.x - old.x) * part, y: old.y + (s.y - old.y) * part };
  }

  /** The finished part of the glide, from 0 to 1, slower towards the end. */
  part() {
    const t = Math.min((performance.now() - this.from) / glide, 1);
    return 1 - (1 - t) ** 3;
  }

  /** Draws at the next frame. */
  draw() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.paint();
      if (this.part() < 1 && (this.layout?.spots.length ?? 0) <= 300) this.draw();
    });
  }

  paint() {
    const { canvas, pen, layout } = this;
    const ratio = devicePixelRatio || 1;
    const width = Math.round(canvas.clientWidth * ratio);
    const height = Math.round(canvas.clientHeight * ratio);
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, width, height);
    if (!this.walked || !layout) return this.hear.drawn([]);
    pen.setTransform(this.scale * ratio, 0, 0, this.scale * ratio, this.x * ratio, this.y * ratio);
    const left = -this.x / this.scale - 160;
    const right = left + canvas.clientWidth / this.scale + 320;
    const top = -this.y / this.scale - 120;
    const bottom = top + canvas.clientHeight / this.scale + 240;
    const seen = layout.spots.filter((s) => s.y > top && s.y < bottom
      && ((s.x > left && s.x < right) || (s.parent && s.parent.x > left && s.parent.x < right)));
    const box = layout.extent();
    canvas.dataset.extent = [box.left * this.scale + this.x, box.top * this.scale + this.y, box.right * this.scale + this.x, box.bottom * this.scale + this.y].map(Math.round).join(' ');
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    this.edges(seen);
    for (const s of seen) if (s.kind !== 'card' && s.x > left && s.x < right) this.node(s);
    if (this.walked && !(this.walked instanceof Grown)) rising(this, this.walked);
    this.hear.drawn(layout.spots.filter((s) => s.kind === 'card'));
  }

  /** @param {Spot[]} seen */
  edges(seen) {
    const { pen, colour } = this;
    const draw = (/** @type {Spot['kind']} */ kind, /** @type {string} */ stroke, /** @type {number} */ width, /** @type {number[]} */ dash) => {
      pen.beginPath();
      for (const s of seen) {
        if (!s.parent || s.kind !== kind) continue;
        this.bend(s, s.parent);
      }
      pen.setLineDash(dash);
      pen.lineWidth = width;
      pen.strokeStyle = stroke;
      pen.stroke();
    };
    draw('untried', colour.faint, 1.2, []);
    draw('spared', colour.quiet, 1.2, [3, 4]);
    if (this.walked instanceof Grown) grownEdges(this, this.walked, seen);
    else draw('mark', colour.quiet, 1.2, []);
    draw('card', colour.accent, 2.4, []);
    pen.setLineDash([]);
    if (this.scale < legible) return;
    this.font(600, 12);
    for (const s of seen) {
      if (!s.parent) continue;
      const { x, y } = this.place(s);
      pen.lineWidth = 4;
      pen.strokeStyle = colour.ground;
      pen.strokeText(s.move, x, y - s.height / 2 - 8);
      pen.fillStyle = s.kind === 'mark' || s.kind === 'card' ? colour.ink : colour.soft;
      pen.fillText(s.move, x, y - s.height / 2 - 8);
    }
  }

  /**
   * Sets the font; no text is smaller on the screen than can be read.
   * @param {number} weight @param {number} size in pixels at scale 1
   */
  font(weight, size) { this.pen.font = `${weight} ${Math.max(size, leastText / this.scale)}px system-ui, sans-serif`; }

  /** Whether there is room for text. */
  get legible() { return this.scale >= legible; }

  /** Adds the line of a spot to the pen's path. @param {Spot} s @param {Spot} parent */
  bend(s, parent) {
    const p = this.place(parent);
    const { x, y } = this.place(s);
    const [from, to] = [p.y + parent.height / 2, y - s.height / 2];
    this.pen.moveTo(p.x, from);
    this.pen.bezierCurveTo(p.x, (from + to) / 2, x, (from + to) / 2, x, to);
  }

  /** Begins a path with the line of a spot. @param {Spot} s */
  curve(s) {
    this.pen.beginPath();
    if (s.parent) this.bend(s, s.parent);
  }

  /** Draws a node that is not a card. @param {Spot} s */
  node(s) {
    const { x, y } = this.place(s);
    if (s.kind === 'rolled' && this.walked instanceof Grown) return rolled(this, this.walked, x, y);
    if (s.kind === 'mark' && this.walked instanceof Grown) return grownNode(this, this.walked, s, x, y);
    walkedNode(this, /** @type {Walked} */ (this.walked), s, x, y);
  }

  /** Finds the spot under the pointer. @param {MouseEvent} event */
  hit(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = (event.clientX - box.left - this.x) / this.scale;
    const y = (event.clientY - box.top - this.y) / this.scale;
    const near = Math.max(2, 10 / this.scale);
    return this.layout?.spots.findLast((s) => (s.kind === 'card' || s.kind === 'mark')
      && Math.abs(s.x - x) < s.width / 2 + near && Math.abs(s.y - y) < s.height / 2 + near);
  }
}
