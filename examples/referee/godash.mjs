// godash: oxo rules diff go:5x5,ko=simple -- node examples/referee/godash.mjs 5
// It has boards and moves, and no games: turns, passes and the point that ko forbids are kept here.
import godash from 'godash';
import { talk } from './talk.mjs';

const size = Number(process.argv[2] ?? 5);
const letters = 'ABCDEFGHJKLMNOPQRST';
let board, color, ko, passes;

const coordinate = (move) => new godash.Coordinate(letters.indexOf(move[0]), size - Number(move.slice(1)));


await talk({
	position(of) {
		if (of !== 'start') return 'error only the start can be set up';
		board = new godash.Board(size);
		color = godash.BLACK;
		ko = null;
		passes = 0;
		return 'ok';
	},
	make(move) {
		if (move === 'pass') {
			passes++;
			ko = null;
		} else {
			const made = new godash.Move(coordinate(move), color);
			ko = godash.followupKo(board, made);
			board = godash.addMove(board, made);
			passes = 0;
		}
		color = godash.oppositeColor(color);
		return 'ok';
	},
	moves() {
		const all = ['pass'];
		for (let y = 0; y < size; y++) {
			for (let x = 0; x < size; x++) {
				const at = new godash.Coordinate(x, y);
				const forbidden = ko && ko.x === x && ko.y === y;
				if (!board.moves.has(at) && !forbidden && godash.isLegalMove(board, new godash.Move(at, color))) all.push(letters[x] + (size - y));
			}
		}
		return all.join(' ');
	},
	over: () => (passes >= 2 ? 'yes' : 'no'),
});
