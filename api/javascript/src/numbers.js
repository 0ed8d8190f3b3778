// What is known at once, from an engine in the thread of who calls: legal moves, play, take back, texts. An answer
// from a worker would take a hundred times as long as the move itself. A question that needs a search never runs here.

import { OxoError, numbered } from './errors.js';
import { engine } from './host.js';
import { run } from './run.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The engine of this thread. */
export class Engine {
  /** @param {import('./run.js').Engine} running */
  constructor({ exports, calls, dead, ended }) {
    this.exports = exports;
    this.calls = calls;
    this.dead = dead;
    this.broken = false;
    /** @type {Promise<never>} */
    this.failed = ended.then((error) => { throw this.fault(error); });
    this.failed.catch(() => { /* the next call says so */ });
    this.bytes = new Uint8Array(0);
    this.words = new Uint32Array(0);
  }

  /** The memory, which is another one after it has grown. */
  look() {
    const { buffer } = this.exports.mem;
    if (this.bytes.buffer === buffer) return;
    this.bytes = new Uint8Array(buffer);
    this.words = new Uint32Array(buffer);
  }

  /**
   * Calls a function that returns a number, or minus the kind of an error.
   * @param {string} name @param {...number} args
   * @returns {number}
   */
  call(name, ...args) {
    let answer;
    try {
      answer = this.exports[name](...args);
    } catch (error) {
      throw this.fault(error);
    }
    const why = this.dead();
    if (why) throw this.fault(why);
    return this.check(answer);
  }

  /** The error of an engine that cannot continue. The next game that is opened gets another engine. @param {unknown} error */
  fault(error) {
    if (!this.broken) loaded = undefined;
    this.broken = true;
    return new OxoError('broken', `the engine failed: ${error}`, { cause: error });
  }

  /** @param {number} answer */
  check(answer) {
    if (answer >= 0) return answer;
    throw numbered(-answer, this.out(this.exports.oxo_written()));
  }

  /** Frees what nobody holds any more. @param {string} name @param {number} number */
  free(name, number) {
    try {
      this.exports[name](number);
    } catch { /* the engine has failed, and took it along */ }
  }

  /** Reads a text of the engine. @param {number} length */
  out(length) {
    this.look();
    const at = this.exports.oxo_out();
    return decoder.decode(this.bytes.subarray(at, at + length));
  }

  /**
   * Calls a function that writes a text.
   * @param {string} name @param {...number} args
   */
  text(name, ...args) { return this.out(this.call(name, ...args)); }

  /**
   * Calls a function that reads texts.
   * @param {string} name @param {number[]} args before the lengths of the texts @param {...string} texts
   */
  give(name, args, ...texts) {
    const all = texts.map((text) => encoder.encode(text));
    let at = this.call('oxo_in', all.reduce((sum, { length }) => sum + length, 0));
    this.look();
    for (const bytes of all) {
      this.bytes.set(bytes, at);
      at += bytes.length;
    }
    return this.call(name, ...args, ...all.map(({ length }) => length));
  }

  /** The error of a call that answers later. @param {number} answer @param {string} text */
  error(answer, text) { return numbered(-answer, text); }

  /** Reads moves. @param {number} count */
  list(count) {
    if (count === 0) return [];
    this.look();
    const at = this.exports.oxo_list() / 4;
    return Array.from(this.words.subarray(at, at + count));
  }
}

/** @type {Promise<Engine>|undefined} */
let loaded;

/** The engine of this thread; it is started once. @returns {Promise<Engine>} */
export function numbers() {
  if (!loaded) {
    loaded = engine().then(run).then((running) => new Engine(running), (error) => {
      loaded = undefined; // the next call tries again
      throw new OxoError('broken', `the engine cannot be loaded: ${error.message}`, { cause: error });
    });
  }
  return loaded;
}
