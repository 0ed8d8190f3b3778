package audit_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/internal/race"
	"oxo/prove/audit"
	"oxo/search"
)

// TestComments: the audit reads the forms of proven results in comments, each from its side and its ply. A longer
// distance than the shortest is right, since a program with a mate seldom knows that none is faster.
func TestComments(t *testing.T) {
	const rook = "[FEN \"7k/8/5K2/8/8/8/8/R7 w - - 0 1\"]\n[SetUp \"1\"]\n\n"
	for _, c := range []struct {
		game, file string
		right      int
		estimates  int
		want       string
	}{
		{"", rook + "1. Kf7 {+M3/9 0.0s} Kh7 {-M2/9} 2. Rh1# {+M1/2 0s, White mates} 1-0\n", 5, 0, ""},
		{"", rook + "1. Kf7 {+M5/9} Kh7 {[%eval #1]} 2. Rh1# 1-0\n", 3, 0, ""},
		{"", rook + "1. Kf7 {[%eval #1,20]} Kh7 {[%eval #2] [%clk 0:00:01]} *\n", 2, 0, ""},
		{"", rook + "1. Kf7 {+M1/9} Kh7 {[%eval #-1]} *\n", 0, 0, "line 4 ply 1, after f6f7: +M1/9 -> +M3 (win in 3); line 4 ply 2, after h8h7: [%eval #-1] -> #1 (win in 1)"},
		{"", rook + "1. Kf7 {-M4/9} Kh7 {+M4/9} *\n", 0, 0, "line 4 ply 1, after f6f7: -M4/9 -> +M3 (win in 3); line 4 ply 2, after h8h7: +M4/9 -> -M2 (loss in 2)"},
		{"chess", "1. f3 e5 {+0.12/3} ( 1... d5 {+M1/9} ) 2. g4 {-M2/8} Qh4# {Black mates} 0-1\n", 3, 1, ""},
		{"chess", "1. f3 e5 2. g4 {[%eval 5.31]} ; [%eval #-1]\n2... d5 {Black mates} *\n", 1, 1, "line 2 ply 4, after d7d5: Black mates -> unknown"},
		{"", "[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n", 0, 0, "line 1 result: white wins -> black wins (loss in 0)"},
		{"tictactoe", "1. b2 {draw} a2 $2 {loss in 6} 2. c3 {win in 5} a1 {loss in 4, depth 3, 0.1s} 3. b3 {win in 3 or sooner} *\n", 4, 0, "line 1 ply 5, after b3: win in 3 or sooner -> loss in 2"},
		{"tictactoe", "1. b2 {draw} a2 {about +0} 2. c3 {win in 7} *\n", 1, 1, "line 1 ply 3, after c3: win in 7 -> win in 5"},
		{"mnk:9x9x5", "(;GM[4]SZ[9]AB[ba][ca][da]AW[ai][bi][ci];B[ea]C[+M3/9];W[ei]C[[%eval 0.3\\]])\n", 1, 1, ""},
		{"othello:4x4", "1. b1 {loss by 8} *\n", 1, 0, ""},
		{"checkers", "[GameType \"21\"]\n[FEN \"B:W18:B9\"]\n\n1. 9-14 {[%eval #1]} 18x9 {White mates} 1-0\n", 3, 0, ""},
	} {
		s := open(t, c.file, "games", c.game)
		count, found := checked(t, s, audit.Options{Limits: search.Limits{Nodes: 20_000}}, 1)
		var got []string
		for _, f := range found {
			got = append(got, fmt.Sprintf("%s %s: %s -> %s%s", f.Where, f.What, f.Stated, f.Right, f.Error))
		}
		if text := strings.Join(got, "; "); text != c.want || count.Right != c.right || s.Estimates != c.estimates {
			t.Errorf("%.90q: %s, %d right, %d estimates: want %s, %d, %d", c.file, text, count.Right, s.Estimates, c.want, c.right, c.estimates)
		}
	}
}

