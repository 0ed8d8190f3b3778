// The page on which a tab works for a hub. The foreman, a separate worker, talks to the
// hub; each thread has a worker that computes.

/** @param {string} id */
const at = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));

const most = Math.max(1, navigator.hardwareConcurrency || 1);
at('threads').max = String(most);

/** @type {Worker|undefined} */
let foreman;
let busy = 0; // the number of threads that do a job
let sum = 'No job done yet.';

/** @param {string} game */
const show = (game) => { at('done').textContent = busy ? `${sum} Now at ${game}.` : sum; };

/** Handles the messages of the foreman. */
const told = {
  /** @param {string} text */
  log(text) {
    const line = /msg=(?:"((?:[^"\\]|\\.)*)"|(\S+))(.*)/.exec(text);
    if (!line) return;
    const words = (line[1] ?? line[2]).replaceAll('\\"', '"');
    if (text.includes('level=INFO')) {
      at('state').textContent = words === 'joined the hub' ? 'At work for the hub.' : words;
      at('trouble').textContent = '';
    } else {
      at('trouble').textContent = words + line[3];
    }
  },
  /** @param {string} game */
  job(game) {
    busy++;
    show(game);
    at('trouble').textContent = '';
  },
  /** @param {string} text */
  state(text) {
    const { jobs, seconds } = JSON.parse(text);
    busy--;
    sum = `${jobs} ${jobs === 1 ? 'job' : 'jobs'} done, ${seconds} s of work.`;
    show('another');
  },
  /** @param {string} why */
  left(why) {
    foreman?.terminate(); // its threads end too
    foreman = undefined;
    at('state').textContent = 'Not at work.';
    at('trouble').textContent = why;
    for (const id of ['join', 'name', 'threads']) at(id).disabled = false;
    at('leave').disabled = true;
  },
};

at('form').addEventListener('submit', (event) => {
  event.preventDefault();
  if (foreman) return;
  for (const id of ['join', 'name', 'threads']) at(id).disabled = true;
  at('leave').disabled = false;
  at('trouble').textContent = at('done').textContent = '';
  busy = 0;
  sum = 'No job done yet.';
  at('state').textContent = 'Loading the engine.';
  foreman = new Worker('foreman.js', { type: 'module' });
  foreman.onmessage = ({ data }) => told[/** @type {keyof typeof told} */ (data.what)](data.text);
  foreman.onerror = (event) => told.left(`The engine cannot be started: ${event.message ?? 'its files are not there'}`);
  const desk = new URL('../desk', location.href);
  desk.protocol = desk.protocol === 'https:' ? 'wss:' : 'ws:';
  foreman.postMessage({ url: desk.href, name: at('name').value.trim() || 'a browser tab', threads: Math.min(most, at('threads').valueAsNumber || 1) });
});

at('leave').addEventListener('click', () => {
  at('leave').disabled = true;
  at('state').textContent = 'Leaving.';
  foreman?.postMessage({ leave: true });
  const leaving = foreman;
  setTimeout(() => { if (leaving && leaving === foreman) told.left(''); }, 5000); // the hub does not answer
});
