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

// planner is a claim that knows when its other side needs no more search.
type planner interface {
	knowledge.Claim
	// Plan returns pairs of squares that stop every line, with the claimant to move, or leave what a short
	// search stops. It tries to leave some squares alone.
	Plan(leave []oxo.Move) (pairs [][2]oxo.Move, ok bool)
	// Aside returns pairs of squares that are in no line but those that they stop, with the claimant
	// to move.
	Aside() [][2]oxo.Move
	// Forced returns the square with which the other side would complete a line, with
	// the claimant to move, if there is one.
	Forced() (m oxo.Move, ok bool)
	// Moves returns moves of the claimant, who is to move: those first that are refuted at once.
	Moves() []oxo.Move
}

// Preventer plays for the side that keeps the other from what it claims. It is made by
// [Solver.Preventer], and uses the tables of the solver. Several may be asked at the same time, each by one goroutine.
type Preventer struct {
	planner
	s       *Solver
	asked   asked
	replies int     // that the claim looks at; 0 is all
	wide    *Solver // of the claim that looks at all of them; nil until it is needed
}

// errStopped says that a search has ended before it was done, though its context goes on.
var errStopped = errors.New("the search has ended too soon")

// errHolds says that there is nothing to prevent with.
var errHolds = errors.New("the other side cannot be kept from completing a line")

// Preventer returns what keeps the opponent of a side from completing a line in p, or
// nil where the game has no such claims or the side cannot do so by prevention alone.
// The table of the last result is used.
func (s *Solver) Preventer(ctx context.Context, p oxo.Position, side oxo.Side) *Preventer {
	c, ok := p.(knowledge.Claimer)
	if !ok {
		return nil
	}
	if s.tables[relaxed] == nil {
		s.reset(true)
	}
	for _, kind := range []int{relaxed, strict} {
		planned, ok := c.Claim(side.Opponent(), kind == relaxed).(planner)
		if !ok {
			return nil
		}
		replies := 0
		if kind == relaxed {
			replies = narrow(p)
		}
		planned.Narrow(replies)
		about := asked{planned, kind, side.Opponent(), oxo.By(1)}
		if s.answer(ctx, about, 0).Verdict == knowledge.Fails {
			return &Preventer{planner: planned, s: s.sharing(), asked: about, replies: replies}
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

// widely asks the claim with all replies. The search has not looked at every position that can be asked about: behind
// a move that it left out, as another proves no less, the only reply may be one that a narrow claim leaves out.
// (The certificate of (8,8,5), of 208 million nodes, met ten such positions. At six of them the eleventh or twelfth reply was
// enough, at the others a reply after which no search is needed.)
func (p *Preventer) widely(ctx context.Context) Answer {
	// 1. What the table knows of each reply, and then what a moment's search finds.
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
	// 2. A search of its own: where narrow claims hold, as far as the table knows, this one may fail.
	if p.wide == nil {
		const share = 8 // of the memory, for all threads: such positions are rare, and small
		p.wide = NewSolver(Options{TableBytes: p.s.opts.TableBytes / share / int64(p.s.opts.Threads)})
		p.wide.makeTables(true)
	}
	p.Narrow(0)
	defer p.Narrow(p.replies)
	return p.wide.answer(ctx, p.asked, 0)
}

// refutes reports whether a reply prevents the claim, as far as a search of that many positions tells.
func (p *Preventer) refutes(ctx context.Context, reply oxo.Move, positions uint64) bool {
	p.Make(reply)
	defer p.Unmake(reply)
	return p.s.answer(ctx, p.asked, positions).Verdict == knowledge.Fails
}

// Keep returns a move of the side to move that keeps a score of p, which it can reach: of several such moves the one that took the
// fewest positions to know that, whose tree is small. Calls about one side of one game and one score, one after another, use what
// the table has, and so do those after a win or a loss that [Solver.Result] has proven. It returns [ErrKeys] for a game whose
// positions have no exact keys of their own.
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
	for _, limit := range [...]uint64{1, 0} { // what the guide knows of p itself has no move: it knows as much behind some move
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

// keeping returns what to ask in order to know whether the side to move of p keeps a score, and the verdict that says so: the other
// side does not get more, or this one gets as much. It takes the question that the table is about, if that is one of these: else all
// would be proven again.
func (s *Solver) keeping(p oxo.Position, least oxo.Score) (about subject, kept knowledge.Verdict) {
	other := p.Turn().Opponent()
	same := []subject{{other, over(least), true}, {p.Turn(), least, true}}
	if _, ok := p.(knowledge.Drawless); ok && least == oxo.By(1) {
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

// over returns the least score of the other side that keeps this side from a score. Between a loss, a draw and a win no game ends,
// so there it is a draw or the least win.
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

// leastWork returns, of the moves that are known to lead to a verdict, the one that took the fewest positions; best is one of them.
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

// known reports whether a move is known to lead to a verdict that the side to move wants, and how many positions that took.
func (s *Solver) known(c knowledge.Claim, m *knowledge.Child, verdict knowledge.Verdict) (work uint64, ok bool) {
	if m.Verdict != knowledge.Open {
		return 1, m.Verdict == verdict
	}
	c.Make(m.Move)
	key, _ := c.Key()
	c.Unmake(m.Move)
	e, known := s.table.find(key)
	return uint64(e.work), known && e.numbers.other == 0 // the other side is to move there
}

// errLost is the error of a score that cannot be kept.
var errLost = errors.New("no move keeps the score")
