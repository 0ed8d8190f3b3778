// Ten tasks by ear: each is done by a reader that knows nothing of the page but Chromium's
// accessibility tree and the texts of live regions.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { open } from './helper.mjs';
import { Reader } from './reader.mjs';

let at;
before(async () => { at = await open({ site: false }); });
after(async () => { await at?.close(); });

/** Opens the page for a reader who has not been here before. @param {string} [path] @param {Record<string, any>} [options] */
async function arrive(path = '', options = {}) {
  const context = await at.browser.newContext({ serviceWorkers: 'block', viewport: { width: 1280, height: 900 }, ...options });
  return Reader.open(context, at.url + path);
}

/** Tests a task. @param {string} name @param {(r: Reader) => Promise<void>} act @param {string} [path] @param {Record<string, any>} [options] */
function task(name, act, path, options) {
  test(name, async () => {
    const r = await arrive(path, options);
    await act(r);
    await r.page.context().close();
  });
}

/** Types a move or a question. @param {Reader} r @param {string} text @param {string} [field] */
async function ask(r, text, field = 'Move or question') {
  await r.go('textbox', field);
  await r.type(text);
  await r.key('Enter');
}

/** Reads the board: the side on each square, by its name; nothing on empty ones. @param {Reader} r */
async function board(r) {
  const { columns, rows, at: cell } = await r.table(/^board/);
  return new Map(columns.flatMap((c) => rows.map((row) => [c + row, /^\w+, (\w+)/.exec(cell(c, row))[1].replace('empty', '')])));
}

const lines = [['a1', 'b1', 'c1'], ['a2', 'b2', 'c2'], ['a3', 'b3', 'c3'], ['a1', 'a2', 'a3'], ['b1', 'b2', 'b3'], ['c1', 'c2', 'c3'], ['a1', 'b2', 'c3'], ['a3', 'b2', 'c1']];

/** The result of noughts and crosses for the side to move, as the reader thinks. @param {Map<string, string>} on @param {string} side */
function result(on, side) {
  const other = side === 'X' ? 'O' : 'X';
  if (lines.some((l) => l.every((s) => on.get(s) === other))) return -1;
  const free = [...on.keys()].filter((s) => !on.get(s));
  return free.length === 0 ? 0 : Math.max(...free.map((s) => -result(new Map(on).set(s, side), other)));
}

/** Plays the given moves with both sides. @param {Reader} r @param {string} moves */
async function playBoth(r, moves) {
  await r.press('button', 'Play from the start');
  await r.choose('You play', 'both sides');
  for (const move of moves.split(' ')) {
    await ask(r, move);
    await r.hear(new RegExp(` plays ${move}\\.`));
  }
}

task('1. a game is played to its end', async (r) => {
  await r.press('button', 'Play from the start');
  await r.choose('Opponent', 'level 1, a beginner');
  await r.hush();
  for (;;) {
    const free = [...await board(r)].filter(([, side]) => side === '').map(([square]) => square);
    const [move] = free; // any square will do
    await r.hush();
    await ask(r, move);
    assert.match(await r.hear(/./), new RegExp(`^X plays ${move}\\.`), 'the own move is said first');
    const end = /has won|a draw/;
    const last = (await r.everything()).slice(r.from - 1).find((text) => end.test(text)) ?? await r.hear(/^O plays|has won|a draw/);
    assert.equal((await r.everything()).filter((text) => text === last).length, 1, `said once: ${last}`);
    if (end.test(last)) break;
  }
  assert.match(await r.text(), /You won with your \w+ move|you lost|A draw/);
});

task('2. each move’s value is heard', async (r) => {
  await playBoth(r, 'b2 b1');
  await r.press('button', 'Scores');
  const said = await r.hear(/^best first: /);
  assert.deepEqual(said.slice('best first: '.length).split(', ').map((one) => one.slice(0, 2)).sort(), ['a1', 'a2', 'a3', 'b3', 'c1', 'c2', 'c3']);
  assert.match(said, /a1 win in 5/);
  const { at: cell } = await r.table(/^board/);
  assert.equal(cell('a', '1'), 'a1, empty, win in 5');
  assert.equal(cell('b', '3'), 'b3, empty, draw');
  await ask(r, 'values');
  assert.equal(await r.hear(/^best first/), said);
});

