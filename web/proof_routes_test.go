package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"oxo"
	"oxo/api"
	"oxo/game/catalog"
	"oxo/games"
	"oxo/prove/certificate"
	"oxo/prove/certificate/walk"
	"oxo/prove/certificate/write"
	"oxo/search"
	"oxo/web"
	"oxo/web/page"
)

// adviser finds winning moves.
type adviser struct{ s *search.Searcher }

func (a adviser) Move(ctx context.Context, p oxo.Position, _ oxo.Score) (oxo.Move, error) {
	return a.s.Search(ctx, p, search.Limits{}).Best, nil
}

// proofOf returns the proof of a game that the first side wins.
func proofOf(t testing.TB, name string) *walk.Certificate {
	t.Helper()
	find := func(name string) (oxo.Game, error) { return catalog.Lookup(games.All(), name) }
	g, err := find(name)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	err = write.Certificate(context.Background(), &file, write.Proof{
		Game: g, Position: g.Start(), Result: "win", Adviser: adviser{search.New(search.Options{TableBytes: 1 << 20})},
	})
	if err != nil {
		t.Fatal(err)
	}
	c, err := walk.Read(1, &file, find, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestProof: a server with a proof walks it; a server without a proof says so.
func TestProof(t *testing.T) {
	ts, c := serve(t, web.Options{Proof: proofOf(t, "mnk:4x3x3")})
	ask := func(path string, want int, into any) string {
		t.Helper()
		status, _, content := get(t, c, ts.URL+path)
		if status != want {
			t.Fatalf("%s: %d %s", path, status, content)
		}
		if into != nil {
			if err := json.Unmarshal(content, into); err != nil {
				t.Fatal(err)
			}
		}
		return string(content)
	}
	var proved api.Proved
	ask("/api/proof", http.StatusOK, &proved)
	if proved.Sentence != "X is to move and wins, whatever O does." || len(proved.Sides) != 1 || proved.Nodes == 0 {
		t.Errorf("%+v", proved)
	}
	var walked api.Walked
	for moves := ""; walked.Reason != "finished"; {
		ask("/api/walk?moves="+moves, http.StatusOK, &walked)
		move := walked.Move
		if !walked.Mine && len(walked.State.Legal) > 0 {
			move = walked.State.Legal[0].Move
		}
		moves = strings.Trim(moves+"."+move, ".")
	}
	if walked.State.Winner != 0 {
		t.Errorf("the walk ends with %s", walked.State.Verdict)
	}
	for path, want := range map[string]string{
		"/api/walk?moves=a1":    "the strategy plays another move",
		"/api/walk?side=second": "the strategy of the first side",
		"/api/walk?moves=zz":    "move 1",
	} {
		if got := ask(path, http.StatusUnprocessableEntity, nil); !strings.Contains(got, want) {
			t.Errorf("%s: %s", path, got)
		}
	}
	ts, c = serve(t, web.Options{})
	if ask("/api/proof", http.StatusOK, &proved); proved.Game != "" {
		t.Errorf("%+v", proved)
	}
	ask("/api/walk", http.StatusUnprocessableEntity, nil)
}

// TestShippedProofs: each certificate that comes with the page is accepted by the checker and says what is expected; a
// server walks it by its name, next to a proof of its own.
func TestShippedProofs(t *testing.T) {
	want := map[string][2]string{
		"proofs/3x3.oxo": {"mnk:3x3x3", "draw"}, "proofs/5x5x4.oxo": {"mnk:5x5x4", "draw"},
		"proofs/connect4-5x4.oxo": {"connect4:5x4", "draw"}, "proofs/connect4-6x5.oxo": {"connect4:6x5", "draw"},
	}
	const most = 32 << 10 // bytes of all proofs together: most visitors open none of them
	shipped, size := page.Proofs(), 0
	if len(shipped) != len(want) {
		t.Errorf("%d files, want %d", len(shipped), len(want))
	}
	ts, c := serve(t, web.Options{Proof: proofOf(t, "mnk:4x3x3")})
	find := func(name string) (oxo.Game, error) { return catalog.Lookup(games.All(), name) }
	for name, says := range want {
		size += len(shipped[name])
		r, err := certificate.CheckBy(1, bytes.NewReader(shipped[name]), find)
		if err != nil || r.Game != says[0] || r.Result != says[1] || r.Position != startOf(t, says[0]) {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
		status, _, content := get(t, c, ts.URL+"/api/proof?file="+name)
		var proved api.Proved
		if err := json.Unmarshal(content, &proved); err != nil || status != http.StatusOK || proved.Game != says[0] || proved.Result != says[1] || proved.Nodes == 0 {
			t.Errorf("%s: %d %s", name, status, content)
		}
		var walked api.Walked
		status, _, content = get(t, c, ts.URL+"/api/walk?file="+name)
		if err := json.Unmarshal(content, &walked); err != nil || status != http.StatusOK || walked.State.Game != says[0] {
			t.Errorf("%s: %d %s", name, status, content)
		}
		if status, _, file := get(t, c, ts.URL+"/"+name); status != http.StatusOK || !bytes.Equal(file, shipped[name]) {
			t.Errorf("%s: %d, %d bytes", name, status, len(file))
		}
	}
	if size > most {
		t.Errorf("%d bytes, want at most %d", size, most)
	}
	if status, _, content := get(t, c, ts.URL+"/api/proof?file=proofs/other.oxo"); status != http.StatusNotFound || !strings.Contains(string(content), "proofs/3x3.oxo") {
		t.Errorf("%d %s", status, content)
	}
}

// startOf returns the text of a game's start.
func startOf(t *testing.T, name string) string {
	t.Helper()
	g, err := catalog.Lookup(games.All(), name)
	if err != nil {
		t.Fatal(err)
	}
	return g.FormatPosition(g.Start())
}
