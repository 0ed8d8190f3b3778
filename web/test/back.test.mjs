import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { complaints, open, settled, visit } from './helper.mjs';

let at;
before(async () => { at = await open({ site: false }); });
after(async () => { await at?.close(); });

/** Waits until the page has an address. */
const address = (page, pattern) => page.waitForFunction((text) => new RegExp(text).test(location.hash), pattern.source);

test('Back and Forward walk through views, games and a new game', async () => {
  const page = await visit(at, at.url, '#play?game=tictactoe&you=both&moves=b2.a1.c3');
  await settled(page, 3);
  await page.click('#undo');
  await settled(page, 2);
  await page.click('#new');
  await settled(page, 0);
  await page.click('#nav a:text-is("Explore")');
  await page.waitForSelector('#tree:not([hidden])');
  await page.click('#nav a:text-is("Exercises")');
  await page.waitForSelector('#exercise:not([hidden])');
  await page.goBack();
  await page.waitForSelector('#tree:not([hidden])');
  await page.goBack();
  await address(page, /^#play\?game=tictactoe/);
  await settled(page, 0);
  await page.goBack(); // back to the game before, including its move that had been taken back
  await settled(page, 2);
  await page.click('#redo');
  await settled(page, 3);
  await page.goForward();
  await settled(page, 0);
  await page.goForward();
  await page.waitForSelector('#tree:not([hidden])');
  await page.context().close();
});

test('moves are no steps, another game is one', async () => {
  const page = await visit(at, at.url, '#play?game=tictactoe&you=both');
  await settled(page, 0);
  await page.click('#game');
  await page.click('dialog [data-game="connect4"]');
  await address(page, /game=connect4/);
  await settled(page, 0);
  await page.click('#board [data-square="38"]');
  await settled(page, 1);
  await page.click('#board [data-square="38"]');
  await settled(page, 2);
  await page.goBack();
  await address(page, /game=tictactoe/);
  await settled(page, 0);
  await page.goForward();
  await address(page, /game=connect4.*moves=4\.4/);
  await settled(page, 2);
  await page.context().close();
});

test('a link that is followed or typed is a step too', async () => {
  const page = await visit(at, at.url, '#play?game=tictactoe&you=both&moves=b2');
  await settled(page, 1);
  await page.evaluate(() => { location.hash = '#play?game=mnk:4x4x4&you=both&moves=a1'; });
  await address(page, /4x4x4/);
  await settled(page, 1);
  await page.goBack();
  await address(page, /game=tictactoe/);
  await settled(page, 1);
  await page.context().close();
  assert.deepEqual(complaints.splice(0), []);
});

test('Back closes a dialog', async () => {
  const page = await visit(at, at.url, '#play?game=tictactoe&you=both');
  await settled(page, 0);
  await page.click('#nav a:text-is("Explore")');
  await page.waitForSelector('#tree:not([hidden])');
  await page.click('#help');
  await page.waitForSelector('#dialog[open]');
  await page.goBack();
  await address(page, /^#play\?game=tictactoe/);
  await page.waitForSelector('#dialog:not([open])', { state: 'attached' });
  await page.context().close();
  assert.deepEqual(complaints.splice(0), []);
});
