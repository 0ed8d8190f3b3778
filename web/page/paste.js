// Reads a game that the reader pastes: a link, moves, or a position as text.

import { stateOf } from './api.js';
import { button, h, openDialog } from './dom.js';
import { splitMoves } from './sheets.js';
import { state, update } from './store.js';
import { say } from './words.js';

/** Asks for a position or moves as text. */
export function paste() {
  const text = /** @type {HTMLTextAreaElement} */ (h('textarea', { id: 'pasted', rows: 3, 'aria-label': 'a link, moves, or a position' }));
  const wrong = h('p', { class: 'wrong', role: 'alert' });
  const dialog = openDialog(h('h2', {}, 'Paste a game'),
    h('p', {}, 'A link of this page, moves such as “b2 a1 c3”, or a position in the notation of the game.'), text, wrong,
    h('div', { class: 'buttons' }, button('Show it', async () => {
      const problem = await take(text.value.trim());
      if (problem) wrong.textContent = say(problem);
      else dialog.close();
    }, { class: 'primary' }), button('Cancel', () => dialog.close())));
  text.focus();
}

/** Opens a pasted game; returns what is wrong with it, or nothing. @param {string} text */
async function take(text) {
  if (!text) return 'there is nothing to paste yet';
  const hash = /#\w+\?\S*/.exec(text);
  if (hash) {
    location.hash = hash[0];
    return '';
  }
  const moves = splitMoves(text);
  try {
    await stateOf(state.game, '', moves);
    update({ position: '', moves, at: moves.length });
    return '';
  } catch (wrongMoves) {
    try {
      await stateOf(state.game, text, []);
      update({ position: text, moves: [], at: 0 });
      return '';
    } catch (wrongPosition) {
      const one = moves.length > 1 || text.length < 4 ? wrongMoves : wrongPosition;
      return /** @type {Error} */ (one).message;
    }
  }
}
