import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, test } from 'node:test';
import { complaints, open, oxo, visit } from './helper.mjs';

let at;
before(async () => { at = await open(); });
after(async () => { await at?.close(); });

const plain = (text) => text.replace(/\u202f/g, '');

/** Waits until the page shows a tree. */
const loaded = (page) => page.waitForFunction(() => document.querySelector('#treestate')?.hidden && Number(document.querySelector('#canvas')?.dataset.nodes) > 0);

/** Waits until the page shows a tree, and goes to the end of its walk. */
async function walked(page) {
  await loaded(page);
  await page.click('button[aria-label="to the end"]');
  await page.waitForFunction(() => /The whole walk/.test(document.querySelector('.tally')?.textContent ?? ''));
}

/** The command's words about the moments of a walk. */
const moments = (game, moves, ...more) => JSON.parse(oxo('explain', game, ...moves, '--moments', '--json', ...more)).moments;
const sentenceOf = (m) => (m.why ? `${m.what} ${m.why}` : m.what);

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
        const [, nodes, leaves, cutoffs, value, best] = /The whole walk: (\d+) nodes, (\d+) leaves, (\d+) cut-offs?; value (.*?), best move (\S+?)\./.exec(tally);
        assert.deepEqual([Number(nodes), Number(leaves), Number(cutoffs), best], [said.nodes, said.leaves, said.cutoffs, said.best], `${game} ${algorithm}: ${tally}`);
        assert.ok(value.startsWith(said.value.result), `${value} and ${said.value.result}`);
        // At the end of the walk all drawn nodes have been entered.
        const [, entered] = /^(\d+) nodes entered/.exec(tally);
        if (algorithm !== 'search') assert.equal(Number(entered), said.nodes, `${game} ${algorithm}`);
      }
    }
    await page.context().close();
  });

  test(`every moment says what oxo explain --moments says (${way})`, async () => {
    const page = await visit(at, url(), '#tree?game=tictactoe&moves=b2.a1.a2.c2.c1', { reducedMotion: 'reduce' });
    await loaded(page);
    for (const m of moments('tictactoe', ['b2', 'a1', 'a2', 'c2', 'c1'])) {
      assert.equal((await page.textContent('#sentence')).replaceAll('−', '-'), sentenceOf(m));
      assert.equal(await page.textContent('#facts dd'), m.path.join(' ') || 'The position');
      await page.keyboard.press('.');
    }
    await page.context().close();
  });
}

test('the six counts stand side by side, on a linear scale', async () => {
  const page = await visit(at, at.url, '#tree?game=tictactoe&moves=b2.a1');
  await page.waitForFunction(() => document.querySelectorAll('.counts tbody tr').length === 6);
  await page.waitForFunction(() => document.querySelector('.counts .lane').getBoundingClientRect().width > 0); // it is laid out
  const rows = await page.$$eval('.counts tbody tr', (all) => all.map((row) => [row.children[0].textContent, row.children[2].textContent, row.querySelector('.lane').getBoundingClientRect().width]));
  const counts = rows.map(([, n]) => Number(plain(n)));
  assert.deepEqual(rows.map(([name]) => name), ['minimax', 'alpha-beta', 'ordered', 'table', 'symmetry', 'engine']);
  assert.equal(counts[0], JSON.parse(oxo('explain', 'tictactoe', 'b2', 'a1', '--algorithm', 'minimax', '--format', 'json', '--show', '0')).nodes);
  assert.equal(counts[1], JSON.parse(oxo('explain', 'tictactoe', 'b2', 'a1', '--algorithm', 'alphabeta', '--format', 'json', '--show', '0')).nodes);
  assert.equal(counts[5], JSON.parse(oxo('explain', 'tictactoe', 'b2', 'a1', '--algorithm', 'search', '--format', 'json', '--show', '0')).nodes);
  for (let k = 1; k < 6; k++) assert.ok(Math.abs(rows[k][2] / rows[0][2] - counts[k] / counts[0]) < 0.01, `bar ${k} is ${rows[k][2]} wide, of ${rows[0][2]}`);
  await page.check('#log');
  const log = await page.$$eval('.counts .lane', (all) => all.map((lane) => lane.getBoundingClientRect().width));
  assert.ok(Math.abs(log[5] / log[0] - Math.log(counts[5] + 1) / Math.log(counts[0] + 1)) < 0.01, `${log}`);
  // The race: at any time every search has visited the same number of positions, or all of its own.
  await page.uncheck('#log');
  const begun = await page.evaluate(() => performance.now());
  await page.click('#race');
  for (let n = 0; n < 5; n++) {
    await page.waitForTimeout(300);
    const { cells, now } = await page.evaluate(() => ({ cells: [...document.querySelectorAll('.counts .amount')].slice(1).map((cell) => cell.textContent), now: performance.now() }));
    const so = cells.map((n) => Number(plain(n)));
    const most = Math.max(...so);
    so.forEach((n, k) => assert.equal(n, Math.min(most, counts[k]), `${so} of ${counts}`));
    if (now - begun < 6000) assert.ok(most < counts[0]); // it lasts six seconds, which a slow machine takes for a look
  }
  await page.context().close();
});

