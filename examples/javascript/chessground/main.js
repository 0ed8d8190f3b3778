// You have white; oxo has black. A pawn that arrives becomes a queen.

import { Chessground } from './node_modules/chessground/dist/chessground.js';
import { Game } from './node_modules/oxo/src/index.js';

const level = 5;
const game = await Game.open('chess');
const position = game.position();
const sides = ['white', 'black'];

/** Where each piece may go, as chessground wants it. */
function dests() {
  const all = new Map();
  for (const move of position.moves()) all.set(move.slice(0, 2), [...(all.get(move.slice(0, 2)) ?? []), move.slice(2, 4)]);
  return all;
}

/** Shows the position. */
function show() {
  const yours = position.turn === 0 && position.outcome === 'ongoing';
  board.set({ fen: position.text, turnColor: sides[position.turn], movable: { color: yours ? 'white' : undefined, dests: yours ? dests() : new Map() } });
  document.querySelector('#status').textContent = position.verdict;
}

/** Plays your move, and oxo's answer. */
async function played(from, to) {
  const move = from + to;
  position.play(position.moves().includes(move) ? move : `${move}q`);
  show();
  if (position.outcome !== 'ongoing') return;
  const reply = await position.best({ level, time: 1000 });
  position.play(reply.move);
  board.move(reply.move.slice(0, 2), reply.move.slice(2, 4));
  show();
}

const board = Chessground(document.querySelector('#board'), { movable: { free: false, events: { after: played } } });
show();
