// The board: its squares can be clicked, touched and reached with the arrow keys. It
// draws any grid in the style of the game; the API says which squares belong to a move.
// Drawing a board again changes only what differs.

import { drawArrows } from './arrows.js';
import { h } from './dom.js';
import { dragging } from './drag.js';
import { bySide, inWords, piece, underlay } from './pieces.js';
import { columnName, firstFocus, lifts, meant, movesBySquare, picks, reach, rowName, squareName } from './squares.js';
import { say } from './words.js';
import { worthBadge, worthWords } from './worth.js';

/** Whether squares say less: the page has such a setting, other pages with a board do not. */
const brief = () => document.documentElement.dataset.speech === 'short';

/** @typedef {import('./api.js').State} State */
/** @typedef {import('./api.js').Legal} Legal */
/** @typedef {import('./worth.js').Ranked} Ranked */

/**
 * @typedef {{
 *   flip?: boolean,
 *   scores?: Map<string, Ranked>|null,    // by move
 *   from?: number,                        // the square of the picked-up piece
 *   way?: number[],                       // the squares clicked so far for a move that has more
 *   ghosts?: Map<number, {number: number, text: string, owner: number}>, // a line of play, by square
 *   press?: (square: number, touched: boolean) => void, // missing: the board is only shown
 *   lift?: (square: number) => void, // picks up the piece of a drag
 *   anyPiece?: boolean, // every piece can be picked up, whatever the rules
 *   drop?: (from: number, to: number) => void, // puts it down; -1 is beside the board
 *   playable?: boolean,                   // false: the keyboard moves over the squares, but no move is possible now
 *   focus?: number,                       // the square with the keyboard focus
 *   aim?: number,                         // the touched square, not yet confirmed
 *   coming?: number,                      // the square to which a piece is moving
 *   chips?: boolean,                      // whether the scores of columns are above the board
 * }} Look
 *
 * @typedef {{element: HTMLElement, looks: string, said: string, worth: string, tab: string,
 *   piece: string, ghost: string, badge: string, over: HTMLElement|null}} Square what is drawn on a square, as text
 * @typedef {{key: string, grid: HTMLElement, field: HTMLElement, squares: Square[], chips: HTMLElement|null,
 *   state: State, look: Look, hints: HTMLElement[], over: number}} Drawn
 */

/** @type {WeakMap<HTMLElement, Drawn>} */
const boards = new WeakMap();

/**
 * Draws a position.
 * @param {HTMLElement} container
 * @param {State} state
 * @param {Look} [look]
 */
export function drawBoard(container, state, look = {}) {
  const { columns, rows } = state;
  if (columns === 0) {
    boards.delete(container);
    container.replaceChildren(inText(state));
    return;
  }
  const key = JSON.stringify([columns, rows, state.style, state.columnLabels, state.rowLabels, state.squareNames, state.missing, state.lines, !!look.flip, !!look.press, !!look.chips]);
  let drawn = boards.get(container);
  const had = drawn && container.contains(document.activeElement) && document.activeElement?.closest('[data-square]');
  if (!drawn || drawn.key !== key || drawn.grid.parentNode !== container) {
    drawn = build(state, look, key);
    boards.set(container, drawn);
    container.replaceChildren(drawn.grid);
  }
  const before = drawn.state;
  Object.assign(drawn, { state, look });
  hover(drawn, -1);
  drawn.grid.classList.toggle('picking', (look.from ?? -1) >= 0 || (look.way?.length ?? 0) > 0);
  if (!look.press) drawn.field.setAttribute('aria-label', boardInWords(state));
  const next = before !== state && before.game === state.game && state.moves.length === before.moves.length + 1;
  const sights = { last: new Set(state.last.length <= 3 ? state.last : []), won: new Set(state.line), index: movesBySquare(state), next };
  for (let square = 0; square < columns * rows; square++) drawSquare(drawn, square, sights);
  if (drawn.chips) drawChips(drawn.chips, state, look);
  drawArrows(drawn.field, state, look.press && (look.from ?? -1) < 0 ? look.scores : null, !!look.flip, lifts);
  if (drawn.over >= 0) hover(drawn, drawn.over);
  if (had) focusSquare(container, look.focus ?? firstFocus(state));
}

/** The position of a game without a board: its text, or each fact of a rule sheet by itself. @param {State} state */
function inText(state) {
  const [facts, mover] = state.position.split(' to move: ');
  if (mover === undefined) return h('pre', { class: 'plain' }, state.position);
  return h('ul', { class: 'plain facts', 'aria-label': 'what is true now' }, ...facts.split(' ').filter(Boolean).map((fact) => h('li', {}, fact)));
}

