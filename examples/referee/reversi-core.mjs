// reversi-core: oxo rules diff othello -- node examples/referee/reversi-core.mjs
import reversi from 'reversi-core';
import { talk } from './talk.mjs';

const size = 8;
let board, turn;

const other = (color) => (color === 'black' ? 'white' : 'black');

// Its first four discs are a mirror image of the usual ones, so its columns are counted from the right.
const name = ({ x, y }) => 'abcdefgh'[size - x] + y;
const point = (square) => ({ x: size - 'abcdefgh'.indexOf(square[0]), y: Number(square.slice(1)) });

function text() {
	const grid = board.toGrid();
	const rows = [];
	for (let y = 1; y <= size; y++) {
		let row = '';
		for (let x = size; x >= 1; x--) row += { black: 'X', white: 'O' }[grid.get({ x, y })] ?? '.';
		rows.push(row);
	}
	return `${rows.join('/')} ${turn}`;
}

const finished = () => ['black', 'white'].every((color) => board.getPointsToPut(color).length === 0);

await talk({
	position(of) {
		if (of !== 'start') return 'error only the start can be set up';
		board = new reversi.Game().board;
		turn = 'black';
		return text();
	},
	make(move) {
		if (move !== 'pass' && !board.put(turn, point(move))) return 'error put refused it';
		turn = other(turn);
		return text();
	},
	moves: () => board.getPointsToPut(turn).map(name).join(' ') || 'pass',
	over() {
		if (!finished()) return 'no';
		const more = board.count(turn) - board.count(other(turn));
		return more > 0 ? 'win' : more < 0 ? 'loss' : 'draw';
	},
});
