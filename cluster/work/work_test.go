package work_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"oxo"
	"oxo/cluster"
	"oxo/cluster/work"
	"oxo/game/catalog"
	"oxo/games"
	"oxo/internal/race"
	"oxo/search"
)

// start begins a hub for proofs, with workers in this process.
func start(t *testing.T, workers int, doer func(i int) cluster.Doer) *cluster.Hub {
	t.Helper()
	log := slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	const lease = time.Minute // nobody dies here
	local := cluster.NewLocal(lease)
	ctx, stop := context.WithCancel(context.Background())
	hub, err := cluster.NewHub(ctx, local, cluster.Options{
		Lease: lease, Version: "1", Kinds: cluster.Kinds{work.KindProof: work.NewProof(games.All())}, Judge: work.New(games.All(), 1<<20), Log: log,
	})
	if err != nil {
		t.Fatal(err)
	}
	done := []chan struct{}{}
	run := func(f func()) {
		c := make(chan struct{})
		done = append(done, c)
		go func() { defer close(c); f() }()
	}
	run(func() { _ = hub.Work(ctx) })
	for i := range workers {
		w := &cluster.Worker{
			Desk: local, Hello: cluster.Hello{Name: "w", Version: "1", Threads: 1}, Log: log, Beats: 10 * time.Millisecond,
			Make: func() cluster.Doer { return doer(i) },
		}
		run(func() { _ = w.Work(ctx) })
	}
	t.Cleanup(func() {
		stop()
		for _, c := range done {
			<-c
		}
	})
	return hub
}

// prove gives the hub an order, and returns the result.
func prove(t *testing.T, hub *cluster.Hub, game, position, method string, nodes uint64, check int) work.Found {
	t.Helper()
	return proveSpec(t, hub, game, work.Spec{Position: position, Method: method, Nodes: nodes}, check)
}

func proveSpec(t *testing.T, hub *cluster.Hub, game string, of work.Spec, check int) work.Found {
	t.Helper()
	spec, _ := json.Marshal(of)
	name, err := hub.Submit(t.Context(), cluster.Order{Kind: work.KindProof, Game: game, Spec: spec, Check: check})
	if err != nil {
		t.Fatal(err)
	}
	for {
		f, err := hub.Follow(cluster.Follow{Run: name})
		if err != nil {
			t.Fatal(err)
		}
		if f.Over {
			var found work.Found
			if err := json.Unmarshal(f.State.Result, &found); err != nil {
				t.Fatal(err)
			}
			return found
		}
		time.Sleep(time.Millisecond)
	}
}

// TestProofs: two workers with small jobs prove the same result as the search, with
// either method; the move that they name keeps it.
func TestProofs(t *testing.T) {
	hub := start(t, 2, func(int) cluster.Doer { return work.New(games.All(), 1<<20) })
	names := []string{"tictactoe", "mnk:4x4x3", "mnk:4x4x4", "mnk:5x4x4", "mnk:3x3x3,misere", "connect4:4x4", "connect4:5x4", "sticks:21", "sticks:20", "breakthrough:4x4", "othello:4x4"}
	if race.Enabled { // the race detector sees the same jobs, only fewer
		names = []string{"tictactoe", "mnk:4x4x3", "connect4:4x4", "sticks:20"}
	}
	for _, name := range names {
		g, err := catalog.Lookup(games.All(), name)
		if err != nil {
			t.Fatal(err)
		}
		p := g.Start()
		s := search.New(search.Options{TableBytes: 1 << 20})
		r := s.Search(t.Context(), p, search.Limits{})
		want, _ := r.Bounds.Result()
		for method, nodes := range map[string]uint64{work.BySearch: 300, work.ByNumbers: 20} {
			found := prove(t, hub, g.Name(), g.FormatPosition(p), method, nodes, 100)
			if found.Result != want {
				t.Errorf("%s by %s: %s, not %s", name, method, found.Result, want)
			}
			if found.Best == "" {
				continue
			}
			m, err := g.ParseMove(p, found.Best)
			if err != nil {
				t.Errorf("%s by %s: %v", name, method, err)
				continue
			}
			q := p.Clone()
			q.Make(m)
			after := s.Search(t.Context(), q, search.Limits{})
			if value := after.Score.ToParent().Result(); value != want {
				t.Errorf("%s by %s: %s is worth a %s, not a %s", name, method, found.Best, value, want)
			}
			t.Logf("%s by %s: %s, %d nodes, %d jobs, %d open", name, method, found.Result, found.Nodes, found.Jobs, found.Open)
		}
	}
}

