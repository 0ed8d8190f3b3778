// Boards of another shape, captures that the mover chooses, and extra turns: the games of examples.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { complaints, open, settled, visit } from './helper.mjs';
import { buildExample, serveOwn } from './own.mjs';

let at;
const programs = [];
before(async () => { at = await open({ site: false }); });
after(async () => {
  await at?.close();
  for (const p of programs) {
    p.stop();
    p.remove();
  }
});

/** Serves a program of examples. */
async function example(name) {
  const program = buildExample(name);
  const served = await serveOwn(program.binary, true);
  programs.push({ ...served, remove: program.remove });
  return served.url;
}

const moves = (page) => page.$$eval('#moves li:not(.begin) button', (all) => all.map((b) => b.textContent));

test('a board of points and lines: what is missing is not there, and a click chooses the man that is taken', async () => {
  const url = await example('morris');
  const page = await visit(at, url, '#play?game=morris9&moves=a1.b2.d1.f2&you=both');
  await settled(page, 4);
  assert.equal(await page.locator('#board .square.missing').count(), 49 - 24);
  assert.equal(await page.locator('#board .square.missing:visible').count(), 0);
  assert.equal((await page.getAttribute('#board .under path', 'd')).match(/M/g).length, 32);
  await page.click('#board [aria-label^="g1,"]');
  assert.match(await page.textContent('#toast'), /g1: now click the piece that is taken/);
  assert.deepEqual((await page.$$eval('#board .square.legal', (all) => all.map((s) => s.getAttribute('aria-label').slice(0, 2)))).sort(), ['b2', 'f2']);
  await page.click('#board [aria-label^="f2,"]');
  await settled(page, 5);
  assert.deepEqual(await moves(page), ['a1', 'b2', 'd1', 'f2', 'g1xf2']);
  assert.equal(await page.locator('#board .stone').count(), 4);
  // The keyboard walks past what is missing: from f2 up to f4.
  await page.focus('#board [aria-label^="f2,"]');
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(() => /^f4,/.test(document.activeElement?.getAttribute('aria-label') ?? ''));
  await page.goto('about:blank');
  await page.goto(`${url}#play?game=morris3&you=both`);
  await settled(page, 0);
  assert.equal((await page.getAttribute('#board .under path', 'd')).match(/M/g).length, 16, 'diagonals are lines');
  await page.context().close();
});

test('an extra turn: the other side passes by itself, which is shown and not counted', async () => {
  const url = await example('kalah');
  const page = await visit(at, url, '#play?game=kalah&you=both');
  await settled(page, 0);
  assert.equal((await page.$$eval('#board .letter', (all) => all.map((t) => t.textContent))).join(' '), '0 4 4 4 4 4 4 4 4 4 4 4 4 0');
  await page.click('#board [data-square="3"]');
  await settled(page, 2);
  assert.match(await page.textContent('#toast'), /North passes: no other move is legal\./);
  await page.click('#board [data-square="1"]');
  await settled(page, 3);
  assert.deepEqual(await moves(page), ['3', 'passes', '1']);
  assert.deepEqual(await page.$$eval('#moves .number', (all) => all.map((n) => n.textContent)), ['1', '2']);
  await page.click('#board [data-square="9"]');
  await settled(page, 4);
  await page.click('#undo');
  await settled(page, 3);
  assert.match(await page.textContent('#status'), /\(after 2\. 1\)/, 'the pass has no number');
  await page.click('#undo');
  await page.click('#undo');
  await settled(page, 0);
  await page.context().close();
});

test('the console said nothing', () => {
  assert.deepEqual(complaints, []);
});
