package puzzle

import (
	"slices"

	"oxo"
	"oxo/game/catalog"
	"oxo/search"
)

// move is a legal move and its proven bounds, for the side that makes it.
type move struct {
	oxo.Move
	bounds   oxo.Bounds
	line     []oxo.Move // proven best play, beginning with the move, or nil
	reply    oxo.Move   // proven to keep the value of the move down to its result
	hasReply bool
}

// A move wins if the position after it is worth less than a draw to the other side, and loses if it is
// worth at least a win.
const (
	aDraw oxo.Score = oxo.Draw
	aWin            = oxo.MaxEstimate + 1 // the least of all wins
)

// sign returns the sign of the value, and whether it is known.
func (m *move) sign() (sign int, known bool) {
	return m.bounds.Lo().Sign(), m.bounds.Lo().Sign() == m.bounds.Hi().Sign()
}

// move finds a move of the position.
func (x *examined) move(of oxo.Move) *move {
	return &x.moves[slices.IndexFunc(x.moves, func(m move) bool { return m.Move == of })]
}

// only finds the move that alone keeps the result, and the result of every other move. It first asks
// of each move whether it wins, and then whether it loses. It stops as soon as it has no answer.
func (x *examined) only() (keeps string, err error) {
	x.moves, x.left = nil, x.half().Nodes
	for _, m := range catalog.Playable(x.p, nil) {
		x.moves = append(x.moves, move{Move: m})
	}
	for _, least := range []oxo.Score{aDraw, aWin} {
		for i := range x.moves {
			if _, known := x.moves[i].sign(); !known && !x.ask(&x.moves[i], least) {
				return "", &RefusedError{Fault: Unproven}
			}
		}
		if least == aDraw {
			if wins := x.worth(1); len(wins) > 1 {
				return "", x.two(wins, "win")
			}
		}
	}
	for _, sign := range []int{1, 0} {
		keep := x.worth(sign)
		result := [...]string{"draw", "win"}[sign]
		switch len(keep) {
		case 0:
			continue
		case 1:
			x.answer = keep[0]
			return result, nil
		}
		return "", x.two(keep, result)
	}
	return "", &RefusedError{Fault: Lost}
}

// worth returns the moves that are known to have a result.
func (x *examined) worth(sign int) (all []*move) {
	for i := range x.moves {
		if s, known := x.moves[i].sign(); known && s == sign {
			all = append(all, &x.moves[i])
		}
	}
	return all
}

// two refuses a position with several answers.
func (x *examined) two(answers []*move, result string) error {
	r := &RefusedError{Fault: TwoAnswers, Result: result}
	for _, m := range answers {
		r.Answers = append(r.Answers, x.game.FormatMove(x.p, m.Move))
	}
	slices.Sort(r.Answers)
	return r
}

// ask asks whether the position after a move is worth at least a score to the other side. It reports
// false if that cannot be proven with the nodes that are left.
func (x *examined) ask(m *move, least oxo.Score) bool {
	x.p.Make(m.Move)
	defer x.p.Unmake(m.Move)
	if x.p.Outcome() != oxo.Ongoing {
		m.bounds = oxo.Exactly(oxo.Final(x.p)).ToParent()
		return true
	}
	if x.left == 0 || x.ctx.Err() != nil {
		return false
	}
	a := x.results.Ask(x.ctx, x.p, search.Question{AtLeast: least, Nodes: x.left})
	x.left -= min(a.Nodes, x.left)
	if a.Bounds.Lo() < least && a.Bounds.Hi() >= least {
		return false
	}
	m.bounds = m.bounds.And(a.Bounds.ToParent())
	if a.HasMove && a.Bounds.Lo() >= least {
		m.reply, m.hasReply = a.Best, true
	}
	return true
}

// keepsDown reports whether the position, in which the side of the puzzle is to move, is proven to be
// worth at most a result.
func (x *examined) keepsDown(sign int, nodes uint64) bool {
	if x.p.Outcome() != oxo.Ongoing {
		return oxo.Final(x.p).Sign() <= sign
	}
	least := aDraw
	if sign == 0 {
		least = aWin
	}
	return x.results.Ask(x.ctx, x.p, search.Question{AtLeast: least, Nodes: nodes}).Bounds.Hi() < least
}