// TestShare: workers that share settled positions find the same result.
func TestShare(t *testing.T) {
	doers := make(chan *work.Doer, 100)
	hub := start(t, 3, func(int) cluster.Doer {
		d := work.New(games.All(), 1<<20)
		doers <- d
		return d
	})
	results := map[string]string{"mnk:4x4x3": "win", "mnk:5x4x4": "draw", "connect4:5x5": "draw", "breakthrough:4x4": "loss", "othello:4x4": "loss", "sticks:20": "win"}
	if race.Enabled { // the race detector sees the same sharing, only less
		results = map[string]string{"mnk:4x4x3": "win", "othello:4x4": "loss", "sticks:20": "win"}
	}
	for name, want := range results {
		g, err := catalog.Lookup(games.All(), name)
		if err != nil {
			t.Fatal(err)
		}
		for method, nodes := range map[string]uint64{work.BySearch: 1000, work.ByNumbers: 50} {
			spec := work.Spec{Position: g.FormatPosition(g.Start()), Method: method, Nodes: nodes, Share: true}
			if found := proveSpec(t, hub, name, spec, 0); found.Result != want {
				t.Errorf("%s by %s: %s, not %s", name, method, found.Result, want)
			}
		}
	}
	// Texts of strangers have no effect.
	d := <-doers
	for _, text := range [][]byte{nil, {}, {200}, {5, 'a'}, {0, 1, 2}, bytes.Repeat([]byte{255}, 100)} {
		d.Hear(text)
	}
	g, _ := catalog.Lookup(games.All(), "tictactoe")
	spec, _ := json.Marshal(work.Spec{Position: g.FormatPosition(g.Start()), Method: work.ByNumbers, Nodes: 1, Share: true})
	if _, err := hub.Submit(t.Context(), cluster.Order{Kind: work.KindProof, Game: "tictactoe", Spec: spec, Check: 1}); err == nil || !strings.Contains(err.Error(), "cannot check each other") {
		t.Errorf("checks of workers that share: %v", err)
	}
}

// TestShareSaves: a worker need not search a position that another has shared.
func TestShareSaves(t *testing.T) {
	race.OneThread(t)
	for game, method := range map[string]string{"connect4:5x5": work.BySearch, "breakthrough:5x5": work.ByNumbers} {
		g, err := catalog.Lookup(games.All(), game)
		if err != nil {
			t.Fatal(err)
		}
		ask := fmt.Sprintf(`{"position":%q,"side":0,"path":[],"nodes":100000000,"method":%q,"share":true}`, g.FormatPosition(g.Start()), method)
		job := &cluster.Job{ID: "1", Kind: work.KindAsk, Game: game, Ask: json.RawMessage(ask)}
		var nodes [2]uint64
		var told [][]byte
		for i := range nodes {
			d := work.New(games.All(), 16<<20)
			for _, text := range told {
				d.Hear(text)
			}
			found, err := d.Do(t.Context(), job, func(json.RawMessage) {})
			if err != nil {
				t.Fatal(err)
			}
			var a struct {
				Verdict string
				Nodes   uint64
			}
			if err := json.Unmarshal(found, &a); err != nil || a.Verdict != "fails" {
				t.Fatalf("%s: %s %v", game, found, err)
			}
			nodes[i], told = a.Nodes, d.Tell()
		}
		if nodes[1]*10 > nodes[0] {
			t.Errorf("%s: %d nodes, and %d with what another had settled", game, nodes[0], nodes[1])
		}
	}
}

