// The editor for the reader's own tree, as a line of text or by clicks. The text is the
// tree; the engine reads it, so that only one program knows its format.

import { engine } from './api.js';
import { announce, button, fill, find, h, svg } from './dom.js';
import { below, lines, plan } from './sheet.js';
import { say } from './words.js';

/**
 * @typedef {import('./sheet.js').Question} Question
 * @typedef {{
 *   changed: (tree: string) => void,   // the engine read the text, and the tree has changed
 *   done: () => void,                  // the reader asks for an exercise
 * }} Hooks
 */

/**
 * Writes nodes as the engine reads them.
 * @param {Question[]} nodes @param {number} [i] @returns {string}
 */
export function written(nodes, i = 0) {
  const n = nodes[i];
  const children = below(nodes, i);
  const label = n.named ? `${n.label}:` : '';
  return label + (children.length === 0 ? n.value ?? '0' : `(${children.map((c) => written(nodes, c)).join(' ')})`);
}

/**
 * Returns the nodes without one node and its subtree.
 * @param {Question[]} nodes @param {number} gone
 */
function without(nodes, gone) {
  const kept = nodes.map((n, i) => { // parents come first
    for (let at = i; at >= 0; at = nodes[at].parent) if (at === gone) return -1;
    return i;
  }).filter((i) => i >= 0);
  return kept.map((i) => ({ ...nodes[i], parent: kept.indexOf(nodes[i].parent) }));
}

export class TreeEditor {
  /** @param {HTMLElement} box @param {Hooks} hooks */
  constructor(box, hooks) {
    this.hooks = hooks;
    /** @type {Question[]} */
    this.nodes = [];
    this.tree = '';
    this.node = 0; // the selected node
    this.asked = 0; // so that an answer to an older text is dropped
    this.text = /** @type {HTMLTextAreaElement} */ (h('textarea', {
      id: 'treetext', rows: 2, maxlength: 4000, spellcheck: 'false', autocomplete: 'off', 'aria-describedby': 'treewrong treeform', oninput: () => this.typed(),
    }));
    this.wrong = h('p', { id: 'treewrong', class: 'wrong', role: 'alert' });
    this.picture = h('div', { class: 'owntree', id: 'owntree', role: 'group', 'aria-label': 'the tree: arrows walk it, plus adds a node, Delete removes one' });
    this.number = /** @type {HTMLInputElement} */ (h('input', { id: 'treenumber', type: 'text', inputmode: 'text', size: 5, maxlength: 6, autocomplete: 'off',
      oninput: () => { this.pending = { node: this.node, value: this.number.value }; },
      onchange: () => this.commit(document.activeElement === this.number), // Enter was pressed, or the keyboard focus left
    }));
    /** @type {{node: number, value: string}|null} the number that is being typed */
    this.pending = null;
    this.about = h('span', { class: 'soft' });
    this.remover = button('Remove', () => this.remove(), { id: 'treeremove' });
    fill(box,
      h('label', { for: 'treetext' }, 'The tree, as text'), this.text,
      h('p', { id: 'treeform', class: 'soft' }, 'Numbers and brackets, MAX first: ((3 5) (2 9)). A move may have a label: (left:(3 5) right:7).'),
      this.wrong, h('div', { class: 'scroll' }, this.picture),
      h('div', { class: 'buttons' }, this.about, button('Add a node below', () => this.add(), { id: 'treeadd' }),
        h('label', { class: 'field' }, h('span', {}, 'Number'), this.number), this.remover,
        button('Exercise from this tree', () => this.hooks.done(), { id: 'treedone', class: 'primary' })));
  }

  /** Shows a tree, unless it is already shown. @param {string} tree @param {Question[]} nodes */
  show(tree, nodes) {
    if (tree === this.tree) return;
    this.tree = tree;
    this.nodes = nodes;
    this.node = Math.min(this.node, nodes.length - 1);
    this.asked++;
    if (document.activeElement !== this.text) this.text.value = tree;
    this.wrong.textContent = '';
    this.draw();
  }

  /** Reads the text while it is typed. */
  typed() {
    void this.read(this.text.value);
  }

  /**
   * Asks the engine to read a text, and shows the tree if it is one.
   * @param {string} text @param {string} [said] what was done, for a screen reader
   */
  async read(text, said) {
    const asked = ++this.asked;
    try {
      const e = await engine.ask('exercise', { kind: 'minimax', tree: text.trim() || '()' });
      if (asked !== this.asked) return;
      this.wrong.textContent = '';
      this.text.removeAttribute('aria-invalid');
      this.tree = e.tree;
      this.nodes = e.nodes;
      this.node = Math.min(this.node, e.nodes.length - 1);
      if (said !== undefined) this.text.value = e.tree;
      this.draw();
      if (said) announce(said);
      this.hooks.changed(e.tree);
    } catch (error) {
      if (asked !== this.asked) return;
      this.wrong.textContent = say(/** @type {Error} */ (error).message);
      this.text.setAttribute('aria-invalid', 'true');
    }
  }

