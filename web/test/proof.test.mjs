// A certificate is chosen, dropped or linked, its check is watched, and its strategy walked.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { complaints, open, oxo, random, serve, visit } from './helper.mjs';

let at;
let folder;
let page; // of most tests: the engine is loaded once

/** @type {Record<string, Buffer>} */
const files = {};
before(async () => {
  at = await open();
  page = await visit(at, at.site, '#proof');
  await page.waitForSelector('#prooffile');
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'oxo-proof-'));
  for (const [name, game] of [['draw', 'mnk:6x6x5'], ['win', 'mnk:4x3x3'], ['drop', 'connect4:5x4'], ['large', 'mnk:4x4x3,misere']]) {
    oxo('solve', game, '--out', fileOf(name));
    files[name] = fs.readFileSync(fileOf(name));
  }
});
after(async () => {
  await at?.close();
  if (folder) fs.rmSync(folder, { recursive: true, force: true });
});

const fileOf = (name) => path.join(folder, `${name}.oxo`);
const choose = (name, buffer, on = page) => on.setInputFiles('#prooffile', { name, mimeType: 'application/octet-stream', buffer });
const refusal = (on = page) => on.textContent('#proofrefused');
const moves = (on) => on.$eval('#proofline', (e) => e.textContent.replace('Moves: ', '').split(' ').filter(Boolean));

/** Waits for the strategy's words after a number of moves. */
const walked = (n, on = page) => on.waitForFunction((want) => document.querySelectorAll('#proofline').length === 1
  && (document.querySelector('#proofline').textContent.match(/ /g) ?? []).length === want && document.querySelector('#proofwalk').dataset.moves === String(want), n);

test('a chosen file is checked, and walked as the command plays it', async () => {
  await choose('draw.oxo', files.draw);
  await page.waitForSelector('#proofsentence');
  assert.equal(await page.textContent('#proofsentence'), 'k in a row, 6×6×5: X is to move, and it is a draw: each side can keep the other from winning. Proven.');
  const report = JSON.parse(oxo('verify', fileOf('draw'), '--json'));
  const counts = await page.textContent('#proofsaid .tally');
  for (const n of [report.nodes, report.pairings, report.shared, report.bytes]) if (n > 0) assert.match(counts, new RegExp(`\\b${n}\\b`));
  await walked(0);
  await page.click('#proofboard [data-square="14"]'); // c3
  await walked(1);
  assert.match(await page.textContent('#proofwords'), /^O answers d3\. The move that the proof has here\.$/);
  assert.equal(await page.locator('#proofboard .ghost').count(), 1);
  await page.keyboard.press('.');
  await walked(2);
  assert.match(await page.textContent('#proofwords'), /^These pairs of squares stop every line/);
  const pairs = (await page.textContent('#proofwords')).match(/[a-f]\d-[a-f]\d/g);
  assert.equal(await page.locator('#proofboard .pairing path').count(), pairs.length);
  await page.focus('[data-reply="d4"]');
  await page.keyboard.press('Enter');
  await walked(3);
  assert.match(await page.textContent('#proofwords'), /^O answers e5\. The other square of the pair d4-e5\.$/);
  await page.keyboard.press('u');
  await walked(2);
  await page.click('#proofstart');
  await walked(0);
  assert.deepEqual(complaints, []);
});

test('any line of play ends with what is proven, by the keyboard and the mouse', async () => {
  const draw = random(7);
  for (const [name, ends] of [['win', /X has won/], ['drop', /red has won|yellow has won|draw/]]) {
    await choose(`${name}.oxo`, files[name]);
    await page.waitForSelector('#proofsentence');
    await walked(0);
    for (let n = 1; ; n++) {
      const replies = await page.locator('[data-reply]').count();
      if (await page.locator('#proofnext button').count()) await page.keyboard.press('.');
      else if (replies) {
        await page.$eval('#proofreplies', (box) => { for (const rest of box.querySelectorAll('details')) rest.open = true; });
        await page.locator('[data-reply]').nth(draw(replies)).click();
      } else break;
      await walked(n);
    }
    assert.match(await page.textContent('#proofstatus'), ends);
    assert.equal(await page.textContent('#proofwords'), 'The game is over.');
  }
  assert.deepEqual(complaints, []);
});

