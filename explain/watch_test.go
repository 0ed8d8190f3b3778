//go:build !race

package explain_test

import (
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/explain"
	"oxo/game/catalog"
	"oxo/internal/gametest"
	"oxo/search/mcts"
)

// TestWatch: the final state is the tree that [explain.Grow] returns, with the same
// visits, words and moves; and every play-out has every phase.
func TestWatch(t *testing.T) {
	const playouts = 150
	for _, name := range []string{"tictactoe", "go:5x5", "breakthrough:4x5", "chess:5x5", "mnk:4x4x3", "connect4", "sticks", "2048:16", "tree:((3 5) (2 9))"} {
		for _, plain := range []bool{false, true} {
			g := gametest.Game(t, name)
			opts := explain.MCTSOptions(7, plain)
			p := g.Start()
			w, err := explain.Watch(t.Context(), g, p, opts, playouts)
			if err != nil || p.Hash() != g.Start().Hash() {
				t.Fatalf("%s: %v", name, err)
			}
			grown, err := explain.Grow(t.Context(), g, p, opts, playouts, 1<<20)
			if err != nil || w.Result.Value != grown.Result.Value || w.Result.Best != grown.Result.Best {
				t.Fatalf("%s: %v, %v; %v", name, w.Result.Value, grown.Result.Value, err)
			}
			if got, want := lines(w), listed(grown); len(w.Trace.Playouts) > 0 && !slices.Equal(got, want) {
				t.Errorf("%s: watched:\n%s\ngrown:\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			checkPhases(t, w)
		}
	}
}

// lines writes the visited nodes as the last play-out left them.
func lines(w *explain.Watched) []string {
	unit := catalog.UnitOf(w.Game)
	last := map[string]string{}
	for k := range w.Trace.Playouts {
		for at, n := range w.After(k) {
			path := ""
			for _, i := range w.Trace.Playouts[k].Path[1 : at+1] {
				path += " " + w.MoveName(i)
			}
			last[path] = path + ": " + line(&n, unit)
		}
	}
	var all []string
	for _, text := range last {
		all = append(all, text)
	}
	slices.Sort(all)
	return all
}

// listed writes the same for a grown tree.
func listed(t *explain.Grown) []string {
	names, paths := t.MoveNames(), make([]string, len(t.Nodes))
	var all []string
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if n.Parent >= 0 {
			paths[i] = paths[n.Parent] + " " + names[i]
		}
		all = append(all, paths[i]+": "+line(n, catalog.UnitOf(t.Game)))
	}
	slices.Sort(all)
	return all
}

func line(n *explain.GrownNode, unit catalog.Unit) string {
	return strings.Repeat("*", int(n.Visits)) + " " + n.Say(unit)
}

// checkPhases reads the phases: each play-out has its four phases in order, all with
// words; each gives the number of visits.
func checkPhases(t *testing.T, w *explain.Watched) {
	t.Helper()
	at, order := -1, []explain.Phase{explain.Select, explain.Expand, explain.PlayOut, explain.BackUp}
	for m := range w.Phases() {
		if at < 0 && (m.Phase != explain.Begin || m.Playout != -1) || at >= 0 && (m.Playout != at/4 || m.Phase != order[at%4]) {
			t.Fatalf("%s: step %d is %v of %d", w.Game.Name(), at, m.Phase, m.Playout)
		}
		if at++; !strings.HasSuffix(m.What, ".") || m.Why != "" && !strings.HasSuffix(m.Why, ".") || strings.Contains(m.What+m.Why, "Inf") || strings.Contains(m.What+m.Why, "NaN") {
			t.Errorf("%s: %+v", w.Game.Name(), m)
		}
	}
	if at != 4*len(w.Trace.Playouts) {
		t.Errorf("%s: %d phases of %d play-outs", w.Game.Name(), at, len(w.Trace.Playouts))
	}
}

// TestWatchWords: statements about a play-out agree with the trace and the rules.
func TestWatchWords(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	p, err := g.ParsePosition("XO./.../...")
	if err != nil {
		t.Fatal(err)
	}
	w, err := explain.Watch(t.Context(), g, p, explain.MCTSOptions(0, true), 3000)
	if err != nil {
		t.Fatal(err)
	}
	ends := map[mcts.End]int{}
	var last explain.PhaseOf
	for m := range w.Phases() {
		if last = m; m.Phase != explain.PlayOut {
			continue
		}
		o := &w.Trace.Playouts[m.Playout]
		ends[o.End]++
		q := w.Position(o.Path[len(o.Path)-1])
		for _, move := range o.Moves {
			q.Make(move)
		}
		winner, won := q.Outcome().Winner(q.Turn())
		want := "a draw"
		if won {
			want = map[oxo.Side]string{oxo.First: "X wins", oxo.Second: "O wins"}[winner]
		}
		if o.End == mcts.Played && !strings.HasSuffix(m.What, ": "+want+".") {
			t.Errorf("%s: %q, and it is %s", g.FormatPosition(q), m.What, want)
		}
	}
	if ends[mcts.Played] == 0 || ends[mcts.Over] == 0 {
		t.Errorf("ends: %v", ends)
	}
	if !strings.HasSuffix(last.Why, "The position is proven, and the search ends.") || !strings.Contains(last.Why, "proven: win in 5") {
		t.Errorf("the last words: %q", last.Why)
	}
}

// TestWatchEstimates: a play-out that ends with the game's estimate reports it, also if
// it is 0; a play-out that ends the game reports none.
func TestWatchEstimates(t *testing.T) {
	g := gametest.Game(t, "breakthrough:4x5")
	w, err := explain.Watch(t.Context(), g, g.Start(), explain.MCTSOptions(1, false), 200)
	if err != nil {
		t.Fatal(err)
	}
	ends := map[mcts.End]int{}
	for m := range w.Phases() {
		if m.Phase != explain.PlayOut {
			continue
		}
		o := &w.Trace.Playouts[m.Playout]
		ends[o.End]++
		if said := strings.Contains(m.What, "the game's own estimate is "); said != (o.End == mcts.Estimated) {
			t.Errorf("%v, %v: %q", o.End, o.Score, m.What)
		}
	}
	if ends[mcts.Estimated] == 0 || ends[mcts.Played] == 0 {
		t.Errorf("ends: %v", ends)
	}
}

// TestWatchRepeats: if a play-out repeats a board that the rules forbid, the position
// at its end is given; otherwise its moves lead there by the rules.
func TestWatchRepeats(t *testing.T) {
	g := gametest.Game(t, "go:5x5")
	w, err := explain.Watch(t.Context(), g, g.Start(), explain.MCTSOptions(2, false), 30)
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for k, o := range w.Trace.Playouts {
		leaf := w.Position(o.Path[len(o.Path)-1])
		names, end := w.Played(k)
		_, err := catalog.ReplayFrom(g, leaf, names...)
		if (err != nil) != (end != "") {
			t.Errorf("play-out %d: end %q, and the rules say %v", k, end, err)
		}
		if end == "" {
			continue
		}
		refused++
		if _, err := g.ParsePosition(end); err != nil {
			t.Errorf("play-out %d: %v", k, err)
		}
	}
	if refused == 0 || refused == len(w.Trace.Playouts) {
		t.Errorf("%d of %d play-outs repeat a board", refused, len(w.Trace.Playouts))
	}
}
