// The learner's answers: the browser keeps them for each exercise, and a teacher gets
// them as a file.

import { engine, local } from './api.js';
import { save } from './dom.js';
import { keepWork, recallWork } from './scorm.js';
import { isSheet } from './sheets.js';
import { embedded } from './store.js';

/** @typedef {import('./sheet.js').Exercise} Exercise */
/** @typedef {{kind: string, seed: number, tree: string, game?: string, when: string, answers: Record<string, string>}} Sheet */

const kept = 'oxo-exercises';
const most = 100; // exercises that are kept; the oldest are dropped

/** @returns {Record<string, Sheet>} */
function all() {
  if (embedded) return {};
  try {
    const read = JSON.parse(localStorage.getItem(kept) ?? '{}');
    return read && typeof read === 'object' && !Array.isArray(read) ? read : {};
  } catch {
    return {};
  }
}

/** @param {{kind: string, seed: number, tree?: string, game?: string}} e */
const key = (e) => [e.kind, e.tree || e.seed, e.game].filter(Boolean).join(' ');

/**
 * Returns the kept answers to an exercise, by node and field.
 * @param {Exercise} e @returns {Map<string, string>}
 */
export function recall(e) {
  const answers = embedded ? recallWork(key(own(e))) : all()[key(own(e))]?.answers;
  return new Map(Object.entries(answers ?? {}).filter(([k, v]) => typeof v === 'string' && /^\d+ [a-z]+$/.test(k)));
}

/**
 * The name of an exercise: its number, and its game if it is about a position; or, without a number, its
 * tree.
 * @param {Exercise} e
 */
const own = (e) => ({ kind: e.kind, seed: e.seed, tree: e.seed === 0 ? e.tree : '', game: e.tree ? '' : e.game });

/** Keeps the answers to an exercise. @param {Exercise} e @param {Map<string, string>} answers */
export function keep(e, answers) {
  if (embedded) return keepWork(key(own(e)), answers);
  const sheets = all();
  const name = own(e);
  delete sheets[key(name)]; // the exercise answered last comes last
  if (answers.size > 0) sheets[key(name)] = { kind: name.kind, seed: name.seed, tree: name.tree ?? '', game: name.game, when: new Date().toISOString(), answers: Object.fromEntries(answers) };
  const names = Object.keys(sheets);
  for (const old of names.slice(0, Math.max(names.length - most, 0))) delete sheets[old];
  try {
    localStorage.setItem(kept, JSON.stringify(sheets));
  } catch { /* without storage the answers are still marked */ }
}

/** Lists answers in the form of the API. @param {Iterable<[string, string]>} answers */
export function listed(answers) {
  return [...answers].filter(([, text]) => text.trim() !== '').map(([name, text]) => {
    const [node, field] = name.split(' ');
    return { node: Number(node), field, text: text.slice(0, 40) };
  });
}

/** Counts the exercises that have answers. */
export const worked = () => Object.keys(all()).length;

/** Removes all answers. */
export function forget() {
  try {
    localStorage.removeItem(kept);
  } catch { /* nothing was kept */ }
}

/** Lists all answered exercises in the form of the API. */
const exercises = () => Object.values(all()).map((s) => ({ kind: s.kind, ...(s.tree ? { tree: s.tree } : { seed: s.seed }), ...(s.game && { game: s.game }), answers: listed(Object.entries(s.answers)) }));

/**
 * Returns the results of a learner, as docs/do/page.md describes them.
 * @param {string} name
 */
async function results(name) {
  const marked = [];
  for (const e of exercises()) {
    const { right, wrong, open, of } = await engine.ask('mark', e);
    marked.push({ ...e, right, wrong, open, of });
  }
  return { format: 'oxo-results-1', name, saved: new Date().toISOString(), results: marked };
}

/** Saves the results as a file. @param {string} name */
export async function saveResults(name) {
  const file = await results(name);
  const word = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  save(`oxo-results${word ? `-${word}` : ''}.json`, `${JSON.stringify(file, null, 2)}\n`, 'application/json');
  return file.results.length;
}

/** Whether the server accepts results. @returns {Promise<boolean>} */
export async function taken() {
  if (local) return false;
  return (await engine.ask('results', {})).taken;
}

// The server accepts at most 40 exercises and 64 KB in one request.
const together = 40;
const bytesTogether = 40_000;

/**
 * Divides exercises into parts of a size that the server accepts.
 * @param {ReturnType<typeof exercises>} all
 */
function parted(all) {
  /** @type {typeof all[]} */
  const parts = [];
  let bytes = 0;
  for (const e of all) {
    const more = new Blob([JSON.stringify(e)]).size;
    if (parts.length === 0 || parts[parts.length - 1].length === together || bytes + more > bytesTogether) {
      parts.push([]);
      bytes = 0;
    }
    parts[parts.length - 1].push(e);
    bytes += more;
  }
  return parts;
}

/**
 * Sends the results to the server, which marks the answers itself.
 * @param {string} name @returns {Promise<{right: number, of: number, exercises: number}>}
 */
export async function sendResults(name) {
  if (worked() === 0) throw new Error('nothing is answered yet');
  const sum = { right: 0, of: 0, exercises: 0 };
  // The server may have forgotten a rule sheet, and gets it again with a question about its game alone.
  for (const e of exercises()) if (isSheet(e.game ?? '')) await engine.ask('mark', e);
  for (const part of parted(exercises())) {
    const got = await engine.ask('send', { name, exercises: part });
    for (const key of /** @type {(keyof typeof sum)[]} */ (Object.keys(sum))) sum[key] += got[key];
  }
  return sum;
}
