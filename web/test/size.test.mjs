// Sizes: the board and the tree in windows of all shapes, and the text in them.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { complaints, open, settled, visit } from './helper.mjs';

let at;
before(async () => { at = await open({ site: false }); });
after(async () => { await at?.close(); });

const sizes = [[390, 844], [667, 375], [844, 390], [820, 1180], [1280, 500], [1366, 625], [1280, 800], [1920, 1080]];
const viewport = ([width, height]) => ({ viewport: { width, height }, reducedMotion: 'reduce' });
const frame = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
const loaded = (page) => page.waitForFunction(() => document.querySelector('#treestate')?.hidden && Number(document.querySelector('#canvas')?.dataset.nodes) > 0);

/** The place of an element in the window. */
const box = (page, selector) => page.$eval(selector, (e) => {
  const { left, top, right, bottom, width, height } = e.getBoundingClientRect();
  return { left, top, right, bottom, width, height };
});

for (const size of sizes) {
  const [width, height] = size;
  test(`the board fills a window of ${width} by ${height}`, async () => {
    for (const [game, moves, columns, rows] of [['tictactoe', 'b2.a2', 3, 3], ['connect4', '4.4.4', 7, 6], ['breakthrough', 'b2b3', 8, 8]]) {
      const page = await visit(at, at.url, `#play?game=${game}&moves=${moves}&you=both`, viewport(size));
      await settled(page, moves.split('.').length);
      await frame(page);
      const square = await box(page, '[data-square="0"]');
      const board = await box(page, '#board .grid');
      assert.ok(Math.min(square.width, square.height) >= 39.5, `${game}: a square of ${square.width} by ${square.height}`);
      const full = board.height / height; // a narrow window has no room for more than its width
      assert.ok(full >= 0.75 || board.width >= (width < height ? width - 40 : width * 0.35) || square.width * Math.max(columns, rows) >= 320, `${game}: ${board.width} by ${board.height}`);
      if (width >= 1280 && height >= 800) assert.ok(full >= 0.77, `${game}: ${board.height} of ${height}`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, game);
      if (height <= 700) {
        const text = await box(page, '#status');
        assert.ok(text.left >= board.right && text.top < board.bottom, `${game}: the words are at ${text.left}, ${text.top}, the board ends at ${board.right}, ${board.bottom}`);
      }
      await page.context().close();
    }
  });
}

test('the scores above columns do not overlap', async () => {
  for (const size of [[390, 844], [844, 390], [1280, 800]]) {
    const page = await visit(at, at.url, '#play?game=connect4&moves=4.2.3.6.3.1.5.3.5.4.3.2.6.5.5.1.2.5&you=both', viewport(size));
    await settled(page, 18);
    await page.click('#scores');
    await page.waitForFunction(() => /^[\d\u202f]+ positions?/.test(document.querySelector('.counts-line')?.textContent ?? ''));
    await frame(page);
    const wide = await page.$$eval('.chip .badge', (all) => all.map((badge) => {
      const range = document.createRange();
      range.selectNodeContents(badge);
      return [badge.textContent, range.getBoundingClientRect().width, badge.parentElement.getBoundingClientRect().width];
    }));
    assert.ok(wide.length > 0);
    for (const [text, inner, outer] of wide) assert.ok(inner <= outer + 1, `${size}: ${text} is ${inner} of ${outer}`);
    await page.context().close();
  }
});

test('the words of a score and its line are apart', async () => {
  const page = await visit(at, at.url, '#play?game=connect4&moves=4.4.4.4.4.2.2.6.6.6&you=both');
  await settled(page, 10);
  await page.click('#scores');
  await page.waitForSelector('.score .line:not(:empty)');
  const [ends, begins] = await page.evaluate(() => { // the longest words that come, at a time that no test can choose
    const row = document.querySelector('li:has(.score .line:not(:empty))').cloneNode(true);
    document.querySelector('.scores').prepend(row);
    const [value, line] = [row.querySelector('.value'), row.querySelector('.line')];
    value.textContent = '▼ loss in 30 or sooner';
    const result = [value.getBoundingClientRect().left + value.scrollWidth, line.getBoundingClientRect().left];
    row.remove();
    return result;
  });
  assert.ok(ends <= begins + 1, `the words end at ${ends}, the line begins at ${begins}`);
  await page.context().close();
});

