// The view in which one plays: the board, the opponent, the scores, the moves and the
// review.

import { aborted, engine, stateOf } from './api.js';
import { begun, directions, drawBoard, firstFocus, focusSquare, lifts, meant, pointed, squareName, walk } from './board.js';
import { drawChoices, drawGoal } from './choices.js';
import { announce, button, fill, find, h, openDialog, toast } from './dom.js';
import { Problem } from './engine.js';
import { drawFirst, leaveFirst, takeFirst } from './first.js';
import { openPalette, promotes } from './palette.js';
import { drawPlayers, settings } from './players.js';
import { drawPlot } from './plot.js';
import { drawProve } from './prove.js';
import { offerMost } from './mend.js';
import { moveNames, nameOf, noteNames } from './names.js';
import { drawMoves, drawReview, forgetReview, review } from './review.js';
import { drawHandle } from './resize.js';
import { bestGhosts, drawAnalysis } from './scores.js';
import { drawSentence, initial, whenAfter } from './sentence.js';
import { engineTurn, facing, forced, lowerSide, noteNumbers, now, onlyPass, sharedMoves, shownScores, turned, waitsForYou, wide, yourTurn } from './shown.js';
import { click } from './sound.js';
import { drawStage, stage } from './stage.js';
import { arrived, played, state, update } from './store.js';
import { drawValueBar } from './valuebar.js';
import { moveSaid } from './worth.js';

/** @typedef {import('./api.js').State} State */

let leaving = new AbortController(); // ends the requests of the position before

/** Builds the view once. @param {HTMLElement} view */
export function buildPlay(view) {
  now.goOn = () => {
    arrived.waits = false;
    focusSquare(find('#board'), now.focus); // the button goes
    instead((signal) => (forced() ? passOn(signal) : reply(signal)));
  };
  now.hurry = () => instead((signal) => reply(signal, 20));
  now.redraw = draw;
  now.redrawBoard = drawSquares;
  stage(view, { undo, redo, restart, toggleScores, toggleBest });
  settings();
  const board = find('#board');
  let touch = { x: 0, y: 0 };
  view.addEventListener('pointerdown', () => { now.pressed = true; });
  for (const end of ['pointerup', 'pointercancel', 'blur']) {
    window.addEventListener(end, () => {
      if (!now.pressed) return;
      now.pressed = false;
      setTimeout(() => { // after the click that this may be
        if (now.stale && !now.pressed) drawScores();
        now.stale = false;
      });
    });
  }
  find('#analysis').addEventListener('pointerleave', () => now.state && drawScores()); // the list may be sorted again
  board.addEventListener('touchstart', (e) => { touch = { x: e.touches[0].clientX, y: e.touches[0].clientY }; }, { passive: true });
  board.addEventListener('touchend', (e) => swipe(e.changedTouches[0].clientX - touch.x, e.changedTouches[0].clientY - touch.y), { passive: true });
}

