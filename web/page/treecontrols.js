// The buttons and the slider that walk a tree.

import { button, fill, find, h } from './dom.js';
import { Grown } from './grown.js';
import { Walked } from './walked.js';
import { say } from './words.js';

/**
 * Makes the buttons of the walk.
 * @param {{first: () => void, back: () => void, step: () => void, play: () => void, speed: (times: number) => void, go: (moment: number) => void,
 *   last: () => void, jump: (what: 'cuts'|'bounds') => void, jumpBack: () => void, predict: () => void}} acts
 */
export function controls(acts) {
  const speeds = /** @type {[number, string][]} */ ([[0.5, '½×'], [1, '1×'], [4, '4×']]);
  return [
    button('«', acts.first, { title: 'To the beginning (n)', 'aria-label': 'to the beginning' }),
    button('‹', acts.back, { title: 'A step back (, or u)', 'aria-label': 'a step back' }),
    button('Step ›', acts.step, { id: 'step', class: 'primary', title: 'A step forward (. or r)', 'aria-label': 'a step forward' }),
    button('▶', acts.play, { id: 'playback', title: 'Play (space)', 'aria-label': 'play' }),
    h('span', { class: 'speeds', role: 'group', 'aria-label': 'speed' }, ...speeds.map(([speed, text]) => button(text, (event) => {
      for (const b of find('.speeds').children) b.setAttribute('aria-pressed', String(b === event.currentTarget));
      acts.speed(speed);
    }, { 'aria-pressed': String(speed === 1), 'aria-label': `${text} speed` }))),
    h('span', { class: 'scrub' }, h('span', { id: 'ticks', 'aria-hidden': 'true' }),
      h('input', { id: 'slider', type: 'range', min: 0, max: 0, value: 0, 'aria-label': 'moment of the walk', oninput: (/** @type {Event} */ e) => acts.go(Number(/** @type {HTMLInputElement} */ (e.target).value)) })),
    h('span', { id: 'moment' }),
    button('»', acts.last, { title: 'To the end', 'aria-label': 'to the end' }),
    press('✂', ' Next cut-off', () => acts.jump('cuts'), { id: 'next-cut', title: 'To the next cut-off (c)' }),
    press('αβ', ' Next change', () => acts.jump('bounds'), { id: 'next-bound', title: 'To the next moment at which alpha or beta moves (a)' }),
    press('↶', ' Back to where I was', acts.jumpBack, { id: 'jump-back', title: 'Before the last jump (b)', 'aria-disabled': 'true' }),
    button('Predict', acts.predict, { id: 'predicting', 'aria-pressed': 'false', title: 'Be asked before each step what it brings (p)' }),
  ];
}

/**
 * Makes a button whose text is hidden if there is little room.
 * @param {string} sign @param {string} text @param {() => void} act @param {Record<string, any>} more
 */
function press(sign, text, act, more) {
  const b = button(sign, act, { 'aria-label': `${sign}${say(text)}`, ...more });
  b.append(h('span', { class: 'roomy' }, text));
  return b;
}

/**
 * Sets the texts of the jump buttons; a tree of play-outs has others.
 * @param {Walked|Grown|null} w @param {boolean} predicts whether questions are asked
 */
export function drawControls(w, predicts) {
  const grown = w instanceof Grown;
  find('#predicting').hidden = grown;
  const cuts = !(w instanceof Walked) || w.tree.windows; // minimax has neither cut-offs nor windows
  find('#next-cut').hidden = find('#next-bound').hidden = !cuts;
  find('#predicting').setAttribute('aria-pressed', String(predicts));
  const names = grown ? [['#next-cut', '↻', ' Next play-out', 'To the next play-out (c)'], ['#next-bound', '✓', ' Next proof', 'To the next moment that proves something (a)']]
    : [['#next-cut', '✂', ' Next cut-off', 'To the next cut-off (c)'], ['#next-bound', 'αβ', ' Next change', 'To the next moment at which alpha or beta moves (a)']];
  for (const [id, sign, text, title] of names) {
    const b = find(id);
    if (b.title === say(title)) continue;
    b.replaceChildren(sign, h('span', { class: 'roomy' }, text));
    b.title = say(title);
    b.setAttribute('aria-label', `${sign}${say(text)}`);
  }
}

/**
 * Draws ticks at the cut-offs, or proofs, up to this moment; a tree with too many
 * moments has none.
 * @param {Walked|Grown|null} w @param {number} moment
 */
export function drawTicks(w, moment) {
  const cuts = w && (w.last <= 400 || w instanceof Grown) ? (w instanceof Grown ? w.bounds : w.cuts).filter((m) => m <= moment) : [];
  const box = find('#ticks');
  if (box.children.length === cuts.length && box.dataset.last === String(w?.last)) return;
  box.dataset.last = String(w?.last);
  fill(box, ...cuts.map((m) => {
    const tick = h('i', {});
    tick.style.setProperty('--part', String(m / Math.max(w?.last ?? 1, 1)));
    return tick;
  }));
}
