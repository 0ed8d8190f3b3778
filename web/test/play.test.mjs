import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { complaints, open, oxo, random, settled, visit } from './helper.mjs';

const initial = (text) => text.charAt(0).toUpperCase() + text.slice(1);

let at;
before(async () => { at = await open(); });
after(async () => { await at?.close(); });

/** The state of a game, requested independently of the page. */
const stateOf = async (game, moves) => (await fetch(`${at.url}api/position?${new URLSearchParams({ game, moves: moves.join('.') })}`)).json();

/** Makes a move with the mouse. */
async function point(page, state, legal) {
  const square = (n) => page.click(`#board [data-square="${n}"]`);
  if (['up', 'down', 'left', 'right'].includes(legal.move)) return page.click(`#choices [data-move="${legal.move}"]`);
  if (legal.column >= 0) return square(legal.column + state.columns * (state.rows - 1)); // the top of the column
  if (legal.squares.length === 0) return page.click(`#choices [data-move="${legal.move}"]`); // a pass
  await square(legal.squares[0]);
  if (lifts(state, legal)) await square(legal.squares.at(-1));
  return choose(page, state, legal);
}

/** Whether a move picks up a piece: sticks are taken by one click, on either side's turn. */
const lifts = (state, legal) => state.style.pieces !== 'sticks' && legal.squares.length >= 2 && state.cells[legal.squares[0]].owner === state.turn;

/** The moves that are selected by the same squares. */
function alike(state, legal) {
  if (!lifts(state, legal)) return state.legal.filter((l) => l.squares.length === 1 && l.squares[0] === legal.squares[0]);
  return state.legal.filter((l) => lifts(state, l) && l.squares[0] === legal.squares[0] && l.squares.at(-1) === legal.squares.at(-1));
}

/** Whether a move is chosen on the palette of pieces. */
const promotion = (legal) => legal.name?.includes('=');

/** Chooses one of several moves at a square. */
async function choose(page, state, legal) {
  if (legal.squares.length > 0 && alike(state, legal).length > 1) await page.click(promotion(legal) ? `.palette [data-move="${legal.move}"]` : `dialog button:text-is("${legal.name ?? legal.move}")`);
}

