// The page in another language. The English text is the key: a catalogue has its
// translation. A place in a text has a name in braces, as in "{side} plays {move}.": such a
// text is recognised by its fixed words, and what stands at a place is translated too. So
// the words of the engine are translated here as well. A text that the catalogue lacks stays
// English.

/**
 * @typedef {{name: string, forms: string, texts: Record<string, string>, patterns: string[][]}} Written as the build writes a catalogue
 * @typedef {{id: string, said: string[], names: string[], match: RegExp, fixed: string, weight: number, breaks: number}} Pattern
 */

const kept = 'oxo-language';
const place = /\{(\w+)\}/g;
const most = 5000; // translations that are remembered

/** @type {{code: string, forms: string, texts: Map<string, string>, patterns: Pattern[], known: Map<string, string|null>, missing: Set<string>}} */
const spoken = { code: 'en', forms: '', texts: new Map(), patterns: [], known: new Map(), missing: new Set() };

/** The languages besides English: code and own name. @returns {[code: string, name: string][]} */
const offered = () => (document.querySelector('meta[name="oxo-languages"]')?.getAttribute('content') ?? '').split(',').filter(Boolean)
  .map((one) => /** @type {[string, string]} */ (one.split(' ', 2)));

/** The language that the address names, or the reader chose, or the browser asks for. */
function wanted() {
  let chosen = new URLSearchParams(location.search).get('lang');
  try {
    chosen ??= localStorage.getItem(kept);
  } catch { /* without storage the browser's languages count */ }
  for (const name of chosen ? [chosen] : navigator.languages) {
    const code = name.toLowerCase().split('-')[0];
    if (code === 'en' || offered().some(([one]) => one === code)) return code;
  }
  return 'en';
}

/** Loads the catalogue of the reader's language, if it is not English. */
export async function loadWords() {
  const code = wanted();
  if (code === 'en') return chooser();
  try {
    const answer = await fetch(`words/${code}.json`);
    if (answer.ok) take(code, await answer.json());
  } catch { /* the page is English then */ }
  return chooser();
}

/** @param {string} code @param {Written} written */
function take(code, { forms, texts, patterns }) {
  Object.assign(spoken, { code, forms, texts: new Map(Object.entries(texts)), patterns: patterns.map(([id, ...said]) => pattern(id, said)) });
  document.documentElement.lang = code;
  /** @type {any} */ (window).oxoUntranslated = spoken.missing; // for tests
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (!walker.currentNode.parentElement?.closest('script, style, code')) walker.currentNode.nodeValue = say(walker.currentNode.nodeValue ?? '');
  for (const name of spokenAttributes) for (const element of document.querySelectorAll(`[${name}]`)) element.setAttribute(name, say(element.getAttribute(name) ?? ''));
}

/** The attributes that a reader sees or hears. */
export const spokenAttributes = ['title', 'aria-label', 'placeholder', 'aria-valuetext'];

/** The file of an essay. @param {string} name */
export const essayFile = (name) => (spoken.code === 'en' ? `learn/${name}.html` : `words/${spoken.code}/${name}.html`);

/** What can stand at a place: see placed in internal/languages. @param {string} name */
const placed = (name) => ({ n: '([-−+~≈]?[\\d\\u202f,.]*\\d%?)', move: '(\\S*[^\\s.,:;])', list: '(\\S+(?:, \\S+)*)' }[name.split('_')[0]] ?? '(.+?)');

/** @param {string} id @param {string[]} said @returns {Pattern} */
function pattern(id, said) {
  const names = [...id.matchAll(place)].map(([, name]) => name);
  const parts = id.split(/\{\w+\}/);
  const fixed = parts.reduce((a, b) => (b.length > a.length ? b : a), '');
  const expression = parts.map((part, i) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&') + (i < names.length ? placed(names[i]) : '')).join('');
  return { id, said, names, match: new RegExp(`^${expression}([.:]?)$`, 'su'), fixed, weight: parts.join('').length, breaks: parted(id.replace(place, 'X')) };
}

/** Translates a text. @param {string} text @returns {string} */
export function say(text) {
  if (spoken.code === 'en') return text;
  const core = text.trim();
  if (!/\p{L}/u.test(core)) return text;
  let said = spoken.known.get(core);
  if (said === undefined) {
    said = look(core, 0) ?? null;
    if (spoken.known.size > most) spoken.known.clear();
    spoken.known.set(core, said);
    if (said !== null) spoken.known.set(said, said); // it may be shown again as a part of another element
    if (said === null) spoken.missing.add(core);
  }
  return said === null ? text : text.replace(core, () => /** @type {string} */ (said));
}

/**
 * Translates a text that has places, and fills them.
 * @param {string} id @param {Record<string, string|number>} parts
 */
export const text = (id, parts) => filled(template(id, Number(parts.n ?? 0)), Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, say(String(part))])));

