package puzzle

import (
	"slices"

	"oxo"
	"oxo/game/catalog"
	"oxo/search"
)

// The longest line of a refutation, and the part of the nodes that each search for one may take.
const (
	maxRefutation  = 12
	refutationPart = 16
)

// refute finds the reply that refutes a wrong try. After it the try is proven to be worth what
// the puzzle says.
func (x *examined) refute(m *move) (Wrong, error) {
	w := Wrong{Move: x.game.FormatMove(x.p, m.Move)}
	w.Result, _ = m.bounds.Result()
	if m.bounds.Exact() && m.bounds.Lo().IsLoss() {
		w.Plies = m.bounds.Lo().Plies()
	}
	line := m.line
	if line == nil {
		line = []oxo.Move{m.Move}
		x.p.Make(m.Move)
		if x.p.Outcome() == oxo.Ongoing {
			reply, rest, ok := x.reply(m)
			if !ok {
				x.p.Unmake(m.Move)
				return w, &RefusedError{Fault: Unproven}
			}
			line = append(append(line, reply), rest...)
		}
		x.p.Unmake(m.Move)
	}
	w.Line = catalog.FormatLine(x.game, x.p, line[:min(len(line), maxRefutation)])
	return w, nil
}

// reply returns a proven reply to the wrong try m, which has been made, and best play after it.
func (x *examined) reply(m *move) (reply oxo.Move, rest []oxo.Move, ok bool) {
	nodes := max(x.options.Nodes/refutationPart, 1)
	sign, _ := m.sign()
	var replies []oxo.Move
	if m.hasReply {
		replies = append(replies, m.reply)
	}
	replies = append(replies, catalog.Playable(x.p, nil)...)
	for i, d := range replies {
		if slices.Contains(replies[:i], d) || x.ctx.Err() != nil {
			continue
		}
		x.p.Make(d)
		if ok = x.keepsDown(sign, nodes); ok {
			rest = x.rest(search.Limits{Nodes: nodes})
		}
		x.p.Unmake(d)
		if ok {
			return d, rest, true
		}
	}
	return 0, nil, false
}

// rest returns best play from the position on, if its exact value can be proven.
func (x *examined) rest(limits search.Limits) []oxo.Move {
	if x.p.Outcome() != oxo.Ongoing {
		return nil
	}
	r := x.exact.Search(x.ctx, x.p, limits)
	if !r.Proven {
		return nil
	}
	return slices.Clone(r.Line)
}
