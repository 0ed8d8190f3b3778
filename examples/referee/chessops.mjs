// chessops: oxo rules diff chess -- node examples/referee/chessops.mjs
import { Chess } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { makeUci, parseUci } from 'chessops/util';
import { talk } from './talk.mjs';

let game = Chess.default();

const text = () => makeFen(game.toSetup()).split(' ').slice(0, 4).join(' ');

/** Castling is a move of the king onto its rook in chessops, and by two squares in oxo. */
function ofKing(uci, from, to) {
	const piece = game.board.get(from);
	if (piece?.role !== 'king' || game.board.get(to)?.color !== piece.color) return uci;
	return uci.slice(0, 2) + (to > from ? 'g' : 'c') + uci[3];
}

function* all() {
	for (const [from, squares] of game.allDests()) {
		for (const to of squares) {
			const promotes = game.board.get(from).role === 'pawn' && (to >> 3 === 0 || to >> 3 === 7);
			for (const promotion of promotes ? ['queen', 'rook', 'bishop', 'knight'] : [undefined]) {
				yield ofKing(makeUci({ from, to, promotion }), from, to);
			}
		}
	}
}

await talk({
	position(of) {
		game = of === 'start' ? Chess.default() : Chess.fromSetup(parseFen(`${of.split(' ').slice(0, 4).join(' ')} 0 1`).unwrap()).unwrap();
		return text();
	},
	make(move) {
		game.play(parseUci(move));
		return text();
	},
	moves: () => [...all()].join(' '),
	over() {
		if (game.isCheckmate()) return 'loss';
		return game.isStalemate() || game.isInsufficientMaterial() || game.halfmoves >= 100 ? 'draw' : 'no';
	},
});
