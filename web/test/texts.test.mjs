// The small texts of the page: names for screen readers, numbers, signs, pieces beside names.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { complaints, open, settled, visit } from './helper.mjs';

let at;
before(async () => { at = await open({ site: false }); });
after(async () => { await at?.close(); });

test('a dialog is named by its heading', async () => {
  const page = await visit(at, at.url, '#play?game=tictactoe&you=both');
  await settled(page, 0);
  for (const [opens, name] of [['#help', 'Keys, words and signs'], ['#rules', 'Rules'], ['#game', 'Games'], ['#paste', 'Paste a game']]) {
    await page.click(opens);
    await page.waitForSelector('#dialog[open] h2');
    assert.equal(await page.getAttribute('#dialog', 'aria-label'), name);
    assert.equal(await page.textContent('#dialog h2'), name);
    if (opens === '#help') assert.match(await page.textContent('#dialog'), /W3, L4, =/);
    await page.keyboard.press('Escape');
    await page.waitForSelector('#dialog:not([open])', { state: 'attached' });
  }
  await page.context().close();
});

test('the list of games is searched by other names too', async () => {
  const page = await visit(at, at.url, '#play?game=tictactoe&you=both');
  await settled(page, 0);
  await page.click('#game');
  for (const [typed, game] of [['Reversi', 'othello'], ['weiqi', 'go'], ['Tic-Tac-Toe', 'tictactoe'], ['noughts', 'tictactoe']]) {
    await page.fill('#search', typed);
    await page.waitForFunction((name) => document.querySelector('#dialog [data-game]')?.getAttribute('data-game') === name, game);
  }
  await page.context().close();
});

test('each side has its piece beside its name, and large boards nine points', async () => {
  for (const [game, pieces] of [['checkers', ['.dark', '.light']], ['draughts', ['.dark', '.light']], ['nim', ['.stick', '.stick']], ['chess', ['.owner1', '.owner0']]]) {
    const page = await visit(at, at.url, `#play?game=${game}&you=both`);
    await page.waitForSelector('.player-row .emblem');
    assert.deepEqual(await page.$$eval('.player-row', (rows, kinds) => rows.map((row, i) => row.querySelector(`.emblem ${kinds[i]}`) !== null), pieces), [true, true], game);
    await page.context().close();
  }
  for (const [board, points] of [['19x19', 9], ['15x15', 5]]) {
    const page = await visit(at, at.url, `#play?game=mnk:${board}x5&you=both`);
    await page.waitForSelector('#board .under circle');
    assert.equal(await page.locator('#board .under circle').count(), points);
    await page.context().close();
  }
});

test('the board of checkers is seen from the side of its reader', async () => {
  for (const [you, corner] of [['first', 63], ['second', 0], ['both', 0]]) { // black begins, and is above
    const page = await visit(at, at.url, `#play?game=checkers&you=${you}&level=1`);
    await page.waitForSelector('#board .row');
    assert.equal(await page.$$eval('#board .row:last-of-type [data-square]', ([first]) => Number(first.dataset.square)), corner);
    assert.match(await page.textContent('.player-row:last-of-type'), { first: /You, black/, second: /You, white/, both: /white/ }[you]);
    await page.context().close();
  }
});

test('a tree says MAX once, one cut-off as one, and offers no cut-off where a search has none', async () => {
  const page = await visit(at, at.url, '#tree?game=tree:((3 5) (2 9))&algorithm=alphabeta&moment=999');
  await page.waitForFunction(() => /The whole walk/.test(document.querySelector('.tally')?.textContent ?? ''));
  assert.match(await page.textContent('.tally'), / 1 cut-off that spared 1 move\. The whole walk: 6 nodes, 3 leaves, 1 cut-off; /);
  assert.equal(await page.textContent('#facts dd >> nth=1'), 'MAX');
  assert.equal(await page.isVisible('#next-cut'), true);
  await page.evaluate(() => { location.hash = '#tree?game=tree:((3 5) (2 9))&algorithm=minimax'; });
  await page.waitForSelector('#next-cut', { state: 'hidden' });
  assert.equal(await page.isVisible('#next-bound'), false);
  await page.context().close();
});

test('numbers below 0 have one sign, and 0 has none', async () => {
  const page = await visit(at, at.url, '#play?game=tictactoe&you=both');
  await settled(page, 0);
  assert.deepEqual(await page.evaluate(async () => {
    const { minus, say, short } = await import('./values.js');
    const pawns = { size: 100, many: 'pawns' };
    return [short(-4, true, false, pawns), short(-140, true, false, pawns), say(-4, true, true, pawns), minus('Estimated at -16: open lines (-40), not a-3 or 0-0')];
  }), ['0.0', '−1.4', '−0.04 pawns', 'Estimated at −16: open lines (−40), not a-3 or 0-0']);
  await page.context().close();
  assert.deepEqual(complaints, []);
});