/**
 * Builds the elements of a board.
 * @param {State} state @param {Look} look @param {string} key @returns {Drawn}
 */
function build(state, look, key) {
  const { columns, rows, style } = state;
  const field = h('div', { class: 'squares', role: look.press ? 'grid' : 'img', 'aria-label': look.press ? `board, ${columns} by ${rows}` : null },
    underlay(style.places, columns, rows, style.wraps, state.lines, look.flip));
  const grid = h('div', {
    class: `grid places-${style.places}${style.wraps ? ' wraps' : ''}${many(state) ? ' many' : ''}`,
  });
  grid.style.setProperty('--columns', String(columns));
  grid.style.setProperty('--rows', String(style.places === 'heaps' ? rows * 3 : rows));
  /** @type {Square[]} */
  const squares = [];
  const down = Array.from({ length: rows }, (_, y) => (look.flip ? y : rows - 1 - y));
  const across = Array.from({ length: columns }, (_, x) => (look.flip ? columns - 1 - x : x));
  if (look.press) field.append(headRow(state, across));
  for (const row of down) {
    const line = h('div', { class: 'row', role: look.press ? 'row' : null, 'aria-label': look.press ? `row ${rowName(state, row)}` : null },
      look.press ? h('span', { class: 'hidden', role: 'rowheader', 'aria-colindex': 1 }, rowName(state, row)) : null);
    for (const column of across) {
      const square = row * columns + column;
      const element = h(look.press ? 'button' : 'span', { class: 'square', 'data-square': square, type: look.press ? 'button' : null, role: look.press ? 'gridcell' : null, 'aria-colindex': look.press ? across.indexOf(column) + 2 : null },
        state.squareNames?.[square] ? h('span', { class: 'name', 'aria-hidden': 'true' }, state.squareNames[square]) : null);
      squares[square] = { element, looks: '', said: '', worth: '', tab: '', piece: '', ghost: '', badge: '', over: null };
      line.append(element);
    }
    field.append(line);
  }
  const chips = look.chips ? h('div', { class: 'chips', 'aria-hidden': 'true' }, ...across.map((column) => h('span', { class: 'chip', 'data-column': column }))) : null;
  if (chips) grid.append(chips);
  if (state.rowLabels) grid.append(h('div', { class: 'side-labels', 'aria-hidden': 'true' }, ...down.map((row) => label(state.rowLabels?.[row]))));
  grid.append(field);
  if (state.rowLabels) grid.append(h('div', { class: 'pad' }));
  if (state.columnLabels) grid.append(h('div', { class: 'labels', 'aria-hidden': 'true' }, ...across.map((column) => label(state.columnLabels?.[column]))));
  /** @type {Drawn} */
  const drawn = { key, grid, field, squares, chips, state, look, hints: [], over: -1 };
  if (look.press) listen(drawn);
  new ResizeObserver(() => { // the text that fits into a square depends on its size
    const size = squares[0].element.getBoundingClientRect().width;
    grid.style.setProperty('--s', `${size}px`); // much cheaper than a container query in each square
    grid.dataset.size = size > 76 ? 'big' : size > 43 ? 'mid' : 'small';
  }).observe(field);
  return drawn;
}

/** Makes the row that names the columns to a screen reader. @param {State} state @param {number[]} across */
function headRow(state, across) {
  return h('div', { class: 'hidden', role: 'row', 'aria-label': 'columns' },
    ...['row', ...across.map((column) => columnName(state, column))].map((name, i) => h('span', { role: 'columnheader', 'aria-colindex': i + 1 }, name)));
}

/** Whether a square has a piece that can be picked up. @param {Drawn} drawn @param {number} square */
const movable = ({ state, look }, square) => state.cells[square].text !== '' && (look.anyPiece || picks(state, square));

/** @param {string|undefined} text */
const label = (text) => h('span', { class: 'label' }, text);

/** Listens once for all squares. @param {Drawn} drawn */
function listen(drawn) {
  const at = (/** @type {Event} */ event) => {
    const element = /** @type {Element} */ (event.target).closest('[data-square], [data-column]');
    if (!(element instanceof HTMLElement)) return -1;
    if (element.dataset.square) return Number(element.dataset.square);
    return drawn.state.columns * (drawn.state.rows - 1) + Number(element.dataset.column);
  };
  let touched = false;
  dragging(drawn.field, {
    movable: (square) => !!drawn.look.lift && drawn.look.playable !== false && movable(drawn, square),
    lift: (from) => drawn.look.lift?.(from), drop: (from, to) => drawn.look.drop?.(from, to),
  });
  drawn.grid.addEventListener('pointerdown', (event) => { touched = event.pointerType === 'touch'; });
  drawn.grid.addEventListener('click', (event) => {
    const square = at(event);
    if (square >= 0) drawn.look.press?.(square, touched && event.detail > 0);
  });
  drawn.field.addEventListener('pointerover', (event) => {
    if (event.pointerType !== 'touch') hover(drawn, drawn.over = at(event));
  });
  drawn.field.addEventListener('pointerleave', () => hover(drawn, drawn.over = -1));
}

