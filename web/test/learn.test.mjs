// The essays next to the running tree.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { complaints, open, oxo, settled, visit } from './helper.mjs';

let at;
before(async () => { at = await open(); });
after(async () => { await at?.close(); });

const loaded = (page) => page.waitForFunction(() => document.querySelector('#treestate')?.hidden && Number(document.querySelector('#canvas')?.dataset.nodes) > 0);

/** The command's output for a tree, which is given by the parameters of a link. */
function said(tree) {
  const p = new URLSearchParams(tree);
  const args = [p.get('game'), ...(p.get('moves') ?? '').split('.').filter(Boolean), '--algorithm', p.get('algorithm') ?? 'alphabeta', '--json', '--show', '0'];
  if (p.get('position')) args.push('--position', p.get('position'));
  if (p.get('depth')) args.push('--depth', p.get('depth'));
  return JSON.parse(oxo('explain', ...args));
}

for (const [way, url] of [['served', () => at.url], ['static', () => at.site]]) {
  test(`each session of an essay opens its own tree (${way})`, async () => {
    for (const essay of ['minimax', 'alphabeta']) {
      const page = await visit(at, url(), `#learn?essay=${essay}`, { reducedMotion: 'reduce' });
      await page.waitForSelector('.session.shown');
      const trees = await page.$$eval('[data-tree]', (all) => all.map((f) => f.dataset.tree));
      assert.ok(trees.length >= 3, `${trees}`);
      await page.$$eval('#essay details', (all) => all.forEach((d) => { d.open = true; })); // sessions for programmers are folded
      for (const [k, tree] of trees.entries()) {
        await page.locator('figcaption a').nth(k).click();
        await page.waitForFunction((n) => document.querySelectorAll('[data-tree]')[n].classList.contains('shown'), k);
        await loaded(page);
        await page.click('button[aria-label="to the end"]');
        const { nodes } = said(tree);
        await page.waitForFunction((n) => document.querySelector('.tally').textContent.replace(/\D+/g, ' ').includes(` ${n} `) || document.querySelector('.tally').textContent.replace(/\u202f/g, '').includes(`${n} nodes`), nodes);
        assert.match(await page.evaluate(() => document.querySelector('#sentence').textContent), / is the best move: the position is worth /);
      }
      await page.context().close();
    }
  });
}

test('a session’s link opens the same in a new tab, and reading leaves the own game alone', async () => {
  const page = await visit(at, at.url, '#play?game=connect4&moves=4.4&you=both');
  await settled(page, 2);
  await page.click('#nav a:text-is("Learn")');
  await page.waitForSelector('.session.shown');
  const address = await page.locator('figcaption a').nth(1).getAttribute('href');
  await page.locator('figcaption a').nth(1).click();
  await page.waitForFunction(() => document.querySelectorAll('[data-tree]')[1].classList.contains('shown'));
  await loaded(page);
  const sentence = await page.textContent('#sentence');
  const other = await visit(at, at.url, address);
  await loaded(other);
  assert.equal(await other.textContent('#sentence'), sentence);
  await other.context().close();
  await page.click('#essays a:text-is("Alpha-beta")');
  await page.waitForSelector('#essay h1:has-text("alpha-beta")');
  await page.click('#nav a:text-is("Play")');
  await settled(page, 2);
  assert.equal(await page.locator('#board .stone').count(), 2);
  await page.goBack();
  await page.waitForSelector('#essay h1:has-text("alpha-beta")');
  await page.context().close();
});

test('keys walk the tree beside the essay', async () => {
  const page = await visit(at, at.url, '#learn?essay=alphabeta', { reducedMotion: 'reduce' });
  await page.waitForSelector('.session.shown');
  await loaded(page);
  const first = await page.textContent('#sentence');
  await page.keyboard.press('.');
  await page.waitForFunction((old) => document.querySelector('#sentence').textContent !== old, first);
  await page.keyboard.press('u');
  await page.waitForFunction((old) => document.querySelector('#sentence').textContent === old, first);
  await page.context().close();
});

test('an essay begins with the idea and a tree, asks one question, and folds the code', async () => {
  const page = await visit(at, at.url, '#learn?essay=minimax', { reducedMotion: 'reduce' });
  await page.waitForSelector('.session.shown');
  await loaded(page);
  assert.equal(await page.locator('#essay details.programmers').count(), 1);
  assert.equal(await page.locator('#essay details.programmers[open]').count(), 0);
  assert.equal(await page.locator('#essay pre:has-text("func (w *walk)"):visible').count(), 0);
  await page.click('.answers [data-right="false"] >> nth=0');
  assert.match(await page.textContent('.ask .verdict'), /Not so\. O chooses the answer/);
  await page.click('.answers [data-right="true"]');
  assert.match(await page.textContent('.ask .verdict'), /Right\. The least of a loss and a win is the loss\./);
  assert.equal(await page.getAttribute('.answers [data-right="true"]', 'aria-pressed'), 'true');
  await page.click('#essay summary:has-text("For programmers")');
  assert.ok(await page.locator('#essay pre:has-text("func (w *walk)"):visible').count() > 0);
  await page.context().close();
});

test('a legend beside the tree says what its signs mean, and what a win in 3 is', async () => {
  const page = await visit(at, at.url, '#learn?essay=alphabeta', { reducedMotion: 'reduce' });
  await loaded(page);
  const legend = await page.textContent('#signs');
  assert.match(legend, /O \(MAX\) is to move, and takes the greatest value below/);
  assert.match(legend, /W\d+win in \d+: \d+ moves? from the top of the tree, where the moves of both sides count/);
  assert.match(legend, /✂a cut-off/);
  assert.ok(await page.locator('#signs').isVisible());
  await page.click('#essays a:text-is("Monte-Carlo")');
  await page.waitForFunction(() => /the number of visits/.test(document.querySelector('#signs')?.textContent ?? ''));
  await page.context().close();
});

test('the console said nothing', () => {
  assert.deepEqual(complaints, []);
});
