package search_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/search"
)

// stopper saves a running search after a number of yields, and ends it.
type stopper struct {
	after int
	save  func()
}

func (s *stopper) Yield() {
	if s.after--; s.after == 0 {
		s.save()
	}
}

// interrupted runs a proof until a checkpoint is written or the proof is over. It returns the
// checkpoint and its node count.
func interrupted(t *testing.T, p oxo.Position, opts search.Options, load []byte, after int) (file []byte, nodes uint64, r search.Result) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var s *search.Searcher
	var saved bytes.Buffer
	save := func() {
		saved.Reset()
		nodes = s.Visited()
		if err := s.Save(&saved); err != nil {
			t.Error(err)
		}
	}
	opts.Turns = &stopper{after: after, save: func() { save(); cancel() }}
	s = search.New(opts)
	if load != nil {
		if err := s.Load(bytes.NewReader(load), p); err != nil {
			t.Fatal(err)
		}
	}
	r = s.Search(ctx, p, search.Limits{})
	if ctx.Err() == nil {
		save()
	}
	return saved.Bytes(), nodes, r
}

// TestCheckpoints interrupts proofs again and again, and continues each with another searcher
// from the last checkpoint: the value is the same, and its line reaches the end.
func TestCheckpoints(t *testing.T) {
	names := []string{"othello:4x6", "connect4:4x4", "mnk:5x5x4", "connect4:5x5", "checkers:4x4", "mnk:4x4x4,misere"}
	all := []search.Options{{TableBytes: 1 << 20}, {TableBytes: 1 << 18, Threads: 2}, {TableBytes: 1 << 12}}
	if testing.Short() {
		names, all = names[:2], all[:2]
	}
	for _, name := range names {
		g := gametest.Game(t, name)
		want := search.New(search.Options{}).Search(context.Background(), g.Start(), search.Limits{})
		for _, opts := range all {
			p := g.Start()
			var file []byte
			var r search.Result
			nodes, times := uint64(0), 0
			for after := 2; !r.Proven; after, times = after*2, times+1 {
				before := nodes
				file, nodes, r = interrupted(t, p, opts, file, after)
				if nodes < before || r.Nodes < nodes {
					t.Errorf("%s: %d nodes before, %d in the checkpoint, %d at the end", name, before, nodes, r.Nodes)
				}
			}
			if r.Score != want.Score || r.Nodes == 0 {
				t.Errorf("%s, %+v: %v in %d nodes, want %v", name, opts, r.Value, r.Nodes, want.Value)
			}
			t.Logf("%s: %d times interrupted, %d nodes, %d without", name, times, r.Nodes, want.Nodes)
			finished(t, g, file, opts, want.Score)
		}
	}
}

// finished continues from the checkpoint of a finished proof.
func finished(t *testing.T, g oxo.Game, file []byte, opts search.Options, want oxo.Score) {
	t.Helper()
	s, p := search.New(opts), g.Start()
	if err := s.Load(bytes.NewReader(file), p); err != nil {
		t.Fatal(err)
	}
	r := s.Search(context.Background(), p, search.Limits{})
	line := s.WholeLine(context.Background(), p, r)
	if r.Score != want || !r.Proven {
		t.Errorf("%s: %v, want %v", g.Name(), r.Value, want)
	}
	value := want
	for _, m := range line {
		p.Make(m)
		value = value.ToChild()
	}
	if _, loops := p.(oxo.Looping); !loops && (p.Outcome() == oxo.Ongoing || oxo.Final(p) != value) {
		t.Errorf("%s: the line %v ends with %v, want %v", g.Name(), line, p.Outcome(), value)
	}
}

// TestCheckpointIsForOneSearch: a loaded checkpoint applies only to the next search, of that
// position, without limits.
func TestCheckpointIsForOneSearch(t *testing.T) {
	g := gametest.Game(t, "connect4:4x4")
	p := g.Start()
	opts := search.Options{TableBytes: 1 << 20}
	file, _, _ := interrupted(t, p, opts, nil, 3)
	for _, c := range []struct {
		opts search.Options
		p    oxo.Position
		file []byte
		want string
	}{
		{search.Options{TableBytes: 1 << 21}, p, file, "a table of 1048576 bytes, but this table has 2097152"},
		{search.Options{NoTable: true}, p, file, "both without"},
		{opts, gametest.Game(t, "connect4:4x5").Start(), file, "another position"},
		{opts, p, file[:20], "not complete"},
		{opts, p, file[:len(file)-1], "not complete"},
		{opts, p, append([]byte{9}, file[1:]...), "version 9"},
	} {
		if err := search.New(c.opts).Load(bytes.NewReader(c.file), c.p); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	want := search.New(opts).Search(context.Background(), p, search.Limits{})
	s := search.New(opts)
	if err := s.Load(bytes.NewReader(file), p); err != nil {
		t.Fatal(err)
	}
	for _, m := range s.Analyze(context.Background(), p, search.Limits{}) {
		if m.Proven && m.Score > want.Score {
			t.Errorf("a move is worth %v, and the position %v", m.Value, want.Value)
		}
	}
	p.Make(p.Moves(nil)[0])
	other := search.New(opts).Search(context.Background(), p, search.Limits{})
	if r := s.Search(context.Background(), p, search.Limits{}); r.Score != other.Score || !r.Proven {
		t.Errorf("another position: %v, want %v", r.Value, other.Value)
	}
}
