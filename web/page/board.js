// The board: squares that can be clicked, touched and walked with the arrow
// keys. It draws any grid; what a square means to a move comes from the API.

import { h, svg } from './dom.js';
import { badge, shape, tone } from './values.js';

/** @typedef {import('./api.js').State} State */
/** @typedef {import('./api.js').Legal} Legal */
/** @typedef {import('./api.js').MoveWorth} MoveWorth */

/**
 * @typedef {{
 *   flip?: boolean,
 *   scores?: Map<string, MoveWorth>|null, // by move
 *   from?: number,                        // the square taken up
 *   ghosts?: Map<number, {number: number, text: string, owner: number}>, // a line of play, by square
 *   press?: (square: number) => void,     // none: only to look at
 *   focus?: number,                       // the square with the keyboard
 * }} Look
 */

/** The moves that are pointed at by squares: not slides, which change many. @param {State} state */
export function pointed(state) {
  return state.legal.filter((l) => l.squares.length > 0 && !directions.includes(l.move));
}

/** The moves that are named by a direction, and so by an arrow key. */
export const directions = ['up', 'down', 'left', 'right'];

/**
 * The moves that a click on a square may mean, with another square taken up
 * before or -1.
 * @param {State} state @param {number} square @param {number} from
 * @returns {Legal[]}
 */
export function meant(state, square, from) {
  const moves = pointed(state);
  if (from >= 0) {
    const both = moves.filter((l) => l.squares[0] === from && l.squares.includes(square) && square !== from);
    if (both.length > 0) return both;
  }
  const here = moves.filter((l) => l.squares.includes(square) || (l.column >= 0 && l.column === square % state.columns));
  // Taking sticks: the move that takes this one and as few others as can be.
  const least = Math.min(...here.map((l) => l.squares.length));
  return here.filter((l) => l.squares.length === least);
}

/** Whether a move takes up a stone of the mover's. @param {State} state @param {Legal} move */
export function lifts(state, move) {
  return move.squares.length === 2 && state.cells[move.squares[0]].owner === state.turn;
}

/** What the notation calls a square. @param {State} state @param {number} square */
export function squareName(state, square) {
  const column = square % state.columns;
  const row = Math.floor(square / state.columns);
  if (state.columnLabels && state.rowLabels) return state.columnLabels[column] + state.rowLabels[row];
  if (state.columnLabels) return `column ${state.columnLabels[column]}, row ${row + 1}`;
  if (state.rowLabels) return `row ${state.rowLabels[row]}, place ${column + 1}`;
  return state.rows === 1 ? `place ${column + 1}` : `column ${column + 1}, row ${row + 1}`;
}

/** What stands on a square, in words. @param {State} state @param {number} square */
function content(state, square) {
  const cell = state.cells[square];
  if (cell.text === '') return 'empty';
  if (cell.text === '|') return 'a stick';
  if (/^\d+$/.test(cell.text)) return cell.text;
  return state.sides[cell.owner] ?? cell.text;
}

/**
 * Draws a position.
 * @param {HTMLElement} container
 * @param {State} state
 * @param {Look} [look]
 */
export function drawBoard(container, state, look = {}) {
  const { columns, rows } = state;
  if (columns === 0) {
    container.replaceChildren(h('pre', { class: 'plain' }, state.position));
    return;
  }
  const focus = look.focus ?? firstFocus(state);
  const grid = h('div', {
    class: `grid${look.press ? '' : ' still'}`, role: look.press ? 'grid' : 'img',
    'aria-label': look.press ? `board, ${columns} by ${rows}` : boardInWords(state),
  });
  grid.style.setProperty('--columns', String(columns));
  grid.style.setProperty('--rows', String(rows));
  grid.classList.toggle('small', columns > 9 || rows > 9);
  grid.classList.toggle('picking', (look.from ?? -1) >= 0);
  // Heaps have no columns with names.
  const sticks = !state.columnLabels && state.cells.every((c) => c.text === '|' || c.text === '');
  grid.classList.toggle('sticks', sticks);
  if (sticks) grid.style.setProperty('--rows', String(rows * 3));
  for (let y = 0; y < rows; y++) {
    const row = look.flip ? y : rows - 1 - y;
    const line = h('div', { class: 'row', role: look.press ? 'row' : null });
    if (state.rowLabels) line.append(h('span', { class: 'label edge', 'aria-hidden': 'true' }, state.rowLabels[row]));
    for (let x = 0; x < columns; x++) {
      const column = look.flip ? columns - 1 - x : x;
      line.append(drawSquare(state, row * columns + column, look, focus));
    }
    grid.append(line);
  }
  if (state.columnLabels) {
    const order = look.flip ? [...state.columnLabels].reverse() : state.columnLabels;
    grid.append(h('div', { class: 'row labels', 'aria-hidden': 'true' },
      state.rowLabels ? h('span', { class: 'label edge' }) : null, ...order.map((l) => h('span', { class: 'label' }, l))));
  }
  const had = container.contains(document.activeElement) && document.activeElement?.closest('[data-square]');
  container.replaceChildren(grid);
  if (had) focusSquare(container, focus);
}

