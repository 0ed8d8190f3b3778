// A tab works for a hub: it joins, computes, and leaves; a hub without --tabs has no such page.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { complaints, hub, open, oxoLater, tabFolder, visit } from './helper.mjs';

let at;
let folder;
before(async () => {
  at = await open({ site: false });
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'oxo-tab-'));
});
after(async () => {
  await at?.close();
  if (folder) fs.rmSync(folder, { recursive: true, force: true });
});

/** The hub's status page as JSON. */
const status = async (h, headers = {}) => (await fetch(`${h.page}status.json`, { headers })).json();

test('a tab joins, does the jobs of a proof with two threads, and leaves', async () => {
  const h = await hub('--dir', path.join(folder, 'hub'), '--tabs', tabFolder());
  try {
    const page = await visit(at, `${h.page}tab/`);
    await page.fill('#name', 'my tab');
    await page.fill('#threads', String(await page.$eval('#threads', (e) => Math.min(2, Number(e.max)))));
    await page.click('#join');
    await page.waitForFunction(() => document.querySelector('#state').textContent === 'At work for the hub.');
    const told = await oxoLater('solve', 'mnk:4x4x3', '--cluster=' + h.url, '--check', '0', '--job-nodes', '200');
    assert.match(told, /\bwin\b/);
    await page.waitForFunction(() => /^\d+ jobs? done, [\d.]+ s of work\.$/.test(document.querySelector('#done').textContent));
    const before = await status(h);
    assert.equal(before.workers.length, 1);
    assert.equal(before.workers[0].name, 'my tab');
    assert.ok(before.workers[0].answers > 0);
    assert.equal(await page.textContent('#trouble'), '');
    await page.click('#leave');
    await page.waitForFunction(() => document.querySelector('#state').textContent === 'Not at work.');
    assert.equal((await status(h)).workers[0].here, false);
    assert.equal(await page.isEnabled('#join'), true);
    await page.click('a[href="../"]');
    await page.waitForSelector('a[href="/tab/"]');
    await page.close();
  } finally {
    await h.stop();
  }
});

test('a tab that is closed in the middle keeps nobody waiting; a hub that ends is said', async () => {
  const h = await hub('--dir', path.join(folder, 'second'), '--tabs', tabFolder(), '--lease', '10m');
  const page = await visit(at, `${h.page}tab/`);
  await page.click('#join');
  await page.waitForFunction(() => document.querySelector('#state').textContent === 'At work for the hub.');
  const told = oxoLater('solve', 'connect4:5x5', '--cluster=' + h.url, '--check', '0', '--job-nodes', '100000000');
  await page.waitForFunction(() => document.querySelector('#done').textContent.includes('connect4'));
  await page.close();
  const other = await visit(at, `${h.page}tab/`);
  await other.click('#join');
  assert.match(await told, /\bdraw\b/);
  await h.stop();
  await other.waitForFunction(() => document.querySelector('#trouble').textContent !== '');
  await other.click('#leave');
  await other.waitForFunction(() => document.querySelector('#state').textContent === 'Not at work.');
  await other.close();
  complaints.splice(0); // of the connection that ended
});

test('without --tabs there is no such page; a token is asked for', async () => {
  const [token, orders] = ['token', 'order-token'].map((name) => path.join(folder, name));
  fs.writeFileSync(token, 'open-sesame-open-sesame\n');
  fs.writeFileSync(orders, 'close-sesame-close-sesame\n');
  const h = await hub('--dir', path.join(folder, 'third'), '--token', token, '--order-token', orders);
  const code = async (name, password) => (await fetch(h.page + name, { headers: password ? { Authorization: `Basic ${btoa(`x:${password}`)}` } : {} })).status;
  try {
    for (const [password, page, tab] of [['', 401, 401], ['wrong', 401, 401], ['open-sesame-open-sesame', 401, 404], ['close-sesame-close-sesame', 200, 404]]) {
      assert.deepEqual([await code('', password), await code('tab/', password), await code('desk', password)], [page, tab, tab], password);
    }
    assert.equal((await fetch(`${h.page}healthz`)).status, 200);
  } finally {
    await h.stop();
  }
});

test('the pages complained of nothing', () => assert.deepEqual(complaints, []));
