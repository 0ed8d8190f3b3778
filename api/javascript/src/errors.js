// The error of every call.

/** The kinds by their numbers in the engine. */
const kinds = ['', 'input', 'over', 'large', 'unknown', 'stopped', 'broken'];

/** Says what was wrong, and what would be right. */
export class OxoError extends Error {
  /**
   * @param {import('./index.js').Kind} kind what the error is about
   * @param {string} message
   * @param {{cause?: unknown}} [options]
   */
  constructor(kind, message, options) {
    super(message, options);
    this.name = kind === 'stopped' ? 'AbortError' : 'OxoError'; // as other calls that a signal stops
    this.kind = kind;
  }
}

/** The error of a kind that the engine gives by its number. @param {number} kind @param {string} text */
export const numbered = (kind, text) => new OxoError(/** @type {import('./index.js').Kind} */ (kinds[kind] ?? 'broken'), text);

/** The error of a question that its signal has stopped. @param {AbortSignal} [signal] */
export const stopped = (signal) => new OxoError('stopped', 'the call was stopped', { cause: signal?.reason });

/**
 * Refuses what is not a text.
 * @param {unknown} value @param {string} what @param {string} example
 * @returns {string}
 */
export function text(value, what, example) {
  if (typeof value === 'string') return value;
  throw new OxoError('input', `${what}: want a text, as ${example}, and got ${value === null ? 'null' : typeof value}`);
}