/**
 * Shows what a click on a square would do: the piece at its destination, or the pieces
 * that go.
 * @param {Drawn} drawn @param {number} square
 */
function hover(drawn, square) {
  for (const hint of drawn.hints.splice(0)) {
    if (hint.classList.contains('square')) hint.classList.remove('lit', 'going');
    else hint.remove();
  }
  const { state, look } = drawn;
  if (square < 0 || look.playable === false || (look.from ?? -1) >= 0 || look.way?.length) return;
  const moves = meant(state, square, -1);
  if (moves.length !== 1 || lifts(state, moves[0])) return;
  const [move] = moves;
  if (state.style.pieces === 'sticks') {
    for (const gone of move.squares) {
      drawn.squares[gone].element.classList.add('going');
      drawn.hints.push(drawn.squares[gone].element);
    }
  }
  if (!bySide(state.style.pieces) || move.squares.length !== 1) return;
  if (move.column >= 0) {
    for (let row = 0; row < state.rows; row++) {
      const { element } = drawn.squares[row * state.columns + move.column];
      element.classList.add('lit');
      drawn.hints.push(element);
    }
  }
  const target = drawn.squares[move.squares[0]];
  if (target.badge && move.column < 0) return; // the worth of the move is shown there
  const hint = /** @type {HTMLElement} */ (piece(state.style.pieces, { text: '', owner: state.turn }));
  hint.classList.add('hint-piece');
  hint.classList.remove('stone'); // the piece is not there yet
  target.element.append(hint);
  drawn.hints.push(hint);
}

/** @param {HTMLElement} container @param {number} square */
export function focusSquare(container, square) {
  const element = container.querySelector(`[data-square="${square}"]`);
  if (element instanceof HTMLElement && element !== document.activeElement) element.focus({ preventScroll: true });
}

/** @param {State} state */
function boardInWords(state) {
  const stones = state.cells.map((c, i) => (c.text ? `${inWords(state.style.pieces, c, state.sides)} on ${squareName(state, i)}` : '')).filter(Boolean);
  return `${say(state.verdict)}: ${stones.length ? stones.map(say).join(', ') : say('an empty board')}`;
}

/**
 * Draws what has changed on a square.
 * @param {Drawn} drawn @param {number} square
 * @param {{last: Set<number>, won: Set<number>, index: Legal[][], next: boolean}} sights
 */
function drawSquare(drawn, square, { last, won, index, next }) {
  const { state, look } = drawn;
  const on = drawn.squares[square];
  const cell = state.cells[square];
  const live = !!look.press && look.playable !== false;
  const moves = look.press && index[square].length > 0 ? reach(state, square, look.from ?? -1, look.way) : [];
  let looks = state.missing?.includes(square) ? 'square missing' : 'square';
  if ((Math.floor(square / state.columns) + square % state.columns) % 2) looks += ' odd';
  if (last.has(square)) looks += ' last';
  if (won.has(square)) looks += ' won';
  if (look.from === square || look.way?.includes(square)) looks += ' taken';
  if (look.aim === square) looks += ' aimed';
  if (live && moves.length > 0) looks += ' legal';
  if (cell.text) looks += ' full';
  const barred = !!state.barred?.includes(square);
  if (barred) looks += ' barred';
  if (live && movable(drawn, square)) looks += ' movable';
  const score = look.scores && moves.length > 0 ? bestOf(moves, look.scores) : undefined;
  if (score) looks += ' scored';
  if (looks !== on.looks) on.element.className = on.looks = looks;
  drawPiece(on, drawn, square, next && last.has(square));
  drawOwner(on, state.owners?.[square] ?? -1);
  drawOver(on, drawn, square, moves, score);
  if (!look.press) return;
  const facts = [squareName(state, square), ...(cell.text || !brief() ? [inWords(state.style.pieces, cell, state.sides)] : [])];
  if (barred) facts.push(`forbidden to ${state.sides[state.turn]}`);
  if (last.has(square)) facts.push('last move');
  if (won.has(square)) facts.push('winning line');
  if ((state.owners?.[square] ?? -1) >= 0) facts.push(`${state.sides[state.owners?.[square] ?? 0]}'s`);
  // Everything that is shown is also said to screen readers.
  const ghost = look.ghosts?.get(square);
  if (ghost) facts.push(`move ${ghost.number} of the line`);
  if (score) facts.push(...(brief() || score.value.estimate === undefined ? [] : [`rank ${score.rank}`]), worthWords(score));
  const said = facts.map(say).join(', ');
  if (said !== on.said) on.element.setAttribute('aria-label', on.said = said);
  const tab = square === (look.focus ?? firstFocus(state)) ? '0' : '-1';
  if (tab !== on.tab) on.element.setAttribute('tabindex', on.tab = tab);
}

