// The scores as a list, and the lines of play behind them.

import { stateOf } from './api.js';
import { drawBoard } from './board.js';
import { button, fill, find, h } from './dom.js';
import { engineTurn, now, shownScores } from './shown.js';
import { played, state } from './store.js';
import { count, shape, tone } from './values.js';
import { lightSquares, Whys } from './why.js';

/** @typedef {import('./api.js').State} State */
/** @typedef {{make: (move: string) => void, press: (square: number) => void, toggleScores: () => void}} Acts */

const whys = new Whys(() => now.redraw());

/** The scores as a list, with the line of each move. @param {State} s @param {Acts} acts */
export function drawAnalysis(s, acts) {
  const box = find('#analysis');
  const focused = box.contains(document.activeElement) ? document.activeElement : null;
  const kept = ['data-move', 'data-why'].find((name) => focused?.hasAttribute(name));
  const had = kept ? `[${kept}="${focused?.getAttribute(kept)}"]` : '';
  if (had) requestAnimationFrame(() => /** @type {HTMLElement|null} */ (box.querySelector(had))?.focus({ preventScroll: true }));
  /** @type {import('./why.js').Light} */
  const light = (squares, line) => { preview(line, acts).then(() => lightSquares(find('#board'), squares)); };
  const place = { game: state.game, position: state.position, moves: played() };
  if (!state.scores) {
    return fill(box, h('p', { class: 'hint' }, 'Every move can show what it is worth under best play: a win, a draw or a loss, and how far away it is.'),
      button('Show scores', acts.toggleScores));
  }
  const a = now.analysis;
  if (s.outcome !== 'ongoing') return fill(box, h('p', { class: 'hint' }, 'The game is over: step back to see what moves were worth.'));
  if (!a) return fill(box, h('p', { class: 'hint' }, now.thinking || engineTurn() ? state.you === 'none' ? 'Undo pauses; then every move shows what it is worth.' : 'Scores come when it is your move.' : now.queued > 0 ? `Others are served first: ${count(now.queued)} wait.` : 'Looking…'));
  const speed = a.nodes > 100_000 ? `, ${count(Math.round(a.nodes / a.seconds / 1000))} thousand a second` : '';
  fill(box, h('ol', { class: 'scores' }, ...a.moves.slice(0, 12).map((m) => h('li', {},
    h('button', {
      type: 'button', class: `score ${m.best ? 'best' : ''}`, 'data-move': m.move, onclick: () => acts.make(m.move),
      onmouseenter: () => preview(m.line, acts), onfocus: () => preview(m.line, acts), onmouseleave: () => preview([], acts), onblur: () => preview([], acts),
    },
    h('b', {}, m.move),
    h('span', { class: `value ${tone(m.score)}` }, h('i', { 'aria-hidden': 'true' }, m.value.estimate === undefined ? shape(m.score) : ''), ` ${m.text.replace('-', '−')}`),
    h('span', { class: 'line' }, m.line.slice(1, 9).join(' '), m.line.length > 9 ? ' …' : '')),
    ...whys.draw(place, m.move, m.text, light)))),
  a.moves.length > 12 ? h('p', { class: 'hint' }, `and ${a.moves.length - 12} more on the board`) : null,
  h('p', { class: 'hint' }, `${a.done ? '' : 'looking… '}${now.ended === 'others are waiting' ? 'Ended early, since others wait: ' : ''}${count(a.nodes)} positions${speed}. `,
    'A win in 5 is a win with the fifth single move from here. ', h('span', {}, '≈ is not proven: an estimate, or a win or loss that may come sooner.')));
}

let previewing = 0;

/** Shows a line of play on the board. @param {string[]} line @param {Acts} acts */
async function preview(line, acts) {
  const mine = ++previewing;
  const s = now.state;
  if (!s) return;
  /** @type {typeof now.ghosts} */
  let ghosts;
  if (line.length > 0) {
    ghosts = new Map();
    for (let n = 1; n <= Math.min(line.length, 9); n++) {
      const after = await stateOf(state.game, state.position, [...played(), ...line.slice(0, n)]);
      if (mine !== previewing || now.state !== s) return;
      for (const square of after.last) {
        const cell = after.cells[square];
        if (cell.text && after.last.length <= 4) ghosts.set(square, { number: n, text: cell.text, owner: cell.owner });
      }
    }
  }
  if (mine !== previewing || now.state !== s) return;
  now.ghosts = ghosts;
  drawBoard(find('#board'), s, { flip: state.flip, scores: shownScores(), from: now.from, focus: now.focus, press: acts.press, ghosts });
}
