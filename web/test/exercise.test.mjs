import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { complaints, open, visit } from './helper.mjs';

let at;
before(async () => { at = await open(); });
after(async () => { await at?.close(); });

const exercise = async (kind, seed) => (await fetch(`${at.url}api/exercise?kind=${kind}&seed=${seed}`)).json();
const below = (nodes, i) => nodes.flatMap((n, c) => (n.parent === i ? [c] : []));
const text = (n) => (n === Infinity ? '+inf' : n === -Infinity ? '-inf' : String(n));

/** Minimax, written down once more. */
function minimax(nodes, i, out) {
  if (nodes[i].value !== undefined) return Number(nodes[i].value);
  const values = below(nodes, i).map((c) => minimax(nodes, c, out));
  const value = (nodes[i].max ? Math.max : Math.min)(...values);
  out.push([i, 'value', text(value)]);
  return value;
}

/** Alpha-beta, written down once more. */
function alphabeta(nodes, i, alpha, beta, out) {
  if (nodes[i].parent >= 0) out.push([i, 'cut', 'no']);
  if (nodes[i].value !== undefined) return Number(nodes[i].value);
  out.push([i, 'alpha', text(alpha)], [i, 'beta', text(beta)]);
  let best = nodes[i].max ? -Infinity : Infinity;
  let closed = false;
  for (const c of below(nodes, i)) {
    if (closed) {
      const cut = (n) => { out.push([n, 'cut', 'yes']); below(nodes, n).forEach(cut); };
      cut(c);
      continue;
    }
    const value = alphabeta(nodes, c, alpha, beta, out);
    if (nodes[i].max) {
      best = Math.max(best, value);
      alpha = Math.max(alpha, best);
    } else {
      best = Math.min(best, value);
      beta = Math.min(beta, best);
    }
    closed = alpha >= beta;
  }
  out.push([i, 'value', text(best)]);
  return best;
}

/** The result of a position of noughts and crosses for its side to move. */
function result(cells, turn) {
  const lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
  if (lines.some((l) => l.every((c) => cells[c] === 1 - turn))) return -1;
  let best = -2;
  for (let c = 0; c < 9; c++) {
    if (cells[c] >= 0) continue;
    cells[c] = turn;
    best = Math.max(best, -result(cells, 1 - turn));
    cells[c] = -1;
  }
  return best === -2 ? 0 : best;
}

async function position(e) {
  const s = await (await fetch(`${at.url}api/position?${new URLSearchParams({ game: e.game, position: e.position })}`)).json();
  return e.nodes.flatMap((n, i) => {
    if (!n.move) return [];
    const cells = s.cells.map((c) => c.owner);
    cells[s.legal.find((l) => l.move === n.move).squares[0]] = s.turn;
    return [[i, 'value', ['win', 'draw', 'loss'][result(cells, 1 - s.turn) + 1]]];
  });
}

async function answers(kind, e) {
  const out = [];
  if (kind === 'minimax') minimax(e.nodes, 0, out);
  else if (kind === 'alphabeta') alphabeta(e.nodes, 0, -Infinity, Infinity, out);
  else return position(e);
  return out;
}

async function fillIn(page, list) {
  for (const [node, field, value] of list) {
    const at = `[data-node="${node}"][data-field="${field}"]`;
    if (field === 'cut') await page.setChecked(at, value === 'yes');
    else if (await page.$eval(at, (f) => f.tagName) === 'SELECT') await page.selectOption(at, value);
    else await page.fill(at, value);
  }
}

for (const [way, url] of [['served', () => at.url], ['static', () => at.site]]) {
  for (const kind of ['minimax', 'alphabeta', 'position']) {
    test(`${kind}: right answers are right, wrong ones wrong (${way})`, async () => {
      for (const seed of [1, 2, 3]) {
        const e = await exercise(kind, seed);
        const page = await visit(at, url(), `#exercise?kind=${kind}&exercise=${seed}`);
        await page.waitForSelector('#mark');
        const right = await answers(kind, e);
        await fillIn(page, right);
        await page.click('#mark');
        await page.waitForSelector('#result.all');
        const [, some, all] = /(\d+) of (\d+) right/.exec(await page.textContent('#result'));
        assert.equal(some, all);
        // One answer after another is made wrong.
        for (const [node, field, value] of right.filter((_, i) => i % 9 === seed % 9)) {
          const wrong = field === 'cut' ? (value === 'yes' ? 'no' : 'yes') : kind === 'position' ? (value === 'win' ? 'loss' : 'win') : '77';
          await fillIn(page, [[node, field, wrong]]);
          await page.click('#mark');
          await page.waitForSelector('#faults');
          assert.equal(await page.getAttribute(`[data-node="${node}"][data-field="${field}"]`, 'aria-invalid'), 'true');
          assert.equal((await page.$$('#faults li')).length, 1);
          await fillIn(page, [[node, field, value]]);
          await page.click('#mark');
          await page.waitForSelector('#result.all');
        }
        await page.context().close();
      }
    });
  }
}

test('a link gives the same sheet, and another one differs', async () => {
  const page = await visit(at, at.url, '#exercise?kind=minimax&exercise=42');
  await page.waitForSelector('#mark');
  const one = await page.textContent('#sheet');
  await page.reload();
  await page.waitForSelector('#mark');
  assert.equal(await page.textContent('#sheet'), one);
  await page.click('#another');
  await page.waitForFunction((old) => document.querySelector('#sheet')?.textContent !== old && document.querySelector('#mark'), one);
  await page.context().close();
});

test('the console said nothing', () => {
  assert.deepEqual(complaints, []);
});
