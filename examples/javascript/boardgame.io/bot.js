// oxo as a bot of boardgame.io. A bundler finds boardgame.io/ai; Node.js needs the name of the file.

import ai from 'boardgame.io/dist/cjs/ai.js';
import { Game } from 'oxo';

const game = await Game.open('tictactoe');

/** The square of a cell in the notation of oxo: a1 is at the bottom left. */
const squareOf = (cell) => 'abc'[cell % 3] + (3 - Math.floor(cell / 3));

/** A bot of a level: botOf('perfect') for Local({ bots: { 1: ... } }). */
export const botOf = (level) => class OxoBot extends ai.Bot {
  async play({ G, ctx }, playerID) {
    const position = game.position({ moves: G.played.map(squareOf) });
    const { move } = await position.best({ level });
    position.close();
    return { action: this.enumerate(G, ctx, playerID).find(({ payload }) => squareOf(payload.args[0]) === move) };
  }
};
