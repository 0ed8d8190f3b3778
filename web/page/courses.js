// Courses: a game in ten lessons. A lesson is an idea, puzzles that need it, and a test on positions
// that were not shown before. The marks stay in the browser, or go into a file.

import { aborted, engine, stateOf } from './api.js';
import { drawBoard } from './board.js';
import { Chooser, named } from './choosing.js';
import { announce, button, choices, fill, find, h, save, toast } from './dom.js';
import { fault, reply, task } from './puzzlewords.js';
import { facing, lowerSide } from './shown.js';
import { state, update } from './store.js';
import { say } from './words.js';

/** @typedef {import('./puzzlewords.js').Puzzle} Puzzle */
/** @typedef {{part: string, game: string, position: string, answer: string}} Task */
/** @typedef {{title: string, idea: string[], tasks: Task[]}} Lesson */
/** @typedef {{course: string, lesson: number, part: string, task: number, game: string, position: string, answer: string, first: string, right: boolean, tries: number, why: boolean, seconds: number}} Mark */

/** @type {[string, string][]} */
let names = []; // of the courses, with their titles
const kept = 'oxo-courses';

const now = {
  shown: '', // the course and the lesson
  /** @type {Lesson[]} */ lessons: [],
  at: 0,
  /** @type {Puzzle|null} */ puzzle: null,
  /** @type {import('./api.js').State|null} */ asked: null,
  lower: 0,
  why: true,
  over: false, // the answer was found or shown
  said: '',
  tries: 0, first: '', begun: 0,
  /** @type {Mark[]} */ marks: [],
};

/** @type {Chooser} */
let chooser;
let asking = new AbortController();

/** Reads a course as the command does: explain/course says the form. @param {string} text @returns {Lesson[]} */
function read(text) {
  /** @type {Lesson[]} */
  const lessons = [];
  let game = '';
  for (const line of text.split('\n').slice(1)) {
    const [word, ...rest] = line.trim().split(' ');
    const about = rest.join(' ');
    if (word === 'game') game = about;
    else if (word === 'lesson') lessons.push({ title: about, idea: [], tasks: [] });
    else if (word === 'idea') lessons.at(-1)?.idea.push(about);
    else if (word === 'puzzle' || word === 'test') lessons.at(-1)?.tasks.push({ part: word === 'test' ? 'test' : 'practice', game, position: rest.slice(0, -1).join(' '), answer: rest.at(-1) ?? '' });
  }
  return lessons;
}

/** Builds the view. @param {HTMLElement} view */
function build(view) {
  try {
    now.marks = JSON.parse(localStorage.getItem(kept) ?? '[]');
  } catch { /* then there are none yet */ }
  const typed = /** @type {HTMLInputElement} */ (h('input', { id: 'coursemove', type: 'text', size: 8, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off' }));
  const why = /** @type {HTMLInputElement} */ (h('input', { type: 'checkbox', id: 'coursewhy', checked: now.why, onchange: () => { now.why = why.checked; } }));
  fill(view,
    h('div', { class: 'fields' }, h('div', { id: 'coursechoices', class: 'fields' }), h('label', { class: 'check' }, why, 'say why')),
    h('section', { class: 'stage', 'aria-label': 'the board' }, h('h2', { id: 'coursetask', class: 'status' }), h('div', { id: 'courseboard' })),
    h('aside', { class: 'side', 'aria-label': 'the lesson' },
      h('div', { id: 'courseidea' }), h('p', { id: 'coursesaid', class: 'why' }),
      h('form', { class: 'fields', onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const move = now.asked && named(now.asked, typed.value.trim());
        if (!move) return toast(`${typed.value.trim() || say('nothing')} is not a move here`);
        typed.value = '';
        attempt(move);
      } }, h('label', { class: 'field' }, h('span', {}, 'Or type a move'), typed), h('button', { type: 'submit' }, 'Try it')),
      h('div', { class: 'buttons' }, button('Show the answer', give, { id: 'courseanswer' }), button('Next', next, { id: 'coursenext', class: 'primary' })),
      h('p', { id: 'coursemarks', class: 'hint' }),
      h('div', { class: 'buttons' }, button('Save my marks', () => save('marks.csv', csv(), 'text/csv'), { id: 'coursecsv' }), button('Forget my marks', forget))));
  chooser = new Chooser(find('#courseboard'), attempt, drawShown);
}

/** The marks as CSV, with the columns of `oxo course --csv` that the page has. */
function csv() {
  const columns = /** @type {(keyof Mark)[]} */ (['course', 'lesson', 'part', 'task', 'game', 'position', 'answer', 'first', 'right', 'tries', 'why', 'seconds']);
  const word = (/** @type {any} */ value) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value));
  return `${[columns.join(','), ...now.marks.map((m) => columns.map((c) => word(m[c])).join(','))].join('\n')}\n`;
}

