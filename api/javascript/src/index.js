// oxo: legal moves, exact values, reasons and proofs of board games. index.d.ts says what each call does.

import { OxoError, text } from './errors.js';
import { numbers } from './numbers.js';
import { ask, last } from './pool.js';
import { pause } from './run.js';

export { OxoError };

/** @typedef {import('./index.js').Kind} Kind */
/** @typedef {{signal?: AbortSignal} & Record<string, any>} Options */

/** The outcomes by their numbers in the engine. */
const outcomes = /** @type {const} */ (['ongoing', 'first', 'second', 'drawn']);

/** What frees what nobody holds any more. */
const left = new FinalizationRegistry((/** @type {() => void} */ free) => free());

/**
 * Says what is wrong with options.
 * @param {Record<string, any>} options @param {Record<string, 'number'|'string'|'boolean'>} types
 */
function check(options, types) {
  if (options === null || typeof options !== 'object') throw new OxoError('input', 'the options: want an object, as {time: 500}');
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (name === 'signal') {
      if (!(value instanceof AbortSignal)) throw new OxoError('input', 'signal: want an AbortSignal');
    } else if (!Object.hasOwn(types, name)) throw new OxoError('input', `the option ${name} does not exist: want ${[...Object.keys(types), 'signal'].join(' or ')}`);
    else if (typeof value !== types[name]) throw new OxoError('input', `${name}: want a ${types[name]}, and got ${typeof value}`);
    else if (types[name] === 'number' && !(Number.isFinite(value) && value >= 0)) throw new OxoError('input', `${name}: want 0 or more, and got ${value}`);
  }
}

/** The fields of a question that the options of a call give. @param {Options} options */
function fieldsOf({ signal, time, ...others }) {
  return time === undefined ? others : { ms: Math.max(1, Math.round(time)), ...others };
}

/** A game: its rules. */
export class Game {
  /** @type {import('./numbers.js').Engine} */
  #engine;
  #number;
  /** How a worker opens it. */
  #source;

  /**
   * @param {import('./numbers.js').Engine} engine @param {number} number @param {{game?: string, file?: string, sheet?: string}} source
   */
  constructor(engine, number, source) {
    if (!engine) throw new OxoError('input', 'new Game: want await Game.open("connect4"), or Game.fromRules(file, text)');
    this.#engine = engine;
    this.#number = number;
    this.name = engine.text('oxo_name', number);
    this.#source = source.sheet === undefined ? { game: this.name } : source;
    left.register(this, () => engine.free('oxo_close', number), this);
  }

  /** @param {string} name */
  static async open(name) {
    text(name, 'the name of a game', '"connect4"');
    const engine = await numbers();
    const number = engine.give('oxo_open', [], name);
    await pause();
    return new Game(engine, number, {});
  }

  /** @param {string} file @param {string} rules */
  static async fromRules(file, rules) {
    text(file, 'the file of the rules', '"nim.kif"');
    text(rules, 'the rules', 'that of a file of rules');
    const engine = await numbers();
    const number = await Promise.race([engine.failed, /** @type {Promise<number>} */ (new Promise((resolve, reject) => {
      engine.calls.rules(file, rules, (answer, problem) => (answer > 0 ? resolve(answer) : reject(engine.error(answer, problem))));
    }))]);
    return new Game(engine, number, { file, sheet: rules });
  }

  /** @param {{text?: string, moves?: string|string[]}} [from] */
  position({ text: at = '', moves = '' } = {}) {
    text(at, 'text', 'that of position.text');
    const all = Array.isArray(moves) ? moves.join(' ') : text(moves, 'moves', '"4 4 3"');
    return new Position(this.#engine, this, this.#engine.give('oxo_start', [this.#number], at, all), this.#source);
  }

  close() {
    left.unregister(this);
    this.#engine.call('oxo_close', this.#number);
  }
}

/** A game that is being played: where it began, and the moves since. */
export class Position {
  /** @type {import('./numbers.js').Engine} */
  #engine;
  #number;
  #source;

  /** @param {import('./numbers.js').Engine} engine @param {Game} game @param {number} number @param {object} source */
  constructor(engine, game, number, source) {
    if (!engine) throw new OxoError('input', 'new Position: want game.position({moves: "4 4"})');
    this.#engine = engine;
    this.game = game;
    this.#number = number;
    this.#source = source;
    left.register(this, () => engine.free('oxo_free', number), this);
  }

