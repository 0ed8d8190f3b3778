import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { complaints, open, oxo, random, settled, visit } from './helper.mjs';

let at;
before(async () => { at = await open(); });
after(async () => { await at?.close(); });

/** Where a game stands, asked beside the page. */
const stateOf = async (game, moves) => (await fetch(`${at.url}api/position?${new URLSearchParams({ game, moves: moves.join('.') })}`)).json();

/** Makes a move with the mouse. */
async function point(page, state, legal) {
  const square = (n) => page.click(`#board [data-square="${n}"]`);
  if (['up', 'down', 'left', 'right'].includes(legal.move)) return page.click(`#choices [data-move="${legal.move}"]`);
  if (legal.column >= 0) return square(legal.column + state.columns * (state.rows - 1)); // the top of the column
  if (state.cells[legal.squares[0]].owner === state.turn && legal.squares.length === 2) {
    await square(legal.squares[0]);
    return square(legal.squares[1]);
  }
  await square(legal.squares[0]);
  return choose(page, state, legal);
}

/** Chooses between moves at one square. */
async function choose(page, state, legal) {
  if (state.legal.filter((l) => l.squares.length === 1 && l.squares[0] === legal.squares[0]).length > 1) {
    await page.click(`dialog button:text-is("${legal.move}")`);
  }
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
  await go(legal.squares[0]);
  if (state.cells[legal.squares[0]].owner === state.turn && legal.squares.length === 2) return go(legal.squares[1]);
  if (state.legal.filter((l) => l.squares.length === 1 && l.squares[0] === legal.squares[0]).length > 1) {
    for (let tab = 0; tab < 9 && await page.evaluate(() => document.activeElement?.textContent) !== legal.move; tab++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
  }
}

for (const game of ['tictactoe', 'mnk:4x4x3,misere', 'connect4', 'sticks', 'nim', 'breakthrough', '2048:16']) {
  for (const [name, make] of [['mouse', point], ['keyboard', type]]) {
    test(`a whole game of ${game} by ${name}`, async () => {
      const page = await visit(at, at.url, `#play?game=${game}&you=both`);
      const next = random(game.length * 7 + name.length);
      const moves = [];
      let state = await stateOf(game, moves);
      for (; state.outcome === 'ongoing'; state = await stateOf(game, moves)) {
        await settled(page, moves.length);
        const legal = state.legal[next(state.legal.length)];
        await make(page, state, legal);
        moves.push(legal.move);
      }
      await settled(page, moves.length);
      assert.equal(await page.textContent('#status'), (state.outcome === 'drawn' ? 'A draw.' : `${state.verdict}.`) + (state.note && ` · ${state.note}`));
      assert.equal((await page.$$('#board .won')).length, state.line.length);
      await page.context().close();
    });
  }
}

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
      const shown = await page.$$eval('.scores .score', (rows) => rows.map((row) => [row.children[0].textContent, row.children[1].textContent.replace(/^[▲=▼]/, '').trim()]));
      const said = JSON.parse(oxo('analyze', game, ...moves, '--json'));
      const words = (v) => (v.result === 'draw' ? 'draw' : `${v.result} in ${v.plies}`);
      assert.deepEqual(Object.fromEntries(shown), Object.fromEntries(said.moves.map((m) => [m.move, words(m.value)])));
      if (game === 'tictactoe') {
        for (const m of said.moves) {
          const label = await page.getAttribute(`#board [aria-label^="${m.move},"]`, 'aria-label');
          assert.ok(label.endsWith(words(m.value)), label);
        }
        await page.hover('.scores .score');
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
  assert.match(faults[0], /^2\. a2 O had a draw and after a2 has a loss in 6\. Better: /);
  assert.ok(await page.$('#plot svg'));
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
  await page.click('[data-square="112"]');
  await page.waitForSelector('.status.thinking');
  await page.click('#nav a:text-is("Exercises")');
  await page.waitForSelector('#mark');
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
    // In one step, since the board is drawn anew while the scores stream.
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
  const page = await visit(at, at.site, '#play?game=tictactoe&you=first');
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
