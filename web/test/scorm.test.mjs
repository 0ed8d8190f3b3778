// An exercise inside a learning management system. Here the system is scorm-again, a
// run-time library that such systems use; it checks every call.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import zlib from 'node:zlib';
import { alphabeta } from './byhand.mjs';
import { complaints, open, visit } from './helper.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'oxo-scorm-'));
const root = path.resolve(import.meta.dirname, '../..');
let at;
let url;
let server;

/** Unpacks a zip file by the directory at its end. @param {Buffer} zip @param {string} to */
function unpack(zip, to) {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  for (let n = zip.readUInt16LE(end + 10), p = zip.readUInt32LE(end + 16); n > 0; n--) {
    const [how, size, name, extra, comment, local] = [zip.readUInt16LE(p + 10), zip.readUInt32LE(p + 20), zip.readUInt16LE(p + 28), zip.readUInt16LE(p + 30), zip.readUInt16LE(p + 32), zip.readUInt32LE(p + 42)];
    const file = path.join(to, zip.toString('utf8', p + 46, p + 46 + name));
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, how === 8 ? zlib.inflateRawSync(zip.subarray(from, from + size)) : zip.subarray(from, from + size));
    p += 46 + name + extra + comment;
  }
}

before(async () => {
  at = await open({ site: false });
  const zip = path.join(folder, 'sheet.zip');
  execFileSync('go', ['run', './web/site', '-scorm', zip, '-exercise', 'kind=alphabeta&tree=((3 5) (2 9))'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  unpack(fs.readFileSync(zip), path.join(folder, 'course'));
  fs.copyFileSync(path.join(import.meta.dirname, 'node_modules/scorm-again/dist/scorm12.js'), path.join(folder, 'scorm12.js'));
  fs.writeFileSync(path.join(folder, 'index.html'), `<!doctype html><meta charset="utf-8"><title>A system</title><link rel="icon" href="data:,"><script src="scorm12.js"></script>
    <script>window.API = new Scorm12API({ autocommit: false, logLevel: 4 });
    if (sessionStorage.kept) API.loadFromJSON(JSON.parse(sessionStorage.kept).cmi);</script>`);
  server = http.createServer((request, response) => { // it does not know the type of .wasm, as old hosts do not
    let name = decodeURIComponent(new URL(request.url, 'http://x').pathname);
    if (name.endsWith('/')) name += 'index.html';
    const file = path.join(folder, name);
    if (!file.startsWith(folder) || !fs.existsSync(file)) return response.writeHead(404).end();
    const type = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }[path.extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, { 'Content-Type': type }).end(fs.readFileSync(file));
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  url = `http://127.0.0.1:${server.address().port}/`;
});
after(async () => {
  await at?.close();
  server?.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Opens the course in the system, and records the errors of all calls. */
async function launch(page) {
  await page.evaluate(() => {
    globalThis.calls = [];
    for (const name of ['LMSInitialize', 'LMSFinish', 'LMSCommit', 'LMSGetValue', 'LMSSetValue']) {
      const real = globalThis.API[name].bind(globalThis.API);
      globalThis.API[name] = (...args) => {
        const answer = real(...args);
        globalThis.calls.push([name, ...args, String(answer), globalThis.API.LMSGetLastError()]);
        return answer;
      };
    }
    const frame = document.createElement('iframe');
    frame.src = 'course/index.html';
    frame.style.cssText = 'width:1200px;height:800px';
    document.body.append(frame);
  });
  await page.waitForFunction(() => document.querySelector('iframe').contentDocument?.querySelector('#mark'));
  return page.frames().find((f) => f.url().includes('/course/'));
}

const core = (page) => page.evaluate(() => {
  const { score, lesson_status: status } = globalThis.API.cmi.core;
  return { raw: score.raw, min: score.min, max: score.max, status };
});

test('the manifest names every file of the package, and they are there', async () => {
  const page = await visit(at, url);
  const files = await page.evaluate(async () => {
    const xml = new DOMParser().parseFromString(await (await fetch('course/imsmanifest.xml')).text(), 'text/xml');
    if (xml.querySelector('parsererror')) throw new Error(xml.textContent);
    const resource = xml.querySelector('resource');
    return {
      files: [...xml.querySelectorAll('file')].map((f) => f.getAttribute('href')), href: resource.getAttribute('href'), sco: resource.getAttributeNS('http://www.adlnet.org/xsd/adlcp_rootv1p2', 'scormtype'),
      edition: xml.querySelector('schemaversion').textContent, item: xml.querySelector('item').getAttribute('identifierref') === resource.getAttribute('identifier'),
      whole: xml.querySelector('organizations').getAttribute('default') === xml.querySelector('organization').getAttribute('identifier'),
    };
  });
  const there = fs.readdirSync(path.join(folder, 'course'), { recursive: true }).map((f) => f.replaceAll(path.sep, '/')).filter((f) => f !== 'imsmanifest.xml' && fs.statSync(path.join(folder, 'course', f)).isFile());
  assert.deepEqual(files.files.toSorted(), there.toSorted());
  assert.deepEqual({ ...files, files: 0 }, { files: 0, href: 'index.html', sco: 'sco', edition: '1.2', item: true, whole: true });
  await page.context().close();
});

test('marks reach the system, which keeps the answers, and no call is an error', async () => {
  const page = await visit(at, url);
  let course = await launch(page);
  const fill = async (list) => {
    for (const [node, name, value] of list) {
      const field = `#sheet [data-node="${node}"][data-field="${name}"]`;
      if (name === 'cut') await course.check(field);
      else await course.fill(field, value);
    }
  };
  const check = async (want) => {
    await course.click('#mark');
    await course.waitForFunction((text) => document.querySelector('#result')?.textContent === text, want);
  };
  assert.deepEqual(await core(page), { raw: '', min: '', max: '100', status: 'incomplete' });
  for (const other of ['header', '#own', '#another', '#exercisenumber', '#showsolution', '#printboth', '#walk']) assert.equal(await course.isVisible(other), false, other);
  await course.focus('#sheet [data-node="4"][data-field="alpha"]');
  for (const said of [/Alpha is what MAX is sure of/, /Look at A: what has MAX from B/]) { // but not the answer
    await course.click('#hintbutton');
    await course.waitForFunction((source) => new RegExp(source).test(document.querySelector('#hint')?.textContent ?? ''), said.source);
  }
  assert.equal(await course.isDisabled('#hintbutton'), true);
  const nodes = [[-1, true], [0, false], [1, true, '3'], [1, true, '5'], [0, false], [4, true, '2'], [4, true, '9']].map(([parent, max, value]) => ({ parent, max, value }));
  const right = alphabeta(nodes);
  await fill(right.slice(0, 5));
  await check('5 of 10 right, 5 open');
  assert.deepEqual(await core(page), { raw: '50', min: '0', max: '100', status: 'incomplete' });
  // The learner leaves, and returns on another day.
  await page.evaluate(() => document.querySelector('iframe').remove());
  await page.waitForFunction(() => globalThis.calls.some(([name]) => name === 'LMSFinish'));
  await page.evaluate(() => { sessionStorage.kept = JSON.stringify(globalThis.API.renderCMIToJSONObject()); });
  const before = await page.evaluate(() => globalThis.calls);
  await page.reload();
  course = await launch(page);
  assert.equal(await course.inputValue(`#sheet [data-node="${right[0][0]}"][data-field="${right[0][1]}"]`), right[0][2]);
  await fill([...right.slice(0, 9), [0, 'value', '9']]);
  await check('9 of 10 right, 1 wrong');
  assert.deepEqual(await core(page), { raw: '90', min: '0', max: '100', status: 'completed' });
  await fill(right);
  await check('10 of 10 right');
  assert.deepEqual(await core(page), { raw: '100', min: '0', max: '100', status: 'passed' });
  await page.evaluate(() => document.querySelector('iframe').remove());
  await page.waitForFunction(() => globalThis.calls.some(([name]) => name === 'LMSFinish'));
  const calls = [...before, ...await page.evaluate(() => globalThis.calls)];
  assert.deepEqual(calls.filter((c) => !['0', 0].includes(c.at(-1))), []);
  assert.ok(calls.filter(([name]) => name === 'LMSInitialize').length === 2 && calls.filter(([name, , answer]) => name === 'LMSFinish' && answer === 'true').length === 2, JSON.stringify(calls.slice(0, 5)));
  assert.equal(await page.evaluate(() => localStorage.getItem('oxo-exercises')), null); // nothing stays in the browser
  await page.context().close();
});

test('the console said nothing', () => {
  assert.deepEqual(complaints, []);
});
