package mnk

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/internal/words"
)

// maxSide is the greatest number of columns, and of rows.
const maxSide = 20

// rules choose a game of the family.
type rules struct {
	Columns, Rows int  // 1 to maxSide each
	K             int  // in a row to win; at least 1, and a line of K must fit
	Misere        bool // K in a row loses
	Torus         bool // no edges
	Exact         bool // more than K in a row do not count
	Renju         bool // some moves are forbidden to the first side
	Opening       bool // renju whose first three stones are near the centre
	Caro          bool // K in a row do not count if the other side has both ends
}

// game is a game of k in a row with its tables. [gameOf] makes it; nothing changes it afterwards.
type game struct {
	name    func() string       // calls fullName once
	facts   func() *board.Facts // calls newFacts once
	rules   rules
	squares int
	lines   [][]int // every set of K squares that wins, each in ascending order
	through [][]int // the lines through each square
	ends    [][]int // of each line, where exactly K count: the squares that continue it
	ending  [][]int // the lines that each square continues
	order   []int   // all squares, likeliest best first

	symmetries [][]uint16 // symmetries[s][square] is the image of a square; 0 is the identity
	inverses   [][]uint16 // the inverse permutations

	// One of these is not nil: strict in renju and caro, else word if the board fits into a word.
	strict *strictTables
	word   *wordTables
	wide   *wideTables

	sets   func() [][]oxo.Move // the lines, if completing one wins and nothing else does; else nil
	losing func() [][]oxo.Move // the lines, if completing one loses; else nil
	// claims and broadClaims return tables made at the first call. At most one of the two is
	// non-nil.
	claims      func() *claimTables[narrow]
	broadClaims func() *claimTables[broad]
}

// gameOf makes the tables of a game. An error says which rule is impossible, and what would be
// possible.
func gameOf(r rules) (*game, error) {
	if r.Columns < 1 || r.Columns > maxSide || r.Rows < 1 || r.Rows > maxSide {
		return nil, fmt.Errorf("a board of %d columns and %d rows is impossible: want each from 1 to %d", r.Columns, r.Rows, maxSide)
	}
	if longest := max(r.Columns, r.Rows); r.K < 1 || r.K > longest {
		return nil, fmt.Errorf("%d in a row is impossible on %d columns and %d rows: want k from 1 to %d", r.K, r.Columns, r.Rows, longest)
	}
	if err := r.checkStrict(); err != nil {
		return nil, err
	}
	g := &game{rules: r, squares: r.Columns * r.Rows}
	g.name = sync.OnceValue(g.fullName)
	g.facts = sync.OnceValue(g.newFacts)
	g.lines, g.ends = linesOf(r)
	g.through, g.ending = byPlace(g.lines, g.squares), byPlace(g.ends, g.squares)
	g.order = g.squareOrder()
	g.symmetries = symmetriesOf(r)
	for _, s := range g.symmetries {
		g.inverses = append(g.inverses, inverse(s))
	}
	switch {
	case r.strict():
		g.strict = newStrictTables(g)
	case g.squares <= wordSquares:
		g.word = newWordTables(g)
	default:
		g.wide = newWideTables(g)
	}
	g.sets = sync.OnceValue(func() [][]oxo.Move { return g.movesOf(!g.rules.Misere && !g.rules.Exact && !g.rules.strict()) })
	g.losing = sync.OnceValue(func() [][]oxo.Move { return g.movesOf(g.rules.Misere && !g.rules.Exact) })
	g.claims = sync.OnceValue(g.narrowClaimTables)
	g.broadClaims = sync.OnceValue(g.broadClaimTables)
	return g, nil
}

// movesOf returns the lines as moves; nil if asked is false.
func (g *game) movesOf(asked bool) [][]oxo.Move {
	if !asked {
		return nil
	}
	var sets [][]oxo.Move
	for _, line := range g.lines {
		var set []oxo.Move
		for _, sq := range line {
			set = append(set, oxo.Move(sq))
		}
		sets = append(sets, set)
	}
	return sets
}

