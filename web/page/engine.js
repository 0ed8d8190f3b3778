// What an engine is: it answers the requests of the page, on a server or in the browser.

/**
 * @typedef {{ask: (what: string, request: object, signal?: AbortSignal, near?: string) => Promise<any>, // near: another request, whose engine must know of this one
 *   stream: (what: string, request: object, hear: (event: string, data: any) => void, signal: AbortSignal) => Promise<void>}} Engine
 */

/** Says in words what was wrong with a request. */
export class Problem extends Error {
  /** @param {string} message @param {boolean} [passing] whether the same request may succeed later @param {number} [status] as in HTTP */
  constructor(message, passing = false, status = 0) {
    super(message);
    this.passing = passing;
    this.status = status;
  }
}
