// The page in a real browser: playwright-core is that of oxo's own tests.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { test } from 'node:test';
import { chromium } from 'playwright-core';

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };

test('a move is answered', async () => {
  const server = http.createServer((request, response) => {
    const file = path.join(import.meta.dirname, new URL(request.url, 'http://x').pathname);
    if (!fs.existsSync(file)) return response.writeHead(404).end();
    return response.writeHead(200, { 'Content-Type': types[path.extname(file)] ?? 'application/octet-stream' }).end(fs.readFileSync(file));
  });
  await new Promise((ready) => { server.listen(0, '127.0.0.1', ready); });
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, timeout: 600_000, args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'] });
  const page = await browser.newPage();
  page.setDefaultTimeout(600_000);
  await page.goto(`http://127.0.0.1:${server.address().port}/index.html`);
  await page.locator('#status', { hasText: 'white to move' }).waitFor();
  const box = await page.locator('cg-board').boundingBox();
  const click = (file, rank) => page.mouse.click(box.x + (file + 0.5) * 50, box.y + (7.5 - rank) * 50);
  await click(4, 1); // e2
  await page.locator('square.move-dest').first().waitFor();
  await click(4, 3); // e4
  await page.locator('square.last-move').first().waitFor();
  await page.waitForFunction(() => document.querySelector('#status').textContent === 'white to move' && document.querySelectorAll('square.last-move').length === 2, null, { polling: 50 });
  assert.equal(await page.locator('piece.white').count() + await page.locator('piece.black').count() >= 31, true);
  await browser.close();
  server.close();
  server.closeAllConnections();
});
