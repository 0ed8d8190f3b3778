// A learning management system around the page, if there is one: through SCORM 1.2 the
// page reports the marks, and the system keeps the answers.

/**
 * @typedef {{
 *   LMSInitialize: (nothing: string) => string, LMSFinish: (nothing: string) => string, LMSCommit: (nothing: string) => string,
 *   LMSGetValue: (name: string) => string, LMSSetValue: (name: string, value: string) => string,
 *   LMSGetLastError: () => string, LMSGetErrorString: (code: string) => string,
 * }} API
 */

/** The number of characters that SCORM 1.2 keeps of a learner's work. */
const most = 4096;

/**
 * Looks for the system's API in the frames around the page and in the window that
 * opened it.
 * @returns {API|null}
 */
function look() {
  try {
    for (let from = /** @type {Window|null} */ (window), hops = 0; from && hops < 10; hops++) {
      const api = /** @type {any} */ (from).API;
      if (api?.LMSInitialize) return api;
      if (from.parent && from.parent !== from) from = from.parent;
      else from = /** @type {Window|null} */ (from.opener);
    }
  } catch { /* a frame of another origin cannot be read */ }
  return null;
}

/** @type {API|null} */
let api = null;
let begun = false;

/** Returns the API of the system, which the first call starts. */
function system() {
  if (begun) return api;
  begun = true;
  api = look();
  if (!api) return null;
  if (api.LMSInitialize('') !== 'true') api = null;
  const status = api?.LMSGetValue('cmi.core.lesson_status');
  if (status === '' || status === 'not attempted') api?.LMSSetValue('cmi.core.lesson_status', 'incomplete');
  addEventListener('pagehide', () => {
    api?.LMSCommit('');
    api?.LMSFinish('');
    api = null;
  });
  return api;
}

/**
 * Returns the answers that the system kept for this exercise.
 * @param {string} name of the exercise @returns {Record<string, string>}
 */
export function recallWork(name) {
  try {
    const kept = JSON.parse(system()?.LMSGetValue('cmi.suspend_data') || '{}');
    return kept.exercise === name && kept.answers && typeof kept.answers === 'object' ? kept.answers : {};
  } catch {
    return {};
  }
}

/**
 * Asks the system to keep the answers.
 * @param {string} name of the exercise @param {Map<string, string>} answers
 */
export function keepWork(name, answers) {
  const text = JSON.stringify({ exercise: name, answers: Object.fromEntries(answers) });
  if (text.length <= most) system()?.LMSSetValue('cmi.suspend_data', text);
}

/**
 * Reports the marks to the system: the score from 0 to 100, "passed" if all answers are
 * right, else "completed" if no answer is missing.
 * @param {{right: number, open: number, of: number}} marked
 */
export function tell(marked) {
  const lms = system();
  if (!lms) return;
  lms.LMSSetValue('cmi.core.score.min', '0');
  lms.LMSSetValue('cmi.core.score.max', '100');
  lms.LMSSetValue('cmi.core.score.raw', String(Math.round((100 * marked.right) / Math.max(marked.of, 1))));
  lms.LMSSetValue('cmi.core.lesson_status', marked.right === marked.of ? 'passed' : marked.open === 0 ? 'completed' : 'incomplete');
  lms.LMSCommit('');
}
