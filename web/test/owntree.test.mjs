// The reader's own trees: typed, built by clicks, walked, and made into exercises.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { alphabeta } from './byhand.mjs';
import { complaints, open, oxo, random, visit } from './helper.mjs';

let at;
before(async () => { at = await open(); });
after(async () => { await at?.close(); });

const read = async (page) => new URLSearchParams((await page.evaluate(() => location.hash)).split('?')[1]);
const shows = (page, text) => page.waitForFunction((t) => document.querySelector('#treetext')?.value === t, text);

async function edit(url, tree) {
  const page = await visit(at, url, `#exercise?${new URLSearchParams({ kind: 'alphabeta', ...(tree ? { tree } : {}) })}`);
  await page.waitForSelector('#mark');
  await page.click('#own summary');
  await page.waitForSelector('[data-own="0"]');
  return page;
}

test('typed: the address has it, the sheet is of it, errors say where and what', async () => {
  for (const url of [at.url, at.site]) {
    const page = await edit(url);
    await page.fill('#treetext', '[[3,5],[2,9]]');
    await page.waitForFunction(() => location.hash.includes('tree='));
    assert.equal((await read(page)).get('tree'), '((3 5) (2 9))');
    assert.equal((await read(page)).get('exercise'), null);
    await page.waitForFunction(() => document.querySelectorAll('#sheet [data-box]').length === 7);
    assert.equal(await page.inputValue('#treetext'), '[[3,5],[2,9]]'); // it is not changed while it is typed
    for (const [text, said] of [['((3 5) (2 9)', /character 13, the end: the bracket at character 1 is not closed: add \)/], ['((3 x))', /character 5, "x": want a number/], ['', /the brackets are empty|the tree is empty/]]) {
      await page.fill('#treetext', text);
      await page.waitForFunction((source) => new RegExp(source).test(document.querySelector('#treewrong')?.textContent ?? ''), said.source);
      assert.equal(await page.getAttribute('#treetext', 'aria-invalid'), 'true');
      assert.equal((await read(page)).get('tree'), '((3 5) (2 9))'); // the last that was one
    }
    await page.fill('#treetext', '((3 5) (2 9) 4)');
    await page.waitForFunction(() => document.querySelector('#treewrong')?.textContent === '');
    await page.waitForFunction(() => document.querySelectorAll('#sheet [data-box]').length === 8);
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll('#sheet [data-box]').length === 8);
    await page.context().close();
  }
  complaints.splice(0, complaints.length, ...complaints.filter((c) => !c.includes('422')));
});

test('clicked together by buttons: nodes added, changed and removed', async () => {
  const page = await edit(at.url, '(1)');
  await page.click('[data-own="0"]');
  assert.equal(await page.isDisabled('#treeremove'), true); // a tree has a root with a node below it
  await page.click('#treeadd');
  await shows(page, '(1 0)');
  await page.fill('#treenumber', '-4');
  await page.press('#treenumber', 'Enter');
  await shows(page, '(1 -4)');
  await page.click('[data-own="1"]');
  await page.click('#treeadd'); // the number of a leaf goes down
  await shows(page, '((1) -4)');
  await page.click('[data-own="1"]');
  await page.click('#treeadd');
  await shows(page, '((1 0) -4)');
  await page.fill('#treenumber', '7');
  await page.press('#treenumber', 'Enter');
  await shows(page, '((1 7) -4)');
  assert.equal((await read(page)).get('tree'), '((1 7) -4)');
  await page.click('[data-own="2"]');
  await page.click('#treeremove');
  await shows(page, '((7) -4)');
  await page.click('[data-own="2"]');
  await page.click('#treeremove'); // a node with none below it is a leaf again
  await shows(page, '(7 -4)');
  await page.fill('#treenumber', '7.5');
  await page.press('#treenumber', 'Enter');
  await page.waitForFunction(() => /want a whole number/.test(document.querySelector('#treewrong').textContent));
  complaints.splice(0, complaints.length, ...complaints.filter((c) => !c.includes('422')));
  await page.context().close();
});

