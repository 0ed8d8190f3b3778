// Chess as players play it: names of moves, promotion by the piece, drags, arrows and tags of
// scores; and what checkers and other games with pieces share with it.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { complaints, open, settled, visit } from './helper.mjs';

let at;
before(async () => { at = await open({ site: false }); });
after(async () => { await at?.close(); });

const axe = fs.readFileSync(path.join(import.meta.dirname, 'node_modules/axe-core/axe.min.js'), 'utf8');

const square = (name) => (name[1] - 1) * 8 + name.charCodeAt(0) - 97;
const on = (name) => `#board [data-square="${square(name)}"]`;

/** Drags with the mouse from one square to another; to may be a point. */
async function drag(page, from, to) {
  const [x, y] = await middle(page, on(from));
  const [u, v] = Array.isArray(to) ? to : await middle(page, on(to));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move((x + u) / 2, (y + v) / 2, { steps: 4 });
  await page.mouse.move(u, v, { steps: 4 });
  await page.mouse.up();
}

async function middle(page, selector) {
  const box = await page.locator(selector).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

test('the list names moves as players write them, those taken back too', async () => {
  const page = await visit(at, at.url, '#play?game=chess&you=both&moves=e2e4.e7e5.g1f3.b8c6.f1b5');
  await settled(page, 5);
  const list = () => page.$$eval('#moves li:not(.begin) button', (all) => all.map((b) => b.textContent));
  assert.deepEqual(await list(), ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5']);
  await page.click('#moves li:nth-child(4) button'); // back to Nf3
  await settled(page, 3);
  assert.deepEqual(await list(), ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5']);
  await page.click(on('d7'));
  await page.click(on('d6'));
  await settled(page, 4);
  assert.deepEqual(await list(), ['e4', 'e5', 'Nf3', 'd6']);
  await page.goBack(); // the names of the moves after Nf3 are asked for again
  await settled(page, 3);
  await page.waitForFunction(() => document.querySelectorAll('#moves li:not(.begin) button')[4]?.textContent === 'Bb5');
  await page.context().close();
});

test('trees name moves as players write them, and addresses keep the squares', async () => {
  const mate = 'position=6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1';
  const page = await visit(at, at.url, `#tree?game=chess&${mate}&algorithm=alphabeta&depth=2`);
  await page.waitForFunction(() => document.querySelector('#moment')?.textContent?.includes('/'));
  await page.fill('#find', 'Ra8#');
  await page.press('#find', 'Enter');
  await page.waitForFunction(() => document.querySelector('#facts dd')?.textContent === 'Ra8#');
  assert.match(await page.textContent('#sentence'), /Ra8#/);
  await page.fill('#find', 'a1a7');
  await page.press('#find', 'Enter');
  await page.waitForFunction(() => document.querySelector('#facts dd')?.textContent?.startsWith('Ra7'));
  await page.click('text=Play from here');
  await settled(page, 1);
  assert.match(decodeURIComponent(page.url()), /moves=a1a7/);
  await page.goto(`${at.url}/#tree?game=chess&position=4k3/4p3/8/8/8/8/4P3/R3K3 w - - 0 1&algorithm=mcts&playouts=50`);
  await page.waitForSelector('#phases:not([hidden])');
  await page.press('#canvas', 'End');
  await page.press('#canvas', 'Home');
  await page.press('#canvas', 'ArrowDown');
  await page.waitForFunction(() => /^[KRe]/.test(document.querySelector('#facts dd')?.textContent ?? ''));
  await page.click('text=Play from here');
  await settled(page, 1);
  assert.match(decodeURIComponent(page.url()), /moves=[a-h][1-8][a-h][1-8]/);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('scores and the sentence name moves as players write them', async () => {
  const page = await visit(at, at.url, '#play?game=chess&you=both&position=6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1');
  await settled(page, 0);
  await page.click('#scores');
  await page.waitForSelector('#analysis [data-move="d1d8"] .value.win');
  assert.equal(await page.textContent('#analysis [data-move="d1d8"] b'), 'Rd8#');
  assert.equal(await page.getAttribute('#analysis [data-move="d1d8"] .askwhy', 'aria-label'), 'Why is Rd8# win in 1?');
  assert.match(await page.textContent('#status'), /Rd8# is a win in 1/);
  await page.context().close();
});

test('a review names moves as players write them', async () => {
  const page = await visit(at, at.url, '#play?game=chess&you=both&moves=f2f3.e7e5.g2g4.d8h4', { ms: 5000 });
  await settled(page, 4);
  await page.click('#review-game');
  await page.waitForSelector('#review .faults li');
  await page.waitForFunction(() => !document.querySelector('#review-game[aria-disabled="true"]'));
  const texts = await page.$$eval('#review .faults li', (all) => all.map((li) => li.textContent));
  assert.ok(texts.some((text) => text.includes('2. g4') && text.includes('Better:')), texts.join('\n'));
  assert.doesNotMatch(texts.join(' '), /[a-h][1-8][a-h][1-8]/);
  await page.context().close();
});

const promotion = '#play?game=chess&you=both&position=8/P6k/8/8/8/8/8/K7 w - - 0 1';

test('a pawn becomes the piece that is clicked on the palette', async () => {
  for (const flip of [false, true]) {
    const page = await visit(at, at.url, promotion);
    await settled(page, 0);
    if (flip) await page.click('#flip');
    await page.click(on('a7'));
    await page.click(on('a8'));
    assert.deepEqual(await page.$$eval('.palette button', (all) => all.map((b) => b.getAttribute('aria-label'))), ['queen', 'rook', 'bishop', 'knight']);
    const [palette, field] = await page.evaluate(() => ['.palette', '#board .squares'].map((s) => document.querySelector(s).getBoundingClientRect().toJSON()));
    assert.ok(palette.top >= field.top - 1 && palette.bottom <= field.bottom + 1 && palette.left >= field.left - 1, 'the palette is on the board');
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
    assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes[0].html}`), []);
    await page.click('.palette button[aria-label="knight"]');
    await settled(page, 1);
    assert.match(await page.getAttribute(on('a8'), 'aria-label'), /^a8, white knight/);
    assert.equal(await page.textContent('#moves li:not(.begin) button'), 'a8=N');
    await page.context().close();
  }
});

test('a pawn is promoted by keyboard alone', async () => {
  const page = await visit(at, at.url, promotion);
  await settled(page, 0);
  await page.focus(on('a7'));
  for (const key of ['Enter', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  const focused = () => page.evaluate(() => document.activeElement.getAttribute('aria-label'));
  assert.equal(await focused(), 'queen');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.palette').count(), 0);
  assert.match(await focused(), /^a8/);
  await page.keyboard.press('ArrowDown');
  for (const key of ['Enter', 'ArrowUp', 'Enter', 'ArrowDown']) await page.keyboard.press(key);
  assert.equal(await focused(), 'rook');
  await page.keyboard.press('Enter');
  await settled(page, 1);
  assert.match(await page.getAttribute(on('a8'), 'aria-label'), /^a8, white rook/);
  await page.click('#undo');
  await settled(page, 0);
  await page.focus(on('a7'));
  for (const key of ['Enter', 'ArrowUp', 'Enter', 'n']) await page.keyboard.press(key); // n is a new game elsewhere
  await settled(page, 1);
  assert.match(await page.getAttribute(on('a8'), 'aria-label'), /^a8, white knight/);
  await page.context().close();
});

for (const [game, from, to, said] of [['chess', 'g1', 'f3', /^f3, white knight/], ['breakthrough', 'b2', 'b3', /^b3, white/], ['checkers', '', '', /black man|white man/]]) {
  test(`a piece is dragged with the mouse in ${game}`, async () => {
    const page = await visit(at, at.url, `#play?game=${game}&you=both`);
    await settled(page, 0);
    const state = await (await fetch(`${at.url}api/position?game=${game}`)).json();
    const name = (n) => 'abcdefgh'[n % 8] + (Math.floor(n / 8) + 1);
    const [a, b] = from ? [from, to] : [state.legal[0].squares[0], state.legal[0].squares.at(-1)].map(name);
    await drag(page, a, [2, 2]); // beside the board: the piece goes back
    assert.equal(await page.locator('#board .taken, .dragged').count(), 0);
    await settled(page, 0);
    await drag(page, a, b);
    await settled(page, 1);
    assert.equal(await page.locator('.dragged').count(), 0);
    assert.match(await page.getAttribute(on(b), 'aria-label'), said);
    await page.context().close();
  });
}

test('a piece is dragged with a finger, and the page does not scroll', async () => {
  const page = await visit(at, at.url, '#play?game=chess&you=both', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await settled(page, 0);
  const [[x, y], [u, v]] = [await middle(page, on('e2')), await middle(page, on('e4'))];
  const session = await page.context().newCDPSession(page);
  const touch = (type, px, py) => session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: px, y: py }] });
  await touch('touchStart', x, y);
  for (let i = 1; i <= 5; i++) await touch('touchMove', x + (u - x) * i / 5, y + (v - y) * i / 5);
  await touch('touchEnd');
  await settled(page, 1);
  assert.match(await page.getAttribute(on('e4'), 'aria-label'), /^e4, white pawn/);
  assert.equal(await page.evaluate(() => scrollY), 0);
  await page.context().close();
});

test('the best moves have arrows while the scores are shown, and tags leave the pieces visible', async () => {
  for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
    const page = await visit(at, at.url, '#play?game=chess&you=both&position=6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1', { viewport });
    await settled(page, 0);
    assert.equal(await page.locator('#board .arrow').count(), 0);
    await page.click('#scores');
    await page.waitForSelector('#board .arrow.win[data-move="d1d8"]');
    const [arrow, d1, d8] = await page.evaluate(([a, b]) => ['.arrow.win', a, b].map((s) => document.querySelector(s).getBoundingClientRect().toJSON()), [on('d1'), on('d8')]);
    assert.ok(arrow.top > d8.top && arrow.top < d8.bottom && arrow.bottom > d1.top && arrow.bottom < d1.bottom, 'from d1 to d8');
    await page.waitForSelector('#board .badge.on');
    const covered = await page.$$eval('#board .square:has(> .badge.on)', (all) => all.map((s) => {
      const tag = s.querySelector('.badge').getBoundingClientRect();
      const man = s.querySelector('.standing path').getBoundingClientRect();
      const width = Math.max(0, Math.min(tag.right, man.right) - Math.max(tag.left, man.left));
      const height = Math.max(0, Math.min(tag.bottom, man.bottom) - Math.max(tag.top, man.top));
      return width * height / (man.width * man.height);
    }));
    assert.ok(covered.length >= 2 && covered.every((part) => part < 0.15), `the tags cover ${covered}`);
    await page.click('#scores');
    assert.equal(await page.locator('#board .arrow').count(), 0);
    await page.context().close();
  }
});

test('the squares of checkers have the numbers that its moves use', async () => {
  const page = await visit(at, at.url, '#play?game=checkers&you=both');
  await settled(page, 0);
  const state = await (await fetch(`${at.url}api/position?game=checkers`)).json();
  const shown = await page.$$eval('#board .square', (all) => Object.fromEntries(all.map((s) => [s.dataset.square, s.querySelector('.name')?.textContent ?? ''])));
  assert.deepEqual(Object.values(shown).filter(Boolean).map(Number).sort((a, b) => a - b), Array.from({ length: 32 }, (_, i) => i + 1));
  for (const { move, squares } of state.legal) assert.equal(move, squares.map((n) => shown[n]).join('-'));
  assert.equal(await page.getAttribute(`#board [data-square="${state.legal[0].squares[0]}"]`, 'aria-label'), `square ${state.legal[0].move.split('-')[0]}, ${state.sides[state.turn]} man`);
  await page.context().close();
});

test('sides are called what one sees: red and yellow discs, black and white stones, X and O', async () => {
  for (const [game, first, second, moves] of [['connect4', 'red', 'yellow', ['4', '4']], ['gomoku', 'black', 'white', ['h8', 'h9']], ['tictactoe', 'X', 'O', ['b2', 'a1']]]) {
    const page = await visit(at, at.url, `#play?game=${game}&you=both&moves=${moves.join('.')}`);
    await settled(page, 2);
    assert.match(await page.textContent('#status'), new RegExp(`^${first} to move`, 'i'));
    assert.deepEqual((await page.$$eval('#players b', (all) => all.map((b) => b.textContent))).sort(), [first, second].sort());
    const said = await page.$$eval('#board .full', (all) => all.map((square) => square.getAttribute('aria-label')).join('; '));
    assert.ok(said.includes(first) && said.includes(second), said);
    if (game === 'connect4') {
      for (const [owner, is] of [[0, ([r, g, b]) => r > 1.5 * g && r > 1.5 * b], [1, ([r, g, b]) => r > 1.5 * b && g > 1.5 * b]]) {
        const colour = await page.$eval(`#board .disc.owner${owner}`, (disc) => getComputedStyle(disc).backgroundColor.match(/\d+/g).map(Number));
        assert.ok(is(colour), `the disc of ${[first, second][owner]} is rgb(${colour})`);
      }
    }
    await page.context().close();
  }
});

test('nothing complained', () => assert.deepEqual(complaints, []));
