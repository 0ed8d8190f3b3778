#!/usr/bin/env bash
# rapid-draughts calls a game a draw 40 single moves after the last capture, even if men have moved since.
#
# Guess before it was run: its README says that it follows the rules of the WCDF. There a game is drawn when neither side
# has advanced a man, nor captured, during its own previous 40 moves: 80 single moves, in which no man has moved.
# Seen with rapid-draughts 1.0.6: in 200 games of random moves every draw comes exactly 40 single moves after the last
# capture, 20 of each side. In 18 of 23 a man has moved in between, once just before the last single move.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund rapid-draughts@1.0.6 >/dev/null 2>&1
cat > main.mjs <<'JS'
import { EnglishDraughts } from 'rapid-draughts/english';

let seed = 1;
const random = (n) => (seed = (seed * 48271) % 2147483647) % n;

const sinceCapture = new Set(); // single moves before a draw, as the next two
const sinceMan = [];
for (let n = 0; n < 200; n++) {
  const game = EnglishDraughts.setup();
  let capture = 0;
  let man = 0;
  while (game.status === 'playing') {
    const move = game.moves[random(game.moves.length)];
    const { piece } = game.board.find((square) => square.position === move.origin);
    capture = move.captures.length > 0 ? 0 : capture + 1;
    man = piece.king ? man + 1 : 0;
    game.move(move);
  }
  if (game.status !== 'draw') continue;
  sinceCapture.add(capture);
  sinceMan.push(man);
}
console.log(`single moves between the last capture and a draw: ${[...sinceCapture].join(' ')}`);
console.log(`and between the last move of a man and a draw, at least: ${Math.min(...sinceMan)}`);
console.log(`draws: ${sinceMan.length}, with a move of a man after the last capture: ${sinceMan.filter((n) => n < 40).length}`);
JS
seen=$(timeout 300 node main.mjs)
want='single moves between the last capture and a draw: 40
and between the last move of a man and a draw, at least: 1
draws: 23, with a move of a man after the last capture: 18'
echo "$seen"
[ "$seen" = "$want" ] || { echo "want: $want" >&2; exit 1; }
