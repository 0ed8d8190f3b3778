//go:build unix || windows

package tui

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"oxo/prove/solve"
	"oxo/search"

	tea "charm.land/bubbletea/v2"
)

// proved is a report of a proof: how far it is, or at its end what it proved.
type proved struct {
	text string
	done bool
}

// The limits of a proof on the screen, which runs next to the players' own tables.
const (
	proveBytes     = 64 << 20
	provePositions = 1_000_000
	proveEvery     = 100 * time.Millisecond
)

// prove starts a proof of who wins, or stops the one that runs.
func (p *play) prove() tea.Cmd {
	switch {
	case p.over():
		p.message = "The game is over."
		return nil
	case p.proof != "" && p.advisers.running():
		p.proof, p.message = "", "The proof is stopped. The key w begins it again."
		return p.advise()
	case p.movers.running():
		p.message = "oxo is thinking. A proof can begin when it is your move."
		return nil
	}
	p.proof = "Proving who wins."
	return p.advisers.start(p.ctx, p.proving(newTurn(p.game, p.session, "the proof")))
}

// proving returns the work of a proof.
func (p *play) proving(t turn) work {
	return func(ctx context.Context, r *reporter) {
		options := solve.Options{ResultOnly: true, MaxPositions: provePositions, Search: search.Options{TableBytes: proveBytes}}
		if p.o.Book != nil {
			book, err := p.o.Book(t.game)
			if err != nil {
				r.tell(failed{err})
				return
			}
			options.Search.Book = book
		}
		proof, err := solve.New(t.game, t.Now, options)
		if err != nil {
			r.tell(failed{err})
			return
		}
		var found *solve.Solution
		done := make(chan struct{})
		go func() {
			defer close(done)
			found, err = proof.Run(ctx)
		}()
		for tick := time.NewTicker(proveEvery); ; {
			select {
			case <-tick.C:
				r.replace(proved{text: "Proving: " + proof.Progress()})
				continue
			case <-done:
				tick.Stop()
			}
			break
		}
		if ctx.Err() == nil {
			r.tell(proved{t.outcome(found, err), true})
		}
	}
}

// outcome says what a proof proved, or why it proved nothing.
func (t *turn) outcome(found *solve.Solution, err error) string {
	if unproven, ok := errors.AsType[*solve.UnprovenError](err); ok {
		return "Not proven: " + unproven.Known + "."
	}
	if err != nil {
		return "Not proven: " + err.Error() + "."
	}
	best := ""
	if len(found.Line) > 0 {
		best = ": " + strings.Join(found.Line[:min(len(found.Line), 5)], " ")
	}
	return fmt.Sprintf("%s to move: %s, proven by %s%s", found.Turn, found.Text(), found.Work(), best)
}

// provedOf shows a report of a proof, and starts the analysis again that the proof had to wait for.
func (p *play) provedOf(msg proved) tea.Cmd {
	if p.proof = msg.text; msg.done && (p.yours() || p.watching()) {
		return p.advise()
	}
	return nil
}
