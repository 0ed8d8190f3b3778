// A position is set up: by the palette, by the text, by the keyboard; the game begins there.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { complaints, open, settled, visit } from './helper.mjs';

const axe = fs.readFileSync(path.join(import.meta.dirname, 'node_modules/axe-core/axe.min.js'), 'utf8');
let at;
before(async () => { at = await open(); });
after(async () => { await at?.close(); });

const text = (page) => page.inputValue('#setuptext');

/** Waits for the text of the position. */
const reads = (page, want) => page.waitForFunction((value) => document.querySelector('#setuptext')?.value === value, want).catch(async (error) => {
  throw new Error(`waited for ${want}; it is ${await text(page)}: ${await page.textContent('#setupfault')}`, { cause: error });
});
const says = (page, want) => page.waitForFunction((value) => document.querySelector('#setupfault')?.textContent.includes(value), want);
const square = (page, n) => page.click(`#setupboard [data-square="${n}"]`);

for (const engine of ['server', 'browser']) {
  const url = () => (engine === 'server' ? at.url : at.site);
  test(`${engine}: a position of chess is set up by hand, in one click from the board, and played`, async () => {
    const page = await visit(at, url(), '#play?game=chess&you=both&moves=e2e4');
    await settled(page, 1);
    await page.click('#setupopen');
    await reads(page, 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -');
    await page.click('#setupclear');
    await says(page, 'white has 0 kings');
    assert.equal(await page.isDisabled('#setupplay'), true);
    for (const [name, n] of [['white king', 4], ['black king', 60], ['white rook', 7], ['black pawn', 48]]) {
      await page.click(`#setuppalette [aria-label="${name}"]`);
      await square(page, n);
    }
    await reads(page, '4k3/p7/8/8/8/8/8/4K2R b - -');
    await page.selectOption('#setupturn', 'first');
    await page.check('text=White castles short');
    await reads(page, '4k3/p7/8/8/8/8/8/4K2R w K -');
    await page.click('#setuppalette [aria-label="move a piece"]');
    await square(page, 48);
    await square(page, 40);
    await reads(page, '4k3/8/p7/8/8/8/8/4K2R w K -');
    await page.click('#setuppalette [aria-label="nothing"]');
    await square(page, 7); // with its rook the right to castle goes
    await reads(page, '4k3/8/p7/8/8/8/8/4K3 w - -');
    await page.click('#setupundo');
    await reads(page, '4k3/8/p7/8/8/8/8/4K2R w K -');
    await page.reload(); // the link has the position
    await reads(page, '4k3/8/p7/8/8/8/8/4K2R w K -');
    await page.click('#setupplay');
    await settled(page, 0);
    assert.equal(await page.evaluate(() => new URLSearchParams(location.hash.split('?')[1]).get('position')), '4k3/8/p7/8/8/8/8/4K2R w K -');
    assert.match(await page.getAttribute('#board [data-square="40"]', 'aria-label'), /^a6, black pawn/);
    await page.context().close();
    assert.deepEqual(complaints, []);
  });
}

/** Drags with the mouse from the middle of one element to that of another, or to a point. */
async function drag(page, from, to) {
  const middle = async (selector) => {
    const box = await page.locator(selector).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [[x, y], [u, v]] = [await middle(from), Array.isArray(to) ? to : await middle(to)];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move((x + u) / 2, (y + v) / 2, { steps: 4 });
  await page.mouse.move(u, v, { steps: 4 });
  await page.mouse.up();
}

test('pieces are dragged from the palette to the board, on it, and off it; clicks stay', async () => {
  const page = await visit(at, at.url, '#edit?game=chess&setup=4k3/8/8/8/8/8/8/4K3 w - -');
  await reads(page, '4k3/8/8/8/8/8/8/4K3 w - -');
  const on = (n) => `#setupboard [data-square="${n}"]`;
  await drag(page, '#setuppalette [aria-label="white rook"]', on(0));
  await reads(page, '4k3/8/8/8/8/8/8/R3K3 w - -');
  assert.equal(await page.getAttribute('#setuppalette [data-tool="1"]', 'aria-pressed'), 'true', 'a drag does not choose the tool');
  await drag(page, on(0), on(27)); // from square to square, whatever the rules
  await reads(page, '4k3/8/8/8/3R4/8/8/4K3 w - -');
  await drag(page, on(27), on(60)); // onto a piece, which it replaces
  await says(page, 'black has 0 kings');
  await drag(page, on(60), [5, 5]); // off the board
  await reads(page, '8/8/8/8/8/8/8/4K3 w - -');
  await page.click('#setupundo');
  await page.click('#setupundo');
  await reads(page, '4k3/8/8/8/3R4/8/8/4K3 w - -');
  await page.click('#setuppalette [aria-label="black pawn"]');
  await square(page, 48);
  await reads(page, '4k3/p7/8/8/3R4/8/8/4K3 w - -');
  assert.equal(await page.locator('.dragged, .dragging, .over').count(), 0);
  await page.goto(`${at.url}#edit?game=checkers&setup=B:W:B`);
  await reads(page, 'B:W:B');
  await drag(page, '#setuppalette [aria-label="white king"]', on(35)); // a square that no man stands on
  await drag(page, '#setuppalette [aria-label="white king"]', on(36));
  await reads(page, 'B:WK15:B');
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('the board follows the text, and what is wrong is said at once', async () => {
  const page = await visit(at, at.url, '#edit?game=tictactoe');
  await reads(page, '.../.../...');
  await page.fill('#setuptext', 'X../.O./...');
  await page.waitForSelector('#setupboard [data-square="4"][aria-label^="b2, O"]');
  await says(page, 'Possible: X to move');
  await page.fill('#setuptext', 'XX./.O./..X');
  await says(page, 'Not possible: the position has 3 X and 1 O: X moves first');
  await page.waitForSelector('#setupboard [data-square="2"][aria-label^="c1, X"]');
  await page.fill('#setuptext', 'XX./what/..X');
  await says(page, 'The board shows the last text that could be read');
  assert.equal(await text(page), 'XX./what/..X', 'what is written stays');
  await page.click('#setuppalette [data-tool="2"]');
  await square(page, 0);
  await reads(page, 'XX./.O./O.X');
  await page.goto(`${at.url}#edit?game=tictactoe&setup=XX./.../...`); // a link to a position that no game reaches
  await reads(page, 'XX./.../...');
  await says(page, 'Not possible: the position has 2 X and 0 O');
  await page.context().close();
  assert.deepEqual(complaints, []);
});

test('by the keyboard alone', async () => {
  const page = await visit(at, at.url, '#play?game=checkers&you=both');
  await settled(page, 0);
  await page.focus('#setupopen');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#setupboard [data-square]');
  await page.focus('#setupclear');
  await page.keyboard.press('Enter');
  await reads(page, 'B:W:B');
  await page.focus('#setupboard [data-square="36"]'); // e5 is a dark square, d5 is not
  await page.keyboard.press('W');
  await reads(page, 'B:WK15:B');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('b');
  await reads(page, 'B:WK15:B11');
  await page.keyboard.press('u');
  await reads(page, 'B:WK15:B');
  await page.keyboard.press('b');
  await page.keyboard.press('Delete');
  await reads(page, 'B:WK15:B');
  await page.keyboard.press('b');
  await reads(page, 'B:WK15:B11');
  await page.focus('#setupplay');
  await page.keyboard.press('Enter');
  await settled(page, 0);
  assert.match(await page.getAttribute('#board [data-square="36"]', 'aria-label'), /^square 15, white king/);
  await page.context().close();
  assert.deepEqual(complaints, []);
});

test('heaps have sizes, and a tree only its text; every game can be set up', async () => {
  const page = await visit(at, at.url, '#edit?game=nim');
  await reads(page, '3+4+5 first');
  await page.fill('#setupfields [data-field="2"]', '1');
  await reads(page, '3+1+5 first');
  await page.fill('#setupfields [data-field="3"]', '6');
  await says(page, 'heap 3 of');
  for (const [game, start] of [['othello', /black$/], ['go:9x9', /black$/], ['connect4', /^\.{7}/], ['2048', /slider|placer/], ['breakthrough', /white$/], ['draughts', /^W:W/], ['gomoku', /^\.{15}/], ['tree:((3 5) (2 9))', /./]]) {
    await page.goto(`${at.url}#edit?${new URLSearchParams({ game })}`);
    await page.waitForFunction((source) => new RegExp(source).test(document.querySelector('#setuptext')?.value), start.source);
    await says(page, 'Possible: ');
  }
  await page.waitForFunction(() => /write the text/.test(document.querySelector('#setuphint')?.textContent ?? ''));
  await page.context().close();
  assert.deepEqual(complaints, []);
});

for (const colorScheme of ['light', 'dark']) {
  test(`${colorScheme}: axe finds nothing, and nothing is wider than a telephone`, async () => {
    for (const game of ['chess', 'go', 'nim']) {
      const page = await visit(at, at.url, `#edit?game=${game}`, { colorScheme, viewport: { width: 390, height: 844 } });
      await says(page, 'Possible: ');
      await page.evaluate(axe);
      const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
      assert.deepEqual(found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' ')}`), []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${game} is too wide`);
      await page.context().close();
    }
    assert.deepEqual(complaints, []);
  });
}
