// The single state of the page; the address and the browser keep it.

import { opponents, seats } from './opponents.js';
import { noteLink, packedOf, splitMoves } from './sheets.js';

/**
 * @typedef {{
 *   view: string,       // play, tree, learn, exercise, puzzles, proof, rulesheet, edit
 *   game: string, position: string, // no game: the first one of the list
 *   moves: string[],    // the moves of the game, including those taken back
 *   at: number,         // the number of moves played, without those taken back
 *   you: string,        // first, second, both, none
 *   level: string, ms: number, seed: number,
 *   turned: string[],   // the games whose board the reader has turned
 *   scores: boolean, best: boolean, sound: boolean, theme: string,
 *   speech: string,     // long or short: how much the page says to a screen reader
 *   size: number,       // of the board, in percent of the largest that fits the height of the window
 *   algorithm: string, depth: number, playouts: number, chance: number, // of the tree: the search and its limits, and what decides its play-outs
 *   moment: number, node: number, under: number, // of the tree: the moment, the chosen node or -1, its top
 *   example: number,    // whether the tree is of an example: 1, 0, or -1 for not said
 *   kind: string, exercise: number,
 *   about: string,      // the game of an exercise about a position, or of puzzles; '' for the first
 *   from: string, count: number, set: number, // of puzzles: where they come from, at most how many, and the seed of the games
 *   start: string, record: string, whose: string, // of puzzles of a game: its start, its moves, and the side whose mistakes count; '' for both
 *   course: string, unit: number, // the game of a course, and the number of the lesson
 *   essay: string, lesson: string, // what is read, and the parameters of the tree beside it
 *   tree: string,       // of an exercise, one's own; '' for one by its number
 *   setup: string,      // the text of the position that is being set up; '' for the start of the game
 *   file: string, side: string, line: string, // a certificate of this site, whose strategy is walked, and the moves
 * }} Settings
 */

/** @returns {Settings} */
function fresh() {
  return {
    view: 'play', game: '', position: '', moves: [], at: 0, you: 'first', level: '5', ms: 1000, speech: 'long',
    seed: 1 + Math.floor(Math.random() * 1e9), turned: [], scores: false, best: false, sound: false, theme: 'auto', size: 100,
    algorithm: 'alphabeta', depth: 0, playouts: 0, chance: 0, moment: 0, node: -1, under: 0, example: -1, kind: 'minimax', exercise: 1, about: '', from: 'random', count: 5, set: 1, start: '', record: '', whose: '', course: '', unit: 1, essay: '', lesson: '', tree: '', setup: '', file: '', side: '', line: '',
  };
}

/** The settings that a link carries; the others belong to the reader. */
const linked = {
  play: ['game', 'position', 'moves', 'you', 'level'],
  tree: ['game', 'position', 'moves', 'algorithm', 'depth', 'playouts', 'chance', 'example', 'under', 'moment', 'node'],
  learn: ['essay', 'lesson', 'under', 'moment', 'node'],
  exercise: ['kind', 'exercise', 'tree', 'about'],
  puzzles: ['about', 'from', 'count', 'set', 'start', 'record', 'whose'],
  courses: ['course', 'unit'],
  proof: ['file', 'side', 'line'],
  edit: ['game', 'setup'],
  rulesheet: [],
};
const kept = 'oxo';

// A package for a learning management system names the settings to begin with.
const begin = document.querySelector('meta[name="oxo-start"]')?.getAttribute('content');
if (begin) history.replaceState(null, '', begin);

/** Whether the page is one exercise of a package. */
export const packaged = Boolean(begin);

/** Whether the page is embedded in another: it then has no frame, and keeps nothing. */
export const embedded = new URLSearchParams(location.hash.split('?', 2)[1] ?? '').get('embed') === '1';

/** @type {Settings} */
export const state = fresh();

/** @type {Set<(changed: Set<string>) => void>} */
const watchers = new Set();

/**
 * Registers a function that is called after every change.
 * @param {(changed: Set<string>) => void} watch
 */
export function subscribe(watch) {
  watchers.add(watch);
}

/** The settings whose change is a step for the browser's Back: another view, game or exercise. */
const steps = ['view', 'game', 'position', 'kind', 'exercise', 'about', 'from', 'set', 'start', 'record', 'whose', 'course', 'unit', 'essay', 'lesson'];

/** A game that came by a link goes on when one of these settings changes. */
const goes = ['game', 'position', 'moves', 'at', 'you', 'level'];

