import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { complaints, open, oxo, settled, visit } from './helper.mjs';

let at;
const folder = mkdtempSync(path.join(tmpdir(), 'arena'));
before(async () => { at = await open({ site: false }); });
after(async () => {
  await at?.close();
  rmSync(folder, { recursive: true });
});

test('the link of a game of the arena opens it on the page', async () => {
  for (const [game, ...options] of [['tictactoe'], ['connect4:5x4', '--plies', '3'], ['othello:4x4']]) {
    const file = path.join(folder, `${game.replace(/\W/g, '')}.jsonl`);
    oxo('arena', game, '3', '5', '--games', '2', '--seed', '1', '--quiet', '--out', file, ...options);
    const said = oxo('arena', 'show', file, '2', '--server', at.url);
    const link = said.trim().split('\n').at(-1);
    const moves = new URLSearchParams(link.split('?')[1]).get('moves').split('.');
    const page = await visit(at, link);
    await settled(page, moves.length);
    await page.waitForSelector('#status');
    assert.match(await page.textContent('#status'), /won|draw/i, game);
    await page.context().close();
  }
  assert.deepEqual(complaints.splice(0), []);
});
