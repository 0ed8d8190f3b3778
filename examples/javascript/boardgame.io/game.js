// Noughts and crosses as a game of boardgame.io: cells are numbered from the top left.

const lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

export const noughtsAndCrosses = {
  name: 'noughts-and-crosses',
  setup: () => ({ cells: Array(9).fill(null), played: [] }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark({ G, playerID }, cell) {
      if (G.cells[cell] !== null) return 'INVALID_MOVE';
      G.cells[cell] = playerID;
      G.played.push(cell);
      return undefined;
    },
  },
  endIf({ G: { cells } }) {
    const line = lines.find(([a, b, c]) => cells[a] !== null && cells[a] === cells[b] && cells[a] === cells[c]);
    if (line) return { winner: cells[line[0]] };
    return cells.includes(null) ? undefined : { draw: true };
  },
  ai: {
    enumerate: ({ cells }) => cells.flatMap((owner, cell) => (owner === null ? [{ move: 'mark', args: [cell] }] : [])),
  },
};
