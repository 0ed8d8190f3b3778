// The outputs of the page: paper, a file of results, and results that are sent.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { complaints, open, serve, visit } from './helper.mjs';

let at;
before(async () => { at = await open(); });
after(async () => { await at?.close(); });

/** The number of pages of a PDF. */
const pages = (pdf) => (pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g) ?? []).length;

const wide = `(${Array.from({ length: 8 }, (_, i) => `(${Array.from({ length: 8 }, (_, k) => i * k - 20).join(' ')})`).join(' ')})`;

test('a sheet prints on one page, its solution on another', async () => {
  for (const hash of ['#exercise?kind=minimax&exercise=7', '#exercise?kind=alphabeta&exercise=3', '#exercise?kind=alphabeta-strict&exercise=12', '#exercise?kind=position&exercise=2',
    `#exercise?${new URLSearchParams({ kind: 'alphabeta', tree: '(3 5)' })}`, `#exercise?${new URLSearchParams({ kind: 'alphabeta', tree: wide })}`, `#exercise?${new URLSearchParams({ kind: 'minimax', tree: `${'('.repeat(15)}1 2${')'.repeat(15)}` })}`]) {
    const page = await visit(at, at.url, hash);
    await page.waitForSelector('#mark');
    await page.evaluate(() => { globalThis.print = () => { document.body.dataset.printed = String(Number(document.body.dataset.printed ?? 0) + 1); }; });
    if (hash.includes('position')) await page.waitForSelector('#paper .grid', { state: 'attached' });
    for (const [button, want] of [['#print', 1], ['#printboth', 2]]) {
      await page.click(button);
      await page.waitForFunction((n) => document.body.dataset.printed === String(n), want);
      if (hash.includes('position')) await page.waitForFunction((n) => document.querySelectorAll('#paper .grid').length === n, want);
      for (const format of ['A4', 'Letter']) {
        for (const landscape of [false, true]) {
          const pdf = await page.pdf({ format, landscape });
          assert.equal(pages(pdf), want, `${hash} ${button} ${format} ${landscape ? 'landscape' : 'portrait'}`);
        }
      }
    }
    await page.context().close();
  }
});

test('the paper has the number and a line for the name, no placeholder and no answer', async () => {
  const page = await visit(at, at.url, '#exercise?kind=alphabeta&exercise=3');
  await page.waitForSelector('#mark');
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.isVisible('#paper .page'), true);
  for (const hidden of ['header', 'footer', '#sheet', '#feedback', '#own', '#results', '.exercisehead', '.exercisebar']) assert.equal(await page.isVisible(hidden), false, hidden);
  const text = await page.textContent('#paper');
  assert.match(text, /Sheet 3/);
  assert.match(text, /Name.*Date/);
  assert.equal(await page.$('[placeholder]'), null);
  assert.deepEqual(await page.$$eval('#paper .answer', (all) => all.map((a) => a.textContent).filter(Boolean)), []);
  assert.equal(await page.$('#paper .solution'), null);
  await page.context().close();
});

/** Works on two exercises. */
async function work(url, context) {
  const page = await visit(at, url, `#exercise?${new URLSearchParams({ kind: 'alphabeta', tree: '((3 5) (2 9))' })}`, { context });
  await page.waitForSelector('#mark');
  await page.check('#sheet [data-node="6"][data-field="cut"]');
  await page.fill('#sheet [data-node="4"][data-field="alpha"]', '3');
  await page.fill('#sheet [data-node="0"][data-field="value"]', '9');
  await page.goto(`${url}#exercise?kind=minimax&exercise=1`);
  await page.waitForFunction(() => document.querySelectorAll('#sheet [data-field="alpha"]').length === 0 && document.querySelector('#sheet [data-field="value"]'));
  await page.fill('#sheet [data-node="1"][data-field="value"]', '77');
  await page.click('#results summary');
  return page;
}

test('a file of results has what docs/do/page.md says', async () => {
  for (const url of [at.url, at.site]) {
    const context = await at.browser.newContext();
    const page = await work(url, context);
    assert.equal(await page.isVisible('#send'), false); // nobody takes them here
    await page.fill('#learner', 'Ada Müller');
    const begun = Date.now();
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#savefile')]);
    assert.equal(download.suggestedFilename(), 'oxo-results-ada-müller.json');
    const file = JSON.parse(fs.readFileSync(await download.path(), 'utf8'));
    assert.equal(file.format, 'oxo-results-1');
    assert.equal(file.name, 'Ada Müller');
    assert.ok(Date.parse(file.saved) >= begun && Date.parse(file.saved) <= Date.now(), file.saved);
    assert.deepEqual(file.results, [
      { kind: 'alphabeta', tree: '((3 5) (2 9))', right: 2, wrong: 1, open: 7, of: 10, answers: [{ node: 6, field: 'cut', text: 'yes' }, { node: 4, field: 'alpha', text: '3' }, { node: 0, field: 'value', text: '9' }] },
      { kind: 'minimax', seed: 1, right: 0, wrong: 1, open: file.results[1].of - 1, of: file.results[1].of, answers: [{ node: 1, field: 'value', text: '77' }] },
    ]);
    // The documented schema accepts this file.
    const docs = fs.readFileSync(path.join(import.meta.dirname, '../../docs/do/page.md'), 'utf8');
    const schema = JSON.parse(/```json\n(\{\n {2}"\$schema"[\s\S]*?\n\})\n```/.exec(docs)[1]);
    const { default: Ajv } = await import('ajv/dist/2020.js');
    const check = new Ajv({ strict: true, formats: { 'date-time': (text) => !Number.isNaN(Date.parse(text)) } }).compile(schema);
    assert.ok(check(file), JSON.stringify(check.errors));
    for (const spoil of [(f) => { delete f.name; }, (f) => { f.results[0].right = -1; }, (f) => { f.results[0].answers[0].field = 'gamma'; }, (f) => { f.format = 'other'; }]) {
      const spoiled = structuredClone(file);
      spoil(spoiled);
      assert.ok(!check(spoiled), 'the schema takes anything');
    }
    await page.click('#forget');
    await page.reload();
    await page.waitForSelector('#mark');
    assert.equal(await page.inputValue('#sheet [data-node="1"][data-field="value"]'), '');
    await context.close();
  }
});

test('results are sent where they are taken, and kept', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'oxo-results-'));
  const server = await serve('--results', folder);
  try {
    const context = await at.browser.newContext();
    const page = await work(server.url, context);
    await page.waitForSelector('#send:visible');
    await page.click('#send');
    await page.waitForFunction(() => /no name: write yours/.test(document.querySelector('#sent').textContent));
    complaints.splice(0, complaints.length, ...complaints.filter((c) => !c.includes('422')));
    await page.fill('#learner', 'Ada');
    await page.click('#send');
    await page.waitForFunction(() => /^sent: 2 of \d+ right in 2 exercises$/.test(document.querySelector('#sent').textContent));
    const lines = fs.readFileSync(path.join(folder, 'results.jsonl'), 'utf8').trim().split('\n').map((l) => JSON.parse(l));
    assert.deepEqual(lines.map(({ name, kind, seed, tree, right, wrong }) => ({ name, kind, seed, tree, right, wrong })), [
      { name: 'Ada', kind: 'alphabeta', seed: undefined, tree: '((3 5) (2 9))', right: 2, wrong: 1 }, { name: 'Ada', kind: 'minimax', seed: 1, tree: undefined, right: 0, wrong: 1 },
    ]);
    await context.close();
  } finally {
    server.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
});

test('the console said nothing', () => {
  assert.deepEqual(complaints, []);
});
