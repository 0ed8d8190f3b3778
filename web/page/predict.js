// Prediction: before a step the learner predicts what it brings; the answer is marked,
// and right answers are counted.

import { announce, button, fill, h } from './dom.js';

/** @typedef {import('./walked.js').Prediction} Prediction */

export class Predict {
  /**
   * @param {HTMLElement} box
   * @param {(forward: boolean) => void} goOn goes to the step that was asked about
   */
  constructor(box, goOn) {
    this.box = box;
    this.goOn = goOn;
    this.on = false;
    this.right = 0;
    this.asked = 0;
    /** @type {Prediction|undefined} the open question */
    this.question = undefined;
    /** @type {Set<Prediction>} */
    this.answered = new Set();
    this.said = ''; // what was said about the last answer
    this.wasRight = false;
  }

  /** Forgets all answers. */
  reset() {
    Object.assign(this, { right: 0, asked: 0, question: undefined, said: '' });
    this.answered.clear();
  }

  /**
   * Shows the question before the next step, if there is one.
   * @param {Prediction|undefined} question
   */
  show(question) {
    this.box.closest('.explorer')?.classList.toggle('predicting', this.on);
    if (!this.on) {
      this.question = undefined;
      this.box.hidden = true;
      return;
    }
    const same = question === this.question;
    this.question = question;
    this.box.hidden = false;
    if (same && this.box.childElementCount > 0 && question) return;
    fill(this.box,
      this.said ? h('p', { class: this.wasRight ? 'verdict right' : 'verdict wrong', id: 'verdict' }, h('i', { 'aria-hidden': 'true' }, this.wasRight ? '✓' : '✗'), ` ${this.said}`) : null,
      question ? h('h2', { id: 'question' }, question.question) : h('p', { class: 'hint' }, 'No question here: step on.'),
      question ? h('div', { class: 'options', role: 'group', 'aria-labelledby': 'question' },
        ...question.options.map((text, k) => h('button', { type: 'button', class: 'option', 'data-option': k, onclick: () => this.answer(k) }, h('kbd', {}, k + 1), text)),
        button('Skip', () => this.skip(), { class: 'quiet', id: 'skip' })) : null,
      h('p', { class: 'hint', id: 'score' }, this.asked ? `${this.right} of ${this.asked} right` : ''));
    if (question) announce(question.question);
  }

  /** @param {number} k @returns {boolean} whether the option exists */
  answer(k) {
    const q = this.question;
    if (!q || k >= q.options.length) return false;
    const had = this.box.contains(document.activeElement);
    this.wasRight = k === q.right;
    if (!this.answered.has(q)) { // each question counts once
      this.asked++;
      if (this.wasRight) this.right++;
    }
    this.answered.add(q);
    this.said = this.wasRight ? 'Right.' : `Not so: ${q.options[q.right]}.`;
    this.question = undefined;
    this.goOn(true);
    announce(this.said);
    if (had) /** @type {HTMLElement|null} */ (this.box.querySelector('button') ?? document.querySelector('#step'))?.focus();
    return true;
  }

  /** Continues without an answer. */
  skip() {
    this.said = '';
    this.question = undefined;
    const had = this.box.contains(document.activeElement);
    this.goOn(true);
    if (had) /** @type {HTMLElement|null} */ (document.querySelector('#step'))?.focus();
  }
}
