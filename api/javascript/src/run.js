// Runs the engine, in the thread of who calls or in a worker.

import { goOf } from './go.js';

/**
 * @typedef {{
 *   rules: (file: string, text: string, done: (number: number, text: string) => void) => void,
 *   ask: (question: string, hear: (event: string, json: string) => void) => void,
 *   verify: (bytes: Uint8Array, question: string, hear: (event: string, json: string) => void) => void,
 * }} Calls what the engine does later
 * @typedef {{exports: any, calls: Calls, ended: Promise<unknown>}} Engine ended is for faults alone: an engine waits for calls for ever
 */

/** Calls f when the other work of this thread is done. @returns {(f: () => void) => void} */
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

/**
 * Starts an engine. What Go's support adds to the names of all is in a scope of its own.
 * @param {WebAssembly.Module} module
 * @returns {Promise<Engine>}
 */
export async function run(module) {
  /** @type {Record<string, any>} */
  const scope = { Object, Array, Uint8Array, Error, Date, crypto, performance, TextEncoder, TextDecoder, rest: resting() };
  const Go = goOf(scope);
  const go = new Go();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  const ended = Promise.resolve(go.run(instance)).catch((/** @type {unknown} */ error) => error);
  return { exports: instance.exports, calls: scope.oxo, ended };
}