// byPlace lists, for each square, the sets of squares that contain it.
func byPlace(sets [][]int, squares int) [][]int {
	lists := make([][]int, squares)
	for i, set := range sets {
		for _, sq := range set {
			lists[sq] = append(lists[sq], i)
		}
	}
	return lists
}

// Name returns "mnk:3x3x3", followed by ",misere", ",torus", ",exact", ",renju" and ",caro" if they apply.
func (g *game) Name() string { return g.name() }

func (g *game) fullName() string {
	name := fmt.Sprintf("mnk:%dx%dx%d", g.rules.Columns, g.rules.Rows, g.rules.K)
	if g.rules.Misere {
		name += ",misere"
	}
	if g.rules.Torus {
		name += ",torus"
	}
	if g.rules.Exact {
		name += ",exact"
	}
	return name + g.rules.strictOptions()
}

// resized returns the game with the same rules on another board.
func (g *game) resized(columns, rows int, _ *float64) (oxo.Game, error) {
	r := g.rules
	r.Columns, r.Rows = columns, rows
	other, err := gameOf(r)
	if err != nil {
		return nil, err
	}
	return other, nil
}

// Start returns an empty board.
func (g *game) Start() oxo.Position { return g.empty() }

// empty returns a new board as the package's own interface.
func (g *game) empty() stones {
	if g.strict != nil {
		return newStrict(g)
	}
	if g.word != nil {
		return &word{g: g, t: g.word}
	}
	if g.wide.patterns != nil {
		return &tacticalWide{*newWide(g)}
	}
	return newWide(g)
}

// bytes estimates the memory that the tables take. The symmetries take most of it:
// a torus of 8x8 has 512 of them, a torus of 20x20 has 3200.
func (g *game) bytes() int64 {
	symmetry := int64(2*2*g.squares + 64)
	if g.word != nil {
		symmetry += int64(8 * len(g.word.symmetries[0].table))
	}
	line := int64(8*g.rules.K+24)*2 + 48
	return int64(len(g.symmetries))*symmetry + int64(len(g.lines))*line + 64<<10
}

// outcome returns the outcome for the side to move. If lined is true, the side that moved last
// has a line; stones is the number of stones on the board.
func (g *game) outcome(lined bool, stones int) oxo.Outcome {
	switch {
	case lined && g.rules.Misere:
		return oxo.Won
	case lined:
		return oxo.Lost
	case stones == g.squares:
		return oxo.Drawn
	}
	return oxo.Ongoing
}

// Family describes the names of games of k in a row.
func Family() catalog.Family {
	return catalog.Family{
		Name:  "mnk",
		Usage: "mnk:COLUMNSxROWSxK[,misere][,torus][,exact][,renju[,opening]][,caro]",
		About: "k in a row on any board up to 20x20; misere: k in a row loses; torus: no edges; exact: more than k do not count; " + strictAbout,
		Aliases: []catalog.Alias{
			{
				Name: "tictactoe", Means: "mnk:3x3x3", About: "noughts and crosses: three in a row on 3x3; tictactoe:4 is four on 4x4",
				Title: "Noughts and crosses", Show: "b2", Also: []string{"ttt", "tic-tac-toe", "noughts", "noughtsandcrosses"}, Read: parseSide,
			},
			{Name: "gomoku", Means: "mnk:15x15x5", About: "five in a row on 15x15, more than five counts too", Title: "Gomoku"},
			{Name: "renju", Means: "mnk:15x15x5,renju", About: "gomoku with squares that are forbidden to black", Title: "Renju"},
			{Name: "renjuopening", Means: "mnk:15x15x5,renju,opening", About: "renju whose first three stones are near the centre, as in tournaments", Title: "Renju, tournament opening"},
			{Name: "caro", Means: "mnk:15x15x5,caro", About: "gomoku in which five with both ends closed do not win", Title: "Caro"},
		},
		Title: "k in a row", Group: "Lines",
		Parameters: append(catalog.Size(1, maxSide, 3, 3), catalog.Parameter{Name: "in a row", Before: "x", Least: 1, Most: maxSide, Usual: 3}),
		Options: []catalog.Option{
			{Name: "misere", About: "a row loses"},
			{Name: "torus", About: "opposite edges are joined"},
			{Name: "exact", About: "a longer row does not count"},
			{Name: "renju", About: "squares are forbidden to black, five in a row only"},
			{Name: "opening", About: "renju: the first stones near the centre"},
			{Name: "caro", About: "a row with both ends closed does not count"},
		},
		New: parse,
	}
}

