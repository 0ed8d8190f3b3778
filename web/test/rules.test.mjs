// A rule sheet is begun from an example, pasted or dropped, and played, served and in the browser's
// engine; its errors are at their lines; a link holds it.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { complaints, open, serve, settled, visit } from './helper.mjs';

let at;
before(async () => { at = await open(); });
after(async () => { await at?.close(); });

const sheets = path.resolve(import.meta.dirname, '../../examples/sheets');
const textOf = (name) => fs.readFileSync(path.join(sheets, name), 'utf8');
const examples = fs.readdirSync(sheets).filter((name) => name.endsWith('.kif'));

/** Drops complaints of the browser about refused sheets. */
const forgive = () => complaints.splice(0, complaints.length, ...complaints.filter((c) => !/422|404/.test(c)));

/** Puts a text into the field as a paste does. */
async function paste(page, text) {
  await page.fill('#sheettext', text);
}

for (const [way, base] of [['served', () => at.url], ['in the browser', () => at.site]]) {
  test(`${way}: a pasted sheet is played, scored, explored and asked about`, async () => {
    const page = await visit(at, base(), '#play?game=tictactoe&you=both');
    await settled(page, 0);
    await page.click('#game');
    await page.click('#ownrules');
    await page.waitForSelector('#sheettext');
    await paste(page, textOf('nim.kif'));
    await page.fill('#sheetname', 'My Nim');
    await page.click('#sheetplay');
    await page.waitForFunction(() => document.querySelector('#game').textContent.includes('my-nim.kif'));
    await page.waitForFunction(() => /The rules are the sheet my-nim\.kif/.test(document.querySelector('#goal').textContent)); // drawn with the board, after the name
    await settled(page, 0);
    await page.click('#scores');
    await page.waitForSelector('.score[data-move="leave(c,0)"], .score');
    await page.waitForFunction(() => document.querySelectorAll('.score').length === 6);
    assert.match(await page.textContent('#analysis'), /loss in 6/);
    await page.click('#choices [data-move="leave(c,0)"]');
    await settled(page, 2); // the opponent has answered
    await page.click('#explore');
    await page.waitForFunction(() => Number(document.querySelector('#canvas')?.dataset.nodes) > 0);
    assert.match(page.url(), /moves=leave%28c%2C0%29\./);
    await page.context().close();
    assert.deepEqual(complaints, []);
  });

  test(`${way}: a sheet in RBG is played, too`, async () => {
    const page = await visit(at, base(), '#rulesheet');
    await page.waitForSelector('#sheettext');
    await paste(page, textOf('noughts.rbg'));
    await page.click('#sheetplay');
    await page.waitForFunction(() => /\.rbg/.test(document.querySelector('#game')?.textContent ?? ''));
    await settled(page, 0);
    await page.click('#scores');
    await page.waitForFunction(() => document.querySelectorAll('.score').length === 9);
    assert.match(await page.textContent('#analysis'), /draw/);
    await page.context().close();
    assert.deepEqual(complaints, []);
  });

  test(`${way}: an error is shown at its line, and goes when the text changes`, async () => {
    const page = await visit(at, base(), '#rulesheet');
    await page.waitForSelector('#sheettext');
    await page.click('#sheetplay');
    assert.match(await page.textContent('#sheetwrong'), /there are no rules yet/);
    const lines = textOf('noughts.kif').split('\n');
    const line = lines.findIndex((l) => l.startsWith('(<= terminal')) + 1;
    lines[line - 1] = '(<= terminal (line ?role) (distinct ?role ?nobody))';
    await paste(page, lines.join('\n'));
    await page.click('#sheetplay');
    await page.waitForSelector('#sheetgo');
    assert.match(await page.textContent('#sheetwrong'), new RegExp(`^Line ${line}: nothing bounds the values of \\?nobody`));
    assert.equal(await page.textContent('#sheetlines b'), `▸${line}`);
    const [number, mark] = [await page.locator('#sheetlines b').boundingBox(), await page.locator('#sheetmark').boundingBox()];
    assert.ok(mark.y >= number.y && mark.y <= number.y + 2 * number.height, `the mark is at ${mark.y}, its line at ${number.y}`);
    await page.focus('#sheetgo');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => getSelection().toString() || document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)), lines[line - 1]);
    await page.keyboard.type('(<= terminal (line ?role))');
    assert.equal(await page.locator('#sheetgo').count(), 0);
    assert.equal(await page.locator('#sheetmark').isHidden(), true);
    await page.click('#sheetplay');
    await settled(page, 0);
    await page.context().close();
    forgive();
    assert.deepEqual(complaints, []);
  });

  test(`${way}: a link holds the sheet`, async () => {
    const page = await visit(at, base(), '#rulesheet', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.click('[data-sheet="pawns.kif"]');
    await page.waitForFunction(() => document.querySelector('#sheettext').value.includes('(role white)'));
    await page.click('#sheetlink');
    await page.waitForFunction(() => /characters/.test(document.querySelector('#sheetsaid').textContent));
    const address = await page.evaluate(() => navigator.clipboard.readText());
    await page.context().close();
    const other = await visit(at, address, ''); // a browser that knows nothing of the sheet
    await settled(other, 0);
    assert.match(await other.textContent('#game'), /pawns\.kif/);
    await other.click('#board [data-square="0"]'); // its facts are a board: a1 to a2
    await other.click('#board [data-square="4"]');
    await settled(other, 2);
    assert.match(await other.textContent('#moves'), /move\(a,1,a,2\)/);
    await other.reload();
    await settled(other, 2);
    await other.click('#rules-sheet');
    await other.waitForFunction(() => document.querySelector('#sheettext').value.includes('(role white)'));
    assert.equal(await other.inputValue('#sheettext'), textOf('pawns.kif'));
    await other.context().close();
    const damaged = await visit(at, address.replace(/sheet=.{20}/, 'sheet=AAAA').replace(/%40[0-9a-f]{12}/, '%40111111111111'), '');
    await damaged.waitForSelector('#board [role="alert"]');
    assert.match(await damaged.textContent('#board'), /damaged/);
    await damaged.context().close();
    const mixed = await visit(at, address.replace(/%40[0-9a-f]{12}/, '%40000000000000'), '');
    await mixed.waitForSelector('#board [role="alert"]');
    assert.match(await mixed.textContent('#board'), /not those of pawns\.kif@000000000000/);
    await mixed.context().close();
    forgive();
    assert.deepEqual(complaints, []);
  });
}