/** Makes a move with the keyboard alone. */
async function type(page, state, legal) {
  if (['up', 'down', 'left', 'right'].includes(legal.move)) return page.keyboard.press(`Arrow${legal.move[0].toUpperCase()}${legal.move.slice(1)}`);
  const go = async (square) => {
    for (let step = 0; step < 200; step++) {
      const now = Number(await page.evaluate(() => document.activeElement?.getAttribute('data-square') ?? -1));
      if (now === square) return page.keyboard.press('Enter');
      if (now < 0) await page.keyboard.press('ArrowUp');
      else if (now % state.columns < square % state.columns) await page.keyboard.press('ArrowRight');
      else if (now % state.columns > square % state.columns) await page.keyboard.press('ArrowLeft');
      else await page.keyboard.press(now < square ? 'ArrowUp' : 'ArrowDown');
    }
  };
  if (legal.squares.length === 0) {
    await page.focus(`#choices [data-move="${legal.move}"]`);
    return page.keyboard.press('Enter');
  }
  await go(legal.squares[0]);
  if (lifts(state, legal)) await go(legal.squares.at(-1));
  if (alike(state, legal).length > 1 && promotion(legal)) await page.keyboard.press(legal.move.at(-1));
  else if (alike(state, legal).length > 1) {
    for (let tab = 0; tab < 9 && await page.evaluate(() => document.activeElement?.textContent) !== legal.move; tab++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
  }
}

/** A point near the middle of an element. @param {string} selector @param {number} beside */
async function middle(page, selector, beside) {
  const box = await page.locator(selector).first().boundingBox();
  return [box.x + box.width / 2 + beside, box.y + box.height / 2];
}

// Random games of these may be long, so the test plays at most this number of plies.
const most = { 'chess:5x5': 24, 'checkers:6x6': 30, 'othello:4x4': 30, 'go:3x3': 24 };
for (const game of ['tictactoe', 'mnk:4x4x3,misere', 'connect4', 'sticks', 'nim', 'breakthrough', '2048:16', ...Object.keys(most)]) {
  for (const [name, make] of [['mouse', point], ['keyboard', type]]) {
    test(`a whole game of ${game} by ${name}`, async () => {
      const page = await visit(at, at.url, `#play?game=${game}&you=both`);
      const next = random(game.length * 7 + name.length);
      const moves = [];
      let state = await stateOf(game, moves);
      for (; state.outcome === 'ongoing' && moves.length < (most[game] ?? Infinity); state = await stateOf(game, moves)) {
        const legal = state.legal[next(state.legal.length)];
        if (state.legal.length > 1 || legal.squares.length > 0 || legal.column >= 0 || state.columns === 0) { // else the page makes the move by itself
          await settled(page, moves.length);
          await make(page, state, legal);
        }
        moves.push(legal.move);
      }
      await settled(page, moves.length);
      if (state.outcome !== 'ongoing') assert.equal(await page.textContent('#status'), (state.outcome === 'drawn' ? 'A draw.' : `${initial(state.verdict)}.`) + (state.note && ` ${initial(state.note)}.`));
      assert.equal((await page.$$('#board .won')).length, state.line.length);
      await page.context().close();
    });
  }
}

test('a click that begins on a falling disc is a move', async () => {
  const page = await visit(at, at.url, '#play?game=connect4&you=both');
  await settled(page, 0);
  const top = '#board [data-square="38"]';
  await page.click(top);
  await settled(page, 1);
  await page.$eval('#board .falling', (disc) => { // it stays in front of the top square
    disc.animate({ transform: [`translateY(${-5 * disc.parentElement.offsetHeight}px)`, 'none'] }, 60_000).pause();
  });
  const box = await page.locator(top).boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.$eval('#board .falling', (disc) => { for (const fall of disc.getAnimations()) fall.finish(); });
  await page.mouse.up();
  await settled(page, 2);
  await page.context().close();
});

test('castling, a capture in passing and a choice of promotion by clicks', async () => {
  const page = await visit(at, at.url, '#play?game=chess&you=both&position=r3k2r/8/8/3pP3/8/8/7p/R3K3 w Qkq d6');
  const click = async (...names) => { for (const n of names) await page.click(`#board [data-square="${(n[1] - 1) * 8 + n.charCodeAt(0) - 97}"]`); };
  await settled(page, 0);
  await click('e5', 'd6');
  await settled(page, 1);
  await click('e8', 'g8');
  await settled(page, 2);
  await click('e1', 'c1');
  await settled(page, 3);
  await click('h2', 'h1');
  assert.deepEqual(await page.$$eval('.palette button', (all) => all.map((b) => b.getAttribute('data-move'))), ['h2h1q', 'h2h1r', 'h2h1b', 'h2h1n']);
  assert.equal(await page.locator('.palette button svg').count(), 4);
  await page.click('.palette [data-move="h2h1n"]');
  await settled(page, 4);
  assert.match(await page.getAttribute('#board [data-square="7"]', 'aria-label'), /^h1, black knight/);
  await page.context().close();
});

for (const [way, url] of [['served', () => at.url], ['static', () => at.site]]) {
  test(`perfect is never beaten on 3x3, whatever is played (${way})`, async () => {
    const page = await visit(at, url());
    for (const first of [true, false]) {
      const result = await page.evaluate(async (learnerFirst) => {
        const { engine, stateOf: ask } = await import('./api.js');
        const seen = new Set();
        let games = 0;
        const walk = async (moves) => {
          const state = await ask('tictactoe', '', moves);
          if (seen.has(state.position)) return '';
          seen.add(state.position);
          if (state.outcome !== 'ongoing') {
            games++;
            return state.winner === (learnerFirst ? 0 : 1) ? moves.join(' ') : '';
          }
          if (state.turn === (learnerFirst ? 0 : 1)) {
            for (const { move } of state.legal) {
              const lost = await walk([...moves, move]);
              if (lost) return lost;
            }
            return '';
          }
          const reply = await engine.ask('reply', { game: 'tictactoe', moves: moves.join('.'), level: 'perfect', ms: 1000 });
          return walk([...moves, reply.move]);
        };
        return { lost: await walk([]), games };
      }, first);
      assert.equal(result.lost, '');
      assert.ok(result.games > 15, `${result.games} games`);
    }
    await page.context().close();
  });

  test(`a game against the engine by mouse, with undo, redo and a new game (${way})`, async () => {
    const page = await visit(at, url(), '#play?game=tictactoe&you=first&level=perfect');
    await settled(page, 0);
    await page.click('[data-square="4"]');
    await settled(page, 2);
    await page.click('#undo'); // the engine's move and one's own
    await settled(page, 0);
    await page.click('#redo');
    await settled(page, 2);
    await page.keyboard.press('u');
    await settled(page, 0);
    await page.click('[data-square="0"]');
    await settled(page, 2);
    await page.click('#new');
    await settled(page, 0);
    assert.equal(await page.$$eval('#board .stone', (all) => all.length), 0);
    await page.selectOption('#choose select >> nth=0', 'second');
    await settled(page, 1);
    await page.selectOption('#choose select >> nth=0', 'none');
    await page.waitForFunction(() => document.querySelector('#status')?.classList.contains('over'));
    assert.match(await page.textContent('#status'), /A draw/);
    await page.context().close();
  });

  test(`scores equal oxo analyze (${way})`, async () => {
    for (const [game, moves] of [['tictactoe', ['b2', 'a2']], ['mnk:4x3x3', ['a1']], ['connect4:4x4', ['1', '2', '2']], ['sticks', ['2']], ['breakthrough:3x4', []]]) {
      const page = await visit(at, url(), `#play?game=${game}&moves=${moves.join('.')}&you=both`);
      await settled(page, moves.length);
      await page.keyboard.press('h');
      await page.waitForFunction(() => /^[\d\u202f]+ positions?/.test(document.querySelector('#analysis > p:last-child')?.textContent ?? ''));
      assert.equal(await page.locator('.value small').count() > 0, game.startsWith('connect4'), 'the game’s own scale');
      const shown = await page.$$eval('.scores .score', (rows) => rows.map((row) => [row.children[0].textContent,
        row.children[1].textContent.replace(row.querySelector('.value small')?.textContent ?? '', '').replace(/^[▲=▼]/, '').trim()]));
      const said = JSON.parse(oxo('analyze', game, ...moves, '--json'));
      const words = (v) => (v.result === 'draw' ? 'draw' : `${v.result} in ${v.plies}`);
      assert.deepEqual(Object.fromEntries(shown), Object.fromEntries(said.moves.map((m) => [m.move, words(m.value)])));
      if (game === 'tictactoe') {
        for (const m of said.moves) {
          const label = await page.getAttribute(`#board [aria-label^="${m.move},"]`, 'aria-label');
          assert.ok(label.endsWith(words(m.value)), label);
        }
        await page.hover('.scores .score');
        await page.mouse.move(...await middle(page, '.scores .score', 2)); // a pointer that moves
        await page.waitForSelector('#board .ghost');
      }
      await page.context().close();
    }
  });
}

test('the review names the moves that threw something away', async () => {
  const page = await visit(at, at.url, '#play?game=tictactoe&moves=b2.a2.a1.b3.c3&you=both');
  await settled(page, 5);
  await page.click('#review-game');
  await page.waitForSelector('#review .faults');
  await page.waitForFunction(() => document.querySelector('#review-game')?.textContent === 'Review the game');
  const faults = await page.$$eval('#review .faults li', (all) => all.map((li) => li.textContent));
  assert.equal(faults.length, 1, faults.join('\n'));
  assert.match(faults[0], /^1… a2 O had a draw and after a2 has a loss in 6\. Better: /);
  assert.ok(await page.$('#plot svg'));
  await page.context().close();
});

test('a review rates moves by estimates where nothing is proven, and its plot has all points and goes to them', async () => {
  const page = await visit(at, at.url, '#play?game=chess&moves=e2e4.e7e5.d1h5.b8c6.h5e5.c6e5&you=both');
  await settled(page, 6);
  await page.click('#review-game');
  await page.waitForSelector('#review .faults');
  await page.waitForFunction(() => document.querySelector('#review-game')?.textContent === 'Review the game');
  const faults = await page.$$eval('#review .faults li', (all) => all.map((li) => li.textContent));
  assert.ok(faults.some((text) => /^3\. Qxe5\+ ≈\?\? Qxe5\+: the chances of white fall from about \d+% to about \d+%\. Better: /.test(text)), faults.join('\n'));
  assert.match(await page.textContent('#review'), /Accuracy: white \d+%, black \d+%\..*fitted to \d+ games of chess/s);
  assert.equal(await page.$$eval('#plot .point', (all) => all.length), 7); // the last one too
  assert.deepEqual([...new Set(await page.$$eval('#plot .point', (all) => all.map((e) => e.firstChild?.textContent)))], ['≈'], 'estimates are no draws');
  const at5 = await page.$$eval('#plot .point', (all) => { const r = all[5].getBoundingClientRect(); return { x: r.x + r.width / 2, y: r.y + r.height / 2 }; });
  await page.mouse.click(at5.x, at5.y);
  await page.waitForFunction(() => document.querySelector('#plot svg')?.getAttribute('aria-valuenow') === '5');
  await page.focus('#plot svg');
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.querySelector('#plot svg')?.getAttribute('aria-valuenow') === '6');
  await page.keyboard.press('Home');
  await page.waitForFunction(() => document.querySelector('#plot svg')?.getAttribute('aria-valuenow') === '0');
  await page.context().close();
});

