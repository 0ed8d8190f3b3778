// tenuki: oxo rules diff go:5x5 -- node examples/referee/tenuki.mjs 5 positional-superko
//         oxo rules diff go:5x5,ko=simple -- node examples/referee/tenuki.mjs 5 simple
import tenuki from 'tenuki';
import { talk } from './talk.mjs';

const size = Number(process.argv[2] ?? 5);
const letters = 'ABCDEFGHJKLMNOPQRST';
let game, passes;

await talk({
	position(of) {
		if (of !== 'start') return 'error only the start can be set up';
		game = new tenuki.Game({ boardSize: size, koRule: process.argv[3] ?? 'positional-superko' });
		passes = 0;
		return 'ok';
	},
	make(move) {
		passes = move === 'pass' ? passes + 1 : 0;
		if (passes === 2) return 'ok'; // the game is over: the package would mark dead stones now
		const done = move === 'pass' ? game.pass() : game.playAt(size - Number(move.slice(1)), letters.indexOf(move[0]));
		return done ? 'ok' : 'error it was refused';
	},
	moves() {
		const all = ['pass'];
		for (let y = 0; y < size; y++) {
			for (let x = 0; x < size; x++) {
				if (!game.intersectionAt(y, x).isOccupiedWith('black') && !game.intersectionAt(y, x).isOccupiedWith('white') && !game.isIllegalAt(y, x)) all.push(letters[x] + (size - y));
			}
		}
		return all.join(' ');
	},
	over: () => (passes === 2 ? 'yes' : 'no'),
});
