// The race: how many positions several searches visit from the same position, by one
// clock. Every search visits the same number of positions per second, so the bars
// compare only the amount of work.

import { button, fill, h } from './dom.js';
import { count } from './values.js';
import { say } from './words.js';

/** @typedef {{name: string, about: string, nodes: number, complete: boolean, start?: boolean}} Counted */

const lasts = 6000; // the time of the longest bar, in milliseconds

export class Race {
  /** @param {HTMLElement} box */
  constructor(box) {
    this.box = box;
    /** @type {Counted[]} */
    this.counts = [];
    this.log = false;
    this.began = 0; // when the clock started; 0 before and after the race
    this.timer = 0;
  }

  /** @param {Counted[]} counts */
  load(counts) {
    this.counts = counts;
    this.began = 0;
    cancelAnimationFrame(this.timer);
    this.draw();
  }

  /** Starts the clock. */
  start() {
    this.began = performance.now();
    const tick = () => {
      this.update();
      if (performance.now() - this.began < lasts) this.timer = requestAnimationFrame(tick);
      else {
        this.began = 0;
        this.update();
      }
    };
    tick();
  }

  get most() { return Math.max(...this.counts.map((c) => c.nodes), 1); }

  /** The number of positions that each search may have visited by now. */
  allowed() { return this.began === 0 ? Infinity : Math.ceil(this.most * (performance.now() - this.began) / lasts); }

  /** The length of a bar as a share of the longest. @param {number} n */
  share(n) { return this.log ? Math.log(n + 1) / Math.log(this.most + 1) : n / this.most; }

  /** Draws the table; update fills in its numbers. */
  draw() {
    if (this.counts.length === 0) return fill(this.box);
    const log = h('input', { type: 'checkbox', id: 'log', checked: this.log, onchange: () => {
      this.log = !this.log;
      this.update();
    } });
    fill(this.box,
      h('h2', {}, 'The race'),
      h('p', { class: 'hint' }, `Six searches of ${this.counts[0].start ? 'the whole game, from its beginning,' : 'this position'} to its end, each with one idea more. One clock: each looks at the same number of positions in a second.`),
      this.counts[0].start ? h('p', { class: 'hint' }, 'The tree above is of a late position. There few positions come about twice, so a table and symmetry have little to spare; from the beginning they have.') : null,
      h('div', { class: 'buttons' }, button('Start the race', () => this.start(), { id: 'race' }),
        h('label', { class: 'check' }, log, 'logarithmic scale')),
      h('table', { class: 'counts' },
        h('caption', { class: 'hidden' }, 'Positions visited'),
        h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'search'), h('th', { scope: 'col' }, 'idea'), h('th', { scope: 'col', class: 'amount' }, 'positions'), h('th', { scope: 'col' }, h('span', { class: 'hidden' }, 'share')))),
        h('tbody', {}, ...this.counts.map((c) => h('tr', {}, h('th', { scope: 'row' }, c.name), h('td', {}, c.about),
          h('td', { class: 'amount' }), h('td', { class: 'bars' }, h('span', { class: 'lane' })))))));
    this.update();
  }

  update() {
    const allowed = this.allowed();
    this.box.querySelectorAll('tbody tr').forEach((row, k) => {
      const c = this.counts[k];
      const n = Math.min(c.nodes, allowed);
      row.classList.toggle('over', n >= c.nodes);
      row.children[2].textContent = say(`${c.complete || n < c.nodes ? '' : 'over '}${count(n)}`);
      /** @type {HTMLElement} */ (row.querySelector('.lane')).style.setProperty('--part', String(this.share(n)));
    });
  }
}
