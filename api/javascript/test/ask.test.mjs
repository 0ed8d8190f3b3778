// Questions, which workers answer: they end when they are stopped, and the thread of who asks stays free.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { Game, OxoError, verify } from 'oxo';
import { coins, refusal } from './helper.mjs';

const connect4 = await Game.open('connect4');

/** Waits until f returns something. */
async function until(f) {
  while (!f()) await new Promise((resolve) => { setTimeout(resolve, 5); });
}

test('an analysis reports again and again, and its last word is done', async () => {
  const position = (await Game.open('connect4:5x4')).position({ moves: '3 3 2' });
  let last;
  for await (const report of position.analyze()) {
    assert.ok(!last?.done);
    last = report;
    position.play(position.moves()[0]).undo(); // the position may be played on
  }
  assert.equal(last.done, true);
  assert.equal(last.moves.length, 5);
  let reports = 0;
  for await (const { done, moves } of connect4.position().analyze()) {
    assert.equal(done, false);
    if (++reports > 1 && moves.length === 7) break;
  }
});

test('a signal stops a search, and the next question is answered', async () => {
  const position = connect4.position();
  for (let n = 0; n < 3; n++) {
    const controller = new AbortController();
    let heard = 0;
    const asked = (async () => {
      for await (const _ of position.analyze({ signal: controller.signal })) heard++;
    })();
    await until(() => heard > 0);
    controller.abort(new Error('enough'));
    await assert.rejects(asked, (error) => {
      assert.equal(error.name, 'AbortError');
      assert.equal(error.cause.message, 'enough');
      return refusal('stopped', 'stopped')(error);
    });
    assert.equal(connect4.position({ moves: (await position.best({ level: 2, seed: n })).move }).made, 1);
  }
  await assert.rejects(position.prove({ signal: AbortSignal.abort() }), refusal('stopped', 'stopped'));
  await assert.rejects(position.prove({ signal: AbortSignal.timeout(50) }), refusal('stopped', 'stopped'));
});

test('who leaves the loop stops the search', async () => {
  for await (const report of connect4.position().analyze()) {
    assert.equal(report.done, false);
    break;
  }
  assert.equal((await connect4.position({ moves: '4 4 4 4 4 2 2 4' }).best({ level: 1 })).nodes >= 0, true);
});

test('more questions than workers wait for each other', async () => {
  const replies = await Promise.all(Array.from({ length: 9 }, (_, seed) => connect4.position({ moves: '4' }).best({ level: 1, seed })));
  assert.equal(replies.length, 9);
  const [first, again] = await Promise.all([4, 4].map((seed) => connect4.position({ moves: '4' }).best({ level: 1, seed, time: 60_000 })));
  assert.equal(first.move, again.move);
});

test('the thread of who asks stays free while a search goes on', async () => {
  const controller = new AbortController();
  let over = false;
  const proving = connect4.position().prove({ signal: controller.signal }).finally(() => { over = true; });
  let turns = 0;
  await until(() => ++turns > 20); // timers of this thread
  assert.equal(over, false);
  controller.abort();
  await assert.rejects(proving, refusal('stopped', 'stopped'));
});

test('review, why, explain and the state of the board', async () => {
  const game = await Game.open('tictactoe');
  const position = game.position({ moves: 'a1 b1 c2' });
  const review = await position.review();
  assert.deepEqual(review.map(({ move }) => move), ['a1', 'b1', 'c2']);
  assert.equal(review[1].kind, 'mistake');
  assert.equal((await position.why('b2')).move, 'b2');
  const { tree, counts } = await position.explain({ algorithm: 'minimax', counts: true });
  assert.equal(tree.algorithm, 'minimax');
  assert.ok(tree.visited > 700 && counts.length > 0);
  const state = await position.state();
  assert.deepEqual([state.columns, state.rows, state.turn, state.legal.length], [3, 3, 1, 6]);
});

test('wrong questions are errors', async () => {
  const position = connect4.position();
  await assert.rejects(position.best({ level: 'strong' }), refusal('input', 'strong'));
  await assert.rejects(position.best({ level: {} }), refusal('input', 'level'));
  await assert.rejects(position.best({ time: -1 }), refusal('input', 'time'));
  await assert.rejects(position.best(null), refusal('input', 'options'));
  await assert.rejects(position.prove(null), refusal('input', 'options'));
  await assert.rejects(position.why('9'), refusal('input', '9'));
  await assert.rejects(position.why('4', { tme: 7 }), refusal('input', 'tme'));
  await assert.rejects(position.review(), refusal('input', 'no moves'));
  assert.throws(() => position.analyze({ signal: 1 }), refusal('input', 'AbortSignal'));
  await assert.rejects(position.ask('analyse').next(), refusal('input', 'does not exist'));
  await assert.rejects(position.ask('analyze', { game: 'chess' }).next(), refusal('input', 'left out'));
  await assert.rejects(connect4.position({ moves: '1 2 1 2 1 2 1' }).best(), refusal('over', 'over'));
  assert.ok(new OxoError('input', 'x') instanceof Error);
});

test('a certificate is checked', async () => {
  const bytes = new Uint8Array(fs.readFileSync(process.env.OXO_CERTIFICATE));
  const report = await verify(bytes);
  assert.equal(report.game, 'mnk:3x3x3');
  assert.equal(report.result, 'draw');
  bytes[bytes.length >> 1] ^= 1;
  await assert.rejects(verify(bytes), refusal('input', ''));
  await assert.rejects(verify('file'), refusal('input', 'Uint8Array'));
  await assert.rejects(verify(new Uint8Array(3), { rules: { file: 'coins.kif', text: coins } }), refusal('input', ''));
});

test('workers that rest do not keep a program', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'resting.mjs')]);
  assert.equal(stdout, 'draw false\n');
});

test('flags of the program are not for its workers', async () => {
  const code = "import { Game } from 'oxo'; console.log((await (await Game.open('tictactoe')).position().prove()).found.result);";
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { cwd: import.meta.dirname });
  assert.equal(stdout, 'draw\n');
});

test('an engine that fails is an error, and another one takes its place', async () => {
  const inside = (file) => import(new URL(file, import.meta.resolve('oxo')));
  const [{ ask, last }, { numbers }] = [await inside('./pool.js'), await inside('./numbers.js')];
  await assert.rejects(last(ask({}, undefined, 5)), refusal('broken', 'the engine failed'));
  const old = connect4.position();
  assert.equal((await old.best({ level: 1 })).worth.sign, 0);
  const engine = await numbers();
  assert.throws(() => engine.call('oxo_open', 2 ** 31 - 1), refusal('broken', 'the engine failed'));
  assert.throws(() => old.text, refusal('broken', 'the engine failed'));
  assert.equal((await Game.open('tictactoe')).position().moves().length, 9);
  const [{ run }, host] = [await inside('./run.js'), await inside('./host.js')];
  const { calls, ended } = await run(await host.engine());
  calls.ask('{"what": "games"}', () => { throw new Error('the hearer fails'); }); // later, where nobody catches it
  assert.match(await ended, /the hearer fails/);
});
