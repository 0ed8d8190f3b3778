import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { complaints, open, oxo, settled, visit } from './helper.mjs';

let at;
before(async () => { at = await open(); });
after(async () => { await at?.close(); });

/** The command's words about a move, which are the oracle. */
const because = (...args) => JSON.parse(oxo('explain', ...args, '--json'));

/** The numbers of the lit squares. */
const lit = (page) => page.$$eval('#board .lit', (all) => all.map((e) => Number(e.dataset.square)).sort((a, b) => a - b));

for (const engine of ['server', 'browser']) {
  test(`${engine}: every score says why, as the command does, and lights the squares`, async () => {
    const page = await visit(at, engine === 'server' ? at.url : at.site, '#play?game=tictactoe&you=both&moves=b1');
    await settled(page, 1);
    await page.click('#scores');
    await page.waitForSelector('#analysis [data-why="a3"]');
    await page.waitForFunction(() => !/looking/.test(document.querySelector('#analysis').textContent));
    assert.equal(await page.locator('#analysis [data-why]').count(), 8);
    assert.equal(await page.getAttribute('[data-why="a3"]', 'aria-label'), 'Why is a3 loss in 6?');
    await page.focus('[data-why="a3"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#analysis .because');
    assert.equal(await page.getAttribute('[data-why="a3"]', 'aria-expanded'), 'true');
    assert.ok(await page.evaluate(() => document.activeElement?.getAttribute('data-why') === 'a3'), 'the button keeps the focus');
    const want = because('tictactoe', 'b1', '--why', 'a3').sentences;
    assert.deepEqual(await page.locator('#analysis .reason').allTextContents(), want.map((s) => s.text));
    for (let i = 0; i < want.length; i++) {
      await page.keyboard.press('Tab');
      const squares = want[i].squares.map(([column, row]) => (row - 1) * 3 + column - 1).sort((a, b) => a - b);
      await page.waitForFunction((n) => document.querySelectorAll('#board .lit').length === n, squares.length);
      assert.deepEqual(await lit(page), squares, want[i].text);
    }
    await page.focus('[data-why="a3"]');
    await page.waitForFunction(() => document.querySelectorAll('#board .lit').length === 0);
    await page.click('[data-why="b2"]'); // one answer at a time
    await page.waitForFunction(() => /b2 draws/.test(document.querySelector('#analysis .because')?.textContent ?? ''));
    assert.equal(await page.locator('#analysis .because').count(), 1);
    await page.click('[data-why="b2"]');
    await page.waitForFunction(() => !document.querySelector('#analysis .whyanswer'));
    await page.context().close();
    assert.deepEqual(complaints, []);
  });
}

test('a turning point of a review says why', async () => {
  const page = await visit(at, at.url, '#play?game=tictactoe&you=both&moves=b2.a2.a1.b3');
  await settled(page, 4);
  await page.click('#review-game');
  await page.waitForSelector('#review .faults [data-why]');
  await page.waitForFunction(() => document.querySelector('#review-game')?.getAttribute('aria-disabled') === 'false');
  const first = page.locator('#review .faults [data-why]').first();
  const move = await first.getAttribute('data-why');
  const row = await page.locator('#review .faults li').first().textContent();
  const [, number, answers] = /^(\d+)(…)?/.exec(row);
  const ply = 2 * Number(number) - (answers ? 0 : 1);
  await first.click();
  await page.waitForSelector('#review .because');
  const moves = 'b2.a2.a1.b3'.split('.').slice(0, ply - 1);
  const want = because('tictactoe', ...moves, '--why', move).sentences.map((s) => s.text);
  assert.deepEqual(await page.locator('#review .reason').allTextContents(), want);
  await page.context().close();
  assert.deepEqual(complaints, []);
});

test('an answer that fails says so in words, and can be closed', async () => {
  const page = await visit(at, at.url, '#play?game=tictactoe&you=both&moves=b1');
  await settled(page, 1);
  await page.click('#scores');
  await page.waitForSelector('#analysis [data-why="a3"]');
  await page.route('**/api/why*', (route) => route.abort());
  await page.click('[data-why="a3"]');
  await page.waitForSelector('#analysis .whyanswer .wrong');
  assert.match(await page.textContent('#analysis .whyanswer .wrong'), /does not answer/);
  await page.click('[data-why="a3"]');
  await page.waitForFunction(() => !document.querySelector('#analysis .whyanswer'));
  await page.context().close();
  assert.deepEqual(complaints.splice(0).filter((text) => !/Failed to load resource|net::ERR/.test(text)), []);
});
