// A second implementation of the exercises' answers, independent of the page: lists of
// [node, field, answer] for all questions.

const below = (nodes, i) => nodes.flatMap((n, c) => (n.parent === i ? [c] : []));
const text = (n) => (n === Infinity ? '+inf' : n === -Infinity ? '-inf' : String(n));

/** Minimax. */
export function minimax(nodes) {
  const out = [];
  const walk = (i) => {
    if (nodes[i].value !== undefined) return Number(nodes[i].value);
    const values = below(nodes, i).map(walk);
    const value = (nodes[i].max ? Math.max : Math.min)(...values);
    out.push([i, 'value', text(value)]);
    return value;
  };
  walk(0);
  return out;
}

/** Alpha-beta that cuts off when alpha reaches beta, or only when it passes beta. */
export function alphabeta(nodes, strict = false) {
  const out = [];
  const walk = (i, alpha, beta) => {
    if (nodes[i].value !== undefined) return Number(nodes[i].value);
    out.push([i, 'alpha', text(alpha)], [i, 'beta', text(beta)]);
    let best = nodes[i].max ? -Infinity : Infinity;
    let closed = false;
    for (const c of below(nodes, i)) {
      if (closed) { // a cut branch has one answer, at its first node
        out.push([c, 'cut', 'yes']);
        continue;
      }
      const value = walk(c, alpha, beta);
      best = (nodes[i].max ? Math.max : Math.min)(best, value);
      if (nodes[i].max) alpha = Math.max(alpha, best);
      else beta = Math.min(beta, best);
      closed = strict ? alpha > beta : alpha >= beta;
    }
    out.push([i, 'value', text(best)]);
    return best;
  };
  walk(0, -Infinity, Infinity);
  return out;
}

/** The result of a position of noughts and crosses for the side to move. */
function result(cells, turn) {
  const lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
  if (lines.some((l) => l.every((c) => cells[c] === 1 - turn))) return -1;
  let best = -2;
  for (let c = 0; c < 9; c++) {
    if (cells[c] >= 0) continue;
    cells[c] = turn;
    best = Math.max(best, -result(cells, 1 - turn));
    cells[c] = -1;
  }
  return best === -2 ? 0 : best;
}

/** The moves of a position; state is its state from the API. */
export function position(e, state) {
  return e.nodes.flatMap((n, i) => {
    if (!n.move) return [];
    const cells = state.cells.map((c) => c.owner);
    cells[state.legal.find((l) => l.move === n.move).squares[0]] = state.turn;
    return [[i, 'value', ['win', 'draw', 'loss'][result(cells, 1 - state.turn) + 1]]];
  });
}
