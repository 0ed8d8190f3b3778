//go:build !race

package oxotest_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"oxo"
	"oxo/examples/sticks"
	"oxo/game/knowledge"
	"oxo/oxotest"
)

// shortKeys is the example game, but claims fewer bits for its keys than they have.
// Because of that a search called a win a proven loss in 5.
type shortKeys struct{ sticks.Game }

type shortKeyed struct{ *sticks.Position }

func (shortKeyed) KeyBits() int          { return 3 }
func (p shortKeyed) Clone() oxo.Position { return shortKeyed{p.Position.Clone().(*sticks.Position)} }

func (shortKeys) Start() oxo.Position {
	return shortKeyed{sticks.Game{}.Start().(*sticks.Position)}
}

func (shortKeys) ParsePosition(text string) (oxo.Position, error) {
	p, err := sticks.Game{}.ParsePosition(text)
	if err != nil {
		return nil, err
	}
	return shortKeyed{p.(*sticks.Position)}, nil
}

func (shortKeys) ParseMove(p oxo.Position, text string) (oxo.Move, error) {
	return sticks.Game{}.ParseMove(p.(shortKeyed).Position, text)
}

func TestShortKeys(t *testing.T) {
	failed(t, shortKeys{}, "only the low KeyBits bits")
}

// oneKey is the example game with a guide that gives every child the same key.
type oneKey struct{ sticks.Game }

type oneKeyed struct{ *sticks.Position }

func (p oneKeyed) Clone() oxo.Position { return oneKeyed{p.Position.Clone().(*sticks.Position)} }
func (p oneKeyed) Guide() oxo.Guide    { return oneGuide{p} }

type oneGuide struct{ p oneKeyed }

func (g oneGuide) Expand(_, _ oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	if g.p.Outcome() != oxo.Ongoing {
		return buf, oxo.Exactly(oxo.Final(g.p))
	}
	for _, m := range g.p.Moves(nil) {
		buf = append(buf, oxo.Child{Move: m})
	}
	return buf, oxo.Bounds{}
}

func (g oneGuide) ExpandKeys(alpha, beta oxo.Score, buf []oxo.Child, keys *knowledge.Keys) ([]oxo.Child, oxo.Bounds) {
	for i := range knowledge.MaxKeys {
		keys.Give(i, oxo.Key{Lo: 5}, knowledge.KeyGiven)
	}
	return g.Expand(alpha, beta, buf)
}

func (oneKey) Start() oxo.Position { return oneKeyed{sticks.Game{}.Start().(*sticks.Position)} }

func (oneKey) ParsePosition(text string) (oxo.Position, error) {
	p, err := sticks.Game{}.ParsePosition(text)
	if err != nil {
		return nil, err
	}
	return oneKeyed{p.(*sticks.Position)}, nil
}

func (oneKey) ParseMove(p oxo.Position, text string) (oxo.Move, error) {
	return sticks.Game{}.ParseMove(p.(oneKeyed).Position, text)
}

func TestOneKey(t *testing.T) {
	failed(t, oneKey{}, "children with equal keys have equal values")
}

// failed checks that the suite names a broken promise.
func failed(t *testing.T, g oxo.Game, promise string) {
	t.Helper()
	var found []string
	for _, f := range oxotest.Check(g, oxotest.Options{}) {
		found = append(found, f.Promise)
		if f.Promise == "" || f.Detail == "" {
			t.Errorf("the failure says too little: %+v", f)
		}
	}
	if !strings.Contains(strings.Join(found, "; "), promise) {
		t.Errorf("the suite says %q, want %q", found, promise)
	}
}

// oneStart is the example game, which returns the same position for all starts.
type oneStart struct {
	sticks.Game
	p oxo.Position
}

func (g oneStart) Start() oxo.Position { return g.p }

// ownList is the example game, whose positions return their internal list.
type ownList struct{ sticks.Game }

type listing struct {
	*sticks.Position
	list []oxo.Move
}

func (p *listing) Clone() oxo.Position {
	return &listing{Position: p.Position.Clone().(*sticks.Position)}
}

func (p *listing) Moves(buf []oxo.Move) []oxo.Move {
	if buf != nil {
		return p.Position.Moves(buf)
	}
	p.list = p.Position.Moves(p.list[:0])
	return p.list
}

func (ownList) Start() oxo.Position {
	return &listing{Position: sticks.Game{}.Start().(*sticks.Position)}
}

func (ownList) ParseMove(p oxo.Position, text string) (oxo.Move, error) {
	return sticks.Game{}.ParseMove(p.(*listing).Position, text)
}

// comment is the example game with position texts that are comments in the line
// protocol.
type comment struct{ sticks.Game }

func (comment) FormatPosition(p oxo.Position) string { return "#" + sticks.Game{}.FormatPosition(p) }

func (comment) ParsePosition(text string) (oxo.Position, error) {
	return sticks.Game{}.ParsePosition(strings.TrimPrefix(text, "#"))
}

// broken is the example game with moves that panic.
type broken struct{ sticks.Game }

type breaking struct{ *sticks.Position }

func (breaking) Moves([]oxo.Move) []oxo.Move {
	var none []oxo.Move
	return none[1:]
}

func (broken) Start() oxo.Position { return breaking{sticks.Game{}.Start().(*sticks.Position)} }

func TestCommonFaults(t *testing.T) {
	failed(t, oneStart{p: sticks.Game{}.Start()}, "Start returns a position of its own each time")
	failed(t, ownList{}, "a list that Moves returned belongs to the caller")
	failed(t, comment{}, "the text of a position is not a comment of the line protocol")
	for _, f := range oxotest.Check(broken{}, oxotest.Options{}) {
		if f.Promise == "a game does not panic" && !strings.Contains(f.Detail, "oxotest_test.breaking.Moves, ") {
			t.Errorf("where it panics is not said: %q", f.Detail)
		}
	}
}

// TestCheckContext: the checks end with the context, and return what they have found until then.
func TestCheckContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	g := &ending{Game: shortKeys{}, cancel: cancel}
	failures, err := oxotest.CheckContext(ctx, g, oxotest.Options{Games: 1 << 30})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", failures, err)
	}
	if _, err := oxotest.CheckContext(t.Context(), sticks.Game{}, oxotest.Options{Games: 2}); err != nil {
		t.Error(err)
	}
}

// ending cancels the checks at its thousandth start.
type ending struct {
	oxo.Game
	starts int
	cancel func()
}

func (e *ending) Start() oxo.Position {
	if e.starts++; e.starts == 1000 {
		e.cancel()
	}
	return e.Game.Start()
}
