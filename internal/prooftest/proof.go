// Package prooftest proves small games, for tests that write certificates.
package prooftest

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/game/knowledge"
	"oxo/games"
	"oxo/prove/certificate/write"
	"oxo/prove/pn"
	"oxo/search"
)

// Adviser asks the engine.
type Adviser struct{ By *search.Searcher }

// Move implements [write.Adviser].
func (a Adviser) Move(ctx context.Context, p oxo.Position, least oxo.Score) (oxo.Move, error) {
	if least > oxo.Draw {
		if r := a.By.Search(ctx, p, search.Limits{}); r.Score >= least {
			return r.Best, nil
		}
	} else if r := a.By.Ask(ctx, p, search.Question{AtLeast: least}); r.HasMove && r.Bounds.Lo() >= least {
		return r.Best, nil
	}
	return 0, errors.New("no move is worth that")
}

// Lookup returns the game of a name.
func Lookup(name string) (oxo.Game, error) { return catalog.Lookup(games.All(), name) }

// Of proves a position.
func Of(t testing.TB, g oxo.Game, p oxo.Position) write.Proof {
	t.Helper()
	solver := pn.NewSolver(pn.Options{TableBytes: 8 << 20})
	r, err := solver.Result(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	result, ok := r.Known()
	if !ok {
		t.Fatalf("%s: not proven", g.Name())
	}
	return write.Proof{
		Game: g, Position: p, Result: result,
		Adviser: Adviser{search.New(search.Options{KeepTable: true})},
		Prevent: func(side oxo.Side) write.Preventer {
			if c := solver.Preventer(t.Context(), p, side); c != nil {
				return c
			}
			return nil
		},
		Policies: Policies(g),
	}
}

// Certificate writes the certificate of a proof, or fails the test.
func Certificate(t testing.TB, of write.Proof) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := write.Certificate(t.Context(), &file, of); err != nil {
		t.Fatalf("%s %s: %v", of.Game.Name(), of.Result, err)
	}
	return file.Bytes()
}

// Policies returns the finder of a game's policies, or nil.
func Policies(g oxo.Game) func(oxo.Score) write.PolicyFinder {
	if p, ok := g.(knowledge.Policied); ok {
		return func(least oxo.Score) write.PolicyFinder { return p.Policies(least, 3000) }
	}
	return nil
}

// Hasty is the finder of policies of a game, with so little effort that most have exceptions.
type Hasty struct {
	knowledge.Policies
	Exceptions *int // counts the replies that policies do not answer
}

// Find implements [write.PolicyFinder]: it finds none.
func (Hasty) Find(context.Context, oxo.Position) ([][2]int, bool) { return nil, false }

// Most implements [write.PolicyFinder].
func (h Hasty) Most(ctx context.Context, p oxo.Position) (answers [][2]int, others []oxo.Move) {
	answers, others = h.Policies.Most(ctx, p)
	*h.Exceptions += len(others)
	return answers, others
}
