// The board and the things around it: the game alone determines their looks.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { complaints, open, patience, settled, visit } from './helper.mjs';
import { buildOwn, serveOwn } from './own.mjs';

let at;
before(async () => { at = await open({ site: false }); });
after(async () => { await at?.close(); });

const pageFolder = path.resolve(import.meta.dirname, '../page');

test('no name of a game is written in the page', async () => {
  const games = await (await fetch(`${at.url}api/games`)).json();
  const names = [...new Set(games.flatMap((g) => [g.name, g.family, g.title]))].filter((name) => !['sticks', '2048', 'tree'].includes(name.toLowerCase())); // also a kind of piece, a number, and a view and the drawing of exercises
  for (const file of fs.readdirSync(pageFolder).filter((f) => /\.(js|html|css)$/.test(f) && !['apidoc.js', 'api.html', 'tree.js', 'walked.js', 'painter.js', 'exercise.js'].includes(f))) {
    const text = fs.readFileSync(path.join(pageFolder, file), 'utf8');
    for (const name of names) assert.doesNotMatch(text, new RegExp(`['"\`#=]${name}['"\`&]`, 'i'), `${file} has ${name}`);
  }
});

for (const [game, places, piece] of [
  ['tictactoe', 'hash', '.piece .stroke'], ['gomoku', 'crossings', '.pebble'], ['connect4', 'frame', '.disc'], ['breakthrough', 'chequered', '.walker'],
  ['2048', 'tray', '.tile'], ['nim', 'heaps', '.stick'], ['othello', 'plain', '.pebble'], ['mnk:4x4x3,torus', 'wraps', '.piece .stroke'],
]) {
  test(`${game} is drawn as ${places}`, async () => {
    const { legal } = await (await fetch(`${at.url}api/position?game=${game}`)).json();
    const page = await visit(at, at.url, `#play?game=${game}&you=both&moves=${legal[0].move}`);
    await settled(page, 1);
    assert.equal(await page.locator(`#board .grid.${places === 'wraps' ? places : `places-${places}`}`).count(), 1);
    assert.ok(await page.locator(`#board ${piece}`).count() > 0);
    assert.match(await page.textContent('#goal'), /\w+.*Rules$/);
    await page.click('#rules');
    await page.waitForSelector('dialog[open] li');
    assert.ok(await page.locator('dialog li').count() >= 2);
    await page.context().close();
  });
}

test('a square that is forbidden to the side to move is marked, said, and cannot be pressed', async () => {
  const page = await visit(at, at.url, '#play?game=mnk:15x15x5,renju&you=both&moves=h7.a1.h9.a3.g8.a5.i8.a7');
  await settled(page, 8);
  const barred = page.locator('#board .square.barred');
  assert.deepEqual(await barred.evaluateAll((all) => all.map((e) => e.getAttribute('aria-label'))), ['h8, empty, forbidden to black']);
  assert.notEqual(await barred.evaluate((e) => getComputedStyle(e, '::after').content), 'none', 'a cross is drawn');
  await barred.click();
  await page.click('#board [aria-label^="o15,"]');
  await settled(page, 9);
  assert.match(await page.textContent('#moves li:last-child'), /o15/, 'the press on the forbidden square made no move');
  assert.equal(await barred.count(), 0, 'nothing is forbidden to white');
  await page.context().close();
});

test('sides and values have colours of their own', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await visit(at, at.url, '#play?game=connect4&you=both', { colorScheme });
    await settled(page, 0);
    const colours = await page.evaluate(() => ['--first', '--second', '--win', '--loss', '--draw', '--accent'].map((name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()));
    assert.equal(new Set(colours).size, 6, colours.join(' '));
    await page.context().close();
  }
});

