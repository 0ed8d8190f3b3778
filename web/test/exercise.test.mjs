import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { alphabeta, minimax, position } from './byhand.mjs';
import { complaints, open, settled, visit } from './helper.mjs';

let at;
before(async () => { at = await open(); });
after(async () => { await at?.close(); });

const exercise = async (kind, seed, tree = '') => (await fetch(`${at.url}api/exercise?${new URLSearchParams({ kind, ...(tree ? { tree } : { seed }) })}`)).json();

/** The right answers, by a second implementation. */
async function answers(kind, e) {
  if (kind === 'position') return position(e, await (await fetch(`${at.url}api/position?${new URLSearchParams({ game: e.game, position: e.position })}`)).json());
  return kind === 'minimax' ? minimax(e.nodes) : alphabeta(e.nodes, kind === 'alphabeta-strict');
}

const field = (node, name) => `#sheet [data-node="${node}"][data-field="${name}"]`;

async function fillIn(page, list) {
  for (const [node, name, value] of list) {
    if (name === 'cut') await page.setChecked(field(node, name), value === 'yes');
    else if (await page.$eval(field(node, name), (f) => f.tagName) === 'SELECT') await page.selectOption(field(node, name), value);
    else await page.fill(field(node, name), value);
  }
}

/** Checks all answers, and waits for the marks. */
async function checkAll(page, want) {
  await page.click('#mark');
  await page.waitForFunction((text) => document.querySelector('#result')?.textContent === text, want).catch(async () => {
    assert.equal(await page.textContent('#result'), want);
  });
}

// The static page uses the same engine in another way, so one sheet of each kind suffices.
for (const [way, url, seeds] of [['served', () => at.url, [1, 2, 3]], ['static', () => at.site, [1]]]) {
  for (const kind of ['minimax', 'alphabeta', 'alphabeta-strict', 'position']) {
    test(`${kind}: right answers are right, wrong ones wrong, blank ones neither (${way})`, async () => {
      for (const seed of seeds) {
        const e = await exercise(kind, seed);
        const page = await visit(at, url(), `#exercise?kind=${kind}&exercise=${seed}`);
        await page.waitForSelector('#mark');
        const right = await answers(kind, e);
        const of = right.length;
        await fillIn(page, right.slice(1));
        await checkAll(page, `${of - 1} of ${of} right, 1 open`);
        assert.equal(await page.$('#faults'), null);
        await fillIn(page, right.slice(0, 1));
        await checkAll(page, `${of} of ${of} right`);
        // Makes each of these answers wrong, one at a time.
        for (const [node, name, value] of right.filter(([, name], i) => i % 9 === seed % 9 && name !== 'cut')) {
          await fillIn(page, [[node, name, kind === 'position' ? (value === 'win' ? 'loss' : 'win') : '77']]);
          await checkAll(page, `${of - 1} of ${of} right, 1 wrong`);
          assert.equal(await page.getAttribute(field(node, name), 'aria-invalid'), 'true');
          assert.equal((await page.$$('#faults li')).length, 1);
          assert.equal(await page.$('#hint, #solution li'), null); // the page gives no hint before it is asked
          await fillIn(page, [[node, name, value]]);
          await checkAll(page, `${of} of ${of} right`);
        }
        await page.context().close();
      }
    });
  }
}

test('a tick at a node that is visited is wrong; one spares what is below it', async () => {
  const page = await visit(at, at.url, '#exercise?kind=alphabeta&tree=((3+5)+(2+(9+1)))');
  await page.waitForSelector('#mark');
  await page.check(field(1, 'cut'));
  assert.equal(await page.isDisabled(field(1, 'alpha')), true);
  assert.equal(await page.isDisabled(field(2, 'cut')), true);
  await checkAll(page, '0 of 10 right, 1 wrong, 10 open');
  assert.match(await page.textContent('#faults'), /B cut off: it is visited/);
  await page.uncheck(field(1, 'cut'));
  await page.check(field(6, 'cut'));
  await checkAll(page, '1 of 10 right, 9 open');
  await page.context().close();
});

