// What is known at once: legal moves, play, take back, texts, outcomes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Game, games } from 'oxo';
import { coins, random, refusal } from './helper.mjs';

test('a thousand moves and their way back agree, as texts and as numbers', async () => {
  const below = random(7);
  let made = 0;
  for (const name of ['tictactoe', 'connect4', 'chess', 'othello', 'checkers', 'go:5x5', 'breakthrough:5x5', 'nim', 'mnk:5x5x4']) {
    const game = await Game.open(name);
    const position = game.position();
    const seen = [];
    for (let ply = 0; ply < 130 && position.outcome === 'ongoing'; ply++, made++) {
      const [texts, numbers] = [position.moves(), position.legal()];
      assert.deepEqual(numbers.map((move) => position.moveText(move)), texts);
      const at = below(texts.length);
      assert.equal(position.find(texts[at]), numbers[at]);
      seen.push([position.text, position.turn, texts.join(' ')]);
      if (below(2)) position.play(texts[at]);
      else position.make(numbers[at]);
      assert.equal(position.made, ply + 1);
    }
    const again = game.position({ moves: position.history });
    assert.equal(again.text, position.text);
    assert.equal(position.copy().undo(1).text, seen.at(-1)[0]);
    const other = game.position({ text: position.text });
    assert.equal(other.text, position.text);
    while (seen.length > 0) {
      position.undo();
      assert.deepEqual([position.text, position.turn, position.moves().join(' ')], seen.pop());
      assert.equal(position.outcome, 'ongoing');
    }
  }
  assert.ok(made > 300, `${made} moves`);
  const position = (await Game.open('connect4')).position();
  for (let n = 0; n < 1000; n++) {
    const before = position.text;
    const moves = position.legal();
    if (moves.length === 0 || below(5) === 0) {
      position.undo(below(position.made + 1));
      continue;
    }
    position.make(moves[below(moves.length)]).undo();
    assert.equal(position.text, before);
    position.make(moves[below(moves.length)]);
  }
});

test('outcomes, and the side to move', async () => {
  const game = await Game.open('tictactoe');
  assert.equal(game.name, 'mnk:3x3x3');
  const won = game.position({ moves: 'a1 b1 a2 b2 a3' });
  assert.deepEqual([won.outcome, won.turn, won.verdict, won.moves(), won.legal()], ['first', 1, 'X has won', [], []]);
  assert.equal(game.position({ moves: 'a1 b1 a2 b2 c3 b3' }).outcome, 'second');
  assert.equal(game.position({ moves: 'a1 b2 c3 b1 b3 a3 c1 c2 a2'.split(' ') }).outcome, 'drawn');
});

test('the rules may come as text', async () => {
  const game = await Game.fromRules('coins.kif', coins);
  const position = game.position();
  assert.equal(position.moves().length, 2);
  const { found } = await position.prove();
  assert.equal(found.result, 'win');
  assert.equal((await position.best({ level: 'perfect' })).worth.value.result, 'win');
});

test('everything that is wrong is an error with a kind, and changes nothing', async () => {
  await assert.rejects(Game.open('tictactoo'), refusal('input', 'tictactoe'));
  await assert.rejects(Game.open(null), refusal('input', 'null'));
  await assert.rejects(Game.open('x'.repeat(1_000_000)), refusal('input', 'no game'));
  await assert.rejects(Game.fromRules('x.kif', '(role'), refusal('input', 'line 1'));
  await assert.rejects(Game.fromRules('../x.kif', '(role a)'), refusal('input', 'want at most'));
  assert.throws(() => new Game(), refusal('input', 'Game.open'));
  const game = await Game.open('tictactoe');
  assert.throws(() => game.position({ text: 'nonsense' }), refusal('input', 'joined by /'));
  assert.throws(() => game.position({ moves: 'b2 b2' }), refusal('input', 'move 2'));
  assert.throws(() => game.position({ text: 'x'.repeat(1_000_000) }), refusal('large', '20000'));
  assert.throws(() => game.position({ moves: 7 }), refusal('input', 'want a text'));
  const position = game.position({ moves: 'a1 b1 a2 b2 a3' });
  const before = position.text;
  assert.throws(() => position.play('c3'), refusal('over', 'over'));
  assert.throws(() => position.make(4), refusal('over', 'over'));
  assert.throws(() => position.undo(6), refusal('input', '0 to 5'));
  assert.throws(() => position.undo(-1), refusal('input', '0 to 5'));
  assert.throws(() => position.undo(1.5), refusal('input', '1.5'));
  assert.equal(position.text, before);
  position.undo();
  for (const wrong of [9999, 2 ** 40, -1, NaN, 'b2', null]) assert.throws(() => position.make(wrong), refusal('input', ''));
  assert.throws(() => position.play(undefined), refusal('input', 'undefined'));
  assert.throws(() => position.play('ü\0'.repeat(30_000)), refusal('large', '20000'));
  assert.throws(() => position.play('b2'), refusal('input', 'b2'));
  position.close();
  for (const use of [() => position.text, () => position.moves(), () => position.play('c3'), () => position.copy(), () => position.close(), () => position.turn, () => position.analyze()]) {
    assert.throws(use, refusal('unknown', 'closed'));
  }
  game.close();
  assert.throws(() => game.position(), refusal('unknown', 'not open'));
});

test('games lists what there is', async () => {
  const all = await games();
  assert.ok(all.some(({ name }) => name === 'connect4'));
});
