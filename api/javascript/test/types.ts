// Checked and never run: the types say what the calls give.

import { Game, OxoError, verify, type Analysis, type Position } from 'oxo';

const game: Game = await Game.open('connect4');
const position: Position = game.position({ moves: ['4', '4'] });
const moves: string[] = position.moves();
const numbers: number[] = position.play(moves[0]).make(1).undo(2).legal();
const outcome: 'ongoing' | 'first' | 'second' | 'drawn' = position.outcome;
for await (const report of position.analyze({ time: 500, signal: AbortSignal.timeout(100) })) {
  const last: Analysis = report;
  const plies: number | undefined = last.moves[0].value.plies;
  void plies;
}
const move: string = (await position.best({ level: 5, seed: 1 })).move;
try {
  await verify(new Uint8Array(3));
} catch (error) {
  if (error instanceof OxoError && error.kind === 'input') console.log(error.message);
}
// @ts-expect-error a level is no list
await position.best({ level: [5] });
// @ts-expect-error there is no such option
position.analyze({ tme: 5 });
// @ts-expect-error a game is opened by Game.open
new Game();
void numbers; void outcome; void move;
