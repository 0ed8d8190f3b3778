// The first load: the board comes before the engine, the site works offline, and both pages
// can be installed as an app.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { complaints, host, open, settled, visit } from './helper.mjs';

let at;
before(async () => { at = await open(); });
after(async () => { await at?.close(); });

const count = (page) => page.locator('#moves li').count();

test('a first visit loads one script and one style sheet', async () => {
  for (const url of [at.url, at.site]) {
    const context = await at.browser.newContext();
    const asked = [];
    context.on('request', (r) => { if (!r.serviceWorker()) asked.push(r.url().slice(url.length)); }); // it keeps the other views, too
    const page = await visit(at, url, '', { context });
    await page.waitForSelector('#board [data-square]');
    // The engine's worker comes after the board.
    const names = new Set(asked.filter((name) => /\.(js|css)$/.test(name) && !['worker.js', 'sw.js'].includes(name)));
    assert.deepEqual([...names].sort(), ['page.css', 'page.js']);
    await context.close();
  }
});

test('the first board takes a move before the engine is there, which then answers', async () => {
  const context = await at.browser.newContext();
  let release = () => {};
  const held = new Promise((resolve) => { release = () => resolve(undefined); });
  await context.route('**/oxo.wasm', async (route) => { await held; await route.continue(); });
  const page = await visit(at, at.site, '', { context });
  await page.waitForSelector('#board [data-square]');
  await page.waitForSelector('#loading:not([hidden]) progress');
  const shown = await count(page);
  await page.click('#board [data-square="0"]');
  await page.waitForFunction((n) => document.querySelectorAll('#moves li').length === n + 1, shown);
  assert.match(await page.textContent('#loading'), /The engine is loading\. Moves wait for it\./);
  release();
  await page.waitForFunction((n) => document.querySelectorAll('#moves li').length === n + 2, shown);
  assert.equal(await page.isVisible('#loading'), false);
  await context.close();
});

test('a visited site plays without a network', async () => {
  const site = await host();
  const context = await at.browser.newContext();
  const page = await visit(at, site.url, '#play?game=tictactoe&you=first', { context });
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated' && navigator.serviceWorker.controller);
  site.stop();
  await page.goto('about:blank');
  await page.goto(`${site.url}#play?game=connect4&you=first`);
  await settled(page, 0);
  await page.click('#board [data-square="3"]');
  await settled(page, 2);
  await context.close();
});

test('both pages can be installed as an app', async () => {
  for (const url of [at.url, at.site]) {
    const page = await visit(at, url);
    await page.waitForSelector('#board [data-square]');
    const cdp = await page.context().newCDPSession(page);
    const manifest = await cdp.send('Page.getAppManifest');
    assert.deepEqual(manifest.errors, []);
    assert.equal(manifest.url, `${url}site.webmanifest`);
    const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
    assert.deepEqual(installabilityErrors.filter((e) => e.errorId !== 'in-incognito'), []); // the test's browser keeps nothing
    await page.context().close();
  }
});

test('the pages complained of nothing', () => assert.deepEqual(complaints, []));
