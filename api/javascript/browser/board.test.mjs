// The web component in a real browser, as a teacher's page has it: board.html is that of examples/javascript.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';

const folder = path.resolve(import.meta.dirname, '..');
const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const types = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
const patience = 120_000; // a slow machine needs it; usually a moment suffices
const pages = {};
const complaints = [];
let browser, site, other;

/** Serves the project, and the pages that tests make. */
async function serve() {
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://x');
    const file = path.join(folder, pathname);
    const body = pages[pathname] ?? (fs.existsSync(file) && fs.statSync(file).isFile() ? fs.readFileSync(file) : null);
    if (body === null) return response.writeHead(404).end();
    const type = types[path.extname(pathname)] ?? 'application/octet-stream';
    return response.writeHead(200, { 'Content-Type': type, 'Access-Control-Allow-Origin': '*' }).end(body);
  });
  await new Promise((ready) => { server.listen(0, '127.0.0.1', ready); });
  return { url: `http://127.0.0.1:${server.address().port}`, stop: () => { server.close(); server.closeAllConnections(); } };
}

before(async () => {
  [site, other] = [await serve(), await serve()];
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, timeout: patience, args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'] });
});
after(async () => {
  await browser?.close();
  site?.stop();
  other?.stop();
});

/** Opens a page. */
async function visit(address) {
  const page = await browser.newPage({ viewport: { width: 900, height: 900 } });
  page.setDefaultTimeout(patience);
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type()) && !/favicon/.test(message.location().url)) complaints.push(`${address}: ${message.text()}`); });
  page.on('pageerror', (error) => complaints.push(`${address}: ${error.stack}`));
  await page.goto(site.url + address);
  return page;
}

/** Opens a page with one board. */
function board(html, from = '') {
  const name = `/${Object.keys(pages).length}.html`;
  pages[name] = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A board</title><script type="module" src="${from}/node_modules/oxo/src/board.js"></script><main><h1>A board</h1>${html}</main></html>`;
  return visit(name);
}

/** Waits until a number of moves was made, and a person is to move or the game is over. */
const made = (page, moves) => page.waitForFunction((n) => {
  const { position, shadowRoot } = document.querySelector('oxo-board');
  return position?.made === n && shadowRoot.querySelector('.status').textContent === position.verdict;
}, moves, { polling: 50 });

const square = (page, n) => page.locator(`oxo-board [data-square="${n}"]`);

/** Checks a page with axe. */
async function checkAxe(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`), []);
}

test('a teacher\'s page of ten lines: play by click and by key, values, why, take back, new game', async () => {
  const page = await visit('/board.html');
  await made(page, 0);
  await square(page, 3).click();
  await made(page, 2);
  await checkAxe(page);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await made(page, 4);
  const moves = await page.evaluate(() => document.querySelector('oxo-board').position.history);
  assert.deepEqual([moves[0], moves[2]], ['4', '2']);
  assert.match(await square(page, 3).getAttribute('aria-label'), /red/);

  const values = page.getByRole('button', { name: 'Values' });
  await values.click();
  await page.locator('oxo-board .chip .badge').first().waitFor();
  assert.equal(await values.getAttribute('aria-pressed'), 'true');
  await checkAxe(page);
  await values.click();
  assert.equal(await page.locator('oxo-board .badge').count(), 0);

  await page.getByRole('button', { name: 'Why?' }).click();
  await page.locator('oxo-board .because li', { hasNotText: 'One moment' }).first().waitFor();
  await checkAxe(page);
  await page.getByRole('button', { name: 'Take back' }).click();
  await made(page, 2);
  await page.getByRole('button', { name: 'New game' }).click();
  await made(page, 0);
  assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector('oxo-board').shadowRoot.querySelector('.squares')).backgroundColor), 'rgb(29, 63, 114)');
  await page.close();
});

