package write

import (
	"context"
	"slices"
	"sync"

	"oxo"
)

// A large game of columns spends most of the writing time on the search for policies. The result of that search does
// not depend on when it runs. So other goroutines search the positions that come next: for each reply of the other
// side they choose the move of the strategy's side and look for a policy after it.

// choosing finds policies, and moves that lead to positions with a policy.
type choosing struct {
	policies PolicyFinder
	quick    PolicyFinder // or nil
}

func newChoosing(of Proof, least oxo.Score) choosing {
	f := choosing{policies: of.Policies(least)}
	if of.Quick != nil {
		f.quick = of.Quick(least)
	}
	return f
}

// foreseen holds the results for a position before the writer reaches it: the move of the strategy's side that leads
// to it, and the policy of that position. If another goroutine searches, no other field may be read before done is
// closed.
type foreseen struct {
	move    oxo.Move
	done    chan struct{} // nil if no other goroutine searches
	looked  bool
	answers [][2]int
	others  []oxo.Move // the replies that the policy does not answer
}

// whole reports whether a policy answers all replies.
func (l *foreseen) whole() bool { return l.looked && len(l.others) == 0 }

// lookForPolicy looks for a policy of the position.
func (l *foreseen) lookForPolicy(ctx context.Context, by PolicyFinder, p oxo.Position) {
	if !l.looked {
		l.looked = true
		l.answers, l.others = by.Most(ctx, p)
	}
}

// choose looks for a move to a position with a policy, in the position before the move. It tries the adviser's move
// first, then all others: a policy proves that a move keeps the result. If it finds no such move, it searches longer
// after the adviser's move.
func (l *foreseen) choose(ctx context.Context, by choosing, p oxo.Position) {
	if by.quick != nil && l.quickly(ctx, by.quick, p) {
		return
	}
	p.Make(l.move)
	if p.Outcome() == oxo.Ongoing {
		l.lookForPolicy(ctx, by.policies, p)
	}
	p.Unmake(l.move)
}

// quickly looks for a move to a position with a policy, with a short search after each move, and
// reports whether it finds one.
func (l *foreseen) quickly(ctx context.Context, by PolicyFinder, p oxo.Position) bool {
	moves := slices.DeleteFunc(p.Moves(nil), func(m oxo.Move) bool { return m == l.move })
	for _, m := range append([]oxo.Move{l.move}, moves...) {
		p.Make(m)
		over, answers, ok := p.Outcome() != oxo.Ongoing, [][2]int(nil), false
		if !over {
			answers, ok = by.Find(ctx, p)
		}
		p.Unmake(m)
		if ok {
			l.move, l.looked, l.answers = m, true, answers
		}
		if ok || over && m == l.move {
			return ok
		}
	}
	return false
}

// finders look for policies.
type finders struct {
	idle  chan choosing
	ended chan struct{}
	all   sync.WaitGroup
}

func newFinders(of Proof, least oxo.Score) *finders {
	f := &finders{idle: make(chan choosing, of.Threads), ended: make(chan struct{})}
	for range of.Threads {
		f.idle <- newChoosing(of, least)
	}
	return f
}

// look starts a goroutine that chooses the move in a position as soon as a finder is free.
func (f *finders) look(ctx context.Context, p oxo.Position, to *foreseen) {
	to.done = make(chan struct{})
	f.all.Go(func() {
		defer close(to.done)
		select {
		case by := <-f.idle:
			to.choose(ctx, by, p)
			f.idle <- by
		case <-f.ended:
		}
	})
}

// shutDown ends the goroutines that wait for their turn, and waits for those that search.
func (f *finders) shutDown() {
	close(f.ended)
	f.all.Wait()
}

// foresee lets other goroutines choose the moves after some replies. It returns nil if there are no other goroutines.
func (t *reaching) foresee(replies []oxo.Move) ([]*foreseen, error) {
	if t.finders == nil || t.in != nil {
		return nil, nil
	}
	all := make([]*foreseen, len(replies))
	for i, reply := range replies {
		var err error
		t.s.Position.Make(reply)
		if t.s.Position.Outcome() == oxo.Ongoing && t.s.Position.Turn() == t.s.Side {
			all[i], err = t.foreseeOne()
		}
		if t.s.Position.Unmake(reply); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// foreseeOne asks the adviser for a move, and lets another goroutine choose. It returns nil if a move leads to an
// earlier node.
func (t *reaching) foreseeOne() (*foreseen, error) {
	if _, ok := t.known(); ok {
		return nil, nil
	}
	m, err := t.proof.Adviser.Move(t.ctx, t.s.Position, t.s.Least)
	if err != nil {
		return nil, err
	}
	ahead := &foreseen{move: m}
	if t.quick != nil || !t.leadsBack(m) {
		t.finders.look(t.ctx, t.s.Position.Clone(), ahead)
	}
	return ahead, nil
}

// leadsBack reports whether a move leads to a position that is written already.
func (t *reaching) leadsBack(m oxo.Move) bool {
	t.s.Position.Make(m)
	defer t.s.Position.Unmake(m)
	return t.earlier()
}

// earlier reports whether the position is written already.
func (t *reaching) earlier() bool {
	name, ok := t.s.Name()
	_, before := t.seen[name]
	return ok && before
}

// unforeseen returns the results for the first position, or for a position after a move that was taken over: the
// quick policy that made the writer choose the move, if there is one.
func (t *reaching) unforeseen() *foreseen {
	ahead := &foreseen{}
	if t.quick != nil {
		ahead.answers, ahead.looked = t.quick.Find(t.ctx, t.s.Position)
	}
	return ahead
}

// chosen returns the move for the current position, and the results for the position after it. If another goroutine
// chooses the move, chosen waits for it.
func (t *reaching) chosen(next *foreseen) (*foreseen, error) {
	if next == nil {
		m, err := t.proof.Adviser.Move(t.ctx, t.s.Position, t.s.Least)
		if err != nil {
			return nil, err
		}
		next = &foreseen{move: m}
	}
	if next.done != nil {
		select {
		case <-next.done:
		case <-t.ctx.Done():
			return nil, context.Cause(t.ctx)
		}
	}
	if !next.looked && t.quick != nil {
		next.choose(t.ctx, t.choosing, t.s.Position)
	}
	return next, context.Cause(t.ctx)
}