test('the handle makes the board smaller and larger, by pointer and keys, and the size stays', async () => {
  const page = await visit(at, at.url, '#play?game=tictactoe&moves=b2.a2&you=both');
  await settled(page, 2);
  const before = await box(page, '#board .grid');
  const handle = await box(page, '#board .resize');
  await page.mouse.move(handle.left + 10, handle.top + 10);
  await page.mouse.down();
  await page.mouse.move(handle.left - 40, handle.top - 190, { steps: 4 });
  await page.mouse.up();
  const small = await box(page, '#board .grid');
  assert.ok(Math.abs(before.height - small.height - 200) < 24, `from ${before.height} to ${small.height}`);
  assert.equal(await page.locator('#board .stone').count(), 2); // nothing was played
  await page.reload();
  await settled(page, 2);
  assert.ok(Math.abs((await box(page, '#board .grid')).height - small.height) < 1);
  const slider = page.getByRole('slider', { name: 'size of the board' });
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  const larger = await box(page, '#board .grid');
  assert.ok(larger.height > small.height);
  await page.keyboard.press('Home');
  assert.ok(Math.abs((await box(page, '#board .grid')).height - before.height) < 1);
  assert.equal(await slider.getAttribute('aria-valuenow'), '100');
  await page.context().close();
});

/** Records every text that the tree's canvas draws: its size on the screen, and its alignment. */
const record = () => {
  globalThis.drawn = [];
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function told(text, ...rest) {
    if (this.canvas.id === 'canvas') {
      const scale = this.getTransform().a / devicePixelRatio;
      globalThis.drawn.push([text, parseFloat(/([\d.]+)px/.exec(this.font)[1]) * scale, this.textAlign]);
    }
    return fillText.call(this, text, ...rest);
  };
};

/** The smallest text of the cards in pixels, and the texts that are outside of their cards. */
const cards = (page) => page.$$eval('.card', (all) => {
  let least = Infinity;
  const out = [];
  for (const card of all) {
    const scale = card.getBoundingClientRect().width / card.offsetWidth;
    const edge = card.getBoundingClientRect();
    for (const p of card.querySelectorAll('p')) {
      if (getComputedStyle(p).visibility === 'hidden') continue;
      least = Math.min(least, parseFloat(getComputedStyle(p).fontSize) * scale);
      const range = document.createRange();
      range.selectNodeContents(p);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      if (left < edge.left + 1 || right > edge.right - 1 || top < edge.top + 1 || bottom > edge.bottom) out.push(p.textContent);
    }
    for (const text of card.querySelectorAll('.bar text')) {
      if (getComputedStyle(text).visibility === 'hidden') continue;
      const { a } = text.getScreenCTM();
      least = Math.min(least, parseFloat(getComputedStyle(text).fontSize) * a);
    }
  }
  return { least, out };
});

for (const size of [[390, 844], [844, 390], [1366, 625], [1280, 800]]) {
  test(`the text of the tree is readable at ${size.join(' by ')}`, async () => {
    for (const hash of ['#tree', '#tree?game=connect4&moves=4.4.4.4.4&moment=199', '#learn?essay=alphabeta', '#tree?game=tictactoe&algorithm=mcts-plain&playouts=50']) {
      const context = await at.browser.newContext(viewport(size));
      await context.addInitScript(record);
      const page = await visit(at, at.url, hash, { context });
      await loaded(page);
      for (let n = 0; n < 16; n++) {
        await frame(page);
        const { least, out } = await cards(page);
        assert.ok(least >= 10.95, `${hash}, moment ${n}: text of ${least} pixels in a card`);
        assert.deepEqual(out, [], `${hash}, moment ${n}: over the border`);
        if (!hash.includes('mcts')) assert.equal(await page.locator('.card.now .letter').count() > 0 || await page.locator('.card.now').count() === 0, true, `${hash}, moment ${n}: alpha and beta`);
        await page.keyboard.press('.');
      }
      for (const zoom of ['smaller', 'smaller', 'larger', 'larger', 'larger']) { // labels stay in the middle at any scale
        if (await page.getByRole('button', { name: zoom, exact: true }).isVisible()) await page.getByRole('button', { name: zoom, exact: true }).click();
        await frame(page);
      }
      const drawn = await page.evaluate(() => globalThis.drawn);
      assert.ok(drawn.length > 0);
      assert.deepEqual(drawn.filter(([, px]) => px < 10.95).slice(0, 5), [], `${hash}: too small`);
      assert.deepEqual(drawn.filter(([, , align]) => !['center', 'right'].includes(align)).slice(0, 5), [], `${hash}: not in the middle`);
      await page.context().close();
    }
  });
}

test('the steps of the walk do not cover the tree', async () => {
  for (const size of sizes) {
    const page = await visit(at, at.url, '#tree', viewport(size));
    await loaded(page);
    const [plane, player] = [await box(page, '#canvas'), await box(page, '.player')];
    assert.ok(plane.bottom <= player.top || plane.top >= player.bottom, `${size}: the tree ends at ${plane.bottom}, the steps begin at ${player.top}`);
    assert.ok(player.bottom <= size[1], `${size}: the steps end at ${player.bottom}`);
    assert.ok(plane.height >= 150, `${size}: ${plane.height}`);
    if (size[1] <= 700) assert.ok((await box(page, '#sentence')).left >= plane.right, `${size}: the words are beside the tree`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), size[0]);
    await page.context().close();
  }
});

