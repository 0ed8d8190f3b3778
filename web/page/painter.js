// Draws a tree on a canvas: tens of thousands of nodes, moved at once.

import { hierarchy, tree as tidy } from './vendor/d3-hierarchy.js';
import { short, tone } from './values.js';

/** @typedef {import('./walked.js').Walked} Walked */
/** @typedef {{i: number, x: number, y: number, parent: Spot|null, ghost?: import('./walked.js').Spared}} Spot */

const apart = 34; // between neighbours
const level = 64; // between plies
const radius = 12;

/** The colours of the theme. */
function theme() {
  const style = getComputedStyle(document.documentElement);
  const get = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  return {
    win: get('--win'), loss: get('--loss'), draw: get('--even'), ink: get('--ink'), quiet: get('--line'), ground: get('--ground'),
    accent: get('--accent'), faint: get('--faint'), onValue: get('--on-value'),
  };
}

export class Painter {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {{select: (i: number) => void, toggle: (i: number) => void}} hear
   */
  constructor(canvas, hear) {
    this.canvas = canvas;
    this.hear = hear;
    this.pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    /** @type {Walked|null} */
    this.walked = null;
    /** @type {Spot[]} sorted by ply */
    this.layout = [];
    /** @type {Map<number, Spot>} */
    this.spots = new Map();
    /** @type {Set<number>} */
    this.collapsed = new Set();
    this.moment = 0;
    this.selected = 0;
    this.scale = 1;
    this.x = 0; // of the tree's origin, in pixels of the page
    this.y = 0;
    this.waiting = false;
    this.colour = theme();
    this.listen();
    new ResizeObserver(() => this.draw()).observe(canvas);
  }

  /** Takes up the colours of the theme. */
  colours() {
    this.colour = theme();
  }

  /** Lays a tree out. @param {Walked} walked */
  lay(walked) {
    if (walked !== this.walked) this.collapsed.clear();
    this.walked = walked;
    /** @type {Map<number, import('./walked.js').Spared[]>} */
    const spared = new Map();
    for (const s of walked.spared) spared.set(s.node, [...(spared.get(s.node) ?? []), s]);
    const root = hierarchy({ i: 0 }, (/** @type {{i: number, ghost?: object}} */ d) => {
      if (d.ghost || this.collapsed.has(d.i)) return null;
      return [...walked.children[d.i].map((i) => ({ i })), ...(spared.get(d.i) ?? []).map((ghost) => ({ i: d.i, ghost }))];
    });
    tidy().nodeSize([apart, level])(root);
    this.layout = [];
    this.spots.clear();
    /** @type {Map<any, Spot>} */
    const made = new Map();
    root.each((/** @type {any} */ node) => {
      const spot = { i: node.data.i, x: node.x, y: node.y, parent: made.get(node.parent) ?? null, ghost: node.data.ghost };
      made.set(node, spot);
      this.layout.push(spot);
      if (!spot.ghost) this.spots.set(spot.i, spot);
    });
    this.draw();
  }

  /** Collapses what is below a node, or shows it again. @param {number} i */
  collapse(i) {
    if (!this.walked || this.walked.children[i].length === 0) return;
    if (!this.collapsed.delete(i)) this.collapsed.add(i);
    const was = this.spots.get(i);
    const old = was ? [was.x, was.y] : [0, 0];
    this.lay(this.walked);
    const spot = this.spots.get(i);
    if (spot) { // the node stays where it is
      this.x += (old[0] - spot.x) * this.scale;
      this.y += (old[1] - spot.y) * this.scale;
    }
    this.draw();
  }

