package puzzle_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/explain/puzzle"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/games"
	"oxo/internal/race"
	"oxo/prove/census"
	"oxo/textbook"
)

func game(t *testing.T, name string) oxo.Game {
	t.Helper()
	g, err := catalog.Lookup(games.All(), name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func position(t *testing.T, g oxo.Game, text string) oxo.Position {
	t.Helper()
	p, err := g.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// made makes some puzzles of a game.
func made(t *testing.T, g oxo.Game, from puzzle.Source, o puzzle.Options, count, threads int) (all []*puzzle.Puzzle) {
	t.Helper()
	k := &puzzle.Maker{Game: g, Source: from, Options: o, Threads: threads}
	err := k.Make(context.Background(), func(z *puzzle.Puzzle) (bool, error) {
		all = append(all, z)
		return len(all) < count, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// oracle returns the value of a position for its side to move.
type oracle func(p oxo.Position) oxo.Score

// textbooks is the oracle of games that end.
func textbooks(t *testing.T) oracle {
	return func(p oxo.Position) oxo.Score {
		if p.Outcome() != oxo.Ongoing {
			return oxo.Final(p)
		}
		r, err := textbook.AlphaBeta(context.Background(), p, textbook.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return r.Value
	}
}

// backwards is the oracle of games that loop.
func backwards(t *testing.T, g oxo.Game) oracle {
	table, err := census.Solve(context.Background(), g, census.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return func(p oxo.Position) oxo.Score {
		value, ok := table.Value(p)
		if !ok {
			t.Fatalf("%s is not in the table", g.FormatPosition(p))
		}
		return value
	}
}

// TestOneAnswer: by another solver exactly one move of each puzzle keeps its result, every other
// move has the result that the puzzle says, and the replies refute them.
func TestOneAnswer(t *testing.T) {
	race.OneThread(t)
	all := 0
	for _, name := range []string{
		"tictactoe", "tictactoe,misere", "mnk:4x3x3", "connect4:4x4", "breakthrough:3x4", "othello:4x4", "sticks:21", "checkers:4x4",
	} {
		t.Run(name, func(t *testing.T) {
			g := game(t, name)
			value := textbooks(t)
			if _, loops := g.Start().(oxo.Looping); loops {
				value = backwards(t, g)
			}
			found := made(t, g, puzzle.SelfPlay(g, 1), puzzle.Options{MinPlies: 2, Tries: -1}, 12, 1)
			if len(found) < 8 {
				t.Errorf("only %d puzzles", len(found))
			}
			for _, z := range found {
				check(t, g, z, value)
			}
			all += len(found)
		})
	}
	if all < 60 {
		t.Errorf("only %d puzzles, want 60", all)
	}
}

// check compares a puzzle with an oracle.
func check(t *testing.T, g oxo.Game, z *puzzle.Puzzle, value oracle) {
	t.Helper()
	p := position(t, g, z.Position)
	best, answers := -1, []string{}
	for _, m := range p.Moves(nil) {
		name := g.FormatMove(p, m)
		p.Make(m)
		v := value(p).ToParent()
		p.Unmake(m)
		if v.Sign() > best {
			best, answers = v.Sign(), nil
		}
		if v.Sign() == best {
			answers = append(answers, name)
		}
		w := z.Tried(name)
		switch {
		case name == z.Answer:
			if v.CountsPlies() && v.Plies() != z.Plies {
				t.Errorf("%s: %d plies, want %d", z.Position, z.Plies, v.Plies())
			}
		case w == nil:
			t.Errorf("%s: %s is missing", z.Position, name)
		case w.Result != v.Result() || w.Plies != 0 && w.Plies != v.Plies():
			t.Errorf("%s: %s is a %s in %d, want %v", z.Position, name, w.Result, w.Plies, v)
		default:
			refuted(t, g, z, w, value)
		}
	}
	if !slices.Equal(answers, []string{z.Answer}) || [...]string{"loss", "draw", "win"}[best+1] != z.Keeps {
		t.Errorf("%s: %s keeps a %s, want %v with result %d", z.Position, z.Answer, z.Keeps, answers, best)
	}
	line := p.Clone()
	if _, err := catalog.ReplayFrom(g, line, z.Line...); err != nil || z.Line[0] != z.Answer {
		t.Errorf("%s: the line %v: %v", z.Position, z.Line, err)
	}
	if strings.Contains(z.Reason, "estimate") {
		t.Errorf("%s: the reason rests on an estimate: %s", z.Position, z.Reason)
	}
	if z.Reason == "" || z.Theme == "" || z.Source == "" {
		t.Errorf("%s: no words: %+v", z.Position, z)
	}
}

// refuted checks that the reply to a wrong try gives it the result that the puzzle says.
func refuted(t *testing.T, g oxo.Game, z *puzzle.Puzzle, w *puzzle.Wrong, value oracle) {
	t.Helper()
	p := position(t, g, z.Position)
	made, err := catalog.ReplayFrom(g, p, w.Line[:min(2, len(w.Line))]...)
	if err != nil || w.Line[0] != w.Move {
		t.Fatalf("%s: %v: %v", z.Position, w.Line, err)
	}
	v := value(p)
	if len(made) == 1 {
		v = v.ToParent()
		if p.Outcome() == oxo.Ongoing {
			t.Errorf("%s: %s has no reply", z.Position, w.Move)
		}
	}
	if v.Result() != w.Result {
		t.Errorf("%s: after %v the result is a %s, want %s", z.Position, w.Line[:2], v.Result(), w.Result)
	}
}

// TestMates: minimax to the same number of plies finds the same single mate.
func TestMates(t *testing.T) {
	race.OneThread(t)
	for _, c := range []struct{ game, position, answer, theme string }{
		{"chess", "6k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - -", "", ""}, // two mates
		{"chess", "7k/8/5K2/8/8/8/8/6R1 w - -", "f6f7", "mate in 2"},
		{"chess", "5R2/1q6/1k6/4B3/p4p2/P3p1p1/1K6/4r3 b - -", "b6c5", "mate in 2"},
	} {
		g := game(t, c.game)
		e := puzzle.NewExaminer(g, puzzle.Options{Mates: true, Tries: -1})
		z, err := e.Examine(context.Background(), position(t, g, c.position))
		if c.answer == "" {
			r, ok := errors.AsType[*puzzle.RefusedError](err)
			if !ok || r.Fault != puzzle.TwoAnswers || r.Within != 1 || err.Error() != "d1d8 and e1e8 win within 1 ply" {
				t.Errorf("%s: %v", c.position, err)
			}
			continue
		}
		if err != nil || z.Answer != c.answer || z.Theme != c.theme {
			t.Fatalf("%s: %+v, %v", c.position, z, err)
		}
		p := position(t, g, c.position)
		for _, m := range p.Moves(nil) {
			name := g.FormatMove(p, m)
			p.Make(m)
			r, err := textbook.AlphaBeta(context.Background(), p, textbook.Options{Depth: z.Within - 1})
			p.Unmake(m)
			if err != nil {
				t.Fatal(err)
			}
			if mates := r.Value.IsLoss(); mates != (name == c.answer) {
				t.Errorf("%s: %s mates in time: %v", c.position, name, mates)
			}
		}
	}
}

// worth is the worth of a man of chess in pawns.
func worth(c board.Cell) int {
	return map[string]int{"P": 1, "N": 3, "B": 3, "R": 5, "Q": 9}[strings.ToUpper(c.Text)]
}

// gain is minimax of the material that a side has more than the other, after an even number of plies.
func gain(p oxo.Position, side oxo.Side, plies int) int {
	sum := 0
	grid := p.(board.Grid)
	columns, rows := grid.Size()
	for i := range columns * rows {
		c := grid.At(board.Square{Column: i % columns, Row: i / columns})
		sign := 1
		if c.Owner != side {
			sign = -1
		}
		sum += sign * worth(c)
	}
	if winner, ok := p.Outcome().Winner(p.Turn()); ok {
		if winner == side {
			return 1000
		}
		return -1000
	}
	if plies == 0 || p.Outcome() != oxo.Ongoing {
		return sum
	}
	best := []int{}
	for _, m := range p.Moves(nil) {
		p.Make(m)
		best = append(best, gain(p, side, plies-1))
		p.Unmake(m)
	}
	if p.Turn() == side {
		return slices.Max(best)
	}
	return slices.Min(best)
}

// TestMaterial: a fork wins material, and minimax finds that no other move does.
func TestMaterial(t *testing.T) {
	race.OneThread(t)
	g := game(t, "chess")
	for _, c := range []struct{ position, answer, err string }{
		{"r3k3/7p/8/1N6/8/8/7P/4K3 w - -", "b5c7", ""},
		{"4k3/7p/8/8/3q4/1N3N2/7P/4K3 w - -", "", "b3d4 and f3d4 win material within 2 plies"},
	} {
		p := position(t, g, c.position)
		z, err := puzzle.NewExaminer(g, puzzle.Options{Mates: true, Worth: worth, Tries: -1}).Examine(context.Background(), p)
		if c.err != "" {
			if err == nil || err.Error() != c.err {
				t.Errorf("%s: %v", c.position, err)
			}
			continue
		}
		if err != nil || z.Answer != c.answer || z.Keeps != puzzle.Material || z.Plies != 4 || z.Theme != "win of material" || len(z.Line) != 4 {
			t.Fatalf("%s: %+v, %v", c.position, z, err)
		}
		side, before := p.Turn(), gain(p, p.Turn(), 0)
		for _, m := range p.Moves(nil) {
			name := g.FormatMove(p, m)
			p.Make(m)
			wins := gain(p, side, 3) >= before+2
			p.Unmake(m)
			if wins != (name == c.answer) {
				t.Errorf("%s: %s wins material: %v", c.position, name, wins)
			}
		}
	}
}

// TestTwoAnswers: a position with two answers is refused, with both.
func TestTwoAnswers(t *testing.T) {
	for _, c := range []struct {
		game, position, err string
		fault               puzzle.Fault
	}{
		{"tictactoe", ".../.../...", "a1, a2, a3, b1, b2, b3 and 3 more keep the draw", puzzle.TwoAnswers},
		{"tictactoe", "X.O/..O/X..", "a2 and c1 keep the win", puzzle.TwoAnswers},
		{"tictactoe", "XXO/OOX/XO.", "there is only one legal move", puzzle.Forced},
		{"tictactoe", "XXX/OO./...", "the game is over", puzzle.Over},
		{"sticks:21", "5", "every move loses", puzzle.Lost},
		{"tictactoe", "XX./OO./X.O", "it takes 1 ply: want more", puzzle.Short},
		{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "the values of the moves could not be proven within the limits", puzzle.Unproven},
	} {
		g := game(t, c.game)
		_, err := puzzle.NewExaminer(g, puzzle.Options{MinPlies: 3, Nodes: 20_000}).Examine(context.Background(), position(t, g, c.position))
		if r, ok := errors.AsType[*puzzle.RefusedError](err); !ok || r.Fault != c.fault || r.Error() != c.err {
			t.Errorf("%s: %v, want %s", c.position, err, c.err)
		}
	}
}

// TestSame: the same seed gives the same puzzles, on any number of threads, and none twice.
func TestSame(t *testing.T) {
	for _, name := range []string{"tictactoe", "connect4:5x4", "checkers:4x4"} {
		g := game(t, name)
		o := puzzle.Options{MinPlies: 3, Tries: 2}
		one := made(t, g, puzzle.Random(g, 7), o, 10, 1)
		if again := made(t, g, puzzle.Random(g, 7), o, 10, 3); !reflect.DeepEqual(one, again) {
			t.Errorf("%s: three threads make other puzzles", name)
		}
		seen := map[oxo.Key]bool{}
		texts := map[string]bool{}
		for _, z := range one {
			if texts[z.Position] {
				t.Errorf("%s: %s twice", name, z.Position)
			}
			texts[z.Position] = true
			if s, ok := position(t, g, z.Position).(oxo.Symmetric); ok {
				key, _ := s.Canonical()
				if seen[key] {
					t.Errorf("%s: an image of %s twice", name, z.Position)
				}
				seen[key] = true
			}
		}
	}
}

// TestAll: a small game has a limited number of puzzles, and then the making ends.
func TestAll(t *testing.T) {
	race.OneThread(t)
	g := game(t, "sticks:8")
	all := made(t, g, puzzle.Random(g, 1), puzzle.Options{Tries: -1}, 1000, 2)
	var heaps []string
	for _, z := range all {
		heaps = append(heaps, z.Position)
	}
	slices.Sort(heaps)
	if got := strings.Join(heaps, ", "); got != "2 first, 2 second, 3 first, 3 second, 4 first, 4 second, 6 first, 6 second, 7 second, 8 first" {
		t.Errorf("puzzles with %s", got)
	}
}

// TestRating: what fewer levels find has a higher rating, and the scale is as described.
func TestRating(t *testing.T) {
	last := 0
	for found := puzzle.Levels; found >= 0; found-- {
		shares := make([]float64, puzzle.Levels)
		for i := range shares {
			if i >= puzzle.Levels-found {
				shares[i] = 1
			}
		}
		r := puzzle.Rating(shares, 8)
		if r <= last {
			t.Errorf("found by %d levels: %d after %d", found, r, last)
		}
		last = r
	}
	half := []float64{0, 0, 0, 0, 0.25, 0.75, 1, 1, 1, 1} // level 5 and a half
	if r := puzzle.Rating(half, 8); r < 1480 || r > 1520 {
		t.Errorf("rated %d, want about 1500", r)
	}
	ladder := puzzle.Ladder([]*puzzle.Puzzle{{Found: []float64{0, 1, 0.5}}, {Found: []float64{0.5, 0, 1}}, {}})
	if !slices.Equal(ladder, []float64{0.25, 0.5, 0.75}) || puzzle.Steps(ladder) != nil || !slices.Equal(puzzle.Steps([]float64{1, 0}), []int{2}) {
		t.Errorf("ladder %v", ladder)
	}
}

// TestStops: a context that ends stops the work.
func TestStops(t *testing.T) {
	g := game(t, "connect4")
	ctx, stop := context.WithCancel(context.Background())
	k := &puzzle.Maker{Game: g, Source: puzzle.SelfPlay(g, 1), Options: puzzle.Options{Tries: -1}, Threads: 2}
	err := k.Make(ctx, func(*puzzle.Puzzle) (bool, error) {
		stop()
		return true, nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
