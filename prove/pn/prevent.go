package pn

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"oxo"
	"oxo/game/knowledge"
)

// Preventer plays for the side that prevents the other side's claim. [Solver.Preventer] makes it, and it uses the
// tables of the solver. Several preventers may work at the same time, each in one goroutine.
type Preventer struct {
	knowledge.LineClaim
	s       *Solver
	asked   asked
	replies int     // limit on the replies that the claim tries; 0 tries all
	wide    *Solver // for the claim with all replies; nil until needed
}

// errStopped says that a search ended early although its context has not ended.
var errStopped = errors.New("the search has ended too early")

// errHolds says that nothing prevents the claim.
var errHolds = errors.New("the other side cannot be kept from completing a line")

// Preventer returns a player that keeps the opponent of a side from completing a line in p. It
// returns nil if the game has no such claims, or if prevention alone is not enough. It uses the
// table of the last result.
func (s *Solver) Preventer(ctx context.Context, p oxo.Position, side oxo.Side) *Preventer {
	c, ok := p.(knowledge.Claimer)
	if !ok {
		return nil
	}
	if s.tables[relaxed] == nil {
		s.reset(true)
	}
	for _, kind := range []int{relaxed, strict} {
		planned := c.Claim(side.Opponent(), kind == relaxed)
		if planned == nil {
			return nil
		}
		replies := 0
		if kind == relaxed {
			replies = narrow(p)
		}
		planned.Narrow(replies)
		about := asked{planned, kind, side.Opponent(), oxo.By(1)}
		if s.answer(ctx, about, 0).Verdict == knowledge.Fails {
			return &Preventer{LineClaim: planned, s: s.sharing(), asked: about, replies: replies}
		}
	}
	return nil
}

// Threats reports whether lines of the preventing side count.
func (p *Preventer) Threats() bool { return p.asked.kind == strict }

// Reply returns a move that prevents the claim, with its side to move.
func (p *Preventer) Reply(ctx context.Context) (oxo.Move, error) {
	a := p.s.answer(ctx, p.asked, 0)
	if a.Verdict == knowledge.Holds && p.replies > 0 {
		a = p.widely(ctx)
	}
	switch {
	case a.Verdict == knowledge.Open:
		return 0, cmp.Or(context.Cause(ctx), errStopped)
	case a.Verdict == knowledge.Holds || !a.HasMove:
		return 0, errHolds
	}
	return a.Best, nil
}

// widely answers the claim with all replies tried. The proof has not visited every position that can come up: it
// leaves out a move if another move proves the same or more. After such a move the only good reply may be one that a
// narrow claim leaves out. (The certificate of (8,8,5), of 208 million nodes, met ten such positions. At six of them
// the eleventh or twelfth reply was enough, at the others a reply after which no search is needed.)
func (p *Preventer) widely(ctx context.Context) Answer {
	// 1. The table's verdict on each reply, then a brief search of each.
	p.Narrow(0)
	children, verdict := p.Expand(nil)
	p.Narrow(p.replies)
	for _, budget := range []uint64{1, 1 << 12} {
		for _, m := range children {
			if verdict == knowledge.Fails || m.Verdict == knowledge.Fails || m.Verdict == knowledge.Open && p.refutes(ctx, m.Move, budget) {
				return Answer{Verdict: knowledge.Fails, Best: m.Move, HasMove: true}
			}
		}
	}
	// 2. A search of its own: a claim that holds with narrow replies may fail here.
	if p.wide == nil {
		const share = 8 // divisor of the memory, for all threads: such positions are rare, and small
		p.wide = NewSolver(Options{TableBytes: p.s.opts.TableBytes / share / int64(p.s.opts.Threads)})
		p.wide.makeTables(true)
	}
	p.Narrow(0)
	defer p.Narrow(p.replies)
	return p.wide.answer(ctx, p.asked, 0)
}

// refutes reports whether a reply prevents the claim, within a search of a number of positions.
func (p *Preventer) refutes(ctx context.Context, reply oxo.Move, positions uint64) bool {
	p.Make(reply)
	defer p.Unmake(reply)
	return p.s.answer(ctx, p.asked, positions).Verdict == knowledge.Fails
}

