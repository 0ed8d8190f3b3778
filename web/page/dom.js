// Helpers that make elements. Text is always set as text, never as markup, in the language
// of the reader.

import { say, spokenAttributes, template } from './words.js';

/**
 * Makes an element. Properties that begin with "on" are listeners, the others
 * attributes; true is an attribute without a value, and false and null add no
 * attribute.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node|string|number|null|undefined|false)} children
 * @returns {HTMLElement}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  set(element, properties);
  add(element, children);
  return element;
}

/**
 * Makes an SVG element.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node|string|number|null|undefined|false)} children
 * @returns {SVGElement}
 */
export function svg(tag, properties = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  set(element, properties);
  add(element, children);
  return element;
}

/** @param {Element} element @param {Record<string, any>} properties */
function set(element, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, spokenAttributes.includes(name) ? say(String(value)) : String(value));
  }
}

/** @param {Element} element @param {(Node|string|number|null|undefined|false)[]} children */
function add(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : say(String(child)));
  }
}

/**
 * Returns the parts of a text whose places hold elements.
 * @param {string} text with places: "{command} writes one." @param {Record<string, Node>} nodes
 * @returns {(Node|string)[]}
 */
export const mixed = (text, nodes) => template(text).split(/\{(\w+)\}/).map((part, i) => (i % 2 ? nodes[part] : document.createTextNode(part)));

/**
 * Replaces the content of an element.
 * @param {Element} element
 * @param {...(Node|string|number|null|undefined|false)} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  add(element, children);
}

/**
 * Replaces the content of an element; the child with the keyboard focus keeps it, as
 * the new child with the same text.
 * @param {Element} element
 * @param {...(Node|string|number|null|undefined|false)} children
 */
export function refill(element, ...children) {
  const had = element.contains(document.activeElement) ? document.activeElement?.textContent : null;
  fill(element, ...children);
  if (had === null || had === undefined) return;
  const all = /** @type {HTMLElement[]} */ ([...element.querySelectorAll('a, button')]);
  (all.find((other) => other.textContent === had) ?? all[0])?.focus({ preventScroll: true });
}

/**
 * Finds an element, which must exist.
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement}
 */
export function find(selector, within = document) {
  const element = within.querySelector(selector);
  if (!(element instanceof HTMLElement)) throw new Error(`no ${selector}`);
  return element;
}

/**
 * Makes a choice with a label.
 * @param {string} label
 * @param {[string, string][]} options value and text
 * @param {string} value
 * @param {(value: string) => void} change
 * @returns {HTMLElement}
 */
function choice(label, options, value, change) {
  const select = /** @type {HTMLSelectElement} */ (h('select', {
    onchange: () => change(select.value),
  }, ...options.map(([v, text]) => h('option', { value: v, selected: v === value }, text))));
  return h('label', { class: 'field' }, h('span', {}, label), select);
}

/**
 * Fills a box with choices. If it has them already, only the chosen values change: an
 * element with the keyboard focus keeps it.
 * @param {HTMLElement} box
 * @param {[label: string, options: [string, string][], value: string, change: (value: string) => void][]} choices
 */
export function choices(box, choices) {
  const key = JSON.stringify(choices.map(([label, options]) => [label, options]));
  if (box.dataset.key !== key) {
    box.dataset.key = key;
    fill(box, ...choices.map(([label, options, value, change]) => choice(label, options, value, change)));
  }
  box.querySelectorAll('select').forEach((select, i) => { select.value = choices[i][2]; });
}

/**
 * Makes a button.
 * @param {string} text
 * @param {(event: Event) => void} press
 * @param {Record<string, any>} [more]
 * @param {...(Node|string|null)} children after the text
 * @returns {HTMLElement}
 */
export function button(text, press, more = {}, ...children) {
  return h('button', { type: 'button', onclick: press, ...more }, text, ...children);
}

/**
 * Makes the listeners of an element that shows something while the pointer or the
 * keyboard focus is on it. A resting pointer under which the element appears shows
 * nothing: only one that moves does.
 * @param {() => void} look @param {() => void} off
 */
export function looking(look, off) {
  let over = false;
  return {
    onpointermove: (/** @type {PointerEvent} */ event) => {
      if (over || (event.movementX === 0 && event.movementY === 0)) return;
      over = true;
      look();
    },
    onpointerleave: () => {
      if (over) off();
      over = false;
    },
    onfocus: look, onblur: off,
  };
}

/**
 * Opens the dialog with a content, whose heading names it for a screen reader.
 * @param {...(Node|string|null)} children
 * @returns {HTMLDialogElement}
 */
export function openDialog(...children) {
  const dialog = /** @type {HTMLDialogElement} */ (find('#dialog'));
  fill(dialog, ...children);
  dialog.setAttribute('aria-label', dialog.querySelector('h2')?.textContent ?? '');
  if (!dialog.open) dialog.showModal();
  return dialog;
}

/** The number of announcements that are kept. */
const kept = 8;

/**
 * Gives a screen reader a text to say, after those that it has not said yet. Whatever the page
 * says unasked goes through here, so that it is said once.
 * @param {string} text
 */
export function announce(text) {
  const log = find('#announcer');
  log.append(h('p', {}, text));
  while (log.children.length > kept) log.firstChild?.remove();
}

/**
 * Copies text, and says whether that succeeded.
 * @param {string} text
 * @param {string} what
 */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} copied`);
  } catch {
    toast(`this browser does not let the page copy; here it is: ${text}`);
  }
}

let toastTimer = 0;

/** Shows a short message, and announces it. @param {string} text @param {number} [ms] how long it is shown */
export function toast(text, ms = 4000) {
  const box = find('#toast');
  box.textContent = say(text);
  announce(text);
  box.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = window.setTimeout(() => { box.hidden = true; }, ms);
}

/**
 * Saves a file.
 * @param {string} name
 * @param {string} text
 * @param {string} type
 */
export function save(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = h('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