for (const [width, height] of [[390, 844], [1280, 800], [1440, 900]]) {
  test(`the first tree is in view at ${width}, at every moment: whole, or where its text would be too small, the current node`, async () => {
    const page = await visit(at, at.url, '#tree', { viewport: { width, height }, reducedMotion: 'reduce' });
    await loaded(page);
    const { last, inside } = await page.evaluate(() => ({
      last: Number(document.querySelector('#slider').max),
      inside: ['#canvas', '#sentence', '#step', '#slider', '#playback'].map((id) => {
        const box = document.querySelector(id).getBoundingClientRect();
        return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth ? '' : `${id} ${box.top} to ${box.bottom} of ${innerHeight}`;
      }).filter(Boolean),
    }));
    assert.deepEqual(inside, []);
    assert.ok(last >= 30, `${last} moments`);
    for (let moment = 0; moment <= last; moment++) {
      const out = await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
        const plane = document.querySelector('.plane').getBoundingClientRect();
        const [left, top, right, bottom] = document.querySelector('#canvas').dataset.extent.split(' ').map(Number);
        const cards = [...document.querySelectorAll('.card')].map((card) => card.getBoundingClientRect());
        const outside = (c) => c.left < plane.left - 1 || c.right > plane.right + 1 || c.top < plane.top - 1 || c.bottom > plane.bottom + 1;
        const now = document.querySelector('.card.now');
        const least = now && now.getBoundingClientRect().width / now.offsetWidth < 0.918; // no smaller
        if (innerWidth < 560 && least) return done(outside(now.getBoundingClientRect()));
        done([left < 0, top < 0, right > plane.width, bottom > plane.height, ...cards.map(outside)].some(Boolean));
      }))));
      assert.equal(out, false, `moment ${moment}: ${await page.getAttribute('#canvas', 'data-extent')}`);
      await page.keyboard.press('.');
    }
    await page.context().close();
  });
}

test('a number tree shows its ends from the start, also those that alpha-beta skips', async () => {
  const page = await visit(at, at.url, '#tree?game=tree:((3 5) (2 9))&example=0', { reducedMotion: 'reduce' });
  await loaded(page);
  assert.equal(await page.getAttribute('#canvas', 'data-ends'), '3 5 2 9');
  await walked(page);
  assert.equal(await page.getAttribute('#canvas', 'data-ends'), '9', 'the other ends have been visited');
  await page.context().close();
});

test('the race of the example begins where a table and symmetry have something to spare', async () => {
  const page = await visit(at, at.url, '#tree?game=tictactoe&example=1');
  await page.waitForFunction(() => document.querySelectorAll('.counts tbody tr').length === 6);
  assert.match(await page.textContent('#racebox'), /Six searches of the whole game, from its beginning,/);
  const counts = (await page.$$eval('.counts tbody tr', (all) => all.map((row) => row.children[2].textContent))).map((n) => Number(plain(n)));
  assert.equal(counts[0], JSON.parse(oxo('explain', 'tictactoe', '--algorithm', 'minimax', '--format', 'json', '--show', '0')).nodes);
  assert.ok(counts[3] * 3 < counts[2] * 2 && counts[4] * 3 < counts[3], `a table spares a third, and symmetry two thirds: ${counts}`);
  await page.context().close();
});

