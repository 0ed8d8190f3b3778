#!/usr/bin/env bash
# chess.js has no quotation marks within a tag of PGN: it writes them bare, and reads them neither bare nor escaped.
#
# Guess before it was run: a player called Ann "A" Bo is written [White "Ann \"A\" Bo"], as the standard of PGN says, and read back.
# Seen with chess.js 1.4.0: it writes [White "Ann "A" Bo"], which its own loadPgn refuses; it refuses the standard's
# form too.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --no-audit --no-fund --silent chess.js@1.4.0 >/dev/null
cat > main.mjs <<'JS'
import { Chess } from 'chess.js';
const game = new Chess();
game.setHeader('White', 'Ann "A" Bo');
game.move('e4');
const own = game.pgn();
console.log(own.split('\n').find((line) => line.startsWith('[White ')));
for (const text of [own, '[White "Ann \\"A\\" Bo"]\n\n1. e4 *']) {
	try {
		const again = new Chess();
		again.loadPgn(text);
		console.log(again.getHeaders().White);
	} catch {
		console.log('refused');
	}
}
JS
seen=$(node main.mjs)
want='[White "Ann "A" Bo"]
refused
refused'
echo "$seen"
[ "$seen" = "$want" ] || { echo "want: $want" >&2; exit 1; }
