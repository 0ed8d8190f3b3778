// Proves who wins, with the prover that suits the position, within the chosen time. It runs at the same time as the
// scores.

import { aborted, engine } from './api.js';
import { announce, button, fill, find, h } from './dom.js';
import { now } from './shown.js';
import { played, state } from './store.js';
import { say } from './words.js';

/**
 * @typedef {{result: string, value?: import('./api.js').Worth, line: string[], cut?: boolean, by: string, without?: string}} Found
 * @typedef {{progress: string, seconds: number, done: boolean, proven: boolean, found?: Found}} Proving
 */

/** How long a proof may take, in milliseconds; a server may allow less. */
const longest = 600_000;

/** @type {{key: string, only: boolean, ask: AbortController|null, last: Proving|null, error: string}} */
const proof = { key: '', only: true, ask: null, last: null, error: '' };

/** Ends a proof that runs. */
function stop() {
  proof.ask?.abort();
  proof.ask = null;
}

/** Draws the button, or the progress of the proof, or its result. */
export function drawProve() {
  const box = find('#prove');
  const s = now.state;
  const key = JSON.stringify([state.game, state.position, played()]);
  if (key !== proof.key) {
    stop();
    Object.assign(proof, { key, last: null, error: '' });
  }
  if (proof.ask) {
    const { progress, seconds } = proof.last ?? { progress: 'waiting for the engine', seconds: 0 };
    const text = `Proving: ${progress}, ${seconds.toFixed(0)} s`;
    const shown = box.querySelector('#proving');
    if (shown) shown.textContent = say(text); // the button keeps the focus
    else fill(box, h('p', { class: 'hint', id: 'proving' }, text), button('Stop the proof', () => { stop(); drawProve(); }, { id: 'stopproof' }));
    return;
  }
  const drawn = `${key} ${s?.outcome} ${proof.error} ${JSON.stringify(proof.last)}`;
  if (box.dataset.drawn === drawn && !box.querySelector('#proving')) return;
  box.dataset.drawn = drawn;
  if (!s || s.outcome !== 'ongoing') {
    fill(box);
    return;
  }
  fill(box, ...outcome(s), h('div', { class: 'buttons' },
    button('Prove', begin, { id: 'begin-proof', title: 'Prove what the position is worth' }),
    h('label', { class: 'check' }, h('input', { type: 'checkbox', id: 'only-result', checked: proof.only, onchange: () => { proof.only = !proof.only; } }), 'only who wins')));
}

/** The result of the proof in words. @param {import('./api.js').State} s @returns {HTMLElement[]} */
function outcome(s) {
  if (proof.error) return [h('p', { class: 'wrong' }, proof.error)];
  const p = proof.last;
  if (!p) return [];
  if (!p.found) return [h('p', { id: 'proved' }, `Not proven in ${p.seconds.toFixed(0)} s: ${p.progress}.`)];
  const { line: moves, cut, by } = p.found;
  const without = p.found.without ? `, without ${p.found.without}` : '';
  const line = moves.length > 0 ? `Line: ${moves.slice(0, 12).join(' ')}${cut || moves.length > 12 ? ' …' : ''}` : '';
  return [h('p', { id: 'proved' }, h('b', {}, `${s.sides[s.turn]}: ${p.progress}${without}, proven`), ` by ${by}, ${p.seconds.toFixed(1)} s. ${line}`)];
}

/** Begins a proof of the position shown. */
async function begin() {
  const ask = new AbortController();
  Object.assign(proof, { ask, last: null, error: '' });
  drawProve();
  find('#stopproof')?.focus();
  try {
    await engine.stream('prove', { game: state.game, position: state.position, moves: played().join('.'), result: proof.only, ms: longest }, (event, data) => {
      if (ask.signal.aborted || event !== 'proving') return;
      proof.last = data;
      if (data.done) announce(data.proven ? `proven: ${data.progress}` : 'not proven');
      else drawProve();
    }, ask.signal);
  } catch (error) {
    if (ask.signal.aborted || aborted(error)) return;
    proof.error = `The proof ended: ${/** @type {Error} */ (error).message}`;
  }
  if (proof.ask !== ask) return;
  proof.ask = null;
  drawProve();
}