  /**
   * Collapses a tree that is too wide to be read, below the last level that can
   * be; what a walk comes to is expanded on the way.
   */
  fold() {
    const w = this.walked;
    if (!w || w.size < 200) return;
    const most = Math.max(this.canvas.clientWidth, 320) / (apart * 0.4);
    /** @type {number[]} */
    const wide = [];
    for (const ply of w.nodes.ply) wide[ply - w.nodes.ply[0]] = (wide[ply - w.nodes.ply[0]] ?? 0) + 1;
    let level = wide.findIndex((n) => n > most);
    level = Math.max(level < 0 ? wide.length : level - 1, 1);
    for (let i = 0; i < w.size; i++) if (w.nodes.ply[i] - w.nodes.ply[0] >= level && w.children[i].length > 0) this.collapsed.add(i);
    this.lay(w);
  }

  /** Expands everything. */
  unfold() {
    this.collapsed.clear();
    if (this.walked) this.lay(this.walked);
    this.fit();
  }

  /** Expands all above a node. @param {number} i */
  reveal(i) {
    if (!this.walked) return;
    if (this.spots.has(i)) return;
    for (let a = this.walked.nodes.parent[i]; a >= 0; a = this.walked.nodes.parent[a]) this.collapsed.delete(a);
    this.lay(this.walked);
  }

