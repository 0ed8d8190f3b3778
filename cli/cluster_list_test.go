//go:build !race

package cli

import (
	"encoding/json"
	"strings"
	"testing"

	"oxo/cluster"
	"oxo/games"
)

// TestValidBoard: for a board without a certificate, the hub uses only the result and the score of a worker's answer,
// which must agree. Two answers with different scores disagree.
func TestValidBoard(t *testing.T) {
	a := &app{families: games.All()}
	job := &cluster.Job{Ask: json.RawMessage(`{"n":3,"game":"mnk:3x3x3"}`)}
	for found, want := range map[string]string{
		`{"n":3,"result":"draw"}`:                       "",
		`{"n":3,"result":"draw","score":0}`:             "",
		`{"n":2,"result":"draw"}`:                       "the answer is board 2",
		`{"n":3,"result":"first wins \u001b[2J"}`:       `its result is "first wins", worth "first wins \x1b[2J"`,
		`{"n":3,"result":"win","score":0}`:              `its result is "win", worth "draw"`,
		`{"n":3,"result":"draw","row":"| 3x3x3 | win"}`: "", // nobody reads it
	} {
		err := a.validBoard(job, json.RawMessage(found))
		if err == nil && want != "" || err != nil && (want == "" || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", found, err, want)
		}
	}
	if err := sameBoard(json.RawMessage(`{"result":"win","score":100}`), json.RawMessage(`{"result":"win","score":101}`)); err == nil {
		t.Error("two scores are called equal")
	}
}
