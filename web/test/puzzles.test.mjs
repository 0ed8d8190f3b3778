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
/** Five of noughts and crosses, which even a slow browser finds in the time, and five of Connect Four. */
const small = '#puzzles?about=tictactoe&from=random&count=5&set=2';
const five = '#puzzles?about=connect4:5x4&from=random&count=5&set=2';

const square = (page, n) => page.click(`#puzzleboard [data-square="${n}"]`);
/** Waits until the puzzle with a number asks for a move. */
const asks = (page, n = 1) => page.waitForFunction((want) => document.querySelector('#puzzletask')?.textContent.startsWith(want) && document.querySelector('#puzzleboard .legal, #puzzlemoves button'), `Puzzle ${n}:`);
const reads = (page, selector, want) => page.waitForFunction(([s, w]) => document.querySelector(s)?.textContent.includes(w), [selector, want]).catch(async (error) => {
  throw new Error(`waited for ${want}; ${selector} is ${await page.locator(selector).textContent({ timeout: 1000 }).catch(() => 'missing')}`, { cause: error });
});

/** Waits until the last thing that a screen reader hears is a text. */
const hears = (page, want) => page.waitForFunction((text) => document.querySelector('#announcer')?.textContent.endsWith(text), want);

for (const engine of ['server', 'browser']) {
  test(`${engine}: a wrong try is refuted on the board, move by move; the right move is explained`, async () => {
    const page = await visit(at, engine === 'server' ? at.url : at.site, one);
    await asks(page);
    assert.equal(await page.textContent('#puzzletask'), 'Puzzle 1: X to move and win.');
    await square(page, 4);
    await reads(page, '#puzzlewrong', 'No: b2 only draws. The reply is b1, then a1 c3 a2.');
    await hears(page, 'b2 only draws. The reply is b1, then a1 c3 a2.');
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
    const page = await visit(at, url, small);
    await reads(page, '#puzzlestate', '5 puzzles.');
    const tasks = [];
    for (let n = 1; n <= 5; n++) {
      await asks(page, n);
      tasks.push(await page.$$eval('#puzzleboard .square', (all) => all.map((s) => s.getAttribute('aria-label')).join(';')));
      await page.click('#puzzlenext');
    }
    await asks(page, 1); // after the last one comes the first
    sets.push(tasks);
    await page.selectOption('#puzzlechoices select >> nth=1', '3');
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
  assert.deepEqual(asked.filter((name) => /puzzles|training/.test(name)).sort(), ['/page-training.js', '/puzzles.css']);
  await page.click('#nav a:text-is("Play")');
  assert.equal(await page.isVisible('#puzzles'), false);
  await page.click('#nav a:text-is("Puzzles")');
  await asks(page);
  assert.equal(asked.filter((name) => /puzzles|training/.test(name)).length, 2);
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

test('hints by degrees: the theme, the piece or the part of the board, the move', async () => {
  const page = await visit(at, at.url, one);
  await asks(page);
  const hints = async () => (await page.$$eval('#puzzlehints li', (all) => all.map((li) => li.textContent))).join(' ');
  const lit = () => page.$$eval('#puzzleboard .lit', (all) => all.map((s) => Number(s.dataset.square)).sort());
  await page.click('#puzzlehint');
  assert.equal(await hints(), 'The theme is: double threat.');
  assert.deepEqual(await lit(), []);
  await page.keyboard.press('h');
  assert.equal(await hints(), 'The theme is: double threat. The move is in the middle.');
  await hears(page, 'The move is in the middle.');
  assert.deepEqual(await lit(), [1, 4, 7]);
  await page.click('#puzzlehint');
  assert.match(await hints(), /It is b1\.$/);
  assert.deepEqual(await lit(), [1]);
  assert.equal(await page.isDisabled('#puzzlehint'), true);
  await page.goto(`${at.url}#puzzles?about=chess&from=played&start=6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -&count=4`);
  await reads(page, '#puzzletask', 'white');
  await asks(page);
  await page.click('#puzzlehint');
  await page.click('#puzzlehint');
  assert.equal(await hints(), 'The theme is: mate in 1. Move the piece on a1.');
  assert.deepEqual(await lit(), [0]);
  await page.context().close();
  assert.deepEqual(complaints, []);
});

test('the streak, and puzzles that come again after days', async () => {
  const context = await at.browser.newContext({ serviceWorkers: 'block', timezoneId: 'Pacific/Auckland' });
  await context.addInitScript(() => { // the days that have passed since the test began
    const real = Date.now;
    Date.now = () => real() + Number(localStorage.getItem('days') ?? 0) * 86_400_000;
  });
  const later = (page, days) => page.evaluate((n) => localStorage.setItem('days', n), String(days));
  const page = await visit(at, at.site, one, { context });
  await asks(page);
  await square(page, 1);
  await reads(page, '#puzzledue', 'You will be asked again in 2 days.');
  await reads(page, '#puzzlestreak', 'Solved at the first try in a row: 1, at most 1.');
  await page.keyboard.press('n'); // the same puzzle, which is not due
  await asks(page);
  await square(page, 1);
  await reads(page, '#puzzledue', 'You will be asked again in 2 days.');
  await reads(page, '#puzzlestreak', 'in a row: 1, at most 1.');
  assert.equal(await page.locator('#puzzlerepeat').count(), 0);
  for (const [day, wait] of [[2, 4], [6, 8]]) {
    await later(page, day);
    await page.goto(`${at.site}#puzzles?from=due`);
    await page.reload();
    await reads(page, '#puzzlestate', 'One puzzle.');
    await asks(page);
    await square(page, 1);
    await reads(page, '#puzzledue', `You will be asked again in ${wait} days.`);
  }
  await reads(page, '#puzzlestreak', 'in a row: 3, at most 3.');
  await later(page, 14);
  await page.reload();
  await asks(page);
  await square(page, 4); // a wrong try: back to the first box
  await page.click('#puzzleagain');
  await asks(page);
  await square(page, 1);
  await reads(page, '#puzzledue', 'You will be asked again tomorrow.');
  await reads(page, '#puzzlestreak', 'in a row: 0, at most 3.');
  await later(page, 15);
  await page.goto(`${at.site}${one}`);
  await page.reload();
  await reads(page, '#puzzlekept', 'This browser keeps one puzzle to be repeated. One is due today.');
  await page.click('#puzzlerepeat');
  await asks(page);
  await page.click('#puzzleforget');
  await page.waitForSelector('#puzzlestreak', { state: 'detached' });
  assert.equal(await page.evaluate(() => localStorage.getItem('oxo-puzzles')), null);
  await page.goto(`${at.site}#puzzles?from=due`);
  await page.reload();
  await reads(page, '#puzzlestate', 'No puzzle is due today.');
  await context.close();
  assert.deepEqual(complaints, []);
});

test('a broken or foreign note in the browser is ignored', async () => {
  const page = await visit(at, at.url, one);
  await asks(page);
  for (const text of ['nonsense', '[]', '{"cards":{"a":1,"b":{"box":99,"due":1,"puzzle":{"position":"x","wrong":[]}},"c":null},"streak":"many"}']) {
    await page.evaluate((kept) => localStorage.setItem('oxo-puzzles', kept), text);
    await page.reload();
    await asks(page);
    assert.equal(await page.locator('#puzzlestreak').count(), 0, text);
  }
  await page.context().close();
  assert.deepEqual(complaints, []);
});

test('the mistakes of a game become puzzles, those of the reader alone', async () => {
  const page = await visit(at, at.url, '#play?game=tictactoe&position=OX./..O/..X&moves=b2.b1&you=first');
  await page.click('#review-game');
  await page.click('#make-puzzles');
  await asks(page);
  assert.equal(await page.textContent('#puzzletask'), 'Puzzle 1: X to move and win.');
  assert.match(page.url(), /#puzzles\?about=tictactoe&from=mistakes&count=5&set=1&start=OX.*&record=b2\.b1&whose=first$/);
  assert.equal(await page.inputValue('#puzzlerecord'), 'b2 b1');
  await reads(page, '#puzzlestate', 'One puzzle.');
  await square(page, 1);
  await reads(page, '#puzzleright', 'Right.');
  await reads(page, '#puzzlesaid', 'In the game b2 was played.');
  await page.goBack(); // to the game
  await page.waitForSelector('#board .grid');
  assert.equal(await page.evaluate(() => new URLSearchParams(location.hash.split('?')[1]).get('moves')), 'b2.b1');
  await page.goto(`${at.url}#puzzles?about=tictactoe&from=mistakes&start=OX./..O/..X&record=b2.b1&whose=second`);
  await reads(page, '#puzzlestate', 'No mistake of this game makes a puzzle');
  await page.fill('#puzzlerecord', '1. b2 c1');
  await page.click('#puzzlegamebox [type="submit"]');
  await reads(page, '#puzzlestate', 'c1');
  assert.match(await page.getAttribute('#puzzlestate', 'class'), /wrong/);
  complaints.splice(0, complaints.length, ...complaints.filter((c) => !c.includes('422')));
  await page.fill('#puzzlerecord', `${at.url}#play?game=tictactoe&moves=b2.a1.c1`);
  await page.click('#puzzlegamebox [type="submit"]');
  await page.waitForFunction(() => /record=b2\.a1\.c1/.test(location.hash) && !/start=/.test(location.hash));
  await page.selectOption('#puzzlechoices select >> nth=0', 'played');
  await asks(page);
  await page.context().close();
  assert.deepEqual(complaints, []);
});

test('a sheet for print: the boards, then the answers on a page of their own', async () => {
  const page = await visit(at, at.url, five, { colorScheme: 'dark' });
  await page.evaluate(() => { window.print = () => { document.body.dataset.printed = 'yes'; }; });
  await reads(page, '#puzzlestate', '5 puzzles.');
  await page.click('#puzzleprint');
  await page.waitForSelector('body[data-printed]');
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('#puzzlepaper .printed .grid').count(), 5);
  assert.equal(await page.isVisible('#puzzlepaper .answers'), true);
  assert.equal(await page.isVisible('#puzzleboard'), false);
  assert.equal(await page.isVisible('header'), false);
  assert.match(await page.textContent('.puzzlepage h2'), /^Puzzles: Connect Four/);
  assert.match(await page.textContent('.answers p'), /^1\. \d\. /);
  const sizes = await page.$$eval('#puzzlepaper .paperboard .square', (all) => all.map((s) => s.getBoundingClientRect().width));
  assert.ok(sizes.every((width) => width > 20), String(sizes));
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme ?? 'auto');
  assert.equal(await theme(), 'light');
  const pages = (await page.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/g).length;
  assert.equal(pages, 2);
  assert.equal(await theme(), 'auto'); // after printing
  await page.context().close();
  assert.deepEqual(complaints, []);
});

test('puzzles in German, and by keyboard alone', async () => {
  const page = await visit(at, `${at.url}?lang=de`, '#puzzles?about=connect4:5x4&from=random&count=3&set=2', { viewport: { width: 360, height: 800 } });
  await page.waitForFunction(() => document.querySelector('#puzzlestate')?.textContent === '3 Rätsel.');
  await page.waitForSelector('#puzzleboard .legal');
  assert.match(await page.textContent('#puzzletask'), /^Rätsel 1: (Gelb|Rot) zieht und (gewinnt|hält remis)\.$/);
  for (const press of ['h', 'h', 'h', 'n', 'h']) await page.keyboard.press(press);
  await page.focus('#puzzleboard [tabindex="0"]');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => /^(Nein|Richtig)/.test(document.querySelector('#puzzlesaid')?.textContent ?? ''));
  await page.keyboard.press('u');
  if (await page.isVisible('#puzzleanswer')) await page.click('#puzzleanswer'); // else it is solved
  await page.waitForSelector('#puzzleright');
  await page.keyboard.press('.');
  await page.keyboard.press(',');
  const missing = await page.evaluate(() => [...(window.oxoUntranslated ?? [])].filter((text) => /\b(the|is|are|and|with|which|wins|loses|draws|moves?|plays|to|for|by)\b/.test(text)));
  assert.deepEqual(missing, []);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.context().close();
  assert.deepEqual(complaints, []);
});

test('a puzzle fits five sizes of windows', async () => {
  const page = await visit(at, at.url, '#puzzles?about=chess&from=played&start=6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -&count=1');
  await asks(page);
  for (const [width, height] of [[360, 640], [844, 390], [768, 1024], [1280, 800], [1920, 1080]]) {
    await page.setViewportSize({ width, height });
    await page.waitForFunction(([w, h]) => {
      const { left, right, height: tall } = document.querySelector('#puzzleboard .grid').getBoundingClientRect();
      return innerWidth === w && document.documentElement.scrollWidth <= w && left >= 0 && right <= w && tall <= h && tall > 200;
    }, [width, height]).catch((error) => { throw new Error(`${width} by ${height}`, { cause: error }); });
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/puzzle-${width}x${height}.png` });
  }
  await page.context().close();
  assert.deepEqual(complaints, []);
});
