// Keeps the static site in the browser, so that it works offline. The build writes the
// version, a hash of the files' content.

const version = 'oxo-VERSION';
/** @type {string[]} */
const files = ['FILES'];

/** @type {any} */
const worker = self;

worker.addEventListener('install', (/** @type {any} */ event) => {
  event.waitUntil(caches.open(version).then((cache) => cache.addAll(files)).then(() => worker.skipWaiting()));
});
worker.addEventListener('activate', (/** @type {any} */ event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((n) => n.startsWith('oxo-') && n !== version).map((n) => caches.delete(n))))
    .then(() => worker.clients.claim()));
});
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  if (event.request.method !== 'GET') return;
  event.respondWith(caches.open(version).then(async (cache) => (await cache.match(event.request, { ignoreSearch: true })) ?? fetch(event.request)));
});