test('a stranger’s game: discs that turn over are no targets, a pass is a button, looks and rules are its own', async () => {
  const { binary, remove } = buildOwn();
  for (const says of [true, false]) {
    const own = await serveOwn(binary, says);
    try {
      const page = await visit(at, own.url, '#play?you=both'); // the first game of the list
      await settled(page, 0);
      assert.match(page.url(), /game=turning/);
      await page.click('[data-square="2"]');
      await settled(page, 1);
      await page.click('[data-square="3"]'); // turns over the disc next to it
      await settled(page, 2);
      assert.equal(await page.locator('#board .stone.owner1').count(), 2);
      assert.deepEqual(await page.$$eval('#board .square.legal', (all) => all.map((e) => Number(e.dataset.square))), [0, 1, 4, 5]);
      assert.deepEqual(await page.$$eval('#board .square.last', (all) => all.map((e) => Number(e.dataset.square))), [3]);
      await page.hover('[data-square="4"]'); // shows the piece that would come, and nothing on the discs that would turn
      assert.deepEqual(await page.$$eval('#board .hint-piece', (all) => all.map((e) => e.parentElement.dataset.square)), says ? ['4'] : []);
      await page.click('#choices [data-move="pass"]');
      await settled(page, 3);
      assert.equal(await page.locator('#board .pebble').count(), says ? 2 : 0);
      assert.equal(await page.isVisible('#goal'), says);
      await page.context().close();
    } finally {
      own.stop();
    }
  }
  remove();
});

test('discs fall, and do not where motion is not wanted', async () => {
  for (const [reducedMotion, falls] of [['no-preference', true], ['reduce', false]]) {
    const page = await visit(at, at.url, '#play?game=connect4&you=both', { reducedMotion });
    await settled(page, 0);
    await page.click('[data-square="3"]');
    await settled(page, 1);
    const animation = await page.$eval('#board .disc.stone', (disc) => getComputedStyle(disc).animationName);
    assert.equal(animation !== 'none', falls);
    await page.context().close();
  }
});

test('the menu is searched, and its form makes a game of any size', async () => {
  const page = await visit(at, at.url, '#play?game=connect4&you=both');
  await settled(page, 0);
  await page.click('#game');
  assert.ok(await page.locator('dialog h3').count() >= 3, 'groups');
  await page.fill('#search', 'five in a row');
  assert.deepEqual(await page.$$eval('dialog [data-game]', (all) => all.map((b) => b.dataset.game)), ['gomoku']);
  await page.fill('#search', 'no such thing');
  assert.match(await page.textContent('dialog [role=status]'), /No game/);
  await page.fill('#search', '');
  await page.click('dialog [data-form="mnk"]');
  const fields = page.locator('dialog input[type=number]');
  for (const [i, value] of ['5', '4', '9'].entries()) await fields.nth(i).fill(value);
  await page.check('dialog input[name=torus]');
  await page.click('dialog button[type=submit]');
  await page.waitForFunction(() => /9 in a row is impossible/.test(document.querySelector('dialog .wrong')?.textContent ?? ''));
  await fields.nth(2).fill('4');
  await page.click('dialog button[type=submit]');
  await page.waitForFunction(() => location.hash.includes(encodeURIComponent('mnk:5x4x4,torus')));
  await page.waitForFunction(() => document.querySelectorAll('#board .square').length === 20);
  await settled(page, 0);
  assert.match(await page.textContent('#game'), /5×4×4, torus/);
  complaints.splice(0, complaints.length, ...complaints.filter((c) => !c.includes('422')));
  await page.context().close();
});

test('a first visit has a board with values to play on; a second one has not', async () => {
  const context = await at.browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await visit(at, at.url, '', { context });
  await page.waitForFunction(() => document.querySelectorAll('#board .badge').length === 8);
  assert.match(await page.textContent('#pitch .lead'), /You are O\. 4 moves hold the draw, 4 moves lose\./);
  await page.click('#board [data-square="0"]');
  await page.waitForSelector('.side:visible');
  assert.equal(await page.isVisible('#pitch'), false);
  await page.waitForFunction(() => document.querySelectorAll('#board .stone').length === 3);
  await page.goto('about:blank');
  const again = await visit(at, at.url, '', { context });
  await again.waitForSelector('#board .square');
  assert.equal(await again.isVisible('#pitch'), false);
  await context.close();
});

