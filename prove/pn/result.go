package pn

import (
	"context"
	"errors"
	"time"

	"oxo"
	"oxo/game/knowledge"
)

// ErrKeys says that positions have no exact keys, so nothing can be proven.
var ErrKeys = errors.New("its positions have no exact keys")

// ErrLoops says that a game can return to an earlier position. Then a proven result depends on
// the path to a position [Campbell85], which a table ignores.
var ErrLoops = errors.New("it can come back to an earlier position")

// Result is the proven part of a position's result, for its side to move.
type Result struct {
	Bounds  oxo.Bounds // of the result only: a win is at least By(1), a loss at most By(-1)
	Best    oxo.Move   // a move that reaches the result, if HasMove
	HasMove bool
	Nodes   uint64
}

// Known returns "win", "draw" or "loss" if it is proven.
func (r *Result) Known() (string, bool) { return r.Bounds.Result() }

// Provable returns why a position's result cannot be proven here, or nil. On a board with more
// than 64 squares the keys of claims are hashes of 128 bits, which are not exact; a certificate
// can still prove such a result.
func Provable(p oxo.Position) error {
	if _, ok := p.(oxo.Looping); ok {
		return ErrLoops
	}
	if c, ok := p.(knowledge.Claimer); ok && c.Claim(p.Turn(), true) != nil {
		return nil
	}
	if k, ok := p.(oxo.Keyed); !ok || k.KeyBits() == 0 {
		return ErrKeys
	}
	return nil
}

// Result proves who wins. If the context ends, it returns the bounds proven so far.
func (s *Solver) Result(ctx context.Context, p oxo.Position) (Result, error) {
	if err := Provable(p); err != nil {
		return Result{}, err
	}
	r := Result{}
	if p.Outcome() != oxo.Ongoing {
		r.Bounds = oxo.Exactly(oxo.Final(p))
		return r, nil
	}
	s.begin(p, &r)
	win, loss := oxo.By(1), oxo.By(-1)
	// 1. Does the side to move win?
	if s.asks(1, r.Bounds) && r.Bounds.Lo() < win && r.Bounds.Hi() >= win {
		r.take(s.ask(ctx, p, p.Turn(), win), oxo.Between(win, oxo.Infinity), oxo.Between(-oxo.Infinity, oxo.Draw), true)
	}
	if oxo.FactsOf(p).Drawless && r.Bounds.Hi() <= oxo.Draw {
		r.Bounds = oxo.Between(-oxo.Infinity, loss)
	}
	// 2. Does the other side?
	if r.Bounds.Hi() == oxo.Draw && r.Bounds.Lo() < oxo.Draw && s.asks(2, r.Bounds) {
		r.take(s.ask(ctx, p, p.Turn().Opponent(), win), oxo.Between(-oxo.Infinity, loss), oxo.Between(oxo.Draw, oxo.Draw), false)
	}
	r.Nodes = s.at.Nodes
	return r, nil
}

// begin sets r to what theory or a loaded checkpoint proves.
func (s *Solver) begin(p oxo.Position, r *Result) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.began = time.Now()
	if s.loaded {
		r.Bounds = oxo.Between(oxo.Score(s.at.Lo), oxo.Score(s.at.Hi))
		return
	}
	s.at, s.tables = progress{}, [2]*table{}
	if c, ok := p.(knowledge.Claimer); ok {
		r.Bounds = c.Theory()
	}
}

// asks begins a question, and reports false if a checkpoint has already answered it.
func (s *Solver) asks(question uint8, known oxo.Bounds) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.loaded && s.at.Question > question {
		return false
	}
	s.at.Question, s.at.Lo, s.at.Hi = question, int32(known.Lo()), int32(known.Hi())
	if !s.loaded { // a checkpoint written now has no entries of another question
		s.tables = [2]*table{}
	}
	return true
}

// take adds an answer to the proven bounds: yes if the claim holds, no if it fails. The claimant may be either side;
// a move that prevents the other side's claim reaches at least a draw.
func (r *Result) take(a Answer, yes, no oxo.Bounds, claiming bool) {
	switch a.Verdict {
	case knowledge.Holds:
		r.Bounds = r.Bounds.And(yes)
	case knowledge.Fails:
		r.Bounds = r.Bounds.And(no)
	default:
		return
	}
	if a.HasMove && (a.Verdict == knowledge.Holds) == claiming {
		r.Best, r.HasMove = a.Best, true
	}
}