task('3. why a move wins', async (r) => {
  await playBoth(r, 'b2 b1');
  await r.press('button', 'Scores');
  await r.press('button', 'Why is a1 win in 5?');
  const why = await r.hear(/^a1 wins in 5: it threatens a1-c3/);
  await r.hush();
  await ask(r, 'why a1');
  assert.equal(await r.hear(/^a1 wins/), why);
});

task('4. alpha-beta is walked, each step said once', async (r) => {
  await r.hear(/^best first/); // the example of a first visit
  await r.press('link', 'Explore');
  await r.hear(/is to move and wants the most/);
  assert.equal((await r.find('combobox', 'Search')).value, 'alpha-beta');
  const before = (await r.everything()).length;
  assert.equal((await r.everything()).filter((text) => /wants the most/.test(text)).length, 1, 'the first words are said once');
  const steps = [];
  for (let i = 0; i < 12; i++) {
    await r.press('button', 'a step forward');
    steps.push(await r.hear(/./));
  }
  assert.equal((await r.everything()).length, before + 12);
  assert.equal(new Set(steps).size, 12);
  await r.press('button', '✂ Next cut-off');
  assert.match(await r.hear(/./), /cut|cannot matter|skipped/);
  await r.go('image', /^the tree of alphabeta/);
  await r.key('ArrowUp');
  await r.hear(/^(The position|[abc][123])/);
});

task('5. an exercise is filled in, and a wrong answer found', async (r) => {
  await r.press('link', 'Exercises');
  await r.find('textbox', 'value of A');
  const nodes = new Map();
  for (const n of await r.all()) {
    const said = n.role === 'group' && /^(\w)(?: takes the (greatest|least))?(?: below (\w))?$/.exec(n.name);
    if (said) nodes.set(said[1], { takes: said[2], above: said[3], given: n.children.findLast((c) => c.role === 'StaticText')?.name });
  }
  assert.ok(nodes.size > 10);
  const worth = (name) => {
    const { takes, given } = nodes.get(name);
    if (!takes) return Number(given.replace('−', '-'));
    return Math[takes === 'greatest' ? 'max' : 'min'](...[...nodes].filter(([, n]) => n.above === name).map(([child]) => worth(child)));
  };
  const asked = [...nodes].filter(([, n]) => n.takes).map(([name]) => name);
  for (const name of asked) await r.write(`value of ${name}`, String(worth(name) + (name === 'B' ? 1 : 0)));
  await r.hush();
  await r.press('button', 'Check all');
  await r.hear(new RegExp(`^${asked.length - 1} of ${asked.length} right, 1 wrong$`));
  assert.equal((await r.everything()).filter((text) => /right/.test(text)).length, 1, 'the marks are said once');
  const wrong = (await r.all()).filter((n) => n.role === 'textbox' && n.states.invalid === 'true').map((n) => n.name);
  assert.deepEqual(wrong, ['value of B']);
  await r.write('value of B', String(worth('B')));
  await r.press('button', 'Check all');
  await r.hear(new RegExp(`^${asked.length} of ${asked.length} right$`));
});

/** Solves a puzzle in the view of puzzles: one move alone keeps the result. @param {Reader} r */
async function solvePuzzle(r) {
  await r.press('link', 'Puzzles');
  const asks = await r.hear(/^Puzzle 1 of \d+: \w to move/);
  const [, side] = /: (\w) to move/.exec(asks);
  const on = await board(r);
  const worth = new Map([...on].filter(([, piece]) => piece === '').map(([square]) => [square, -result(new Map(on).set(square, side), side === 'X' ? 'O' : 'X')]));
  const best = Math.max(...worth.values());
  const wrong = [...worth].find(([, value]) => value < best)[0];
  await ask(r, wrong, 'Or type a move');
  await r.hear(new RegExp(`^${wrong} `));
  await r.press('button', 'Try again');
  await ask(r, [...worth].find(([, value]) => value === best)[0], 'Or type a move');
  await r.hear(/^Right\./);
}