/** The element with the keyboard focus: its ID, or body. */
const focused = (page) => page.evaluate(() => document.activeElement?.id || document.activeElement?.getAttribute('data-square') || document.activeElement?.getAttribute('data-move') || document.activeElement?.tagName);

test('the keyboard is never lost', async () => {
  const page = await visit(at, at.url, '#play?game=tictactoe&you=first&level=1&moves=');
  await settled(page, 0);
  await page.focus('[data-square="4"]');
  await page.keyboard.press('Enter');
  await settled(page, 2);
  assert.equal(await focused(page), '4');
  await page.focus('#undo');
  await page.keyboard.press('Enter'); // no move is left to take back
  await settled(page, 0);
  assert.equal(await focused(page), 'undo');
  await page.focus('#redo');
  await page.keyboard.press('Enter');
  await settled(page, 2);
  assert.equal(await focused(page), 'redo');
  await page.focus('.moves button >> nth=1');
  await page.keyboard.press('Enter');
  await settled(page, 1);
  assert.notEqual(await focused(page), 'BODY');
  await page.focus('#scores');
  await page.keyboard.press('Enter');
  assert.equal(await focused(page), 'scores');
  await page.goto('about:blank');
  for (const [game, selector] of [['othello:4x4', '#playon'], ['nim', '#choices [data-move="a1"]'], ['2048:16', '#choices [data-move="left"]']]) {
    const moves = game === 'othello:4x4' ? await toPass(game) : [];
    await page.goto(`${at.url}#play?game=${game}&you=both&moves=${moves.join('.')}`);
    await settled(page, moves.length);
    await page.focus(selector);
    await page.keyboard.press('Enter');
    await settled(page, moves.length + 1);
    assert.notEqual(await focused(page), 'BODY', game);
    await page.goto('about:blank');
  }
  await page.context().close();
});

/** Moves of a game after which the side to move must pass. @param {string} game */
async function toPass(game) {
  for (let seed = 1; seed < 400; seed++) {
    const moves = [];
    for (let n = seed; ; n = Math.floor(n * 1.7) + 3) {
      const state = await (await fetch(`${at.url}api/position?${new URLSearchParams({ game, moves: moves.join('.') })}`)).json();
      if (state.outcome !== 'ongoing') break;
      if (state.legal.length === 1 && state.legal[0].squares.length === 0) return moves;
      moves.push(state.legal[n % state.legal.length].move);
    }
  }
  throw new Error('nobody had to pass');
}

test('20x20 on a phone: a touch aims, a button plays; the page is no wider than the window', async () => {
  const page = await visit(at, at.url, '#play?game=mnk:20x20x5&you=both', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await settled(page, 0);
  await page.tap('[data-square="210"]');
  assert.match(await page.textContent('#confirm'), /Play k11/);
  await page.tap('[data-square="211"]'); // the first square was the wrong one
  await page.waitForFunction(() => /Play l11/.test(document.querySelector('#confirm')?.textContent ?? ''));
  await page.tap('#confirm');
  await settled(page, 1);
  assert.equal(await page.locator('[data-square="211"] .stone').count(), 1);
  const button = await page.locator('#new').boundingBox();
  assert.ok(button.height >= 40);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 390);
  await page.context().close();
});

test('20x20 at 200% zoom: squares can be hit', async () => {
  const page = await visit(at, at.url, '#play?game=mnk:20x20x5&you=both', { viewport: { width: 640, height: 450 } });
  await settled(page, 0);
  const { width, height } = await page.locator('[data-square="0"]').boundingBox();
  assert.ok(width >= 24 && height >= 24, `${width} by ${height}`);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 640);
  const spills = await page.$$eval('#board .label', (all) => all.filter((l) => l.scrollWidth > l.clientWidth + 1).length);
  assert.equal(spills, 0);
  await page.context().close();
});

