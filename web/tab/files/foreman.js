// The worker that talks to the hub. It does no jobs, so that it can always answer.

import './wasm_exec.js';

/** @type {any} */
const scope = self;

const engine = 'WebAssembly' in scope ? WebAssembly.compileStreaming(fetch('tab.wasm'))
  : Promise.reject(new Error('it needs WebAssembly, which this browser lacks or has switched off'));
engine.catch(() => {}); // the code that waits for the engine reports the error
const hear = (/** @type {string} */ what, /** @type {string} */ text) => scope.postMessage({ what, text });

/** Starts a thread that does jobs. @param {(what: string, text: string) => void} say */
function hire(say) {
  const hand = new Worker('hand.js', { type: 'module' });
  hand.onmessage = ({ data }) => say(data.what, data.text);
  hand.onerror = (event) => say('error', `a thread of the tab failed: ${event.message ?? 'it cannot be started'}`);
  const ready = engine.then((module) => hand.postMessage({ module }));
  return {
    give: (/** @type {string} */ job) => { ready.then(() => hand.postMessage({ job })); },
    dismiss: () => hand.terminate(),
  };
}

scope.onmessage = async (/** @type {MessageEvent} */ { data }) => {
  if (data.leave) {
    scope.oxoLeave?.();
    return;
  }
  try {
    const go = new scope.Go();
    go.run(await WebAssembly.instantiate(await engine, go.importObject));
    scope.oxoWork(data.url, data.name, data.threads, hire, hear);
  } catch (error) {
    hear('left', `The engine cannot be started: ${error}`);
  }
};
