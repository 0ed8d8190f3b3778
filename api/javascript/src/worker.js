// A worker: it answers one question after the other. Who asks ends it to stop an answer.

import { run } from './run.js';

/** @type {Promise<import('./run.js').Engine>|undefined} */
let engine;

/** @param {unknown} error */
const broken = (error) => ({ event: 'error', data: { kind: 'broken', text: `the engine failed: ${error}` } });

/** @param {any} message @param {(message: object) => void} send */
async function answer({ module, question, file }, send) {
  try {
    if (module) {
      engine = run(module);
      void (await engine).ended.then((error) => send(broken(error)));
    }
    const { calls } = await /** @type {Promise<import('./run.js').Engine>} */ (engine);
    if (!question) return;
    /** @param {string} event @param {string} json */
    const hear = (event, json) => send({ event, data: JSON.parse(json) });
    if (file) calls.verify(file, question, hear);
    else calls.ask(question, hear);
  } catch (error) { // a fault of the engine itself: it cannot continue
    send(broken(error));
  }
}

if (typeof process === 'object' && process?.versions?.node) {
  const { parentPort } = await import('node:worker_threads');
  parentPort?.on('message', (message) => answer(message, (out) => parentPort.postMessage(out)));
} else {
  const scope = /** @type {any} */ (globalThis);
  scope.onmessage = (/** @type {MessageEvent} */ { data }) => answer(data, (out) => scope.postMessage(out));
}
