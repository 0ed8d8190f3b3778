// Playing: the board, the opponent, the scores, the moves, the review.

import { aborted, engine, Problem, stateOf } from './api.js';
import { directions, drawBoard, firstFocus, focusSquare, lifts, meant, pointed, squareName, walk } from './board.js';
import { announce, button, choices, copy, fill, find, h, toast } from './dom.js';
import { paste } from './paste.js';
import { drawPlot } from './plot.js';
import { drawMoves, drawReview, forgetReview } from './review.js';
import { drawAnalysis } from './scores.js';
import { engineTurn, now, shownScores, visitedHere, wide, yourTurn } from './shown.js';
import { click } from './sound.js';
import { link, played, state, update } from './store.js';
import { badge, shape, tone } from './values.js';

/** @typedef {import('./api.js').State} State */


let leaving = new AbortController(); // ends what the position before asked for

/** Builds the view once. @param {HTMLElement} view */
export function buildPlay(view) {
  now.redraw = draw;
  fill(view,
    h('section', { class: 'stage', 'aria-label': 'the board' },
      h('p', { id: 'status', class: 'status' }),
      h('div', { id: 'board' }),
      h('div', { id: 'choices', class: 'buttons' }),
      h('div', { class: 'buttons tools' },
        button('Undo', undo, { id: 'undo', title: 'Take back a move (u)' }),
        button('Redo', redo, { id: 'redo', title: 'Make it again (r)' }),
        button('New game', restart, { id: 'new', title: 'Begin again (n)' }),
        button('Flip', () => update({ flip: !state.flip }), { id: 'flip', title: 'Turn the board round (f)' }),
        button('Scores', toggleScores, { id: 'scores', 'aria-pressed': 'false', title: 'Show what every move is worth (h)' }))),
    h('aside', { class: 'side', 'aria-label': 'game, scores and moves' },
      h('details', { class: 'drawer', id: 'setup', open: wide() }, h('summary', {}, 'Game'), h('div', { id: 'settings' },
        h('div', { id: 'choose' }),
        h('div', { class: 'buttons' },
          button('Copy link', () => copy(new URL(link(), location.href).href, 'link'), { id: 'copy-link' }),
          button('Copy moves', () => copy(played().join(' '), 'moves'), { id: 'copy-moves' }),
          button('Copy position', () => copy(now.state?.position ?? '', 'position'), { id: 'copy-position' }),
          button('Paste…', paste, { id: 'paste' })),
        h('label', { class: 'check' }, h('input', { type: 'checkbox', id: 'sound', onchange: () => update({ sound: !state.sound }) }), 'sound'))),
      h('details', { class: 'drawer', id: 'scoring', open: wide() }, h('summary', {}, 'Scores'), h('div', { id: 'analysis' })),
      h('details', { class: 'drawer', id: 'record', open: wide() }, h('summary', {}, 'Moves'),
        h('div', { id: 'moves' }), h('div', { id: 'plot' }), h('div', { id: 'review' }))));
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
  board.addEventListener('touchstart', (e) => { touch = { x: e.touches[0].clientX, y: e.touches[0].clientY }; }, { passive: true });
  board.addEventListener('touchend', (e) => swipe(e.changedTouches[0].clientX - touch.x, e.changedTouches[0].clientY - touch.y), { passive: true });
}

/** The controls that set up a game. */
function settings() {
  choices(find('#choose'), [
    ['You play', [['first', 'first'], ['second', 'second'], ['both', 'both sides'], ['none', 'nobody: watch']], state.you, (you) => update({ you })],
    ['Opponent', [...Array.from({ length: 10 }, (_, i) => /** @type {[string, string]} */ ([String(i + 1), `level ${i + 1}${i === 0 ? ', a beginner' : ''}`])),
      ['perfect', 'perfect, where time suffices'], ['textbook-minimax', 'textbook: minimax'], ['textbook-minimax-depth', 'textbook: minimax with depth'],
      ['textbook-alphabeta', 'textbook: alpha-beta'], ['random', 'chance: random moves']], state.level, (level) => update({ level })],
    ['Thinks for', [['200', 'a moment'], ['1000', '1 second'], ['3000', '3 seconds'], ['10000', '10 seconds']], String(state.ms), (ms) => update({ ms: Number(ms) })],
  ]);
  /** @type {HTMLInputElement} */ (find('#sound')).checked = state.sound;
}

