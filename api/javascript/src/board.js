// <oxo-board game="connect4" level="5">: a board for a page of somebody else. The modules and styles of oxo's own page draw
// it. This module says what a click does, who moves, and when the board asks for values.

import { Game, OxoError } from './index.js';
import { drawBoard, focusSquare } from './page/board.js';
import { directions, firstFocus, lifts, meant, pointed, squareName, walk } from './page/squares.js';
import { button, fill, h } from './page/dom.js';
import { styles } from './page/style.js';
import { ranked } from './page/worth.js';

/** @typedef {import('./index.js').State} State */
/** @typedef {import('./index.js').Legal} Legal */

/** How long values are looked for, and a reply, in milliseconds. */
const [valuesTime, replyTime] = [3000, 1000];

/** The most moves that have a button each, in a game without a board. */
const maxButtons = 60;

const own = `
:host { display: block; color: var(--ink); font: 16px/1.5 var(--sans); }
:host([hidden]), [hidden] { display: none !important; }
* { box-sizing: border-box; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
button { font: inherit; color: inherit; cursor: pointer; }
.grid { --around: 220px; }
.status { min-height: 1.5em; margin: 12px 0; font-weight: 600; text-align: center; }
.tools, .choice { display: flex; flex-wrap: wrap; gap: 8px; justify-content: center; margin: 8px 0; }
.tools button, .choice button { min-height: 40px; padding: 4px 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); color: var(--ink); font-weight: 550; }
.tools button[aria-pressed="true"] { background: var(--accent); color: var(--on-accent); border-color: var(--accent); }
.tools button:disabled { color: var(--soft); cursor: default; }
.because { max-width: 60ch; margin: 8px auto; padding-left: 24px; }
`;

const Base = globalThis.HTMLElement ?? /** @type {typeof HTMLElement} */ (/** @type {unknown} */ (class {}));

/** The element. */
export class OxoBoard extends Base {
  static observedAttributes = ['game', 'side', 'position', 'moves', 'flip', 'values', 'level'];

  /** @type {import('./index.js').Position|null} */
  #position = null;
  /** @type {State|null} */
  #state = null;
  /** @type {import('./index.js').Analysis|null} */
  #analysis = null;
  /** The question that is asked now. */
  #asking = new AbortController();
  #from = -1; // the square of the piece taken up
  #focus = -1;
  #playable = false;
  #begun = false;
  #seed = 0;

  constructor() {
    super();
    const board = h('div', { class: 'board', part: 'board', onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event) });
    const status = h('p', { class: 'status', part: 'status', role: 'status' });
    const choice = h('div', { class: 'choice', part: 'choice', role: 'group', 'aria-label': 'moves', hidden: true });
    const again = button('New game', () => this.newGame());
    const back = button('Take back', () => this.undo());
    const values = button('Values', () => this.toggleAttribute('values'), { 'aria-pressed': 'false' });
    const why = button('Why?', () => this.#why());
    const because = h('ul', { class: 'because', part: 'because', 'aria-label': 'why', hidden: true });
    const whole = h('div', { role: 'group', part: 'whole' }, board, status, choice, h('div', { class: 'tools', part: 'tools' }, again, back, values, why), because);
    this.parts = { whole, board, status, choice, back, values, why, because };
    this.attachShadow({ mode: 'open' }).append(h('style', {}, styles + own), whole);
  }

  connectedCallback() {
    this.#begun = true;
    void this.newGame();
  }

  disconnectedCallback() {
    this.#begun = false;
    this.#asking.abort();
    this.#position = this.#state = null;
  }

  /** @param {string} name @param {string|null} before @param {string|null} after */
  attributeChangedCallback(name, before, after) {
    if (before === after || !this.#begun) return;
    if (name === 'values') void this.#values();
    else if (name === 'flip') this.#draw();
    else if (name !== 'level') void this.newGame();
  }

  /** The position that is shown; null before the game is open. */
  get position() { return this.#position; }

  /** Begins a game. */
  async newGame() {
    const asking = this.#stop();
    await this.#trying(async () => {
      const game = await Game.open(this.getAttribute('game') ?? 'tictactoe');
      if (asking.aborted) return;
      this.#seed = Math.floor(Math.random() * 2 ** 32);
      this.#position = game.position({ text: this.getAttribute('position') ?? '', moves: this.getAttribute('moves') ?? '' });
      this.parts.whole.setAttribute('aria-label', `${game.name}, a game`);
      await this.#show();
    });
  }

