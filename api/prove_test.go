package api_test

import (
	"encoding/json"
	"strings"
	"testing"

	"oxo/api"
	"oxo/games"
)

// provings asks for a proof, and returns the reports.
func provings(t *testing.T, request string) []api.Proving {
	t.Helper()
	got, err := ask(t, api.New(games.All()), "prove", request)
	if err != nil {
		t.Fatal(err)
	}
	var all []api.Proving
	for _, text := range got["proving"] {
		var p api.Proving
		if err := json.Unmarshal([]byte(text), &p); err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

// TestProve: each prover answers where it is the right one, and is named.
func TestProve(t *testing.T) {
	for _, c := range []struct{ request, method, result, by string }{
		{`{"game":"tictactoe"}`, "search", "draw", "of alpha-beta"},
		{`{"game":"mnk:7x6x4","result":true}`, "pn", "win", "of proof-number search"},
		{`{"game":"tictactoe","method":"pn"}`, "pn", "draw", "of proof-number search"},
		{`{"game":"go:3x3"}`, "plies", "win", "nodes"},
		{`{"game":"checkers:4x4"}`, "backwards", "draw", "solved backwards"},
		{`{"game":"chess","position":"8/8/8/8/8/8/4QRb1/R3K2k w Q - 0 1"}`, "search", "win", "of alpha-beta"},
	} {
		all := provings(t, c.request)
		for i, p := range all {
			if last := i == len(all)-1; p.Done != last || p.Proven != last {
				t.Errorf("%s: report %d of %d is done: %v, proven: %v", c.request, i+1, len(all), p.Done, p.Proven)
			}
		}
		if last := all[len(all)-1]; last.Found == nil || last.Found.Method != c.method || last.Found.Result != c.result || !strings.Contains(last.Found.By, c.by) {
			t.Errorf("%s: %+v %+v, want %s by %s", c.request, last, last.Found, c.result, c.method)
		}
	}
}

// TestProveTooLong: a proof that does not end in time says what is known, and that is not an error.
func TestProveTooLong(t *testing.T) {
	all := provings(t, `{"game":"connect4:8x7","ms":50}`)
	if last := all[len(all)-1]; !last.Done || last.Proven || !strings.Contains(last.Progress, " after ") {
		t.Errorf("%+v", last)
	}
	if all = provings(t, `{"game":"chess","ms":50}`); all[len(all)-1].Proven {
		t.Error("chess is proven")
	}
}

// TestProveRefused: a method that does not exist is refused by name.
func TestProveRefused(t *testing.T) {
	if _, err := ask(t, api.New(games.All()), "prove", `{"game":"tictactoe","method":"best"}`); err == nil || !strings.Contains(err.Error(), `"best": want search`) {
		t.Error(err)
	}
}
