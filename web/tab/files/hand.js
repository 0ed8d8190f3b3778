// A thread that does jobs; during a job it reads no messages.

import './wasm_exec.js';

/** @type {any} */
const scope = self;

/** @type {Promise<void>|undefined} */
let started;

/** @param {WebAssembly.Module} module */
async function start(module) {
  const go = new scope.Go();
  const run = go.run(await WebAssembly.instantiate(module, go.importObject)); // sets oxoDo before it waits for the first time
  run.finally(() => scope.postMessage({ what: 'ended', text: 'the engine ended: it may have had too little memory' }));
}

scope.onmessage = async (/** @type {MessageEvent} */ { data }) => {
  if (data.module) {
    started = start(data.module);
    return;
  }
  try {
    await started;
    scope.oxoDo(data.job, (/** @type {string} */ what, /** @type {string} */ text) => scope.postMessage({ what, text }));
  } catch (error) {
    scope.postMessage({ what: 'error', text: String(error) });
  }
};