/** Shows the position that the state names, and starts the engine's move or the scores. */
export async function showPlay() {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const game = JSON.stringify([state.game, state.position, state.moves]);
  if (game !== now.key) {
    // Values of the moves that both games share are kept.
    const shared = now.key ? sharedMoves(now.key) : -1;
    for (const ply of now.values.keys()) if (ply > shared) now.values.delete(ply);
  }
  if (game !== now.key) {
    forgetReview();
  }
  now.key = game;
  settings();
  Object.assign(now, { waiting: true, thinking: false, error: '', from: -1, way: [], aim: -1, analysis: null, queued: 0, ended: '', ghosts: undefined });
  try {
    if (!state.game) await takeFirst();
    const shown = await stateOf(state.game, state.position, played());
    if (signal.aborted) return;
    if (now.state?.game !== shown.game) now.lower = facing.includes(shown.style.pieces) ? lowerSide(await stateOf(state.game, '', [])) : 0;
    if (signal.aborted) return;
    Object.assign(now, { waiting: false, coming: -1 });
    const other = now.state?.columns !== shown.columns || now.state?.rows !== shown.rows;
    noteNumbers(shown);
    now.state = shown;
    noteNames(played(), shown.names);
    if (state.at === 0 && shown.changed) toast(`The position was read otherwise than it is written: ${shown.changed.join('; ')}.`, 15000);
    if (other || now.focus < 0) now.focus = firstFocus(shown);
  } catch (error) {
    if (signal.aborted) return;
    now.coming = -1;
    now.error = /** @type {Error} */ (error).message;
    if (error instanceof Problem && error.passing && now.state) {
      now.error += ' Your moves are kept.';
      return draw(); // the board stays as it was; no move is possible until the position is known
    }
    now.waiting = false;
    now.state = null;
    now.passing = error instanceof Problem && error.passing;
    return draw();
  }
  const { stepping } = now;
  now.stepping = null;
  if (stepping && state.at > 0 && state.at < state.moves.length && onlyPass(now.state)) return stepping();
  noteEnd();
  if (forced() && !waitsForYou()) return passOn(signal);
  if (engineTurn() && !waitsForYou()) return reply(signal);
  draw();
  if (state.scores) think(signal);
}

/** Ends the search for scores; the known scores stay. */
function stop() {
  instead();
  now.ended = 'stopped';
  if (now.analysis) now.analysis.done = true;
  drawScores();
}

/** Ends the requests of the view. */
export function leavePlay() {
  leaving.abort();
  now.thinking = false;
}

/** Notes the value of a finished game. */
function noteEnd() {
  const s = now.state;
  if (!s || s.outcome === 'ongoing') return;
  const text = s.verdict;
  const score = s.winner < 0 ? 0 : (s.winner === 0 ? 1 : -1) * 2 ** 30;
  now.values.set(state.at, { side: 0, text, score, sign: Math.sign(score), value: {} });
}

/** Asks the engine for a move, and makes it. @param {AbortSignal} signal */
async function reply(signal, ms = state.ms) {
  now.thinking = true;
  draw();
  try {
    const answer = await engine.ask('reply', {
      game: state.game, position: state.position, moves: played().join('.'), level: state.level, seed: state.seed, ms,
    }, signal);
    if (signal.aborted) return;
    if (state.you === 'none') await new Promise((go) => setTimeout(go, 350)); // so that each move is seen
    if (signal.aborted) return;
    const s = /** @type {State} */ (answer.state);
    const visited = state.level.startsWith('textbook') ? `${state.level.slice('textbook-'.length)} visited ${answer.nodes.toLocaleString('en')} positions` : '';
    noteNames([...played(), answer.move], s.names);
    announce(`${s.sides[1 - s.turn]} plays ${s.names?.at(-1) ?? answer.move}. ${s.verdict}${visited && `. ${visited}`}`);
    click(state.sound);
    now.visited = { line: `${state.game} ${state.position} ${[...played(), answer.move].join('.')}`, text: visited };
    update({ moves: [...played(), answer.move], at: state.at + 1 });
  } catch (error) {
    if (signal.aborted || aborted(error)) return;
    now.thinking = false;
    now.error = `The opponent could not move: ${/** @type {Error} */ (error).message}`;
    draw();
  }
}

/** Makes the only move of a side that can only pass. @param {AbortSignal} signal */
async function passOn(signal) {
  const s = /** @type {State} */ (now.state);
  const move = forced();
  now.waiting = true;
  draw();
  toast(`${initial(s.sides[s.turn])} passes: no other move is legal.`);
  announce(`${s.sides[s.turn]} passes: no other move is legal`);
  await new Promise((go) => setTimeout(go, 700)); // so that it is seen
  if (!signal.aborted) update({ moves: [...played(), move], at: state.at + 1 });
}

/** Ends the running requests, and starts another one. @param {(signal: AbortSignal) => void} [next] */
function instead(next) {
  leaving.abort();
  leaving = new AbortController();
  next?.(leaving.signal);
}