test('the plot of a long review: no text is on another, and all stays inside', async () => {
  const pick = random(61);
  const moves = [];
  while (moves.length < 80) {
    const position = await stateOf('chess', moves);
    assert.equal(position.outcome, 'ongoing');
    moves.push(position.legal[pick(position.legal.length)].move);
  }
  const page = await visit(at, at.url, `#play?game=chess&moves=${moves.join('.')}&you=both`, { ms: 4000 });
  await settled(page, 80);
  await page.click('#review-game');
  await page.waitForSelector('#review .faults');
  await page.waitForFunction(() => document.querySelector('#review-game')?.textContent === 'Review the game');
  for (const [width, height] of [[390, 844], [1280, 800]]) {
    await page.setViewportSize({ width, height });
    await page.waitForFunction(() => document.querySelectorAll('#plot .point').length > 60);
    const wrong = await page.$eval('#plot svg', (plot) => {
      const area = plot.getBoundingClientRect();
      const boxes = [...plot.querySelectorAll('text')].map((e) => ({ said: e.firstChild?.textContent, box: e.getBoundingClientRect() }));
      const found = boxes.filter(({ box }) => box.left < area.left - 0.5 || box.right > area.right + 0.5 || box.top < area.top - 0.5 || box.bottom > area.bottom + 0.5).map(({ said }) => `${said} sticks out`);
      const labels = [...plot.querySelectorAll('text:not(.point)')].map((e) => e.getBoundingClientRect());
      for (const { said, box } of [...boxes.filter(({ said }) => !/wins/.test(said ?? '')), ...[...plot.querySelectorAll('circle.point')].map((e) => ({ said: 'a dot', box: e.getBoundingClientRect() }))]) {
        if (labels.some((l) => box.left < l.right && l.left < box.right && box.top < l.bottom && l.top < box.bottom)) found.push(`${said} is on a label`);
      }
      boxes.forEach(({ said, box }, i) => boxes.slice(i + 1).forEach((other) => {
        if (box.left < other.box.right && other.box.left < box.right && box.top < other.box.bottom && other.box.top < box.bottom) found.push(`${said} is on ${other.said}`);
      }));
      if (area.left < 0 || area.right > innerWidth) found.push('the plot is wider than the window');
      return found;
    });
    assert.deepEqual(wrong, [], `${width}x${height}`);
  }
  await page.context().close();
});