test('the bar beside the board says what the position is worth, and the list has the game’s own scale', async () => {
  // Red wins in 29 here, with its last stone but one; most of the bar has its colour, and the boxes stay inside it.
  const at4 = '#play?game=connect4&you=both&moves=4.4.4.4.4.2.2.6.6.6';
  const page = await visit(at, at.url, at4, { reducedMotion: 'reduce', ms: patience }); // otherwise the bar would be measured while it moves
  await settled(page, 10);
  assert.equal(await page.locator('.valuebar').count(), 0);
  await page.click('#scores');
  await page.waitForFunction(() => document.querySelectorAll('.score.scaled').length === 7);
  assert.match(await page.getAttribute('.valuebar', 'aria-label'), /for red: win in 29/);
  assert.match(await page.textContent('[data-move="2"] .value'), /win in 29 \+2/);
  assert.match(await page.textContent('#analysis .counts-line'), /The number behind a win is how many stones/);
  const { bar, first, field, stick } = await page.evaluate(() => {
    const box = (/** @type {string} */ s) => document.querySelector(s).getBoundingClientRect();
    const side = box('.side');
    return { bar: box('.valuebar'), first: box('.valuebar i'), field: box('#board .squares'), stick: [...document.querySelectorAll('.side *')].filter((e) => e.getBoundingClientRect().right > side.right + 1).length };
  });
  assert.ok(Math.abs(bar.top - field.top) < 1 && Math.abs(bar.bottom - field.bottom) < 1 && bar.right < field.left, 'beside the board');
  assert.ok(first.height > 0.75 * bar.height && first.bottom >= bar.bottom - 1, 'the first side’s part is below');
  assert.equal(stick, 0);
  await page.click('#scores');
  await page.waitForFunction(() => !document.querySelector('.valuebar'));
  await page.context().close();
  const turned = await visit(at, at.url, '#play?game=tictactoe&you=both&moves=b2.a1', { reducedMotion: 'reduce', ms: patience }); // a draw: half of the bar
  await settled(turned, 2);
  await turned.click('#scores');
  const gap = (/** @type {string} */ end) => turned.waitForFunction((e) => { const [b, i] = ['.valuebar', '.valuebar i'].map((s) => document.querySelector(s)?.getBoundingClientRect()); return b && i.height < 0.75 * b.height && Math.abs(b[e] - i[e]) < 1; }, end);
  await gap('bottom');
  await turned.click('#flip');
  await gap('top');
  await turned.context().close();
  const phone = await visit(at, at.url, '#play?game=tictactoe&you=both&moves=b2.a2', { viewport: { width: 390, height: 844 } });
  await settled(phone, 2);
  await phone.click('#scores');
  await phone.waitForSelector('.valuebar');
  const lies = await phone.evaluate(() => { const b = document.querySelector('.valuebar').getBoundingClientRect(); return { wide: b.width > 10 * b.height, above: b.bottom <= document.querySelector('#board .squares').getBoundingClientRect().top }; });
  assert.deepEqual(lies, { wide: true, above: true });
  await phone.context().close();
});

test('the moves list follows the move that stands', async () => {
  const moves = [];
  for (let i = 0; i < 40; i++) moves.push('abcdefghijklmno'[i % 15] + (1 + 2 * Math.floor(i / 15) + (i % 2)));
  const page = await visit(at, at.url, `#play?game=gomoku&you=both&moves=${moves.join('.')}`);
  await settled(page, 40);
  const seen = () => page.evaluate(() => {
    const list = document.querySelector('.moves').getBoundingClientRect();
    const current = document.querySelector('.moves [aria-current]').getBoundingClientRect();
    return current.top >= list.top - 1 && current.bottom <= list.bottom + 1;
  });
  assert.ok(await seen());
  await page.click('.moves button >> nth=0');
  await settled(page, 0);
  assert.ok(await seen());
  await page.context().close();
});