/** Reads the stream of scores of the moves. @param {AbortSignal} signal */
async function think(signal) {
  const s = now.state;
  if (!s || s.outcome !== 'ongoing') return;
  const at = state.at;
  try {
    await engine.stream('analyze', { game: state.game, position: state.position, moves: played().join('.'), ms: 10_000 }, (event, data) => {
      if (signal.aborted) return;
      if (event === 'queued') now.queued = data.waiting;
      if (event === 'end') now.ended = data.reason;
      if (event === 'queued' || event === 'end') return drawScores();
      if (event !== 'analysis') return;
      now.analysis = data;
      const best = data.moves[0];
      if (best) {
        // The plot shows the values of the first side.
        const turned = s.turn === 0 ? best.score : -best.score;
        now.values.set(at, { ...best, text: `${s.sides[s.turn]}: ${best.text}`, score: turned, sign: s.turn === 0 ? best.sign : -best.sign, side: s.turn });
      }
      if (now.pressed) now.stale = true; // the button under the finger keeps its place
      else drawScores();
      if (data.done && best) announce(`scores: best is ${moveSaid(best)}, ${best.text}`);
    }, signal);
  } catch (error) {
    if (signal.aborted || aborted(error)) return;
    now.error = `The scores could not be found: ${/** @type {Error} */ (error).message}`;
    draw();
  }
}

/** Draws only the squares. */
function drawSquares() {
  const s = now.state;
  if (!s) return;
  drawBoard(find('#board'), s, {
    flip: turned(), scores: shownScores(), from: now.from, way: now.way, focus: now.focus, press, lift, drop, ghosts: now.ghosts ?? bestGhosts(s),
    playable: yourTurn(), aim: now.aim, coming: now.coming, chips: s.style.places === 'frame' && state.scores,
  });
  drawValueBar(find('#board'), s);
  drawHandle(find('#board'));
}

/** Draws everything that new scores change. */
function drawScores() {
  const s = now.state;
  if (!s) return;
  drawSquares();
  drawSentence();
  const aimed = now.aim >= 0 ? nameOf(s, meant(s, now.aim, -1)[0]?.move ?? '') : '';
  drawChoices(s, shownScores(), { make, again: showPlay, review: lookBack, confirm }, aimed);
  drawAnalysis(s, { make, toggleScores, stop });
  drawPlot(find('#plot'), now.values, state.moves.length, state.at, s.sides, (at) => update({ at }), whenAfter);
  drawFirst();
}

/** Draws the whole view from the state. */
function draw() {
  drawSentence();
  drawPlayers();
  const board = find('#board');
  if (now.error && !now.state) {
    const box = h('div', { class: 'wrong box', role: 'alert' }, h('p', {}, now.error),
      now.passing ? button('Try again', showPlay, { class: 'primary' })
        : button('Play another game', () => update({ game: '', position: '', moves: [], at: 0 })));
    fill(board, box);
    if (!now.passing) offerMost(box);
    fill(find('#choices'));
    return;
  }
  const s = now.state;
  if (!s) return;
  drawScores();
  drawGoal(s, rules);
  drawMoves();
  drawProve();
  drawReview();
  drawStage();
  find('#undo').setAttribute('aria-disabled', String(state.at === 0));
  find('#redo').setAttribute('aria-disabled', String(state.at === state.moves.length));
  find('#scores').setAttribute('aria-pressed', String(state.scores));
  find('#best').setAttribute('aria-pressed', String(state.best));
}

/** Shows all rules of the game on one screen. */
async function rules() {
  const start = await stateOf(state.game, '', []);
  const dialog = openDialog(h('h2', { tabindex: -1, autofocus: true }, 'Rules'), h('p', {}, start.goal), h('ul', {}, ...start.rules.map((text) => h('li', {}, text))),
    h('div', { class: 'buttons' }, button('Close', () => dialog.close(), { class: 'primary' })));
}

/** Opens the list of moves and starts the review after a game. */
export function lookBack() {
  /** @type {HTMLDetailsElement} */ (find('#record')).open = true;
  review();
}

