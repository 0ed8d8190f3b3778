package certificate

import (
	"sync"

	"oxo"
)

// Most of the time to write the certificate of a large game of columns goes into the search for policies. What that search
// finds does not depend on when it is made. So other goroutines look for those of the positions that come next: behind each reply of the other
// side, and the move of the strategy's side.

// foreseen is what is known of a position before its turn to be written comes: the move that leads to it, and, once done is closed,
// the policy of that position.
type foreseen struct {
	move    oxo.Move
	done    chan struct{} // nil where nobody looks
	looked  bool
	whole   bool // a policy answers all replies
	answers [][2]int
	others  []oxo.Move // the replies that the policy does not answer
}

// find looks for a policy, or waits for what another goroutine has found.
func (l *foreseen) find(by Policies, p oxo.Position) {
	if l.done != nil {
		<-l.done
	}
	if l.looked {
		return
	}
	l.looked = true
	if l.answers, l.whole = by.Find(p); !l.whole {
		l.answers, l.others = by.Most(p)
	}
}

// finders look for policies.
type finders struct {
	idle  chan Policies
	ended chan struct{}
	all   sync.WaitGroup
}

func newFinders(of Proof, least oxo.Score) *finders {
	f := &finders{idle: make(chan Policies, of.Threads), ended: make(chan struct{})}
	for range of.Threads {
		f.idle <- of.Policies(least)
	}
	return f
}

// look looks for the policy of a position, in time.
func (f *finders) look(p oxo.Position, to *foreseen) {
	to.done = make(chan struct{})
	f.all.Go(func() {
		defer close(to.done)
		select {
		case by := <-f.idle:
			ahead := *to
			ahead.done = nil
			ahead.find(by, p)
			f.idle <- by
			to.looked, to.whole, to.answers, to.others = true, ahead.whole, ahead.answers, ahead.others
		case <-f.ended:
		}
	})
}

// end lets those go that wait for their turn, and waits for those that search.
func (f *finders) end() {
	close(f.ended)
	f.all.Wait()
}

// foresee lets others look for the policies of the positions behind some replies. It returns nil where nobody does.
func (t *reaching) foresee(replies []oxo.Move) ([]*foreseen, error) {
	if t.finders == nil || t.in != nil {
		return nil, nil
	}
	all := make([]*foreseen, len(replies))
	for i, reply := range replies {
		var err error
		t.s.p.Make(reply)
		if t.s.p.Outcome() == oxo.Ongoing && t.s.p.Turn() == t.s.side {
			all[i], err = t.foreseeOne()
		}
		if t.s.p.Unmake(reply); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// foreseeOne chooses the move of the strategy's side, and lets others look for the policy of the position behind it.
func (t *reaching) foreseeOne() (*foreseen, error) {
	p := t.s.p
	m, err := t.proof.Adviser.Move(t.ctx, p, t.s.least)
	if err != nil {
		return nil, err
	}
	ahead := &foreseen{move: m}
	p.Make(m)
	defer p.Unmake(m)
	if name, ok := t.s.name(); p.Outcome() == oxo.Ongoing {
		if _, before := t.seen[name]; !ok || !before {
			t.finders.look(p.Clone(), ahead)
		}
	}
	return ahead, nil
}
