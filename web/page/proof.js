// Proofs: the reader chooses, drops or links a certificate; the engine checks it while
// the reader watches; then the reader follows its strategy: what it plays, and why no
// other reply matters.

import { aborted, engine, local } from './api.js';
import { drawBoard, focusSquare } from './board.js';
import { announce, button, choices, copy, fill, find, h, mixed, refill, svg } from './dom.js';
import { Problem } from './engine.js';
import { gamesList, titleOf } from './games.js';
import { nameOf } from './names.js';
import { drawShipped, ships } from './proofs.js';
import { firstFocus, lifts, meant, walk as walkSquares } from './squares.js';
import { link, note, state, update } from './store.js';
import { say, text } from './words.js';

/** @typedef {{bytes: number, nodes: number, ends: number, pairings: number, policies: number, races: number, shared: number}} Checked */
/** @typedef {Checked & {game: string, result: string, sentence: string, sides: string[], absent: string}} Proved */
/** @typedef {{state: import('./api.js').State, side: string, mine: boolean, reason: string, words: string, move: string,
 *   squares: number[], pairs: [number, number][], replies: string[]}} Walked */

/** The size of the largest file that is read, in bytes. */
const maxBytes = 32 << 20;

const now = {
  /** @type {import('./api.js').GameInfo[]} */ games: [],
  name: '', // the name of the file
  opened: '', // the link that opened the file
  total: 0, // the size of the file in bytes
  /** @type {Checked|null} while it is checked */ checked: null,
  /** @type {Proved|null} */ proved: null,
  /** @type {Walked|null} */ walked: null,
  error: '', // why the file is refused
  again: false, // a later request to the server may succeed
  lost: '', // why the walk cannot continue
  from: -1, // the square of the picked-up piece
  focus: -1,
};

let checking = new AbortController();
let opening = 0; // counts the opened files: results of an older one are not shown
let asked = 0; // counts the requested walks: an answer to an older one is not shown

/** @param {number} n @param {string} what */
const count = (n, what) => `${n.toLocaleString('en')} ${what}${n === 1 ? '' : 's'}`;

/** Builds the view once. @param {HTMLElement} view */
export function buildProof(view) {
  gamesList().then((all) => {
    now.games = all;
    draw();
  }).catch(() => { /* games have their short names then */ });
  const input = /** @type {HTMLInputElement} */ (h('input', { type: 'file', id: 'prooffile', accept: '.oxo', onchange: () => input.files?.[0] && take(input.files[0]) }));
  fill(view,
    h('section', { class: 'proofhead', 'aria-label': 'the proof' },
      h('h2', {}, 'A proof that one can hold'),
      h('div', { id: 'proofshipped' }), h('div', { id: 'proofcheck' })),
    h('section', { id: 'proofwalk', class: 'proofwalk', 'aria-label': 'the strategy', hidden: true },
      h('div', {}, h('p', { id: 'proofstatus', class: 'status' }), h('div', { id: 'proofboard' })),
      h('div', { class: 'proofside' }, h('div', { id: 'proofsaid', role: 'group', 'aria-label': 'what the checker reports' }), h('div', { id: 'proofchoice', class: 'fields' }), h('p', { id: 'proofwords' }),
        h('div', { class: 'buttons' }, h('span', { id: 'proofnext' }), button('Back', back, { id: 'proofback', title: 'Take back a move (u)' }), button('To the beginning', () => update({ line: '' }), { id: 'proofstart', title: 'Begin again (n)' }),
          h('span', { id: 'prooflink' })),
        h('div', { id: 'proofreplies' }), h('p', { id: 'proofline', class: 'hint' }))),
    h('section', { class: 'proofhead', 'aria-label': 'other proofs' },
      h('p', { class: 'hint' }, ...mixed('A certificate is the strategy that proves what a position is worth. {solve} writes one. It is checked here by the rules of the game and a few lemmas, and by nothing else.', { solve: h('code', {}, 'oxo solve GAME --out FILE') })),
      local ? h('label', { class: 'field dropfield' }, h('span', {}, 'Choose a certificate, or drop it here'), input)
        : h('p', { class: 'hint' }, ...mixed('Here a server checks: {serve} shows that file. Without a server, the static site checks any file in the browser, and {verify} in a terminal.', { serve: h('code', {}, 'oxo serve --proof FILE'), verify: h('code', {}, 'oxo verify FILE') }))));
  if (!local) return;
  view.addEventListener('dragover', (event) => event.preventDefault());
  view.addEventListener('drop', (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) void take(file);
  });
}

