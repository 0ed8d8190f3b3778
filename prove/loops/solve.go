package loops

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"

	"oxo"
)

// ErrUnsuited says that a game is not one for this package.
var ErrUnsuited = errors.New("it has no margins, no exact keys, no guide, or cannot loop")

// Options configures a [Solver]. The zero value suits most uses.
type Options struct {
	// TableBytes is the approximate memory of the tables; 0 is 1 GiB. It is allocated as
	// needed. A full table accepts no new entries.
	TableBytes int64
	// Nodes ends the proof after about this number of positions; 0 sets no limit.
	Nodes uint64
}

// Result is the proven part of a position's value, for its side to move.
type Result struct {
	Bounds oxo.Bounds
	Line   []oxo.Move // best play, as far as it is known; empty if the value is not known
	Nodes  uint64     // positions visited
	Plies  int        // maximum plies of the strategies for the bounds
}

// Solver proves one position.
type Solver struct {
	p       oxo.Position
	guide   oxo.Guide
	provers [2]*prover // of the side to move, and of the other
	limit   uint64     // maximum number of positions to visit, or 0
	bounds  atomic.Pointer[oxo.Bounds]
	nodes   atomic.Uint64
}

const defaultBytes = 1 << 30

// New makes a solver for a copy of a position.
func New(p oxo.Position, opts Options) (*Solver, error) {
	if !Suits(p) {
		return nil, ErrUnsuited
	}
	s := &Solver{p: p.Clone(), limit: opts.Nodes}
	if opts.TableBytes <= 0 {
		opts.TableBytes = defaultBytes
	}
	s.guide = s.p.(oxo.Guided).Guide()
	for i := range s.provers {
		side := s.p.Turn()
		if i > 0 {
			side = side.Opponent()
		}
		s.provers[i] = newProver(s, side, opts.TableBytes/2)
	}
	return s, nil
}

// Suits reports whether a game is one for this package: it loops, ends by a margin, and has
// exact keys and a guide. If repetitions are forbidden it must be [oxo.Barring].
func Suits(p oxo.Position) bool {
	loops, looping := p.(oxo.Looping)
	_, margined := p.(oxo.Margined)
	_, guided := p.(oxo.Guided)
	keyed, ok := p.(oxo.Keyed)
	if !looping || !margined || !guided || !ok || keyed.KeyBits() == 0 {
		return false
	}
	_, barring := p.(oxo.Barring)
	_, worth := loops.Repeated()
	return worth == oxo.Draw || barring && worth == oxo.Win(0)
}

// Progress returns the bounds proven so far, and the number of positions visited. Both may lag
// by some milliseconds. Any goroutine may call it.
func (s *Solver) Progress() (oxo.Bounds, uint64) {
	if b := s.bounds.Load(); b != nil {
		return *b, s.nodes.Load()
	}
	return oxo.Bounds{}, s.nodes.Load()
}

// Each question adds step, a number of plies. A side stops after a row of questions
// without a new position; patience is their number.
const (
	step     = 2
	patience = 8
)

// Solve proves bounds that become tighter, until they are exact, or ctx ends, or it cannot prove more. Ending early
// is not an error: the result holds the bounds proven so far.
func (s *Solver) Solve(ctx context.Context) Result {
	if s.p.Outcome() != oxo.Ongoing {
		return Result{Bounds: oxo.Exactly(oxo.Final(s.p))}
	}
	_, b := s.guide.Expand(-oxo.Infinity, oxo.Infinity, nil)
	s.provers[0].proven, s.provers[1].proven = b.Lo().Margin(), -b.Hi().Margin()
	s.publish()
	r := Result{}
	for plies := 1; !s.exact() && !s.over(ctx); plies += step {
		r.Plies = plies
		for _, pr := range s.provers {
			if !s.exact() {
				pr.raise(ctx, plies)
				s.publish()
			}
		}
		if s.provers[0].idle >= patience && s.provers[1].idle >= patience {
			break
		}
	}
	if s.exact() {
		r.Line = s.line(ctx, r.Plies)
	}
	r.Bounds, r.Nodes = *s.bounds.Load(), s.visited()
	return r
}

// exact reports whether the two sides' sure margins meet.
func (s *Solver) exact() bool { return s.inQuestion() <= 0 }

// inQuestion is the gap between the two sides' sure margins.
func (s *Solver) inQuestion() int { return -s.provers[1].proven - s.provers[0].proven }

// over reports whether ctx or the limit ends the proof.
func (s *Solver) over(ctx context.Context) bool {
	return ctx.Err() != nil || s.limit > 0 && s.visited() > s.limit
}

func (s *Solver) visited() uint64 { return s.provers[0].nodes + s.provers[1].nodes }

// publish makes the progress visible to other goroutines.
func (s *Solver) publish() {
	b := oxo.Between(oxo.By(s.provers[0].proven), oxo.By(-s.provers[1].proven))
	s.bounds.Store(&b)
	s.nodes.Store(s.visited())
}

// line returns best play: each side keeps its sure margin in the fewest plies. It ends with the
// game, or at a position whose value the guide knows.
func (s *Solver) line(ctx context.Context, plies int) []oxo.Move {
	var moves []oxo.Move
	for s.p.Outcome() == oxo.Ongoing && len(moves) < 2*plies {
		if _, b := s.guide.Expand(-oxo.Infinity, oxo.Infinity, nil); b.Exact() && len(moves) > 0 {
			break
		}
		m, ok := s.provers[len(moves)%2].soonest(ctx, plies)
		if !ok {
			break
		}
		s.p.Make(m)
		moves = append(moves, m)
	}
	for _, m := range slices.Backward(moves) {
		s.p.Unmake(m)
	}
	return moves
}
