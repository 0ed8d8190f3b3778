// The engine in the browser: the same Go code as WebAssembly, in workers, so that the
// page never blocks. Ending its worker stops a search.

import { Problem } from './engine.js';
import { isSheet } from './sheets.js';

const noEngine = 'it needs WebAssembly, which this browser lacks or has switched off. Switch it on, or use another browser';

const streams = ['analyze', 'solve', 'prove', 'review', 'puzzles', 'why', 'explain', 'check'];

/** The file of the engine, and of the one that also plays games of rule sheets. */
const [usual, withSheets] = ['oxo.wasm', 'oxo-sheets.wasm'];

/** The number of bytes of the engine that have been loaded, and the number of all. heard is called after each change. */
export const coming = {
  bytes: 0,
  of: Number(document.querySelector('meta[name="oxo-engine"]')?.getAttribute('data-bytes')),
  heard: (/** @type {'more'|'here'|'failed'} */ _news) => {},
};

/** Counts the bytes of a file while they are loaded. @param {Response} file */
async function count(file) {
  coming.bytes = 0;
  const reader = file.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    coming.bytes += part.value.length;
    coming.heard('more');
  }
}

/** Loads an engine. @param {string} name */
async function load(name) {
  if (!('WebAssembly' in self)) throw new Error(noEngine);
  const file = await fetch(name);
  if (!file.ok) throw new Error(`${name}: the host answers ${file.status}`);
  if (name === usual) count(file.clone()).catch(() => { /* the compiler gets the same error */ });
  const typed = file.headers.get('Content-Type') === 'application/wasm'; // not every host sends the type
  return typed ? WebAssembly.compileStreaming(file) : WebAssembly.compile(await file.arrayBuffer());
}

/** @returns {import('./engine.js').Engine} */
export function localEngine() {
  /** @type {Map<string, Promise<WebAssembly.Module>>} */
  const compiled = new Map();
  /** @param {string} file */
  const compile = (file) => {
    let module = compiled.get(file);
    if (module) return module;
    module = load(file);
    compiled.set(file, module);
    module.then(() => file === usual && coming.heard('here'), () => { // the next worker compiles again
      coming.heard('failed');
      compiled.delete(file);
      workers.clear();
    });
    return module;
  };

  /** @type {Map<string, Answerer>} */
  const workers = new Map();
  /** @param {string} name @param {string} [file] */
  const worker = (name, file = usual) => {
    const key = `${file} ${name}`;
    let w = workers.get(key);
    if (w?.failed) {
      w.end();
      w = undefined;
    }
    if (!w) workers.set(key, (w = new Answerer(compile(file))));
    return w;
  };
  setTimeout(() => worker('quick').ready.catch(() => { /* who asks hears of it */ })); // before the first request
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
    const file = what === 'sheet' || isSheet(/** @type {{game?: string}} */ (request).game ?? '') ? withSheets : usual;
    const w = worker(name, file);
    const leave = () => {
      // Nobody uses the rest of its work, so the worker ends; a quick answer may
      // finish.
      if (name !== 'quick' && w.busy) {
        w.end();
        workers.delete(`${file} ${name}`);
      }
      reject(aborted());
    };
    signal?.addEventListener('abort', leave, { once: true });
    w.ask(what, request, (event, data) => {
      if (signal?.aborted) return;
      if (event === 'problem') {
        signal?.removeEventListener('abort', leave);
        return reject(new Problem(data.detail, false, data.status));
      }
      hear(event, data);
      if (event === 'end') {
        signal?.removeEventListener('abort', leave);
        resolve();
      }
    });
    return undefined;
  });

  // Each kind of stream has its own worker: the scores continue while the tree is
  // walked. A walk of a proof asks the worker that checked the proof.
  /** @param {string} what */
  const workerOf = (what) => (what === 'walk' ? 'check' : ['reply', ...streams].includes(what) ? what : 'quick');

  return {
    async ask(what, request, signal, near = what) {
      /** @type {any} */
      let answer;
      await run(workerOf(near), what, request, (event, data) => {
        if (event === 'answer') answer = data;
      }, signal);
      setTimeout(() => worker('reply')); // so that the first reply does not wait for it
      return answer;
    },
    stream: (what, request, hear, signal) => run(workerOf(what), what, request, hear, signal),
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