/**
 * Handles a click, a touch or the Enter key on a square. If the squares are too small
 * for a finger, a touch only selects the square, and a button or a second touch makes
 * the move.
 * @param {number} square @param {boolean} touched
 */
function press(square, touched) {
  const s = now.state;
  if (!s) return;
  now.focus = square;
  if (touched && now.from < 0 && yourTurn() && tooSmall() && square !== now.aim && meant(s, square, -1).some((l) => !lifts(s, l))) {
    now.aim = square;
    draw();
    return announce(`${squareName(s, square)}: touch it again, or the button, to play there`);
  }
  now.aim = -1;
  if (!yourTurn()) {
    draw();
    if (state.at < state.moves.length && s.outcome === 'ongoing') toast('You have stepped back: Redo goes on, or choose to play both sides.');
    return;
  }
  if (now.from === square) {
    now.from = -1;
    return draw();
  }
  if (step(s, square)) return;
  const moves = meant(s, square, now.from);
  const taken = now.from >= 0 && moves.every((l) => l.squares[0] === now.from && l.squares.includes(square));
  if (moves.length === 0) {
    now.from = -1;
    draw();
    return refuse(s, square);
  }
  if (!taken && moves.some((l) => lifts(s, l))) {
    const own = moves.filter((l) => l.squares[0] === square);
    if (own.length > 0) {
      now.from = square;
      draw();
      return announce(`${squareName(s, square)} taken up: choose where it goes`);
    }
  }
  now.from = -1;
  if (moves.length === 1) return make(moves[0].move);
  choose(s, moves);
}

/** Picks up the piece of a drag. @param {number} square */
function lift(square) {
  Object.assign(now, { from: square, focus: square, aim: -1 });
  draw();
}

/** Puts down the piece of a drag. @param {number} from @param {number} to the square, or -1 beside the board */
function drop(from, to) {
  if (now.from !== from || to === from) return; // the position has changed, or the piece is where it was
  if (to >= 0) return press(to, false);
  now.from = -1;
  draw();
}

/**
 * Goes on with a move that is chosen click by click, since several begin alike: the last click
 * may say which piece is taken. Returns whether the click is used.
 * @param {State} s @param {number} square
 */
function step(s, square) {
  const before = now.way;
  const way = [...(before.length > 0 ? before : now.from >= 0 ? [now.from] : []), square];
  const next = begun(s, way);
  const choice = new Set(next.map((l) => l.squares[way.length] ?? -1));
  now.way = [];
  if (before.length > 0 && next.length === 1) {
    make(next[0].move);
    return true;
  }
  if (before.at(-1) === square) { // a second click puts it back
    draw();
    return true;
  }
  const ends = now.from >= 0 && s.legal.some((l) => l.squares[0] === now.from && l.squares.at(-1) === square);
  if (choice.size < 2 || choice.has(-1) || ends || (way.length === 1 && lifts(s, next[0]))) return false;
  Object.assign(now, { way, from: -1 });
  draw();
  const text = `${squareName(s, square)}: now click the piece that is taken, or where the move goes on`;
  toast(text);
  announce(text);
  return true;
}

/** Whether the squares are too small for a finger. */
function tooSmall() {
  const square = find('#board').querySelector('.square');
  return !!square && Math.min(square.clientWidth, square.clientHeight) < 32;
}

/** Makes the selected move. */
function confirm() {
  const s = now.state;
  const move = s && meant(s, now.aim, -1)[0];
  now.aim = -1;
  if (move) make(move.move);
  focusSquare(find('#board'), now.focus);
}

/** Says that a square is no move, and which moves exist. @param {State} s @param {number} square */
function refuse(s, square) {
  const some = pointed(s).slice(0, 6).map((l) => l.name ?? l.move).join(', ');
  toast(some ? `${squareName(s, square)} is no move here; there is ${some}${s.legal.length > 6 ? ' …' : ''}` : 'Use the arrow keys or the buttons to move.');
}

