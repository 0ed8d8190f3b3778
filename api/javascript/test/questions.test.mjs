// The twenty questions that every language answers: api/testdata/questions.json.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { Game } from 'oxo';

const questions = JSON.parse(fs.readFileSync(process.env.OXO_QUESTIONS, 'utf8'));

/** The values of all moves, by move. */
async function values(position) {
  let last;
  for await (const report of position.analyze()) last = report;
  assert.equal(last.done, true);
  return new Map(last.moves.map((move) => [move.move, move]));
}

const answers = {
  moves: (position) => position.moves().sort().join(' '),
  text: (position) => position.text,
  verdict: (position) => position.verdict,
  prove: async (position) => (await position.prove()).found.result,
  why: async (position, move) => (await position.why(move)).sentences[0].text,
  async values(position) {
    const known = await values(position);
    return position.moves().sort().map((move) => `${move}=${known.get(move).text}`).join(' ');
  },
  async best(position) {
    const best = [...(await values(position)).values()].filter((move) => move.best);
    return `${best[0].text}: ${best.map(({ move }) => move).sort().join(' ')}`;
  },
  play(position, move) {
    try {
      return position.play(move).text;
    } catch (error) {
      return `error: ${error.kind}`;
    }
  },
};

assert.equal(questions.length, 20);
for (const { ask, game, position, moves, move, answer } of questions) {
  test(`${ask} ${game} ${position ?? ''} ${moves ?? ''} ${move ?? ''}`, async () => {
    const at = (await Game.open(game)).position({ text: position, moves });
    assert.equal(await answers[ask](at, move), answer);
  });
}
