// chess.js: oxo rules diff chess -- node examples/referee/chessjs.mjs
import { Chess } from 'chess.js';
import { talk } from './talk.mjs';

let game = new Chess();

// The clocks of FEN are left out: oxo's text has only what the legal moves depend on.
const text = () => game.fen().split(' ').slice(0, 4).join(' ');

await talk({
	position(of) {
		game = of === 'start' ? new Chess() : new Chess(`${of.split(' ').slice(0, 4).join(' ')} 0 1`);
		return text();
	},
	make(move) {
		game.move({ from: move.slice(0, 2), to: move.slice(2, 4), promotion: move[4] });
		return text();
	},
	moves: () => game.moves({ verbose: true }).map((m) => m.from + m.to + (m.promotion ?? '')).join(' '),
	over() {
		if (game.isCheckmate()) return 'loss';
		return game.isStalemate() || game.isInsufficientMaterial() || game.isDrawByFiftyMoves() ? 'draw' : 'no';
	},
});