  /** Plays a move, as if its square were clicked. @param {string} move */
  async play(move) {
    await this.#trying(async () => {
      this.#position?.find(move); // one that is illegal changes nothing
      this.#stop();
      this.#position?.play(move);
      this.#tell('oxo-move', { move, moves: this.#position?.history });
      await this.#show();
    });
  }

  /** Takes back moves until it is a person's turn. */
  async undo() {
    const position = this.#position;
    if (!position || position.made === 0) return;
    this.#stop();
    await this.#trying(async () => {
      do position.undo(); while (position.made > 0 && !this.#mine());
      await this.#show();
    });
  }

  /** Ends what is asked, and returns the signal of the next question. */
  #stop() {
    this.#asking.abort();
    this.#asking = new AbortController();
    this.#playable = false;
    this.#analysis = null;
    this.#from = -1;
    this.#choose([]);
    fill(this.parts.because);
    this.parts.because.hidden = true;
    return this.#asking.signal;
  }

  /** Shows an error, unless a stop has caused it. @param {() => Promise<void>} f */
  async #trying(f) {
    try {
      await f();
    } catch (error) {
      if (error instanceof OxoError && error.kind === 'stopped') return;
      this.#say(/** @type {Error} */ (error).message);
      this.#tell('oxo-error', { error });
    }
  }

  /** @param {string} name @param {object} detail */
  #tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true })); }

  /** @param {string} text */
  #say(text) {
    if (this.parts.status.textContent !== text) this.parts.status.textContent = text;
  }

  /** Whether a person is to move: without a level, persons play both sides. */
  #mine() {
    const side = this.getAttribute('side') ?? 'first';
    return !this.hasAttribute('level') || side === 'both' || (side === 'second' ? 1 : 0) === this.#position?.turn;
  }

  /** Shows the position, and lets the one who is to move do so. */
  async #show() {
    const { signal } = this.#asking;
    const position = /** @type {import('./index.js').Position} */ (this.#position);
    let state;
    for await (const { data } of position.ask('position', {}, { signal })) state = data;
    if (signal.aborted) return;
    if (this.#state?.game !== state.game) this.#focus = firstFocus(state);
    this.#state = state;
    this.#playable = position.outcome === 'ongoing' && this.#mine();
    this.#draw();
    this.#say(state.verdict);
    if (position.outcome !== 'ongoing') return this.#tell('oxo-end', { outcome: position.outcome, verdict: state.verdict });
    if (this.#playable) {
      this.#choose(state.columns === 0 ? state.legal.slice(0, maxButtons) : state.legal.filter((/** @type {Legal} */ l) => l.squares.length === 0));
      return this.#values();
    }
    const level = this.getAttribute('level') ?? 'perfect';
    const { move } = await position.best({ level, time: replyTime, seed: this.#seed, signal });
    if (!signal.aborted) await this.play(move);
  }

  /** Draws what has changed. */
  #draw() {
    const state = this.#state;
    if (!state) return;
    const { board, back, why } = this.parts;
    drawBoard(board, state, {
      flip: this.hasAttribute('flip'), from: this.#from, focus: this.#focus, playable: this.#playable,
      scores: this.#analysis && this.hasAttribute('values') ? ranked(this.#analysis) : null,
      chips: state.legal.some(({ column }) => column >= 0) || state.style.places === 'frame',
      press: (square) => this.#press(square),
    });
    for (const element of [back, why]) /** @type {HTMLButtonElement} */ (element).disabled = state.moves.length === 0;
  }

  /** Looks for the values of the moves, if they are wanted. */
  async #values() {
    const wanted = this.hasAttribute('values');
    this.parts.values.setAttribute('aria-pressed', String(wanted));
    if (!wanted || !this.#playable || this.#analysis) return this.#draw();
    const { signal } = this.#asking;
    return this.#trying(async () => {
      for await (const report of /** @type {import('./index.js').Position} */ (this.#position).analyze({ time: valuesTime, signal })) {
        if (signal.aborted) return;
        this.#analysis = report;
        this.#draw();
      }
    });
  }

  /** Says why the last move is worth what it is. */
  async #why() {
    const { because } = this.parts;
    const before = this.#position?.copy();
    const move = before?.history.at(-1);
    if (!before || !move) return;
    const { signal } = this.#asking;
    because.hidden = false;
    fill(because, h('li', {}, 'One moment …'));
    await this.#trying(async () => {
      const { sentences } = await before.undo().why(move, { time: valuesTime, signal });
      if (!signal.aborted) fill(because, ...sentences.map(({ text }) => h('li', {}, text)));
    });
  }

  /** A click on a square. @param {number} square */
  #press(square) {
    const state = this.#state;
    if (!state) return;
    this.#focus = square;
    if (!this.#playable) return this.#draw();
    const taken = this.#from;
    this.#from = -1;
    let moves = square === taken ? [] : meant(state, square, taken);
    if (taken >= 0 && !moves.some((l) => l.squares[0] === taken)) moves = square === taken ? [] : meant(state, square, -1);
    const up = moves.some((l) => lifts(state, l) && l.squares[0] === square);
    if (up) {
      this.#from = square;
      this.#say(`${squareName(state, square)} is taken up: choose where it goes`);
    } else if (moves.some((l) => lifts(state, l) && l.squares[0] !== taken)) moves = []; // a piece must be taken up first
    this.#choose(up || moves.length < 2 ? [] : moves);
    if (!up && moves.length === 1) return void this.play(moves[0].move);
    this.#draw();
    if (moves.length > 0 || square === taken) return undefined;
    const some = pointed(state).slice(0, 6).map((l) => l.name ?? l.move).join(', ');
    return this.#say(`${squareName(state, square)} is not a move here${some && `; there is ${some}${state.legal.length > 6 ? ' …' : ''}`}`);
  }

  /** Shows a button for each of some moves. @param {Legal[]} moves */
  #choose(moves) {
    const { choice } = this.parts;
    choice.hidden = moves.length === 0;
    fill(choice, ...moves.map((l) => button(l.name ?? l.move, () => this.play(l.move))));
  }

  /** The arrow keys walk over the board, or are the moves where these are directions. @param {KeyboardEvent} event */
  #key(event) {
    const state = this.#state;
    if (!state || !event.key.startsWith('Arrow') || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const direction = event.key.slice(5).toLowerCase();
    if (state.legal.some((l) => directions.includes(l.move))) {
      if (this.#playable && state.legal.some((l) => l.move === direction)) void this.play(direction);
      return;
    }
    const to = walk(state, this.#focus, event.key, this.hasAttribute('flip'));
    if (to < 0) return;
    this.#focus = to;
    this.#draw();
    focusSquare(this.parts.board, to);
  }
}

if (globalThis.customElements && !customElements.get('oxo-board')) customElements.define('oxo-board', OxoBoard);
