package solve

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"oxo"
	"oxo/game/knowledge"
	"oxo/internal/words"
	"oxo/prove/certificate"
	"oxo/prove/certificate/write"
	"oxo/prove/pn"
	"oxo/prove/strategy"
	"oxo/search"
)

// Strategy finds the moves of a strategy that keeps the result of a position, for its certificate. It finds them by
// search; in a game that knows policies, it chooses moves with small trees. It implements [write.Adviser].
type Strategy struct {
	searcher *search.Searcher
	game     oxo.Game
	position oxo.Position
	plies    int                  // number of plies left, in a game of columns
	compared knowledge.Policied   // nil if trees are not compared
	anyWin   bool                 // any win is enough, not only the soonest
	small    [2]*strategy.Builder // one for each side
	looked   atomic.Int64         // number of positions examined for small trees
	done     atomic.Int64         // the share that is written, in millionths
	solver   *pn.Solver           // prevents wins of the other side
	advises  bool                 // the solver also chooses moves
	smaller  *Smaller             // the smaller board whose wins prove this win, or nil
	policies policyFinders
}

// policyFinders find policies for a certificate: see [write.Proof]. Each may be nil.
type policyFinders struct {
	long, quick func(oxo.Score) write.PolicyFinder
}

// Strategy returns a strategy that keeps the result of a solution; o are the options of the proof. It uses the
// tables of the proof again, where they help.
func (s *Solution) Strategy(g oxo.Game, p oxo.Position, o Options) *Strategy {
	options := o.Search
	options.KeepTable, options.ResultOnly, options.Book, options.Turns = true, false, nil, nil
	a := &Strategy{game: g, position: p, plies: pliesLeft(p), smaller: o.Smaller, solver: s.solver}
	a.choose(options, compares(p))
	if a.solver == nil { // otherwise its table has most of the proof
		a.solver = pn.NewSolver(pn.Options{TableBytes: options.TableBytes / 2, Threads: options.Threads})
	}
	// In k in a row the soonest win has the smaller tree. Therefore proof numbers choose moves only in games without
	// their own claims.
	c, ok := p.(knowledge.Claimer)
	own := ok && c.Claim(p.Turn(), true) != nil
	a.advises = !own && Choose(o.method(), p, o.ResultOnly) == Numbers
	if !a.continueWith(s.searcher) {
		s.searcher = nil // the strategy has its own table
	}
	return a
}

// choose makes the searcher and the finders of policies. If compare is true, trees are compared: see compares.
func (a *Strategy) choose(options search.Options, compare bool) {
	_, columns := a.position.(certificate.Stacked)
	game, ok := a.game.(knowledge.Policied)
	if !ok || !columns {
		a.searcher = search.New(options)
		return
	}
	options.ResultOnly = true // a small tree need not contain the soonest win
	a.searcher, a.anyWin = search.New(options), true
	finds := func(effort int) func(oxo.Score) write.PolicyFinder {
		return func(least oxo.Score) write.PolicyFinder { return game.Policies(least, effort) }
	}
	if compare {
		a.compared, a.policies = game, policyFinders{long: finds(writeEffort)}
		return
	}
	a.policies = policyFinders{finds(policyEffort(a.plies)), finds(quickEffort)}
}

// continueWith lets the strategy use the searcher that has proven who wins, if the strategy needs only that: another
// searcher would prove it again. It reports whether the strategy uses s. s may be nil.
func (a *Strategy) continueWith(s *search.Searcher) bool {
	if !a.anyWin || s == nil {
		return false
	}
	s.KeepProofs()
	s.SetBook(nil)
	a.searcher = s
	return true
}

// Proof returns the input for writing a certificate with at most the given number of
// goroutines.
func (a *Strategy) Proof(ctx context.Context, s *Solution, threads int) write.Proof {
	return write.Proof{
		Game: a.game, Position: a.position, Result: s.Outcome(), Adviser: a, Policies: a.policies.long, Quick: a.policies.quick, Threads: a.finders(threads),
		Prevent: func(side oxo.Side) write.Preventer {
			if c := a.solver.Preventer(ctx, a.position, side); c != nil {
				return c
			}
			return nil
		},
	}
}

// Release frees the memory of the proof, since a checker needs it.
func (s *Solution) Release() { s.solver, s.searcher = nil, nil }

// finders returns how many threads search for policies. If trees are compared, it is one, since the choice between
// equal trees depends on the trees examined before.
func (a *Strategy) finders(threads int) int {
	if a.compared != nil {
		return 1
	}
	return threads
}

// Move implements [write.Adviser].
func (a *Strategy) Move(ctx context.Context, p oxo.Position, least oxo.Score) (oxo.Move, error) {
	if a.compared != nil {
		return a.builder(p.Turn(), least).Move(ctx, p)
	}
	if a.advises {
		return a.solver.Keep(ctx, p, least)
	}
	if a.smaller != nil && least > oxo.Draw {
		if m, ok := a.soonest(ctx, p, least, followSoonWin); ok {
			return m, nil
		}
		if found := a.smaller.following.Win(ctx, p); found.HasMove {
			return found.Best, nil
		}
	}
	if least > oxo.Draw && !a.anyWin { // the soonest win has the smallest tree
		if m, ok := a.soonest(ctx, p, least, longSoonWin); ok {
			return m, nil
		}
	}
	if r := a.searcher.Ask(ctx, p, search.Question{AtLeast: least}); r.HasMove && r.Bounds.Lo() >= least {
		return r.Best, nil
	}
	if err := context.Cause(ctx); err != nil {
		return 0, err
	}
	return 0, errors.New("the search finds no move that keeps the result: internal error")
}

