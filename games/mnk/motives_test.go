//go:build !race

package mnk_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/game/board"
)

// winsNow lists the moves that win at once for the side to move.
func winsNow(p oxo.Position) (wins []oxo.Move) {
	for _, m := range p.Moves(nil) {
		p.Make(m)
		if p.Outcome() == oxo.Lost {
			wins = append(wins, m)
		}
		p.Unmake(m)
	}
	return wins
}

// savers lists the replies after which the other side cannot win at once. It leaves out replies that win.
func savers(p oxo.Position) (saves []oxo.Move) {
	for _, m := range p.Moves(nil) {
		p.Make(m)
		if p.Outcome() != oxo.Lost && len(winsNow(p)) == 0 {
			saves = append(saves, m)
		}
		p.Unmake(m)
	}
	return saves
}

// played calls f once the moves are made, and returns its answer. It returns false if a move is not legal, or the
// game is over before the last of them.
func played(p oxo.Position, moves []oxo.Move, f func() bool) bool {
	if len(moves) == 0 {
		return f()
	}
	if !slices.Contains(p.Moves(nil), moves[0]) {
		return false
	}
	p.Make(moves[0])
	defer p.Unmake(moves[0])
	return played(p, moves[1:], f)
}

// motiveJudge checks what motives say, by the rules of the game alone.
type motiveJudge struct {
	g             oxo.Game
	columns, rows int
	caro          bool
}

// collinear reports whether two squares are on one line of the board.
func (j *motiveJudge) collinear(a, b oxo.Move) bool {
	dx, dy := int(a)%j.columns-int(b)%j.columns, int(a)/j.columns-int(b)/j.columns
	return dx == 0 || dy == 0 || dx == dy || dx == -dy
}

// idle lists moves that are on no line with any of some squares.
func (j *motiveJudge) idle(p oxo.Position, squares ...oxo.Move) (idle []oxo.Move) {
	for _, d := range p.Moves(nil) {
		if !slices.ContainsFunc(squares, func(sq oxo.Move) bool { return j.collinear(d, sq) }) {
			idle = append(idle, d)
		}
	}
	return idle
}

// ifIdle reports whether something holds after some move on no line with the squares.
func (j *motiveJudge) ifIdle(p oxo.Position, holds func() bool, squares ...oxo.Move) bool {
	return slices.ContainsFunc(j.idle(p, squares...), func(d oxo.Move) bool {
		return played(p, []oxo.Move{d}, func() bool { return p.Outcome() == oxo.Ongoing && holds() })
	})
}

// opens reports whether a move of the side to move makes an open four: no reply saves the other side, and two
// squares of one line, five apart, win.
func (j *motiveJudge) opens(p oxo.Position, f oxo.Move) bool {
	return played(p, []oxo.Move{f}, func() bool {
		return len(savers(p)) == 0 && j.ifIdle(p, func() bool { return j.straight(winsNow(p), f) }, f)
	})
}

// straight reports whether two of some squares are at the ends of four squares with f.
func (j *motiveJudge) straight(wins []oxo.Move, f oxo.Move) bool {
	for _, a := range wins {
		for _, b := range wins {
			dx, dy := int(b)%j.columns-int(a)%j.columns, int(b)/j.columns-int(a)/j.columns
			for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
				if dx != 5*d[0] || dy != 5*d[1] {
					continue
				}
				for i := 1; i < 5; i++ {
					if int(a)+i*(d[1]*j.columns+d[0]) == int(f) {
						return true
					}
				}
			}
		}
	}
	return false
}

// way reports whether the side to move wins with a way, whatever is answered.
func (j *motiveJudge) way(p oxo.Position, way []oxo.Move) bool {
	return played(p, way[:1], func() bool {
		saves := savers(p)
		if len(way) == 1 {
			return len(saves) == 0
		}
		return len(saves) == 1 && saves[0] == way[1] && played(p, way[1:2], func() bool { return j.way(p, way[2:]) })
	})
}

// chained reports whether a move wins by fours against every answer.
func (j *motiveJudge) chained(p oxo.Position, m oxo.Move, listed []string) bool {
	if len(listed) > 0 && j.g.FormatMove(p, m) != listed[0] {
		return false
	}
	p.Make(m)
	defer p.Unmake(m)
	if len(winsNow(p)) > 0 {
		return false
	}
	saves := savers(p)
	for _, a := range saves {
		next := listed
		if len(next) > 0 {
			next = next[1:]
		}
		if len(saves) > 1 {
			next = nil
		}
		p.Make(a)
		at := slices.IndexFunc(p.Moves(nil), func(x oxo.Move) bool {
			return (len(next) == 0 || j.g.FormatMove(p, x) == next[0]) && slices.ContainsFunc(p.(board.Motivated).Motives(x), func(m board.Motive) bool { return m.Kind == board.Wins })
		})
		won := at >= 0 && j.chained(p, p.Moves(nil)[at], next)
		p.Unmake(a)
		if !won {
			return false
		}
	}
	return true
}

