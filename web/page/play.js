// The view in which one plays: the board, the opponent, the scores, the moves and the
// review.

import { aborted, engine, stateOf } from './api.js';
import { drawBoard, focusSquare } from './board.js';
import { drawChoices, drawGoal } from './choices.js';
import { announce, button, fill, find, h, openDialog, toast } from './dom.js';
import { Problem } from './engine.js';
import { drawFirst, takeFirst } from './first.js';
import { offerMost } from './mend.js';
import { nameOf, noteNames } from './names.js';
import { drawPlayers, settings } from './players.js';
import { drawPlot } from './plot.js';
import { confirm, drop, lift, make, press, swipe } from './press.js';
import { drawProve } from './prove.js';
import { drawHandle } from './resize.js';
import { drawMoves, drawReview, forgetReview, review } from './review.js';
import { bestGhosts, drawAnalysis } from './scores.js';
import { drawSentence, initial, whenAfter } from './sentence.js';
import { engineTurn, facing, forced, lineHere, lowerSide, noteNumbers, now, onlyPass, sharedMoves, shownScores, turned, waitsForYou, yourTurn } from './shown.js';
import { click } from './sound.js';
import { firstFocus, meant } from './squares.js';
import { drawStage, stage } from './stage.js';
import { redo, restart, toggleBest, toggleScores, undo } from './steps.js';
import { moveMade, placeSaid, scoresSaid } from './speech.js';
import { arrived, played, state, update } from './store.js';
import { drawValueBar } from './valuebar.js';
import { say } from './words.js';

/** @typedef {import('./api.js').State} State */

let leaving = new AbortController(); // ends the requests of the previous position

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
      setTimeout(() => { // later, since a click may follow
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
  hear(now.state);
  if (forced() && !waitsForYou()) return passOn(signal);
  if (engineTurn() && !waitsForYou()) return reply(signal);
  draw();
  if (state.scores) think(signal);
}

/** The line of the position that was announced. */
let heard = '';

/** The line of moves from here, as one text. @param {string[]} moves */
const lineOf = (moves) => JSON.stringify([state.game, state.position, moves]);

/** Announces the move that was made, or the position that the reader went to. @param {State} s */
function hear(s) {
  const before = heard;
  heard = lineOf(played());
  if (before === '' || before === heard) return;
  const made = state.at > 0 && before === lineOf(played().slice(0, -1));
  announce(made ? moveMade(s, now.visited.line === lineHere() ? now.visited.text : '') : placeSaid(s));
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
  heard = lineOf([...played(), move]); // the message says it
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
        now.values.set(at, { ...best, text: `${say(s.sides[s.turn])}: ${say(best.text)}`, score: turned, sign: s.turn === 0 ? best.sign : -best.sign, side: s.turn });
      }
      if (now.pressed) now.stale = true; // the button under the finger keeps its place
      else drawScores();
      if (data.done && best) announce(scoresSaid(data));
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

/** Draws again after a change of settings that only affect the looks. */
export function redrawPlay() {
  settings();
  if (!now.waiting) draw();
}
