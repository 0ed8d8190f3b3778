// The first visit: says what the page is, next to a board on which a game can begin at
// once.

import { button, fill, find, h, mixed } from './dom.js';
import { Problem } from './engine.js';
import { gamesList, picture, titleOf } from './games.js';
import { plural } from './sentence.js';
import { now, shownScores } from './shown.js';
import { update } from './store.js';
import { say } from './words.js';

/** Prepares the first visit: the first game of the list, at a position whose scores say much. */
export async function prepareFirst() {
  const [game] = await gamesList();
  if (!game) return;
  const you = game.show.length % 2 ? 'second' : 'first';
  update({ game: game.example, moves: game.show, at: game.show.length, position: '', you, scores: true }, true, false);
  now.first = true;
}

/** Ends the first visit: the page then looks as always. */
export function leaveFirst() {
  if (!now.first) return;
  now.first = false;
  update({ scores: false }, true, false);
  drawFirst();
}

/** Draws the words of the first visit; later visits have none. */
export function drawFirst() {
  const view = find('#play');
  const s = now.state;
  const pitch = find('#pitch');
  view.classList.toggle('first', now.first);
  pitch.hidden = find('#legend').hidden = !now.first;
  if (!now.first || !s) return;
  if (!pitch.firstChild) build(pitch);
  const text = [say(`You are ${s.sides[s.turn]}.`), known(), say('Put your piece on any of them.')].join(' ');
  const lead = find('.lead', pitch);
  if (lead.textContent !== text) lead.textContent = text;
}

/** Counts in words what is known about the moves. */
function known() {
  const scores = [...(shownScores()?.values() ?? [])];
  if (scores.length === 0 || scores.some((m) => m.value.estimate !== undefined)) return say('Each square shows what a move there is worth.');
  /** @type {[sign: number, one: string, many: string][]} */
  const words = [[1, 'move wins', 'moves win'], [0, 'move holds the draw', 'moves hold the draw'], [-1, 'move loses', 'moves lose']];
  const counts = words.map(([sign, one, many]) => /** @type {[number, string, string]} */ ([scores.filter((m) => m.sign === sign).length, one, many])).filter(([n]) => n > 0);
  return `${counts.map(([n, one, many]) => say(plural(n, one, many))).join(', ')}.`;
}

/** @param {HTMLElement} pitch */
function build(pitch) {
  fill(pitch, h('h2', {}, 'Play against perfect play, and see why each move is worth what it is.'), h('p', { class: 'lead' }),
    h('div', { class: 'buttons go' }, button('Play from the start', () => {
      leaveFirst();
      update({ moves: [], at: 0, you: 'first' });
    }, { class: 'primary', id: 'begin' }), button('Watch it think', () => update({ view: 'tree', example: 1 }), { id: 'watch' })),
    h('ol', { class: 'tour', 'aria-label': 'in three steps' },
      h('li', {}, h('b', {}, 'Look.'), ' Each square says what a move there leads to, if both play best.'),
      h('li', {}, h('b', {}, 'Play.'), ' ', ...mixed('Make a move, or {setup}. oxo answers at the level that you choose beside the board.', { setup: button('set up a position', () => {
        leaveFirst();
        update({ view: 'edit', setup: now.state?.position ?? '' });
      }, { id: 'setfirst', class: 'quiet' }) })),
      h('li', {}, h('b', {}, 'Ask.'), ' Scores shows the worth of moves, Explore how a search finds it.')),
    h('div', { class: 'others' }));
  gamesList().then((games) => {
    const others = games.filter((g, i) => g.full !== games[0].full && games.findIndex((o) => o.style.places === g.style.places) === i).slice(0, 3);
    fill(find('.others', pitch), ...others.map((g) => h('button', { type: 'button', onclick: () => {
      leaveFirst();
      update({ game: g.example, moves: [], at: 0, position: '', you: 'first' });
    } }, picture(g.style, 32), h('span', {}, h('b', {}, titleOf(games, g.name)), h('small', {}, g.about.split(/[:;]/)[0])))));
  }).catch(() => { /* then the first visit shows no other games */ });
}

/** Takes the first game of the list. */
export async function takeFirst() {
  const [first] = await gamesList();
  if (!first) throw new Problem('this program has no game');
  update({ game: first.example }, true, false);
}
