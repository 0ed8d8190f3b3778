// Helpers that the tests share: the page served in both ways, a browser, and requests to
// the command, which is the oracle.

import { execFile, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';

const root = path.resolve(import.meta.dirname, '../..');
// A run of all tests builds once, into a folder that the run names and removes.
const built = process.env.OXO_BUILT ?? '';
const work = built || fs.mkdtempSync(path.join(os.tmpdir(), 'oxo-page-'));
const binary = path.join(work, 'oxo');

/**
 * The maximum time for anything that a test waits for in the browser, in milliseconds.
 * Usually a moment suffices; a slow or busy machine needs longer than the default of half a
 * minute.
 */
export const patience = 600_000;

/** Builds the command and, if wanted, the static site. */
function build(site) {
  if (built && fs.existsSync(path.join(work, site ? 'site/oxo.wasm' : 'oxo'))) return;
  execFileSync('go', ['build', '-o', binary, './cmd/oxo'], { cwd: root, stdio: 'inherit' });
  if (site) execFileSync('go', ['run', './web/site', '-out', path.join(work, 'site')], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Returns the command's output. */
export function oxo(...args) {
  return execFileSync(binary, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
}

/** Returns a promise of the command's output. */
export function oxoLater(...args) {
  return new Promise((resolve, reject) => {
    execFile(binary, args, { encoding: 'utf8' }, (error, out, err) => (error ? reject(new Error(`${error}: ${err}`)) : resolve(out)));
  });
}

/** A hub: its address and that of its page. */
export async function hub(...args) {
  const child = spawn(binary, ['hub', '--any-build', '--addr', '127.0.0.1:0', '--http', '127.0.0.1:0', ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise((resolve) => { child.on('exit', resolve); });
  let text = '';
  const [, url, page] = await new Promise((resolve, reject) => {
    child.stdout.on('data', (more) => {
      const both = /(nats:\S+)[^]*?(https?:\S+)/.exec(text += more);
      if (both) resolve(both);
    });
    ended.then(() => reject(new Error('oxo hub ended')));
  });
  return { url, page, stop: () => { child.kill('SIGINT'); return ended; } };
}

/** The page on which a tab works for a hub, built once. */
export function tabFolder() {
  const folder = path.join(work, 'tab');
  if (!fs.existsSync(path.join(folder, 'tab.wasm'))) execFileSync('go', ['run', './web/site', '-tab', '-out', folder], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  return folder;
}

/** Starts oxo serve with additional arguments. */
export async function serve(...args) {
  const child = spawn(binary, ['serve', '--addr', '127.0.0.1:0', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => resolve(/http:\S+/.exec(String(text))[0]));
    child.on('exit', () => reject(new Error('oxo serve ended')));
  });
  return { url, stop: () => child.kill('SIGINT') };
}

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm', '.webmanifest': 'application/manifest+json', '.json': 'application/json', '.txt': 'text/plain' };

/** Serves the static site as any file host would. */
export const siteFolder = path.join(work, 'site');
export async function host() {
  const server = http.createServer((request, response) => {
    let name = decodeURIComponent(new URL(request.url, 'http://x').pathname);
    if (name.endsWith('/')) name += 'index.html';
    let file = path.join(siteFolder, name);
    // The modules are joined in the site. A test that imports one gets it from its source.
    if (name.endsWith('.js') && !fs.existsSync(file)) file = path.join(root, 'web/page', path.basename(name));
    if (![siteFolder, root].some((folder) => file.startsWith(folder)) || !fs.existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': types[path.extname(file)] ?? 'application/octet-stream' }).end(fs.readFileSync(file));
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return { url: `http://127.0.0.1:${server.address().port}/`, stop: () => { server.close(); server.closeAllConnections(); } };
}

/** Opens a browser, and serves the page in both ways. */
export async function open({ site = true } = {}) {
  build(site);
  const served = await serve('--time', '1h', '--limit', 'sheet-time=1h'); // a search ends by its result, or by the page's own limit
  const hosted = site ? await host() : null;
  const browser = await chromium.launch({
    timeout: patience,
    executablePath: process.env.CHROMIUM || ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((file) => fs.existsSync(file)),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (...options) => {
    const context = await newContext(...options);
    context.setDefaultTimeout(patience);
    return context;
  };
  return {
    browser, url: served.url, site: hosted?.url ?? '',
    async close() {
      await browser.close();
      served.stop();
      hosted?.stop();
      if (!built) fs.rmSync(work, { recursive: true, force: true });
    },
  };
}

/** All messages in the consoles of all pages; there must be none. */
export const complaints = [];

/**
 * Opens a page in its own browser context. chance replaces every random number from 0 to 1.
 * ms is the time limit of a reply, and of scores and reviews from a server; without it the page
 * allows one second, ten and twenty. Only with serviceWorkers: 'allow' the page keeps its files
 * for later, which costs a tenth of the time of a test. With modules the page loads its modules one by one, so that a test can import
 * the same ones.
 */
export async function visit(at, url, hash = '', { chance, ms, modules, ...options } = {}) {
  const context = options.context ?? await at.browser.newContext({ serviceWorkers: 'block', viewport: { width: 1280, height: 900 }, ...options });
  if (chance !== undefined) await context.addInitScript((number) => { Math.random = () => number; }, chance);
  if (ms !== undefined) {
    await context.addInitScript((most) => {
      try {
        if (!sessionStorage.getItem('oxo')) sessionStorage.setItem('oxo', JSON.stringify({ ms: most }));
      } catch { /* about:blank keeps nothing */ }
    }, ms);
    await context.route('**/api/analyze*', (route) => route.continue({ url: route.request().url().replace('ms=10000', `ms=${ms}`) }));
    await context.route('**/api/review*', (route) => route.continue({ url: route.request().url().replace('ms=20000', `ms=${ms}`) }));
  }
  if (modules) {
    await context.route((address) => address.pathname === new URL(url).pathname, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace('src="page.js"', 'src="main.js"') });
    });
  }
  const page = await context.newPage();
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !/Service Worker registration blocked/.test(message.text())) complaints.push(`${hash}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`${hash}: ${error.stack}`));
  await page.goto(url + hash);
  return page;
}

/**
 * Waits until the board shows a number of moves and no search for a move runs. After the
 * timeout the error contains what the page shows. It polls by a clock, since a browser
 * without a screen may stop drawing frames.
 */
export async function settled(page, moves, timeout = patience) {
  await page.waitForFunction((n) => {
    const standing = [...document.querySelectorAll('#moves li button')].findIndex((b) => b.hasAttribute('aria-current'));
    const status = document.querySelector('#status');
    return status && status.textContent !== '' && !status.classList.contains('thinking') && Math.max(standing, 0) === n;
  }, moves, { polling: 50, timeout }).catch(async (error) => {
    const shown = await page.evaluate(() => ['#status', '#moves', '#toast', '#dialog'].map((name) => `${name}: ${document.querySelector(name)?.textContent}`).join('\n'));
    throw new Error(`waited for ${moves} moves of ${page.url()}; it shows\n${shown}`, { cause: error });
  });
}

/** Makes a generator of numbers below n; the same seed gives the same numbers. */
export function random(seed) {
  let s = seed >>> 0;
  return (n) => {
    s = (Math.imul(s ^ (s >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((s ^ (s >>> 13)) >>> 0) % n;
  };
}
