// Takes the screenshots of the documents, or those of some views: node shots.mjs FOLDER [VIEW...]

import fs from 'node:fs';
import path from 'node:path';
import { open, settled, visit } from './helper.mjs';

const [, , folder, ...only] = process.argv;
fs.mkdirSync(folder, { recursive: true });
const at = await open({ site: false });

const done = (page) => page.waitForFunction(() => /^[\d\u202f]+ positions?/.test(document.querySelector('#analysis > p:last-child')?.textContent ?? ''));
const views = {
  play: ['#play?game=tictactoe&moves=b2.a2&you=first', async (page) => {
    await page.click('#scores');
    await settled(page, 2);
    await done(page);
  }],
  first: ['', async (page) => page.waitForFunction(() => document.querySelectorAll('#board .badge').length === 8)],
  menu: ['#play?game=connect4&you=both', async (page) => { await page.click('#game'); await page.waitForSelector('dialog [data-game]'); }],
  gomoku: ['#play?game=gomoku&moves=h8.i9.j8.i7&you=first', async (page) => {
    await page.click('#scores');
    await page.waitForSelector('#board .badge');
    await page.waitForTimeout(2500);
  }],
  breakthrough: ['#play?game=breakthrough:6x6&moves=c2c3.d5d4&you=both', async (page) => page.click('[data-square="14"]')],
  tiles: ['#play?game=2048&you=both&moves=left.b3=2.down', async () => {}],
  heaps: ['#play?game=nim&you=both&moves=a1', async (page) => { await page.click('#scores'); await done(page); }],
  torus: ['#play?game=mnk:4x4x3,torus&moves=b2.c3&you=both', async () => {}],
  connect4: ['#play?game=connect4&moves=4.4.4.4.4.2.2.6.6.6&you=both', async (page) => {
    await page.click('#best');
    await page.waitForSelector('#board .badge');
    await page.waitForTimeout(3000);
  }],
  thinking: ['#play?game=breakthrough&moves=b2b3&you=first&level=perfect', async (page) => { await page.click('#playon'); await page.waitForSelector('.status.thinking'); }],
  review: ['#play?game=tictactoe&moves=b2.a2.a1.b3.c3&you=both', async (page) => {
    await page.$eval('#record', (d) => { d.open = true; });
    await page.click('#review-game');
    await page.waitForSelector('#review .faults');
  }],
  error: ['#play?game=tictacto', async (page) => page.waitForSelector('#board [role=alert]')],
  tree: ['#tree', async (page) => {
    await page.waitForFunction(() => document.querySelectorAll('.counts tbody tr').length === 6);
    await page.click('#predicting');
    for (let n = 0; n < 29; n++) await page.click('#step');
    await page.waitForSelector('#question');
  }],
  walk: ['#tree?game=connect4&moves=4.4.4.4.4', async (page) => {
    await page.waitForFunction(() => Number(document.querySelector('#canvas')?.dataset.nodes) > 0);
    await page.fill('#slider', '199');
    await page.waitForTimeout(400);
  }],
  learn: ['#learn?essay=alphabeta', async (page) => {
    await page.waitForSelector('.session.shown');
    await page.fill('#slider', '30');
    await page.waitForTimeout(400);
  }],
  why: ['#play?game=tictactoe&you=both&moves=b1', async (page) => {
    await page.click('#scores');
    await page.waitForSelector('[data-why="a3"]');
    await page.click('[data-why="a3"]');
    await page.waitForSelector('.because');
  }],
  exercise: ['#exercise?kind=alphabeta&exercise=3', async (page) => {
    await page.waitForSelector('#mark');
    const some = [[0, 'alpha', '-inf'], [0, 'beta', 'inf'], [1, 'alpha', '-inf'], [1, 'beta', 'inf'], [2, 'alpha', '-inf'], [2, 'beta', 'inf'], [2, 'value', '-1'], [6, 'alpha', '-inf'], [6, 'beta', '-1'], [6, 'value', '1']];
    for (const [node, field, text] of some) {
      await page.$(`[data-go="${node}"]`).then((go) => go?.click());
      await page.fill(`#sheet [data-node="${node}"][data-field="${field}"]`, text);
    }
    await page.click('#mark');
    await page.waitForSelector('#faults');
    await page.click('#hintbutton');
    await page.waitForSelector('#hint');
  }],
  puzzle: ['#puzzles?about=tictactoe&from=played&start=OX./..O/..X', async (page) => {
    await page.waitForSelector('#puzzleboard .legal');
    await page.click('#puzzlehint');
    await page.click('#puzzlehint');
    await page.click('#puzzleboard [data-square="4"]');
    await page.waitForSelector('#puzzleline li:last-child [aria-current]');
  }],
  'exercise-own': ['#exercise?kind=alphabeta&tree=((3+12+8)+(2+4+6)+(14+5+2))', async (page) => {
    await page.click('#own summary');
    await page.waitForSelector('[data-own="2"]');
    await page.focus('[data-own="2"]');
  }],
};

for (const [name, [hash, prepare]] of Object.entries(views).filter(([name]) => only.length === 0 || only.includes(name))) {
  for (const colorScheme of ['light', 'dark']) {
    for (const [size, viewport] of [['wide', { width: 1280, height: 860 }], ['narrow', { width: 390, height: 844 }]]) {
      const page = await visit(at, at.url, hash, { colorScheme, viewport, reducedMotion: 'reduce' });
      await page.waitForTimeout(300);
      await prepare(page);
      await page.mouse.move(0, 0);
      await page.evaluate(() => { document.activeElement?.blur(); scrollTo(0, 0); });
      await page.waitForTimeout(200);
      await page.screenshot({ path: path.join(folder, `${name}-${size}-${colorScheme}.png`) });
      await page.context().close();
    }
  }
}
await at.close();