  copy() { return new Position(this.#engine, this.game, this.#engine.call('oxo_copy', this.#number), this.#source); }

  close() {
    left.unregister(this);
    this.#engine.call('oxo_free', this.#number);
  }

  moves() {
    const all = this.#engine.text('oxo_moves', this.#number);
    return all === '' ? [] : all.split('\n');
  }

  legal() { return this.#engine.list(this.#engine.call('oxo_legal', this.#number)); }

  /** @param {number} move */
  make(move) {
    if (!(Number.isInteger(move) && move >= 0 && move < 2 ** 32)) throw new OxoError('input', `make: want a number of legal(), and got ${typeof move === 'number' ? move : typeof move}`);
    this.#engine.call('oxo_make', this.#number, move);
    return this;
  }

  /** @param {string} move */
  play(move) {
    this.#engine.give('oxo_play', [this.#number], text(move, 'a move', '"4"'));
    return this;
  }

  undo(n = 1) {
    if (!Number.isInteger(n)) throw new OxoError('input', `undo: want the number of moves to take back, and got ${n}`);
    this.#engine.call('oxo_undo', this.#number, Math.max(-1, Math.min(n, 2 ** 31 - 1)));
    return this;
  }

  /** @param {string} move */
  find(move) {
    this.#engine.give('oxo_find', [this.#number], text(move, 'a move', '"4"'));
    return this.#engine.list(1)[0];
  }

  /** @param {number} move */
  moveText(move) { return this.#engine.text('oxo_move_text', this.#number, move); }

  get made() { return this.#engine.call('oxo_made', this.#number); }

  get turn() { return this.#engine.call('oxo_turn', this.#number); }

  get outcome() { return outcomes[this.#engine.call('oxo_outcome', this.#number)]; }

  get text() { return this.#engine.text('oxo_text', this.#number); }

  get verdict() { return this.#engine.text('oxo_verdict', this.#number); }

  get history() { return this.#place().moves.split('.').filter(Boolean); }

  /** Where it began, and the moves since. @returns {{position: string, moves: string}} */
  #place() { return JSON.parse(this.#engine.text('oxo_place', this.#number)); }

  /**
   * Asks any question of the engine.
   * @param {string} what @param {Record<string, any>} [fields] @param {{signal?: AbortSignal}} [options]
   */
  ask(what, fields = {}, options = {}) {
    check(options, {});
    const { signal } = options;
    const { position, moves } = this.#place(); // as it is now, however it is played on
    return ask({ ...this.#source, what, position, moves, fields }, signal);
  }

  /** @param {string} what @param {Options} options @param {Record<string, 'number'|'string'|'boolean'>} types */
  #asked(what, options, types) {
    check(options, types);
    return this.ask(what, fieldsOf(options), { signal: options.signal });
  }

  /** @param {Options} [options] */
  analyze(options = {}) {
    const parts = this.#asked('analyze', options, { time: 'number', depth: 'number' });
    return (async function* reports() { for await (const { data } of parts) yield data; }());
  }

  /** @param {Options} [options] */
  async best(options = {}) {
    const level = typeof options?.level === 'number' ? String(options.level) : options?.level;
    const { state, ...reply } = await last(this.#asked('reply', options && { ...options, level }, { level: 'string', time: 'number', seed: 'number' }));
    return reply;
  }

  /** @param {Options & {heard?: (proving: any) => void}} [options] */
  async prove(options = {}) {
    const { heard, ...others } = options ?? { heard: null };
    const parts = this.#asked('prove', options && others, { time: 'number', method: 'string', result: 'boolean' });
    let found;
    for await (const { data } of parts) {
      found = data;
      heard?.(data);
    }
    return found;
  }

  /** @param {string} move @param {Options} [options] */
  async why(move, options = {}) {
    text(move, 'a move', '"4"');
    check(options, { time: 'number', depth: 'number', better: 'string', sentences: 'number' });
    return last(this.ask('why', { ...fieldsOf(options), move }, { signal: options.signal }));
  }

  /** @param {Options} [options] */
  async review(options = {}) {
    const all = [];
    for await (const { data } of this.#asked('review', options, { time: 'number', depth: 'number' })) all.unshift(data);
    return all;
  }

  /** @param {Options} [options] */
  async explain(options = {}) {
    const parts = this.#asked('explain', options, {
      algorithm: 'string', depth: 'number', under: 'number', show: 'number', example: 'boolean', counts: 'boolean', playouts: 'number', seed: 'number',
    });
    const whole = /** @type {{counts: object[]} & Record<string, any>} */ ({ counts: [] });
    for await (const { data: { count, ...part } } of parts) {
      if (count) whole.counts.push(count);
      Object.assign(whole, part);
    }
    return whole;
  }

  async state() { return last(this.ask('position')); }
}

/** The games that there are. */
export const games = () => last(ask({ what: 'games', fields: {} }));

/**
 * Checks a certificate.
 * @param {Uint8Array} bytes
 * @param {{signal?: AbortSignal, rules?: {file: string, text: string}}} [options]
 */
export async function verify(bytes, options = {}) {
  const { rules, ...others } = options ?? { rules: undefined };
  check(options && others, {});
  const { signal } = others;
  if (!(bytes instanceof Uint8Array)) throw new OxoError('input', 'verify: want the bytes of a certificate, as a Uint8Array');
  return last(ask(rules ? { file: rules.file, sheet: rules.text } : {}, signal, bytes));
}
