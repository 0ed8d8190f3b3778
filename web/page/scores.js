// The list of scores, with the lines of play after them.

import { stateOf } from './api.js';
import { button, fill, find, h, looking } from './dom.js';
import { initial, ordinal, plural } from './sentence.js';
import { engineTurn, now, shownScores, waitsForYou } from './shown.js';
import { played, state } from './store.js';
import { count, counted, shape, tone } from './values.js';
import { lightSquares, Whys } from './why.js';
import { say } from './words.js';
import { bestVisited, estimated, moveSaid, signed, worthWords } from './worth.js';

/** @typedef {import('./api.js').State} State */
/** @typedef {import('./worth.js').Ranked} Ranked */
/** @typedef {{make: (move: string) => void, toggleScores: () => void, stop: () => void}} Acts */

/** The number of moves in the list; the board shows the others. */
const longest = 12;

/** @type {{of: State|null, order: string[], over: boolean}} the moves in the order of the list, and whether the pointer has moved over it */
const listed = { of: null, order: [], over: false };

const whys = new Whys(() => now.redraw());

/** Draws the scores as a list, with the line of each move. @param {State} s @param {Acts} acts */
export function drawAnalysis(s, acts) {
  const box = find('#analysis');
  const scores = shownScores();
  if (!scores?.size || s.outcome !== 'ongoing') { // no score is known before the first completed iteration
    listed.of = null;
    return drawNothing(box, s, acts);
  }
  const most = now.analysis?.playouts ? bestVisited : longest;
  const list = find('.scores', shell(box, s, acts));
  // While the pointer or the keyboard focus is in the list, the moves keep their
  // places.
  const held = listed.of === s && (listed.over || list.contains(document.activeElement));
  const order = [...scores.keys()].slice(0, most);
  if (!held || listed.order.some((move) => !scores.has(move))) listed.order = order;
  else listed.order.push(...order.filter((move) => !listed.order.includes(move)).slice(0, most - listed.order.length));
  listed.of = s;
  const rows = new Map([...list.children].map((row) => [/** @type {HTMLElement} */ (row).dataset.move ?? '', row]));
  for (const [i, move] of listed.order.entries()) {
    const score = /** @type {Ranked} */ (scores.get(move));
    const row = rows.get(move) ?? newRow(score, acts);
    rows.delete(move);
    drawRow(row, score);
    drawReason(row, score);
    if (list.children[i] !== row) list.insertBefore(row, list.children[i] ?? null);
  }
  for (const row of rows.values()) row.remove();
  drawWords(box, s, scores);
}

/**
 * Makes the frame of the list, once for each position.
 * @param {HTMLElement} box @param {State} s @param {Acts} acts
 */
function shell(box, s, acts) {
  if (listed.of !== s || !box.querySelector('.scores')) {
    listed.over = false;
    const { onpointermove, onpointerleave } = looking(() => { listed.over = true; }, () => { listed.over = false; });
    fill(box, h('p', { class: 'scores-head' }), h('p', { class: 'hint far' }), h('ol', { class: 'scores', onpointermove, onpointerleave }), h('p', { class: 'hint more' }), h('p', { class: 'hint unit' }),
      button('Stop', acts.stop, { id: 'stop', class: 'quiet' }), h('p', { class: 'hint counts-line' }));
  }
  return box;
}

/** @param {HTMLElement} box @param {State} s @param {Acts} acts */
function drawNothing(box, s, acts) {
  const hint = !state.scores ? 'Every move can show what it is worth under best play: a win, a draw or a loss, and how far away it is.'
    : s.outcome !== 'ongoing' ? 'The game is over: step back to see what moves were worth.'
      : now.thinking || (engineTurn() && !waitsForYou()) ? (state.you === 'none' ? 'Undo pauses; then every move shows what it is worth.' : 'Scores come when it is your move.')
        : now.queued > 0 ? `Others are served first: ${plural(now.queued, 'search waits', 'searches wait')} before yours.` : 'Looking…';
  const key = `${hint} ${state.scores}`;
  if (box.dataset.nothing === key && !box.querySelector('.scores')) return;
  box.dataset.nothing = key;
  fill(box, h('p', { class: 'hint' }, hint), state.scores ? null : button('Show scores', acts.toggleScores));
}