test('one node is checked alone, and only that', async () => {
  const page = await visit(at, at.url, '#exercise?kind=alphabeta&tree=((3+5)+(2+9))');
  await page.waitForSelector('#mark');
  await fillIn(page, [[0, 'alpha', '3'], [1, 'alpha', '-inf'], [1, 'beta', 'five'], [4, 'alpha', '7']]);
  await page.focus(field(1, 'value'));
  assert.equal(await page.textContent('#checknode'), 'Check B');
  await page.click('#checknode');
  await page.waitForSelector(`${field(1, 'alpha')}[aria-invalid="false"]`);
  assert.equal(await page.getAttribute(field(1, 'beta'), 'aria-invalid'), 'true');
  for (const [node, name] of [[0, 'alpha'], [4, 'alpha'], [1, 'value']]) assert.equal(await page.getAttribute(field(node, name), 'aria-invalid'), null);
  assert.match(await page.textContent('#faults'), /"five" is not a number: write one as 5 or -3/);
  assert.equal(await page.$('#result'), null);
  await page.fill(field(1, 'beta'), '5'); // the mark belongs to the answer that was checked
  assert.equal(await page.getAttribute(field(1, 'beta'), 'aria-invalid'), null);
  assert.equal(await page.$('#faults'), null);
  await page.context().close();
});

test('hints come by degrees: the rule, the numbers, the answer and where it comes from', async () => {
  for (const url of [at.url, at.site]) {
    const page = await visit(at, url, '#exercise?kind=alphabeta&tree=((3+5)+(2+9))');
    await page.waitForSelector('#mark');
    assert.equal(await page.$('#hint'), null);
    await page.focus(field(4, 'alpha'));
    const said = [];
    for (const label of ['Hint', 'Which numbers?', 'Show the answer']) {
      assert.equal(await page.textContent('#hintbutton'), label);
      const before = await page.$('#hint') && await page.textContent('#hint');
      await page.click('#hintbutton');
      await page.waitForFunction((text) => (document.querySelector('#hint')?.textContent ?? null) !== text, before);
      said.push(await page.textContent('#hint'));
    }
    assert.match(said[0], /^E alpha: Alpha is what MAX is sure of already/);
    assert.equal(said[1], 'E alpha: Look at A: what has MAX from B?');
    assert.equal(said[2], 'E alpha: Alpha is 3: at A MAX already has 3 from B.');
    await page.focus(field(4, 'beta')); // the hints for another question begin with its rule
    assert.equal(await page.textContent('#hintbutton'), 'Hint');
    await page.context().close();
  }
});

test('answers outlive a reload, and belong to one exercise; not where the page is embedded', async () => {
  const context = await at.browser.newContext();
  const page = await visit(at, at.url, '#exercise?kind=alphabeta&exercise=5', { context });
  await page.waitForSelector('#mark');
  await fillIn(page, [[0, 'alpha', '-inf'], [1, 'cut', 'yes']]);
  await page.reload();
  await page.waitForSelector('#mark');
  assert.equal(await page.inputValue(field(0, 'alpha')), '-inf');
  assert.equal(await page.isChecked(field(1, 'cut')), true);
  for (const hash of ['#exercise?kind=alphabeta-strict&exercise=5', '#exercise?kind=alphabeta&exercise=6', '#exercise?kind=alphabeta&tree=((3+5)+(2+9))']) {
    const other = await visit(at, at.url, hash, { context });
    await other.waitForSelector('#mark');
    assert.equal(await other.inputValue(field(0, 'alpha')), '', hash);
    await other.close();
  }
  const framed = await visit(at, at.url, '#exercise?kind=alphabeta&exercise=5&embed=1', { context });
  await framed.waitForSelector('#mark');
  assert.equal(await framed.inputValue(field(0, 'alpha')), '');
  await framed.fill(field(0, 'beta'), '9');
  await framed.reload();
  await framed.waitForSelector('#mark');
  assert.equal(await framed.inputValue(field(0, 'beta')), '');
  await page.click('#clear');
  await page.reload();
  await page.waitForSelector('#mark');
  assert.equal(await page.inputValue(field(0, 'alpha')), '');
  await context.close();
});

