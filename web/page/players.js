// The players next to the board: the two sides, who plays them, and the settings.

import { choices, fill, find, h } from './dom.js';
import { opponents, seats } from './opponents.js';
import { emblem } from './pieces.js';
import { below, engineTurn, now, waitsForYou } from './shown.js';
import { brief, state, update } from './store.js';

/** Draws the controls that set up a game. */
export function settings() {
  choices(find('#choose'), [
    ['You play', seats, state.you, (you) => update({ you })],
    ['Opponent', opponents, state.level, (level) => update({ level })],
    ['Thinks for', [['200', 'a moment'], ['1000', '1 second'], ['3000', '3 seconds'], ['10000', '10 seconds']], String(state.ms), (ms) => update({ ms: Number(ms) })],
  ]);
  /** @type {HTMLInputElement} */ (find('#sound')).checked = state.sound;
  /** @type {HTMLInputElement} */ (find('#brief')).checked = brief();
}

/** Names a side: you, the engine, or the name of the side. @param {number} side */
export function whoIs(side) {
  const s = now.state;
  if (!s) return '';
  if (state.you === 'both') return s.sides[side];
  if (state.you === 'none') return `oxo as ${s.sides[side]}`;
  return (state.you === 'first') === (side === 0) ? `You, ${s.sides[side]}` : `oxo, ${s.sides[side]}`;
}

/** Draws the two sides, the reader's below. */
export function drawPlayers() {
  const s = now.state;
  const box = find('#players');
  if (!s) return fill(box);
  const lower = below();
  const thinks = engineTurn() && !waitsForYou();
  const key = JSON.stringify([s.sides, s.style.pieces, s.turn, s.outcome, s.winner, state.you, lower, thinks, now.thinking]);
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  fill(box, ...[1 - lower, lower].map((side) => {
    const turn = s.outcome === 'ongoing' && s.turn === side;
    return h('div', { class: `player-row${turn ? ' turn' : ''}` }, emblem(s.style.pieces, side, s.sides), h('b', {}, whoIs(side)),
      h('span', { class: 'now' }, turn ? (thinks || now.thinking ? 'thinking' : 'to move') : s.winner === side ? 'won' : ''));
  }));
}