/** Shows the position of the state, and lets the engine move or think. */
export async function showPlay() {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const game = JSON.stringify([state.game, state.position, state.moves]);
  if (game !== now.key) {
    // What is known of the moves that both games share stays known.
    const shared = now.key ? sharedMoves(now.key) : -1;
    for (const ply of now.values.keys()) if (ply > shared) now.values.delete(ply);
  }
  if (game !== now.key) {
    forgetReview();
  }
  now.key = game;
  settings();
  Object.assign(now, { waiting: true, thinking: false, error: '', from: -1, analysis: null, queued: 0, ended: '', ghosts: undefined });
  try {
    const shown = await stateOf(state.game, state.position, played());
    if (signal.aborted) return;
    now.waiting = false;
    const other = now.state?.columns !== shown.columns || now.state?.rows !== shown.rows;
    now.state = shown;
    if (other || now.focus < 0) now.focus = firstFocus(shown);
  } catch (error) {
    if (signal.aborted) return;
    now.error = /** @type {Error} */ (error).message;
    if (error instanceof Problem && error.passing && now.state) {
      now.error += ' Your moves are kept.';
      return draw(); // the board stays as it was; nobody moves on it until the position is known
    }
    now.waiting = false;
    now.state = null;
    now.passing = error instanceof Problem && error.passing;
    return draw();
  }
  noteEnd();
  if (engineTurn()) return reply(signal);
  draw();
  if (state.scores) think(signal);
}

/** How many moves the game shares with the one before; -1 for another start. @param {string} key */
function sharedMoves(key) {
  /** @type {[string, string, string[]]} */
  const [game, position, moves] = JSON.parse(key);
  if (game !== state.game || position !== state.position) return -1;
  let n = 0;
  while (n < moves.length && n < state.moves.length && moves[n] === state.moves[n]) n++;
  return n;
}

/** Ends what the view asked for. */
export function leavePlay() {
  leaving.abort();
  now.thinking = false;
}

/** A finished game has a value. */
function noteEnd() {
  const s = now.state;
  if (!s || s.outcome === 'ongoing') return;
  const text = s.verdict;
  const score = s.winner < 0 ? 0 : (s.winner === 0 ? 1 : -1) * 2 ** 30;
  now.values.set(state.at, { side: 0, text, score, sign: Math.sign(score), value: {} });
}

/** Lets the engine move. @param {AbortSignal} signal */
async function reply(signal) {
  now.thinking = true;
  draw();
  try {
    const answer = await engine.ask('reply', {
      game: state.game, position: state.position, moves: played().join('.'), level: state.level, seed: state.seed, ms: state.ms,
    }, signal);
    if (signal.aborted) return;
    if (state.you === 'none') await new Promise((go) => setTimeout(go, 350)); // to be seen
    if (signal.aborted) return;
    const s = /** @type {State} */ (answer.state);
    const visited = state.level.startsWith('textbook') ? `${state.level.slice('textbook-'.length)} visited ${answer.nodes.toLocaleString('en')} positions` : '';
    announce(`${s.sides[1 - s.turn]} plays ${answer.move}. ${s.verdict}${visited && `. ${visited}`}`);
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

/** Streams what the moves are worth. @param {AbortSignal} signal */
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
        // Values of the plot are the first side's.
        const turned = s.turn === 0 ? best.score : -best.score;
        now.values.set(at, { ...best, text: `${s.sides[s.turn]}: ${best.text}`, score: turned, sign: s.turn === 0 ? best.sign : -best.sign, side: s.turn });
      }
      if (now.pressed) now.stale = true; // what is under the finger stays there
      else drawScores();
      if (data.done && best) announce(`scores: best is ${best.move}, ${best.text}`);
    }, signal);
  } catch (error) {
    if (signal.aborted || aborted(error)) return;
    now.error = `The scores could not be found: ${/** @type {Error} */ (error).message}`;
    draw();
  }
}

