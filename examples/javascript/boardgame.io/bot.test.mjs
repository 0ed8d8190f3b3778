import assert from 'node:assert/strict';
import { test } from 'node:test';
import client from 'boardgame.io/dist/cjs/client.js';
import multiplayer from 'boardgame.io/dist/cjs/multiplayer.js';
import { botOf } from './bot.js';
import { noughtsAndCrosses } from './game.js';

test('the bot never loses, and wins where the person errs', async () => {
  let [s, won] = [5, 0];
  for (let n = 0; n < 12; n++) {
    const person = client.Client({ game: noughtsAndCrosses, playerID: '0', multiplayer: multiplayer.Local({ bots: { 1: botOf('perfect') } }), matchID: `match ${n}`, debug: false });
    person.start();
    const over = new Promise((resolve) => {
      person.subscribe((state) => {
        if (!state) return;
        const { G, ctx } = state;
        if (ctx.gameover) resolve(ctx.gameover);
        else if (ctx.currentPlayer === '0') {
          const free = G.cells.flatMap((owner, cell) => (owner === null ? [cell] : []));
          s = (Math.imul(s, 1103515245) + 12345) >>> 0;
          setTimeout(() => person.moves.mark(free[(s >>> 8) % free.length]));
        }
      });
    });
    const { winner } = await over;
    assert.notEqual(winner, '0');
    if (winner === '1') won++;
    person.stop();
  }
  assert.ok(won > 0);
});
