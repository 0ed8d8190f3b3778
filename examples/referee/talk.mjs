// The referee's protocol: oxo writes a line, and the program answers it by a line.
//
//	position start | position TEXT   ok, or the position as oxo writes it, or error and a reason
//	make MOVE                        the same
//	moves                            the legal moves, with blanks between them
//	over                             no, yes, win, draw or loss, for the side to move
import { createInterface } from 'node:readline';

/** Answers the questions by a table of functions, until the input ends. */
export async function talk(rules) {
	for await (const line of createInterface({ input: process.stdin })) {
		const at = line.indexOf(' ');
		const [word, rest] = at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)];
		let answer;
		try {
			answer = rules[word](rest);
		} catch (error) {
			answer = `error ${error.message.split('\n')[0]}`;
		}
		process.stdout.write(`${answer}\n`);
	}
}