// Where the page has no view of puzzles, the puzzle is an exercise: what is each move worth?
task('6. a puzzle is solved', async (r) => {
  await r.find('link', 'Exercises');
  if ((await r.all()).some((n) => n.role === 'link' && n.name === 'Puzzles')) return solvePuzzle(r);
  await r.press('link', 'Exercises');
  await r.choose('Exercise', 'Moves of a position');
  await r.find('combobox', /^After /);
  const { name } = await r.find('image', /to move: /);
  const [, side] = /^(\w) to move/.exec(name);
  const on = new Map(['a', 'b', 'c'].flatMap((c) => ['1', '2', '3'].map((row) => [c + row, ''])));
  for (const [, piece, square] of name.matchAll(/(\w) on (\w\w)/g)) on.set(square, piece);
  const moves = (await r.all()).filter((n) => n.role === 'combobox' && n.name.startsWith('After ')).map((n) => n.name.slice('After '.length));
  const other = side === 'X' ? 'O' : 'X';
  for (const move of moves) await r.choose(`After ${move}`, ['loss', 'draw', 'win'][1 - result(new Map(on).set(move, side), other)]);
  await r.press('button', 'Check all');
  await r.hear(new RegExp(`^${moves.length} of ${moves.length} right$`));
});

task('7. a game is reviewed', async (r) => {
  await playBoth(r, 'b2 b1 a1 c3 a3');
  await r.press('button', 'Review the game');
  assert.match(await r.hear(/^the review is complete/), /: [1-9] turning points?$/);
  const text = await r.text();
  assert.match(text, /Accuracy: X \d+%, O \d+%/);
  assert.match(text, /1… b1 .* Better: /);
  await r.press('button', /^1… b1/);
  await r.hear(/^after 1\. b2: O to move$/);
});

task('8. a position is set up and played from', async (r) => {
  await r.press('button', 'set up a position');
  await r.press('button', 'Clear');
  await r.wait(async () => [...(await board(r)).values()].every((side) => side === ''), 'an empty board');
  await r.hush();
  for (const [square, side] of [['b2', 'X'], ['c1', 'X'], ['a3', 'O']]) {
    await r.press('button', side, (n) => n.parent?.name === 'what a click puts on a square');
    await r.press('gridcell', new RegExp(`^${square}, empty`));
    await r.hear(new RegExp(`^${side} on ${square}$`));
    if (square === 'c1') await r.hear(/^Not possible: /);
  }
  await r.hear(/^The game can begin here\.$/);
  await r.press('button', 'Play from here');
  await r.wait(async () => (await r.text()).includes('Copy moves'), 'the game');
  await r.wait(async () => [...(await board(r)).values()].filter((side) => side !== '').length >= 3, 'the pieces');
  assert.deepEqual([...await board(r)].filter(([, side]) => side !== '').sort().slice(0, 3), [['a3', 'O'], ['b2', 'X'], ['c1', 'X']]);
});