/** Draws what a new word of the scores changes. */
function drawScores() {
  const s = now.state;
  if (!s) return;
  const scores = shownScores();
  drawBoard(find('#board'), s, { flip: state.flip, scores, from: now.from, focus: now.focus, press, ghosts: now.ghosts });
  drawChoices(s, scores);
  drawAnalysis(s, { make, press, toggleScores });
  drawPlot(find('#plot'), now.values, state.moves.length, state.at, s.sides, (at) => update({ at }));
}

/** Draws everything of the view from the state. */
function draw() {
  drawStatus();
  const board = find('#board');
  if (now.error && !now.state) {
    fill(board, h('div', { class: 'wrong box', role: 'alert' }, h('p', {}, now.error),
      now.passing ? button('Try again', showPlay, { class: 'primary' })
        : button('Play noughts and crosses', () => update({ game: 'tictactoe', position: '', moves: [], at: 0 }), { class: 'primary' })));
    fill(find('#choices'));
    return;
  }
  const s = now.state;
  if (!s) return;
  drawScores();
  drawMoves();
  drawReview();
  /** @type {HTMLButtonElement} */ (find('#undo')).disabled = state.at === 0;
  /** @type {HTMLButtonElement} */ (find('#redo')).disabled = state.at === state.moves.length;
  find('#scores').setAttribute('aria-pressed', String(state.scores));
}

function drawStatus() {
  const s = now.state;
  const status = find('#status');
  status.className = 'status';
  if (!s) {
    status.textContent = now.error ? '' : 'One moment…';
    return;
  }
  if (now.error) {
    status.classList.add('wrong');
    status.textContent = now.error;
  } else if (now.thinking) {
    status.classList.add('thinking');
    status.textContent = `${s.sides[s.turn]} is thinking…`;
  } else if (s.outcome !== 'ongoing') {
    status.classList.add('over');
    status.textContent = s.outcome === 'drawn' ? 'A draw.' : `${s.verdict}.`;
    if (s.note) status.textContent += ` · ${s.note}`;
    status.textContent += visitedHere();
  } else {
    const yours = yourTurn() && state.you !== 'both' ? ': your move' : ' to move';
    status.textContent = `${s.sides[s.turn]}${yours}`;
    status.textContent += visitedHere();
    if (s.note) status.textContent += ` · ${s.note}`;
    if (state.at < state.moves.length) status.textContent += ` (move ${state.at} of ${state.moves.length}${state.you === 'none' ? ', paused: Redo goes on' : ''})`;
  }
}

