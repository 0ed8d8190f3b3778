// The answers that come as a file of the page, so that a board is shown before an engine
// answers: the list of games, and the first positions of games.

/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {{games?: any[], positions: {game: string, moves: string, state: any}[]}} Beginning */

/** @type {Promise<Beginning>|undefined} */
let asked;

/** Without the file the engine answers everything. @returns {Promise<Beginning>} */
function beginning() {
  asked ??= fetch('begin.json').then((file) => (file.ok ? file.json() : { positions: [] })).catch(() => {
    asked = undefined;
    return { positions: [] };
  });
  return asked;
}

/** Finds the answer to a request. @param {string} what @param {any} request */
async function answerTo(what, request) {
  if (what === 'games') return (await beginning()).games;
  if (what !== 'position' || request.position) return undefined;
  return (await beginning()).positions.find(({ game, moves }) => game === request.game && moves === request.moves)?.state;
}

/** Makes an engine that asks another engine for answers that the file lacks. @param {Engine} engine @returns {Engine} */
export const withBeginning = (engine) => ({
  stream: engine.stream,
  ask: async (what, request, signal, near) => await answerTo(what, request) ?? engine.ask(what, request, signal, near),
});
