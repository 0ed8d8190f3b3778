import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, test } from 'node:test';
import { complaints, open, oxo, visit } from './helper.mjs';

let at;
before(async () => { at = await open(); });
after(async () => { await at?.close(); });

const plain = (text) => text.replace(/\u202f/g, '');
const walked = (page) => page.waitForFunction(() => document.querySelector('#treestate')?.hidden && /The whole walk/.test(document.querySelector('#counters')?.textContent ?? ''));

for (const [way, url] of [['served', () => at.url], ['static', () => at.site]]) {
  test(`the counters equal oxo explain, for all algorithms (${way})`, async () => {
    const page = await visit(at, url(), '#tree?game=tictactoe&moves=b2');
    for (const [game, moves] of [['tictactoe', ['b2', 'a1']], ['sticks:9', []], ['mnk:3x3x3,misere', ['a1', 'b2', 'c3']]]) {
      for (const algorithm of ['minimax', 'minimax-depth', 'alphabeta', 'search']) {
        await page.goto('about:blank');
        await page.goto(`${url()}#tree?game=${game}&moves=${moves.join('.')}&algorithm=${algorithm}`);
        await walked(page);
        const said = JSON.parse(oxo('explain', game, ...moves, '--algorithm', algorithm, '--format', 'json'));
        const tally = plain(await page.textContent('.tally'));
        const [, nodes, leaves, cutoffs, value, best] = /The whole walk: (\d+) nodes, (\d+) leaves, (\d+) cut-offs; value (.*?), best move (\S+?)\./.exec(tally);
        assert.deepEqual([Number(nodes), Number(leaves), Number(cutoffs), best], [said.nodes, said.leaves, said.cutoffs, said.best], `${game} ${algorithm}: ${tally}`);
        assert.ok(value.startsWith(said.value.result), `${value} and ${said.value.result}`);
        // At the end of the walk all that is drawn has been entered.
        const [, entered] = /^(\d+) nodes entered/.exec(tally);
        if (algorithm !== 'search') assert.equal(Number(entered), said.nodes, `${game} ${algorithm}`);
      }
    }
    await page.context().close();
  });
}

test('the six counts stand side by side', async () => {
  const page = await visit(at, at.url, '#tree?game=tictactoe&moves=b2.a1');
  await page.waitForFunction(() => document.querySelectorAll('.counts tbody tr').length === 6);
  const rows = await page.$$eval('.counts tbody tr', (all) => all.map((row) => [row.children[0].textContent, row.children[2].textContent]));
  const counts = rows.map(([, n]) => Number(plain(n)));
  assert.deepEqual(rows.map(([name]) => name), ['minimax', 'alpha-beta', 'ordered', 'table', 'symmetry', 'engine']);
  assert.equal(counts[0], JSON.parse(oxo('explain', 'tictactoe', 'b2', 'a1', '--algorithm', 'minimax', '--format', 'json', '--show', '0')).nodes);
  assert.equal(counts[1], JSON.parse(oxo('explain', 'tictactoe', 'b2', 'a1', '--algorithm', 'alphabeta', '--format', 'json', '--show', '0')).nodes);
  assert.equal(counts[5], JSON.parse(oxo('explain', 'tictactoe', 'b2', 'a1', '--algorithm', 'search', '--format', 'json', '--show', '0')).nodes);
  await page.context().close();
});

test('the walk goes forward and back, is played, and says what happens', async () => {
  const page = await visit(at, at.url, '#tree?game=tictactoe&moves=b2.a1.a2.c2.c1');
  await walked(page);
  const sentence = () => page.textContent('#sentence');
  await page.click('button[aria-label="to the beginning"]');
  assert.match(await sentence(), /^The position: O \(MAX\) is to move and wants the greatest value\. Alpha is −∞, beta \+∞\./);
  await page.click('button[aria-label="a step forward"]');
  assert.match(await sentence(), /^a3: X \(MIN\) is to move/);
  await page.keyboard.press('.');
  assert.match(await sentence(), /^c3: O/);
  await page.keyboard.press(',');
  assert.match(await sentence(), /^a3: X/);
  await page.fill('#slider', '45');
  assert.match(await sentence(), /^The position is worth a draw to O: the greatest of 4\./);
  await page.fill('#find', 'cut');
  await page.press('#find', 'Enter');
  assert.match(await sentence(), /^c3 is worth a loss in 2 to O: cut-off: X holds it to loss in 2 or worse here, so O will not come here: O is sure of draw elsewhere; 2 moves skipped\./);
  assert.match(await page.textContent('#facts'), /spared.*b3 \(minimax visits 5\), b1 \(minimax visits 5\)/s);
  await page.fill('#find', 'a3 b3 c3');
  await page.press('#find', 'Enter');
  await page.waitForSelector('#nodeboard [aria-label*="O on a3, X on b3, O on c3"]');
  await page.click('button[aria-label="to the beginning"]');
  await page.click('#playback');
  await page.waitForFunction(() => document.querySelector('#moment')?.textContent?.startsWith('4 /'));
  await page.click('#playback');
  await page.focus('#canvas');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  assert.match(await sentence(), /^c3/);
  await page.click('text=Play from here');
  await page.waitForFunction(() => document.querySelectorAll('#board .stone').length === 6);
  await page.context().close();
});

