// Package checkers is draughts on boards of 4x4 to 10x10: English draughts (American checkers),
// or with the option international the rules of international draughts: flying kings, men that
// also capture backwards, and the duty to capture the most.
//
// A move is a step or a whole jump, however many men it captures. Two jumps between the same
// squares that capture different men are two moves; two ways to capture the same men are one.
//
// Squares are numbered as in Portable Draughts Notation: from the top, starting with the
// leftmost dark square. In English draughts black begins and plays from the top, in
// international draughts white from the bottom.
//
// A game is drawn by a repetition, or by a number of plies without a man's move or a capture:
// [englishQuiet] or [internationalQuiet]. International draughts has more draws with few kings
// (three against one after 16 moves, two against one after 5): the option fewkings adds them.
package checkers

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/internal/words"
)

// The sizes of boards. Both sides are even, so that the board turned by half is the same.
const (
	minSide = 4
	maxSide = 10
)

// The number of plies without a man's move or a capture that makes a draw: 40 moves of each
// side in English draughts, 25 in international draughts.
const (
	englishQuiet       = 80
	internationalQuiet = 50
)

// game is draughts on one board size with one set of rules. [newEnglish] or [newInternational] makes
// it; nothing changes it afterwards.
type game struct {
	name               func() string       // calls fullName once
	facts              func() *board.Facts // calls newFacts once
	columns, rows, men int                 // men is the number of rows of men
	international      bool
	fewKings           bool // the rules include the draws with few kings
	geometry
	endings *endings
}

// newEnglish makes a game of English draughts with a number of rows of men; 0 means the default. An
// error says which games are possible.
func newEnglish(columns, rows, men int) (*game, error) {
	usual := rows/2 - 1
	switch {
	case columns < minSide || rows < minSide || columns > maxSide || rows > maxSide || columns%2 != 0 || rows%2 != 0:
		return nil, fmt.Errorf("a board of %d columns and %d rows is impossible: want even numbers from %d to %d", columns, rows, minSide, maxSide)
	case men < 0 || men > usual:
		return nil, fmt.Errorf("%d rows of men on %d rows of squares are impossible: want 1 to %d, so that two rows are empty", men, rows, usual)
	case men == 0:
		men = usual
	}
	g := &game{columns: columns, rows: rows, men: men, geometry: newGeometry(columns, rows)}
	g.name = sync.OnceValue(g.fullName)
	g.facts = sync.OnceValue(g.newFacts)
	g.endings = newEndings(&g.geometry)
	return g, nil
}

// newInternational makes a game with the rules of international draughts.
func newInternational(columns, rows, men int) (*game, error) {
	g, err := newEnglish(columns, rows, men)
	if err == nil {
		g.international = true
	}
	return g, err
}

// Name returns "checkers:8x8". If the number of rows of men is not the default it follows,
// "checkers:8x8x2", and then the option international.
func (g *game) Name() string { return g.name() }

func (g *game) fullName() string {
	name := fmt.Sprintf("checkers:%dx%d", g.columns, g.rows)
	if g.men != g.rows/2-1 {
		name += fmt.Sprintf("x%d", g.men)
	}
	if g.international {
		name += ",international"
	}
	if g.fewKings {
		name += ",fewkings"
	}
	return name
}

// sideName returns "black" or "white": black begins in English draughts, white in
// international draughts.
func (g *game) sideName(s oxo.Side) string {
	if g.white(s) {
		return "white"
	}
	return "black"
}

// white reports whether a side is white.
func (g *game) white(s oxo.Side) bool { return (s == oxo.First) == g.international }

// Start returns the board with all men on it.
func (g *game) Start() oxo.Position {
	p := g.empty()
	men := g.firstSquares(g.men * g.columns / 2)
	p.pieces[oxo.First], p.pieces[oxo.Second] = men, g.turned(men)
	return p
}

// most returns the maximum number of pieces of a side.
func (g *game) most() int { return g.men * g.columns / 2 }

// quiet returns the number of plies without progress that makes a draw.
func (g *game) quiet() int {
	if g.international {
		return internationalQuiet
	}
	return englishQuiet
}

// path is where a man starts, the squares where it lands between jumps, and where it
// ends.
func (p *position) path(m oxo.Move) []board.Square {
	from, to := fromAndTo(m)
	way := []int{from, to}
	if captures(m) {
		way = p.paths(m)[0]
	}
	squares := make([]board.Square, len(way))
	for i, bit := range way {
		squares[i] = p.g.place(bit)
	}
	return squares
}

// Facts implements [board.Factual].
func (g *game) Facts() *board.Facts { return g.facts() }

func (g *game) newFacts() *board.Facts {
	return &board.Facts{
		Sides:    [2]string{g.sideName(oxo.First), g.sideName(oxo.Second)},
		Style:    board.Style{Places: board.Chequered, Pieces: board.Draughtsmen}, // men on squares of two colours
		Unit:     [2]string{"man", "men"},
		Chances:  g.chances(),
		Draughts: &board.Draughts{GameType: g.gameType(), White: g.whiteSide()},
		Goal:     g.goal(), Rules: g.allRules(),
		Setup: g.setup(),
		Note:  func(p oxo.Position) string { return p.(*position).note() },
		Path:  func(p oxo.Position, m oxo.Move) []board.Square { return p.(*position).path(m) },
		SquareName: func(s board.Square) string {
			if bit, ok := g.at(s); ok {
				return strconv.Itoa(g.number(bit))
			}
			return ""
		},
	}
}

