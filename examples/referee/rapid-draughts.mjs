// rapid-draughts: oxo rules diff checkers -- node examples/referee/rapid-draughts.mjs
import { EnglishDraughts } from 'rapid-draughts/english';
import { talk } from './talk.mjs';

let game;

const name = (m) => `${m.origin + 1}${m.captures.length > 0 ? 'x' : '-'}${m.destination + 1}`;

function text() {
	const men = { light: [], dark: [] };
	for (const { position, piece } of game.board) {
		if (piece) men[piece.player].push((piece.king ? 'K' : '') + (position + 1));
	}
	return `${game.player === 'dark' ? 'B' : 'W'}:W${men.light.join(',')}:B${men.dark.join(',')}`;
}

await talk({
	position(of) {
		if (of !== 'start') return 'error only the start can be set up';
		game = EnglishDraughts.setup();
		return text();
	},
	make(move) {
		// Moves that begin and end on the same squares differ in what they capture; the squares between say it.
		const squares = move.split(/[-x]/);
		const ends = name({ origin: squares[0] - 1, destination: squares.at(-1) - 1, captures: move.includes('x') ? [0] : [] });
		const all = game.moves.filter((m) => name(m) === ends);
		if (all.length !== 1) return `error ${all.length} moves are called ${ends}`;
		game.move(all[0]);
		return text();
	},
	moves: () => game.moves.map(name).join(' '),
	over: () => (game.status === 'playing' ? 'no' : game.status === 'draw' ? 'draw' : game.status === `${game.player}_won` ? 'win' : 'loss'),
});