/** Shows the proof that the state names. */
export function showProof() {
  if (local && state.file && state.file !== now.opened) return void fetched(state.file);
  if (!local && (state.file !== now.opened || (!now.proved && (!now.error || now.again)))) return void ofServer();
  if (now.proved && state.side && !now.proved.sides.includes(state.side)) note({ side: '', line: '' }); // the side belongs to another proof
  draw();
  if (now.proved) void walk();
}

/** Ends the requests of the view. */
export function leaveProof() { checking.abort(); }

/** Asks the server for the proof that the state names, or its own. */
async function ofServer() {
  const { file } = state;
  const mine = begin(file, file);
  now.again = false;
  draw();
  try {
    const proved = await engine.ask('proof', { file });
    if (mine !== opening) return;
    if (!proved.game) return draw(); // it has none of its own: the reader chooses one that comes with the page
    now.proved = proved;
  } catch (error) {
    if (mine !== opening) return;
    const passing = !(error instanceof Problem) || error.passing; // then the view asks again when it is shown next
    Object.assign(now, { error: /** @type {Error} */ (error).message, again: passing });
    return draw();
  }
  showProof();
}

/** Reads a chosen file. @param {File} file */
async function take(file) {
  const mine = begin(file.name, '');
  update({ file: '', side: '', line: '' });
  draw();
  if (file.size > maxBytes) return refuse(file.name, `it has ${count(file.size, 'byte')}, and ${maxBytes.toLocaleString('en')} are the most here: oxo verify checks larger ones`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (mine === opening) await check(file.name, bytes);
}

/**
 * Drops the previous file; returns the number of the new one.
 * @param {string} name @param {string} opened the link, or ''
 */
function begin(name, opened) {
  checking.abort();
  asked++; // an answer about the previous proof is dropped
  Object.assign(now, { name, opened, proved: null, walked: null, checked: null, error: '' });
  return ++opening;
}

/** Reads a file that a link names; it must be on this site. @param {string} name */
async function fetched(name) {
  const mine = begin(name, name);
  draw();
  const url = new URL(name, location.href);
  if (url.origin !== location.origin) return refuse(name, 'it is on another site, and a link opens a file of this one');
  try {
    const answer = await fetch(url);
    if (mine !== opening) return;
    if (!answer.ok) return refuse(name, `the host answered ${answer.status}`);
    if (Number(answer.headers.get('Content-Length')) > maxBytes) return refuse(name, `it is larger than ${count(maxBytes, 'byte')}`);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (mine === opening) await check(name, bytes);
  } catch {
    if (mine === opening) refuse(name, 'it cannot be read');
  }
}

/** @param {string} name @param {string} why */
function refuse(name, why) {
  checking.abort();
  Object.assign(now, { name, error: why, proved: null, walked: null, checked: null });
  announce(`${name} is refused: ${why}`);
  draw();
}

/** Checks a certificate, and shows the progress. @param {string} name @param {Uint8Array} file */
async function check(name, file) {
  checking.abort();
  checking = new AbortController();
  const { signal } = checking;
  Object.assign(now, { name, total: file.length, error: '', lost: '', proved: null, walked: null, checked: { bytes: 0, nodes: 0, ends: 0, pairings: 0, policies: 0, races: 0, shared: 0 } });
  draw();
  try {
    await engine.stream('check', { file }, (event, data) => {
      if (event === 'checked') now.checked = data;
      else if (event === 'proved') now.proved = data;
      draw();
    }, signal);
  } catch (error) {
    if (!aborted(error) && !signal.aborted) return refuse(name, /** @type {Error} */ (error).message);
    if (checking.signal === signal) Object.assign(now, { checked: null, opened: state.file });
    return draw();
  }
  now.checked = null;
  announce(`${say(`${name} is a proof.`)} ${say(now.proved?.sentence ?? '')}`);
  showProof();
}

/** Asks what the strategy says about the line. */
async function walk() {
  const mine = ++asked;
  try {
    const walked = await engine.ask('walk', { ...(local ? {} : { file: state.file }), side: state.side, moves: state.line });
    if (mine !== asked) return;
    Object.assign(now, { walked, lost: '', from: -1 });
    if (now.focus < 0 || now.focus >= walked.state.cells.length) now.focus = firstFocus(walked.state);
    announce(walked.mine ? `${nameOf(walked.state, walked.move)}: ${walked.words}` : walked.words);
  } catch (error) {
    if (mine !== asked) return;
    Object.assign(now, { walked: null, lost: /** @type {Error} */ (error).message });
  }
  draw();
}

/** Continues with a move. @param {string} move */
function go(move) {
  const w = now.walked;
  if (!w) return;
  if (w.mine && move !== w.move) return announce(`the strategy plays ${nameOf(w.state, w.move)} here`);
  update({ line: [...state.line.split('.').filter(Boolean), move].join('.') });
}

/** Takes a move back. */
function back() { update({ line: state.line.split('.').slice(0, -1).join('.') }); }

/** @param {number} square */
function press(square) {
  const s = now.walked?.state;
  if (!s) return;
  now.focus = square;
  const moves = meant(s, square, now.from);
  if (now.from < 0 && moves.some((l) => lifts(s, l) && l.squares[0] === square)) now.from = square;
  else {
    now.from = -1;
    if (moves.length > 0) return go(moves[0].move);
  }
  draw();
}

/** Handles a key. @param {KeyboardEvent} event */
export function proofKey(event) {
  const w = now.walked;
  if (!w) return false;
  if (event.key === 'u' || event.key === ',') back();
  else if (event.key === 'n') update({ line: '' });
  else if (event.key === 'r' || event.key === '.') {
    if (w.mine) go(w.move);
  } else if (document.activeElement?.closest('#proofboard') && event.key.startsWith('Arrow')) {
    const to = walkSquares(w.state, now.focus, event.key, false);
    if (to >= 0) now.focus = to;
    draw();
    focusSquare(find('#proofboard'), now.focus);
  } else return false;
  return true;
}

/** Draws the whole view. */
function draw() {
  drawShipped(find('#proofshipped'), now.games, state.file, (file) => update({ file, side: '', line: '' }));
  const box = find('#proofcheck');
  const { checked: c, proved: p } = now;
  if (c) {
    if (!box.querySelector('progress')) {
      fill(box, h('label', { class: 'field' }, h('span', {}, `Checking ${now.name}`), h('progress', { max: now.total, value: 0 })), h('p', { class: 'tally' }), button('Cancel', () => checking.abort(), { id: 'proofcancel' }));
    }
    /** @type {HTMLProgressElement} */ (find('progress', box)).value = c.bytes;
    find('.tally', box).textContent = say(`${c.bytes.toLocaleString('en')} of ${count(now.total, 'byte')}: ${counts(c)}`);
  } else if (now.error) {
    const what = /^the engine (failed|could not)/.test(now.error) ? 'could not be checked' : 'is refused';
    fill(box, h('p', { class: 'wrong', role: 'alert', id: 'proofrefused' }, local ? h('b', {}, `${now.name} ${what}: `) : null, `${now.error.replace(/\.$/, '')}.`),
      now.again ? button('Try again', ofServer, { id: 'proofagain' }) : null);
  } else fill(box);
  fill(find('#proofsaid'), ...(p ? [h('p', { id: 'proofsentence', class: 'status' }, h('b', {}, `${titleOf(now.games, p.game)}: `), `${say(p.sentence)} ${say('Proven.')}`), h('p', { class: 'tally' }, h('b', {}, 'Checked: '), `${counts(p)}, ${count(p.bytes, 'byte')}.`),
    ships(state.file) ? h('p', { class: 'hint' }, ...mixed('{file}, which {verify} checks too.', { file: h('a', { href: state.file, download: '' }, 'The file'), verify: h('code', {}, 'oxo verify') })) : null,
    p.absent ? h('p', { class: 'hint' }, p.absent) : null] : []));
  find('#proofwalk').hidden = !p;
  refill(find('#prooflink'), !local || state.file ? button('Copy link', () => copy(new URL(link(), location.href).href, 'link')) : null);
  if (p) drawWalk(p);
  else delete find('#proofwalk').dataset.moves;
}

/** @param {Checked} c */
const counts = (c) => {
  /** @param {number} n @param {string} why */
  const leaves = (n, why) => `${count(n, 'leaf').replace('leafs', 'leaves')} by ${why}`;
  const parts = [[c.ends, `${count(c.ends, 'end')} of the game`], [c.pairings, leaves(c.pairings, 'pairs')], [c.policies, leaves(c.policies, 'a rule')],
    [c.races, leaves(c.races, 'a race')], [c.shared, `${count(c.shared, 'reference')} to an earlier node`]].flatMap(([n, words]) => (n ? [words] : []));
  const nodes = count(c.nodes, 'node');
  return parts.length > 0 ? text('{nodes}, with {parts}', { nodes, parts: parts.map((part) => say(String(part))).join(', ') }) : say(nodes);
};

/** Draws the current position of the walk. @param {Proved} p */
function drawWalk(p) {
  const w = now.walked;
  const container = find('#proofboard');
  find('#proofwalk').dataset.moves = w ? String(w.state.moves.length) : '';
  for (const name of ['#proofback', '#proofstart']) /** @type {HTMLButtonElement} */ (find(name)).disabled = state.line === '';
  find('#proofline').textContent = say(state.line ? `Moves: ${w?.state.names?.join(' ') ?? state.line.replaceAll('.', ' ')}` : '');
  if (!w) {
    fill(find('#proofwords'), now.lost ? h('span', { class: 'wrong', role: 'alert' }, `${now.lost.replace(/\.$/, '')}.`) : 'One moment…');
    fill(find('#proofreplies'));
    fill(find('#proofnext'));
    return;
  }
  const s = w.state;
  choices(find('#proofchoice'), [['The strategy of', p.sides.map((side) => [side, s.sides[side === 'first' ? 0 : 1]]), w.side, (side) => update({ side, line: '' })]]);
  find('#proofstatus').textContent = say(s.verdict);
  const answer = w.mine ? s.legal.find((l) => l.move === w.move)?.squares.at(-1) ?? -1 : -1;
  drawBoard(container, s, {
    press, playable: s.outcome === 'ongoing', from: now.from, focus: now.focus,
    ghosts: answer >= 0 ? new Map([[answer, { number: 1, text: '', owner: s.turn }]]) : undefined,
  });
  drawPairs(container, w);
  find('#proofwords').textContent = [w.mine ? say(`${s.sides[s.turn]} answers ${nameOf(s, w.move)}.`) : '', say(w.words)].filter(Boolean).join(' ');
  refill(find('#proofnext'), w.mine ? button(`Play ${nameOf(s, w.move)}`, () => go(w.move), { class: 'primary', title: 'Go on with the strategy (.)' }) : null);
  drawReplies(w);
}

/**
 * Draws the squares that matter: single squares lit, pairs joined by lines.
 * @param {HTMLElement} container @param {Walked} w
 */
function drawPairs(container, w) {
  for (const old of container.querySelectorAll('.pairing')) old.remove();
  for (const element of container.querySelectorAll('[data-square]')) element.classList.toggle('lit', w.squares.includes(Number(/** @type {HTMLElement} */ (element).dataset.square)));
  const { columns, rows } = w.state;
  const middle = (/** @type {number} */ square) => [square % columns + 0.5, rows - Math.floor(square / columns) - 0.5];
  if (w.pairs.length === 0) return;
  find('.squares', container).append(svg('svg', { class: 'under pairing', viewBox: `0 0 ${columns} ${rows}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    ...w.pairs.map(([a, b]) => svg('path', { d: joined(middle(a), middle(b)) })),
    ...w.pairs.flatMap((pair, i) => pair.flatMap((square) => {
      const [x, y] = middle(square);
      return [svg('circle', { cx: x, cy: y, r: 0.22 }), svg('text', { x, y: y + 0.1, 'font-size': 0.28, 'text-anchor': 'middle' }, letters(i))];
    }))));
}

/**
 * Makes a line between two squares, curved if it would cross others.
 * @param {number[]} from @param {number[]} to
 */
function joined([x1, y1], [x2, y2]) {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const direct = Math.max(Math.abs(dx), Math.abs(dy)) === 1;
  const bow = direct ? 0 : 0.9 / Math.hypot(dx, dy);
  return `M${x1} ${y1}Q${(x1 + x2) / 2 - dy * bow} ${(y1 + y2) / 2 + dx * bow} ${x2} ${y2}`;
}

/** The text on both squares of a pair: a to z, then a2. @param {number} i */
const letters = (i) => String.fromCharCode(97 + i % 26) + (i >= 26 ? String(1 + Math.floor(i / 26)) : '');

/** Draws the replies of the other side, those that matter first. @param {Walked} w */
function drawReplies(w) {
  const box = find('#proofreplies');
  if (w.mine || w.state.outcome !== 'ongoing') return fill(box);
  const legal = w.state.legal.map((l) => l.move).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const own = legal.filter((m) => w.replies.length === 0 || w.replies.includes(m));
  const rest = legal.filter((m) => !own.includes(m));
  const buttons = (/** @type {string[]} */ moves) => h('div', { class: 'buttons replies' }, ...moves.map((m) => button(nameOf(w.state, m), () => go(m), { 'data-reply': m })));
  refill(box, h('h3', {}, `${w.state.sides[w.state.turn]} may reply`), buttons(own),
    rest.length > 0 ? h('details', { class: 'drawer' }, h('summary', {}, `${count(rest.length, 'other')}${['forced', 'threat'].includes(w.reason) ? ', which lose' : ', which change nothing'}`), buttons(rest)) : null);
}
