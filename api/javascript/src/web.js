// What only browsers have.

/** Compiles the engine. @returns {Promise<WebAssembly.Module>} */
export async function compile() {
  const file = await fetch(new URL('./oxo.wasm', import.meta.url));
  if (!file.ok) throw new Error(`${file.url}: the host answers ${file.status}`);
  const typed = file.headers.get('Content-Type') === 'application/wasm'; // not every host sends the type
  return typed ? WebAssembly.compileStreaming(file) : WebAssembly.compile(await file.arrayBuffer());
}

/**
 * Starts a worker.
 * @param {(message: any) => void} hear @param {(error: Error) => void} fail
 * @returns {import('./pool.js').Thread}
 */
export function start(hear, fail) {
  const address = new URL('./worker.js', import.meta.url);
  // A browser runs workers of the page's own origin only: for another one, as that of a CDN, a worker of the page
  // imports the file.
  const own = address.origin === globalThis.location?.origin;
  const blob = own ? '' : URL.createObjectURL(new Blob([`import ${JSON.stringify(address.href)};`], { type: 'text/javascript' }));
  const worker = own ? new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }) : new Worker(blob, { type: 'module' });
  worker.onmessage = ({ data }) => {
    if (blob) URL.revokeObjectURL(blob);
    hear(data);
  };
  worker.onerror = (event) => fail(new Error(event.message || `${address.href} cannot be loaded`));
  return { post: (message, transfer = []) => worker.postMessage(message, transfer), busy: () => {}, end: () => worker.terminate() };
}

/** How many workers run at once. */
export const processors = () => globalThis.navigator?.hardwareConcurrency || 2;