/** Asks which of several moves is meant. @param {State} s @param {import('./api.js').Legal[]} moves */
function choose(s, moves) {
  if (promotes(s, moves)) {
    draw();
    return openPalette(find('#board'), s, moves, make, () => focusSquare(find('#board'), now.focus));
  }
  const dialog = openDialog(h('h2', {}, 'Which move?'), h('div', { class: 'buttons' }, ...moves.map((l) => button(l.name ?? l.move, () => {
    dialog.close();
    make(l.move);
  })), button('None', () => dialog.close())));
}

/** Makes a move; moves that were taken back are dropped. @param {string} move */
function make(move) {
  const legal = now.state?.legal.find((l) => l.move === move);
  if (!legal || !yourTurn()) return;
  click(state.sound);
  leaveFirst();
  now.coming = legal.squares.length === 1 ? legal.squares[0] : -1;
  now.waiting = true;
  if (legal.name) noteNames([...played(), move], [...moveNames().slice(0, state.at), legal.name]);
  drawSquares();
  update({ moves: [...played(), move], at: state.at + 1 });
}

/** Makes the pass, if the game has one now. */
export function pass() {
  if (now.state?.legal.some((l) => l.move === 'pass')) make('pass');
  else toast('There is no pass here.');
}

/** Takes back a move and the engine's answer to it. */
export function undo() {
  if (state.at === 0) return;
  now.stepping = undo;
  let at = state.at - 1;
  const s = now.state;
  const mine = state.you === 'first' ? 0 : 1;
  if (s && (state.you === 'first' || state.you === 'second')) {
    const turn = (s.turn + (state.at - at)) % 2;
    if (turn !== mine) at--;
    if (at < 0) return toast('Before that it was not your move.');
  }
  update({ at });
}

/** Makes moves again that were taken back. */
export function redo() {
  if (state.at === state.moves.length) return;
  now.stepping = redo;
  const step = state.you === 'first' || state.you === 'second' ? 2 : 1;
  update({ at: Math.min(state.at + step, state.moves.length) });
}

/** Starts the game again. */
export function restart() {
  leaveFirst();
  now.values.clear();
  update({ moves: [], at: 0, seed: 1 + Math.floor(Math.random() * 1e9) });
}

/** Shows or hides the scores. */
export function toggleScores() {
  update({ scores: !state.scores });
  if (state.scores && !wide()) /** @type {HTMLDetailsElement} */ (find('#scoring')).open = true;
}

/** Shows or hides the best line; showing it also shows the scores. */
export function toggleBest() {
  update({ best: !state.best, scores: state.scores || !state.best });
}

/** @param {number} x @param {number} y */
function swipe(x, y) {
  if (Math.max(Math.abs(x), Math.abs(y)) < 30) return;
  const move = Math.abs(x) > Math.abs(y) ? (x > 0 ? 'right' : 'left') : (y > 0 ? 'down' : 'up');
  if (now.state?.legal.some((l) => l.move === move)) make(move);
}

/** Handles the keys of the board. @param {KeyboardEvent} event @returns {boolean} whether the board uses the key */
export function playKey(event) {
  const s = now.state;
  if (!s) return false;
  const direction = event.key.startsWith('Arrow') ? event.key.slice(5).toLowerCase() : '';
  if (direction && s.legal.some((l) => directions.includes(l.move))) {
    if (s.legal.some((l) => l.move === direction)) make(direction);
    return true;
  }
  if (direction && document.activeElement?.closest('#board, body > main, body')) {
    if (!document.activeElement.closest('#board') && document.activeElement !== document.body) return false;
    const to = walk(s, now.focus, event.key, turned());
    if (to >= 0) now.focus = to;
    draw();
    focusSquare(find('#board'), now.focus);
    return true;
  }
  return false;
}

/** Draws again after a change of settings that only affect the looks. */
export function redrawPlay() {
  settings();
  if (!now.waiting) draw();
}
