// The courses on the page, done by the reader that sees nothing but the accessibility tree.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { complaints, open, visit } from './helper.mjs';
import { Reader } from './reader.mjs';

const axe = fs.readFileSync(path.join(import.meta.dirname, 'node_modules/axe-core/axe.min.js'), 'utf8');
let at;
before(async () => { at = await open({ site: false }); });
after(async () => { await at?.close(); });

/** The tasks of a lesson, as the file of the course has them. @param {string} course @param {number} lesson */
function tasks(course, lesson) {
  const text = fs.readFileSync(new URL(`../../explain/course/${course}.txt`, import.meta.url), 'utf8');
  return text.split('\nlesson ')[lesson].split('\n').map((line) => line.split(' ')).filter(([word]) => ['puzzle', 'test'].includes(word)).map((words) => ({ test: words[0] === 'test', answer: words.at(-1) }));
}

test('a lesson is done from its idea to its mark, and the marks are saved as CSV', async () => {
  const context = await at.browser.newContext({ serviceWorkers: 'block', viewport: { width: 1280, height: 900 } });
  const r = await Reader.open(context, at.url);
  await r.press('link', 'Learn');
  await r.press('link', 'Courses');
  await r.hear(/^Lesson 1: Three in a row\. Whoever has three marks/);
  await r.choose('Lesson', '4. Two threats at once');
  await r.hear(/^Lesson 4: Two threats at once/);
  const all = tasks('tictactoe', 4);
  for (const [i, { test: tested, answer }] of all.entries()) {
    await r.hear(tested ? /^Test \d of \d: X to move and win/ : /^Practice \d of \d: X to move and win/);
    if (i === 0) { // a wrong try is refuted, and does not end the practice
      await r.write('Or type a move', 'b1');
      await r.key('Enter');
      await r.hear(/^b1 loses in 4\. The reply is c3/);
    }
    await r.write('Or type a move', answer);
    await r.key('Enter');
    await r.hear(/^Right\. .* wins in 3/);
    if (i + 1 < all.length) await r.press('button', 'Next');
  }
  await r.hear(/^Test: 4 of 4 right$/);
  const [file] = await Promise.all([r.page.waitForEvent('download'), r.press('button', 'Save my marks')]);
  const rows = fs.readFileSync(await file.path(), 'utf8').trim().split('\n');
  assert.equal(rows.length, 1 + all.length);
  assert.match(rows[1], /^tictactoe,4,practice,1,mnk:3x3x3,[XO./]+,a3,b1,no,2,yes,[\d.]+$/);
  assert.match(rows.at(-1), /^tictactoe,4,test,4,.*,yes,1,yes,/);
  await context.close();
  assert.deepEqual(complaints, []);
});

test('without Why only the result is said', async () => {
  const context = await at.browser.newContext({ serviceWorkers: 'block', viewport: { width: 1280, height: 900 } });
  const r = await Reader.open(context, `${at.url}#courses?course=tictactoe&unit=4`);
  await r.hear(/^Practice 1 of 3/);
  await r.go('checkbox', 'say why');
  await r.key('Space');
  const [{ answer }] = tasks('tictactoe', 4);
  await r.write('Or type a move', 'b1');
  await r.key('Enter');
  assert.equal(await r.hear(/^No/), 'No. Try again.');
  await r.write('Or type a move', answer);
  await r.key('Enter');
  assert.equal(await r.hear(/^Right/), 'Right.');
  await context.close();
});

for (const colorScheme of ['light', 'dark']) {
  test(`${colorScheme}: axe finds nothing in a course, which fits five sizes of windows`, async () => {
    const page = await visit(at, at.url, '#courses?course=connect4&unit=4', { colorScheme });
    await page.waitForSelector('#courseboard .square');
    await page.evaluate(axe);
    for (const [width, height] of [[360, 640], [844, 390], [768, 1024], [1280, 800], [1920, 1080]]) {
      await page.setViewportSize({ width, height });
      await page.waitForFunction(([w, h]) => {
        const { left, right, height: tall } = document.querySelector('#courseboard .grid').getBoundingClientRect();
        return innerWidth === w && document.documentElement.scrollWidth <= w && left >= 0 && right <= w && tall <= h && tall > 150;
      }, [width, height]).catch((error) => { throw new Error(`${width} by ${height}`, { cause: error }); });
      const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
      assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' ')}`), [], `${width} by ${height}`);
    }
    await page.context().close();
    assert.deepEqual(complaints, []);
  });
}
