#!/usr/bin/env bash
# chess.js glues a move to the number of the next where it breaks lines of a game with comments.
#
# Guess before it was run: pgn({ maxWidth: 60 }) is the same game as pgn(), with other line ends, and loadPgn reads it.
# Seen with chess.js 1.4.0: without comments it is so for every width from 5 to 80. With a comment at every third move it writes
# "Nf65. O-O" for "Nf6 5. O-O" at nearly every width, and its own loadPgn refuses that as an invalid move.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --no-audit --no-fund --silent chess.js@1.4.0 >/dev/null
cat > main.mjs <<'JS'
import { Chess } from 'chess.js';
const moves = 'e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7'.split(' ');
for (const every of [0, 3]) {
	let refused = 0;
	for (let maxWidth = 5; maxWidth <= 80; maxWidth++) {
		const written = new Chess();
		for (const [i, move] of moves.entries()) {
			written.move(move);
			if (every > 0 && i % every === 0) written.setComment(`a word ${i}`);
		}
		try {
			new Chess().loadPgn(written.pgn({ maxWidth }));
		} catch {
			refused++;
		}
	}
	console.log(every > 0 ? `with comments: ${refused} of 76 widths refused` : `without: ${refused}`);
}
JS
seen=$(node main.mjs)
want='without: 0
with comments: 73 of 76 widths refused'
echo "$seen"
[ "$seen" = "$want" ] || { echo "want: $want" >&2; exit 1; }