func parse(parameters string, options []string) (oxo.Game, error) {
	r, err := parseSizes(parameters)
	if err != nil {
		return nil, err
	}
	for _, o := range options {
		switch strings.ToLower(o) {
		case "misere":
			r.Misere = true
		case "torus":
			r.Torus = true
		case "exact":
			r.Exact = true
		case "renju":
			r.Renju = true
		case "opening":
			r.Renju, r.Opening = true, true
		case "caro":
			r.Caro = true
		default:
			known := []string{"misere", "torus", "exact", "renju", "opening", "caro"}
			if near, ok := words.Nearest(o, known); ok {
				return nil, fmt.Errorf("no option %q: did you mean %s?", o, near)
			}
			return nil, fmt.Errorf("no option %q: want %s", o, strings.Join(known, ", "))
		}
	}
	g, err := gameOf(r)
	if err != nil {
		return nil, err
	}
	return g, nil
}

// parseSide reads the parameters of "tictactoe:4" or "tictactoe:4x4": the side of a square
// board on which a full row wins.
func parseSide(parameters string) (string, error) {
	side := parameters
	if columns, rows, ok := words.Size(parameters, 9999); ok && columns == rows {
		side = strconv.Itoa(columns)
	}
	if _, ok := words.Number(side, 9999); !ok {
		return "", fmt.Errorf("%.20q is not a board of tictactoe: write the length of its side, as in tictactoe:4, or mnk:COLUMNSxROWSxK for other boards", parameters)
	}
	return side + "x" + side + "x" + side, nil
}

func parseSizes(parameters string) (rules, error) {
	wrong := fmt.Errorf("the game %q: want mnk:COLUMNSxROWSxK, as in mnk:4x3x3", "mnk:"+parameters)
	if parameters == "" {
		return rules{}, fmt.Errorf("mnk without its sizes: want mnk:COLUMNSxROWSxK, as in mnk:3x3x3")
	}
	parts := strings.Split(strings.ToLower(parameters), "x")
	if len(parts) != 3 {
		return rules{}, wrong
	}
	var n [3]int
	for i, part := range parts {
		digits := part != "" && !strings.ContainsFunc(part, func(c rune) bool { return c < '0' || c > '9' })
		if !digits || part[0] == '0' && part != "0" {
			return rules{}, wrong
		}
		v, err := strconv.Atoi(part)
		if err != nil || v > 9999 {
			return rules{}, fmt.Errorf("%.12s is too large: want columns and rows from 1 to %d, and k no larger than the larger of them", part, maxSide)
		}
		n[i] = v
	}
	return rules{Columns: n[0], Rows: n[1], K: n[2]}, nil
}

// squareOrder sorts the squares by the number of lines through them, then by distance from the
// centre, then row by row: on 3x3 the centre, the corners, the edges.
func (g *game) squareOrder() []int {
	order := make([]int, g.squares)
	for i := range order {
		order[i] = i
	}
	fromCentre := func(sq int) int { // four times the squared distance
		dx := 2*(sq%g.rules.Columns) - (g.rules.Columns - 1)
		dy := 2*(sq/g.rules.Columns) - (g.rules.Rows - 1)
		return dx*dx + dy*dy
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if d := len(g.through[b]) - len(g.through[a]); d != 0 {
			return d
		}
		return fromCentre(a) - fromCentre(b)
	})
	return order
}