// TestMateTooShort: a limit that cannot prove the mate still refutes a shorter one.
func TestMateTooShort(t *testing.T) {
	const file = "[FEN \"8/8/8/3k4/8/8/8/R3K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Kd2 {+M3/9} Kc4 {[%eval #1]} *\n"
	count, found := checked(t, open(t, file, "", ""), audit.Options{Limits: search.Limits{Nodes: 10_000}}, 1)
	if count.Wrong != 2 || count.Right+count.Unproven+count.Unread != 0 {
		t.Errorf("%+v, %+v", count, found)
	}
}

// TestPlantedInGames: 20 comments of random games have a fault, the wrong side or a distance that is too short, and
// the audit finds exactly these.
func TestPlantedInGames(t *testing.T) {
	race.OneThread(t)
	g := game(t, "connect4:5x4")
	rng := rand.New(rand.NewPCG(5, 6))
	s := search.New(search.Options{KeepTable: true})
	var lines []string
	places := map[string][2]string{} // of the mates: a right comment, and a faulty one
	claims := 0
	for range 60 {
		line := ""
		p := g.Start()
		for ply := 0; p.Outcome() == oxo.Ongoing; ply++ {
			moves := catalog.Playable(p, nil)
			m := moves[rng.IntN(len(moves))]
			name := g.FormatMove(p, m)
			p.Make(m)
			if p.Outcome() != oxo.Ongoing {
				line += name
				break
			}
			v := s.Search(context.Background(), p, search.Limits{}).Score
			right, faulty := comments(v, ply%2 == 0, rng)
			id := fmt.Sprintf("<%d>", claims)
			if right == "" {
				id = "+0.10/5"
			} else {
				places[id] = [2]string{right, faulty}
				claims++
			}
			line += fmt.Sprintf("%s {%s} ", name, id)
		}
		lines = append(lines, "[Event \"x\"]\n\n"+line+" *\n\n")
	}
	file := strings.Join(lines, "")
	planted := map[int]bool{}
	for len(planted) < 20 {
		planted[rng.IntN(claims)] = true
	}
	for i := range claims {
		id := fmt.Sprintf("<%d>", i)
		text := places[id][0]
		if planted[i] {
			text = places[id][1]
		}
		file = strings.Replace(file, id, text, 1)
	}
	source := open(t, file, "", g.Name())
	count, found := checked(t, source, audit.Options{}, 2)
	if source.Format != "games" || count.Wrong != 20 || count.Right != claims-20 || count.Unproven+count.Unread != 0 || source.Estimates == 0 {
		t.Errorf("%s, %+v, %d estimates: want 20 wrong and %d right", source.Format, count, source.Estimates, claims-20)
	}
	for _, f := range found {
		if !planted[f.Record-1] {
			t.Errorf("no fault was planted there: %+v", f)
		}
	}
	t.Logf("%+v, %d estimates", count, source.Estimates)
}

// comments writes the value of the position after a move of the first side, or of the second, in one of two forms, and a
// fault in the same form. A draw has no comment.
func comments(v oxo.Score, first bool, rng *rand.Rand) (right, faulty string) {
	if v.Sign() == 0 {
		return "", ""
	}
	flip := rng.IntN(2) == 0
	if rng.IntN(2) == 0 { // for the side that has moved, in plies
		sign, n := "+", v.Plies()+1
		if v.Sign() > 0 {
			sign = "-"
		}
		right = fmt.Sprintf("%sM%d/9 0.1s", sign, n)
		if flip || n < 3 || sign == "-" {
			return right, fmt.Sprintf("%sM%d/9 0.1s", map[string]string{"+": "-", "-": "+"}[sign], n)
		}
		return right, fmt.Sprintf("%sM%d/9 0.1s", sign, n-2)
	}
	n := (v.Plies() + 1) / 2
	if (v.Sign() > 0) == first {
		n = -n
	}
	right = fmt.Sprintf("[%%eval #%d]", n)
	switch {
	case flip || n == 1 || n == -1:
		return right, fmt.Sprintf("[%%eval #%d]", -n)
	case n > 0:
		return right, fmt.Sprintf("[%%eval #%d]", n-1)
	}
	return right, fmt.Sprintf("[%%eval #%d]", n+1)
}