// firstBudget is the node budget of the first turn of the strict claim; it decides most won
// boards. relaxedShare multiplies it for the relaxed claim, whose positions take a fraction of
// the time. (With 4096 and 16, (7,7,5) takes a tenth longer, and (9,9,4) twice as long.) The
// share of the relaxed claim doubles from turn to turn: on a large won board it soon holds, and
// what takes longer is mostly a draw.
const (
	firstBudget  = 1024
	relaxedShare = 32
)

// ask decides whether a side wins, by the game's own claims if it has them. The relaxed claim
// settles most draws and the strict one the wins, so they take turns of growing length. The
// relaxed one may limit the replies; then nothing follows if it holds.
func (s *Solver) ask(ctx context.Context, p oxo.Position, side oxo.Side, least oxo.Score) Answer {
	var easy, hard knowledge.Claim
	if c, ok := p.(knowledge.Claimer); ok {
		easy, hard = c.Claim(side, true), c.Claim(side, false)
	}
	if hard == nil {
		s.reset(false)
		return s.answer(ctx, asked{newRules(p, side, least), strict, side, least}, 0)
	}
	s.reset(true)
	if easy == nil {
		return s.answer(ctx, asked{hard, strict, side, least}, 0)
	}
	easy.Narrow(narrow(p))
	return s.inTurns(ctx, asked{easy, relaxed, side, least}, asked{hard, strict, side, least})
}

// inTurns alternates between a relaxed claim and the strict one, until one of them decides who wins.
func (s *Solver) inTurns(ctx context.Context, easy, hard asked) Answer {
	var nodes uint64
	turn := func(c asked, budget uint64) Answer {
		a := s.answer(ctx, c, budget)
		nodes += a.Nodes
		a.Nodes = nodes
		return a
	}
	work := workLeft(easy)
	first := easy.Claiming() && work <= firstBudget
	for budget, share := uint64(firstBudget), uint64(relaxedShare); ; budget, share = 8*budget, 2*share {
		if !first {
			if a := turn(hard, budget); a.Verdict != knowledge.Open || ctx.Err() != nil {
				return a
			}
		}
		first = false
		if work > 8*share*budget {
			continue
		}
		switch a := turn(easy, share*budget); {
		case a.Verdict == knowledge.Holds: // nothing follows from that, even if the context has ended
			return turn(hard, 0)
		case a.Verdict == knowledge.Fails || ctx.Err() != nil:
			return a
		}
	}
}

// maxForeseen limits the result of workLeft. The strict claim takes turns up to an eighth of it before the first turn
// of the relaxed claim.
const maxForeseen = 1 << 22

// workLeft estimates how many positions it takes to refute the hardest move of a relaxed claim, with its side to
// move. With the other side to move it returns 0. If the estimate is below the first turn of the strict claim, the
// relaxed claim goes first, as on the empty boards of (6,6,5), (7,6,5) and (7,7,5). (It saves (7,7,5) a third of its
// positions, and half of the time. The estimate is also low for (6,5,4), which is won and takes 439 positions instead
// of 140.) If the estimate is far above the turn, the strict claim continues first. (That saves (10,10,4), which is
// won in 1,509 positions, another 32,768.)
func workLeft(easy knowledge.Claim) (work uint64) {
	if !easy.Claiming() {
		return 0
	}
	children, _ := easy.Expand(nil)
	for _, c := range children {
		if c.Verdict == knowledge.Open {
			work = max(work, min(c.Disproof/knowledge.Unit, maxForeseen))
		}
	}
	return work
}

// narrow returns how many replies the other side may try against a relaxed claim of a position.
// A wrong reply near the root costs more than all the right ones. (Ten openings of (8,8,5) take
// 1.15 times the positions with 8, and 0.99 times with 12, in the same time. With 10, (5,5,4)
// takes 1.3 times the positions.)
func narrow(p oxo.Position) int {
	const small, few, many = 36, 8, 10
	if len(p.Moves(nil)) <= small {
		return few
	}
	return many
}
