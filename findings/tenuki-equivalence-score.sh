#!/usr/bin/env bash
# Under "equivalence" scoring the Go library tenuki counts a pass stone on top of the area, so the result is no area result.
#
# Guess before it was run: pass stones make the count of territory and prisoners equal to the count of the area, as in the
# AGA's rules, so the difference of both sides is the same under scoring "area" and under "equivalence".
# Seen with tenuki 0.3.1: "equivalence" takes the area and adds the pass stones to it. White passes last (the library adds
# that pass), so black gets more of them: one stone in the middle of 5x5, and then two passes, is 25 points by area and 26
# by "equivalence"; a board in two halves is 1 point by area, by hand also by territory and pass stones, and 2 by
# "equivalence". With a komi of 1.5 that turns black's loss into a win.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund tenuki@0.3.1 >/dev/null 2>&1
cat > main.cjs <<'JS'
const { Game } = require('tenuki');

/** Plays moves, [y, x] or 'pass', and returns black's score less white's. */
function difference(scoring, komi, moves) {
  const game = new Game({ boardSize: 5, scoring, komi });
  for (const move of moves) {
    const done = move === 'pass' ? game.pass() : game.playAt(...move);
    if (!done) throw new Error(`${move} is refused`);
  }
  if (!game.isOver()) throw new Error('the game is not over');
  const { black, white } = game.score();
  return black - white;
}

// Black has rows 0 and 1, white rows 3 and 4; row 2 has three points of black and two of white.
const walls = [];
for (let x = 0; x < 5; x++) walls.push([1, x], [3, x]);
const halves = [...walls, [2, 0], [2, 3], [2, 1], [2, 4], [2, 2], 'pass', 'pass'];
for (const [name, komi, moves] of [['one stone', 0, [[2, 2], 'pass', 'pass']], ['two halves', 0, halves], ['two halves, komi 1.5', 1.5, halves]]) {
  console.log(`${name}: area ${difference('area', komi, moves)}, equivalence ${difference('equivalence', komi, moves)}`);
}
JS
seen=$(node main.cjs)
want='one stone: area 25, equivalence 26
two halves: area 1, equivalence 2
two halves, komi 1.5: area -0.5, equivalence 0.5'
echo "$seen"
[ "$seen" = "$want" ] || { echo "want: $want" >&2; exit 1; }
