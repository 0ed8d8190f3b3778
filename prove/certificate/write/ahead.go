package write

import (
	"context"
	"slices"
	"sync"

	"oxo"
)

// Most of the time to write the certificate of a large game of columns goes into the search for policies. What that search
// finds does not depend on when it is made. So other goroutines look for those of the positions that come next: behind each reply of the other
// side, and the move of the strategy's side.

// choosing finds policies, and moves behind which there are some.
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

// foreseen is what is known of a position before its turn to be written comes: the move of the strategy's side that leads to it, and
// the policy of that position. Where another goroutine looks, nothing of it may be read before done is closed.
type foreseen struct {
	move    oxo.Move
	done    chan struct{} // nil where nobody else looks
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

// choose looks for a move to a position with a policy, in the position before it. It tries the adviser's move first, then
// all others: a policy is a proof that a move keeps the result. If it finds no such move, it looks longer behind the adviser's.
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

// quickly looks for such a move, for a short time behind each, and reports whether one is found.
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

// look chooses the move in a position, in time.
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

// foresee lets others choose the moves behind some replies. It returns nil where nobody does.
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

// foreseeOne asks the adviser for a move, and lets others choose, if no earlier node is enough.
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

// unforeseen returns what there is of the first position, or of one behind a move that was taken over: the policy by which that was chosen, if
// it was.
func (t *reaching) unforeseen() *foreseen {
	ahead := &foreseen{}
	if t.quick != nil {
		ahead.answers, ahead.looked = t.quick.Find(t.ctx, t.s.Position)
	}
	return ahead
}

// chosen returns the move that is chosen in a position, and what is known behind it: what others have found, if they have looked.
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