task('9. a link is shared', async (r) => {
  await playBoth(r, 'b2 a1');
  await r.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await r.press('button', 'Copy link');
  await r.hear(/^link copied$/);
  await r.go('textbox', 'Move or question');
  await r.key('Control+v');
  const { value } = await r.find('textbox', 'Move or question', (n) => n.value !== '');
  assert.match(value, /#play\?game=tictactoe&moves=b2\.a1&you=both/);
});

task('10. the level is changed', async (r) => {
  await r.press('button', 'Play from the start');
  await r.choose('Opponent', 'level 9');
  await r.go('combobox', 'Opponent');
  assert.equal((await r.here())?.value, 'level 9');
});

task('the board is read by rows and columns, and asked for', async (r) => {
  await playBoth(r, 'b2 a1 c3');
  const { columns, rows, at: cell } = await r.table(/^board/);
  assert.deepEqual([columns, rows], [['a', 'b', 'c'], ['3', '2', '1']]);
  assert.deepEqual([cell('c', '3'), cell('a', '1'), cell('a', '3')], ['c3, X, last move', 'a1, O', 'a3, empty']);
  for (const [question, answer] of [['row 2', 'row 2: a empty, b X, c empty'], ['column C', 'column c: 1 empty, 2 empty, 3 X'], ['row 9', 'want one of 1, 2, 3'],
    ['board', 'row 3: a empty, b empty, c X. row 2: a empty, b X, c empty. row 1: a O, b empty, c empty.'], ['last', 'X plays c3. O to move'], ['b2', 'move 4: b2 is taken: want a3 c1 b3 a2 c2 b1']]) {
    await r.hush();
    await ask(r, question);
    assert.equal(await r.hear(/./), answer);
  }
  await r.press('button', 'Take back a move');
  await r.hear(/^after 1… a1: X to move$/);
  await r.key('/'); // the key goes to the field, from where Escape goes back to the board
  assert.equal((await r.here())?.name, 'Move or question');
  await r.key('Escape');
  assert.equal((await r.here())?.role, 'gridcell');
});

test('boards of other games are tables too, whichever way they are seen', async () => {
  for (const [game, first, cells] of [
    ['connect4&moves=4.4', ['1', '6'], [['4', '1', 'column 4, row 1, red'], ['4', '2', 'column 4, row 2, yellow, last move']]],
    ['breakthrough:6x6&you=second', ['f', '1'], [['a', '6', 'a6, black'], ['f', '1', 'f1, white'], ['c', '3', 'c3, empty']]],
    ['go:9x9', ['A', '9'], [['J', '1', 'J1, empty']]],
    ['checkers', ['a', '8'], [['b', '8', 'square 1, black man'], ['a', '8', 'a8, empty']]],
  ]) {
    const r = await arrive(`#play?game=${game}${game.includes('you=') ? '' : '&you=both'}`);
    const { columns, rows, at: cell } = await r.table(/^board/);
    assert.deepEqual([columns[0], rows[0]], first, game);
    for (const [column, row, said] of cells) assert.equal(cell(column, row), said, game);
    await r.page.context().close();
  }
});

task('short speech is chosen, and stays', async (r) => {
  await r.press('button', 'Play from the start');
  await r.choose('You play', 'both sides');
  await r.go('checkbox', 'short speech');
  await r.key('Space');
  await ask(r, 'b2');
  await r.hear(/^X b2$/);
  assert.deepEqual([(await r.table(/^board/)).at('a', '1'), (await r.table(/^board/)).at('b', '2')], ['a1', 'b2, X, last move']);
  await ask(r, 'row 2');
  await r.hear(/^row 2: b X$/);
  await ask(r, 'row 1');
  await r.hear(/^row 1: empty$/);
  await r.reload();
  assert.equal((await r.find('checkbox', 'short speech')).states.checked, 'true');
  await ask(r, 'a1');
  await r.hear(/^O a1$/);
  await ask(r, 'long');
  await r.hear(/^long speech$/);
  await ask(r, 'c3');
  await r.hear(/^X plays c3\. O to move$/);
});

task('men are moved by what is typed, and chess as players write it', async (r) => {
  for (const [text, said] of [['e2e4', 'white plays e4. black to move'], ['nf6', 'black plays Nf6. white to move'], ['row 4', 'row 4: a empty, b empty, c empty, d empty, e white pawn, f empty, g empty, h empty']]) {
    await ask(r, text);
    assert.equal(await r.hear(/./), said);
  }
}, '#play?game=chess&you=both');

task('squares with numbers are read by their numbers', async (r) => {
  await ask(r, 'row 8');
  assert.equal(await r.hear(/./), 'row 8: 1 black man, 2 black man, 3 black man, 4 black man');
  await ask(r, '11-15');
  assert.equal(await r.hear(/./), 'black plays 11-15. white to move');
}, '#play?game=checkers&you=both');

task('German: a game is played and asked about', async (r) => {
  const field = 'Zug oder Frage';
  for (const [text, said] of [['b2', 'X zieht b2. O am Zug'], ['b1', 'O zieht b1. X am Zug'], ['Reihe 2', 'Reihe 2: a leer, b X, c leer'], ['spalte b', 'Spalte b: 1 O, 2 X, 3 leer'], ['warum a1', /^a1 gewinnt in 5: Es droht a1-c3/],
    ['werte', /^die besten zuerst: .*a1 Sieg in 5/], ['kurz', 'kurze Ansagen'], ['a1', 'X a1']]) {
    await ask(r, text, field);
    const heard = await r.hear(typeof said === 'string' ? new RegExp(`^${said}$`) : said);
    if (typeof said === 'string') assert.equal(heard, said);
  }
}, '?lang=de#play?game=tictactoe&you=both');
