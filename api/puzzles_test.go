//go:build !js || !sheets

package api_test

import (
	"encoding/json"
	"testing"

	"oxo/api"
	"oxo/games"
)

// puzzled returns the puzzles that a request brings.
func puzzled(t *testing.T, request string) (all []api.Puzzled) {
	t.Helper()
	got, err := ask(t, api.New(games.All()), "puzzles", request)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range got["puzzle"] {
		var z api.Puzzled
		if err := json.Unmarshal([]byte(text), &z); err != nil {
			t.Fatal(err)
		}
		all = append(all, z)
	}
	return all
}

// TestPuzzlesOfMistakes: X could win with b1 alone, and played b2; then O had one answer, b1, and found it.
func TestPuzzlesOfMistakes(t *testing.T) {
	const game = `{"game":"tictactoe","position":"OX./..O/..X","moves":"b2.b1"`
	mistakes := puzzled(t, game+`,"from":"mistakes","plies":1}`)
	for _, z := range mistakes {
		if w := z.Tried(z.Played); w == nil || len(w.Line) == 0 || w.Line[0] != z.Played {
			t.Errorf("ply %d: the game's %s is not a wrong try of %+v", z.Ply, z.Played, z)
		}
	}
	if len(mistakes) != 1 || mistakes[0].Ply != 0 || mistakes[0].Played != "b2" || mistakes[0].Answer != "b1" {
		t.Errorf("mistakes: %+v", mistakes)
	}
	if second := puzzled(t, game+`,"from":"mistakes","plies":1,"side":"second"}`); len(second) != 0 {
		t.Errorf("mistakes of O: %+v", second)
	}
	played := puzzled(t, game+`,"plies":1}`)
	if len(played) <= len(mistakes) {
		t.Errorf("%d puzzles of all positions, %d of mistakes: want more of all", len(played), len(mistakes))
	}
}

// TestPuzzlesOfGames: the same seed gives the same puzzles, and the number wanted.
func TestPuzzlesOfGames(t *testing.T) {
	for _, from := range []string{"selfplay", "random"} {
		request := `{"game":"tictactoe","from":"` + from + `","count":3,"seed":4}`
		one, two := puzzled(t, request), puzzled(t, request)
		if len(one) != 3 {
			t.Fatalf("%s: %d puzzles, want 3", from, len(one))
		}
		for i := range one {
			if one[i].Position != two[i].Position || one[i].Plies < 3 || one[i].Rating != 0 {
				t.Errorf("%s: %+v, then %+v", from, one[i], two[i])
			}
		}
	}
}

func TestPuzzlesRefused(t *testing.T) {
	for request, want := range map[string]string{
		`{"game":"tictactoe","from":"mistakes"}`: "no moves to make puzzles of: play some first",
		`{"game":"tictactoe","from":"books"}`:    `from "books": want played, mistakes, selfplay or random`,
		`{"game":"tictactoe","count":-1}`:        "count, plies and tries: want 0 or more",
		`{"game":"tictactoe","side":"X"}`:        `side "X": want first or second, or nothing for both`,
		`{"game":"2048","from":"random"}`:        "2048:2048 is a game of chance, in which no move can be proven: want another game",
	} {
		if _, err := ask(t, api.New(games.All()), "puzzles", request); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", request, err, want)
		}
	}
}

// TestPuzzlesOfChess: the values of chess can seldom be proven, but mates can. A position that comes again makes one puzzle.
func TestPuzzlesOfChess(t *testing.T) {
	const mate = `{"game":"chess","position":"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -","plies":1,"moves":"`
	for _, c := range []struct {
		moves, from string
		ply         int
	}{{"g1f1.g8f8", "mistakes", 0}, {"g1f1.g8f8.f1g1.f8g8", "mistakes", 0}, {"g1f1.g8f8.f1g1.f8g8", "played", 4}} {
		got := puzzled(t, mate+c.moves+`","from":"`+c.from+`"}`)
		if len(got) != 1 || got[0].Answer != "a1a8" || got[0].Theme != "mate in 1" || got[0].Ply != c.ply {
			t.Errorf("%s of %s: %+v", c.from, c.moves, got)
		}
	}
	material := puzzled(t, `{"game":"chess","position":"r3k3/8/8/8/8/8/8/R3K2R w - -","plies":1}`)
	const want = "Only Rxa8+ wins material within 2 plies, whatever the reply."
	if len(material) != 1 || len(material[0].Reason) != 1 || material[0].Reason[0] != want {
		t.Errorf("win of material: %+v, want %s", material, want)
	}
}