test('the keyboard alone: arrows walk, plus adds, digits change, Delete removes', async () => {
  const page = await edit(at.url, '((3 5) left:(2 9))');
  const press = async (key, text) => {
    await page.keyboard.press(key);
    if (text) await shows(page, text);
  };
  const here = () => page.evaluate(() => document.activeElement.getAttribute('aria-label'));
  await page.focus('[data-own="0"]');
  await press('ArrowDown');
  assert.equal(await here(), 'B, MIN');
  await press('ArrowRight');
  assert.equal(await here(), 'left, MIN');
  await press('ArrowDown');
  assert.equal(await here(), 'E, 2');
  await press('+', '((3 5) left:((2) 9))');
  await page.waitForFunction(() => document.activeElement.getAttribute('aria-label') === 'F, 2');
  await page.keyboard.press('-');
  await page.keyboard.press('6');
  await press('Enter', '((3 5) left:((-6) 9))');
  await press('ArrowUp');
  await press('ArrowDown');
  assert.equal(await here(), 'F, -6');
  await press('Delete', '((3 5) left:(-6 9))'); // a node with none below it is a leaf again
  await page.waitForFunction(() => document.activeElement.getAttribute('data-own') === '5');
  await press('ArrowUp');
  await press('Delete', '((3 5))');
  await page.waitForFunction(() => document.activeElement.getAttribute('data-own') === '0');
  await press('ArrowLeft'); // nowhere to go
  assert.equal(await here(), 'A, MAX');
  await page.context().close();
});

test('random edits by buttons lead to trees that the command reads the same', async () => {
  const page = await edit(at.url, '((3 5) (2 9))');
  const pick = random(7);
  for (let i = 0; i < 40; i++) {
    const nodes = await page.$$eval('[data-own]', (all) => all.length);
    await page.click(`[data-own="${pick(nodes)}"]`);
    const before = await page.inputValue('#treetext');
    const what = pick(3);
    if (what === 0 && nodes < 25) await page.click('#treeadd');
    else if (what === 1 && await page.isEnabled('#treeremove')) await page.click('#treeremove');
    else if (await page.isEnabled('#treenumber')) {
      const number = pick(19) - 9;
      if (await page.inputValue('#treenumber') === String(number)) continue;
      await page.fill('#treenumber', String(number));
      await page.press('#treenumber', 'Enter');
    } else continue;
    await page.waitForFunction((old) => document.querySelector('#treetext').value !== old, before);
    const text = await page.inputValue('#treetext');
    assert.match(oxo('perft', `tree:${text}`, '1'), /^[1-9]\d*\n$/);
    await page.waitForFunction((t) => new URLSearchParams(location.hash.split('?')[1]).get('tree') === t, text);
  }
  await page.context().close();
});

test('an exercise from a tree of one’s own, and a walk of it', async () => {
  const page = await edit(at.url, '((3 12 8) (2 4 6) (14 5 2))');
  await page.click('#treedone');
  await page.waitForFunction(() => !document.querySelector('#own').open && document.activeElement.dataset.field === 'alpha');
  const e = await (await fetch(`${at.url}api/exercise?${new URLSearchParams({ kind: 'alphabeta', tree: '((3 12 8) (2 4 6) (14 5 2))' })}`)).json();
  const right = alphabeta(e.nodes);
  assert.deepEqual(right.filter(([, name]) => name === 'cut').map(([node]) => e.nodes[node].label), ['H', 'I']);
  for (const [node, name, value] of right) {
    if (name === 'cut') await page.check(`#sheet [data-node="${node}"][data-field="cut"]`);
    else await page.fill(`#sheet [data-node="${node}"][data-field="${name}"]`, value);
  }
  await page.click('#mark');
  await page.waitForSelector('#result.all');
  assert.equal(await page.textContent('#result'), `${right.length} of ${right.length} right`);
  await page.click('#walk');
  await page.waitForSelector('#tree:not([hidden])');
  assert.equal((await read(page)).get('game'), 'tree:((3 12 8) (2 4 6) (14 5 2))');
  await page.context().close();
});

test('the console said nothing', () => {
  assert.deepEqual(complaints, []);
});
