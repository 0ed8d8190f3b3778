// The explorer's trees of Monte-Carlo tree search; the command's output is the oracle.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, test } from 'node:test';
import { complaints, open, oxo, visit } from './helper.mjs';

let at;
before(async () => { at = await open(); });
after(async () => { await at?.close(); });

/** Waits until the page shows a tree. */
const loaded = (page) => page.waitForFunction(() => document.querySelector('#treestate')?.hidden && Number(document.querySelector('#canvas')?.dataset.nodes) > 0);

/** The command's output for a search: a game, its moves, and flags. */
const command = (args, playouts, ...more) => ['explain', ...args, '--algorithm', 'mcts', '--nodes', String(playouts), ...more];
const moments = (args, playouts, ...more) => JSON.parse(oxo(...command(args, playouts, '--moments', '--json', ...more))).moments;
const sentenceOf = (m) => (m.why ? `${m.what} ${m.why}` : m.what);

/** The path that is selected at a moment. */
const selected = (m) => (/ selects (.*?)\.$/.exec(m.what)?.[1] ?? '').split(', then ').filter(Boolean).map((name) => name.replace(/^move /, ''));

for (const [way, url] of [['served', () => at.url], ['static', () => at.site]]) {
  test(`every moment says what oxo explain --moments says (${way})`, async () => {
    for (const [game, algorithm, playouts, seed] of [['tictactoe', 'mcts-plain', 12, 0], ['go:5x5', 'mcts', 10, 2], ['connect4', 'mcts', 8, 0], ['chess:5x5', 'mcts', 6, 1]]) {
      const page = await visit(at, url(), `#tree?game=${game}&algorithm=${algorithm}&playouts=${playouts}&chance=${seed}`, { reducedMotion: 'reduce' });
      await loaded(page);
      const all = moments([game], playouts, '--seed', String(seed), ...(algorithm === 'mcts' ? [] : ['--plain']));
      assert.equal(all.length, 4 * playouts + 1);
      let path = [];
      for (const m of all) {
        assert.equal((await page.textContent('#sentence')).replaceAll('−', '-'), sentenceOf(m), `${game} ${m.playout}`);
        if (m.phase === 'select') path = selected(m);
        assert.equal(await page.textContent('#facts dd'), path.join(' ') || 'The position');
        const phase = await page.$$eval('#phases [aria-current]', (list) => list.map((li) => li.textContent.toLowerCase()));
        assert.deepEqual(phase, m.phase === 'begin' ? [] : [m.phase]);
        await page.keyboard.press('.');
      }
      await page.context().close();
    }
  });

  test(`the tree is the one that oxo explain prints (${way})`, async () => {
    for (const [game, moves, algorithm, playouts, seed] of [['tictactoe', ['a1', 'a2'], 'mcts-plain', 500, 0], ['go:5x5', [], 'mcts', 200, 3], ['mnk:4x4x3', [], 'mcts', 100, 1]]) {
      const page = await visit(at, url(), `#tree?game=${game}&moves=${moves.join('.')}&algorithm=${algorithm}&playouts=${playouts}&chance=${seed}`);
      await loaded(page);
      await page.click('button[aria-label="to the end"]');
      const [download] = await Promise.all([page.waitForEvent('download'), page.click('.treebar button:text-is("DOT")')]);
      const said = JSON.parse(oxo(...command([game, ...moves], playouts, '--seed', String(seed), '--format', 'json', ...(algorithm === 'mcts' ? [] : ['--plain']))));
      const unit = game.startsWith('go');
      assert.deepEqual(drawn(fs.readFileSync(await download.path(), 'utf8'), unit), printed(said.tree, unit), game);
      const tally = (await page.textContent('.tally')).replace(/\u202f/g, '');
      assert.match(tally, new RegExp(`The whole search: ${said.playouts} play-outs?, .*best move ${said.best}\\.$`));
      await page.context().close();
    }
  });
}

/** The nodes of a drawn tree: path, side to move, visits, and words. */
function drawn(dot, unit) {
  const names = new Map([...dot.matchAll(/^ {2}(n\d+) -> (n\d+) \[label="(.*?)"\]$/gm)].map(([, from, to, move]) => [to, [from, move]]));
  const path = (n) => (names.has(n) ? `${path(names.get(n)[0])} ${names.get(n)[1]}` : '');
  return [...dot.matchAll(/^ {2}(n\d+) \[shape=(\w+), style=\w+, label="(\d+)\\n(.*?)"\]$/gm)].map(([, n, shape, visits, say]) => `${path(n)}: ${shape === 'box'} ${visits} ${unit ? say.replace(/, /, ' ') : say}`).sort();
}

