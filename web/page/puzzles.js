// Puzzles: positions in which exactly one move keeps the result. A wrong try is answered by
// its refutation, played out on the board.

import { aborted, engine, stateOf } from './api.js';
import { drawBoard, focusSquare } from './board.js';
import { duePuzzles, noteResult } from './boxes.js';
import { Chooser, named } from './choosing.js';
import { announce, button, choices, copy, fill, find, h, refill, toast } from './dom.js';
import { gamesList, titleOf } from './games.js';
import { gameButton } from './menu.js';
import { printPuzzles } from './puzzlepaper.js';
import { drawTally } from './puzzletally.js';
import { fault, hint, mostHints, reply, task } from './puzzlewords.js';
import { splitMoves } from './sheets.js';
import { facing, lowerSide } from './shown.js';
import { pointed } from './squares.js';
import { link, parse, state, update } from './store.js';
import { lightSquares } from './why.js';
import { say } from './words.js';

/** @typedef {import('./api.js').State} State */
/** @typedef {import('./puzzlewords.js').Puzzle} Puzzle */

const now = {
  /** @type {Puzzle[]} */ all: [],
  /** @type {('open'|'tried'|'solved'|'shown')[]} what became of each */ marks: [],
  at: 0,
  looking: false, // for more puzzles
  error: '', wanted: '',
  cut: '', // why the engine ended
  /** @type {'ask'|'wrong'|'right'|'shown'} */ phase: 'ask',
  clean: true, // neither a wrong try nor a hint yet
  hints: 0,
  days: -1, // until the puzzle is due again, or -1 while it is open
  /** @type {string[]} the line that is played out, from the position */ line: [],
  step: 0, // its moves that the board shows
  said: '', // why a try is wrong
  /** @type {string[]} the moves of the line as players write them */ names: [],
  /** @type {State|null} */ shown: null,
  /** @type {State|null} the position of the puzzle */ asked: null,
  lower: 0, // the side whose pieces begin at the lower end of the board
  /** @type {import('./api.js').GameInfo[]} */ games: [],
};

let asking = new AbortController();
let playing = 0; // the timer of the line
/** @type {Chooser} */
let chooser;

/** Milliseconds between the moves of a line. */
const pace = 900;

const sources = /** @type {[string, string][]} */ ([['random', 'Games of random moves'], ['selfplay', 'Games of levels'], ['played', 'A game'], ['mistakes', 'The mistakes of a game'], ['due', 'Puzzles to repeat']]);
/** The numbers of puzzles to choose from, with that of the link. @returns {[string, string][]} */
const counts = () => [...new Set([3, 5, 10, 20, state.count])].sort((a, b) => a - b).map((n) => [String(n), String(n)]);

/** Whether the set is made of one game. */
const ofGame = () => ['played', 'mistakes'].includes(state.from);

