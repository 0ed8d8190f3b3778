import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { complaints, open, patience, random, settled, visit } from './helper.mjs';

let at;
before(async () => { at = await open({ site: false }); });
after(async () => { await at?.close(); });

/** The browser's own messages about failed requests are no fault of the page. */
const quiet = () => complaints.splice(0).filter((text) => !/Failed to load resource|net::ERR/.test(text));

test('a server that is gone leaves the board and the moves, and can be tried again', async () => {
  const page = await visit(at, at.url, '#play?game=tictactoe&you=both&moves=b2.a1');
  await settled(page, 2);
  await page.route('**/api/**', (route) => route.abort());
  await page.click('#board [data-square="8"]');
  await page.waitForSelector('#status.wrong');
  assert.match(await page.textContent('#status'), /does not answer.*Your moves are kept/);
  assert.equal(await page.locator('#board [data-square]').count(), 9);
  assert.match(page.url(), /moves=b2\.a1\.c3/);
  await page.click('#board [data-square="2"]'); // no move is possible on a board that does not show the position
  assert.match(page.url(), /moves=b2\.a1\.c3$|moves=b2\.a1\.c3&/);
  await page.unroute('**/api/**');
  await page.click('button:text-is("Try again")');
  await page.waitForSelector('#status:not(.wrong)');
  await settled(page, 3);
  await page.context().close();
  assert.deepEqual(quiet(), []);
});

test('a server that is gone at the first visit can be tried again', async () => {
  const context = await at.browser.newContext();
  for (const what of ['**/api/**', '**/begin.json']) await context.route(what, (route) => route.abort());
  const page = await visit(at, at.url, '#play?game=connect4', { context });
  await page.waitForSelector('#board .wrong');
  await page.click('#game');
  await page.waitForFunction(() => /The list of games did not come/.test(document.querySelector('#toast')?.textContent ?? ''));
  for (const what of ['**/api/**', '**/begin.json']) await context.unroute(what);
  await page.click('button:text-is("Try again")');
  await page.waitForSelector('#board [data-square]');
  await page.click('#game');
  await page.waitForSelector('#dialog [data-game="othello"]');
  await context.close();
  assert.deepEqual(quiet(), []);
});

test('a forced pass waits where a link leads to it', async () => {
  const next = random(3);
  const game = 'othello:4x4';
  let moves = [];
  for (let tries = 0; tries < 200; tries++) {
    const state = await (await fetch(`${at.url}api/position?${new URLSearchParams({ game, moves: moves.join('.') })}`)).json();
    if (state.outcome !== 'ongoing') moves = [];
    else if (state.legal.length === 1 && state.legal[0].squares.length === 0) break;
    else moves.push(state.legal[next(state.legal.length)].move);
  }
  const page = await visit(at, at.url, `#play?game=${game}&you=both&moves=${moves.join('.')}`);
  await page.click('#playon');
  await page.waitForFunction(() => /\.pass/.test(location.hash));
  await page.context().close();
  assert.deepEqual(quiet(), []);
});

test('who waits for scores is told how many do', async () => {
  const page = await visit(at, at.url, '#play?game=tictactoe&you=both');
  await settled(page, 0);
  const event = (name, data) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  await page.route('**/api/analyze*', (route) => route.fulfill({ contentType: 'text/event-stream', body: event('queued', { waiting: 7 }) }));
  await page.click('#scores');
  await page.waitForFunction(() => /: 7 searches wait before yours\./.test(document.querySelector('#analysis').textContent));
  await page.unroute('**/api/analyze*');
  const analysis = { moves: [{ move: 'b2', best: true, line: ['b2'], depth: 0, nodes: 1, value: { result: 'draw' }, text: 'draw', score: 0, sign: 0 }], nodes: 1, seconds: 1, done: true };
  await page.route('**/api/analyze*', (route) => route.fulfill({
    contentType: 'text/event-stream', body: event('queued', { waiting: 0 }) + event('analysis', analysis) + event('end', { reason: 'others are waiting' }),
  }));
  await page.click('#scores');
  await page.click('#scores');
  await page.waitForFunction(() => /another search could begin/.test(document.querySelector('#analysis').textContent));
  await page.context().close();
  assert.deepEqual(quiet(), []);
});

test('Move now takes the best move known, and Stop ends the scores', async () => {
  const link = '#play?game=gomoku&level=perfect&moves=h8.h9.j8.j9&you=';
  const page = await visit(at, at.url, `${link}both`); // no search runs, which would store the settings
  await settled(page, 4);
  await page.evaluate(() => { const s = JSON.parse(sessionStorage.getItem('oxo')); sessionStorage.setItem('oxo', JSON.stringify({ ...s, ms: 600_000 })); });
  await page.goto('about:blank');
  await page.goto(`${at.url}${link}second`);
  await page.click('#playon');
  await page.waitForSelector('#movenow');
  await page.click('#movenow');
  await settled(page, 5, patience / 2); // by itself it would think for ten minutes
  await page.click('#scores');
  await page.waitForFunction(() => { // at once: on a slow machine the scores could end before a click from here
    const stop = document.querySelector('#stop');
    if (!stop || stop.hidden || !/^looking/.test(document.querySelector('#analysis > p:last-child')?.textContent ?? '')) return false;
    stop.click();
    return true;
  });
  await page.waitForFunction(() => /^[\d\u202f]+ positions/.test(document.querySelector('#analysis > p:last-child')?.textContent ?? ''));
  assert.equal(await page.locator('#stop').isVisible(), false);
  const nodes = await page.textContent('#analysis > p:last-child');
  await page.waitForTimeout(600);
  assert.equal(await page.textContent('#analysis > p:last-child'), nodes);
  await page.context().close();
});

test('a bad link offers what can be kept', async () => {
  for (const [hash, offer, moves] of [
    ['#play?game=tictactoe&you=both&moves=b2.a1.b2.c3', 'Keep the first 2 moves', 2],
    ['#play?game=tictactoe&you=both&moves=z9', 'Begin this game', 0],
    ['#play?game=tictactoe&you=both&position=nonsense&moves=b2', 'Begin this game', 0],
  ]) {
    const page = await visit(at, at.url, hash);
    assert.equal(await page.textContent('#keep'), offer);
    await page.click('#keep');
    await settled(page, moves);
    await page.context().close();
  }
  complaints.splice(0, complaints.length, ...complaints.filter((c) => !c.includes('422')));
});

