// Where the engine runs: Node.js, or a browser.

const node = typeof process === 'object' && !!process?.versions?.node && !globalThis.document;

/** @type {Promise<typeof import('./web.js')>} */
export const host = node ? /** @type {any} */ (import('./node.js')) : import('./web.js');

/** @type {Promise<WebAssembly.Module>|undefined} */
let compiled;

/** The compiled engine; it is loaded once. */
export function engine() {
  compiled ??= host.then(({ compile }) => compile());
  compiled.catch(() => { compiled = undefined; }); // the next call tries again
  return compiled;
}
