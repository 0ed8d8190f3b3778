// How the page behaves while one plays: links that are up to date, a pointer that rests, games
// that Back brings back, the side from which a board is seen, games that come by a link.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { complaints, open, random, settled, visit } from './helper.mjs';

let at;
before(async () => { at = await open({ site: false }); });
after(async () => { await at?.close(); });

/** The address to which an element leads. */
const leads = (page, selector) => page.getAttribute(selector, 'href');

test('Explore this position leads to the position shown, not to the first one or an example', async () => {
  const page = await visit(at, at.url, '#play?game=tictactoe&you=both');
  await settled(page, 0);
  await page.click('#nav a:text-is("Explore")'); // an example, since nothing has been played
  await page.waitForSelector('#tree:not([hidden])');
  await page.click('#nav a:text-is("Play")');
  await settled(page, 0);
  await page.click('[data-square="4"]');
  await settled(page, 1);
  assert.match(await leads(page, '#explore'), /^#tree\?game=tictactoe&moves=b2&(?!.*example)/);
  await page.click('[data-square="0"]');
  await settled(page, 2);
  assert.match(await leads(page, '#explore'), /moves=b2\.a1&/);
  await page.click('#explore');
  await page.waitForSelector('#tree:not([hidden])');
  assert.match(await page.evaluate(() => location.hash), /moves=b2\.a1&(?!.*example)/);
  await page.context().close();
});

test('scores that open under a resting pointer stay; one that moves shows a line', async () => {
  const page = await visit(at, at.url, '#play?game=tictactoe&moves=b2.a1&you=both');
  await settled(page, 2);
  const show = await page.locator('#analysis button').boundingBox();
  await page.mouse.move(show.x + show.width / 2, show.y + show.height / 2);
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForFunction(() => /^[\d\u202f]+ positions?/.test(document.querySelector('#analysis > p:last-child')?.textContent ?? ''));
  const under = await page.evaluate(([x, y]) => {
    const row = document.elementFromPoint(x, y)?.closest('.scores .score');
    if (!row) document.querySelector('.scores').style.position = 'fixed'; // the list is put under the pointer
    Object.assign(document.querySelector('.scores').style, row ? {} : { left: `${x - 100}px`, top: `${y - 40}px`, width: '300px', background: 'white', zIndex: 9 });
    return document.elementFromPoint(x, y)?.closest('.scores .score') !== null;
  }, [show.x + show.width / 2, show.y + show.height / 2]);
  assert.ok(under, 'no move of the list is under the pointer');
  await page.evaluate(() => new Promise((drawn) => { setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(drawn)), 300); }));
  assert.equal(await page.$$eval('#board .ghost', (all) => all.length), 0, 'a line is shown instead of the scores');
  assert.equal(await page.$$eval('#board .badge', (all) => all.length), 7);
  await page.mouse.move(show.x + show.width / 2 + 3, show.y + show.height / 2 + 1);
  await page.waitForSelector('#board .ghost');
  await page.context().close();
});

test('Back brings back the game that Try again here, or another move, left', async () => {
  const page = await visit(at, at.url, '#play?game=tictactoe&moves=b2.a2.a1.b3.c3&you=both');
  await settled(page, 5);
  await page.click('#review-game');
  await page.waitForSelector('#review .again');
  await page.waitForFunction(() => document.querySelector('#review-game')?.textContent === 'Review the game');
  assert.match(await page.textContent('#review .faults button >> nth=0'), /^1… a2$/, 'as the list of moves counts');
  await page.click('#review .faults button >> nth=0'); // the board stands where the game is left
  await settled(page, 1);
  await page.click('#review .again >> nth=0');
  await page.waitForFunction(() => document.querySelectorAll('#moves li').length === 2);
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll('#moves li').length === 6);
  await page.click('.moves button >> nth=3');
  await settled(page, 3);
  await page.click('[data-square="2"]'); // another move than the one that was played
  await settled(page, 4);
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll('#moves li').length === 6);
  await settled(page, 3);
  await page.context().close();
});

/** The square in the lower left corner. */
const corner = (page) => page.$$eval('#board .row:last-of-type [data-square]', ([first]) => Number(first.dataset.square));

