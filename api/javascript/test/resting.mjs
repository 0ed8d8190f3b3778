// A program that asks one question and ends. It prints the answer, and whether the package has added names to those of all.

import { Game } from 'oxo';

const names = ['Go', 'fs', 'path', 'oxo', 'rest'];
const position = (await Game.open('tictactoe')).position();
const { found } = await position.prove();
console.log(found.result, names.some((name) => name in globalThis));