/** @param {Ranked} of @param {Acts} acts */
function newRow(of, acts) {
  const { move } = of;
  const look = () => preview(now.analysis?.moves.find((m) => m.move === move)?.line ?? []);
  const off = () => preview([]);
  return h('li', { 'data-move': move }, h('button', { type: 'button', class: 'score', onclick: () => acts.make(move), ...looking(look, off) },
    h('b', {}, moveSaid(of)), h('span', { class: 'value' }), h('span', { class: 'rank', 'aria-hidden': 'true' }), h('span', { class: 'line' })));
}

/** @param {Element} row @param {Ranked} m */
function drawRow(row, m) {
  const guess = m.value.estimate !== undefined;
  const key = `${m.text} ${m.scale} ${m.best} ${m.rank} ${m.part.toFixed(2)} ${m.line.slice(0, 10).join(' ')} ${m.cut} ${m.visits}`;
  const element = /** @type {HTMLElement} */ (row.firstElementChild);
  if (element.dataset.key === key) return;
  element.dataset.key = key;
  element.className = `score${m.best ? ' best' : ''}${guess ? ' guess' : ''}${m.scale ? ' scaled' : ''}`;
  const [, value, rank, line] = /** @type {HTMLElement[]} */ ([...element.children]);
  value.className = `value ${guess ? '' : tone(m.score)}`;
  fill(value, ...(m.visits === undefined ? [] : [counted(m.visits, 'visit'), ' ']), h('i', { 'aria-hidden': 'true' }, guess ? '≈' : shape(m.score)), ` ${guess ? estimated(m.value.estimate ?? 0, m.number) : say(worthWords(m))}`, !m.scale ? null : h('small', {}, ` ${signed(m.scale)}`));
  rank.textContent = String(m.rank);
  element.style.setProperty('--part', String(0.05 + 0.95 * m.part));
  fill(line, guess ? h('span', { class: 'heat', 'aria-hidden': 'true' }) : `${(m.names ?? m.line).slice(1, 9).join(' ')}${m.cut || m.line.length > 9 ? ' …' : ''}`);
}

/** Draws the button that asks why, and the answer. @param {Element} row @param {Ranked} m */
function drawReason(row, m) {
  /** @type {import('./why.js').Light} */
  const light = (squares, line) => { preview(line).then(() => lightSquares(find('#board'), squares)); };
  const parts = whys.draw({ game: state.game, position: state.position, moves: played() }, m.move, m.text, light, moveSaid(m));
  const element = /** @type {HTMLElement} */ (row);
  const key = `${m.text} ${parts.length} ${parts[1]?.textContent ?? ''}`;
  if (element.dataset.reason === key) return;
  element.dataset.reason = key;
  const had = row.querySelector('.askwhy') === document.activeElement;
  for (const old of row.querySelectorAll('.askwhy, .whyanswer')) old.remove();
  row.append(...parts);
  if (had) parts[0].focus({ preventScroll: true });
}

/** @param {HTMLElement} box @param {string} where @param {string} text */
const write = (box, where, text) => { find(where, box).textContent = say(text); };

/**
 * Draws the words around the list: unit, depth, and the number of visited positions.
 * @param {HTMLElement} box @param {State} s @param {Map<string, Ranked>} scores
 */
