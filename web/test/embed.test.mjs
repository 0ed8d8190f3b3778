import assert from 'node:assert/strict';
import http from 'node:http';
import { after, before, test } from 'node:test';
import { complaints, open, serve, visit } from './helper.mjs';

let at, school;
before(async () => {
  at = await open({ site: false });
  // Another origin, whose pages show a given address in a frame.
  school = http.createServer((request, response) => {
    const source = new URL(request.url, 'http://x').searchParams.get('src');
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<!doctype html><iframe width="900" height="700" src="${source}"></iframe>`);
  });
  await new Promise((ready) => school.listen(0, '127.0.0.1', ready));
});
after(async () => {
  await at?.close();
  school?.close();
});

const framed = (url) => `http://127.0.0.1:${school.address().port}/?src=${encodeURIComponent(`${url}#tree?game=tictactoe&moves=b2.a1.c3.a3.a2&embed=1`)}`;

test('an origin that is named may frame a view, which comes without its own frame', async () => {
  const named = await serve('--embed', `http://127.0.0.1:${school.address().port}`);
  const page = await visit(at, framed(named.url));
  const frame = page.frameLocator('iframe');
  await frame.locator('#sentence:not(:empty)').waitFor();
  assert.equal(await frame.locator('header').isVisible(), false);
  assert.equal(await frame.locator('footer').isVisible(), false);
  assert.match(await page.frames()[1].evaluate(() => location.hash), /embed=1/);
  assert.equal(await page.frames()[1].evaluate(() => localStorage.getItem('oxo')), null);
  await page.context().close();
  named.stop();
});

test('others may not', async () => {
  const page = await visit(at, framed(at.url));
  await page.waitForFunction(() => document.readyState === 'complete');
  await assert.rejects(page.frameLocator('iframe').locator('#sentence').waitFor({ timeout: 1500 }));
  await page.context().close();
  const refused = complaints.splice(0).filter((text) => !/frame-ancestors|Framing/.test(text));
  assert.deepEqual(refused, []);
});

test('the page of its own has its frame', async () => {
  const page = await visit(at, at.url, '#tree?game=tictactoe&moves=b2.a1.c3.a3.a2');
  await page.waitForSelector('header');
  assert.equal(await page.isVisible('header'), true);
  await page.context().close();
});