test('a link restores the very position, and a reload too', async () => {
  const hash = '#play?game=connect4&moves=4.4.3.5&you=both&level=7';
  const page = await visit(at, at.url, hash);
  await settled(page, 4);
  assert.equal(await page.evaluate(() => location.hash), hash);
  const position = (await stateOf('connect4', ['4', '4', '3', '5'])).position;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.click('#copy-position');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), position);
  await page.click('#copy-link');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await visit(at, link, '', {});
  await settled(other, 4);
  assert.equal(await other.$$eval('#board .stone', (all) => all.length), 4);
  await page.reload();
  await settled(page, 4);
  await page.goto(at.url); // what was played is kept
  await settled(page, 4);
  // Paste moves, then a position, then nonsense.
  for (const [text, stones] of [['1 2 3', 3], [position, 4]]) {
    await page.click('#paste');
    await page.fill('#pasted', text);
    await page.click('dialog .primary');
    await page.waitForFunction((n) => document.querySelectorAll('#board .stone').length === n, stones);
  }
  await page.click('#paste');
  await page.fill('#pasted', '9 9 9');
  await page.click('dialog .primary');
  await page.waitForFunction(() => document.querySelector('dialog .wrong')?.textContent !== '');
  complaints.splice(0, complaints.length, ...complaints.filter((c) => !c.includes('422')));
  await other.context().close();
  await page.context().close();
});

