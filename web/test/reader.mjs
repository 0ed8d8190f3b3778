// A reader who sees nothing: Chromium's accessibility tree and the texts of live regions are all
// that it knows of a page. It goes to an element by its role and name, as the lists of a screen
// reader do, presses keys, and types. It uses no selector, no pixel and nothing of the page's own.

import assert from 'node:assert/strict';
import { patience } from './helper.mjs';

/**
 * @typedef {{role: string, name: string, value: string, states: Record<string, any>, id: number, parent: Node|null, children: Node[]}} Node
 *   an element of the tree; id is the browser's number of it
 */

/** Roles that only group others: a reader does not say them. */
const silent = new Set(['none', 'generic', 'InlineTextBox', 'LineBreak', 'LayoutTable', 'ignored']);

/** Runs in the page before it is loaded: records what live regions say, each text when it comes. */
function listen() {
  const live = '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"], [role="log"], output';
  const said = /** @type {string[]} */ ([]);
  Object.assign(window, { heardByReader: said });
  const text = (/** @type {Node} */ node) => (node.textContent ?? '').replace(/\s+/g, ' ').trim();
  new MutationObserver((changes) => {
    const whole = new Set();
    for (const { target, type, addedNodes, oldValue } of changes) {
      const element = /** @type {Element} */ (target instanceof Element ? target : target.parentElement);
      const region = element?.closest(live);
      if (!region || region.closest('[hidden]')) continue;
      if (type === 'attributes') {
        if (oldValue !== null && element === region) whole.add(region); // it appears
      } else if (region.getAttribute('role') === 'log') {
        for (const added of addedNodes) if (text(added)) said.push(text(added));
      } else if (type === 'characterData' || addedNodes.length > 0) whole.add(region);
    }
    for (const region of whole) if (text(region)) said.push(text(region));
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['hidden'], attributeOldValue: true });
}

export class Reader {
  /** @param {any} page */
  constructor(page) { Object.assign(this, { page, from: 0 }); }

  /** Opens a page for a reader. @param {any} context @param {string} url */
  static async open(context, url) {
    await context.addInitScript(listen);
    const page = await context.newPage();
    const reader = new Reader(page);
    reader.cdp = await context.newCDPSession(page);
    await reader.cdp.send('Accessibility.enable');
    await page.goto(url);
    return reader;
  }

  /** Returns the elements of the tree in reading order, without those that are not said. @returns {Promise<Node[]>} */
  async all() {
    const { nodes } = await this.cdp.send('Accessibility.getFullAXTree');
    const byId = new Map(nodes.map((n) => [n.nodeId, n]));
    const list = [];
    const walk = (n, parent) => {
      const role = n.role?.value ?? 'ignored';
      let here = parent;
      if (!n.ignored && !silent.has(role)) {
        here = { role, name: n.name?.value ?? '', value: String(n.value?.value ?? ''), id: n.backendDOMNodeId, parent, children: [], states: Object.fromEntries((n.properties ?? []).map((p) => [p.name, p.value.value])) };
        parent?.children.push(here);
        list.push(here);
      }
      for (const id of n.childIds ?? []) if (byId.has(id)) walk(byId.get(id), here);
    };
    walk(nodes[0], null);
    return list;
  }

  /** All texts of the page in reading order, as one text. */
  async text() {
    return (await this.all()).filter((n) => n.role === 'StaticText').map((n) => n.name).join(' ').replace(/\s+([.,:;])?/g, (_, stop) => stop ?? ' ');
  }

  /**
   * Waits for an element with a role whose name fits.
   * @param {string} role @param {string|RegExp} name the whole name, or a pattern @param {(n: Node) => boolean} [fits]
   * @returns {Promise<Node>}
   */
  async find(role, name, fits = () => true) {
    return this.wait(async () => (await this.all()).find((n) => n.role === role && (typeof name === 'string' ? n.name.trim() === name : name.test(n.name)) && fits(n)),
      `${role} ${name}`);
  }

  /** Waits until what() returns something true. @template T @param {() => Promise<T>} what @param {string} about @returns {Promise<NonNullable<T>>} */
  async wait(what, about) {
    const end = Date.now() + patience;
    for (;;) {
      const found = await what();
      if (found) return found;
      if (Date.now() > end) {
        const all = (await this.all()).map((n) => `${n.role} ${n.name} ${n.value}`).join('\n');
        throw new Error(`the reader does not find ${about}; it reads\n${all}\nand heard\n${(await this.everything()).join('\n')}`);
      }
      await new Promise((go) => { setTimeout(go, 100); });
    }
  }

  /** Goes to an element. @param {string} role @param {string|RegExp} name @param {(n: Node) => boolean} [fits] */
  async go(role, name, fits) {
    const n = await this.find(role, name, fits);
    await this.cdp.send('DOM.focus', { backendNodeId: n.id });
    return n;
  }

  /** Goes to an element and presses Enter. @param {string} role @param {string|RegExp} name @param {(n: Node) => boolean} [fits] */
  async press(role, name, fits) {
    await this.go(role, name, fits);
    await this.key('Enter');
  }

  /** Presses keys. @param {...string} keys */
  async key(...keys) {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Types a text. @param {string} text */
  async type(text) { await this.page.keyboard.type(text); }

  /** Types a text into a field, in place of what is there. @param {string|RegExp} name @param {string} text */
  async write(name, text) {
    await this.go('textbox', name);
    await this.key('Control+a');
    await this.type(text);
  }

  /** Chooses in a list that opens. @param {string|RegExp} name @param {string} option its whole text */
  async choose(name, option) {
    const list = await this.go('combobox', name);
    if (list.value === option) return;
    await this.type(option);
    await this.find('combobox', name, (n) => n.value === option);
  }

  /** The element that has the keyboard. @returns {Promise<Node|undefined>} */
  async here() { return (await this.all()).filter((n) => n.states.focused).at(-1); }

  /** All that live regions have said. @returns {Promise<string[]>} */
  everything() { return this.page.evaluate(() => /** @type {any} */ (window).heardByReader ?? []); }

  /** Loads the page again. */
  async reload() {
    await this.page.reload();
    this.from = 0;
  }

  /** Forgets what was said until now. */
  async hush() { this.from = (await this.everything()).length; }

  /** Waits until a live region says something that fits, after what was heard before. @param {RegExp} pattern */
  async hear(pattern) {
    return this.wait(async () => {
      const said = await this.everything();
      const at = said.findIndex((text, i) => i >= this.from && pattern.test(text));
      if (at < 0) return undefined;
      this.from = at + 1;
      return said[at];
    }, `said: ${pattern}`);
  }

  /**
   * Reads a table by its rows and columns: the cells by the names of both, as a reader goes through a table.
   * @param {RegExp} name @returns {Promise<{columns: string[], rows: string[], at: (column: string, row: string) => string}>}
   */
  async table(name) {
    const grid = await this.find('grid', name);
    const rows = grid.children.filter((n) => n.role === 'row');
    const of = (/** @type {Node} */ row, /** @type {string} */ role) => row.children.filter((n) => n.role === role).map((n) => n.name);
    const columns = of(rows[0], 'columnheader');
    const body = rows.slice(1).map((row) => ({ name: of(row, 'rowheader')[0], cells: of(row, 'gridcell') }));
    for (const { cells } of body) assert.equal(cells.length, columns.length - 1, 'each row has a cell in each column');
    return {
      columns: columns.slice(1), rows: body.map((row) => row.name),
      at: (column, row) => body.find((r) => r.name === row)?.cells[columns.indexOf(column) - 1] ?? '',
    };
  }
}
