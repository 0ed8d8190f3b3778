package api

import (
	"context"
	"errors"
	"time"

	"oxo/internal/processor"
	"oxo/prove/solve"
	"oxo/search"
)

// ProveRequest asks for a proof by the prover that suits the position.
type ProveRequest struct {
	Place
	Method       string `json:"method,omitempty" query:"method" enum:"auto,search,pn" doc:"Which prover answers: search is alpha-beta, pn is proof-number search" default:"auto"`
	ResultOnly   bool   `json:"result,omitempty" query:"result" doc:"Ask only who wins, without plies or margins"`
	Milliseconds int    `json:"ms,omitempty" query:"ms" minimum:"0" maximum:"600000" doc:"Time for the proof; 0 is the most that is allowed"`
}

// Proving is the progress of a proof, and at its end the result.
type Proving struct {
	Progress string  `json:"progress" doc:"How far the proof is, in words"`
	Seconds  float64 `json:"seconds"`
	Done     bool    `json:"done" doc:"Whether this is the last word"`
	Proven   bool    `json:"proven"`
	Found    *Found  `json:"found,omitempty" doc:"What was proven; left out where nothing was"`
}

// Found is the result of a proof.
type Found struct {
	Result    string   `json:"result" enum:"win,draw,loss" doc:"For the side to move"`
	Value     *Worth   `json:"value,omitempty" doc:"With plies or a margin, where that was asked for and the prover finds it"`
	Line      []string `json:"line" doc:"Best play, as far as it is known"`
	Cut       bool     `json:"cut,omitempty" doc:"true where the game goes on after the line"`
	Nodes     uint64   `json:"nodes,omitempty" doc:"Positions that the prover visited"`
	Positions int      `json:"positions,omitempty" doc:"Positions solved backwards"`
	Method    string   `json:"method,omitempty" doc:"The prover that answered; left out where the rules or a book did"`
	By        string   `json:"by" doc:"What proved it, in words: 358 nodes of proof-number search"`
	Without   string   `json:"without,omitempty" doc:"A rule that the value leaves out"`
}

const (
	// provePositions is the number of positions up to which a game that loops is solved backwards: some
	// 50 MB of memory.
	provePositions = 200_000
	// proveEvery is the time between two reports.
	proveEvery = 250 * time.Millisecond
)

// Prove proves what a position is worth, and reports its progress. If the time ends first, the last report is not
// proven; that is not an error.
func (s *Service) Prove(ctx context.Context, with *search.Searcher, a Allowed, r ProveRequest, report func(Proving)) error {
	pl, l, err := s.thinking(a, AnalyzeRequest{Place: r.Place, Limits: Limits{Milliseconds: r.Milliseconds}})
	if err != nil {
		return err
	}
	method := solve.Auto
	if r.Method != "" {
		if method, err = solve.ParseMethod(r.Method); err != nil {
			return problemf(Bad, "method %v", err)
		}
	}
	s.consult(with, pl.game.Name())
	own := with.Options()
	own.TableBytes /= 2 // of other provers, which run next to the searcher's own table
	proof, err := solve.New(pl.game, pl.p, solve.Options{Method: method, ResultOnly: r.ResultOnly, WholeLine: true, MaxPositions: provePositions, Search: own, Searcher: with})
	if err != nil {
		return err
	}
	cancelled, cancel := context.WithCancel(ctx) // not a deadline: a search with a deadline estimates, too
	defer cancel()
	defer time.AfterFunc(l.Time, cancel).Stop()
	begun := time.Now()
	var found *solve.Solution
	done, failed := make(chan error, 1), make(chan any, 1)
	go caught(failed, func() {
		var err error
		found, err = proof.Run(polite{cancelled})
		done <- err
	})
	for tick := time.NewTicker(proveEvery); ; {
		select {
		case <-tick.C:
			report(Proving{Progress: proof.Progress(), Seconds: time.Since(begun).Seconds()})
		case err := <-done:
			tick.Stop()
			return s.proved(ctx, pl, found, err, time.Since(begun).Seconds(), report)
		case v := <-failed:
			tick.Stop()
			panic(v) // here the caller can recover from it; in the other goroutine it would end the program
		}
	}
}

// polite is a context that lets timers run when it is asked whether it has ended.
type polite struct{ context.Context }

// Err implements context.Context.
func (p polite) Err() error {
	processor.Rest()
	return p.Context.Err()
}

// proved reports the end of a proof.
func (s *Service) proved(ctx context.Context, pl *place, found *solve.Solution, err error, seconds float64, report func(Proving)) error {
	last := Proving{Seconds: seconds, Done: true}
	if ended := ended(ctx); ended != nil {
		return ended
	}
	if err != nil {
		unproven, ok := errors.AsType[*solve.UnprovenError](err)
		switch {
		case ok:
			last.Progress = unproven.Known
		case errors.Is(err, context.Canceled):
			last.Progress = "nothing is known in this time"
		default:
			last.Progress = err.Error()
		}
		report(last)
		return nil
	}
	last.Proven, last.Progress = true, found.Text()
	last.Found = &Found{
		Result: found.Outcome(), Line: found.Line, Cut: found.Cut, Nodes: found.Nodes, Positions: found.Positions,
		Method: string(found.Method), By: found.Work(), Without: found.Without,
	}
	if found.Value != nil {
		last.Found.Value = new(worth(pl.game, *found.Value))
	}
	report(last)
	return nil
}