function keep() {
  try {
    localStorage.setItem(kept, JSON.stringify(now.marks));
  } catch { /* without storage they last as long as the page */ }
}

function forget() {
  now.marks = [];
  keep();
  drawMarks();
}

/** Reads a file of the courses. @param {string} file */
async function text(file) {
  const answer = await fetch(`courses/${file}.txt`);
  if (!answer.ok) throw new Error(`the answer is ${answer.status}`);
  return answer.text();
}

/** Reads the list of the courses. */
async function list() {
  if (names.length > 0) return;
  names = (await text('list')).trim().split('\n').map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]);
}

/** Shows the lesson that the state names. */
async function show() {
  try {
    await list();
  } catch (error) {
    return lost(error);
  }
  const course = names.some(([name]) => name === state.course) ? state.course : names[0][0];
  const wanted = `${course} ${state.unit}`;
  if (wanted === now.shown) return;
  try {
    now.lessons = read(await text(course));
  } catch (error) {
    return lost(error);
  }
  now.shown = wanted;
  choices(find('#coursechoices'), [['Course', names, course, (to) => update({ course: to, unit: 1 })],
    ['Lesson', now.lessons.map((l, i) => /** @type {[string, string]} */ ([String(i + 1), `${i + 1}. ${say(l.title)}`])), String(state.unit), (unit) => update({ unit: Number(unit) })]]);
  const l = lesson();
  fill(find('#courseidea'), h('h3', {}, l.title), ...l.idea.map((text) => h('p', {}, text)));
  announce(`${say(`Lesson ${state.unit}`)}: ${say(l.title)}. ${l.idea.map(say).join(' ')}`);
  return ask(0);
}

/** Says that a file did not come. @param {unknown} error */
function lost(error) {
  fill(find('#courseidea'), h('p', { class: 'wrong', role: 'alert' }, `The course could not be loaded: ${/** @type {Error} */ (error).message}`));
}

const lesson = () => now.lessons[Math.min(Math.max(state.unit, 1), now.lessons.length) - 1];

/** Asks a position of the lesson, whose puzzle the engine proves. @param {number} at */
async function ask(at) {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  const t = lesson().tasks[at];
  Object.assign(now, { at, puzzle: null, asked: null, over: false, said: '', tries: 0, first: '' });
  chooser.begin(null);
  draw();
  try {
    const [first, asked] = await Promise.all([stateOf(t.game, '', []), stateOf(t.game, t.position, [])]);
    await engine.stream('puzzles', { game: t.game, from: 'played', count: 1, ms: 20_000, position: t.position, moves: '', plies: 1, side: '' }, (event, z) => {
      if (!signal.aborted && event === 'puzzle') now.puzzle = z;
    }, signal);
    if (signal.aborted) return;
    if (!now.puzzle) throw new Error('the puzzle was not proven in the time');
    Object.assign(now, { asked, lower: lowerSide(first), begun: Date.now() });
  } catch (error) {
    if (signal.aborted || aborted(error)) return;
    now.said = say(/** @type {Error} */ (error).message);
    return draw();
  }
  chooser.begin(now.asked);
  draw();
  announce(title());
}