for (const [way, base] of [['served', () => at.url], ['in the browser', () => at.site]]) {
  test(`${way}: positions of the game that is open, and of a rule sheet, which the link holds`, async () => {
    const page = await visit(at, base(), '#play?game=connect4:5x4&you=both');
    await settled(page, 0);
    await page.evaluate(() => { location.hash = '#exercise?kind=position&exercise=4'; });
    await choose(page, 'Connect Four, 5×4');
    await page.waitForFunction(() => [...document.querySelectorAll('#sheet label')].some((l) => /^After [1-5]$/.test(l.textContent)));
    await solve(page, 'connect4:5x4');

    await page.evaluate(() => { location.hash = '#rulesheet'; });
    await page.fill('#sheettext', fs.readFileSync(path.resolve(import.meta.dirname, '../../examples/sheets/noughts.kif'), 'utf8'));
    await page.fill('#sheetname', 'class');
    await page.click('#sheetplay');
    await page.waitForFunction(() => document.querySelector('#game').textContent.includes('class.kif'));
    await settled(page, 0);
    await page.evaluate(() => { location.hash = '#exercise?kind=position&exercise=4'; });
    await choose(page, 'class.kif');
    await page.waitForFunction(() => document.querySelector('#sheet label')?.textContent.includes('mark('));
    const link = new URL(page.url()).hash;
    assert.match(link, /about=class\.kif.*sheet=/);
    const other = await visit(at, base(), link);
    await other.waitForFunction(() => document.querySelector('#sheet label')?.textContent.includes('mark('));
    await other.context().close();
    await page.context().close();
    assert.deepEqual(complaints.splice(0).filter((c) => !/404/.test(c)), []);
  });
}

/** Chooses the game of the exercise. */
async function choose(page, title) {
  await page.waitForSelector('#exercisegame:not([hidden])');
  await page.selectOption('#exercisegame select', { label: title });
}

/** Answers a position by the server's own solution, which Go's tests compare with minimax. */
async function solve(page, game) {
  await page.waitForSelector('#mark');
  const { answers } = await (await fetch(`${at.url}api/answers?${new URLSearchParams({ kind: 'position', seed: 4, game })}`)).json();
  await fillIn(page, answers.map((a) => [a.node, a.field, a.text]));
  await checkAll(page, `${answers.length} of ${answers.length} right`);
}

test('walk this tree opens it in the explorer, and Back leads to the sheet', async () => {
  const page = await visit(at, at.url, '#exercise?kind=alphabeta-strict&exercise=4');
  await page.waitForSelector('#mark');
  const e = await exercise('alphabeta-strict', 4);
  await page.fill(field(0, 'alpha'), '-inf');
  await page.click('#walk');
  await page.waitForSelector('#tree:not([hidden])');
  const read = new URLSearchParams((await page.evaluate(() => location.hash)).split('?')[1]);
  assert.equal(read.get('game'), e.game);
  assert.equal(read.get('algorithm'), 'alphabeta-strict');
  await page.goBack();
  await page.waitForSelector('#exercise:not([hidden]) #mark');
  assert.equal(await page.inputValue(field(0, 'alpha')), '-inf');
  await page.click('#nav a'); // the game on the board has not changed
  await page.waitForSelector('#board .grid');
  await page.context().close();
});

test('the solution is shown on request alone, and is right', async () => {
  const page = await visit(at, at.url, '#exercise?kind=alphabeta&exercise=9');
  await page.waitForSelector('#mark');
  assert.equal(await page.isHidden('#solution'), true);
  assert.equal(await page.$('#paper .solution'), null);
  await page.click('#showsolution');
  await page.waitForSelector('#solution li');
  const right = await answers('alphabeta', await exercise('alphabeta', 9));
  assert.equal((await page.$$('#solution li')).length, right.length);
  await page.click('#showsolution');
  await page.waitForSelector('#solution', { state: 'hidden' });
  await page.context().close();
});

test('on a narrow screen one node after another is filled in', async () => {
  const e = await exercise('alphabeta', 2);
  const page = await visit(at, at.url, '#exercise?kind=alphabeta&exercise=2', { viewport: { width: 390, height: 844 } });
  await page.waitForSelector('#sheet .map');
  const right = await answers('alphabeta', e);
  for (const [node, name, value] of right) {
    await page.click(`[data-go="${name === 'cut' ? e.nodes[node].parent : node}"]`);
    await fillIn(page, [[node, name, value]]);
  }
  await checkAll(page, `${right.length} of ${right.length} right`);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  await page.context().close();
});

test('a link gives the same sheet, and another one differs', async () => {
  const page = await visit(at, at.url, '#exercise?kind=minimax&exercise=42');
  await page.waitForSelector('#mark');
  const one = await page.textContent('#sheet');
  await page.reload();
  await page.waitForSelector('#mark');
  assert.equal(await page.textContent('#sheet'), one);
  await page.click('#another');
  await page.waitForFunction((old) => document.querySelector('#sheet')?.textContent !== old && document.querySelector('#mark'), one);
  await page.context().close();
});

test('the console said nothing', () => {
  assert.deepEqual(complaints, []);
});