test('a position of another program is shown, and what of it was changed is said', async () => {
  const page = await visit(at, at.url, '#play?game=chess&you=both');
  await settled(page, 0);
  await page.click('#paste');
  await page.fill('#pasted', '7k/5K2/4R3/8/8/8/8/8 w KQ - 0 1');
  await page.click('dialog .primary');
  await page.waitForFunction(() => document.querySelector('#toast')?.textContent?.includes('the rights to castle K and Q are left out'));
  assert.equal(await page.isHidden('#toast'), false);
  complaints.splice(0, complaints.length, ...complaints.filter((c) => !c.includes('422'))); // it was tried as moves first
  await page.context().close();
});

test('two tabs play two games; a reload in the middle of a search does no harm', async () => {
  const context = await at.browser.newContext();
  const one = await visit(at, at.url, '#play?game=connect4&you=both', { context });
  const two = await visit(at, at.url, '#play?game=tictactoe&moves=a1&you=both', { context });
  await settled(one, 0);
  await settled(two, 1);
  await one.click('#scores');
  await one.click('[data-square="0"]');
  await settled(one, 1);
  await two.click('[data-square="4"]');
  await settled(two, 2);
  assert.equal(await one.$$eval('#board .stone', (all) => all.length), 1);
  await one.reload();
  await settled(one, 1);
  await one.waitForSelector('.scores .score');
  await context.close();
});

test('an empty board has squares', async () => {
  for (const game of ['tictactoe', 'connect4', 'gomoku', 'mnk:1x1x1']) {
    const page = await visit(at, at.url, `#play?game=${game}&you=both`);
    await settled(page, 0);
    for (const { width, height, border } of await page.$$eval('#board .square', (all) => all.slice(0, 9).map((square) => {
      const { width, height } = square.getBoundingClientRect();
      return { width, height, border: getComputedStyle(square).borderTopColor };
    }))) {
      assert.ok(Math.abs(width - height) < 2 && width > 12, `${game}: a square of ${width} by ${height}`);
      assert.notEqual(border, 'rgba(0, 0, 0, 0)');
    }
    await page.context().close();
  }
});

test('who plays second takes back to a move of their own, and moves only then', async () => {
  const page = await visit(at, at.url, '#play?game=tictactoe&you=second&level=perfect');
  await settled(page, 1);
  await page.click('#undo');
  await settled(page, 1); // before that it was not their move
  await page.click('#board .square.legal >> nth=0');
  await settled(page, 3);
  await page.click('#undo');
  await settled(page, 1);
  assert.match(await page.textContent('#status'), /^Your move/);
  await page.click('.moves button >> nth=0'); // the start: X's turn
  await settled(page, 0);
  await page.click('[data-square="4"]');
  await settled(page, 0);
  await page.context().close();
});

test('a reply in flight does not follow to another view, and moves taken back stay', async () => {
  const page = await visit(at, at.url, '#play?game=gomoku&you=first&level=perfect');
  await settled(page, 0);
  let leave;
  const left = new Promise((done) => { leave = done; });
  await page.route('**/api/reply*', async (route) => { await left; await route.continue().catch(() => { /* the page has given it up */ }); });
  await page.click('[data-square="112"]');
  await page.waitForSelector('.status.thinking');
  await page.click('#nav a:text-is("Exercises")');
  await page.waitForSelector('#mark');
  leave();
  await page.fill('[data-node="0"]', '5');
  await page.waitForTimeout(1600);
  assert.equal(await page.inputValue('[data-node="0"]'), '5');
  assert.equal(await page.evaluate(() => JSON.parse(sessionStorage.getItem('oxo')).moves.length), 1);
  await page.goto('about:blank');
  await page.goto(`${at.url}#play?game=tictactoe&moves=b2.a1.c3&you=both`);
  await settled(page, 3);
  await page.keyboard.press('u');
  await page.keyboard.press('u');
  await settled(page, 1);
  await page.click('#nav a:text-is("Explore")');
  await page.waitForSelector('.tally');
  await page.click('#nav a:text-is("Play")');
  await settled(page, 1);
  await page.keyboard.press('r');
  await page.keyboard.press('r');
  await settled(page, 3);
  await page.context().close();
});

