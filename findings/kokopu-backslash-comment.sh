#!/usr/bin/env bash
# kokopu reads past the end of a comment of PGN that ends in a backslash, and loses the next game.
#
# Guess before it was run: PGN has no escapes within braces, so {see C:\} is a comment, and the file has two games.
# Seen with kokopu 4.13.4: a backslash keeps the brace, so the comment goes on up to a later brace, or to the end of the file.
# The file has one game by its count, and reading that game is an error; the second is not mentioned. With a blank
# between the backslash and the brace there are two games.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --no-audit --no-fund --silent kokopu@4.13.4 >/dev/null
cat > main.mjs <<'JS'
import { pgnRead } from 'kokopu';
for (const end of ['\\', '\\ ']) {
	const games = pgnRead(`[Event "a"]\n\n1. e4 {see C:${end}} e5 *\n\n[Event "b"]\n\n1. d4 *\n`);
	let moves = 'an error';
	try {
		moves = games.game(0).mainVariation().nodes().map((node) => node.notation()).join(' ');
	} catch { /* an error of the library is what is looked for */ }
	console.log(`${games.gameCount()} games, the first is ${moves}`);
}
JS
seen=$(node main.mjs)
want='1 games, the first is an error
2 games, the first is e4 e5'
echo "$seen"
[ "$seen" = "$want" ] || { echo "want: $want" >&2; exit 1; }