test('nothing of the future is drawn or said before its moment', async () => {
  const page = await visit(at, at.url, '#tree?game=tictactoe&moves=b2.a1.a2.c2.c1', { reducedMotion: 'reduce' });
  await loaded(page);
  const all = moments('tictactoe', ['b2', 'a1', 'a2', 'c2', 'c1']);
  let entered = 0;
  let cuts = 0;
  const bars = new Set();
  for (const m of all) {
    if (m.step === 'enter' || m.step === 'end') entered++;
    if (m.step === 'cut') cuts++;
    assert.equal(Number(await page.getAttribute('#canvas', 'data-nodes')), entered, `moment ${m.moment}`);
    assert.equal(await page.locator('#ticks i').count(), cuts, `ticks at moment ${m.moment}`);
    const shown = await page.$$eval('#sofar b', (all) => all.map((b) => Number(b.textContent)));
    assert.deepEqual(shown, [entered, cuts], `counters at moment ${m.moment}`);
    if (m !== all.at(-1)) assert.doesNotMatch(await page.textContent('#counters'), / of \d|The whole walk/);
    const facts = await page.textContent('#facts');
    if (m.step === 'enter') assert.match(facts, /none yet/);
    if (m.step !== 'done' && m.step !== 'cut' && m.step !== 'end') assert.doesNotMatch(facts, /below|spared|why/);
    const cards = m.path.length + (m.step === 'end' || m.step === 'done' || m.step === 'cut' ? 0 : 1);
    await page.waitForFunction((n) => document.querySelectorAll('.card').length === n, cards);
    if (m.step === 'return') {
      const words = `alpha ${m.alpha.replace('+inf', '+∞').replace('-inf', '−∞')}, beta ${m.beta.replace('+inf', '+∞').replace('-inf', '−∞')}`;
      // The card is drawn at the next frame, after the facts.
      await page.waitForSelector(`.card.now .bar[aria-label^="${words}"]`);
      bars.add(words);
    }
    await page.keyboard.press('.');
  }
  assert.ok(bars.size > 5 && cuts > 0);
  await page.context().close();
});

test('predictions are marked right and wrong, for all algorithms', async () => {
  for (const algorithm of ['minimax', 'minimax-depth', 'alphabeta', 'alphabeta-strict']) {
    const page = await visit(at, at.url, `#tree?game=tictactoe&moves=b2.a1.a2.c2.c1&algorithm=${algorithm}`, { reducedMotion: 'reduce' });
    await loaded(page);
    await page.click('#predicting');
    const all = moments('tictactoe', ['b2', 'a1', 'a2', 'c2', 'c1'], '--algorithm', algorithm).slice(0, 80);
    let [right, asked] = [0, 0];
    for (const m of all.slice(1)) {
      if (!m.predict) {
        assert.equal(await page.locator('#question').count(), 0, `${algorithm} ${m.moment}`);
        await page.click('#step');
        continue;
      }
      assert.equal(await page.textContent('#question'), m.predict.question);
      assert.deepEqual(await page.$$eval('.option', (list) => list.map((o) => o.lastChild.textContent)), m.predict.options);
      const wrong = asked % 3 === 2;
      const option = wrong ? (m.predict.right + 1) % m.predict.options.length : m.predict.right;
      if (asked % 2) await page.keyboard.press(String(option + 1));
      else await page.click(`[data-option="${option}"]`);
      asked++;
      if (!wrong) right++;
      assert.match(await page.textContent('#verdict'), wrong ? /✗ Not so: / : /✓ Right\./);
      if (wrong) assert.ok((await page.textContent('#verdict')).includes(m.predict.options[m.predict.right]));
      assert.equal(await page.textContent('#score'), `${right} of ${asked} right`);
      assert.equal(await page.textContent('#sentence'), sentenceOf(m)); // which is the reason
    }
    assert.ok(asked >= 5, `${algorithm}: ${asked}`);
    await page.context().close();
  }
});

test('a question can be skipped, and playing waits for it', async () => {
  const page = await visit(at, at.url, '#tree?game=tictactoe&moves=b2.a1.a2.c2.c1', { reducedMotion: 'reduce' });
  await loaded(page);
  await page.keyboard.press('p');
  await page.click('button:text-is("4×")');
  await page.click('#playback');
  await page.waitForSelector('#question');
  const was = await page.textContent('#moment');
  await page.waitForTimeout(700);
  assert.equal(await page.textContent('#moment'), was);
  await page.click('#skip');
  await page.waitForFunction((old) => document.querySelector('#moment').textContent !== old, was);
  assert.equal(await page.textContent('#score'), '');
  await page.context().close();
});

