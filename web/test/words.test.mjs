// The page in another language: which one it takes, what it loads, and which texts it shows
// without a translation. Texts in the modules that a catalogue lacks are counted by
// go test ./internal/languages.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { complaints, open, settled, visit } from './helper.mjs';

let at;
before(async () => { at = await open({ site: false }); });
after(async () => { await at?.close(); });

/** The texts that the page has shown as they are, and that have English words: others are moves and names. */
const untranslated = (page) => page.evaluate(() => [...(window.oxoUntranslated ?? [])].filter((text) => /\b(the|is|are|and|with|which|wins|loses|draws|moves?|plays|to|for|by)\b/.test(text)));

test('the address names the language, or the browser, or the reader', async () => {
  const german = await visit(at, at.url, '#play?game=tictactoe&you=both', { locale: 'de-AT' });
  await settled(german, 0);
  assert.equal(await german.getAttribute('html', 'lang'), 'de');
  assert.deepEqual(await german.$$eval('#nav a', (all) => all.map((a) => a.textContent)), ['Spielen', 'Erkunden', 'Lernen', 'Aufgaben', 'Rätsel', 'Beweise']);
  assert.equal(await german.title(), 'oxo: Spielen');
  assert.equal(await german.getAttribute('#undo', 'aria-label'), 'Zug zurücknehmen');
  assert.equal(await german.getAttribute('#help', 'aria-label'), 'Tasten und Wörter');
  assert.match(await german.textContent('#status'), /^X am Zug\.$/);
  assert.match(await german.textContent('#goal'), /^Nehmt abwechselnd leere Felder: 3 in einer Reihe/);
  await Promise.all([german.waitForEvent('load'), german.selectOption('#language select', 'en')]); // the choice is kept
  await settled(german, 0);
  assert.equal(await german.getAttribute('html', 'lang'), 'en');
  assert.equal(await german.textContent('#nav a'), 'Play');
  await german.goto(`${at.url}?lang=de#play?game=tictactoe&you=both`);
  await settled(german, 0);
  assert.equal(await german.textContent('#nav a'), 'Spielen');
  await german.context().close();
});

test('the page loads the catalogue of its language, and English none', async () => {
  for (const [locale, wanted] of [['de-DE', ['words/de.json']], ['en-GB', []], ['fi-FI', []]]) {
    const context = await at.browser.newContext({ locale, serviceWorkers: 'block' });
    const asked = [];
    context.on('request', (request) => asked.push(request.url().slice(at.url.length)));
    const page = await visit(at, at.url, '#play?game=tictactoe&you=both', { context });
    await settled(page, 0);
    assert.deepEqual(asked.filter((name) => name.startsWith('words/')), wanted, locale);
    await context.close();
  }
});

test('the views are German', async (t) => {
  const page = await visit(at, `${at.url}?lang=de`, '#play?game=tictactoe&moves=a1.a2&you=both');
  await settled(page, 2);
  await page.click('#scores');
  await page.waitForSelector('.scores li');
  await page.waitForFunction(() => /Züge, die besten zuerst/.test(document.querySelector('.scores-head').textContent));
  assert.match(await page.textContent('.scores li[data-move="c1"] .value'), /Sieg in 5/);
  assert.match(await page.textContent('#status'), /Züge gewinnen; .* Sieg in 5\./);
  await page.click('.scores li[data-move="c1"] .askwhy');
  await page.waitForSelector('.because li');
  assert.match(await page.textContent('.because li'), /^c1 gewinnt in 5: Es droht a1-c1; O muss b1 ziehen\.$/);
  assert.match(await page.getAttribute('[data-square="4"]', 'aria-label'), /^b2, leer, Sieg in 5$/);
  await page.click('#help');
  assert.match(await page.textContent('#dialog'), /Tasten, Wörter und Zeichen/);
  await page.keyboard.press('Escape');
  await page.click('#game');
  assert.match(await page.textContent('#dialog'), /Vier gewinnt/);
  await page.keyboard.press('Escape');
  await page.click('#nav a:text-is("Erkunden")');
  await page.waitForSelector('.tally:has-text("Knoten")');
  await page.click('#step');
  assert.match(await page.textContent('#sentence'), /beginnt mit/);
  await page.click('#nav a:text-is("Lernen")');
  await page.waitForSelector('#essay h1:text-is("Wie Minimax denkt")');
  await page.waitForSelector('#essay summary:has-text("Für Programmierer")');
  await page.click('#essay .answers button >> nth=1');
  assert.match(await page.textContent('#essay .verdict'), /Richtig\. Der kleinere Wert/);
  await page.click('#nav a:text-is("Aufgaben")');
  await page.waitForSelector('#sheet input');
  await page.click('#mark');
  assert.match(await page.textContent('#task'), /^Trag den Wert jedes Knotens ein/);
  await page.click('#nav a:text-is("Beweise")');
  await page.click('[data-proof="proofs/3x3.oxo"]');
  await page.waitForSelector('#proofsentence');
  assert.match(await page.textContent('#proofsentence'), /Jede Seite kann die andere am Gewinnen hindern\. Bewiesen\./);
  const texts = await untranslated(page);
  t.diagnostic(`texts without a translation: ${texts.length}`);
  assert.deepEqual(texts, []);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('German fits narrow and wide screens', async () => {
  for (const width of [360, 720, 1280]) {
    for (const hash of ['#play?game=tictactoe&moves=a1.a2&you=both', '#tree?game=tictactoe', '#learn?essay=alphabeta', '#exercise?kind=alphabeta&exercise=3', '#puzzles?about=connect4:5x4&from=random&count=5&set=2', '#proof?file=proofs/3x3.oxo', '#rulesheet?', '#edit?game=chess']) {
      const page = await visit(at, `${at.url}?lang=de`, hash, { viewport: { width, height: 800 } });
      await page.waitForFunction(() => document.documentElement.lang === 'de' && document.querySelector('main > .view:not([hidden])')?.childElementCount > 0);
      await page.waitForFunction(() => !document.querySelector('#sentence')?.textContent?.startsWith('Einen Moment') && document.querySelector('#status')?.textContent !== '' || document.querySelector('main').dataset.view !== 'play');
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${hash.slice(1).split('?')[0]}-${width}.png` });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(wide <= 0, `${hash} at ${width}: ${wide} pixels too wide`);
      await page.context().close();
    }
  }
});