function drawWords(box, s, scores) {
  const a = now.analysis;
  if (!a) return;
  const guesses = [...scores.values()].filter((m) => m.value.estimate !== undefined);
  const depth = Math.min(...guesses.map((m) => m.depth));
  const looked = a.playouts ? plural(a.playouts, 'play-out') : `${plural(depth, 'ply', 'plies')} deep`;
  write(box, '.scores-head', guesses.length === 0 ? 'Moves, best first' : `Best moves so far, ${a.done ? '' : 'looking, '}${looked}`);
  write(box, '.far', inPlies(scores));
  const rest = a.moves.length - listed.order.length;
  write(box, '.more', rest <= 0 ? '' : a.playouts ? `The other ${rest === 1 ? 'move is a dot' : `${rest} moves are dots`} on the board, larger with more visits.` : `and ${rest} more on the board`);
  write(box, '.unit', guesses.length === 0 ? ''
    : `≈ is ${a.playouts ? 'what play-outs come to on average' : `an estimate after ${plural(depth, 'ply', 'plies')}, the same for all such moves`}, in ${a.unit ?? 'the game’s own unit'}: above 0 is good for ${s.sides[s.turn]}. ${a.playouts ? 'A visit is one of them: the move that had most is the best, and comes first. ' : ''}Colour comes with proof.`);
  find('#stop', box).hidden = a.done;
  const speed = a.nodes > 100_000 ? `, ${count(Math.round(a.nodes / a.seconds / 1000))} thousand a second` : '';
  write(box, '.counts-line', `${a.done ? '' : 'looking… '}${now.ended === 'others are waiting' ? 'Ended early, so that another search could begin: ' : ''}${count(a.nodes)} ${a.playouts ? 'play-out' : 'position'}${a.nodes === 1 ? '' : 's'}${speed}. `
    + (a.counts && a.moves.some((m) => m.scale) ? ` The number behind a win is ${a.counts}.` : ''));
}

/**
 * Explains the number of a win or a loss by one of the moves; empty if none has such a number.
 * @param {Map<string, Ranked>} scores
 */
function inPlies(scores) {
  const m = [...scores.values()].find(({ value }) => value.plies !== undefined && value.estimate === undefined);
  const n = m?.value.plies;
  if (!m || n === undefined) return '';
  return `${initial(m.value.result ?? '')} in ${n}: ${n === 1 ? 'this move ends the game' : `the ${ordinal(n)} move from here ends the game, where the moves of both sides count`}.`;
}

let previewing = 0;

/** Shows a line of play on the board instead of the best one. @param {string[]} line */
async function preview(line) {
  const mine = ++previewing;
  const s = now.state;
  if (!s) return;
  const ghosts = line.length > 0 ? await ghostsOf(s, line) : undefined;
  if (mine !== previewing || now.state !== s) return;
  now.ghosts = ghosts;
  now.redrawBoard();
}

/** @type {{of: State|null, line: string, ghosts: Ghosts|undefined}} */
const best = { of: null, line: '', ghosts: undefined };

/** @typedef {Map<number, {number: number, text: string, owner: number}>} Ghosts */

/**
 * Returns the ghosts of the best line if the reader wants them; the board is drawn
 * again when they arrive.
 * @param {State} s @returns {Ghosts|undefined}
 */
export function bestGhosts(s) {
  const top = state.best ? now.analysis?.moves[0] : undefined;
  if (!top || !shownScores()) return undefined;
  const line = top.line.slice(0, 5).join(' ');
  if (best.of !== s || best.line !== line) {
    if (best.of !== s) best.ghosts = undefined;
    Object.assign(best, { of: s, line });
    ghostsOf(s, top.line.slice(0, 5)).then((ghosts) => {
      if (best.of !== s || best.line !== line) return;
      best.ghosts = ghosts;
      now.redrawBoard();
    }).catch(() => { /* the board has no ghosts then */ });
  }
  return best.ghosts;
}

/**
 * Finds the piece and the square of each move of a line.
 * @param {State} s @param {string[]} line @returns {Promise<Ghosts>}
 */
async function ghostsOf(s, line) {
  /** @type {Ghosts} */
  const ghosts = new Map();
  const before = played();
  for (let n = 1; n <= Math.min(line.length, 9); n++) {
    const after = await stateOf(state.game, state.position, [...before, ...line.slice(0, n)]);
    if (now.state !== s) return ghosts;
    for (const square of after.last) {
      const cell = after.cells[square];
      if (cell.text && after.last.length <= 4 && !ghosts.has(square)) ghosts.set(square, { number: n, text: cell.text, owner: cell.owner });
    }
  }
  return ghosts;
}
