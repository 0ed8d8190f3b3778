// Automatic checks of the looks: no accessibility fault that axe-core detects, nothing
// wider than the window, no request to another site, and the sizes.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import zlib from 'node:zlib';
import { complaints, open, settled, siteFolder, visit } from './helper.mjs';

let at;
before(async () => { at = await open(); });
after(async () => { await at?.close(); });

const axe = fs.readFileSync(path.join(import.meta.dirname, 'node_modules/axe-core/axe.min.js'), 'utf8');

const views = [
  ['empty', '#play?game=tictactoe&you=both'],
  ['scores', '#play?game=tictactoe&moves=b2.a2&you=both', async (page) => { await page.click('#scores'); await page.waitForSelector('.score, #board .badge'); }],
  ['finished', '#play?game=connect4&moves=1.2.1.2.1.2.1&you=both'],
  ['review', '#play?game=tictactoe&moves=b2.a2.a1.b3.c3&you=both', async (page) => {
    await page.$eval('#record', (d) => { d.open = true; });
    await page.click('#review-game');
    await page.waitForSelector('#review .faults');
  }],
  ['error', '#play?game=nonsense'],
  ['sticks', '#play?game=nim&you=both'],
  ['2048', '#play?game=2048&you=first'],
  ['breakthrough', '#play?game=breakthrough&you=both'],
  ['chess review', '#play?game=chess&moves=e2e4.e7e5.d1h5.b8c6.h5e5.c6e5&you=both', async (page) => {
    await page.$eval('#record', (d) => { d.open = true; });
    await page.click('#review-game');
    await page.waitForSelector('#plot .point');
    await page.waitForSelector('#review .faults');
  }, { ms: 3000 }],
  ['promotion', '#play?game=chess&you=both&position=4k3/P7/8/8/8/8/8/4K3 w - -', async (page) => {
    await page.click('#board [data-square="48"]');
    await page.click('#board [data-square="56"]');
    await page.waitForSelector('.palette button');
  }],
  ['gomoku', '#play?game=gomoku&moves=h8.h9&you=both'],
  ['torus', '#play?game=mnk:4x4x3,torus&moves=b2.c3&you=both'],
  ['estimates', '#play?game=mnk:20x20x5&moves=j10.k10&you=both', async (page) => { await page.click('#scores'); await page.waitForSelector('#board .badge'); }, { ms: 1000 }],
  ['best line', '#play?game=connect4&moves=4.2.3.6.3.1.5.3.5.4.3.2.6.5.5.1.2.5&you=both', async (page) => { await page.click('#best'); await page.waitForSelector('#board .ghost'); }],
  ['first visit', '', async (page) => page.waitForFunction(() => document.querySelectorAll('#board .badge').length === 8)],
  ['menu', '#play?game=connect4&you=both', async (page) => { await page.click('#game'); await page.waitForSelector('dialog [data-game]'); }],
  ['form', '#play?game=connect4&you=both', async (page) => { await page.click('#game'); await page.click('dialog [data-form]'); await page.waitForSelector('dialog form'); }],
  ['rules', '#play?game=connect4&you=both', async (page) => { await page.click('#rules'); await page.waitForSelector('dialog li'); }],
  ['tree', '#tree?game=tictactoe&moves=b2.a1.a2.c2.c1', async (page) => page.waitForFunction(() => document.querySelectorAll('.counts tbody tr').length === 6)],
  ['example', '#tree', async (page) => {
    await page.waitForFunction(() => Number(document.querySelector('#canvas')?.dataset.nodes) > 0);
    await page.click('#predicting');
    for (let n = 0; n < 40 && await page.locator('#question').count() === 0; n++) await page.click('#step');
    await page.waitForSelector('#question');
  }],
  ['play-outs', '#tree?game=go:5x5&algorithm=mcts&playouts=50&moment=103', async (page) => page.waitForFunction(() => Number(document.querySelector('#canvas')?.dataset.nodes) > 1)],
  ['learn', '#learn?essay=alphabeta', async (page) => page.waitForSelector('.session.shown')],
  ['exercise', '#exercise?kind=alphabeta&exercise=3', async (page) => {
    await page.waitForSelector('#mark');
    await page.fill('#sheet [data-node="0"][data-field="alpha"]', '7');
    await page.click('#mark');
    await page.waitForSelector('#faults');
    await page.click('#hintbutton');
    await page.waitForSelector('#hint');
    await page.click('#showsolution');
    await page.waitForSelector('#solution li');
    await page.click('#results summary');
  }],
  ['own tree', '#exercise?kind=alphabeta&tree=((3+5)+(left:2+(9+1))+7)', async (page) => {
    await page.click('#own summary');
    await page.waitForSelector('[data-own]');
    await page.fill('#treetext', '((3 5)');
    await page.waitForSelector('#treewrong:not(:empty)');
    complaints.splice(0, complaints.length, ...complaints.filter((c) => !c.includes('422')));
  }],
  ['position set up', '#edit?game=chess', async (page) => {
    await page.click('#setuppalette [aria-label="white rook"]');
    await page.click('#setupboard [data-square="35"]');
    await page.waitForFunction(() => document.querySelector('#setuptext').value.includes('3R4'));
  }],
  ['position that is not possible', '#edit?game=checkers', async (page) => {
    await page.click('#setupclear');
    await page.waitForSelector('#setupfault.wrong');
  }],
  ['walk of Monte-Carlo', '#learn?essay=mcts', async (page) => page.waitForFunction(() => Number(document.querySelector('#canvas')?.dataset.nodes) > 0)],
  ['walk of minimax', '#learn?essay=minimax', async (page) => {
    await page.waitForFunction(() => Number(document.querySelector('#canvas')?.dataset.nodes) > 0);
    await page.click('#step');
  }],
  ['walk of an own tree', '#tree?game=tree:((3+12)+(2+9))&example=0', async (page) => page.waitForFunction(() => Number(document.querySelector('#canvas')?.dataset.nodes) > 0)],
  ['why', '#play?game=tictactoe&moves=b2.b3.c2&you=second', async (page) => {
    await page.click('#scores');
    await page.$eval('#scoring', (d) => { d.open = true; });
    await page.click('#analysis .askwhy');
    await page.waitForSelector('#analysis .because li');
  }],
  ['proof, chosen', '#proof', async (page) => {
    await page.click('[data-proof="proofs/connect4-5x4.oxo"]');
    await page.waitForSelector('#proofboard .square');
    await page.waitForSelector('#proofreplies button, #proofnext button');
    await page.$eval('#proofreplies', (box) => { for (const d of box.querySelectorAll('details')) d.open = true; });
  }],
  ['proof', '#proof', async (page) => {
    await page.click('[data-proof="proofs/3x3.oxo"]');
    await page.waitForSelector('#proofsentence');
  }],
  ['rule sheet', '#rulesheet', async (page) => {
    await page.click('[data-sheet="nim.kif"]');
    await page.waitForFunction(() => document.querySelector('#sheettext').value !== '');
    await page.fill('#sheettext', `${await page.inputValue('#sheettext')}\n(role third)`);
    await page.click('#sheetplay');
    await page.waitForSelector('#sheetwrong .wrong');
    await page.fill('#sheettext', `${await page.inputValue('#sheettext')}\n(role`);
    await page.click('#sheetplay');
    await page.waitForSelector('#sheetgo');
    await page.click('#sheetmanual summary');
    await page.waitForSelector('.manual table');
    complaints.splice(0, complaints.length, ...complaints.filter((c) => !c.includes('422')));
  }],
  ['game of a sheet', '#rulesheet', async (page) => {
    await page.click('[data-sheet="coins.kif"]');
    await page.waitForFunction(() => document.querySelector('#sheettext').value !== '');
    await page.click('#sheetplay');
    await page.waitForSelector('#choices .move');
    await page.click('#scores');
    await page.waitForSelector('.score, #choices .badge');
  }],
  ['puzzle', '#puzzles?about=tictactoe&from=played&start=OX./..O/..X', async (page) => {
    await page.waitForSelector('#puzzleboard .legal');
    await page.click('#puzzlehint');
    await page.click('#puzzlehint');
    await page.click('#puzzleboard [data-square="4"]');
    await page.waitForSelector('#puzzlewrong');
    await page.waitForSelector('#puzzleline li:last-child [aria-current]');
  }],
  ['puzzles', '#puzzles?about=connect4:5x4&from=random&count=3&set=2', async (page) => {
    await page.waitForSelector('#puzzleboard .legal');
    await page.click('#puzzleanswer');
    await page.waitForSelector('#puzzleright');
  }],
  ['position', '#exercise?kind=position&exercise=3', async (page) => page.waitForSelector('#sheet .grid')],
  ['help', '#play?game=tictactoe&you=both', async (page) => { await page.click('#help'); await page.waitForSelector('dialog[open]'); }],
  ['api', 'api.html', async (page) => page.waitForSelector('#operations h3')],
];