test('a click is not lost while scores stream, nor the keyboard', async () => {
  const page = await visit(at, at.url, '#play?game=connect4&you=both');
  await settled(page, 0);
  await page.click('#scores');
  await page.waitForSelector('.scores .score');
  for (let n = 1; n <= 5; n++) {
    // In one step, since the board is drawn again while the scores arrive.
    const box = await page.evaluate((square) => {
      const { x, y, width, height } = document.querySelector(`#board [data-square="${square}"]`).getBoundingClientRect();
      return { x, y, width, height };
    }, n);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.waitForTimeout(150);
    await page.mouse.up();
    await settled(page, n);
    await page.waitForSelector('.scores .score');
  }
  await page.waitForFunction(() => {
    const third = document.querySelectorAll('.scores .score')[2];
    third?.focus();
    return third !== undefined;
  });
  await page.waitForTimeout(500);
  assert.equal(await page.evaluate(() => document.activeElement?.classList.contains('score')), true);
  await page.context().close();
});

test('a link that says nothing sensible leads to a game', async () => {
  for (const hash of ['#constructor?x', '#__proto__?game=1', '#play', '#play?moves=&game=', '#exercise?kind=minimax&exercise=0', '#tree?depth=-1&game=tictactoe&moves=b2.a1.a2.c2']) {
    const page = await visit(at, at.url, hash);
    await page.waitForSelector('#board .grid, #mark, .tally');
    await page.context().close();
  }
});

test('a link with an opponent that there is not leaves the reader his own', async () => {
  const context = await at.browser.newContext();
  const first = await visit(at, at.url, '#play?game=tictactoe&you=bogus&level=11', { context });
  await settled(first, 0);
  const page = await visit(at, at.url, '', { context }); // what the first one kept
  await page.waitForSelector('#board .grid');
  assert.deepEqual(await page.$$eval('#choose select', (all) => all.slice(0, 2).map((s) => s.value)), ['first', '5']);
  await page.click('#board [data-square="4"]');
  await settled(page, 2);
  await context.close();
  assert.deepEqual(complaints, []);
});

test('a name with markup is shown as text', async () => {
  const page = await visit(at, at.url, '#play?game=%3Cimg%20src%3Dx%20onerror%3D%22document.title%3D1%22%3E');
  await page.waitForSelector('#board [role=alert]');
  assert.match(await page.textContent('#board [role=alert]'), /<img src=x/);
  assert.equal(await page.$('#board img'), null);
  await page.click('#board [role=alert] button');
  await settled(page, 0);
  complaints.splice(0, complaints.length, ...complaints.filter((c) => !c.includes('422')));
  await page.context().close();
});

test('the static site plays with the network cut', async () => {
  const page = await visit(at, at.site, '#play?game=tictactoe&you=first', { serviceWorkers: 'allow' });
  await settled(page, 0);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await page.context().setOffline(true);
  await page.reload();
  await settled(page, 0);
  await page.click('[data-square="4"]');
  await settled(page, 2);
  await page.click('#nav a:text-is("Explore")');
  await page.waitForFunction(() => /nodes? entered/.test(document.querySelector('#counters')?.textContent ?? ''));
  await page.context().close();
});

test('the textbook plays, and tells what it visits', async () => {
  const page = await visit(at, at.url, '#play?game=tictactoe&you=first&level=5');
  await page.selectOption('#choose select >> nth=1', 'textbook-minimax');
  await page.click('#board [data-square="0"]');
  await page.waitForFunction(() => document.querySelector('#status')?.textContent?.includes('minimax visited 59,705 positions'));
  await page.click('#undo');
  await settled(page, 0);
  assert.doesNotMatch(await page.textContent('#status'), /visited/);
  await page.context().close();
});

test('the console said nothing', () => {
  assert.deepEqual(complaints, []);
});

test('a browser without WebAssembly is told that the engine needs it', async () => {
  const context = await at.browser.newContext();
  await context.addInitScript(() => { delete (/** @type {any} */ (globalThis)).WebAssembly; });
  const page = await visit(at, at.site, '#play?game=tictactoe&you=first', { context });
  await page.click('#board [data-square="0"]'); // the board needs no engine
  await page.waitForFunction(() => /could not be loaded: it needs WebAssembly/.test(document.querySelector('#status')?.textContent ?? ''));
  assert.equal(await page.isVisible('#loading'), false);
  await context.close();
});