test('what is damaged, or of another game, is refused with the byte; a check can be cancelled', async () => {
  const watch = (what) => page.evaluate((wanted) => {
    globalThis.said = [];
    globalThis.watcher?.disconnect();
    globalThis.watcher = new MutationObserver(() => {
      const tally = document.querySelector('#proofcheck .tally');
      if (tally && globalThis.said.at(-1) !== tally.textContent) globalThis.said.push(tally.textContent);
      if (wanted === 'cancel') document.querySelector('#proofcancel')?.click();
    });
    globalThis.watcher.observe(document.querySelector('#proofcheck'), { childList: true, subtree: true, characterData: true });
  }, what);
  await watch('progress');
  await choose('large.oxo', files.large);
  await page.waitForSelector('#proofsentence');
  const said = await page.evaluate(() => globalThis.said);
  assert.ok(said.length >= 3 && said.every((text) => text.includes(`of ${files.large.length.toLocaleString('en')} bytes: `)), said.join('\n'));

  const damaged = Buffer.from(files.large);
  damaged[damaged.length >> 1] ^= 1;
  await choose('damaged.oxo', damaged);
  await page.waitForSelector('#proofrefused');
  assert.match(await refusal(), /^damaged\.oxo is refused: not a proof: byte \d+: /);
  assert.equal(await page.locator('#proofsentence').count(), 0);
  await choose('other.oxo', Buffer.from(files.win.toString('latin1').replace('mnk:4x3x3', 'mnk:3x3x3').replace('..../..../....', '.../.../...'), 'latin1'));
  await page.waitForFunction(() => /^other/.test(document.querySelector('#proofrefused')?.textContent ?? ''));
  assert.match(await refusal(), /not a proof: byte/);
  await choose('picture.oxo', Buffer.from('PNG'));
  await page.waitForFunction(() => /^picture/.test(document.querySelector('#proofrefused')?.textContent ?? ''));

  await watch('cancel');
  await choose('large.oxo', files.large);
  await page.waitForFunction(() => globalThis.said.length > 0 && document.querySelector('#proofcheck').children.length === 0);
  assert.equal(await page.locator('#proofsentence').count(), 0);
  await page.evaluate(() => globalThis.watcher.disconnect());
  await choose('win.oxo', files.win); // and another is checked after it
  await page.waitForSelector('#proofsentence');
  assert.deepEqual(complaints, []);
});

test('a file is dropped, or opened by a link of this site, which is the line too', async () => {
  const context = await at.browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.route('**/win.oxo', (route) => route.fulfill({ body: files.win, contentType: 'application/octet-stream' }));
  const page = await visit(at, at.site, '#proof?file=win.oxo&line=b2.a1', { context });
  await walked(2, page);
  await page.keyboard.press('.');
  await walked(3, page);
  await page.reload();
  await walked(3, page);
  assert.equal((await moves(page)).length, 3);
  const data = await page.evaluateHandle((bytes) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(bytes)], 'draw.oxo'));
    return transfer;
  }, [...files.draw]);
  await page.dispatchEvent('#proof', 'drop', { dataTransfer: data });
  await page.waitForFunction(() => /6×6×5/.test(document.querySelector('#proofsentence')?.textContent ?? ''));
  await walked(0, page);
  assert.match(await page.textContent('#proofsaid'), /X needs no moves here/);
  await page.goto(`${at.site}#proof?file=https://elsewhere.example/p.oxo`);
  await page.waitForSelector('#proofrefused');
  assert.match(await refusal(page), /on another site/);
  await context.close();
  assert.deepEqual(complaints, []);
});

test('a file that comes late is not shown in the place of the next one', async () => {
  const context = await at.browser.newContext({ viewport: { width: 1280, height: 900 } });
  let release;
  const late = new Promise((resolve) => { release = resolve; });
  await context.route('**/draw.oxo', async (route) => { await late; await route.fulfill({ body: files.draw }).catch(() => {}); });
  await context.route('**/win.oxo', (route) => route.fulfill({ body: files.win, contentType: 'application/octet-stream' }));
  const page = await visit(at, at.site, '#proof?file=draw.oxo', { context });
  await page.waitForSelector('#prooffile');
  await page.evaluate(() => { location.hash = '#proof?file=win.oxo'; });
  await walked(0, page);
  release();
  await page.waitForTimeout(500);
  assert.match(await page.textContent('#proofsentence'), /^k in a row, 4×3×3/);
  await context.close();
  assert.deepEqual(complaints, []);
});

