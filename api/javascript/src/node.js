// What only Node.js has: files, and threads that are workers.

import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';

/** Compiles the engine. @returns {Promise<WebAssembly.Module>} */
export async function compile() {
  return WebAssembly.compile(await readFile(new URL('./oxo.wasm', import.meta.url)));
}

/**
 * Starts a worker.
 * @param {(message: any) => void} hear @param {(error: Error) => void} fail
 * @returns {import('./pool.js').Thread}
 */
export function start(hear, fail) {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { execArgv: [] }); // the flags of the program are not for it
  worker.on('message', hear);
  worker.on('error', fail);
  worker.unref(); // a worker that rests does not keep the program
  return {
    post: (message, transfer = []) => worker.postMessage(message, /** @type {any} */ (transfer)),
    busy: (yes) => (yes ? worker.ref() : worker.unref()),
    end: () => { void worker.terminate(); },
  };
}

/** How many workers run at once. */
export { availableParallelism as processors } from 'node:os';
