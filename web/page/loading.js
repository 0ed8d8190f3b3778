// Shows how much of the browser's engine has been loaded, while the page waits for it.

import { find, fill, h } from './dom.js';
import { coming } from './local.js';

const patience = 400; // milliseconds: an engine from the browser's cache is there sooner

/** Shows the progress until the engine is there, then calls a function. @param {() => void} then */
export function whileLoading(then) {
  const box = find('#loading');
  const bar = /** @type {HTMLProgressElement} */ (h('progress', { max: coming.of, 'aria-label': 'the engine is loading' }));
  fill(box, h('span', {}, 'The engine is loading. Moves wait for it. '), bar);
  const late = setTimeout(() => { box.hidden = false; }, patience);
  coming.heard = (news) => {
    bar.value = coming.bytes;
    if (news === 'more') return;
    clearTimeout(late);
    box.hidden = true;
    if (news === 'here') then();
  };
}