test('the walk goes forward and back, jumps, and returns', async () => {
  const page = await visit(at, at.url, '#tree?game=tictactoe&moves=b2.a1.a2.c2.c1', { reducedMotion: 'reduce' });
  await loaded(page);
  const all = moments('tictactoe', ['b2', 'a1', 'a2', 'c2', 'c1']);
  const sentence = () => page.textContent('#sentence');
  const here = async (m) => assert.equal(await sentence(), sentenceOf(m), `moment ${m.moment}`);
  await here(all[0]);
  await page.click('#step');
  await here(all[1]);
  await page.keyboard.press('r'); // as on the board
  await here(all[2]);
  await page.keyboard.press('u');
  await here(all[1]);
  await page.fill('#slider', '7');
  await here(all[7]);
  const cuts = all.filter((m) => m.step === 'cut');
  await page.click('#next-cut');
  await here(cuts[0]);
  await page.keyboard.press('c');
  await here(cuts[1]);
  await page.keyboard.press('b');
  await here(cuts[0]);
  await page.click('#jump-back');
  await here(all[7]);
  const moved = all.find((m, k) => k > 7 && m.step === 'return' && JSON.stringify([m.alpha, m.beta]) !== JSON.stringify([all.slice(0, k).findLast((o) => o.path.join() === m.path.join()).alpha, all.slice(0, k).findLast((o) => o.path.join() === m.path.join()).beta]));
  await page.keyboard.press('a');
  await here(moved);
  // A path is found before the end of another one.
  await page.fill('#find', 'b3');
  await page.press('#find', 'Enter');
  assert.equal(await page.textContent('#facts dd'), 'b3');
  await page.fill('#find', 'a3 b3 c3');
  await page.press('#find', 'Enter');
  await page.waitForSelector('#nodeboard [aria-label*="O on a3, X on b3, O on c3"]');
  await page.fill('#find', 'cut');
  await page.press('#find', 'Enter');
  assert.match(await page.textContent('#facts'), /spared.*minimax visits 5/s);
  // Keys work wherever the focus is, after a click on the canvas too.
  await page.click('#canvas', { position: { x: 5, y: 5 } });
  await page.keyboard.press('n');
  await here(all[0]);
  await page.keyboard.press('.');
  await here(all[1]);
  await page.focus('#copy-moment');
  await page.keyboard.press('.');
  await here(all[2]);
  await page.keyboard.press('n');
  await page.click('button:text-is("4×")');
  await page.click('#playback');
  await page.waitForFunction(() => Number.parseInt(document.querySelector('#moment')?.textContent ?? '') >= 4, null, { polling: 50 }); // each is there for 250 ms
  await page.click('#playback');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.textContent('#facts dd'), 'c3');
  await page.click('text=Play from here');
  await page.waitForFunction(() => document.querySelectorAll('#board .stone').length === 6);
  await page.context().close();
});

test('the wheel scrolls the page, and zooms with Ctrl', async () => {
  const page = await visit(at, at.url, '#tree?game=tictactoe&moves=b2.a1.a2.c2.c1', { reducedMotion: 'reduce', viewport: { width: 1280, height: 700 } });
  await walked(page);
  const box = await page.locator('#canvas').boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const extent = () => page.getAttribute('#canvas', 'data-extent');
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))); // it is drawn
  const before = await extent();
  await page.mouse.wheel(0, 120);
  await page.waitForFunction(() => scrollY > 0);
  assert.equal(await extent(), before);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -120);
  await page.keyboard.up('Control');
  await page.waitForFunction((old) => document.querySelector('#canvas').dataset.extent !== old, before);
  await page.context().close();
});

test('a link restores algorithm, depth, moment and node', async () => {
  const page = await visit(at, at.url, '#tree?game=tictactoe&moves=b2.a1.a2&algorithm=alphabeta-strict&depth=4', { reducedMotion: 'reduce' });
  await loaded(page);
  await page.fill('#slider', '40');
  await page.focus('#canvas');
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(() => /moment=\d+/.test(location.hash) && /node=\d+/.test(location.hash));
  const seen = async (p) => [await p.textContent('#sentence'), await p.textContent('#moment'), await p.textContent('#facts'), await p.$$eval('#treeset select', (all) => all.map((s) => s.value)), await p.getAttribute('#canvas', 'data-nodes')];
  const was = await seen(page);
  const address = page.url();
  const other = await visit(at, '', address, { reducedMotion: 'reduce' });
  await loaded(other);
  await other.waitForFunction((n) => document.querySelector('#facts')?.textContent === n, was[2]);
  assert.deepEqual(await seen(other), was);
  assert.deepEqual(was[3], ['alphabeta-strict', '4']);
  await other.context().close();
  await page.context().close();
});

