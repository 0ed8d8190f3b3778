// The workers. Each answers one question at a time. A search has the thread of its worker for itself and hears
// nothing, so it is stopped by ending the worker; another one is started at once in its place. Nothing is lost by
// that but what the search had found: a question says all that a worker needs.

import { OxoError, stopped } from './errors.js';
import { engine, host } from './host.js';

/**
 * @typedef {{post: (message: object, transfer?: Transferable[]) => void, busy: (yes: boolean) => void, end: () => void}} Thread
 * @typedef {{what?: string, game?: string, file?: string, sheet?: string, position?: string, moves?: string, fields?: object}} Question
 * @typedef {{event: string, data: any}} Heard a part of an answer
 * @typedef {{question: Question, bytes?: Uint8Array, hear: (heard: Heard) => void, fail: (error: Error) => void}} Job
 */

/** The most workers: each has memory of its own. */
const maxWorkers = 4;

/** @type {Set<Answerer>} */
const workers = new Set();
/** @type {Job[]} */
const waiting = [];

/** A worker with the job that it does. */
class Answerer {
  /** @param {Thread} thread */
  constructor(thread) {
    this.thread = thread;
    /** @type {Job|null} */
    this.job = null;
  }

  /** @param {Job} job */
  do(job) {
    this.job = job;
    this.thread.busy(true);
    this.thread.post({ question: JSON.stringify(job.question), file: job.bytes });
  }

  /** @param {Heard} heard */
  hear(heard) {
    const { job } = this;
    if (!job) return;
    const over = heard.event === 'end' || heard.event === 'error';
    if (over) {
      this.job = null;
      this.thread.busy(false);
      if (heard.data?.kind === 'broken') end(this); // its search may have ended halfway
    }
    job.hear(heard);
    if (over) void next();
  }

  /** @param {Error} error */
  fail(error) {
    const { job } = this;
    end(this);
    job?.fail(new OxoError('broken', `the engine failed: ${error.message}`, { cause: error }));
    void next();
  }
}

/** @param {Answerer} worker */
function end(worker) {
  workers.delete(worker);
  worker.job = null;
  worker.thread.end();
}

/** Starts a worker. */
async function begin() {
  const [{ start }, module] = await Promise.all([host, engine()]);
  /** @type {Answerer} */
  const worker = new Answerer(start((heard) => worker.hear(heard), (error) => worker.fail(error)));
  worker.thread.post({ module });
  workers.add(worker);
  return worker;
}

let beginning = 0;

/** Gives the jobs that wait to workers that rest. */
async function next() {
  for (const worker of workers) {
    if (waiting.length === 0) return;
    if (!worker.job) worker.do(/** @type {Job} */ (waiting.shift()));
  }
  try {
    const most = Math.max(1, Math.min(maxWorkers, (await host).processors()));
    if (waiting.length <= beginning || workers.size + beginning >= most) return;
    beginning++;
    try {
      await begin();
    } finally {
      beginning--;
    }
  } catch (error) {
    for (const job of waiting.splice(0)) job.fail(new OxoError('broken', `the engine cannot be loaded: ${/** @type {Error} */ (error).message}`, { cause: error }));
    return;
  }
  void next();
}

/** Ends a job. @param {Job} job */
function stop(job) {
  const at = waiting.indexOf(job);
  if (at >= 0) waiting.splice(at, 1);
  for (const worker of workers) {
    if (worker.job !== job) continue;
    end(worker);
    begin().then(next, () => { /* the next question says so */ });
  }
}

/**
 * Asks a question. The parts of the answer come as they are found; who leaves the loop stops the search.
 * @param {Question} question @param {AbortSignal} [signal] @param {Uint8Array} [bytes] of a certificate
 * @returns {AsyncGenerator<Heard, void, void>}
 */
export async function* ask(question, signal, bytes) {
  if (signal?.aborted) throw stopped(signal);
  /** @type {Heard[]} */
  const heard = [];
  /** @type {Error|null} */
  let failed = null;
  let over = false;
  let wake = () => {};
  /** @param {Error|null} error */
  const close = (error) => {
    failed = error;
    over = true;
    wake();
  };
  /** @type {Job} */
  const job = {
    question, bytes, fail: close,
    hear({ event, data }) {
      if (event === 'end') return close(null);
      if (event === 'error') return close(new OxoError(data.kind, data.text));
      heard.push({ event, data });
      return wake();
    },
  };
  const leave = () => {
    heard.length = 0; // nobody wants the rest
    close(stopped(signal));
  };
  signal?.addEventListener('abort', leave, { once: true });
  waiting.push(job);
  void next();
  try {
    for (;;) {
      const first = heard.shift();
      if (first) yield first;
      else if (over) break;
      else await new Promise((resolve) => { wake = () => resolve(undefined); });
    }
    if (failed) throw failed;
  } finally {
    signal?.removeEventListener('abort', leave);
    stop(job); // if it goes on
  }
}

/**
 * The last part of an answer.
 * @param {AsyncIterable<Heard>} parts @returns {Promise<any>}
 */
export async function last(parts) {
  let found;
  for await (const { data } of parts) found = data;
  return found;
}
