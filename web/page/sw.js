// Keeps the static site in the browser, so that it works offline. The build writes the
// version, a hash of the files' content.

const version = 'oxo-VERSION';
/** @type {string[]} */
const files = ['FILES'];

/** @type {any} */
const worker = self;

// The host is asked whether a file has changed: a file from the browser's cache may be of
// an earlier version.
worker.addEventListener('install', (/** @type {any} */ event) => {
  event.waitUntil(caches.open(version).then((cache) => cache.addAll(files.map((file) => new Request(file, { cache: 'no-cache' })))).then(() => worker.skipWaiting()));
});
worker.addEventListener('activate', (/** @type {any} */ event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((n) => n.startsWith('oxo-') && n !== version).map((n) => caches.delete(n))))
    .then(() => worker.clients.claim()));
});
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  event.respondWith(caches.open(version).then(async (cache) => {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    const file = await fetch(request);
    if (file.ok && /\.wasm$|\/words\//.test(request.url)) event.waitUntil(cache.put(request, file.clone())); // an engine or a language that few visits need
    return file;
  }));
});