test('the list of scores stays under the pointer while better moves are found', async () => {
  const page = await visit(at, at.url, '#play?game=tictactoe&you=both', { modules: true });
  await settled(page, 0);
  await page.evaluate(async () => {
    const { now } = await import('./shown.js');
    const { update } = await import('./store.js');
    update({ scores: true });
    globalThis.feed = (order) => {
      now.analysis = { nodes: 5, seconds: 1, done: false, moves: order.map((move, i) => ({ move, best: i === 0, line: [move], depth: 3, nodes: 1, value: { estimate: 50 - i }, text: 'about', score: 50 - i, sign: 0 })) };
      now.redraw();
    };
  });
  await page.waitForFunction(() => /^\d+ positions/.test(document.querySelector('#analysis > p:last-child')?.textContent ?? ''));
  const order = () => page.$$eval('.scores li', (all) => all.map((li) => li.dataset.move).slice(0, 3).join());
  const feed = (...moves) => page.evaluate((list) => globalThis.feed(list), moves);
  await page.mouse.move(5, 5);
  await feed('a1', 'b2', 'c3');
  assert.equal(await order(), 'a1,b2,c3');
  await page.hover('.scores li >> nth=1');
  await feed('c3', 'a1', 'b2');
  assert.equal(await order(), 'a1,b2,c3');
  assert.match(await page.textContent('.scores li >> nth=2'), /c3.*50/);
  await page.mouse.move(5, 5);
  await feed('c3', 'a1', 'b2');
  assert.equal(await order(), 'c3,a1,b2');
  assert.match(await page.textContent('.unit'), /estimate after 3 plies/);
  await page.context().close();
});

test('estimates of chess are in pawns', async () => {
  const page = await visit(at, at.url, '#play?game=chess&you=both', { modules: true });
  await settled(page, 0);
  await page.evaluate(async () => (await import('./store.js')).update({ scores: true }));
  await page.waitForFunction(() => /in pawns: above/.test(document.querySelector('.unit')?.textContent ?? ''));
  assert.match(await page.textContent('.scores li .value'), /^≈ ([+−]\d+\.\d|0)$/);
  await page.context().close();
});

test('a redraw of 20x20 with scores', async (t) => {
  const page = await visit(at, at.url, '#play?game=mnk:20x20x5&you=both&moves=j10.k10', { modules: true });
  await settled(page, 2);
  const times = await page.evaluate(async () => {
    const { now } = await import('./shown.js');
    const { state } = await import('./store.js');
    state.scores = true;
    const legal = now.state.legal.map((l) => l.move);
    const middle = [];
    for (let round = 0; round < 40; round++) {
      const moves = legal.map((move, i) => ({ move, line: [move], depth: 3, nodes: 1, score: (i * 7919 + round * 104729) % 500, sign: 0, text: 'about +1', best: false }))
        .map((m) => ({ ...m, value: { estimate: m.score } })).sort((a, b) => b.score - a.score);
      now.analysis = { nodes: 5, seconds: 1, done: false, moves };
      const begun = performance.now();
      now.redrawBoard();
      document.body.offsetHeight; // forces a layout
      middle.push(performance.now() - begun);
    }
    return middle.sort((a, b) => a - b);
  });
  t.diagnostic(`all 398 scores new: ${times[20].toFixed(1)} ms in the middle, ${times[38].toFixed(1)} ms at worst but one`);
  const same = await page.evaluate(async () => {
    const { now } = await import('./shown.js');
    const squares = [...document.querySelectorAll('#board .square')];
    now.redraw();
    return squares.every((s) => s.isConnected);
  });
  assert.ok(same, 'squares are kept');
  await page.context().close();
});

test('the console said nothing', () => {
  assert.deepEqual(complaints, []);
});
