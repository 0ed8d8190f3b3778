// The engine in the browser: the same Go code as WebAssembly, in workers, so that the
// page never blocks. Ending its worker stops a search.

import { Problem } from './engine.js';

const noEngine = 'it needs WebAssembly, which this browser lacks or has switched off. Switch it on, or use another browser';

/** @returns {import('./engine.js').Engine} */
export function localEngine() {
  /** @type {Promise<WebAssembly.Module>|undefined} */
  let compiled;
  const compile = () => {
    if (!('WebAssembly' in self)) return Promise.reject(new Error(noEngine));
    compiled ??= WebAssembly.compileStreaming(fetch('oxo.wasm')).catch(async (error) => {
      const file = await fetch('oxo.wasm'); // the host does not send the type of the file
      if (!file.ok) throw error;
      return WebAssembly.compile(await file.arrayBuffer());
    });
    compiled.catch(() => { // the next worker compiles again
      compiled = undefined;
      workers.clear();
    });
    return compiled;
  };

  /** @type {Map<string, Answerer>} */
  const workers = new Map();
  /** @param {string} name */
  const worker = (name) => {
    let w = workers.get(name);
    if (w?.failed) {
      end(name);
      w = undefined;
    }
    if (!w) workers.set(name, (w = new Answerer(compile())));
    return w;
  };
  /** @param {string} name */
  const end = (name) => {
    workers.get(name)?.end();
    workers.delete(name);
  };
  const aborted = () => new DOMException('the page lost interest', 'AbortError');

  /**
   * @param {string} name the worker's name
   * @param {string} what @param {object} request
   * @param {(event: string, data: any) => void} hear
   * @param {AbortSignal} [signal]
   * @returns {Promise<void>}
   */
  const run = (name, what, request, hear, signal) => new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted());
    const w = worker(name);
    const leave = () => {
      // Nobody hears the rest of its work, so the worker ends; a quick answer may
      // finish.
      if (name !== 'quick' && w.busy) end(name);
      reject(aborted());
    };
    signal?.addEventListener('abort', leave, { once: true });
    w.ask(what, request, (event, data) => {
      if (signal?.aborted) return;
      if (event === 'problem') {
        signal?.removeEventListener('abort', leave);
        return reject(new Problem(data.detail));
      }
      hear(event, data);
      if (event === 'end') {
        signal?.removeEventListener('abort', leave);
        resolve();
      }
    });
    return undefined;
  });

  return {
    async ask(what, request, signal) {
      /** @type {any} */
      let answer;
      // A walk of a proof asks the worker that checked the proof.
      await run(what === 'reply' ? 'reply' : what === 'walk' ? 'check' : 'quick', what, request, (event, data) => {
        if (event === 'answer') answer = data;
      }, signal);
      if (!workers.has('reply')) setTimeout(() => worker('reply')); // so that the first reply does not wait for it
      return answer;
    },
    // Each kind of stream has its own worker: the scores continue while the tree is
    // walked.
    stream: (what, request, hear, signal) => run(what, what, request, hear, signal),
  };
}

/** A worker that runs the engine. */
class Answerer {
  /** @param {Promise<WebAssembly.Module>} compiled */
  constructor(compiled) {
    this.worker = new Worker('worker.js', { type: 'module' });
    /** @type {Map<number, (event: string, data: any) => void>} */
    this.hearers = new Map();
    this.next = 0;
    this.failed = false; // the engine has ended or failed: the next request needs a new one
    this.ready = compiled.then((module) => this.worker.postMessage({ module }));
    this.worker.onmessage = ({ data: { id, event, text, failed } }) => {
      if (failed) this.failed = true;
      const hear = this.hearers.get(id);
      if (event === 'end' || event === 'problem') this.hearers.delete(id);
      hear?.(event, JSON.parse(text));
    };
    this.worker.onerror = (event) => {
      this.failed = true;
      for (const hear of this.hearers.values()) hear('problem', { detail: `the engine failed: ${event.message}` });
      this.hearers.clear();
    };
  }

  get busy() { return this.hearers.size > 0; }

  /** @param {string} what @param {{file?: Uint8Array}} request @param {(event: string, data: any) => void} hear */
  ask(what, { file, ...request }, hear) {
    const id = this.next++;
    this.hearers.set(id, hear);
    this.ready.then(
      () => this.worker.postMessage({ id, what, text: JSON.stringify(request), file }),
      (error) => hear('problem', { detail: `the engine could not be loaded: ${error.message}` }),
    );
  }

  end() { this.worker.terminate(); }
}