// most reports whether a way wins after most replies.
func (j *motiveJudge) most(p oxo.Position, way []oxo.Move) bool {
	moves := p.Moves(nil)
	won := 0
	for _, d := range moves {
		if played(p, []oxo.Move{d}, func() bool { return p.Outcome() == oxo.Ongoing && j.way(p, way) }) {
			won++
		}
	}
	return 2*won > len(moves)
}

// true reports whether a motive of a move is true.
func (j *motiveJudge) true(p oxo.Position, m oxo.Move, motive board.Motive) bool {
	what, list, _ := strings.Cut(strings.TrimSuffix(motive.Text, " and so on"), ": ")
	ways := motive.Threats
	after := func(f func() bool) bool { return played(p, []oxo.Move{m}, f) }
	saved := func() int { return len(savers(p)) }
	opensEach := func() bool {
		return !slices.ContainsFunc(ways, func(way []oxo.Move) bool {
			return !j.ifIdle(p, func() bool { return j.opens(p, way[0]) }, m)
		})
	}
	switch {
	case motive.Kind == board.Dead:
		return true
	case what == "wins by a chain of fours":
		return j.chained(p, m, strings.Split(list, ", "))
	case what == "makes an open four", what == "makes two fours at once":
		return after(func() bool {
			return (saved() == 0 || j.caro && motive.Kind != board.Wins) && (motive.Kind != board.Wins || len(winsNow(p)) == 0)
		})
	case what == "makes a four whose answer is forbidden":
		return after(func() bool { return saved() == 0 && len(winsNow(p)) == 0 && strings.Contains(j.g.Name(), "renju") })
	case what == "makes a four":
		return after(func() bool {
			n := saved()
			return (n == 1 || j.caro && n > 0 || n == 0 && strings.Contains(j.g.Name(), "renju")) && j.ifIdle(p, func() bool { return slices.Contains(winsNow(p), ways[0][0]) }, m)
		})
	case what == "makes a four and a three at once":
		return after(func() bool {
			saves := savers(p)
			if len(saves) == 0 {
				return strings.Contains(j.g.Name(), "renju")
			}
			return (len(saves) == 1 || j.caro) && slices.ContainsFunc(saves, func(a oxo.Move) bool {
				p.Make(a)
				defer p.Unmake(a)
				return slices.ContainsFunc(p.Moves(nil), func(f oxo.Move) bool { return j.collinear(f, m) && j.opens(p, f) })
			})
		})
	case what == "makes an open three":
		return len(ways) == 1 && after(opensEach)
	case what == "makes two threes at once":
		return len(ways) > 1 && after(opensEach)
	case what == "would win next by a chain of fours":
		return len(ways[0]) > 1 && after(func() bool { return j.most(p, ways[0]) })
	case strings.HasPrefix(what, "would next make two fours at once with "):
		return len(ways[0]) == 1 && after(func() bool { return j.most(p, ways[0]) })
	case strings.HasPrefix(what, "stops five in a row at "):
		return j.ifIdle(p, func() bool { return holdsAll(winsNow(p), ways) }, ways[0][0]) && after(func() bool { return len(winsNow(p)) == 0 })
	case strings.HasPrefix(what, "stops the open four"):
		return !slices.ContainsFunc(ways, func(way []oxo.Move) bool {
			return !j.ifIdle(p, func() bool { return j.opens(p, way[0]) }, way[0]) || after(func() bool { return j.opens(p, way[0]) })
		})
	}
	return false
}

func holdsAll(moves []oxo.Move, ways [][]oxo.Move) bool {
	return !slices.ContainsFunc(ways, func(way []oxo.Move) bool { return !slices.Contains(moves, way[0]) })
}