/** Checks what is shown with axe, and that nothing is wider than the window. */
async function checkLook(page, what) {
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 120)).join(' | ')}`), [], what);
  const [width, wide] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
  assert.ok(wide <= width, `${what}: the page is ${wide} pixels wide in a window of ${width}`);
}

for (const [name, hash, prepare, options] of views) {
  test(`${name}: no barriers, light and dark, narrow and wide`, async () => {
    for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
      const page = await visit(at, at.url, hash, { colorScheme: 'light', viewport, reducedMotion: 'reduce', ...options });
      if (hash.startsWith('#play') && name !== 'error') await page.waitForSelector('#board .grid, #board .plain');
      await prepare?.(page);
      await page.evaluate(axe);
      await checkLook(page, `${name} light ${viewport.width}`);
      await page.emulateMedia({ colorScheme: 'dark' });
      await checkLook(page, `${name} dark ${viewport.width}`);
      if (viewport.width === 390) {
        await page.setViewportSize({ width: 360, height: 800 });
        await checkLook(page, `${name} dark 360`);
      }
      await page.context().close();
    }
    complaints.splice(0, complaints.length, ...complaints.filter((c) => !(name === 'error' && c.includes('422'))));
  });
}

test('nothing is asked of any other host', async () => {
  for (const url of [at.url, at.site]) {
    const context = await at.browser.newContext();
    const asked = [];
    context.on('request', (r) => asked.push(r.url()));
    const page = await visit(at, url, '#play?game=tictactoe&you=first', { context });
    await settled(page, 0);
    await page.click('#nav a:text-is("Explore")');
    await page.waitForSelector('.tally');
    assert.deepEqual(asked.filter((a) => !a.startsWith(url) && !a.startsWith('blob:')), []);
    await context.close();
  }
});

test('the page and the site are small', (t) => {
  const sizes = { page: 0, training: 0, engine: 0, sheets: 0, german: 0 };
  for (const name of fs.readdirSync(siteFolder, { recursive: true })) {
    const file = path.join(siteFolder, name);
    if (!fs.statSync(file).isFile()) continue;
    const size = zlib.gzipSync(fs.readFileSync(file), { level: 9 }).length;
    if (name === 'oxo.wasm') sizes.engine += size;
    else if (name === 'oxo-sheets.wasm') sizes.sheets += size;
    else if (/puzzles|training|courses/.test(name)) sizes.training += size; // only a visit to Puzzles or Courses loads it
    else if (name.startsWith('words')) sizes.german += size; // only a visit in German loads it
    else sizes.page += size;
  }
  t.diagnostic(`gzipped: the page ${sizes.page} bytes, its puzzles and courses ${sizes.training}, the engine ${sizes.engine}, with rule sheets ${sizes.sheets}, German ${sizes.german}`);
  assert.ok(sizes.page < 200_000);
  assert.ok(sizes.training < 25_000);
  assert.ok(sizes.german < 80_000); // the catalogue, and the essays
  assert.ok(sizes.page + sizes.engine < 2_600_000); // the engine includes reasons in words for fours and threes, puzzles with one answer, renju and caro, shapes of gomoku, large boards of Connect Four, chances of reviews, all provers, plies without progress, positions of other programs and their reported changes, the draws of few kings, reasons in words, the pairs and races that certificates leave out, changes of pairs, Othello, draughts, chess, Go, and two searches that are explained step by step
  assert.ok(sizes.sheets < 3_020_000); // symmetries and threats of rule sheets besides, of boards too, but no puzzles, sheets without a circuit, and 512 states side by side, with which a sheet is searched for ends with another sum of points
});

test('how soon the board is shown, and a click answered', async (t) => {
  for (const [way, url] of [['served', at.url], ['static', at.site]]) {
    const starts = [];
    for (let i = 0; i < 3; i++) {
      const page = await visit(at, url, '#play?game=tictactoe&you=first&level=perfect');
      await page.waitForSelector('#board .grid');
      starts.push(await page.evaluate(() => performance.now()));
      await page.context().close();
    }
    const page = await visit(at, url, '#play?game=tictactoe&you=first&level=perfect');
    await settled(page, 0);
    const times = [];
    for (let i = 0; i < 5; i++) {
      times.push(await page.evaluate(() => new Promise((resolve) => {
        const begun = performance.now();
        new MutationObserver((_, watch) => {
          if (document.querySelectorAll('#board .stone').length < 2) return;
          watch.disconnect();
          resolve(performance.now() - begun);
        }).observe(document.querySelector('#board'), { childList: true, subtree: true });
        document.querySelector('[data-square="4"]').click();
      })));
      await page.click('#new');
      await settled(page, 0);
    }
    const middle = (list) => [...list].sort((a, b) => a - b)[list.length >> 1].toFixed(0);
    t.diagnostic(`${way}: the first board after ${middle(starts)} ms, a reply after ${middle(times)} ms (first ${times[0].toFixed(0)}), medians`);
    await page.context().close();
  }
});

test('the console said nothing', () => {
  assert.deepEqual(complaints, []);
});
