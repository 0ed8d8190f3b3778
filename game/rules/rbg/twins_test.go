//go:build !race

package rbg_test

import (
	"context"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/games"
	"oxo/search"
)

// The sheets of the twins that are not examples. A test case replaces the words in capitals.
const (
	lineSheet = `
#players = x(100), o(100)
#pieces = e, x1, o1
#variables = stones(SQUARES)
#board = rectangle(up,down,left,right, LINES)
#any = (left* + right*)(up* + down*)
#ray(to; piece) = (to {piece})*
#rays(one; other; piece) = {? ray(one; piece) {! one {piece}} (other {piece})^REST }
#line(piece) = rays(up; down; piece) + rays(left; right; piece) + rays(up left; down right; piece) + rays(up right; down left; piece)
#turn(me; other; piece) =
    {$ stones < SQUARES} [$ stones = stones + 1]
    ->me PLACE ->> [piece]
    ( {? line(piece)} [$ me = 100, other = 0] ->> {} + {! line(piece)} )
#rules = [$ x = 50, o = 50] (turn(x; o; x1) turn(o; x; o1))*
`
	othelloSheet = `
#players = black(100), white(100)
#pieces = e, b, w, marked
#variables =
#board = rectangle(up,down,left,right, LINES)
#any = (left* + right*)(up* + down*)
#back(way; mine; theirs) = way {theirs} (way {theirs})* way {mine}
#flips(mine; theirs) = ( back(up; mine; theirs) + back(down; mine; theirs) + back(left; mine; theirs) + back(right; mine; theirs)
    + back(up left; mine; theirs) + back(up right; mine; theirs) + back(down left; mine; theirs) + back(down right; mine; theirs) )
#turnOver(way; away; mine; theirs) = (
      {! back(way; mine; theirs)}
    + {? back(way; mine; theirs)} (way {theirs} [mine])* {? way {mine}} (away {mine})* away {marked} )
#turn(me; other; mine; theirs) =
    ->me
    ( any {e} {? flips(mine; theirs)} ->> [marked]
      turnOver(up; down; mine; theirs) turnOver(down; up; mine; theirs)
      turnOver(left; right; mine; theirs) turnOver(right; left; mine; theirs)
      turnOver(up left; down right; mine; theirs) turnOver(down right; up left; mine; theirs)
      turnOver(up right; down left; mine; theirs) turnOver(down left; up right; mine; theirs)
      [mine]
    + {! any {e} flips(mine; theirs)} {? any {e} flips(theirs; mine)} ->> )
    ( {$ b > w} [$ black = 100, white = 0] + {$ b < w} [$ black = 0, white = 100] + {$ b == w} [$ black = 50, white = 50] )
#rules = (turn(black; white; b; w) turn(white; black; w; b))*
`
)

// lines returns a board of one piece everywhere.
func lines(columns, rows int) string {
	return strings.Repeat("["+strings.TrimSuffix(strings.Repeat("e,", columns), ",")+"]", rows)
}

// othello returns the sheet of Othello, n squares wide.
func othello(n int) string {
	var b strings.Builder
	for r := range n {
		b.WriteString("[")
		for c := range n {
			switch m := n / 2; {
			case r == m-1 && c == m-1 || r == m && c == m:
				b.WriteString("b")
			case r == m-1 && c == m || r == m && c == m-1:
				b.WriteString("w")
			default:
				b.WriteString("e")
			}
			if c < n-1 {
				b.WriteString(",")
			}
		}
		b.WriteString("]")
	}
	return strings.Replace(othelloSheet, "LINES", b.String(), 1)
}

// inRow returns the sheet of a game of stones in a row.
func inRow(columns, rows, k int, place string) string {
	return strings.NewReplacer("SQUARES", itoa(columns*rows), "REST", itoa(k-1), "LINES", lines(columns, rows), "PLACE", place).Replace(lineSheet)
}

// threeColumns removes a column from a board of four columns.
func threeColumns(sheet string) string {
	for _, piece := range []string{"blackPawn", "whitePawn", "empty"} {
		sheet = regexp.MustCompile(`\[`+piece+`,\s*`).ReplaceAllString(sheet, "[")
	}
	return sheet
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}

