package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/games"
	"oxo/prove/certificate/walk"
	"oxo/prove/certificate/write"
	"oxo/search"
	"oxo/web"
	"oxo/web/api"
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

// TestProof: a server walks the proof that it was given; without one it says so.
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