test('a first visit shows the example, and a game of one’s own its own tree', async () => {
  const page = await visit(at, at.url, '', { reducedMotion: 'reduce' });
  await page.waitForSelector('#board .grid');
  await page.click('#nav a[href*="tree"]');
  await loaded(page);
  const nodes = Number(await page.getAttribute('#slider', 'max'));
  assert.ok(nodes > 30 && nodes < 90, `${nodes} moments`);
  assert.match(page.url(), /example=1/);
  assert.equal(await page.textContent('#moment'), `1 / ${nodes + 1}`);
  await page.click('#whose button:has-text("Your game")');
  await page.waitForFunction(() => Number(document.querySelector('#slider').max) > 1000);
  await page.context().close();
});

test('a game that goes on for thousands of plies has its tree and its counts on the static site', async () => {
  const page = await visit(at, at.site, '#tree?game=go');
  await page.waitForFunction(() => document.querySelectorAll('.counts tbody tr').length === 6, null, { polling: 200 });
  assert.match(await page.textContent('#tree'), /plies are looked ahead/);
  assert.match(plain(await page.textContent('.counts tbody')), /minimax.*over 2[0-9]{3}alpha-beta/);
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
  const drawn = Number(JSON.parse(oxo('explain', 'mnk:4x3x3', 'a1', 'b1', 'c1', 'a2', '--algorithm', 'minimax', '--depth', '6', '--format', 'json', '--show', '0')).nodes);
  assert.ok(drawn >= 10_000, `${drawn} nodes drawn`);
  await page.click('#unfold');
  await page.waitForFunction((n) => Number(document.querySelector('#canvas').dataset.nodes) === n, drawn);
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
      canvas.dispatchEvent(new WheelEvent('wheel', { deltaY: n % 40 < 20 ? 8 : -8, clientX: box.left + 300, clientY: box.top + 200, cancelable: true, ctrlKey: true }));
      if (++n < 90) requestAnimationFrame(step);
      else resolve(times);
    };
    requestAnimationFrame(step);
  }));
  const gaps = frames.slice(1).map((f, i) => f - frames[i]).sort((a, b) => a - b);
  t.diagnostic(`${drawn} nodes; frames every ${gaps[gaps.length >> 1].toFixed(1)} ms, the slowest ${gaps[gaps.length - 1].toFixed(1)} ms`);
  // A tree that is too large is shown to some depth, and can be opened further.
  await page.goto('about:blank');
  await page.goto(`${at.url}#tree?game=tictactoe&algorithm=minimax`);
  await walked(page);
  assert.match(plain(await page.textContent('.tally')), / of 549946 nodes are drawn\./);
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

test('a leaf at the depth limit says what its estimate is made of', async () => {
  const page = await visit(at, at.site, '#tree?game=tictactoe&moves=b2&algorithm=alphabeta&depth=2', { reducedMotion: 'reduce' });
  await loaded(page);
  const told = moments('tictactoe', ['b2'], '--depth', '2');
  const leaf = told.findIndex((m) => /reaches the depth limit/.test(m.what));
  for (let n = 0; n < leaf; n++) await page.keyboard.press('.');
  const sentence = (await page.textContent('#sentence')).replaceAll('−', '-');
  assert.equal(sentence, sentenceOf(told[leaf]));
  const [, estimate, parts] = /Estimated at ([+-]\d+): (.*)\.$/.exec(sentence);
  const scores = [...parts.matchAll(/\(([+-]\d+)\)/g)].map(([, score]) => Number(score));
  assert.equal(scores.reduce((sum, score) => sum + score, 0), Number(estimate), sentence);
  assert.match(parts, /X has 1 open line with 2 marks.*O has 1 open line with 1 mark/);
  assert.ok((await page.textContent('#facts')).replaceAll('−', '-').includes(parts), 'the facts of the node have the parts too');
  await page.context().close();
});

test('the console said nothing', () => {
  assert.deepEqual(complaints, []);
});
