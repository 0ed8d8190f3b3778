// Which moves the squares of a board mean: those that a click on a square makes or begins,
// the names of squares, and the way of the keyboard over them.

/** @typedef {import('./api.js').State} State */
/** @typedef {import('./api.js').Legal} Legal */

/**
 * Lists the moves that the reader makes by clicking squares: not slides, which change
 * many squares.
 * @param {State} state
 */
export function pointed(state) {
  return state.legal.filter((l) => l.squares.length > 0 && !directions.includes(l.move));
}

/** The moves that are named by a direction, and thus have an arrow key. */
export const directions = ['up', 'down', 'left', 'right'];

/** @type {WeakMap<State, Legal[][]>} */
const indexes = new WeakMap();

/** Lists for each square the moves that it belongs to. @param {State} state */
export function movesBySquare(state) {
  let index = indexes.get(state);
  if (!index) {
    index = state.cells.map(() => /** @type {Legal[]} */ ([]));
    for (const move of pointed(state)) {
      const column = move.column < 0 ? [] : Array.from({ length: state.rows }, (_, row) => row * state.columns + move.column);
      for (const square of new Set([...move.squares, ...column])) index[square].push(move);
    }
    indexes.set(state, index);
  }
  return index;
}

/**
 * Lists the moves that a click on a square may mean; from is the square of the piece
 * picked up before, or -1.
 * @param {State} state @param {number} square @param {number} from
 * @returns {Legal[]}
 */
export function meant(state, square, from) {
  const here = movesBySquare(state)[square] ?? [];
  if (from >= 0) {
    const both = here.filter((l) => l.squares[0] === from && l.squares.includes(square) && square !== from);
    // A move of several jumps is chosen by its last square, or else by any square of
    // it.
    const ending = both.filter((l) => l.squares.at(-1) === square);
    if (both.length > 0) return ending.length > 0 ? ending : both;
  }
  // With sticks: the move that takes this stick and the fewest others.
  let least = Infinity;
  for (const l of here) least = Math.min(least, l.squares.length);
  return here.filter((l) => l.squares.length === least);
}

/**
 * Lists the moves whose squares begin with the clicked ones.
 * @param {State} state @param {number[]} way @returns {Legal[]}
 */
export function begun(state, way) {
  return pointed(state).filter((l) => l.squares.length >= way.length && way.every((square, i) => l.squares[i] === square));
}

/**
 * Whether a move picks up a piece of the side to move: a stick belongs to nobody.
 * @param {State} state @param {Legal} move
 */
export function lifts(state, move) {
  return state.style.pieces !== 'sticks' && move.squares.length >= 2 && state.cells[move.squares[0]].owner === state.turn;
}

/** Whether a square has a piece that a move picks up. @param {State} state @param {number} square */
export const picks = (state, square) => movesBySquare(state)[square].some((l) => l.squares[0] === square && lifts(state, l));

/** Names a square as the notation does. @param {State} state @param {number} square */
export function squareName(state, square) {
  const column = square % state.columns;
  const row = Math.floor(square / state.columns);
  if (state.squareNames?.[square]) return `square ${state.squareNames[square]}`;
  if (state.columnLabels && state.rowLabels) return state.columnLabels[column] + state.rowLabels[row];
  if (state.columnLabels) return `column ${state.columnLabels[column]}, row ${row + 1}`;
  if (state.rowLabels) return `row ${state.rowLabels[row]}, place ${column + 1}`;
  return state.rows === 1 ? `place ${column + 1}` : `column ${column + 1}, row ${row + 1}`;
}

/** Names a row, from below 0. @param {State} s @param {number} row */
export const rowName = (s, row) => s.rowLabels?.[row] ?? String(row + 1);

/** Names a column. @param {State} s @param {number} column */
export const columnName = (s, column) => s.columnLabels?.[column] ?? String(column + 1);

/**
 * Lists the moves of a square for marks and scores.
 * @param {State} state @param {number} square @param {number} from @param {number[]} [way]
 */
export function reach(state, square, from, way) {
  if (way && way.length > 0) return begun(state, [...way, square]);
  if (from >= 0) return movesBySquare(state)[square].filter((l) => l.squares[0] === from && l.squares.indexOf(square) > 0);
  return meant(state, square, -1).filter((l) => (lifts(state, l) ? l.squares[0] === square : l.squares.includes(square)));
}

/** The square on which the keyboard begins: the middle one. @param {State} state */
export function firstFocus(state) {
  const middle = Math.floor(state.rows / 2) * state.columns + Math.floor(state.columns / 2);
  for (let d = 0; d < state.cells.length; d++) { // the nearest square that exists
    for (const square of [middle - d, middle + d]) if (square >= 0 && square < state.cells.length && !state.missing?.includes(square)) return square;
  }
  return middle;
}

/**
 * Moves the keyboard over the board; returns the square it reaches, or -1.
 * @param {State} state @param {number} square @param {string} key @param {boolean} flip
 * @returns {number}
 */
export function walk(state, square, key, flip) {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key];
  if (!step) return -1;
  const turn = flip ? -1 : 1;
  const column = square % state.columns + step[0] * turn;
  const row = Math.floor(square / state.columns) + step[1] * turn;
  if (column < 0 || column >= state.columns || row < 0 || row >= state.rows) return -1;
  const to = row * state.columns + column;
  return state.missing?.includes(to) ? walk(state, to, key, flip) : to;
}