test('a server walks its own proof, and without one says how', async () => {
  const own = await serve('--proof', fileOf('win'));
  try {
    const page = await visit(at, own.url, '#proof?line=b2.a1');
    await walked(2, page);
    assert.match(await page.textContent('#proofsentence'), /X is to move and wins, whatever O does/);
    await page.context().close();
  } finally {
    own.stop();
  }
  const page = await visit(at, at.url, '#proof');
  await page.waitForSelector('#proofshipped button');
  assert.match(await page.textContent('#proof'), /oxo serve --proof FILE/);
  assert.equal(await page.locator('#proofrefused').count(), 0);
  await page.goto(`${at.url}#proof?file=proofs/none.oxo`);
  await page.waitForSelector('#proofrefused');
  assert.match(await refusal(page), /no proof "proofs\/none\.oxo" comes with this page: want one of proofs\/3x3\.oxo/);
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !/404/.test(text))); // the browser's own
  await page.context().close();
  assert.deepEqual(complaints, []);
});

for (const engine of ['server', 'browser']) {
  test(`${engine}: proofs come with the page, and one click opens each`, async () => {
    const page = await visit(at, engine === 'server' ? at.url : at.site, '#proof');
    for (const [name, says] of [['3x3', 'X is to move, and it is a draw'], ['5x5x4', 'it is a draw'], ['connect4-5x4', 'it is a draw'], ['connect4-6x5', 'it is a draw']]) {
      await page.click(`[data-proof="proofs/${name}.oxo"]`);
      await page.waitForFunction((file) => document.querySelector(`[data-proof="${file}"]`)?.getAttribute('aria-pressed') === 'true' && document.querySelector('#proofsentence'), `proofs/${name}.oxo`);
      await walked(0, page);
      assert.match(await page.textContent('#proofsentence'), new RegExp(says));
      const file = path.join(import.meta.dirname, `../page/proofs/${name}.oxo`);
      const report = JSON.parse(oxo('verify', file, '--json'));
      assert.match(await page.textContent('#proofsaid .tally'), new RegExp(`^Checked: ${report.nodes.toLocaleString('en')} nodes.* ${report.bytes.toLocaleString('en')} bytes\\.$`));
    }
    const [board, said] = await page.evaluate(() => ['#proofboard', '#proofsaid'].map((id) => document.querySelector(id).getBoundingClientRect()));
    assert.ok(said.left >= board.right && said.top < board.bottom, 'the report is beside the board');
    assert.ok(board.bottom <= await page.evaluate(() => document.querySelector('[aria-label="other proofs"]').getBoundingClientRect().top), 'the text is below the board');
    await page.click('#proofnext button'); // the strategy of X begins
    await walked(1, page);
    await page.reload(); // the link holds proof and line
    await walked(1, page);
    await page.context().close();
    assert.deepEqual(complaints, []);
  });
}

test('no barriers, light and dark, narrow and wide', async () => {
  const axe = fs.readFileSync(path.join(import.meta.dirname, 'node_modules/axe-core/axe.min.js'), 'utf8');
  const check = async (step) => {
    for (const [colorScheme, width] of [['light', 1280], ['dark', 360]]) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.evaluate(() => new Promise((drawn) => { requestAnimationFrame(() => requestAnimationFrame(drawn)); }));
      const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
      assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 120)).join(' | ')}`), [], `${step} ${colorScheme} ${width}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${step} is ${wide} pixels wide in a window of ${width}`);
      if (process.env.OXO_SHOTS) await page.screenshot({ path: path.join(process.env.OXO_SHOTS, `proof-${step}-${width}.png`), fullPage: true });
    }
  };
  await page.evaluate(axe);
  await choose('picture.oxo', Buffer.from('PNG'));
  await page.waitForSelector('#proofrefused');
  await check('refused');
  await choose('draw.oxo', files.draw);
  await walked(0);
  await check('beginning');
  await page.click('[data-reply="c3"]');
  await walked(1);
  await page.click('#proofnext button');
  await walked(2);
  await check('pairs');
  assert.deepEqual(complaints, []);
});
