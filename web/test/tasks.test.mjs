// What a learner comes to do, from the root of the page, counted in clicks: each task takes three
// at most. Typing is not counted, nor a key; a drag counts as one, and a list that opens as two.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { minimax } from './byhand.mjs';
import { complaints, open, settled, visit } from './helper.mjs';

let at;
before(async () => { at = await open({ site: false }); });
after(async () => { await at?.close(); });

/** The most clicks of a task. */
const most = 3;

/** A hand that counts its clicks. */
class Hand {
  constructor(page) { Object.assign(this, { page, clicks: 0 }); }

  async click(selector) {
    this.clicks++;
    await this.page.click(selector);
  }

  async choose(selector, value) {
    this.clicks += 2;
    await this.page.selectOption(selector, value);
  }

  async drag(from, to) {
    this.clicks++;
    const middle = async (selector) => {
      const box = await this.page.locator(selector).boundingBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [[x, y], [u, v]] = [await middle(from), await middle(to)];
    await this.page.mouse.move(x, y);
    await this.page.mouse.down();
    await this.page.mouse.move((x + u) / 2, (y + v) / 2, { steps: 4 });
    await this.page.mouse.move(u, v, { steps: 4 });
    await this.page.mouse.up();
  }
}

const nav = (name) => `#nav a:text-is("${name}")`;
const square = (n) => `#board [data-square="${n}"]`;

/** Tests a task; act does it, and proves that it is done. @param {string} name @param {number} clicks */
function task(name, clicks, act) {
  test(`${name}: ${clicks} clicks`, async () => {
    assert.ok(clicks <= most);
    const page = await visit(at, at.url, '', { chance: 0.5, viewport: { width: 1280, height: 800 } });
    await page.waitForFunction(() => document.querySelectorAll('#board .badge').length === 8); // the first visit
    const hand = new Hand(page);
    await act(hand, page);
    assert.equal(hand.clicks, clicks);
    await page.context().close();
    assert.deepEqual(complaints, []);
  });
}

/** Waits for the moves of the game. @param {number} n */
const moved = (page, n) => page.waitForFunction((want) => document.querySelectorAll('#moves li:not(.begin) button').length >= want, n, { polling: 50 });

// The first visit shows X in the middle, and what each answer of O is worth.
task('3x3 is played and lost', 2, async (hand, page) => {
  await hand.click(`${square(7)}:has(.badge.loss)`);
  await moved(page, 3);
  await settled(page, 3);
  const free = await page.$$eval('#board .square.legal', (all) => all.map((e) => Number(e.dataset.square)));
  assert.equal(free.length, 6);
  const moves = await page.evaluate(() => new URLSearchParams(location.hash.split('?')[1]).get('moves'));
  for (const n of free) { // the move after which X wins at once
    const state = await (await fetch(`${at.url}api/position?${new URLSearchParams({ game: 'tictactoe', moves: `${moves}.${'abc'[n % 3]}${1 + Math.floor(n / 3)}` })}`)).json();
    const wins = await Promise.all(state.legal.map(async ({ move }) => (await (await fetch(`${at.url}api/position?${new URLSearchParams({ game: 'tictactoe', moves: `${moves}.${'abc'[n % 3]}${1 + Math.floor(n / 3)}.${move}` })}`)).json()).outcome));
    if (!wins.includes('won')) continue;
    await hand.click(square(n));
    break;
  }
  await page.waitForFunction(() => /has won/.test(document.querySelector('#status')?.textContent ?? ''), null, { polling: 50 });
});

task('the side is changed', 3, async (hand, page) => {
  await hand.click('#begin');
  await hand.choose('#choose label:has-text("You play") select', 'second');
  await moved(page, 1); // oxo begins
});

task('the level is changed', 3, async (hand, page) => {
  await hand.click('#begin');
  await hand.choose('#choose label:has-text("Opponent") select', '2');
  await page.waitForFunction(() => location.hash.includes('level=2'));
});

task('the size is changed', 3, async (hand, page) => {
  await hand.click('#game');
  await hand.click('dialog [data-form="mnk"]');
  for (const input of await page.$$('dialog form input[type="number"]')) await input.fill('4');
  await hand.click('dialog form button[type="submit"]');
  await page.waitForFunction(() => document.querySelectorAll('#board .square').length === 16);
});

task('every move’s value is seen', 0, async (hand, page) => {
  assert.deepEqual((await page.$$eval('#board .badge', (all) => all.map((e) => e.textContent.slice(0, 1)))).sort(), ['=', '=', '=', '=', '▼', '▼', '▼', '▼']);
});

task('why a move loses', 3, async (hand, page) => {
  await hand.click(`${square(7)}:has(.badge.loss)`);
  await moved(page, 3);
  await settled(page, 3);
  await hand.click('#scores');
  await hand.click('#analysis li:has(.value.loss) .askwhy');
  await page.waitForFunction(() => document.querySelectorAll('#analysis .because li').length > 0);
});

task('minimax is walked', 2, async (hand, page) => {
  await hand.click(nav('Learn'));
  await page.waitForFunction(() => Number(document.querySelector('#canvas')?.dataset.nodes) > 0);
  const before = await page.textContent('#sentence');
  await hand.click('#step');
  await page.waitForFunction((old) => document.querySelector('#sentence').textContent !== old, before);
});

task('alpha-beta is walked', 3, async (hand, page) => {
  await hand.click(nav('Learn'));
  await hand.click('#essays a:text-is("Alpha-beta")');
  await page.waitForFunction(() => Number(document.querySelector('#canvas')?.dataset.nodes) > 0 && location.hash.includes('alphabeta'));
  const before = await page.textContent('#sentence');
  await hand.click('#step');
  await page.waitForFunction((old) => document.querySelector('#sentence').textContent !== old, before);
});

task('an exercise is answered wrong, then right', 2, async (hand, page) => {
  await hand.click(nav('Exercises'));
  const first = '#sheet [data-field="value"]:is(input)';
  await hand.click(first);
  const { nodes } = await (await fetch(`${at.url}api/exercise?kind=minimax&seed=1`)).json();
  const node = Number(await page.getAttribute(first, 'data-node'));
  const right = minimax(nodes).find(([i]) => i === node)[2];
  for (const [text, mark] of [[String(Number(right) + 1), 'wrong'], [right, 'right']]) {
    await page.fill(first, text);
    await page.keyboard.press('Enter');
    await page.waitForSelector(`#sheet .${mark} [data-node="${node}"], #sheet [data-node="${node}"].${mark}`);
  }
});

task('the node counts are compared', 1, async (hand, page) => {
  await hand.click(nav('Explore'));
  await page.waitForFunction(() => document.querySelectorAll('.counts tbody tr').length === 6);
});

task('an own tree is written and walked', 3, async (hand, page) => {
  await hand.click(nav('Exercises'));
  await hand.click('#own > summary');
  await page.fill('#treetext', '((3 12) (2 9) (7 1))');
  await page.waitForFunction(() => location.hash.includes('tree='));
  await page.waitForSelector('#walk:not([hidden])');
  await hand.click('#walk');
  await page.waitForFunction(() => Number(document.querySelector('#canvas')?.dataset.nodes) > 0);
  assert.equal(await page.evaluate(() => new URLSearchParams(location.hash.split('?')[1]).get('game')), 'tree:((3 12) (2 9) (7 1))');
});

task('Connect Four is played, and the game reviewed', 3, async (hand, page) => {
  await hand.click('#pitch button:has-text("Connect Four")');
  await settled(page, 0);
  await hand.click(square(3));
  await moved(page, 2);
  await settled(page, 2);
  await hand.click('#review-game');
  await page.waitForFunction(() => document.querySelector('#review')?.textContent.includes('Accuracy') || document.querySelector('#review .faults, #review p'));
});

task('a position is set up by hand', 3, async (hand, page) => {
  await hand.click('#setfirst');
  await page.waitForSelector('#setupboard .square');
  await hand.drag('#setuppalette [aria-label="O"]', '#setupboard [data-square="0"]');
  await page.waitForFunction(() => document.querySelector('#setuptext').value === '.../.X./O..');
  await hand.click('#setupplay');
  await page.waitForFunction(() => document.querySelectorAll('#board .square.full').length >= 2 && !document.querySelector('#play').classList.contains('first'));
});

task('a link is shared', 2, async (hand, page) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await hand.click('#begin');
  await hand.click('#copy-link');
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes('#play?game=tictactoe'));
});

task('a certificate is opened', 2, async (hand, page) => {
  await hand.click(nav('Proofs'));
  await hand.click('[data-proof="proofs/connect4-5x4.oxo"]');
  await page.waitForSelector('#proofboard .square');
  await page.waitForFunction(() => /Proven/.test(document.querySelector('#proofsentence')?.textContent ?? ''));
});