/** Whether the game came by a link: then oxo moves only after the visitor has done something. */
export const arrived = { waits: false };

/**
 * Notes that a game came by a link; an empty board need not wait, unless oxo plays both
 * sides.
 * @param {Partial<Settings>} read
 */
function arrive({ moves = [], position = '', you = state.you }) {
  arrived.waits = moves.length > 0 || position !== '' || you === 'none';
}

/**
 * Changes the state and notifies all watchers.
 * @param {Partial<Settings>} changes @param {boolean} [gone] whether the browser itself went there, so that no new step is added
 * @param {boolean} [heard] false: the watchers are not notified
 */
export function update(changes, gone = false, heard = true) {
  /** @type {Set<string>} */
  const changed = new Set();
  const other = ['game', 'position', 'moves', 'lesson'].some((name) => name in changes) || (changes.example ?? state.example) !== state.example
    || (changes.view !== undefined && changes.view !== state.view);
  if (other) changes = { moment: 0, node: -1, under: 0, ...changes }; // another tree begins at its first moment
  const { moves } = changes;
  const dropped = moves !== undefined && state.moves.some((move, i) => move !== moves[i]); // Back brings the moves back
  for (const [name, value] of Object.entries(changes)) {
    const key = /** @type {keyof Settings} */ (name);
    if (JSON.stringify(state[key]) === JSON.stringify(value)) continue;
    /** @type {any} */ (state)[key] = value;
    changed.add(name);
  }
  if (changed.size === 0) return;
  if (!gone && goes.some((name) => changed.has(name))) arrived.waits = false;
  remember(!gone && (dropped || steps.some((name) => changed.has(name))), dropped);
  if (heard) for (const watch of watchers) watch(changed);
}

/**
 * Changes the state and the address without notifying the watchers.
 * @param {Partial<Settings>} changes
 */
export function note(changes) {
  Object.assign(state, changes);
  remember();
}

/** Whether the reader wants short speech; any other word means long. */
export const brief = () => state.speech === 'short';

/** Returns the played moves, without those taken back. */
export function played() {
  return state.moves.slice(0, state.at);
}

/** Returns the address of the current state. @param {Partial<Settings>} [changes] */
export function link(changes = {}) {
  const s = { ...state, ...changes };
  if (s.view === 'tree' && s.example === 1) Object.assign(s, { position: '', moves: [], at: 0 });
  const parameters = new URLSearchParams();
  for (const name of linked[/** @type {keyof typeof linked} */ (s.view)] ?? linked.play) {
    let value = /** @type {any} */ (s)[name];
    if (name === 'moves') value = s.moves.slice(0, s.at).join('.');
    if (name === 'exercise' && s.tree) continue; // a tree of one's own has no number
    if (name === 'about' && s.view === 'exercise' && s.kind !== 'position') continue;
    if (name === 'node' ? value >= 0 : name === 'example' ? value === 1 : value !== '' && value !== 0) parameters.set(name, String(value));
  }
  const packed = packedOf(parameters.get('game') ?? parameters.get('about') ?? '');
  if (packed) parameters.set('sheet', packed);
  if (embedded) parameters.set('embed', '1');
  return `#${s.view}?${parameters}`;
}

/** The settings that are numbers. */
const numbers = ['ms', 'seed', 'size', 'depth', 'playouts', 'chance', 'exercise', 'count', 'set', 'unit', 'moment', 'node', 'under', 'example'];

/** The settings whose value is one of a list. */
const listed = { you: seats, level: opponents, from: [['random'], ['selfplay'], ['played'], ['mistakes'], ['due']], whose: [['first'], ['second']], view: Object.keys(linked).map((view) => [view]) };

/**
 * Whether a setting can have a value: an opponent must be in the list, and a number must
 * be whole; only node and example may be negative.
 * @param {string} name @param {any} value
 */
function possible(name, value) {
  if (Object.hasOwn(listed, name)) return listed[/** @type {keyof typeof listed} */ (name)].some(([one]) => one === value);
  return typeof value !== 'number' || (Number.isSafeInteger(value) && (value >= 0 || name === 'node' || name === 'example'));
}

