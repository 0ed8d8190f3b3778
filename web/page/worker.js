// The worker that runs the engine. wasm_exec.js is part of Go's toolchain; the build writes it here.

import './wasm_exec.js';

/** @type {any} */
const scope = self;

/** @type {Promise<void>|undefined} */
let started;

/** @param {WebAssembly.Module} module */
async function start(module) {
  const go = new scope.Go();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  go.run(instance); // sets oxoAnswer before it waits for the first time
}

scope.onmessage = async (/** @type {MessageEvent} */ { data }) => {
  if (data.module) {
    started = start(data.module);
    return;
  }
  try {
    await started;
    scope.oxoAnswer(data.what, data.text, (/** @type {string} */ event, /** @type {string} */ text) => {
      scope.postMessage({ id: data.id, event, text });
    }, ...(data.file ? [data.file] : []));
  } catch (error) { // an error of the engine itself: it cannot continue
    scope.postMessage({ id: data.id, event: 'problem', text: JSON.stringify({ detail: `the engine failed: ${error}` }), failed: true });
  }
};
