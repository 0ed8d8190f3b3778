// Runs the engine, in the thread of who calls or in a worker.

import { goOf } from './go.js';

/**
 * @typedef {{
 *   rules: (file: string, text: string, done: (number: number, text: string) => void) => void,
 *   ask: (question: string, hear: (event: string, json: string) => void) => void,
 *   verify: (bytes: Uint8Array, question: string, hear: (event: string, json: string) => void) => void,
 * }} Calls what the engine does later
 * @typedef {{exports: any, calls: Calls, dead: () => string, ended: Promise<string>}} Engine what is dead says why, and '' before; ended is the same later: an engine waits for calls for ever, and ends by a fault alone
 */

/** Makes a function that calls another one when the other work of this thread is done. @returns {(f: () => void) => void} */
function resting() {
  if (typeof setImmediate === 'function') return (f) => void setImmediate(f);
  /** @type {(() => void)[]} */
  const waiting = [];
  const channel = new MessageChannel();
  channel.port1.onmessage = () => waiting.shift()?.();
  return (f) => {
    waiting.push(f);
    channel.port2.postMessage(0);
  };
}

/** Calls a function when the other work of this thread is done. */
const rest = resting();

/** Lets this thread do its other work between two steps that take some milliseconds each. @returns {Promise<void>} */
export const pause = () => new Promise((resolve) => { rest(resolve); });

/** The most that is kept of what a Go program says when it ends by a fault, in bytes. */
const maxSaid = 4000;

/** The files of an engine: it has none, and what it writes is kept for the text of an error. */
function files() {
  let said = '';
  const decoder = new TextDecoder();
  return {
    said: () => said,
    constants: { O_WRONLY: -1, O_RDWR: -1, O_CREAT: -1, O_TRUNC: -1, O_APPEND: -1, O_EXCL: -1, O_DIRECTORY: -1 },
    /** @param {number} _file @param {Uint8Array} bytes */
    writeSync(_file, bytes) {
      if (said.length < maxSaid) said += decoder.decode(bytes);
      return bytes.length;
    },
  };
}

/**
 * Starts an engine. What Go's support adds to the names of all is in a scope of its own.
 * @param {WebAssembly.Module} module
 * @returns {Promise<Engine>}
 */
export async function run(module) {
  const fs = files();
  /** @type {Record<string, any>} */
  const scope = { fs, Object, Array, Uint8Array, Error, Date, crypto, performance, TextEncoder, TextDecoder, rest };
  const Go = goOf(scope);
  const go = new Go();
  go.exit = () => { /* the text of the error says why */ };
  const instance = await WebAssembly.instantiate(module, go.importObject);
  const dead = () => (go.exited ? `its program has ended: ${fs.said()}` : '');
  await pause();
  const ended = Promise.resolve(go.run(instance)).then(dead, (/** @type {unknown} */ error) => `${error}: ${fs.said()}`);
  await pause();
  return { exports: instance.exports, calls: scope.oxo, dead, ended };
}