/** The same for the command's tree. */
function printed(tree, unit) {
  const all = [];
  const add = (node, path) => {
    const value = node.proven && /^(win|draw|loss)/.test(node.proven.result ?? '') ? 'proven' : `${Math.round(100 * node.mean)}%${unit ? ` ${Math.abs(node.estimate) < 0.5 ? '' : node.estimate < 0 ? '-' : '+'}${(Math.abs(node.estimate) / 10).toFixed(1)} point${Math.abs(node.estimate) === 10 ? '' : 's'}` : ''}`;
    all.push([`${path}: ${node.max} ${node.visits} `, value, node]);
    for (const child of node.children ?? []) add(child, `${path} ${child.move}`);
  };
  add(tree, '');
  return all.map(([begin, value, node]) => begin + (value === 'proven' ? provenWords(node.proven) : value)).sort();
}

/** A proven value in words. */
const provenWords = (p) => {
  const or = p.plies ? ' or sooner' : ' or more';
  return `proven: ${p.result}${p.plies ? ` in ${p.plies}` : ''}${p.margin ? ` by ${p.margin}` : ''}${p.proven === false ? or : ''}`;
};

for (const [width, height] of [[390, 844], [1280, 800]]) {
  test(`the tree of noughts and crosses is whole in view at ${width}, at every moment`, async () => {
    const page = await visit(at, at.url, '#tree?game=tictactoe&algorithm=mcts-plain&playouts=50', { viewport: { width, height }, reducedMotion: 'reduce' });
    await loaded(page);
    for (let moment = 0; moment <= 200; moment++) {
      const wrong = await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
        const plane = document.querySelector('.plane').getBoundingClientRect();
        const [left, top, right, bottom] = document.querySelector('#canvas').dataset.extent.split(' ').map(Number);
        const out = [left < 0, top < 0, right > plane.width, bottom > plane.height];
        done([...(out.some(Boolean) ? [`drawn ${left} ${top} ${right} ${bottom} of ${plane.width} ${plane.height}`] : []), ...['#canvas', '#sentence', '#phases', '#step', '#slider', '#playback'].map((id) => {
          const box = document.querySelector(id).getBoundingClientRect();
          return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth ? '' : `${id} ${box.top} to ${box.bottom} of ${innerHeight}`;
        }).filter(Boolean)]);
      }))));
      assert.deepEqual(wrong, [], `moment ${moment}`);
      await page.keyboard.press('.');
    }
    await page.context().close();
  });
}

test('nothing of the future is drawn or said before its moment', async () => {
  const page = await visit(at, at.url, '#tree?game=tictactoe&algorithm=mcts-plain&playouts=30', { reducedMotion: 'reduce' });
  await loaded(page);
  await page.click('#unfold');
  const seen = new Set(['']);
  let visits = 0;
  for (const m of moments(['tictactoe'], 30, '--plain')) {
    if (m.phase === 'select') selected(m).forEach((_, k, path) => seen.add(path.slice(0, k + 1).join(' ')));
    if (m.phase === 'back up') visits++;
    await page.waitForFunction((n) => Number(document.querySelector('#canvas').dataset.nodes) === n, seen.size);
    assert.deepEqual(await page.$$eval('#sofar b', (list) => list.map((b) => Number(b.textContent))).then((list) => list.slice(0, 2)), [visits, seen.size], `${m.playout} ${m.phase}`);
    if (visits < 30) assert.equal(await page.textContent('.tally'), '');
    await page.keyboard.press('Home'); // the root
    assert.match(await page.textContent('#facts'), visits === 0 ? /visitsnone yet/ : new RegExp(`visits${visits}(?!\\d)`));
    await page.keyboard.press('.');
  }
  await page.context().close();
});

