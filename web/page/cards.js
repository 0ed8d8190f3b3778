// The open nodes of a tree as cards above its canvas: the board, what each side wants,
// the value so far, and a bar from loss to win with alpha and beta.

import { stateOf } from './api.js';
import { drawBoard } from './board.js';
import { fill, h, svg } from './dom.js';
import { readable } from './layout.js';
import { drawZone, isInfinite, onBar } from './values.js';
import { say } from './words.js';

/** @typedef {import('./walked.js').Walked} Walked */
/** @typedef {import('./layout.js').Spot} Spot */
/** @typedef {import('./painter.js').Painter} Painter */
/** @typedef {{box: HTMLElement, shown: string}} Card */

export class Cards {
  /** @param {HTMLElement} layer */
  constructor(layer) {
    this.layer = layer;
    /** @type {Map<string, Card>} */
    this.cards = new Map();
    /** @type {Walked|null} */
    this.walked = null;
  }

  /**
   * Shows the cards of a moment at the places the painter gives them.
   * @param {Spot[]} spots @param {Painter} painter
   */
  show(spots, painter) {
    const w = /** @type {Walked|null} */ (painter.walked); // a tree of play-outs has no cards
    if (w !== this.walked) { // the boards belong to another tree
      for (const card of this.cards.values()) card.box.remove();
      this.cards.clear();
      this.walked = w;
    }
    for (const [key, card] of this.cards) {
      if (w && spots.some((s) => s.key === key)) continue;
      card.box.remove();
      this.cards.delete(key);
    }
    if (!w) return;
    for (const s of spots) {
      let card = this.cards.get(s.key);
      if (!card) {
        card = { box: h('div', { class: 'card' }), shown: '' };
        this.cards.set(s.key, card);
        this.layer.append(card.box);
      }
      const { x, y } = painter.place(s);
      const left = (x - s.width / 2) * painter.scale + painter.x;
      const top = (y - s.height / 2) * painter.scale + painter.y;
      const { style } = card.box;
      card.box.classList.toggle('far', painter.scale < readable - 1e-6); // its text would be too small
      style.setProperty('transform', `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px) scale(${painter.scale.toFixed(3)})`);
      style.setProperty('width', `${s.width}px`);
      style.setProperty('height', `${s.height}px`);
      const shown = `${painter.moment} ${s.size} ${s.i === w.at(painter.moment)}`;
      if (card.shown !== shown) draw(card, s, w, painter.moment);
      card.shown = shown;
    }
  }
}

/**
 * Says what a side wants; a long name leaves no room for the verb on a smaller card.
 * @param {string} side @param {boolean} isMax @param {import('./layout.js').Size} size
 */
const wants = (side, isMax, size) => `${side}${side.length > 3 && size !== 'full' ? ':' : ' wants'} ${isMax ? 'more' : 'less'}`;

/** @param {Card} card @param {Spot} s @param {Walked} w @param {number} moment */
function draw(card, s, w, moment) {
  const k = w.known(s.i, moment);
  const before = w.at(moment) === s.i && w.step(moment) === 2 ? w.known(s.i, moment - 1) : k;
  const isMax = w.nodes.max[s.i];
  card.box.classList.toggle('now', w.at(moment) === s.i);
  card.box.classList.toggle('bare', s.size === 'bar');
  let board = card.box.querySelector('.cardboard');
  if (!board && s.size !== 'bar') {
    board = h('div', { class: 'cardboard' });
    const box = /** @type {HTMLElement} */ (board);
    stateOf(w.tree.game, w.tree.position, w.path(s.i)).then((state) => drawBoard(box, state)).catch(() => { /* the card has no board then */ });
  }
  fill(card.box, s.size === 'bar' ? null : board,
    h('div', { class: 'cardfacts' },
      h('p', {}, h('b', {}, wants(w.side(s.i), isMax, s.size)),
        k.best === undefined ? null : h('span', { class: `sofar ${w.tone(k.best)}` }, w.tree.plain ? null : h('i', { 'aria-hidden': 'true' }, w.shape(k.best)), ` ${w.say(k.best)}`)),
      w.tree.windows && w.tree.algorithm !== 'search' ? bar(w, k, before, isMax, s.size === 'bar') : null));
}

