// The requests of the page. A server answers them, or the engine in the browser; no
// other module of the page knows which.

import { withBeginning } from './begin.js';
import { Problem } from './engine.js';
import { localEngine } from './local.js';
import { withSheets } from './sheets.js';

/**
 * @typedef {{result?: string, plies?: number, margin?: number, proven?: boolean, estimate?: number}} Value
 * @typedef {{value: Value, text: string, number?: string, score: number, sign: number}} Worth
 * @typedef {{text: string, owner: number}} Cell
 * @typedef {{move: string, name?: string, squares: number[], column: number}} Legal the name is how players write the move, where that differs
 * @typedef {{game: string, position: string, columns: number, rows: number,
 *   style: Style, goal: string, rules: string[], columnLabels: string[]|null, rowLabels: string[]|null, squareNames?: string[], cells: Cell[], sides: string[], turn: number,
 *   outcome: string, winner: number, verdict: string, note: string, line: number[], last: number[], moves: string[], names?: string[], numbers: number[], legal: Legal[], owners?: number[], missing?: number[], barred?: number[], lines?: number[][], changed?: string[]}} State
 * @typedef {{move: string, best: boolean, line: string[], names?: string[], cut?: boolean, depth: number, nodes: number, scale?: number} & Worth} MoveWorth
 * @typedef {{moves: MoveWorth[], nodes: number, playouts?: number, seconds: number, done: boolean, unit?: string, counts?: string}} Analysis
 * @typedef {{places: string, pieces: string, wraps: boolean}} Style
 * @typedef {{name: string, before: string, least: number, most: number, usual: number, values: number[], none: boolean}} Parameter
 * @typedef {{name: string, usage: string, about: string, example: string, full: string, title: string, group: string, family: string,
 *   style: Style, also: string[], show: string[], parameters: Parameter[], options: {name: string, about: string}[]}} GameInfo
 * @typedef {import('./engine.js').Engine} Engine
 */

/** @param {Record<string, any>} request */
function query(request) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(request)) {
    if (value !== undefined && value !== null && value !== '' && value !== 0 && value !== false) parameters.set(name, String(value));
  }
  return parameters.toString();
}

// Each tab sends a name of its own, so that the server serves the tabs in turn.
const headers = { 'X-Oxo-Client': crypto.randomUUID ? crypto.randomUUID() : String(Math.random()) };

/** @param {Response} response */
async function checked(response) {
  if (response.ok) return response;
  let detail = `the server answered ${response.status}`;
  try {
    const problem = await response.json();
    detail = problem.detail || detail;
    if (problem.errors?.length) detail += `: ${problem.errors.map((/** @type {any} */ e) => `${e.location} ${e.message}`).join('; ')}`;
  } catch { /* without a problem document the status is the message */ }
  throw new Problem(detail, response.status === 429 || response.status >= 500, response.status);
}

/** @param {string} path @param {RequestInit} init */
async function get(path, init) {
  try {
    return await checked(await fetch(path, init));
  } catch (error) {
    if (error instanceof TypeError) throw new Problem('the server does not answer: is oxo serve still running?', true);
    throw error;
  }
}

/** The requests that are sent by POST, with their paths. @type {Record<string, string>} */
const posted = { mark: 'api/exercise', send: 'api/results', sheet: 'api/sheet' };

/** @type {Engine} */
const server = {
  async ask(what, request, signal) {
    const path = posted[what];
    if (path) {
      const body = JSON.stringify(request);
      return (await get(path, { method: 'POST', body, signal, headers: { ...headers, 'Content-Type': 'application/json' } })).json();
    }
    return (await get(`api/${what}?${query(request)}`, { signal, headers })).json();
  },
  async stream(what, request, hear, signal) {
    const response = await get(`api/${what}?${query(request)}`, { signal, headers });
    if (!response.body) return;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let rest = ''; ;) {
      const { value, done } = await reader.read().catch(() => { throw new Problem('the server broke off its answer', true); });
      if (done) return;
      const events = (rest + value).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        const [, name, data] = /^event: (.*)\ndata: (.*)$/s.exec(event) ?? [];
        if (name === 'problem') throw new Problem(JSON.parse(data).detail);
        if (name) hear(name, JSON.parse(data));
      }
    }
  },
};

const isLocal = document.querySelector('meta[name="oxo-engine"]')?.getAttribute('content') === 'local';

/** @type {Engine} */
export const engine = withBeginning(withSheets(isLocal ? localEngine() : server));

/** Whether the engine runs in the browser. */
export const local = isLocal;

/** Whether an error only says that the page ended the request. @param {unknown} error */
export function aborted(error) {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** @type {Map<string, Promise<State>>} */
const known = new Map();

/**
 * Returns the state of a game; each position is asked for once.
 * @param {string} game @param {string} position @param {string[]} moves
 * @returns {Promise<State>}
 */
export function stateOf(game, position, moves) {
  const request = { game, position, moves: moves.join('.') };
  const key = JSON.stringify(request);
  let state = known.get(key);
  if (!state) {
    if (known.size > 500) known.clear();
    state = engine.ask('position', request);
    state.catch(() => known.delete(key));
    known.set(key, state);
  }
  return state;
}
