// Spaced repetition by Leitner's boxes (Sebastian Leitner, So lernt man lernen, Herder 1972).
// A new puzzle begins in the first box. If it is solved at the first try and without a hint,
// it goes to the next box; if not, back to the first. Each box waits twice as long as the one
// before it. The browser alone keeps all this.

import { embedded } from './store.js';

/** @typedef {import('./puzzlewords.js').Puzzle} Puzzle */
/** @typedef {{puzzle: Puzzle, box: number, due: number}} Card box counts from 0; due is a day */
/** @typedef {{cards: Record<string, Card>, streak: number, best: number}} Kept */

const name = 'oxo-puzzles';

/** The days until a puzzle is due again, by its box. */
const waits = [1, 2, 4, 8, 16];

const most = 200; // puzzles; those that were seen longest ago are dropped

/** @type {Kept} */
let kept = { cards: {}, streak: 0, best: 0 };

/** The days since 1970, in the time zone of the reader. */
const today = () => Math.floor((Date.now() - new Date(Date.now()).getTimezoneOffset() * 60_000) / 86_400_000);

/** @param {any} card */
const sound = (card) => Number.isInteger(card?.box) && card.box >= 0 && card.box < waits.length && Number.isInteger(card.due) && typeof card.puzzle?.position === 'string' && Array.isArray(card.puzzle.wrong);

/** Reads what the browser kept: another tab may have changed it. */
function read() {
  if (embedded) return kept;
  try {
    const { cards = {}, streak = 0, best = 0 } = JSON.parse(localStorage.getItem(name) ?? 'null') ?? {};
    kept = { cards: Object.fromEntries(Object.entries(cards).filter(([, card]) => sound(card))), streak: Number(streak) || 0, best: Number(best) || 0 };
  } catch { /* without storage this visit's puzzles are repeated */ }
  return kept;
}

function write() {
  for (const old of Object.keys(kept.cards).slice(0, Math.max(Object.keys(kept.cards).length - most, 0))) delete kept.cards[old];
  if (embedded) return;
  try {
    localStorage.setItem(name, JSON.stringify(kept));
  } catch { /* it is kept as long as the page is open */ }
}

/**
 * Notes the result of a puzzle. A puzzle that is solved again before it is due stays where it
 * is, and counts for no streak.
 * @param {Puzzle} puzzle @param {boolean} clean whether it was solved at the first try, without a hint
 * @returns {number} the days until it is due
 */
export function noteResult(puzzle, clean) {
  const { cards } = read();
  const key = `${puzzle.game} ${puzzle.position}`;
  const card = cards[key];
  const early = card && card.due > today();
  if (early && clean) return card.due - today();
  const box = clean ? Math.min((card?.box ?? 0) + 1, waits.length - 1) : 0;
  kept.streak = clean ? kept.streak + 1 : 0;
  kept.best = Math.max(kept.best, kept.streak);
  delete cards[key]; // the puzzle seen last comes last
  cards[key] = { puzzle, box, due: today() + waits[box] };
  write();
  return waits[box];
}

/** Lists the puzzles that are due, the longest overdue first. */
export const duePuzzles = () => Object.values(read().cards).filter(({ due }) => due <= today()).sort((a, b) => a.due - b.due).map(({ puzzle }) => puzzle);

/** Counts the puzzles solved in a row, and those that are kept. */
export function tally() {
  const { cards, streak, best } = read();
  return { streak, best, cards: Object.keys(cards).length, due: duePuzzles().length };
}

/** Forgets all puzzles and the streak. */
export function forgetPuzzles() {
  kept = { cards: {}, streak: 0, best: 0 };
  try {
    localStorage.removeItem(name);
  } catch { /* nothing was kept */ }
}
