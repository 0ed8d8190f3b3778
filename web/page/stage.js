// Builds the elements of the play view: the sentence, the board, its tools, and
// everything next to it.

import { button, copy, fill, find, h, svg, toast } from './dom.js';
import { earField } from './ear.js';
import { paste } from './paste.js';
import { isSheet, packedOf } from './sheets.js';
import { canTurn, now, turn, wide } from './shown.js';
import { brief, link, played, state, update } from './store.js';

/** Drawings of the tools, 20 by 20 units. */
const icons = {
  undo: 'M7 4 3 8l4 4M3.5 8H12a4.5 4.5 0 0 1 0 9H9',
  redo: 'M13 4l4 4-4 4M16.5 8H8a4.5 4.5 0 0 0 0 9h3',
  flip: 'M6 16V4M3 7l3-3 3 3M14 4v12M11 13l3 3 3-3',
};

/** @param {keyof typeof icons} icon @param {string} words @param {string} key @param {() => void} press */
function iconButton(icon, words, key, press) {
  return h('button', { type: 'button', id: icon, class: 'icon', 'aria-label': words, title: `${words} (${key})`, onclick: press },
    svg('svg', { viewBox: '0 0 20 20', fill: 'none', stroke: 'currentColor', 'stroke-width': 1.8, 'stroke-linecap': 'round', 'stroke-linejoin': 'round', 'aria-hidden': 'true' }, svg('path', { d: icons[icon] })));
}

/**
 * Builds the view.
 * @param {HTMLElement} view
 * @param {{undo: () => void, redo: () => void, restart: () => void, toggleScores: () => void, toggleBest: () => void}} acts
 */
export function stage(view, acts) {
  fill(view,
    h('section', { id: 'pitch', class: 'pitch', 'aria-label': 'what this is', hidden: true }),
    h('section', { class: 'stage', 'aria-label': 'the board' },
      h('p', { id: 'status', class: 'status' }),
      h('div', { id: 'board' }),
      h('p', { id: 'legend', class: 'legend', hidden: true }),
      h('div', { id: 'choices', class: 'buttons' }),
      h('div', { class: 'buttons tools' },
        iconButton('undo', 'Take back a move', 'u', acts.undo), iconButton('redo', 'Make it again', 'r', acts.redo),
        iconButton('flip', 'Turn the board round', 'f', turn),
        button('Scores', acts.toggleScores, { id: 'scores', 'aria-pressed': 'false', title: 'Show what every move is worth (s)' }),
        button('Best line', acts.toggleBest, { id: 'best', 'aria-pressed': 'false', title: 'Show the best play on the board (b)' }),
        button('New game', acts.restart, { id: 'new', title: 'Begin again (n)' })),
      earField(),
      h('p', { id: 'goal', class: 'goal hint', hidden: true })),
    h('aside', { class: 'side', 'aria-label': 'game, scores and moves' },
      h('div', { id: 'players', class: 'players' }),
      h('details', { class: 'drawer', id: 'scoring', open: wide() }, h('summary', {}, 'Scores'), h('div', { id: 'analysis' }), h('div', { id: 'prove' })),
      h('details', { class: 'drawer', id: 'record', open: wide() }, h('summary', {}, 'Moves'),
        h('div', { id: 'moves' }), h('div', { id: 'plot' }), h('div', { id: 'review' })),
      h('p', { class: 'links' },
        h('a', { href: link(here), id: 'explore', onclick: explore }, 'Explore this position'),
        button('Set up…', () => update({ view: 'edit', setup: now.state?.position ?? '' }), { id: 'setupopen', class: 'quiet', title: 'Set up a position by hand' }),
        button('Copy link', () => share(), { id: 'copy-link', class: 'quiet' })),
      h('details', { class: 'drawer', id: 'setup', open: wide() }, h('summary', {}, 'Settings'), h('div', { id: 'settings' },
        h('div', { id: 'choose' }),
        h('div', { class: 'buttons' },
          button('Copy moves', () => copy(played().join(' '), 'moves'), { id: 'copy-moves' }),
          button('Copy position', () => copy(now.state?.position ?? '', 'position'), { id: 'copy-position' }),
          button('Paste…', paste, { id: 'paste' })),
        h('label', { class: 'check' }, h('input', { type: 'checkbox', id: 'sound', onchange: () => update({ sound: !state.sound }) }), 'sound'),
        h('label', { class: 'check' }, h('input', { type: 'checkbox', id: 'brief', onchange: () => update({ speech: brief() ? 'long' : 'short' }) }), 'short speech')))));
  find('#legend', view).append(...legend());
}

/** The settings that the link to the tree changes: the reader's own position, not an example. */
const here = { view: 'tree', example: 0 };

/** Draws the parts of the stage that depend on the position: the link to its tree, and whether the board can be turned. */
export function drawStage() {
  find('#explore').setAttribute('href', link(here));
  find('#flip').setAttribute('aria-disabled', String(!canTurn()));
}

/** @param {MouseEvent} event */
function explore(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  update(here);
}

/** Copies the link; says so if it cannot hold the rules of the game. */
async function share() {
  await copy(new URL(link(), location.href).href, 'link');
  if (isSheet(state.game) && !packedOf(state.game)) toast('These rules are too long for a link: it works in browsers that have them. Hand out the file, too.', 10000);
}

/** Explains the signs of values. */
function legend() {
  return [h('span', { class: 'win' }, h('i', { 'aria-hidden': 'true' }, '▲'), ' win'), h('span', { class: 'draw' }, h('i', { 'aria-hidden': 'true' }, '='), ' draw'),
    h('span', { class: 'loss' }, h('i', { 'aria-hidden': 'true' }, '▼'), ' loss'), h('span', { class: 'soft' }, 'for you, if both play best')];
}