/** @param {Square} on @param {Drawn} drawn @param {number} square @param {boolean} came */
function drawPiece(on, { state, look }, square, came) {
  const cell = state.cells[square];
  const coming = look.coming === square && !cell.text && bySide(state.style.pieces);
  const key = cell.text ? `${cell.text} ${cell.owner} ${state.style.pieces}` : coming ? `coming ${state.turn}` : '';
  if (key === on.piece) return;
  on.piece = key;
  on.element.querySelector(':scope > .standing')?.remove();
  if (!key) return;
  const element = piece(state.style.pieces, coming ? { text: '', owner: state.turn } : cell);
  element.classList.add('standing');
  if (coming) element.classList.replace('stone', 'coming-piece');
  else if (came && state.style.places === 'frame') {
    element.classList.add('falling');
    /** @type {HTMLElement} */ (element).style.setProperty('--fall', String(state.rows - Math.floor(square / state.columns)));
  }
  on.element.prepend(element);
}

/** Draws which side owns a square at the end. @param {Square} on @param {number} owner */
function drawOwner(on, owner) {
  const old = on.element.querySelector(':scope > .territory');
  if (old && owner < 0) old.remove();
  if (owner < 0 || old?.classList.contains(`owner${owner}`)) return;
  old?.remove();
  on.element.append(h('span', { class: `territory owner${owner}`, 'aria-hidden': 'true' }));
}

/**
 * Draws what is above the piece: a ghost of a line, or the worth of a move.
 * @param {Square} on @param {Drawn} drawn @param {number} square @param {Legal[]} moves @param {Ranked|undefined} score
 */
function drawOver(on, { state, look }, square, moves, score) {
  const ghost = look.ghosts?.get(square);
  const ghostKey = ghost ? `${ghost.number} ${ghost.owner} ${ghost.text}` : '';
  if (ghostKey !== on.ghost) {
    on.ghost = ghostKey;
    on.element.querySelector(':scope > .ghost')?.remove();
    if (ghost) on.element.append(h('span', { class: `ghost owner${ghost.owner}${ghost.number === 1 ? ' first' : ''}` }, h('span', {}), h('b', {}, ghost.number)));
  }
  // The worth of a column is above it if there is room.
  const shown = score && !ghost && !(look.chips && moves[0]?.column >= 0) ? score : undefined;
  const where = state.cells[square].text !== '' ? 'on' : many(state) ? 'small' : '';
  const key = shown ? `${shown.score} ${shown.value.proven} ${shown.best} ${shown.rank} ${shown.part.toFixed(2)} ${where}` : '';
  if (key === on.badge) return;
  on.badge = key;
  const old = on.over;
  on.over = shown ? worthBadge(shown, where, old) : null;
  if (old && old !== on.over) old.remove();
  if (on.over && on.over !== old) on.element.append(on.over);
}

/** Whether the squares are too small for text. @param {State} state */
const many = (state) => Math.max(state.columns, state.rows) > 9;

/**
 * Draws the worth of each column above it.
 * @param {HTMLElement} box @param {State} state @param {Look} look
 */
function drawChips(box, state, look) {
  for (const element of box.children) {
    const column = Number(/** @type {HTMLElement} */ (element).dataset.column);
    const move = state.legal.find((l) => l.column === column);
    const score = move && look.scores?.get(move.move);
    const key = score ? `${score.score} ${score.value.proven} ${score.best} ${score.rank}` : '';
    if (/** @type {HTMLElement} */ (element).dataset.key === key) continue;
    /** @type {HTMLElement} */ (element).dataset.key = key;
    element.replaceChildren(...(score ? [worthBadge(score, 'column')] : []));
  }
}

/** @param {Legal[]} moves @param {Map<string, Ranked>} scores @returns {Ranked|undefined} */
function bestOf(moves, scores) {
  /** @type {Ranked|undefined} */
  let best;
  for (const { move } of moves) {
    const score = scores.get(move);
    if (score && (!best || score.score > best.score)) best = score;
  }
  return best;
}