test('each example that comes with the page is played by the keyboard alone', async () => {
  const page = await visit(at, at.url, '#rulesheet');
  await page.waitForSelector('#sheettext');
  const offered = await page.$$eval('[data-sheet]', (all) => all.map((b) => b.dataset.sheet));
  assert.equal(offered.length, 6);
  assert.deepEqual(offered.filter((name) => !examples.includes(name)), []);
  for (const name of offered) {
    await page.focus(`[data-sheet="${name}"]`);
    await page.keyboard.press('Enter');
    await page.waitForFunction((text) => document.querySelector('#sheettext').value === text, textOf(name));
    assert.equal(await page.evaluate(() => document.activeElement.id), 'sheettext');
    await page.focus('#sheetplay');
    await page.keyboard.press('Enter');
    await page.waitForFunction((game) => document.querySelector('#game')?.textContent.includes(game) && document.querySelector('#goal')?.textContent.includes(game), name);
    await settled(page, 0);
    await page.focus('#rules-sheet');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#rulesheet:not([hidden])');
  }
  await page.context().close();
  assert.deepEqual(complaints, []);
});

test('a dropped file is taken; one that is too large is refused', async () => {
  const page = await visit(at, at.url, '#rulesheet');
  await page.waitForSelector('#sheettext');
  const drop = (name, text) => page.evaluate(([n, t]) => {
    const data = new DataTransfer();
    data.items.add(new File([t], n));
    document.querySelector('#rulesheet').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, [name, text]);
  await drop('Coins.kif', textOf('coins.kif'));
  await page.waitForFunction(() => document.querySelector('#sheetname').value === 'Coins.kif');
  await page.click('#sheetplay');
  await settled(page, 0);
  assert.match(await page.textContent('#game'), /coins\.kif/);
  await page.click('#rules-sheet');
  await drop('large.kif', '; much\n'.repeat(10_000));
  await page.waitForSelector('#sheetwrong .wrong');
  assert.match(await page.textContent('#sheetwrong'), /large\.kif has 70,000 bytes/);
  await page.context().close();
  assert.deepEqual(complaints, []);
});

test('a sheet that has left the cache of the server is sent again by itself', async () => {
  const small = await serve('--limit', 'sheets=1', '--limit', 'sheet-time=1h');
  const page = await visit(at, small.url, '#rulesheet');
  await page.click('[data-sheet="nim.kif"]');
  await page.waitForFunction(() => document.querySelector('#sheettext').value !== '');
  await page.click('#sheetplay');
  await settled(page, 0);
  for (const what of ['choices', 'analyze']) {
    const answer = await fetch(`${small.url}api/sheet`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ name: `${what}.kif`, text: textOf('noughts.kif') }) });
    assert.equal(answer.status, 200, await answer.text());
    if (what === 'choices') {
      await page.click('#choices [data-move="leave(c,0)"]');
      await settled(page, 2);
    } else {
      await page.click('#scores');
      await page.waitForSelector('.score');
    }
  }
  await page.context().close();
  small.stop();
  forgive();
  assert.deepEqual(complaints, []);
});