// soonest returns the first move to the soonest win with at least the given score, if a search with a node budget
// finds one.
func (a *Strategy) soonest(ctx context.Context, p oxo.Position, least oxo.Score, nodes uint64) (oxo.Move, bool) {
	r := a.searcher.Search(ctx, p, search.Limits{Nodes: nodes})
	return r.Best, r.HasMove && r.Score >= least && r.Bounds.Lo() >= least
}

// builder returns the builder of small strategies for a side.
func (a *Strategy) builder(side oxo.Side, least oxo.Score) *strategy.Builder {
	if a.small[side] == nil {
		finder := a.compared.Policies(least, lookEffort)
		a.small[side] = strategy.New(strategy.Options{
			Game: a.game, Side: side, Least: least, Plies: a.plies,
			Keeps: func(ctx context.Context, p oxo.Position) (bool, error) {
				r := a.searcher.Ask(ctx, p, search.Question{AtLeast: 1 - least})
				return r.Bounds.Hi() <= -least, context.Cause(ctx)
			},
			Leaf: func(ctx context.Context, p oxo.Position) (float64, bool) {
				a.looked.Add(1)
				answers, ok := finder.Find(ctx, p)
				return answerCost * float64(len(answers)), ok
			},
			Most: func(ctx context.Context, p oxo.Position) (float64, []oxo.Move) {
				answers, others := finder.Most(ctx, p)
				return answerCost*float64(len(answers)) + exceptionCost*float64(len(others)), others
			},
		})
	}
	return a.small[side]
}

const (
	// longSoonWin is the node budget of the search for the soonest win if no other search has found a move. After that
	// any win is accepted. (After an unimportant reply on 9x4x4 the soonest win took minutes, while the table already
	// has a win from the search before.)
	longSoonWin = 1_000_000
	// followSoonWin is the same budget if a smaller board gives the moves.
	followSoonWin = 5_000
)

// The number of positions visited to find a policy when 14 squares are empty. With 24 empty squares it is ten times as
// large.
const (
	lookEffort  = 1_000  // to compare trees
	writeEffort = 40_000 // to write such a tree: once for each node
	hastyEffort = 1_000  // to write a tree without comparison, which may have millions of nodes
	largeEffort = 300    // the same on large boards: 0.6 of the time, for nearly twice as many nodes
	quickEffort = 25     // to compare moves: after each move of a position
)

// Trees are compared in games up to Connect Four 7x6: it begins with 7 moves and lasts 42 plies. On wider boards
// it takes a long search to know whether a move keeps the result. (On 10x4 only 148 positions had been examined
// seven minutes after the start.)
const (
	comparedMoves = 7
	comparedPlies = 42
)

// largePlies is the number of plies left from which largeEffort applies: at the start of 9x6, but not of 8x6 or 10x5.
const largePlies = 54

// policyEffort returns the number of positions visited to find a policy when trees are not compared. plies is the
// number of plies left at the start of the certificate.
func policyEffort(plies int) int {
	if plies < largePlies {
		return hastyEffort
	}
	return largeEffort
}

// compares reports whether the trees of a position are compared.
func compares(p oxo.Position) bool {
	return len(p.Moves(nil)) <= comparedMoves && pliesLeft(p) <= comparedPlies
}

// pliesLeft returns how many squares of a game of columns are empty, and 0 for other games.
func pliesLeft(p oxo.Position) (n int) {
	stacked, ok := p.(certificate.Stacked)
	if !ok {
		return 0
	}
	width, height, _ := stacked.Stacks()
	for square := range width * height {
		if _, taken := stacked.Stone(square); !taken {
			n++
		}
	}
	return n
}

// The average size of an answer and of an exception in a certificate, in nodes.
const (
	answerCost    = 0.5
	exceptionCost = 0.3
)

// Looked returns the number of positions examined for small trees, in words and with a
// comma, or "".
func (a *Strategy) Looked() string {
	if n := a.looked.Load(); n > 0 {
		return words.Count(n, "position") + " looked at for a small proof, "
	}
	return ""
}

// Wrote stores the share of the certificate that is written, from 0 to 1.
func (a *Strategy) Wrote(done float64) { a.done.Store(int64(done * 1e6)) }

// Share returns the share that is written, in percent and with a comma, or "" if it
// is not known.
func (a *Strategy) Share() string {
	percent := float64(a.done.Load()) / 1e4
	switch {
	case percent == 0:
		return ""
	case percent < 1: // this lasts for minutes on a large board
		return fmt.Sprintf("%.2g%%, ", percent)
	}
	return fmt.Sprintf("%.1f%%, ", percent)
}