// TestMotivesAreTrue checks each reason that the games of five in a row give for the moves of random positions. It uses
// only the rules: a four has one answer, a three becomes an open four if it is left alone, a chain of fours wins
// against every answer. A four that no reason names is a fault too.
func TestMotivesAreTrue(t *testing.T) {
	most := 12 // of each kind of reason
	if testing.Short() {
		most = 8
	}
	for _, rules := range []string{"", ",exact", ",renju", ",caro", ",exact,caro"} {
		g := game(t, "9x9x5"+rules)
		j := &motiveJudge{g: g, columns: 9, rows: 9, caro: strings.Contains(rules, "caro")}
		rng := rand.New(rand.NewPCG(68, 69))
		kinds := map[string]int{}
		for tries := 0; tries < 10*most && !t.Failed(); tries++ {
			p, _ := crowd(g, 9, 9, rng)
			if tries%2 == 1 {
				moves := p.Moves(nil)
				if p.Make(moves[rng.IntN(len(moves))]); p.Outcome() != oxo.Ongoing {
					continue
				}
			}
			if len(winsNow(p)) > 0 {
				continue // other moves are of no interest
			}
			for _, m := range p.Moves(nil) {
				j.check(t, p, m, kinds, most)
			}
		}
		t.Logf("%s: %v", g.Name(), kinds)
	}
}

// check checks the reasons of a move.
func (j *motiveJudge) check(t *testing.T, p oxo.Position, m oxo.Move, kinds map[string]int, most int) {
	t.Helper()
	motives := p.(board.Motivated).Motives(m)
	for _, motive := range motives {
		kind, _, _ := strings.Cut(strings.NewReplacer(" at ", ":", " with ", ":").Replace(strings.Replace(motive.Text, " at once", "", 1)), ":")
		if kinds[kind]++; kinds[kind] <= most && !j.true(p, m, motive) {
			t.Errorf("%s: %s %s, which is not true; %v", j.g.FormatPosition(p), j.g.FormatMove(p, m), motive.Text, motive.Threats)
		}
	}
	if kinds["checked"]++; kinds["checked"] > 8*most {
		return
	}
	four := played(p, []oxo.Move{m}, func() bool {
		return p.Outcome() == oxo.Ongoing && j.ifIdle(p, func() bool { return len(winsNow(p)) > 0 }, m)
	})
	named := slices.ContainsFunc(motives, func(motive board.Motive) bool {
		return strings.Contains(motive.Text, "a four") || motive.Name == "chain of fours" || strings.Contains(motive.Text, "two fours") || strings.Contains(motive.Text, "an open four") && motive.Kind != board.Stops
	})
	if four && !named {
		t.Errorf("%s: %s makes a four that no reason names: %v", j.g.FormatPosition(p), j.g.FormatMove(p, m), motives)
	}
}

// TestMotiveWords has what moves of some positions make and stop.
func TestMotiveWords(t *testing.T) {
	for _, c := range []struct{ game, stones, move, want string }{
		{"", "h8 a1 h9 a2", "h10", "makes an open three"},
		{"", "h8 a1 h9 a2 h10", "h7", "stops the open fours at h11 and h7"},
		{"", "h8 a1 h9 a2 h10", "o15", ""},
		{"", "h8 a1 h9 a2 h10 o1", "h11", "makes an open four; makes an open four"},
		{"", "h8 a1 h9 a2 h10 o1 h11 h7", "o15", ""},
		{"", "h8 a1 h9 a2 h10 o1 h11 h7 o15", "h12", "stops five in a row at h12"},
		{"", "h8 h7 g8 j9 f8 e8 g9 a1 g10 a2", "i8", "wins by a chain of fours: i8, g11"},
		{"", "h8 e8 g8 a1 f8 a3 i9 a5 i10 a7", "i8", "wins by a chain of fours: i8, i11; makes a four and a three at once"},
		{"", "h8 a1 g8 a3 i9 a5 i10 a7", "i8", "makes two threes at once"},
		{"", "c8 b8 d8 f4 f5 o1 f6 o3 f7 o5", "e8", "would next make two fours at once with f8"},
		// The row is not a three: its fourth stone would make two fours.
		{",renju", "g11 o15 i11 o13 f10 o11 f9 o9 h10 o7 h9 o5 h8 o3", "f11", "makes an open three"},
		{"", "g11 o15 i11 o13 f10 o11 f9 o9 h10 o7 h9 o5 h8 o3", "f11", "makes two threes at once"},
	} {
		g := game(t, "15x15x5"+c.game)
		p := g.Start()
		for name := range strings.FieldsSeq(c.stones + " " + c.move) {
			m, err := g.ParseMove(p, name)
			if err != nil {
				t.Fatal(err)
			}
			if name == c.move {
				var texts []string
				for _, motive := range p.(board.Motivated).Motives(m) {
					texts = append(texts, motive.Text)
				}
				if got := strings.Join(texts, "; "); got != c.want {
					t.Errorf("%s, %s: %s %q, want %q", g.Name(), c.stones, c.move, got, c.want)
				}
			}
			p.Make(m)
		}
	}
}