/** The translation of a text with places, which stay. @param {string} id @param {number} [n] chooses the form */
export function template(id, n = 0) {
  if (spoken.code === 'en') return id;
  const found = spoken.patterns.find((p) => p.id === id);
  if (!found) spoken.missing.add(id);
  return found ? found.said[Math.min(form(n), found.said.length - 1)] : id;
}

/** @param {string} id @param {Record<string, string>} parts */
const filled = (id, parts) => id.replace(place, (whole, name) => parts[name] ?? whole);

/** The form for a number of things. @param {number} n */
const form = (n) => Number(spoken.forms[n < 100 ? n : 100 + n % 100] ?? 0);

/** Finds a text as it is, with a small first letter, or sentence by sentence. @param {string} text @param {number} depth @returns {string|undefined} */
function look(text, depth) {
  const said = find(text, depth);
  if (said !== undefined || depth >= 4) return said;
  if (/^\p{Lu}/u.test(text)) {
    const small = find(text.charAt(0).toLowerCase() + text.slice(1), depth);
    if (small !== undefined) return small.charAt(0).toUpperCase() + small.slice(1);
  }
  const stop = /^.*[\p{L}\d%)”]([.:])$/su.exec(text);
  const ends = breaks(text);
  if (stop && ends.length === 0) {
    const without = look(text.slice(0, -1), depth + 1);
    if (without !== undefined) return without + stop[1];
  }
  const parts = ends.length > 0 ? [...ends, text.length].map((end, i) => text.slice(i === 0 ? 0 : ends[i - 1] + 1, end)) : text.split('; ');
  if (parts.length < 2) return undefined;
  const each = parts.map((one) => look(one, depth + 1));
  return each.some((one) => one !== undefined) ? each.map((one, i) => one ?? parts[i]).join(ends.length > 0 ? ' ' : '; ') : undefined;
}

/**
 * Where sentences end before another one: the places of the blanks between them. A number
 * with a full stop ends one only before a word: "after 3. b2" is one.
 * @param {string} text
 */
function breaks(text) {
  return [...text.matchAll(/(?<=(.?)[.!?…]”?) /gsu)].flatMap(({ index, 1: last }) => {
    const next = text.slice(index + 1);
    return (/\d/.test(last) ? /^\p{Lu}\p{L}*[ ,:;.!?’']/u : /^(?:[\p{Lu}“]|[a-z]+[0-9])/u).test(next) ? [index] : [];
  });
}

/** Counts the ends of sentences before others, and the semicolons. @param {string} text */
const parted = (text) => breaks(text).length + text.split('; ').length - 1;

/** Finds a text as it is, or the pattern with the most fixed letters that fits. @param {string} text @param {number} depth @returns {string|undefined} */
function find(text, depth) {
  const said = spoken.texts.get(text);
  if (said !== undefined) return said;
  const ends = parted(text);
  for (const p of spoken.patterns) {
    const found = text.includes(p.fixed) && p.breaks >= ends && (p.weight >= 7 || text.length <= 40) ? p.match.exec(text) : null; // a pattern with few fixed letters fits short texts only
    if (found) return fill(p, found.slice(1, -1), depth) + found[found.length - 1];
  }
  return undefined;
}

/** Puts what stands at the places into the translation. @param {Pattern} p @param {string[]} parts @param {number} depth */
function fill(p, parts, depth) {
  let n = 0;
  /** @type {Record<string, string>} */
  const said = {};
  p.names.forEach((name, i) => {
    const number = /^\d[\d\u202f,]*$/.test(parts[i]);
    if (name === 'n' && number) n = form(Number(parts[i].replace(/\D/g, '')));
    said[name] = number ? parts[i].replace(/,(?=\d{3})/g, '\u202f') : look(parts[i], depth + 1) ?? parts[i];
  });
  return filled(p.said[Math.min(n, p.said.length - 1)], said);
}

/** Draws the choice of the language. */
function chooser() {
  const box = document.querySelector('#language');
  if (!box || offered().length === 0) return;
  const select = document.createElement('select');
  for (const [code, name] of [['en', 'English'], ...offered()]) {
    const option = new Option(name, code, false, code === spoken.code);
    option.lang = code;
    select.append(option);
  }
  select.addEventListener('change', () => {
    try {
      localStorage.setItem(kept, select.value);
    } catch { /* then the address names the language */ }
    const url = new URL(location.href);
    if (!url.searchParams.has('lang')) return location.reload();
    url.searchParams.set('lang', select.value);
    location.replace(url);
  });
  box.append(select);
  /** @type {HTMLElement} */ (box).hidden = false;
}