  /** Shows the whole tree, or as much as can be read. */
  fit() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    let [left, right, bottom] = [0, 0, 0];
    for (const s of this.layout) {
      left = Math.min(left, s.x);
      right = Math.max(right, s.x);
      bottom = Math.max(bottom, s.y);
    }
    const whole = Math.min(width / (right - left + 4 * radius), height / (bottom + 6 * radius));
    this.scale = Math.min(Math.max(whole, 0.02), 1.2);
    this.x = width / 2 - (left + right) / 2 * this.scale;
    this.y = 3 * radius * Math.min(this.scale, 1) + 4;
    if (whole < 0.25 && height > 0) { // too small to read: begin at the root
      this.scale = 0.6;
      this.x = width / 2 - (this.spots.get(0)?.x ?? 0) * this.scale;
      this.y = 28;
    }
    this.draw();
  }

  /** @param {number} by @param {number} [px] @param {number} [py] the place that stays */
  zoom(by, px = this.canvas.clientWidth / 2, py = this.canvas.clientHeight / 2) {
    const scale = Math.min(Math.max(this.scale * by, 0.01), 4);
    this.x = px - (px - this.x) * scale / this.scale;
    this.y = py - (py - this.y) * scale / this.scale;
    this.scale = scale;
    this.draw();
  }

  /** Brings a node into sight. @param {number} i */
  follow(i) {
    const spot = this.spots.get(i);
    if (!spot) return;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const x = spot.x * this.scale + this.x;
    const y = spot.y * this.scale + this.y;
    const margin = 48;
    if (x < margin || x > width - margin) this.x += width / 2 - x;
    if (y < 12 || y > height - 24) this.y += height * 0.6 - y;
    this.draw();
  }

  /** Draws with the next frame. */
  draw() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.paint();
    });
  }

  paint() {
    const { canvas, pen } = this;
    const ratio = devicePixelRatio || 1;
    const width = Math.round(canvas.clientWidth * ratio);
    const height = Math.round(canvas.clientHeight * ratio);
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, width, height);
    if (!this.walked) return;
    pen.setTransform(this.scale * ratio, 0, 0, this.scale * ratio, this.x * ratio, this.y * ratio);
    const left = -this.x / this.scale - 2 * apart;
    const right = left + canvas.clientWidth / this.scale + 4 * apart;
    const top = -this.y / this.scale - level;
    const bottom = top + canvas.clientHeight / this.scale + 2 * level;
    const seen = this.layout.filter((s) => s.y > top && s.y < bottom + level
      && ((s.x > left && s.x < right) || (s.parent && s.parent.x > left && s.parent.x < right)));
    this.edges(seen);
    this.nodes(seen.filter((s) => s.x > left && s.x < right));
  }

  /** @param {Spot} s @returns {string} how a node looks at the moment: later, open, done, ghost */
  look(s) {
    const w = /** @type {Walked} */ (this.walked);
    if (s.ghost) return w.left[s.i] <= this.moment ? 'ghost' : 'hidden';
    if (w.entered[s.i] > this.moment) return 'later';
    return w.left[s.i] <= this.moment ? 'done' : 'open';
  }

  /** @param {Spot[]} seen */
  edges(seen) {
    const { pen, colour } = this;
    /** @type {Record<string, Spot[]>} */
    const by = { later: [], done: [], open: [], ghost: [], hidden: [] };
    for (const s of seen) if (s.parent) by[this.look(s)].push(s);
    const draw = (/** @type {Spot[]} */ spots, /** @type {string} */ stroke, /** @type {number} */ width, /** @type {number[]} */ dash) => {
      pen.beginPath();
      for (const s of spots) {
        const p = /** @type {Spot} */ (s.parent);
        pen.moveTo(p.x, p.y + radius);
        pen.lineTo(s.x, s.y - radius);
      }
      pen.setLineDash(dash);
      pen.lineWidth = width;
      pen.strokeStyle = stroke;
      pen.stroke();
    };
    draw(by.later, colour.faint, 1, []);
    draw(by.ghost, colour.quiet, 1, [3, 4]);
    draw(by.done, colour.quiet, 1.2, []);
    draw(by.open, colour.accent, 2.4, []);
    pen.setLineDash([]);
    if (this.scale < 0.55) return;
    const w = /** @type {Walked} */ (this.walked);
    pen.font = '10px system-ui, sans-serif';
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    for (const s of seen) {
      const look = this.look(s);
      if (!s.parent || look === 'hidden') continue;
      const text = s.ghost ? s.ghost.move : w.nodes.question[s.i] ? '?' : w.move(s.i);
      const x = s.x + (s.parent.x - s.x) * 0.22;
      const y = s.y - radius - 9;
      pen.fillStyle = colour.ground;
      pen.fillRect(x - 3.2 * text.length, y - 6, 6.4 * text.length, 12);
      pen.fillStyle = look === 'later' ? colour.quiet : colour.ink;
      pen.fillText(text, x, y);
    }
  }

  /** @param {Spot[]} seen */
  nodes(seen) {
    const { pen } = this;
    const w = /** @type {Walked} */ (this.walked);
    const small = this.scale < 0.3;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.font = '600 10px system-ui, sans-serif';
    for (const s of seen) {
      const look = this.look(s);
      if (look === 'hidden') continue;
      if (small && s.i !== this.selected) {
        pen.fillStyle = this.filling(s, look) ?? this.colour.faint;
        pen.fillRect(s.x - radius, s.y - radius, 2 * radius, 2 * radius);
        continue;
      }
      this.outline(s);
      const fillStyle = this.filling(s, look);
      pen.fillStyle = fillStyle ?? this.colour.ground;
      pen.fill();
      pen.setLineDash(s.ghost || w.ending(s.i) === 'known' ? [3, 3] : []);
      pen.lineWidth = s.i === this.selected && !s.ghost ? 3 : look === 'open' ? 2.4 : 1;
      pen.strokeStyle = (s.i === this.selected && !s.ghost) || look === 'open' ? this.colour.accent : look === 'later' ? this.colour.faint : this.colour.quiet;
      pen.stroke();
      pen.setLineDash([]);
      this.marks(s, look, fillStyle !== undefined);
    }
  }

  /** The path of a node: square for MAX, round for MIN. @param {Spot} s */
  outline(s) {
    const { pen } = this;
    const w = /** @type {Walked} */ (this.walked);
    const isMax = s.ghost ? !w.nodes.max[s.i] : w.nodes.max[s.i];
    const r = s.ghost ? radius * 0.7 : radius;
    pen.beginPath();
    if (isMax) pen.roundRect(s.x - r, s.y - r, 2 * r, 2 * r, 3);
    else pen.arc(s.x, s.y, r, 0, 2 * Math.PI);
  }

  /** @param {Spot} s @param {string} look @returns {string|undefined} */
  filling(s, look) {
    const w = /** @type {Walked} */ (this.walked);
    if (look !== 'done' || w.ending(s.i) === 'given up') return undefined;
    return this.colour[tone(w.nodes.value[s.i])];
  }

  /** What is written in and at a node. @param {Spot} s @param {string} look @param {boolean} filled */
  marks(s, look, filled) {
    const { pen, colour } = this;
    const w = /** @type {Walked} */ (this.walked);
    if (s.ghost || look === 'later') return;
    if (look === 'done' && filled) {
      pen.fillStyle = colour.onValue;
      pen.fillText(short(w.nodes.value[s.i], w.tree.countsPlies, w.estimated), s.x, s.y + 0.5);
    }
    const ending = w.ending(s.i);
    pen.fillStyle = colour.ink;
    if (look === 'done' && ending === 'cut-off') pen.fillText('✂', s.x + radius + 5, s.y - radius + 2);
    if (look === 'done' && ending === 'table') pen.fillText('T', s.x + radius + 5, s.y - radius + 2);
    if (look === 'done' && ending === 'guide') pen.fillText('G', s.x + radius + 5, s.y - radius + 2);
    const hidden = (!w.nodes.open[s.i] && w.nodes.below[s.i] > 1) || this.collapsed.has(s.i);
    if (hidden) pen.fillText('+', s.x, s.y + radius + 7);
  }

  /** The node at a place of the page. @param {MouseEvent} event */
  hit(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = (event.clientX - box.left - this.x) / this.scale;
    const y = (event.clientY - box.top - this.y) / this.scale;
    const near = Math.max(radius, 8 / this.scale);
    let best;
    let least = near;
    for (const s of this.layout) {
      const away = Math.hypot(s.x - x, s.y - y);
      if (away < least) [best, least] = [s, away];
    }
    return best;
  }

  /** Dragging, the wheel, two fingers, clicks. */
  listen() {
    const { canvas } = this;
    /** @type {Map<number, PointerEvent>} */
    const down = new Map();
    let moved = 0;
    canvas.addEventListener('pointerdown', (e) => {
      canvas.setPointerCapture(e.pointerId);
      down.set(e.pointerId, e);
      moved = 0;
    });
    canvas.addEventListener('pointermove', (e) => {
      const before = down.get(e.pointerId);
      if (!before) return;
      down.set(e.pointerId, e);
      const other = [...down.values()].find((p) => p.pointerId !== e.pointerId);
      if (other) {
        const was = Math.hypot(before.clientX - other.clientX, before.clientY - other.clientY);
        const is = Math.hypot(e.clientX - other.clientX, e.clientY - other.clientY);
        const box = canvas.getBoundingClientRect();
        this.zoom(is / Math.max(was, 1), (e.clientX + other.clientX) / 2 - box.left, (e.clientY + other.clientY) / 2 - box.top);
        moved = 99;
        return;
      }
      this.x += e.clientX - before.clientX;
      this.y += e.clientY - before.clientY;
      moved += Math.abs(e.clientX - before.clientX) + Math.abs(e.clientY - before.clientY);
      this.draw();
    });
    const up = (/** @type {PointerEvent} */ e) => {
      if (!down.delete(e.pointerId) || moved > 6 || e.type !== 'pointerup') return;
      const spot = this.hit(e);
      if (spot) this.hear.select(spot.i);
    };
    canvas.addEventListener('pointerup', up);
    canvas.addEventListener('pointercancel', up);
    canvas.addEventListener('dblclick', (e) => {
      const spot = this.hit(e);
      if (spot && !spot.ghost) this.hear.toggle(spot.i);
    });
    canvas.addEventListener('wheel', (e) => {
      e.preventDefault();
      const box = canvas.getBoundingClientRect();
      if (e.ctrlKey || !e.shiftKey) this.zoom(Math.exp(-e.deltaY / 400), e.clientX - box.left, e.clientY - box.top);
      else {
        this.x -= e.deltaX || e.deltaY;
        this.draw();
      }
    }, { passive: false });
  }
}