// chances returns the curve of the kind of game: kings that fly decide sooner or later than
// kings that walk.
func (g *game) chances() *board.Chances {
	if g.gameType() == 21 {
		return &board.Chances{Scale: 67.05, On: "checkers", Games: 76, Positions: 3400}
	}
	return &board.Chances{Scale: 101.5, On: "draughts", Games: 31, Positions: 1278}
}

// goal returns a sentence about how a side wins.
func (g *game) goal() string {
	return "Jump over the men of the other side to take them: who cannot move loses."
}

// allRules returns the rules, each as a sentence or two.
func (g *game) allRules() []string {
	rules := []string{
		fmt.Sprintf("The board has %d columns and %d rows. Each side has %d men on the dark squares. %s begins.",
			g.columns, g.rows, g.most(), strings.ToUpper(g.sideName(oxo.First)[:1])+g.sideName(oxo.First)[1:]),
	}
	if g.international {
		rules = append(rules,
			"A man goes one step slanting forward, and jumps over an adjacent man of the other side, forward or backward, to the empty square behind it. A king goes any number of empty squares in any slanting direction, and jumps from and to any distance.",
			"Who can jump must, and goes on jumping with the same man; of all jumps one that takes the most. The men taken are removed after the whole move, and none is jumped twice.",
			"A man whose move ends on the last row becomes a king.")
	} else {
		rules = append(rules,
			"A man goes one step slanting forward, and jumps over an adjacent man of the other side, forward, to the empty square behind it. A king does both in every slanting direction.",
			"Who can jump must, and goes on jumping with the same man as long as it can; any jump may be chosen.",
			"A man that reaches the last row becomes a king, and its move ends.")
	}
	if g.fewKings {
		rules = append(rules, fmt.Sprintf("One king alone against three pieces, of which one at least is a king, is a draw after %d moves of each side, and against one or two such pieces after %d, whatever has moved; there a repetition is not a draw.", threeAgainstOne/2, twoAgainstOne/2))
	}
	return append(rules, fmt.Sprintf("Who has no move loses. It is a draw when a position comes about for the third time, or after %d moves of each side without a man's move or a capture.", g.quiet()/2))
}

const usage = "checkers[:COLUMNSxROWS[xMEN]][,international][,fewkings]"

// Family describes the names of the games.
func Family() catalog.Family {
	return catalog.Family{
		Name:  "checkers",
		Usage: usage,
		About: "English draughts on 8x8 or another size; MEN: rows of men of each side; international: flying kings, on 10x10 where no size is given; fewkings: that with its draws of few kings",
		Aliases: []catalog.Alias{
			{
				Name: "draughts", Means: "checkers:10x10,international", About: "international draughts; English draughts are checkers",
				Title: "International draughts",
			},
		},
		Title: "Checkers", Group: "Pawns and discs",
		Parameters: []catalog.Parameter{
			{Name: "columns", Least: minSide, Most: maxSide, Usual: 8, Values: []int{4, 6, 8, 10}},
			{Name: "rows", Before: "x", Least: minSide, Most: maxSide, Usual: 8, Values: []int{4, 6, 8, 10}},
			{Name: "rows of men", Before: "x", Least: 1, Most: maxSide/2 - 1, None: true},
		},
		Options: []catalog.Option{
			{Name: "international", About: "flying kings, men capture backwards, the most must be captured"},
			{Name: "fewkings", About: "international, and a king against three pieces draws after 16 moves, against two after 5"},
		},
		New: parse,
	}
}

func parse(parameters string, options []string) (oxo.Game, error) {
	newGame, err := rules(options)
	if err != nil {
		return nil, err
	}
	if parameters == "" {
		parameters = "8x8"
		if len(options) > 0 {
			parameters = "10x10"
		}
	}
	columns, rows, men, ok := size(parameters)
	if !ok {
		return nil, fmt.Errorf("the size %[2]q: want %[1]s, as in checkers:8x8 or checkers:8x8x2", usage, "checkers:"+parameters)
	}
	g, err := newGame(columns, rows, men)
	if err != nil {
		return nil, err
	}
	return g, nil
}

// rules returns a function that makes games with some options. Only international draughts has
// the option fewkings.
func rules(options []string) (func(columns, rows, men int) (*game, error), error) {
	international, fewKings := false, false
	for _, o := range options {
		switch strings.ToLower(o) {
		case "international":
			international = true
		case "fewkings":
			fewKings = true
		default:
			return nil, fmt.Errorf("checkers has no option %q: want international or fewkings", o)
		}
	}
	switch {
	case fewKings:
		return newFewKings, nil
	case international:
		return newInternational, nil
	}
	return newEnglish, nil
}

// size reads COLUMNSxROWS[xMEN]; men is 0 if missing.
func size(text string) (columns, rows, men int, ok bool) {
	board := text
	if at := strings.LastIndexByte(text, 'x'); strings.Count(text, "x") == 2 {
		if men, ok = words.Number(text[at+1:], 99); !ok || men == 0 {
			return 0, 0, 0, false
		}
		board = text[:at]
	}
	columns, rows, ok = words.Size(board, 999)
	return columns, rows, men, ok
}