  /**
   * Applies a change made by a button or a key.
   * @param {Question[]} nodes @param {string} said @param {number} node to select
   */
  change(nodes, said, node) {
    this.node = node;
    void this.read(written(nodes), said).then(() => this.focus());
  }

  add() {
    const i = this.node;
    const nodes = this.nodes.map((n) => ({ ...n }));
    const value = nodes[i].value;
    delete nodes[i].value;
    // The number of a leaf moves to its first child.
    nodes.push({ label: '', parent: i, max: !nodes[i].max, value: value ?? '0' });
    let last = i + 1; // after the whole subtree of i, as in the text
    while (last < this.nodes.length && this.isBelow(last, i)) last++;
    this.change(nodes, `a node was added below ${nodes[i].label}`, last);
  }

  /** @param {number} i @param {number} top */
  isBelow(i, top) {
    for (let at = this.nodes[i].parent; at >= 0; at = this.nodes[at].parent) if (at === top) return true;
    return false;
  }

  remove() {
    const i = this.node;
    if (i === 0 || (this.nodes[i].parent === 0 && below(this.nodes, 0).length === 1)) return;
    const parent = this.nodes[i].parent;
    const nodes = without(this.nodes, i);
    // A node without children is a leaf, with the number of the removed one.
    if (below(nodes, parent).length === 0) nodes[parent].value = this.nodes[i].value ?? '0';
    this.change(nodes, `${this.nodes[i].label} was removed`, parent);
  }

  /** Takes over the typed number. @param {boolean} back whether the node gets the keyboard focus again */
  commit(back) {
    const { pending } = this;
    this.pending = null;
    if (pending) {
      const nodes = this.nodes.map((n) => ({ ...n }));
      const n = nodes[pending.node];
      n.value = pending.value.trim() || '0';
      void this.read(written(nodes), `${n.label} is ${n.value}`).then(() => { if (back && !this.wrong.textContent) this.focus(); });
    } else if (back) this.focus();
  }

  /** @param {number} i */
  select(i) {
    this.commit(false); // the number of another node
    this.node = i;
    this.draw();
    this.focus();
  }

  focus() {
    find(`[data-own="${this.node}"]`, this.picture).focus();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const n = this.nodes[this.node];
    const beside = n.parent < 0 ? [0] : below(this.nodes, n.parent);
    const at = beside.indexOf(this.node);
    const child = below(this.nodes, this.node)[0];
    const go = (/** @type {number|undefined} */ i) => { if (i !== undefined && i >= 0) this.select(i); };
    const does = /** @type {Record<string, () => void>} */ ({
      ArrowUp: () => go(n.parent), ArrowDown: () => go(child), ArrowLeft: () => go(beside[at - 1]), ArrowRight: () => go(beside[at + 1]),
      '+': () => this.add(), Insert: () => this.add(), Delete: () => this.remove(), Backspace: () => this.remove(),
    })[event.key];
    if (does) does();
    else if (/^[0-9-]$/.test(event.key) && n.value !== undefined) { // a digit begins a new number
      this.number.focus();
      this.number.value = event.key;
      this.pending = { node: this.node, value: event.key };
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  draw() {
    const { nodes } = this;
    const p = plan(nodes, () => 40, 64);
    const picture = svg('svg', { width: p.width, height: p.height + 48, 'aria-hidden': 'true' }, ...lines(p, () => 40));
    fill(this.picture, picture, ...p.places.map((d) => {
      const n = nodes[d.i];
      const b = h('button', {
        type: 'button', class: `own ${n.value === undefined ? (n.max ? 'max' : 'min') : 'leaf'}`, 'data-own': d.i, tabindex: d.i === this.node ? 0 : -1, 'aria-pressed': String(d.i === this.node),
        'aria-label': n.value === undefined ? `${n.label}, ${n.max ? 'MAX' : 'MIN'}` : `${n.label}, ${n.value}`,
        // Selects at pointerdown, not at the click: taking over a number may draw the
        // tree again before the click.
        onpointerdown: () => this.select(d.i), onclick: () => { if (this.node !== d.i) this.select(d.i); }, onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
      }, n.value ?? n.label);
      b.style.setProperty('left', `${d.x - 20}px`);
      b.style.setProperty('top', `${d.y}px`);
      return b;
    }));
    this.picture.style.setProperty('width', `${p.width}px`);
    this.picture.style.setProperty('height', `${p.height + 48}px`);
    const n = nodes[this.node];
    const only = this.node === 0 || (n.parent === 0 && below(nodes, 0).length === 1);
    this.number.value = n.value ?? '';
    this.number.disabled = n.value === undefined;
    /** @type {HTMLButtonElement} */ (this.remover).disabled = only;
    this.about.textContent = say(`Node ${n.label}:`);
  }
}