test('an essay on a phone has boards, alpha and beta, and the next change', async () => {
  const page = await visit(at, at.url, '#learn?essay=alphabeta', viewport([390, 844]));
  await page.waitForSelector('.session.shown');
  await loaded(page);
  await page.waitForSelector('.card.now .cardboard .grid');
  for (let n = 0; n < 20; n++) {
    await frame(page);
    for (const card of await page.$$eval('.card', (all) => all.map((c) => [...c.querySelectorAll('.letter')].map((t) => t.textContent).join(' ')))) assert.match(card, /α.*β/, `moment ${n}`);
    if (await page.locator('.card.now').count()) await page.waitForSelector('.card.now .cardboard .grid');
    await page.keyboard.press('.');
  }
  const before = await page.textContent('#moment');
  await page.click('#next-bound');
  assert.notEqual(await page.textContent('#moment'), before);
  await page.context().close();
});

test('the search by play-outs has a tree on the first example', async () => {
  const page = await visit(at, at.url, '#tree?algorithm=mcts&example=1', viewport([1280, 800]));
  await loaded(page);
  assert.ok(Number(await page.getAttribute('#slider', 'max')) > 40);
  await page.click('button[aria-label="to the end"]');
  await page.waitForFunction(() => Number(document.querySelector('#canvas').dataset.nodes) >= 9);
  await page.context().close();
});

test('the cards of an exercise have all their words, on the screen and on paper', async () => {
  for (const hash of ['#exercise?kind=minimax&exercise=3', '#exercise?kind=alphabeta&exercise=3', `#exercise?${new URLSearchParams({ kind: 'minimax', tree: '((3 5) (left:2 (9 1)) (longername:7 4))' })}`]) {
    const page = await visit(at, at.url, hash, viewport([1280, 800]));
    await page.waitForSelector('#mark');
    const cut = await page.$$eval('.asking:not(.leaf) legend', (all) => all.map((legend) => {
      const words = legend.querySelector('span');
      const [outer, inner] = [legend.parentElement.getBoundingClientRect(), words.getBoundingClientRect()];
      return legend.scrollWidth > legend.clientWidth || inner.right > outer.right - 2 || !/takes the (greatest|least)/.test(words.textContent) ? legend.textContent : '';
    }).filter(Boolean));
    assert.deepEqual(cut, [], hash);
    await page.emulateMedia({ media: 'print' });
    const over = await page.$$eval('#paper .drawing g:has(.card)', (all) => all.map((group) => {
      const card = group.querySelector('.card').getBBox();
      return [...group.querySelectorAll('text')].filter((text) => text.textContent).map((text) => [text.textContent, text.getBBox()]).filter(([, b]) => b.x < card.x + 1 || b.x + b.width > card.x + card.width - 1).map(([text]) => text).join(', ');
    }).filter(Boolean));
    assert.deepEqual(over, [], `${hash} on paper`);
    assert.ok(await page.locator('#paper .drawing .card').count() > 0);
    await page.context().close();
  }
});

test('the editor has its board beside the pieces in a low window', async () => {
  const page = await visit(at, at.url, '#edit?game=chess', viewport([844, 390]));
  await page.waitForSelector('#setupboard [data-square="63"]');
  const [board, pieces, text] = [await box(page, '#setupboard .grid'), await box(page, '#setuppalette'), await box(page, '#setupfault')];
  assert.ok(board.right <= pieces.left && board.right <= text.left, `the board ends at ${board.right}, the pieces begin at ${pieces.left}`);
  assert.ok(board.top < pieces.bottom && pieces.bottom <= text.top, 'they are beside each other');
  await page.context().close();
});

test('an exercise fits into the window of a tablet, and the name of the game into its button', async () => {
  const page = await visit(at, at.url, '#exercise?kind=minimax&number=1', viewport([820, 1180]));
  await page.waitForSelector('#sheet .scroll');
  assert.ok(await page.$eval('#sheet .scroll', (e) => e.scrollWidth <= e.clientWidth), 'the tree is wider than its place');
  for (const legend of await page.$$eval('.asking:not(.leaf) legend', (all) => all.map((e) => e.scrollWidth - e.clientWidth))) assert.ok(legend <= 0);
  await page.context().close();
  for (const size of [[820, 1180], [844, 390]]) {
    const play = await visit(at, at.url, '#play?game=chess', viewport(size));
    await play.waitForSelector('#game');
    assert.ok(await play.$eval('#game', (e) => [e, ...e.querySelectorAll('*')].every((x) => x.scrollWidth <= x.clientWidth + 1)), `Chess is cut at ${size}`);
    await play.context().close();
  }
});

test('the console said nothing', () => {
  assert.deepEqual(complaints, []);
});
