// Measures how soon the page can be played on, side by side for several builds, in
// Chromium's emulation of a slow network: 150 ms latency, 1.6 Mbit/s. By hand:
//
//	node load.mjs BEFORE AFTER
//
// Each argument is a folder with the command as oxo, and the static site in site/ (go run
// ./web/site -compress -out BEFORE/site). RUNS is the number of runs of each, 5 by default;
// the table shows medians. "Playable" is the time until a click on a square of the first
// board shows a piece; "answered" until oxo has answered that move.

import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import zlib from 'node:zlib';
import { chromium } from 'playwright-core';

const runs = Number(process.env.RUNS ?? 5);
const latency = 150;
const bytesPerSecond = 1.6e6 / 8;
const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm', '.json': 'application/json', '.webmanifest': 'application/manifest+json' };

/** Serves a folder as a file host does: brotli where there is such a file, or else gzip. */
async function host(folder) {
  const packed = new Map();
  const server = http.createServer((request, response) => {
    let name = decodeURIComponent(new URL(request.url, 'http://x').pathname);
    if (name.endsWith('/')) name += 'index.html';
    const file = path.join(folder, name);
    if (!file.startsWith(folder) || !fs.existsSync(file)) return response.writeHead(404).end();
    const br = fs.existsSync(`${file}.br`);
    if (!packed.has(file)) packed.set(file, br ? fs.readFileSync(`${file}.br`) : zlib.gzipSync(fs.readFileSync(file), { level: 9 }));
    response.writeHead(200, { 'Content-Type': types[path.extname(file)] ?? 'application/octet-stream', 'Content-Encoding': br ? 'br' : 'gzip', 'Cache-Control': 'max-age=600' }).end(packed.get(file));
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return { url: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() };
}

/** Starts the command's server. */
async function serve(binary) {
  const child = spawn(binary, ['serve', '--addr', '127.0.0.1:0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => resolve(/http:\S+/.exec(String(text))[0]));
    child.on('exit', () => reject(new Error('oxo serve ended')));
  });
  return { url, stop: () => child.kill('SIGINT') };
}

/**
 * The number of waves: a request is in the wave after the last one that had ended before it
 * began.
 * @param {{begun: number, ended: number}[]} requests
 */
function waves(requests) {
  const depth = [];
  requests.sort((a, b) => a.begun - b.begun);
  requests.forEach(({ begun }, i) => {
    depth[i] = 1 + Math.max(0, ...requests.slice(0, i).map((r, j) => (r.ended <= begun ? depth[j] : 0)));
  });
  return Math.max(0, ...depth);
}

/** Visits a page for the first time, and plays a move as soon as one can. */
async function visit(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const look = () => {
      const board = document.querySelectorAll('#board [data-square]').length > 0;
      const pieces = document.querySelectorAll('#moves li').length;
      const here = /** @type {any} */ (globalThis);
      here.times ??= {};
      if (board) here.times.shown ??= performance.now();
      if (here.times.clicked && pieces > here.times.before) here.times.played ??= performance.now();
      if (here.times.clicked && pieces > here.times.before + 1) here.times.answered ??= performance.now();
      if (board && !here.times.clicked) {
        const square = document.querySelector('#board [data-square="0"]');
        here.times.before = pieces;
        here.times.clicked = performance.now();
        square.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
      }
    };
    setInterval(look, 20);
  });
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', { offline: false, latency, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond });
  const requests = new Map();
  cdp.on('Network.requestWillBeSent', (e) => {
    if (e.request.url.startsWith('http')) requests.set(e.requestId, { name: e.request.url, begun: e.timestamp, ended: Infinity, bytes: 0 });
  });
  cdp.on('Network.loadingFinished', (e) => Object.assign(requests.get(e.requestId) ?? {}, { ended: e.timestamp, bytes: e.encodedDataLength }));
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => /** @type {any} */ (globalThis).times?.played, null, { polling: 20, timeout: 300_000 });
  await page.waitForFunction(() => /** @type {any} */ (globalThis).times?.answered, null, { polling: 100, timeout: 300_000 });
  const times = await page.evaluate(() => /** @type {any} */ (globalThis).times);
  const all = [...requests.values()];
  const zero = Math.min(...all.map((r) => r.begun));
  const before = all.filter((r) => (r.begun - zero) * 1000 < times.shown);
  await context.close();
  return {
    requests: before.length, waves: waves(before), bytes: before.reduce((sum, r) => sum + r.bytes, 0),
    engine: all.filter((r) => r.name.endsWith('.wasm')).reduce((sum, r) => sum + r.bytes, 0),
    shown: times.shown, playable: times.played, answered: times.answered,
  };
}

const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'] });
const places = [];
for (const folder of process.argv.slice(2).map((name) => path.resolve(name))) {
  if (fs.existsSync(path.join(folder, 'oxo'))) places.push({ name: `${path.basename(folder)}, served`, ...await serve(path.join(folder, 'oxo')), results: [] });
  places.push({ name: `${path.basename(folder)}, static`, ...await host(path.join(folder, 'site')), results: [] });
}
for (const place of places) await visit(browser, place.url); // what is made at the first request is there
for (let i = 0; i < runs; i++) {
  for (const place of places) place.results.push(await visit(browser, place.url));
}
console.log('| build | requests until the board | waves | bytes of them | bytes of the engine | ms to the board | ms to a move on it | ms to the answer |\n|---|---|---|---|---|---|---|---|');
for (const { name, results } of places) {
  const cells = ['requests', 'waves', 'bytes', 'engine', 'shown', 'playable', 'answered'].map((key) => Math.round(median(results.map((r) => r[key]))).toLocaleString('en'));
  console.log(`| ${[name, ...cells].join(' | ')} |`);
}
await browser.close();
for (const place of places) place.stop();