// Keep returns a move of the side to move that keeps a score of p which it can reach. Among
// several such moves it returns the one proven with the fewest positions, whose tree is small.
// Consecutive calls about one side of one game and one score reuse the table, and so do calls
// after a win or loss that [Solver.Result] has proven. It returns [ErrKeys] if positions of the
// game have no exact keys of their own.
func (s *Solver) Keep(ctx context.Context, p oxo.Position, least oxo.Score) (oxo.Move, error) {
	if err := Provable(p); err != nil {
		return 0, err
	}
	if k, ok := p.(oxo.Keyed); !ok || k.KeyBits() == 0 {
		return 0, ErrKeys
	}
	if s.tables[strict] == nil {
		s.reset(false)
	}
	about, kept := s.keeping(p, least)
	c := newRules(p, about.side, about.least)
	a := s.answer(ctx, asked{c, strict, about.side, about.least}, 0)
	switch {
	case a.Verdict == knowledge.Open:
		return 0, cmp.Or(context.Cause(ctx), errStopped)
	case a.Verdict != kept:
		return 0, errLost
	case a.HasMove:
		return s.leastWork(c, a.Best, kept), nil
	}
	for _, limit := range [...]uint64{1, 0} { // the guide may know the value of p but no move; then it knows the value after some move
		for _, m := range p.Moves(nil) {
			p.Make(m)
			a := s.answer(ctx, asked{newRules(p, about.side, about.least), strict, about.side, about.least}, limit)
			if p.Unmake(m); a.Verdict == kept {
				return m, nil
			}
		}
	}
	return 0, errors.Join(context.Cause(ctx), errLost)
}

// keeping returns the question that decides whether the side to move of p keeps a score, and the verdict that says
// yes: that the other side does not get more, or that this side gets the score. If the table is already about such a
// question, keeping chooses it, so that nothing is proven again.
func (s *Solver) keeping(p oxo.Position, least oxo.Score) (about subject, kept knowledge.Verdict) {
	other := p.Turn().Opponent()
	same := []subject{{other, over(least), true}, {p.Turn(), least, true}}
	if oxo.FactsOf(p).Drawless && least == oxo.By(1) {
		same = append(same, subject{other, oxo.By(1), true})
	}
	about = same[0]
	if s.about != nil && slices.Contains(same, *s.about) {
		about = *s.about
	}
	if about.side == other {
		return about, knowledge.Fails
	}
	return about, knowledge.Holds
}

// over returns the least score of the other side that keeps this side from a score. No game
// ends between a loss, a draw and a win, so it is a draw or the least win.
func over(least oxo.Score) oxo.Score {
	switch more := 1 - least; {
	case oxo.By(-1) < more && more <= oxo.Draw:
		return oxo.Draw
	case oxo.Draw < more && more <= oxo.By(1):
		return oxo.By(1)
	default:
		return more
	}
}

// leastWork returns, among the moves known to lead to a verdict, the one that took the fewest
// positions; best is one of them.
func (s *Solver) leastWork(c knowledge.Claim, best oxo.Move, verdict knowledge.Verdict) (move oxo.Move) {
	move, work := best, uint64(math.MaxUint64)
	children, _ := c.Expand(nil)
	for i := range children {
		if took, ok := s.known(c, &children[i], verdict); ok && took < work {
			move, work = children[i].Move, took
		}
	}
	return move
}

// known reports whether a move is known to lead to a verdict that the side to move wants, and
// how many positions that took.
func (s *Solver) known(c knowledge.Claim, m *knowledge.Child, verdict knowledge.Verdict) (work uint64, ok bool) {
	if m.Verdict != knowledge.Open {
		return 1, m.Verdict == verdict
	}
	c.Make(m.Move)
	key, _ := c.Key()
	c.Unmake(m.Move)
	e, known := s.table.find(key)
	return uint64(e.work), known && e.numbers.other == 0 // after the move the other side is to move
}

// errLost says that no move keeps the score.
var errLost = errors.New("no move keeps the score")
