// Repairs a link that cannot be shown: keeps the part of it that is legal.

import { stateOf } from './api.js';
import { button } from './dom.js';
import { plural } from './sentence.js';
import { state, update } from './store.js';

/**
 * Adds a button to an error; it keeps the legal moves of the link, or else only the
 * game. All moves up to the first illegal one are legal, so halving finds their number.
 * @param {HTMLElement} box
 */
export async function offerMost(box) {
  const { game, position, moves } = state;
  const fits = (/** @type {string} */ from, /** @type {string[]} */ some) => stateOf(game, from, some).then(() => true, () => false);
  const whole = await fits(position, []);
  if (!whole && (position === '' || !await fits('', []))) return; // the game does not exist
  const at = whole ? position : '';
  let [least, most] = [0, moves.length];
  while (at === position && least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (await fits(at, moves.slice(0, middle))) least = middle;
    else most = middle - 1;
  }
  if (!box.isConnected || state.moves !== moves) return;
  const text = least > 0 ? `Keep the first ${plural(least, 'move')}` : at === '' ? 'Begin this game' : 'Keep the position';
  box.append(button(text, () => update({ position: at, moves: moves.slice(0, least), at: least }), { class: 'primary', id: 'keep' }));
}
