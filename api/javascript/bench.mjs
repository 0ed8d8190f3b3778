// How many times a second a program can list the moves, play one and take it back: node bench.mjs, where the
// package is installed.

import { Game } from 'oxo';

const rounds = 200_000;

/** @param {string} what @param {() => void} f */
function measure(what, f) {
  f(); // the compilers of Node.js have seen it
  const cpu = process.cpuUsage();
  const begun = performance.now();
  f();
  const { user, system } = process.cpuUsage(cpu);
  console.log(`${what}: ${Math.round(rounds / (performance.now() - begun))}k a second, ${Math.round(rounds / ((user + system) / 1000))}k by the processor's time`);
}

for (const name of ['tictactoe', 'connect4', 'chess', 'othello']) {
  const position = (await Game.open(name)).position();
  measure(`${name}, moves as numbers`, () => {
    for (let n = 0; n < rounds; n++) {
      const moves = position.legal();
      position.make(moves[n % moves.length]).undo();
    }
  });
  measure(`${name}, moves as texts`, () => {
    for (let n = 0; n < rounds; n++) {
      const moves = position.moves();
      position.play(moves[n % moves.length]).undo();
    }
  });
}