// TestTwins: a game as a sheet has the same number of moves as the game in Go code, the same ends
// of random games, and the same values if the search proves them.
func TestTwins(t *testing.T) {
	for _, c := range []struct {
		name, sheet, twin string
		plies             int    // compared in full
		squares           string // of a move: "end" its last square, "all" all
		solve             int    // plies before the end from which the values are compared
	}{
		{"noughts", text(t, "noughts.rbg"), "mnk:3x3x3", 5, "end", 9},
		{"breakthrough 4x5", text(t, "breakthrough.rbg"), "breakthrough:4x5", 5, "all", 0},
		{"breakthrough 3x5", threeColumns(text(t, "breakthrough.rbg")), "breakthrough:3x5", 6, "all", 7},
		{"connect4", inRow(7, 6, 4, "any {e} {! down {e}}"), "connect4", 4, "column", 0},
		{"connect4 5x4", inRow(5, 4, 4, "any {e} {! down {e}}"), "connect4:5x4", 5, "column", 7},
		{"gomoku", inRow(15, 15, 5, "any {e}"), "gomoku", 2, "end", 0},
		{"othello 4x4", othello(4), "othello:4x4", 7, "end", 9},
		{"othello 6x6", othello(6), "othello:6x6", 6, "end", 7},
	} {
		t.Run(c.name, func(t *testing.T) {
			twin, err := catalog.Lookup(games.All(), c.twin)
			if err != nil {
				t.Fatal(err)
			}
			p := pair{t, parse(t, c.sheet), twin, c.squares}
			p.walk(p.sheet.Start(), twin.Start(), c.plies)
			rng := rand.New(rand.NewPCG(1, uint64(len(c.sheet))))
			for range 20 {
				p.play(rng, c.solve)
			}
		})
	}
}

// pair is the same game twice: from a sheet and from Go code.
type pair struct {
	*testing.T
	sheet, twin oxo.Game
	squares     string
}

// name returns the twin's text of a move of the sheet.
func (p *pair) name(text string) string {
	parts := strings.Split(text, "-")
	switch last := parts[len(parts)-1]; {
	case text == "pass":
		return text
	case p.squares == "column":
		return itoa(int(last[0]-'a') + 1)
	case p.squares == "end":
		return last
	}
	return strings.Join(parts, "")
}

// moves pairs the moves of both games.
func (p *pair) moves(a, b oxo.Position) (both [][2]oxo.Move) {
	p.Helper()
	x, y := a.Moves(nil), b.Moves(nil)
	if a.Outcome() != b.Outcome() || len(x) != len(y) && a.Outcome() == oxo.Ongoing {
		p.Fatalf("%s: %v and %v, %d and %d moves", p.sheet.FormatPosition(a), a.Outcome(), b.Outcome(), len(x), len(y))
	}
	if a.Outcome() != oxo.Ongoing {
		return nil
	}
	for _, m := range x {
		text := p.sheet.FormatMove(a, m)
		if len(x) == 1 {
			both = append(both, [2]oxo.Move{m, y[0]})
			continue
		}
		n, err := p.twin.ParseMove(b, p.name(text))
		if err != nil {
			p.Fatalf("%s: %s: %v", p.sheet.FormatPosition(a), text, err)
		}
		both = append(both, [2]oxo.Move{m, n})
	}
	return both
}

func (p *pair) walk(a, b oxo.Position, plies int) {
	moves := p.moves(a, b)
	if plies == 0 {
		return
	}
	for _, m := range moves {
		a.Make(m[0])
		b.Make(m[1])
		p.walk(a, b, plies-1)
		b.Unmake(m[1])
		a.Unmake(m[0])
	}
}

// play plays a random game on both, and compares the values of the position that is solve plies
// before its end.
func (p *pair) play(rng *rand.Rand, solve int) {
	a, b := p.sheet.Start(), p.twin.Start()
	var made [][2]oxo.Move
	for {
		moves := p.moves(a, b)
		if len(moves) == 0 {
			break
		}
		m := moves[rng.IntN(len(moves))]
		made = append(made, m)
		a.Make(m[0])
		b.Make(m[1])
	}
	for range min(solve, len(made)) {
		m := made[len(made)-1]
		made = made[:len(made)-1]
		b.Unmake(m[1])
		a.Unmake(m[0])
	}
	if solve == 0 {
		return
	}
	x := search.New(search.Options{}).Search(context.Background(), a, search.Limits{})
	y := search.New(search.Options{}).Search(context.Background(), b, search.Limits{})
	sign := func(s oxo.Score) int {
		switch {
		case s > oxo.Draw:
			return 1
		case s < oxo.Draw:
			return -1
		}
		return 0
	}
	if _, points := b.(oxo.Margined); !x.Proven || x.Score != y.Score && (!points || sign(x.Score) != sign(y.Score)) {
		p.Errorf("%s: %v and %v", p.sheet.FormatPosition(a), x.Value, y.Value)
	}
}
