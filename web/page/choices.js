// Buttons for the moves that belong to no square, and for what the reader can do now.

import { button, fill, find, h, refill } from './dom.js';
import { now, yourTurn } from './shown.js';
import { fileOf, isSheet } from './sheets.js';
import { directions } from './squares.js';
import { state, update } from './store.js';
import { say } from './words.js';
import { worthBadge } from './worth.js';

/** @typedef {import('./api.js').State} State */
/** @typedef {{make: (move: string) => void, again: () => void, review: () => void, confirm: () => void}} Acts */

/** The text of moves on buttons. */
const arrows = /** @type {Record<string, string>} */ ({ up: '↑ up', down: '↓ down', left: '← left', right: '→ right' });

/** Lists the moves that have buttons. @param {State} s */
function named(s) {
  const legal = s.legal.map((l) => l.move);
  if (s.columns === 0) return legal;
  if (legal.some((m) => directions.includes(m))) return ['left', 'down', 'up', 'right'];
  // The squares of a heap of sticks are small: its moves have buttons too.
  if (s.style.places === 'heaps' && legal.length <= 12) return legal;
  return s.legal.filter((l) => l.squares.length === 0 && l.column < 0).map((l) => l.move); // a pass
}

/**
 * Draws the buttons; only changed buttons are built again, so that the keyboard focus stays.
 * @param {State} s @param {Map<string, import('./worth.js').Ranked>|null} scores @param {Acts} acts @param {string} aimed the move to confirm
 */
export function drawChoices(s, scores, acts, aimed) {
  const box = find('#choices');
  const legal = new Set(s.legal.map((l) => l.move));
  const takes = s.style.places === 'heaps' ? 'take ' : '';
  const moves = named(s);
  const over = s.outcome !== 'ongoing' && state.moves.length > 1;
  const key = JSON.stringify([moves, takes, !!now.error, over, aimed]);
  if (box.dataset.key !== key) {
    const had = box.contains(document.activeElement) ? document.activeElement?.getAttribute('data-move') ?? 'other' : null;
    box.dataset.key = key;
    fill(box, aimed ? button(`Play ${aimed}`, acts.confirm, { class: 'primary', id: 'confirm' }) : null,
      ...moves.map((move) => button((s.columns > 0 && arrows[move]) || takes + move, () => acts.make(move), { class: 'move', 'data-move': move })),
      now.error ? button('Try again', acts.again, { class: 'primary' }) : null,
      over ? button('Look back', acts.review, { class: 'primary', id: 'look-back' }) : null);
    if (had) (/** @type {HTMLElement|null} */ (box.querySelector(`[data-move="${had}"]`) ?? box.querySelector('button') ?? document.querySelector('#board [tabindex="0"]')))?.focus();
  }
  const playable = yourTurn();
  for (const element of box.querySelectorAll('[data-move]')) {
    const move = element.getAttribute('data-move') ?? '';
    const score = scores?.get(move);
    element.setAttribute('aria-disabled', String(!playable || !legal.has(move)));
    while (element.childNodes.length > 1) element.lastChild?.remove();
    if (!score) element.setAttribute('aria-label', say(takes + move));
    else { // a screen reader says the visible text
      element.removeAttribute('aria-label');
      const sign = worthBadge(score, 'inline');
      sign.removeAttribute('aria-hidden');
      element.append(' ', sign);
    }
  }
}

/**
 * Draws the line under the board: the game, its goal, and a link to all its rules.
 * @param {State} s @param {() => void} rules
 */
export function drawGoal(s, rules) {
  const box = find('#goal');
  const key = JSON.stringify([s.goal, s.game]);
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  box.hidden = !s.goal && !isSheet(s.game);
  if (isSheet(s.game)) return refill(box, `The rules are the sheet ${fileOf(s.game)}. `, button('Show the rules', () => update({ view: 'rulesheet' }), { class: 'quiet', id: 'rules-sheet' }));
  fill(box, h('span', {}, s.goal), ' ', button('Rules', rules, { class: 'quiet', id: 'rules' }));
}