test('a board is seen from the side of its reader, and turned for its game alone', async () => {
  const page = await visit(at, at.url, '#play?game=chess&you=second&level=1&moves=e2e4');
  await settled(page, 1);
  assert.equal(await corner(page), 63);
  await page.keyboard.press('f');
  assert.equal(await corner(page), 0);
  await page.keyboard.press('f');
  await page.selectOption('#choose select >> nth=0', 'first');
  await page.waitForFunction(() => document.querySelector('#board .row:last-of-type [data-square]')?.dataset.square === '0');
  await page.click('#flip');
  assert.equal(await corner(page), 63);
  for (const game of ['connect4', '2048']) { // discs fall, tiles slide
    await page.evaluate((name) => { location.hash = `#play?game=${name}&you=both`; }, game);
    await page.waitForFunction((name) => document.querySelector('#board .grid')?.classList.contains(name), { connect4: 'places-frame', 2048: 'places-tray' }[game]);
    assert.equal(await corner(page), 0, `${game} is turned as chess is`);
    await page.keyboard.press('f');
    assert.equal(await corner(page), 0, `${game} can be turned`);
    assert.equal(await page.getAttribute('#flip', 'aria-disabled'), 'true');
  }
  await page.evaluate(() => { location.hash = '#play?game=chess&you=both'; });
  await page.waitForSelector('#board .places-chequered');
  assert.equal(await corner(page), 63);
  await page.context().close();
});

test('a game that comes by a link waits for its visitor', async () => {
  for (const [hash, moves, then] of [['#play?game=tictactoe&moves=b2&you=first&level=perfect', 1, 2], ['#play?game=tictactoe&you=none&level=perfect', 0, 1]]) {
    const page = await visit(at, at.url, hash);
    await page.waitForSelector('#playon');
    await page.keyboard.press('h'); // the scores need no move
    await page.waitForSelector('.scores .score');
    await settled(page, moves);
    await page.click('#playon');
    await page.waitForFunction((n) => document.querySelectorAll('#moves li').length > n, then);
    await page.context().close();
  }
  const page = await visit(at, at.url, '#play?game=tictactoe&you=second&level=perfect'); // an empty board needs no waiting
  await settled(page, 1);
  await page.reload(); // nor does a game that goes on
  await settled(page, 1);
  await page.evaluate(() => { location.hash = '#play?game=tictactoe&moves=a1&you=first'; });
  await page.waitForSelector('#playon');
  await settled(page, 1);
  await page.context().close();
});

/** Moves of Othello on 4x4 after which the side to move has no move but a pass, and the game goes on after it. */
async function toPass() {
  const ask = async (moves) => (await fetch(`${at.url}api/position?${new URLSearchParams({ game: 'othello:4x4', moves: moves.join('.') })}`)).json();
  const next = random(3);
  for (let moves = []; ;) {
    const state = await ask(moves);
    if (state.outcome !== 'ongoing') moves = [];
    else if (state.legal.length === 1 && state.legal[0].move === 'pass' && (await ask([...moves, 'pass'])).legal.length > 1) return moves;
    else moves.push(state.legal[next(state.legal.length)].move);
  }
}

test('a forced pass is made by itself, and Undo goes back to a choice', async () => {
  const moves = await toPass();
  const page = await visit(at, at.url, `#play?game=othello:4x4&you=both&moves=${moves.slice(0, -1).join('.')}`);
  await settled(page, moves.length - 1);
  await page.click(`#board [aria-label^="${moves.at(-1)},"]`);
  await settled(page, moves.length + 1);
  assert.match(await page.textContent('#toast'), /passes: no other move is legal\./);
  await page.click('#undo');
  await settled(page, moves.length - 1);
  await page.click('#redo'); // the pass too
  await settled(page, moves.length + 1);
  await page.context().close();
  const linked = await visit(at, at.url, `#play?game=othello:4x4&you=both&moves=${moves.join('.')}`);
  await linked.focus('#playon');
  await linked.keyboard.press('Enter');
  await settled(linked, moves.length + 1);
  assert.notEqual(await linked.evaluate(() => document.activeElement?.tagName), 'BODY');
  await linked.context().close();
});

test('the console said nothing', () => {
  assert.deepEqual(complaints, []);
});