/** Builds the view. @param {HTMLElement} view */
function build(view) {
  const record = /** @type {HTMLTextAreaElement} */ (h('textarea', { id: 'puzzlerecord', rows: 2, spellcheck: 'false', autocapitalize: 'off' }));
  const typed = /** @type {HTMLInputElement} */ (h('input', { id: 'puzzlemove', type: 'text', size: 8, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off' }));
  fill(view,
    h('div', { class: 'puzzlebar' },
      h('div', { class: 'fields' }, h('div', { id: 'puzzlegame' }), h('div', { id: 'puzzlechoices', class: 'fields' })),
      h('div', { class: 'buttons' }, button('Other puzzles', () => update({ set: 1 + Math.floor(Math.random() * 999_999) }), { id: 'puzzleother' }),
        button('Print', print, { id: 'puzzleprint' }), button('Copy link', () => copy(new URL(link(), location.href).href, 'link'), { id: 'puzzlelink' }))),
    h('section', { class: 'stage', 'aria-label': 'the board' }, h('h2', { id: 'puzzletask', class: 'status' }), h('div', { id: 'puzzleboard' }), h('div', { id: 'puzzlemoves', class: 'buttons' })),
    h('aside', { class: 'side', 'aria-label': 'the puzzle' },
      h('p', { id: 'puzzlestate', class: 'hint' }), h('ol', { id: 'puzzlelist', class: 'puzzlelist', 'aria-label': 'the puzzles' }),
      h('div', { id: 'puzzlesaid' }), h('ol', { id: 'puzzleline', class: 'moves puzzleline', 'aria-label': 'the line', hidden: true }),
      h('div', { id: 'puzzlebuttons', class: 'buttons' }),
      h('div', { id: 'puzzletally', class: 'puzzletally' }),
      h('form', { id: 'puzzletype', class: 'fields', onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        if (!now.asked || now.phase === 'right') return;
        const move = named(now.asked, typed.value.trim());
        if (!move) return toast(`${typed.value.trim() || say('nothing')} is not a move here`);
        typed.value = '';
        attempt(move);
      } }, h('label', { class: 'field' }, h('span', {}, 'Or type a move'), typed), h('button', { type: 'submit' }, 'Try it')),
      h('form', { id: 'puzzlegamebox', class: 'puzzlegamebox', hidden: true, onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        take(record.value.trim());
      } }, h('label', { class: 'puzzlerecord' }, h('span', {}, 'Moves of a game, or a link to it'), record),
      h('div', { class: 'buttons' }, h('button', { type: 'submit' }, 'Make puzzles'),
        button('Take the game of Play', () => update({ about: state.game, start: state.position, whose: '', record: state.moves.slice(0, state.at).join('.') }), { id: 'puzzletake' })))),
    h('div', { id: 'puzzlepaper', 'aria-hidden': 'true' }));
  chooser = new Chooser(find('#puzzleboard'), attempt, drawShown);
}

/** Takes a game that the reader has pasted: a link of the page, or moves with or without numbers. @param {string} text */
function take(text) {
  const hash = /#play\?\S*/.exec(text);
  const { game, position = '', moves = [] } = hash ? parse(hash[0]) : {};
  if (hash) update({ about: game ?? '', start: position, record: moves.join('.'), whose: '' });
  else update({ record: splitMoves(text.replace(/(^|\s)\d+\.+\s+/g, ' ')).join('.') });
}

/** The request for the set that the state names. */
function request() {
  const { from, count, set, start, record, whose } = state;
  const game = state.about || now.games[0]?.example || '';
  return { game, from, count, ms: 20_000, ...(ofGame() ? { position: start, moves: record, plies: 1, side: from === 'mistakes' ? whose : '' } : { seed: set }) };
}

/** Shows the set that the state names. */
async function show() {
  try {
    now.games = await gamesList();
  } catch (error) {
    now.error = /** @type {Error} */ (error).message;
  }
  if (state.view !== 'puzzles') return; // the reader has left
  gameButton(find('#puzzlegame'), now.games, request().game, (about) => update({ about, start: '', record: '', ...(state.from === 'due' ? { from: 'random' } : {}) }), gamesList);
  choices(find('#puzzlechoices'), [['From', sources, state.from, (from) => update({ from })], ['Puzzles', counts(), String(state.count), (count) => update({ count: Number(count) })]]);
  find('#puzzlegamebox').hidden = !ofGame();
  find('#puzzleother').hidden = ofGame() || state.from === 'due';
  /** @type {HTMLTextAreaElement} */ (find('#puzzlerecord')).value = splitMoves(state.record).join(' ');
  const wanted = JSON.stringify(request());
  if (wanted === now.wanted && !(state.from === 'due' && now.marks.every((mark) => mark !== 'open'))) return draw();
  Object.assign(now, { all: [], marks: [], at: 0, error: '', wanted, looking: false, asked: null, shown: null });
  halt();
  asking.abort();
  fill(find('#puzzlepaper'));
  if (state.from === 'due') return repeat();
  if (ofGame() && !state.record && !state.start) return draw();
  await look();
}

/** Shows the puzzles that are due. */
function repeat() {
  now.all = duePuzzles();
  now.marks = now.all.map(() => 'open');
  if (now.all.length > 0) return open(0);
  return draw();
}

/** Asks the engine for the puzzles, which come one by one. */
async function look() {
  asking = new AbortController();
  const { signal } = asking;
  Object.assign(now, { looking: true, cut: '' });
  draw();
  try {
    const { game } = request();
    await engine.stream('puzzles', request(), (event, z) => {
      if (event === 'end') now.cut = z?.reason ?? '';
      if (signal.aborted || event !== 'puzzle') return;
      now.all.push({ ...z, game });
      now.marks.push('open');
      if (now.all.length === 1) void open(0);
      else draw();
    }, signal);
  } catch (error) {
    if (signal.aborted || aborted(error)) return;
    now.error = /** @type {Error} */ (error).message;
    now.wanted = ''; // so that it is requested again
  }
  if (signal.aborted) return;
  now.looking = false;
  draw();
  announce(progress());
}

/** Ends the requests of the view, and what plays. */
function leave() {
  halt();
  if (now.looking) now.wanted = '';
  now.looking = false;
  asking.abort();
}

function halt() {
  clearTimeout(playing);
}

/** Shows a puzzle from its beginning. @param {number} at */
async function open(at) {
  const z = now.all[at];
  if (!z) return;
  halt();
  Object.assign(now, { at, phase: 'ask', clean: true, hints: 0, days: -1, line: [], step: 0, said: '', names: [], asked: null, shown: null });
  chooser.begin(null);
  draw();
  try {
    const [first, asked] = await Promise.all([stateOf(z.game, '', []), stateOf(z.game, z.position, [])]);
    if (now.all[now.at] !== z) return;
    Object.assign(now, { asked, shown: asked, lower: lowerSide(first) });
  } catch (error) {
    now.error = /** @type {Error} */ (error).message;
    return draw();
  }
  chooser.begin(now.asked);
  draw();
  announce(`Puzzle ${at + 1} of ${now.all.length}: ${say(task(z))}`);
}

/** Tries a move. @param {string} move */
function attempt(move) {
  const z = now.all[now.at];
  const s = now.asked;
  if (!z || !s || now.phase === 'right') return;
  const name = s.legal.find((l) => l.move === move)?.name ?? move;
  if (move === z.answer) return finish('right', z.line);
  const w = z.wrong.find((one) => one.move === move);
  if (!w) return toast(`The puzzle says nothing about ${name}: try another move`);
  spoil();
  if (now.marks[now.at] === 'open') now.marks[now.at] = 'tried';
  now.said = fault(z, w, name);
  return play('wrong', w.line);
}

/** Notes that the puzzle is not solved at the first try. */
function spoil() {
  if (now.clean) now.days = noteResult(now.all[now.at], false);
  now.clean = false;
}

/** Ends a puzzle: it is solved, or its answer is shown. @param {'right'|'shown'} phase @param {string[]} line */
function finish(phase, line) {
  if (phase === 'shown') spoil();
  else if (now.clean) now.days = noteResult(now.all[now.at], true);
  if (now.marks[now.at] !== 'solved') now.marks[now.at] = phase === 'right' ? 'solved' : 'shown';
  now.said = '';
  return play(phase, line);
}

/**
 * Plays a line out on the board, move by move.
 * @param {'wrong'|'right'|'shown'} phase @param {string[]} line
 */
async function play(phase, line) {
  const z = now.all[now.at];
  halt();
  Object.assign(now, { phase, line, step: 1, names: line });
  chooser.begin(null);
  try {
    const last = await stateOf(z.game, z.position, line);
    if (now.line !== line) return;
    now.names = last.names ?? line;
  } catch { /* then the moves have the program's names */ }
  announce(phase === 'wrong' ? `${say(now.said)} ${say(reply(now.names))}` : [phase === 'right' ? 'Right.' : '', ...z.reason].map(say).join(' ').trim());
  await stepTo(1, true);
}

/** Shows the position after some moves of the line. @param {number} step @param {boolean} [on] whether the next moves follow by themselves */
async function stepTo(step, on) {
  const { line } = now;
  const z = now.all[now.at];
  halt();
  try {
    const shown = await stateOf(z.game, z.position, line.slice(0, step));
    if (now.line !== line) return;
    Object.assign(now, { shown, step });
  } catch (error) {
    now.error = /** @type {Error} */ (error).message;
  }
  draw();
  if (on && step < line.length) playing = window.setTimeout(() => stepTo(step + 1, true), pace);
}

/** Goes back to the position of the puzzle, to try again. */
function again() {
  if (now.phase === 'ask') return;
  halt();
  const asks = now.phase === 'wrong';
  Object.assign(now, { phase: asks ? 'ask' : now.phase, line: asks ? [] : now.line, step: 0, shown: now.asked, said: '' });
  if (asks) chooser.begin(now.asked);
  draw();
  if (asks) {
    focusSquare(find('#puzzleboard'), chooser.focus);
    announce('back to the puzzle');
  }
}

/** Gives the next hint. */
function help() {
  const z = now.all[now.at];
  if (!now.asked || !z || now.phase === 'right' || now.phase === 'shown') return;
  if (now.phase === 'wrong') again();
  spoil();
  now.hints = Math.min(now.hints + 1, mostHints);
  draw();
  announce(hint(z, now.asked, now.hints, flipped()).text);
}

const next = () => open(now.at + 1 < now.all.length ? now.at + 1 : 0);

/** Whether the board is seen from its upper end. */
const flipped = () => !!now.asked && facing.includes(now.asked.style.pieces) && now.asked.turn !== now.lower;

/** Says how far the set is. */
function progress() {
  const n = now.all.length;
  if (now.error) return now.error;
  if (state.from === 'due' && n === 0) return 'No puzzle is due today.';
  if (now.looking) return n === 0 ? 'Looking for puzzles…' : `Looking for more puzzles: ${n} so far.`;
  if (now.cut === 'others are waiting') return `Ended early, so that another search could begin; puzzles found: ${n}.`;
  if (n === 1) return 'One puzzle.';
  if (n > 0) return `${n} puzzles.`;
  if (!ofGame()) return 'No puzzle was found in the time. Choose a smaller board, or another source.';
  if (!state.record && !state.start) return 'Write the moves of a game, or take the game of Play.';
  return state.from === 'mistakes' ? 'No mistake of this game makes a puzzle: none threw a result away that one move alone kept for certain.' : 'No position of this game has exactly one move that keeps the result for certain.';
}

/** Draws the view. */
function draw() {
  const z = now.all[now.at];
  const status = find('#puzzlestate');
  status.textContent = say(progress());
  status.classList.toggle('wrong', now.error !== '');
  find('#puzzletask').textContent = z ? `${say(`Puzzle ${now.at + 1}`)}: ${say(task(z))}` : say('Puzzles');
  drawList();
  drawShown();
  drawSaid();
  drawLine();
  drawButtons();
  drawTally(find('#puzzletally'), draw);
  find('#puzzletype').hidden = !z || now.phase === 'right' || now.phase === 'shown';
}

/** Draws the list of the puzzles with what became of them. */
function drawList() {
  const signs = { open: '', tried: '✗', solved: '✓', shown: '–' };
  const words = { open: '', tried: 'tried', solved: 'solved', shown: 'the answer was shown' };
  refill(find('#puzzlelist'), ...now.all.map((_, i) => h('li', {}, button(`${i + 1}${signs[now.marks[i]]}`, () => open(i), {
    'aria-label': [`puzzle ${i + 1}`, words[now.marks[i]]].filter(Boolean).map(say).join(', '), 'aria-current': i === now.at ? 'step' : null, 'data-mark': now.marks[i],
  }))));
}

/** Draws the board. */
function drawShown() {
  const box = find('#puzzleboard');
  const s = now.shown;
  find('#puzzlemoves').hidden = !s;
  if (!s) return box.replaceChildren();
  const asks = now.phase === 'ask';
  const look = chooser.look();
  drawBoard(box, s, { ...look, flip: flipped(), playable: asks, ...(asks ? {} : { press: (/** @type {number} */ square) => { chooser.focus = square; again(); }, lift: undefined, drop: undefined }) });
  const z = now.all[now.at];
  lightSquares(box, asks && z && now.hints > 0 ? hint(z, s, now.hints, flipped()).squares : []);
  const other = asks ? s.legal.filter((l) => s.columns === 0 || !pointed(s).includes(l)) : [];
  refill(find('#puzzlemoves'), ...other.map((l) => button(l.name ?? l.move, () => attempt(l.move))));
}

/** Draws what is said about the last try, the answer, or the hints. */
function drawSaid() {
  const z = now.all[now.at];
  const s = now.asked;
  const box = find('#puzzlesaid');
  if (!z || !s) return fill(box);
  if (now.phase === 'wrong') return fill(box, h('p', { class: 'why', id: 'puzzlewrong' }, h('b', {}, 'No: '), now.said, ' ', reply(now.names)));
  if (now.phase !== 'ask') {
    const played = z.played && z.played !== z.answer ? h('p', {}, `In the game ${z.played} was played.`) : null;
    return fill(box, h('p', { class: 'why', id: 'puzzleright' }, now.phase === 'right' ? h('b', {}, 'Right. ') : null, z.reason.map(say).join(' ')), played, now.days > 0 ? h('p', { class: 'hint', id: 'puzzledue' }, now.days === 1 ? 'You will be asked again tomorrow.' : `You will be asked again in ${now.days} days.`) : null);
  }
  return fill(box, ...(now.hints > 0 ? [h('ul', { class: 'puzzlehints', id: 'puzzlehints' }, ...Array.from({ length: now.hints }, (_, i) => h('li', {}, hint(z, s, i + 1, flipped()).text)))] : []));
}

/** Draws the moves of the line that is played out; a click goes to one. */
function drawLine() {
  const box = find('#puzzleline');
  box.hidden = now.phase === 'ask' || now.line.length < 2;
  refill(box, ...now.line.map((_, i) => h('li', {}, button(now.names[i] ?? now.line[i], () => stepTo(i + 1), { 'aria-current': i + 1 === now.step ? 'step' : null }))));
}

/** Draws the buttons that suit the moment. */
function drawButtons() {
  const over = now.phase === 'right' || now.phase === 'shown';
  const z = now.all[now.at];
  const more = now.all.length > 1;
  refill(find('#puzzlebuttons'), ...(z ? [
    now.phase === 'wrong' ? button('Try again', again, { id: 'puzzleagain', class: 'primary' }) : null,
    over ? null : button(['Hint', 'Another hint', 'Show the move', 'Show the move'][now.hints], help, { id: 'puzzlehint', disabled: now.hints === mostHints }),
    over ? null : button('Show the answer', () => finish('shown', z.line), { id: 'puzzleanswer' }),
    more ? button('Next puzzle', next, { id: 'puzzlenext', class: over ? 'primary' : '' }) : null,
  ] : []));
}

/** Prints the set. */
const print = () => printPuzzles(find('#puzzlepaper'), `${say('Puzzles')}: ${titleOf(now.games, now.all[0]?.game ?? '')}`, now.all);

/** Handles a key. @param {KeyboardEvent} event */
function key(event) {
  if (now.shown && chooser.key(event, now.shown, flipped())) return true;
  const does = { h: help, n: next, u: again, ',': () => now.line.length > 0 && stepTo(Math.max(now.step - 1, 0)), '.': () => now.line.length > 0 && stepTo(Math.min(now.step + 1, now.line.length)) }[event.key];
  if (!does || now.all.length === 0) return false;
  void does();
  return true;
}

export const view = { build, show, leave, key, redraw: drawShown };
