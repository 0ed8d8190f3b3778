package checkers_test

import (
	"slices"
	"strings"
	"testing"

	"oxo/games/checkers"
)

// TestReadPDN reads games with all that the notation has beside moves.
func TestReadPDN(t *testing.T) {
	text := `[Event "One"]
[GameType "21"]
1. 11-15 23-19 {quiet; (yes)} 2. 8-11! 22-17 (2... 25-22 {other (one)} (3. 4-8) 3. 4-8) 3.4-8 $1 ; the rest
3... 17-13 15-18 1-0
[Event "Two"]
[SetUp "1"]
[FEN "B:W18,27,32:B14."]
% a line of a program
1. 14x23 27x18 0-1 1. 11-15`
	games, err := checkers.ReadPDN(text)
	if err != nil || len(games) != 3 {
		t.Fatal(games, err)
	}
	if want := strings.Fields("11-15 23-19 8-11 22-17 4-8 17-13 15-18"); !slices.Equal(games[0].Moves, want) || games[0].Result != "1-0" || games[0].Tags["Event"] != "One" {
		t.Errorf("%+v", games[0])
	}
	if want := strings.Fields("14x23 27x18"); !slices.Equal(games[1].Moves, want) || games[1].Result != "0-1" {
		t.Errorf("%+v", games[1])
	}
	if games[2].Result != "*" || len(games[2].Tags) != 0 {
		t.Errorf("%+v", games[2])
	}
	g, err := checkers.New(8, 8, 0)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"W:W13,19,21,24,", "B:W18,32:B", "W:W21,"} {
		p, moves, err := games[i].Replay(g)
		if err != nil || !strings.HasPrefix(g.FormatPosition(p), want) || len(moves) != len(games[i].Moves) {
			t.Errorf("game %d: %v, %v", i, g.FormatPosition(p), err)
		}
	}
	if _, _, err := (&checkers.PDN{Moves: []string{"11-15", "23-20"}}).Replay(g); err == nil || !strings.Contains(err.Error(), "move 2") {
		t.Error(err)
	}
	for text, hint := range map[string]string{
		"{": "no end", "(1. 11-15": "no end", "[Event]": "no tag", "[Event x]": "no tag", "11-15 }": "no part",
	} {
		if _, err := checkers.ReadPDN(text); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("%q: %v, want %q", text, err, hint)
		}
	}
	if _, _, err := (&checkers.PDN{Tags: map[string]string{"FEN": "x"}}).Replay(g); err == nil {
		t.Error("a text that is no FEN is read")
	}
}