/** Reads an address. @param {string} hash @returns {Partial<Settings>} */
export function parse(hash) {
  const [view, query] = hash.replace(/^#/, '').split('?', 2);
  if (!Object.hasOwn(linked, view)) return {};
  /** @type {any} */
  const read = { view };
  const parameters = new URLSearchParams(query ?? '');
  noteLink(parameters.get('game') ?? parameters.get('about') ?? '', parameters.get('sheet') ?? '');
  // The reader's own game stays if the address names no game, or an example of the same
  // game.
  const keeps = !parameters.has('game') || (parameters.get('example') === '1' && parameters.get('game') === state.game);
  for (const name of linked[/** @type {keyof typeof linked} */ (view)]) {
    const value = parameters.get(name);
    if (keeps && ['game', 'position', 'moves'].includes(name)) continue;
    if (name === 'moves') {
      read.moves = splitMoves(value ?? '');
      read.at = read.moves.length;
    } else if (numbers.includes(name)) {
      if (value !== null && /^\d{1,15}$/.test(value)) read[name] = name === 'exercise' ? Math.max(Number(value), 1) : Number(value);
      else if (value === null) read[name] = /** @type {any} */ (fresh())[name];
    } else if (value) {
      if (possible(name, value)) read[name] = value;
    } else if (['position', 'tree', 'about', 'setup', 'start', 'record', 'whose', 'file', 'side', 'line'].includes(name)) {
      read[name] = '';
    }
  }
  if (view === 'tree' && !parameters.has('game')) read.example = 1;
  return read;
}

/**
 * Names the tree to ask for: that of the reader's game, of an example, or of an essay.
 * @returns {{game: string, position: string, moves: string[], algorithm: string, depth: number, playouts: number, chance: number, example: boolean}}
 */
export function subject() {
  const own = { game: state.game, position: state.position, moves: played(), algorithm: state.algorithm, depth: state.depth, playouts: state.playouts, chance: state.chance, example: state.example === 1 };
  if (state.view !== 'learn') return own.example ? { ...own, position: '', moves: [] } : own;
  const p = new URLSearchParams(state.lesson);
  return {
    game: p.get('game') ?? '', position: p.get('position') ?? '', moves: splitMoves(p.get('moves') ?? ''),
    algorithm: p.get('algorithm') ?? 'alphabeta', depth: Number(p.get('depth') ?? 0), playouts: Number(p.get('playouts') ?? 0), chance: Number(p.get('chance') ?? 0), example: false,
  };
}

/**
 * What Back restores although the address may lack it: the moves taken back, and in an
 * exercise the game.
 */
const carried = () => ({ game: state.game, position: state.position, moves: state.moves, at: state.at });

/** Applies the state to which Back or Forward leads. @param {PopStateEvent} event */
export function goneTo(event) {
  const read = parse(location.hash);
  if (Object.keys(read).length === 0) return;
  const changes = { ...read, ...event.state };
  arrived.waits = false;
  if (!event.state && read.game) arrive(changes); // a link that was followed, not a step back
  update(changes, true);
}

/**
 * Stores the state in the address and in the browser.
 * @param {boolean} [step] whether Back returns to the state before
 * @param {boolean} [always] whether it does even if the address stays
 */
function remember(step, always) {
  const address = link();
  if (step && (always || location.hash !== address)) history.pushState(carried(), '', address);
  else history.replaceState(carried(), '', address);
  if (embedded) return;
  try {
    // A tab keeps its own game when it is reloaded; a new tab begins with the last game
    // of any tab.
    sessionStorage.setItem(kept, JSON.stringify(state));
    localStorage.setItem(kept, JSON.stringify(state));
  } catch { /* without storage the page still plays */ }
}

/** Restores what the browser kept, then applies the address; returns whether there was either. */
export function restore() {
  const known = embedded || location.hash.length > 1 || recall();
  if (!embedded && location.hash.length > 1) recall();
  const read = parse(location.hash);
  Object.assign(state, read);
  if (!history.state && read.game) arrive(read); // a page that is loaded again has a state
  remember();
  return known;
}

/** Restores what the browser kept; returns whether it kept anything. */
function recall() {
  try {
    const text = sessionStorage.getItem(kept) ?? localStorage.getItem(kept);
    const old = JSON.parse(text ?? '{}');
    for (const [name, value] of Object.entries(old)) {
      const was = /** @type {any} */ (state)[name];
      const kind = was !== undefined && typeof was === typeof value && Array.isArray(was) === Array.isArray(value);
      if (kind && possible(name, value)) /** @type {any} */ (state)[name] = value;
    }
    state.moves = state.moves.filter((m) => typeof m === 'string');
    state.turned = state.turned.filter((game) => typeof game === 'string');
    state.at = Math.min(Math.max(state.at, 0), state.moves.length);
    return text !== null;
  } catch {
    Object.assign(state, fresh());
    return false;
  }
}