const width = 132; // of the bar
const zones = /** @type {const} */ (['loss', 'draw', 'win']);

/**
 * Draws a bar from loss to win; what is outside alpha and beta is hatched.
 * @param {Walked} w
 * @param {{alpha: number, beta: number, best: number|undefined}} k
 * @param {{alpha: number, beta: number}} before the window at the moment before
 * @param {boolean} isMax
 * @param {boolean} bare whether the letters are in the bar, since the room below it is too small
 */
function bar(w, k, before, isMax, bare) {
  const place = (/** @type {number} */ score) => 6 + onBar(score, w.range()) * (width - 12);
  const [a, b] = [place(k.alpha), place(k.beta)];
  const meets = k.alpha >= k.beta;
  const words = `alpha ${w.say(k.alpha)}, beta ${w.say(k.beta)}${k.best === undefined ? '' : `, so far ${w.say(k.best)}`}`;
  const box = svg('svg', { class: `bar${meets ? ' meets' : ''}${w.tree.plain ? ' plain' : ''}`, viewBox: `0 0 ${width} ${bare ? 24 : 34}`, role: 'img', 'aria-label': words, 'data-alpha': k.alpha, 'data-beta': k.beta });
  const [drawLow, drawHigh] = drawZone(w.range());
  const edges = [6, 6 + drawLow * (width - 12), 6 + drawHigh * (width - 12), width - 6];
  zones.forEach((zone, n) => box.append(svg('rect', { class: `zone ${zone}`, x: edges[n], y: 9, width: Math.max(edges[n + 1] - edges[n], 0), height: 10 })));
  const low = Math.min(a, b);
  const high = Math.max(a, b);
  if (low > 6 || meets) box.append(svg('rect', { class: 'outside', x: 6, y: 9, width: (meets ? high : low) - 6, height: 10 }));
  if (high < width - 6 || meets) box.append(svg('rect', { class: 'outside', x: meets ? low : high, y: 9, width: width - 6 - (meets ? low : high), height: 10 }));
  const was = isMax ? before.alpha : before.beta;
  const is = isMax ? k.alpha : k.beta;
  if (was !== is) {
    const [from, to] = [place(was), place(is)];
    const tip = to > from ? -5 : 5;
    box.append(bracket(from, isMax, 'was'), svg('path', { class: 'arrow', d: `M${from} 14H${to}M${to + tip} 10L${to} 14L${to + tip} 18` }));
  }
  box.append(bracket(a, true, 'alpha'), bracket(b, false, 'beta'));
  if (k.best !== undefined) box.append(svg('path', { class: `best ${w.tone(k.best)}`, d: `M${place(k.best) - 4} 0h8l-4 6z` }));
  if (bare) { // outside the brackets, or inside at the ends of the bar
    box.append(svg('text', { x: a < 14 ? a + 9 : a - 7, y: 18, class: 'letter' }, 'α'), svg('text', { x: b > width - 14 ? b - 9 : b + 7, y: 18, class: 'letter' }, 'β'));
    return box;
  }
  if (meets && !isInfinite(k.alpha)) box.append(svg('text', { x: Math.min(Math.max((a + b) / 2, 34), width - 34), y: 32, class: 'letter meeting' }, k.alpha > k.beta ? 'α passes β' : 'α meets β'));
  else box.append(svg('text', { x: a, y: 32, class: 'letter' }, 'α'), svg('text', { x: b, y: 32, class: 'letter' }, 'β'));
  if (isInfinite(k.alpha) && isInfinite(k.beta) && !w.tree.plain && w.range().estimate === 0) { // there is room to name the parts
    const words = zones.map(say);
    if (words.join('').length > 13) words[1] = '='; // long words leave no room for the one in the middle
    zones.forEach((zone, n) => box.append(svg('text', { x: (edges[n] + edges[n + 1]) / 2, y: 32, class: `word ${zone}` }, words[n])));
  }
  return box;
}

/**
 * Draws one end of the window as a bracket.
 * @param {number} x @param {boolean} opens @param {string} kind
 */
function bracket(x, opens, kind) {
  const d = opens ? 4 : -4;
  return svg('path', { class: `bracket ${kind}`, d: `M${x + d} 6H${x}V22H${x + d}` });
}