/** The keyboard begins in the middle. @param {State} state */
export function firstFocus(state) {
  return Math.floor(state.rows / 2) * state.columns + Math.floor(state.columns / 2);
}

/** @param {HTMLElement} container @param {number} square */
export function focusSquare(container, square) {
  const element = container.querySelector(`[data-square="${square}"]`);
  if (element instanceof HTMLElement) element.focus();
}

/** @param {State} state */
function boardInWords(state) {
  const stones = state.cells.map((c, i) => (c.text ? `${content(state, i)} on ${squareName(state, i)}` : '')).filter(Boolean);
  return `${state.verdict}: ${stones.length ? stones.join(', ') : 'an empty board'}`;
}

/** @param {State} state @param {number} square @param {Look} look @param {number} focus */
function drawSquare(state, square, look, focus) {
  const cell = state.cells[square];
  const classes = ['square'];
  if ((Math.floor(square / state.columns) + square % state.columns) % 2) classes.push('odd');
  const last = state.last.length <= 3 && state.last.includes(square); // a slide changes many
  if (last) classes.push('last');
  if (state.line.includes(square)) classes.push('won');
  if (look.from === square) classes.push('taken');
  const moves = look.press ? reach(state, square, look.from ?? -1) : [];
  if (moves.length > 0) classes.push('legal');
  const score = look.scores ? bestOf(moves, look.scores) : undefined;
  const words = [squareName(state, square), content(state, square)];
  if (last) words.push('last move');
  if (state.line.includes(square)) words.push('winning line');
  if (score) words.push(`${badge(score)}: ${score.text}`); // what is seen is said
  const ghost = look.ghosts?.get(square);
  return h(look.press ? 'button' : 'span', {
    class: classes.join(' '), 'data-square': square, type: look.press ? 'button' : null,
    role: look.press ? 'gridcell' : null, 'aria-label': look.press ? words.join(', ') : null,
    tabindex: look.press ? (square === focus ? 0 : -1) : null, title: score ? score.text : null,
    onclick: () => look.press?.(square),
  },
  cell.text ? stone(cell) : null,
  ghost ? h('span', { class: `ghost owner${ghost.owner}` }, stone(ghost), h('b', {}, ghost.number)) : null,
  score && !ghost ? h('span', { class: `badge ${tone(score.score)}${score.best ? ' best' : ''}${cell.text ? ' on' : ''}`, 'aria-hidden': 'true' },
    score.value.estimate === undefined ? h('i', {}, shape(score.score)) : null, h('span', { class: badge(score).length > 3 ? 'long' : 'short' }, badge(score))) : null);
}

/** The moves that a square is part of, for marks and scores. @param {State} state @param {number} square @param {number} from */
function reach(state, square, from) {
  if (from >= 0) return pointed(state).filter((l) => l.squares[0] === from && l.squares[1] === square);
  return meant(state, square, -1).filter((l) => (lifts(state, l) ? l.squares[0] === square : l.squares.includes(square)));
}

/** @param {Legal[]} moves @param {Map<string, MoveWorth>} scores @returns {MoveWorth|undefined} */
function bestOf(moves, scores) {
  /** @type {MoveWorth|undefined} */
  let best;
  for (const { move } of moves) {
    const score = scores.get(move);
    if (score && (!best || score.score > best.score)) best = score;
  }
  return best;
}

/** Draws what stands on a square. @param {{text: string, owner: number}} cell */
function stone({ text, owner }) {
  if (text === '|') return h('span', { class: 'stick' });
  if (/^\d+$/.test(text)) {
    const tile = h('span', { class: `tile${text.length > 3 ? ' long' : ''}` }, text);
    tile.style.setProperty('--step', String(Math.min(Math.log2(Number(text)), 12)));
    return tile;
  }
  const box = svg('svg', { viewBox: '0 0 100 100', class: `stone owner${owner}`, 'aria-hidden': 'true' });
  if (text === 'X') box.append(svg('path', { d: 'M24 24 76 76M76 24 24 76', class: 'stroke' }));
  else if (text === 'O') box.append(svg('circle', { cx: 50, cy: 50, r: 28, class: 'stroke' }));
  else {
    box.append(svg('circle', { cx: 50, cy: 50, r: 32, class: 'disc' }),
      svg('text', { x: 50, y: 51, class: 'letter' }, text));
  }
  return box;
}

/**
 * Moves the keyboard over the board; tells the square it comes to, or -1.
 * @param {State} state @param {number} square @param {string} key @param {boolean} flip
 */
export function walk(state, square, key, flip) {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key];
  if (!step) return -1;
  const turn = flip ? -1 : 1;
  const column = square % state.columns + step[0] * turn;
  const row = Math.floor(square / state.columns) + step[1] * turn;
  if (column < 0 || column >= state.columns || row < 0 || row >= state.rows) return -1;
  return row * state.columns + column;
}
