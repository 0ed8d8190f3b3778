import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { complaints, open, oxo, settled, visit } from './helper.mjs';

let at;
before(async () => { at = await open(); });
after(async () => { await at?.close(); });

/** The words that say what was proven. */
async function proved(page) {
  await page.waitForSelector('#proved');
  return page.textContent('#proved');
}

for (const engine of ['server', 'browser']) {
  test(`${engine}: the page proves by the prover that suits, as the command does`, async () => {
    const page = await visit(at, engine === 'server' ? at.url : at.site, '#play?game=mnk:7x6x4&you=both');
    await settled(page, 0);
    await page.click('#begin-proof');
    const want = JSON.parse(oxo('solve', 'mnk:7x6x4', '--result', '--json'));
    assert.match(await proved(page), new RegExp(`^X: ${want.result}, proven by ${want.nodes} nodes of proof-number search`));
    await page.goto(`${engine === 'server' ? at.url : at.site}#play?game=tictactoe&you=both&moves=b2.a2`);
    await settled(page, 2);
    assert.equal(await page.locator('#proved').count(), 0, 'a proof is of one position');
    await page.uncheck('#only-result');
    await page.click('#begin-proof');
    assert.match(await proved(page), /^X: win in 5, proven by \d+ nodes? of alpha-beta.*Line: /);
    await page.context().close();
    assert.deepEqual(complaints, []);
  });

  test(`${engine}: a long proof shows how far it is, and stops at once`, async () => {
    const page = await visit(at, engine === 'server' ? at.url : at.site, '#play?game=connect4:8x7&you=both');
    await settled(page, 0);
    await page.click('#begin-proof');
    await page.waitForFunction(() => / after [\d]+ nodes/.test(document.querySelector('#proving')?.textContent ?? ''));
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'stopproof', 'the button keeps the focus');
    await page.click('#stopproof');
    await page.waitForSelector('#begin-proof');
    assert.match(await page.textContent('#proved'), /^Not proven in \d+ s: .* after \d+ nodes\.$/);
    await page.click('#begin-proof'); // it can begin again
    await page.waitForSelector('#stopproof');
    await page.click('[data-square]'); // a move ends it
    await settled(page, 1);
    await page.waitForSelector('#begin-proof');
    await page.context().close();
    assert.deepEqual(complaints, []);
  });
}