/** Buttons for moves that no square stands for. @param {State} s @param {Map<string, import('./api.js').MoveWorth>|null} scores */
function drawChoices(s, scores) {
  const legal = s.legal.map((l) => l.move);
  const slides = s.columns > 0 && legal.some((m) => directions.includes(m));
  // A heap of sticks has small places: its moves are named too.
  const heaps = s.columns > 0 && !s.columnLabels && legal.length <= 12;
  const unplaced = s.legal.filter((l) => l.squares.length === 0 && l.column < 0).map((l) => l.move); // a pass
  const named = slides ? ['left', 'down', 'up', 'right'] : s.columns === 0 || heaps ? legal : unplaced;
  const playable = yourTurn();
  const box = find('#choices');
  const had = box.contains(document.activeElement) ? document.activeElement?.getAttribute('data-move') : null;
  fill(box, ...named.map((move) => {
    const score = scores?.get(move);
    return button({ up: '↑ up', down: '↓ down', left: '← left', right: '→ right' }[move] ?? (heaps ? `take ${move}` : move), () => make(move), {
      disabled: !playable || !legal.includes(move), class: 'move', 'data-move': move,
      'aria-label': `${heaps ? 'take ' : ''}${move}${score ? `, ${badge(score)}: ${score.text}` : ''}`,
    });
  }));
  if (had) /** @type {HTMLElement|null} */ (box.querySelector(`[data-move="${had}"]`))?.focus();
  if (now.error) find('#choices').append(button('Try again', showPlay, { class: 'primary' }));
  if (!scores) return;
  for (const b of find('#choices').querySelectorAll('[data-move]')) {
    const score = scores.get(b.getAttribute('data-move') ?? '');
    if (score) b.append(h('span', { class: `badge inline ${tone(score.score)}` }, score.value.estimate === undefined ? h('i', {}, shape(score.score)) : null, badge(score)));
  }
}

/** A square was clicked, touched or entered. @param {number} square */
function press(square) {
  const s = now.state;
  if (!s) return;
  now.focus = square;
  if (!yourTurn()) {
    draw();
    if (state.at < state.moves.length && s.outcome === 'ongoing') toast('You have stepped back: Redo goes on, or choose to play both sides.');
    return;
  }
  if (now.from === square) {
    now.from = -1;
    return draw();
  }
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
  choose(moves.map((l) => l.move));
}

/** @param {State} s @param {number} square */
function refuse(s, square) {
  const some = pointed(s).slice(0, 6).map((l) => l.move).join(', ');
  toast(some ? `${squareName(s, square)} is no move here; there is ${some}${s.legal.length > 6 ? ' …' : ''}` : 'Use the arrow keys or the buttons to move.');
}

/** Asks which of several moves is meant. @param {string[]} moves */
function choose(moves) {
  const dialog = /** @type {HTMLDialogElement} */ (find('#dialog'));
  fill(dialog, h('h2', {}, 'Which move?'), h('div', { class: 'buttons' }, ...moves.map((m) => button(m, () => {
    dialog.close();
    make(m);
  })), button('None', () => dialog.close())));
  dialog.showModal();
}

/** Makes a move; what was taken back is gone. @param {string} move */
function make(move) {
  if (!yourTurn()) return;
  click(state.sound);
  update({ moves: [...played(), move], at: state.at + 1 });
}

/** Takes back a move, and the engine's answer to it. */
export function undo() {
  if (state.at === 0) return;
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
  const step = state.you === 'first' || state.you === 'second' ? 2 : 1;
  update({ at: Math.min(state.at + step, state.moves.length) });
}

/** Begins the game again. */
export function restart() {
  now.values.clear();
  update({ moves: [], at: 0, seed: 1 + Math.floor(Math.random() * 1e9) });
}

/** Shows or hides the scores. */
export function toggleScores() {
  update({ scores: !state.scores });
  if (state.scores && !wide()) /** @type {HTMLDetailsElement} */ (find('#scoring')).open = true;
}

/** @param {number} x @param {number} y */
function swipe(x, y) {
  if (Math.max(Math.abs(x), Math.abs(y)) < 30) return;
  const move = Math.abs(x) > Math.abs(y) ? (x > 0 ? 'right' : 'left') : (y > 0 ? 'down' : 'up');
  if (now.state?.legal.some((l) => l.move === move)) make(move);
}

/** Keys of the board. @param {KeyboardEvent} event @returns {boolean} whether it was for it */
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
    const to = walk(s, now.focus, event.key, state.flip);
    if (to >= 0) now.focus = to;
    draw();
    focusSquare(find('#board'), now.focus);
    return true;
  }
  return false;
}

/** When settings change that only look. */
export function redrawPlay() {
  settings();
  if (!now.waiting) draw();
}