test('the tree is saved as SVG and DOT', async () => {
  const page = await visit(at, at.url, '#tree?game=tictactoe&moves=b2.a1.a2.c2.c1');
  await walked(page);
  for (const [name, begins, counts] of [['SVG', '<svg xmlns', /<g>/g], ['DOT', 'digraph oxo {', / \[shape=/g]]) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(`.treebar button:text-is("${name}")`)]);
    const text = fs.readFileSync(await download.path(), 'utf8');
    assert.ok(text.startsWith(begins), text.slice(0, 60));
    assert.equal(text.match(counts).length, name === 'SVG' ? 23 + 6 : 23); // six moves were spared
  }
  await page.context().close();
});

test('a tree of more than ten thousand nodes is drawn and moved', async (t) => {
  const page = await visit(at, at.url, '#tree?game=mnk:4x3x3&moves=a1.b1.c1.a2&algorithm=minimax&depth=6');
  await walked(page);
  const drawn = await page.evaluate(() => Number(document.querySelector('#slider').max) + 1) / 2;
  assert.ok(drawn >= 10_000, `${drawn} nodes drawn`);
  await page.click('#unfold');
  const frames = await page.evaluate(() => new Promise((resolve) => {
    const canvas = document.querySelector('#canvas');
    const box = canvas.getBoundingClientRect();
    const times = [];
    let n = 0;
    const fire = (kind, x) => canvas.dispatchEvent(new PointerEvent(kind, { pointerId: 1, clientX: box.left + x, clientY: box.top + 200, bubbles: true }));
    canvas.setPointerCapture = () => {};
    fire('pointerdown', 300);
    const step = (now) => {
      times.push(now);
      fire('pointermove', 300 + (n % 2 ? 40 : -40));
      canvas.dispatchEvent(new WheelEvent('wheel', { deltaY: n % 40 < 20 ? 8 : -8, clientX: box.left + 300, clientY: box.top + 200, cancelable: true }));
      if (++n < 90) requestAnimationFrame(step);
      else resolve(times);
    };
    requestAnimationFrame(step);
  }));
  const gaps = frames.slice(1).map((f, i) => f - frames[i]).sort((a, b) => a - b);
  t.diagnostic(`${drawn} nodes; frames every ${gaps[gaps.length >> 1].toFixed(1)} ms, the slowest ${gaps[gaps.length - 1].toFixed(1)} ms`);
  // What is too large is shown in levels, and opened further.
  await page.goto('about:blank');
  await page.goto(`${at.url}#tree?game=tictactoe&algorithm=minimax`);
  await walked(page);
  assert.match(plain(await page.textContent('.tally')), / of 549946 are drawn\./);
  await page.fill('#find', 'b2 a3 a1 c3 c1');
  await page.press('#find', 'Enter');
  await page.click('#facts button:has-text("nodes")');
  await page.waitForSelector('#up');
  await walked(page);
  await page.waitForSelector('#nodeboard [aria-label*="X on a1, X on c1, X on b2, O on a3, O on c3"]');
  await page.click('#up');
  await page.waitForFunction(() => !document.querySelector('#up'));
  await page.context().close();
});

test('a tree that is too large is shown as deep as fits, with words', async () => {
  const page = await visit(at, at.url, '#tree?game=mnk:4x4x4&algorithm=minimax');
  await page.waitForFunction(() => /more than 600.000 nodes: 5 plies are looked ahead/.test(document.querySelector('#counters').textContent));
  assert.equal(await page.locator('#treestate.wrong').count(), 0);
  await page.context().close();
});

test('the console said nothing', () => {
  assert.deepEqual(complaints, []);
});
