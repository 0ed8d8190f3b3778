// Go on the page: played and judged by play-outs, as in the command.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { complaints, open, oxo, patience, settled, visit } from './helper.mjs';

let at;
before(async () => { at = await open(); });
after(async () => { await at?.close(); });

/** Three black stones with one liberty, G5; white is to move. */
const atari = 'D5.D4.E5.E4.F5.F4.A1.D6.A2.E6.A3.F6.A4.C5.A5'.split('.');

for (const [way, url] of [['served', () => at.url], ['static', () => at.site]]) {
  test(`level 8 answers on 9x9 with a sensible move (${way})`, async (t) => {
    // A level chooses its move at random. 4 of 300 seeds gave another move than G5 below, so the seed is fixed.
    const page = await visit(at, url(), `#play?game=go:9x9&moves=E5&you=first&level=8`, { chance: 0.5, ms: patience });
    const begun = Date.now();
    await page.click('#playon');
    await settled(page, 2);
    const took = Date.now() - begun;
    t.diagnostic(`${way}: the first answer after ${took} ms, with the engine's beginning`);
    const answer = await page.textContent('#moves li:last-child button:last-of-type, #moves li button[aria-current]');
    assert.match(answer, /[B-H][2-8]/, 'off the edge, and no pass');
    await page.goto('about:blank');
    await page.goto(`${url()}#play?game=go:9x9&moves=${atari.join('.')}&you=first&level=8`);
    await page.click('#playon');
    await settled(page, atari.length + 1);
    assert.match(await page.textContent('#moves'), /G5/, 'the stones in atari are taken');
    assert.equal(await page.locator('#board .stone').count(), atari.length + 1 - 3);
    await page.context().close();
  });

  test(`moves of Go are judged by play-outs, and proven where the board is small (${way})`, async () => {
    const page = await visit(at, url(), `#play?game=go:9x9&moves=${atari.join('.')}&you=both`, { ms: patience });
    await page.click('#scores');
    await page.waitForFunction(() => /play-outs/.test(document.querySelector('.counts-line')?.textContent ?? '') && document.querySelectorAll('#analysis .score').length > 3);
    await page.waitForFunction(() => document.querySelector('#analysis .score b')?.textContent === 'G5');
    assert.match(await page.textContent('#analysis .unit'), /what play-outs come to on average, in points: above 0 is good for white/);
    assert.match(await page.textContent('#status'), /G5 looks best\. Nothing is proven yet\./);
    // The ten best moves are listed with their visits, most first; the others are dots on the board.
    await page.waitForFunction(() => document.querySelectorAll('#analysis .score').length === 10 && document.querySelectorAll('#board .badge.spot').length > 20);
    const visits = await page.evaluate(() => [...document.querySelectorAll('#analysis .score .value')].map((value) => Number(/^([\d\u202f]+) visits? /.exec(value.textContent)?.[1].replace(/\u202f/g, ''))));
    assert.deepEqual(visits, [...visits].sort((a, b) => b - a), `${visits}`);
    assert.ok(visits.every((n) => n > 0), `${visits}`);
    const shown = await page.$$eval('#board .badge.guess:not(.spot)', (all) => all.map((b) => [Number(b.querySelector('.rank')?.textContent ?? b.textContent), b.querySelector('.number')?.textContent]));
    assert.deepEqual(shown.map(([rank]) => rank).sort((a, b) => a - b), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    assert.match(await page.textContent('#analysis .more'), /The other \d+ moves are dots on the board, larger with more visits\./);
    await page.goto('about:blank');
    await page.goto(`${url()}#play?game=go:2x2&you=both`);
    await settled(page, 0);
    if (await page.getAttribute('#scores', 'aria-pressed') !== 'true') await page.click('#scores');
    await page.waitForFunction(() => document.querySelectorAll('#analysis .score').length === 5 && !/about/.test(document.querySelector('#analysis').textContent)); // all are proven
    const said = JSON.parse(oxo('analyze', 'go:2x2', '--method', 'search', '--json'));
    const proven = await page.$$eval('#analysis .score', (rows) => rows.map((row) => [row.querySelector('b').textContent, row.querySelector('.value').textContent]));
    for (const [move, value] of proven) {
      const m = said.moves.find((x) => x.move === move);
      assert.match(value.replace('−', '-'), new RegExp(`${m.value.result}.*${m.value.margin ?? ''}|${m.value.margin}`), `${move} is ${value}, and ${JSON.stringify(m.value)}`);
    }
    await page.context().close();
  });

  test(`a game of levels comes to its end, and the territory is shown (${way})`, async () => {
    const page = await visit(at, url(), '#play?game=go:5x5&you=none&level=4');
    await page.click('#playon');
    await page.waitForFunction(() => document.querySelector('#status')?.classList.contains('over'));
    const status = await page.textContent('#status');
    const said = /^(Black has won|White has won|A draw)\. Black (\d+), white (\d+): /.exec(status);
    assert.ok(said, `the page says of the end "${status}"`);
    const [, verdict, black, white] = said;
    const moves = await page.$$eval('#moves li button', (list) => list.map((b) => b.textContent.trim()));
    for (const last of moves.slice(-2)) assert.match(last, /(^|\s)pass(es)?$/); // a forced one is "passes", without a number
    const owned = await page.evaluate(() => [0, 1].map((side) => document.querySelectorAll(`#board .territory.owner${side}`).length));
    assert.deepEqual(owned, [Number(black), Number(white)], status);
    assert.equal(verdict, owned[0] === owned[1] ? 'A draw' : owned[0] > owned[1] ? 'Black has won' : 'White has won');
    await page.context().close();
  });
}

test('the console said nothing', () => {
  assert.deepEqual(complaints, []);
});