// TestImpossible: impossible orders are refused with the right reason.
func TestImpossible(t *testing.T) {
	hub := start(t, 0, nil)
	for want, o := range map[string]cluster.Order{
		"the kind of run":      {Kind: "x"},
		"earlier position":     {Kind: work.KindProof, Game: "checkers:4x4", Spec: json.RawMessage(`{"position":"","method":"pn","nodes":1}`)},
		"no method":            {Kind: work.KindProof, Game: "tictactoe", Spec: json.RawMessage(`{"position":".../.../...","method":"x","nodes":1}`)},
		"want a number from 1": {Kind: work.KindProof, Game: "tictactoe", Spec: json.RawMessage(`{"position":".../.../...","method":"pn","nodes":0}`)},
		"the order of a proof": {Kind: work.KindProof, Game: "tictactoe", Spec: json.RawMessage(`[]`)},
		"no game \"tictacto\"": {Kind: work.KindProof, Game: "tictacto", Spec: json.RawMessage(`{}`)},
	} {
		if o.Game == "checkers:4x4" {
			g, err := catalog.Lookup(games.All(), o.Game)
			if err != nil {
				t.Fatal(err)
			}
			o.Spec, _ = json.Marshal(work.Spec{Position: g.FormatPosition(g.Start()), Method: work.ByNumbers, Nodes: 1})
		}
		if _, err := hub.Submit(t.Context(), o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// TestAgree: a check confirms, contradicts or finds nothing; each raise doubles the
// nodes, up to the maximum.
func TestAgree(t *testing.T) {
	spec, _ := json.Marshal(work.Spec{Position: ".../.../...", Method: work.ByNumbers, Nodes: 20})
	run, err := work.NewProof(games.All())(cluster.Order{Kind: work.KindProof, Game: "tictactoe", Spec: spec})
	if err != nil {
		t.Fatal(err)
	}
	say := func(verdict string) json.RawMessage { return json.RawMessage(`{"verdict":"` + verdict + `"}`) }
	unsettled := cluster.ErrUnsettled.Error()
	for answers, want := range map[[3]string]string{
		{"1s-", "holds", "holds"}: "<nil>", {"1s-", "open", "holds"}: "<nil>", {"1s-", "open", "open"}: "<nil>",
		{"1s-", "holds", "open"}:  unsettled,
		{"1s-", "holds", "fails"}: "one answer says that the claim holds, the other that it fails",
		{"1r-", "holds", "fails"}: "<nil>", {"1r-", "fails", "fails"}: "<nil>",
		{"1r-", "fails", "holds"}: unsettled, {"1r-", "fails", "open"}: unsettled,
	} {
		if err := run.Agree(answers[0], say(answers[1]), say(answers[2])); fmt.Sprint(err) != want {
			t.Errorf("%v: %v, not %s", answers, err, want)
		}
	}
	one, other := `{"verdict":"open","children":[[1,0,9],[2,4,4]]}`, `{"verdict":"open","children":[[2,4,5],[1,9,0]]}`
	if err := run.Agree("1s-", json.RawMessage(one), json.RawMessage(other)); err == nil {
		t.Error("a move after which the claim holds and fails")
	}
	ask, raises := run.Next(1)[0].Ask, 0
	for limited := run.(cluster.Limited); err == nil; raises++ {
		var has struct{ Nodes uint64 }
		if _ = json.Unmarshal(ask, &has); has.Nodes != 20<<raises {
			t.Fatalf("%d nodes after %d raises", has.Nodes, raises)
		}
		ask, err = limited.Raise(ask)
	}
	if raises != 36 { // 20<<35 is the last below 1<<40
		t.Errorf("%v after %d raises", err, raises)
	}
}

// liar reports the opposite of its results.
type liar struct{ *work.Doer }

func (l liar) Do(ctx context.Context, job *cluster.Job, report func(json.RawMessage)) (json.RawMessage, error) {
	found, err := l.Doer.Do(ctx, job, report)
	text := string(found)
	if strings.Contains(text, "holds") {
		text = strings.ReplaceAll(text, "holds", "fails")
	} else {
		text = strings.ReplaceAll(text, "fails", "holds")
	}
	return json.RawMessage(text), err
}

// TestLiar: if all answers are checked, a lying worker is excluded, and the result is
// right. One proof has few jobs, and the liar may get none that matters, so proofs
// are repeated until it is excluded.
func TestLiar(t *testing.T) {
	hub := start(t, 3, func(i int) cluster.Doer {
		if i == 0 {
			return liar{work.New(games.All(), 1<<20)}
		}
		return work.New(games.All(), 1<<20)
	})
	for hub.Status().Threads < 3 {
		time.Sleep(time.Millisecond)
	}
	excluded := func() (n int) {
		for _, w := range hub.Status().Workers {
			if w.Excluded != "" {
				n++
			}
		}
		return n
	}
	g, _ := catalog.Lookup(games.All(), "mnk:5x4x4")
	for nodes := range uint64(200) { // a different number of nodes makes a different order
		found := prove(t, hub, g.Name(), g.FormatPosition(g.Start()), work.ByNumbers, 20+nodes, 1000)
		if found.Result != "draw" {
			t.Fatalf("%+v", found)
		}
		if excluded() > 0 {
			break
		}
	}
	if n := excluded(); n != 1 {
		t.Errorf("%d workers are excluded: %+v", n, hub.Status().Workers)
	}
}

// opens answers each job with "open", and claims that all moves except the last fail
// for the side in question.
type opens struct{}

func (opens) Do(_ context.Context, job *cluster.Job, _ func(json.RawMessage)) (json.RawMessage, error) {
	var asked struct {
		Position string
		Side     oxo.Side
		Path     []oxo.Move
	}
	if err := json.Unmarshal(job.Ask, &asked); err != nil {
		return nil, err
	}
	g, _ := catalog.Lookup(games.All(), job.Game)
	p, err := g.ParsePosition(asked.Position)
	if err != nil {
		return nil, err
	}
	for _, m := range asked.Path {
		p.Make(m)
	}
	var children [][3]uint64
	for _, m := range p.Moves(nil) {
		numbers := [3]uint64{uint64(m), 0, 1 << 52}
		if p.Turn() == asked.Side {
			numbers = [3]uint64{uint64(m), 1 << 52, 0}
		}
		children = append(children, numbers)
	}
	if n := len(children); n > 0 {
		children[n-1][1], children[n-1][2] = 4, 4
	}
	return json.Marshal(map[string]any{"verdict": "open", "nodes": 1, "children": children})
}

// TestLyingOpen: the check of an open answer asks about a move whose verdict it
// states, so a lie there is detected.
func TestLyingOpen(t *testing.T) {
	hub := start(t, 3, func(i int) cluster.Doer {
		if i == 0 {
			return opens{}
		}
		return work.New(games.All(), 1<<20)
	})
	for hub.Status().Threads < 3 {
		time.Sleep(time.Millisecond)
	}
	g, _ := catalog.Lookup(games.All(), "mnk:4x4x3")
	for nodes := range uint64(100) {
		prove(t, hub, g.Name(), g.FormatPosition(g.Start()), work.ByNumbers, 20+nodes, 500)
		for _, w := range hub.Status().Workers {
			if w.Excluded != "" {
				t.Logf("after %d proofs: %s", nodes+1, w.Excluded)
				return
			}
		}
	}
	t.Error("nobody is excluded")
}

// TestNever: an open answer that contains a deciding move, or impossible numbers, is
// refused. If everything is checked, its verdicts on moves are not believed, and the
// moves get their own jobs.
func TestNever(t *testing.T) {
	for _, check := range []int{20, 1000} {
		spec, _ := json.Marshal(work.Spec{Position: ".../.../...", Method: work.ByNumbers, Nodes: 20})
		run, err := work.NewProof(games.All())(cluster.Order{Kind: work.KindProof, Game: "tictactoe", Spec: spec, Check: check})
		if err != nil {
			t.Fatal(err)
		}
		job := run.Next(1)[0]
		for _, children := range []string{"[[0,0,0]]", "[[0,9007199254740991,4]]", "[[0,4,4503599627370497]]"} {
			if err := run.Take(job.ID, json.RawMessage(`{"verdict":"open","children":`+children+`}`)); err == nil {
				t.Errorf("check %d: children %s are taken", check, children)
			}
		}
		err = run.Take(job.ID, json.RawMessage(`{"verdict":"open","children":[[0,0,4503599627370496]]}`))
		if (err == nil) != (check == 1000) {
			t.Errorf("check %d: a move that decides: %v", check, err)
		}
		if s := run.State(); s.Over {
			t.Errorf("check %d: %s", check, s.Text)
		}
	}
}
