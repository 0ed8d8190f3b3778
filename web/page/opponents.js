// The possible players, by the names in links and requests.

/** The possible opponents. */
export const opponents = /** @type {[string, string][]} */ ([
  ...Array.from({ length: 10 }, (_, i) => [String(i + 1), `level ${i + 1}${i === 0 ? ', a beginner' : ''}`]),
  ['perfect', 'perfect, where time suffices'], ['textbook-minimax', 'textbook: minimax'], ['textbook-minimax-depth', 'textbook: minimax with depth'],
  ['textbook-alphabeta', 'textbook: alpha-beta'], ['random', 'chance: random moves'],
]);

/** The sides that the reader can play. */
export const seats = /** @type {[string, string][]} */ ([['first', 'first'], ['second', 'second'], ['both', 'both sides'], ['none', 'nobody: watch']]);