/** What is asked, in words. */
function title() {
  const { tasks } = lesson();
  const { part } = tasks[now.at];
  const all = tasks.filter((t) => t.part === part);
  const number = all.indexOf(tasks[now.at]) + 1;
  const words = part === 'test' ? `Test ${number} of ${all.length}` : `Practice ${number} of ${all.length}`;
  return now.puzzle ? `${say(words)}: ${say(task(now.puzzle))}` : say(words);
}

/** Tries a move. @param {string} move */
function attempt(move) {
  const z = now.puzzle;
  if (!z || !now.asked || now.over) return;
  const test = lesson().tasks[now.at].part === 'test';
  if (++now.tries === 1) now.first = move;
  const right = move === z.answer;
  const name = now.asked.legal.find((l) => l.move === move)?.name ?? move;
  const w = z.wrong.find((one) => one.move === move);
  const refuted = now.why && w ? `${say(fault(z, w, name))} ${say(reply(w.line))}` : '';
  if (right || test) return end(right, `${right ? say('Right.') : `${say(`Wrong: it was ${z.answer}.`)} ${refuted}`} ${now.why ? z.reason.map(say).join(' ') : ''}`.trim());
  now.said = refuted || say('No. Try again.');
  draw();
  announce(now.said);
}

/** Shows the answer. */
function give() {
  if (!now.puzzle || now.over) return;
  end(false, `${say(`It is ${now.puzzle.answer}.`)} ${now.why ? now.puzzle.reason.map(say).join(' ') : ''}`.trim());
}

/** Ends a task, and notes its mark. @param {boolean} right @param {string} said */
function end(right, said) {
  const t = lesson().tasks[now.at];
  const number = lesson().tasks.filter((one) => one.part === t.part).indexOf(t) + 1;
  const mark = { course: now.shown.split(' ')[0], lesson: state.unit, ...t, task: number, first: now.first, right: right && now.tries === 1, tries: now.tries, why: now.why, seconds: Math.round((Date.now() - now.begun) / 100) / 10 };
  now.marks = [...now.marks.filter((m) => m.course !== mark.course || m.lesson !== mark.lesson || m.part !== mark.part || m.task !== mark.task), mark];
  keep();
  Object.assign(now, { over: true, said });
  chooser.begin(null);
  draw();
  announce(said);
  if (now.at === lesson().tasks.length - 1) announce(result());
}

/** The next position, or the next lesson. */
function next() {
  if (now.at + 1 < lesson().tasks.length) void ask(now.at + 1);
  else if (state.unit < now.lessons.length) update({ unit: state.unit + 1 });
  else toast('This was the last lesson.');
}

/** What the test of this lesson brought. */
function result() {
  const tests = now.marks.filter((m) => `${m.course} ${m.lesson}` === now.shown && m.part === 'test');
  return `Test: ${tests.filter((m) => m.right).length} of ${lesson().tasks.filter((t) => t.part === 'test').length} right`;
}

function drawMarks() {
  find('#coursemarks').textContent = say(result());
}

/** Draws the view. */
function draw() {
  find('#coursetask').textContent = title();
  find('#coursesaid').textContent = now.said;
  find('#courseanswer').hidden = now.over || lesson().tasks[now.at].part === 'test';
  drawMarks();
  drawShown();
}

/** Whether the board is seen from its upper end. */
const flipped = () => !!now.asked && facing.includes(now.asked.style.pieces) && now.asked.turn !== now.lower;

function drawShown() {
  if (now.asked) drawBoard(find('#courseboard'), now.asked, { ...chooser.look(), flip: flipped(), playable: !now.over });
  else find('#courseboard').replaceChildren();
}

/** Handles a key. @param {KeyboardEvent} event */
function key(event) {
  if (now.asked && chooser.key(event, now.asked, flipped())) return true;
  if (event.key !== 'n') return false;
  next();
  return true;
}

export const courses = { build, show, leave: () => asking.abort(), key, redraw: drawShown };
