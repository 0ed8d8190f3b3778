// Puzzles: a wrong try is answered by its refutation, a right one by the reason; hints,
// repetition, links, print, and the mistakes of a game.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { complaints, open, visit } from './helper.mjs';

let at;
before(async () => { at = await open(); });
after(async () => { await at?.close(); });

/** One position of noughts and crosses, in which b1 alone wins. */
const one = '#puzzles?about=tictactoe&from=played&start=OX./..O/..X&count=5';
/** Of two games of Connect Four. */
const five = '#puzzles?about=connect4:5x4&from=random&count=5&set=2';

const square = (page, n) => page.click(`#puzzleboard [data-square="${n}"]`);
/** Waits until the puzzle with a number asks for a move. */
const asks = (page, n = 1) => page.waitForFunction((want) => document.querySelector('#puzzletask')?.textContent.startsWith(want) && document.querySelector('#puzzleboard .legal, #puzzlemoves button'), `Puzzle ${n}:`);
const reads = (page, selector, want) => page.waitForFunction(([s, w]) => document.querySelector(s)?.textContent.includes(w), [selector, want]).catch(async (error) => {
  throw new Error(`waited for ${want}; ${selector} is ${await page.locator(selector).textContent({ timeout: 1000 }).catch(() => 'missing')}`, { cause: error });
});

for (const engine of ['server', 'browser']) {
  test(`${engine}: a wrong try is refuted on the board, move by move; the right move is explained`, async () => {
    const page = await visit(at, engine === 'server' ? at.url : at.site, one);
    await asks(page);
    assert.equal(await page.textContent('#puzzletask'), 'Puzzle 1: X to move and win.');
    await square(page, 4);
    await reads(page, '#puzzlewrong', 'No: b2 only draws. The reply is b1, then a1 c3 a2.');
    assert.equal(await page.textContent('#announcer'), 'b2 only draws. The reply is b1, then a1 c3 a2.');
    await page.waitForSelector('#puzzleline li:last-child [aria-current]'); // the whole line is played out by itself
    assert.match(await page.getAttribute('#puzzleboard [data-square="3"]', 'aria-label'), /^a2, X, last move/);
    await page.click('#puzzleline li:nth-child(2) button'); // a click goes to the position after the reply
    await page.waitForSelector('#puzzleboard [data-square="1"].full');
    assert.equal(await page.locator('#puzzleboard .full').count(), 6);
    await page.click('#puzzleagain');
    await asks(page);
    assert.equal(await page.locator('#puzzleboard .full').count(), 4);
    await square(page, 1);
    await reads(page, '#puzzleright', 'Right. b1 wins in 3: it threatens a1-c1 and b1-b3 at once; O can stop only one.');
    assert.equal(await page.getAttribute('#puzzlelist button', 'aria-label'), 'puzzle 1, solved');
    await page.waitForSelector('#puzzleboard .won');
    await page.context().close();
    assert.deepEqual(complaints, []);
  });
}

test('the set of a number is the same on the server and in the browser, and choices make another', async () => {
  const sets = [];
  for (const url of [at.url, at.site]) {
    const page = await visit(at, url, five);
    await reads(page, '#puzzlestate', '5 puzzles.');
    const tasks = [];
    for (let n = 1; n <= 5; n++) {
      await asks(page, n);
      tasks.push(await page.$$eval('#puzzleboard .square', (all) => all.map((s) => s.getAttribute('aria-label')).join(';')));
      await page.click('#puzzlenext');
    }
    await asks(page, 1); // after the last one comes the first
    sets.push(tasks);
    await page.selectOption('#puzzlechoices label:has-text("Puzzles") select', '3');
    await reads(page, '#puzzlestate', '3 puzzles.');
    assert.match(page.url(), /count=3/);
    await page.context().close();
  }
  assert.deepEqual(sets[0], sets[1]);
  assert.equal(new Set(sets[0]).size, 5);
  assert.deepEqual(complaints, []);
});

test('the page loads puzzles only when they are shown', async () => {
  const context = await at.browser.newContext({ serviceWorkers: 'block' });
  const asked = [];
  context.on('request', (r) => asked.push(new URL(r.url()).pathname));
  const page = await visit(at, at.site, '#play?game=tictactoe&you=both', { context });
  await page.waitForSelector('#board .grid');
  assert.deepEqual(asked.filter((name) => /puzzles/.test(name)), []);
  await page.click('#nav a:text-is("Puzzles")');
  await asks(page);
  assert.deepEqual(asked.filter((name) => /puzzles/.test(name)).sort(), ['/page-puzzles.js', '/puzzles.css']);
  await page.click('#nav a:text-is("Play")');
  assert.equal(await page.isVisible('#puzzles'), false);
  await page.click('#nav a:text-is("Puzzles")');
  await asks(page);
  assert.equal(asked.filter((name) => /puzzles/.test(name)).length, 2);
  await context.close();
});

test('pieces that move: a click takes one up, the arrow keys and typed moves work too', async () => {
  const page = await visit(at, at.url, '#puzzles?about=chess&from=played&start=6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -&count=3');
  await asks(page);
  assert.equal(await page.textContent('#puzzletask'), 'Puzzle 1: white to move and win within 1 ply.');
  await page.fill('#puzzlemove', 'nonsense');
  await page.keyboard.press('Enter');
  await reads(page, '#toast', 'nonsense is not a move here');
  await page.fill('#puzzlemove', 'h3');
  await page.keyboard.press('Enter');
  await reads(page, '#puzzlewrong', 'No: h3 does not win within 1 ply. The reply is');
  await page.keyboard.press('Escape');
  await page.click('#puzzleboard [data-square="0"]'); // a click on the board leads back, too
  await asks(page);
  await page.click('#puzzleboard [data-square="0"]');
  await page.waitForSelector('#puzzleboard [data-square="0"].taken');
  for (let n = 0; n < 7; n++) await page.keyboard.press('ArrowUp');
  await page.waitForFunction(() => document.activeElement?.getAttribute('data-square') === '56');
  await page.keyboard.press('Enter');
  await reads(page, '#puzzleright', 'Right. Ra8# wins at once.');
  await page.context().close();
  assert.deepEqual(complaints, []);
});