test('play-outs go forward and back, jump, and play; a link restores the moment', async () => {
  const hash = '#tree?game=go:5x5&algorithm=mcts&playouts=50&chance=1';
  const page = await visit(at, at.url, hash, { reducedMotion: 'reduce' });
  await loaded(page);
  const all = moments(['go:5x5'], 50, '--seed', '1');
  const here = async (k) => assert.equal(await page.textContent('#sentence'), sentenceOf(all[k]), `moment ${k}`);
  await page.click('#step');
  await here(1);
  await page.keyboard.press('c'); // the next play-out
  await here(5);
  await page.click('#next-cut');
  await here(9);
  await page.keyboard.press('u');
  await here(8);
  await page.click('#jump-back');
  await here(5);
  await page.fill('#slider', '123');
  await here(123);
  assert.match(await page.textContent('#facts'), /prior\d+\.\d%/);
  // Checks the most visited node, found by its path and by the arrow keys, and its description by the command.
  await page.keyboard.press('End');
  await here(200);
  const said = JSON.parse(oxo(...command(['go:5x5'], 50, '--seed', '1', '--format', 'json')));
  const best = said.tree.children[0];
  await page.fill('#find', best.move);
  await page.press('#find', 'Enter');
  assert.match(await page.textContent('#facts'), new RegExp(`visits${best.visits}(?!\\d).*${Math.round(100 * best.mean)}%, [+-]${(Math.abs(best.estimate) / 10).toFixed(1)} point`));
  await page.focus('#canvas');
  await page.keyboard.press('ArrowUp');
  assert.equal(await page.textContent('#facts dd'), 'The position');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  assert.match(await page.textContent('#facts dd'), /^[A-E][1-5]$/);
  // The board shows the end of a play-out.
  const first = all.findIndex((m) => m.phase === 'play out' && /wins by/.test(m.what));
  await page.fill('#slider', String(first));
  await page.waitForFunction(() => document.querySelectorAll('#nodeboard .stone').length > 8);
  await page.waitForFunction((n) => new RegExp(`moment=${n}(&|$)`).test(location.hash), first);
  const other = await visit(at, '', page.url(), { reducedMotion: 'reduce' });
  await loaded(other);
  assert.equal(await other.textContent('#sentence'), await page.textContent('#sentence'));
  assert.deepEqual(await other.$$eval('#treeset select', (list) => list.map((s) => s.value)), ['mcts', '50', '1']);
  await other.context().close();
  await page.keyboard.press('n');
  await page.click('button:text-is("4×")');
  await page.click('#playback');
  await page.waitForFunction(() => Number.parseInt(document.querySelector('#moment')?.textContent ?? '') >= 9, null, { polling: 50 }); // whole play-outs
  await page.click('#playback');
  // Then another search, another number of play-outs, and back to a walk.
  await page.selectOption('#treeset select >> nth=2', '2');
  await page.waitForFunction(() => /chance=2/.test(location.hash));
  await loaded(page);
  await page.selectOption('#treeset select >> nth=0', 'mcts-plain');
  await loaded(page);
  assert.equal(await page.isVisible('#predicting'), false);
  await page.context().close();
});

test('the tree is saved as SVG, and a proof is jumped to', async () => {
  const page = await visit(at, at.url, '#tree?game=tictactoe&moves=a1.a2&algorithm=mcts-plain&playouts=500', { reducedMotion: 'reduce' });
  await loaded(page);
  await page.keyboard.press('a');
  assert.match(await page.textContent('#sentence'), /proven/);
  assert.ok(Number(await page.$eval('#sofar p:last-child b', (b) => b.textContent)) > 0);
  assert.ok(await page.locator('#ticks i').count() > 0);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('.treebar button:text-is("SVG")')]);
  const text = fs.readFileSync(await download.path(), 'utf8');
  assert.ok(text.startsWith('<svg xmlns') && /<title>[^<]*visits?, /.test(text), text.slice(0, 200));
  await page.keyboard.press('End');
  assert.match(await page.textContent('#sentence'), /The position is proven, and the search ends\.$/);
  await page.context().close();
});

test('an essay has such trees beside it', async () => {
  const page = await visit(at, at.url, '#learn?essay=mcts', { reducedMotion: 'reduce' });
  await page.waitForSelector('.session.shown');
  await loaded(page);
  assert.match(await page.textContent('#sentence'), /^The tree is the position alone, with its \d+ moves\./);
  assert.equal(await page.locator('#phases li').count(), 5);
  await page.context().close();
});

test('the console said nothing', () => {
  assert.deepEqual(complaints, []);
});