test('a whole game, and its end; events say so', async () => {
  const page = await board('<oxo-board game="tictactoe" level="perfect" side="second" moves="b2 a2"></oxo-board>');
  await page.evaluate(() => {
    globalThis.heard = [];
    for (const name of ['oxo-move', 'oxo-end', 'oxo-error']) document.addEventListener(name, ({ type, detail }) => heard.push([type, detail.move ?? detail.outcome ?? detail.error.kind]));
  });
  for (let n = 3; await page.evaluate(() => document.querySelector('oxo-board').position?.outcome ?? 'ongoing') === 'ongoing'; n += 2) {
    await page.waitForFunction((m) => {
      const { position, shadowRoot } = document.querySelector('oxo-board');
      return position && (position.outcome !== 'ongoing' || (position.made >= m && shadowRoot.querySelector('.square.legal')));
    }, n, { polling: 50 });
    if (await page.evaluate(() => document.querySelector('oxo-board').position.outcome) !== 'ongoing') break;
    await page.locator('oxo-board .square.legal').first().click();
  }
  await page.waitForFunction(() => heard.some(([type]) => type === 'oxo-end'), null, { polling: 50 });
  assert.deepEqual((await page.evaluate(() => heard)).at(-1), ['oxo-end', 'first']);
  await checkAxe(page);
  await page.evaluate(() => document.querySelector('oxo-board').setAttribute('game', 'tictactoo'));
  await page.waitForFunction(() => heard.at(-1)[0] === 'oxo-error', null, { polling: 50 });
  assert.match(await page.locator('oxo-board .status').textContent(), /tictactoo/);
  await page.close();
});

test('pieces are taken up and put down; a pawn that arrives asks what it becomes', async () => {
  const page = await board('<oxo-board game="chess" position="8/P6k/8/8/8/8/8/K7 w - - 0 1"></oxo-board>');
  await made(page, 0);
  await square(page, 48).click();
  await page.locator('oxo-board .status', { hasText: 'a7 is taken up' }).waitFor();
  await square(page, 10).click();
  await page.locator('oxo-board .status', { hasText: 'c2 is not a move here' }).waitFor();
  await square(page, 48).click();
  await square(page, 56).click();
  await checkAxe(page);
  await page.getByRole('button', { name: 'a8=R' }).click();
  await made(page, 1);
  assert.equal(await page.evaluate(() => document.querySelector('oxo-board').position.history[0]), 'a7a8r');
  await page.evaluate(() => document.querySelector('oxo-board').play('a1a1'));
  assert.match(await page.locator('oxo-board .status').textContent(), /a1a1/);
  await square(page, 55).click(); // the game goes on
  await square(page, 54).click();
  await made(page, 2);
  await page.close();
});

test('directions are keys, moves without squares are buttons, and a board without squares is a text', async () => {
  const page = await board('<oxo-board game="2048"></oxo-board>');
  await made(page, 0);
  await square(page, 0).focus();
  const [first] = await page.evaluate(() => document.querySelector('oxo-board').position.moves());
  await page.keyboard.press(`Arrow${first[0].toUpperCase()}${first.slice(1)}`);
  await page.waitForFunction(() => document.querySelector('oxo-board').position.made > 0, null, { polling: 50 });
  await page.evaluate(() => document.querySelector('oxo-board').setAttribute('game', 'go:5x5'));
  await page.getByRole('button', { name: 'pass' }).click();
  await made(page, 1);
  await checkAxe(page);
  await page.close();
});

test('a game that is chosen while another one is loaded is the one that comes', async () => {
  const page = await board('<p>no board yet</p>');
  await page.waitForFunction(() => customElements.get('oxo-board'), null, { polling: 50 });
  await page.evaluate(() => {
    const element = document.createElement('oxo-board');
    element.setAttribute('game', 'connect4');
    document.querySelector('main').append(element);
    element.setAttribute('game', 'go:5x5');
  });
  await page.getByRole('button', { name: 'pass' }).waitFor();
  await made(page, 0);
  assert.match(await page.evaluate(() => document.querySelector('oxo-board').position.game.name), /^go/);
  await page.close();
});

test('a page may load the package from another origin', async () => {
  const page = await board('<oxo-board game="tictactoe" level="perfect"></oxo-board>', other.url);
  await made(page, 0);
  await square(page, 4).click();
  await made(page, 2);
  await page.close();
});

test('a search in the browser is stopped at once, and adds no names', async () => {
  const page = await board('<p>no board</p>');
  const got = await page.evaluate(async () => {
    const before = Object.keys(globalThis).length;
    const { Game } = await import('/node_modules/oxo/src/index.js');
    const position = (await Game.open('connect4')).position();
    const controller = new AbortController();
    let kind = '';
    try {
      for await (const report of position.analyze({ signal: controller.signal })) if (report) controller.abort();
    } catch (error) {
      kind = error.kind;
    }
    const { move } = await position.best({ level: 1, seed: 3 });
    return [kind, position.moves().includes(move), Object.keys(globalThis).length - before];
  });
  assert.deepEqual(got, ['stopped', true, 0]);
  await page.close();
});

test('nothing complains', () => assert.deepEqual(complaints.filter((text) => !/404/.test(text)), []));
