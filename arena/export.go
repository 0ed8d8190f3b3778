package arena

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"oxo"
	"oxo/board"
	"oxo/catalog"
)

// SmartGame is an [oxo.Game] of stones that are put onto squares, one a move, whose
// games the Smart Game Format holds.
type SmartGame interface {
	oxo.Game
	// SmartGame returns the number of the game in the format: 1 is Go, 2 Othello,
	// 4 Gomoku and its kin.
	SmartGame() int
}

// Algebraic is an [oxo.Game] of chess or its kin, whose moves PGN has in the standard
// algebraic notation.
type Algebraic interface {
	oxo.Game
	// FormatSAN writes a legal move of p: Nf3, exd5, O-O, e8=Q+.
	FormatSAN(p oxo.Position, m oxo.Move) string
	// FormatFEN writes all six fields of FEN.
	FormatFEN(p oxo.Position) string
	// VariantTag returns what PGN's tag Variant calls the rules, nothing for usual chess.
	VariantTag() string
}

// compensated is an [oxo.Game] in which the second side gets points for moving second.
type compensated interface {
	oxo.Game
	// Komi returns how many points.
	Komi() float64
}

// SGF writes a game in the Smart Game Format, FF[4]. The first side is black. A
// move that is no square is a pass.
func SGF(g oxo.Game, r *Record) (string, error) {
	kind, ok := g.(SmartGame)
	replayed, err := Replay(g, r)
	if err != nil {
		return "", err
	}
	grid, isGrid := replayed.Start.(board.Grid)
	if !ok || !isGrid {
		return "", fmt.Errorf("%s is no game of stones: SGF is for those, write PGN", g.Name())
	}
	columns, rows := grid.Size()
	size := fmt.Sprint(columns)
	if columns != rows {
		size = fmt.Sprintf("%d:%d", columns, rows)
	}
	var s strings.Builder
	fmt.Fprintf(&s, "(;FF[4]GM[%d]CA[UTF-8]AP[oxo]SZ[%s]PB[%s]PW[%s]DT[%s]RE[%s]RU[%s]", kind.SmartGame(), size,
		escapeSGF(r.Players[0]), escapeSGF(r.Players[1]), r.Began.Format("2006-01-02"), sgfResult(r, g, replayed.End), escapeSGF(g.Name()))
	if c, ok := g.(compensated); ok {
		fmt.Fprintf(&s, "KM[%g]", c.Komi())
	}
	s.WriteString(setup(grid, rows))
	first := replayed.Start.Turn()
	for i, text := range r.Texts() {
		name := [2]string{"B", "W"}[(int(first)+i)%2]
		fmt.Fprintf(&s, "\n;%s[%s]", name, sgfPoint(grid, text, rows))
		if play := i - len(r.Opening); play >= 0 {
			fmt.Fprintf(&s, "C[%s]", escapeSGF(comment(&r.Plays[play])))
		}
	}
	s.WriteString(")\n")
	return s.String(), nil
}

// setup is the stones that a game began with.
func setup(grid board.Grid, rows int) string {
	columns, _ := grid.Size()
	var s strings.Builder
	for side, name := range [2]string{"AB", "AW"} {
		begun := false
		for y := rows - 1; y >= 0; y-- {
			for x := range columns {
				cell := grid.At(board.Square{Column: x, Row: y})
				if cell.Text == "" || cell.Owner != oxo.Side(side) {
					continue
				}
				if !begun {
					s.WriteString(name)
					begun = true
				}
				fmt.Fprintf(&s, "[%s]", point(x, rows-1-y))
			}
		}
	}
	if grid.Turn() == oxo.Second {
		s.WriteString("PL[W]")
	}
	return s.String()
}

// point is a column and a row from the top, as letters.
func point(x, y int) string { return string([]byte{'a' + byte(x), 'a' + byte(y)}) }

// sgfPoint finds the square that a move names.
func sgfPoint(grid board.Grid, text string, rows int) string {
	columnNames, rowNames := grid.Labels()
	for x, column := range columnNames {
		for y, row := range rowNames {
			if strings.EqualFold(column+row, text) {
				return point(x, rows-1-y)
			}
		}
	}
	return ""
}

// sgfResult writes who won, and by what: the points of a game with komi, or how it
// was cut short.
func sgfResult(r *Record, g oxo.Game, end oxo.Position) string {
	by := map[Reason]string{ByTime: "T", ByIllegal: "F", ByCrash: "F", ByResigning: "R"}[r.Reason]
	c, ok := g.(compensated)
	if m, margined := end.(oxo.Margined); ok && margined && r.Reason == ByRules {
		half := c.Komi() - math.Floor(c.Komi()) // a half point counts as a whole in the margin
		by = fmt.Sprintf("%g", math.Abs(float64(m.Margin()))-half)
	}
	switch r.Result {
	case FirstWins:
		return "B+" + by
	case SecondWins:
		return "W+" + by
	default:
		return "0"
	}
}

// escapeSGF makes a text safe within brackets.
func escapeSGF(text string) string {
	return strings.NewReplacer(`\`, `\\`, `]`, `\]`, `:`, `\:`).Replace(text)
}

// comment is what a player said of its move.
func comment(p *Play) string {
	var parts []string
	if p.Value != nil {
		parts = append(parts, p.Value.Text)
	}
	if p.Depth > 0 {
		parts = append(parts, fmt.Sprintf("depth %d", p.Depth))
	}
	return strings.Join(append(parts, fmt.Sprintf("%.3fs", p.Seconds)), ", ")
}

// PGN writes a game in Portable Game Notation, with the tag Variant for what is
// not chess. An [Algebraic] game's moves are in the standard algebraic notation, those
// of others as the game writes them. The first side is white.
func PGN(g oxo.Game, r *Record) (string, error) {
	replayed, err := Replay(g, r)
	if err != nil {
		return "", err
	}
	words := append(moveText(r, replayed.Start.Turn(), moveTexts(g, replayed)), result(r.Result))
	return writeTags(tags(g, replayed)) + "\n" + wrap(words) + "\n", nil
}

// result is a result as PGN writes it.
func result(r Result) string {
	return map[Result]string{FirstWins: "1-0", SecondWins: "0-1", Drawn: "1/2-1/2"}[r]
}

// tags are the pairs before the moves.
func tags(g oxo.Game, r *Replayed) [][2]string {
	tags := [][2]string{
		{"Event", "oxo arena"},
		{"Site", "?"},
		{"Date", r.Began.Format("2006.01.02")},
		{"Round", fmt.Sprint(r.N)},
		{"White", r.Players[0]},
		{"Black", r.Players[1]},
		{"Result", result(r.Result)},
	}
	name, from := g.Name(), r.From
	a, ok := g.(Algebraic)
	if ok {
		name = a.VariantTag()
	}
	if ok && (from != "" || name != "") {
		from = a.FormatFEN(r.Start) // all six fields
	}
	if name != "" {
		tags = append(tags, [2]string{"Variant", name})
	}
	tags = append(tags, [2]string{"Termination", termination(r.Reason)})
	if from != "" {
		tags = append(tags, [2]string{"SetUp", "1"}, [2]string{"FEN", from})
	}
	return tags
}

// moveTexts writes the moves of a game for PGN.
func moveTexts(g oxo.Game, r *Replayed) []string {
	a, ok := g.(Algebraic)
	if !ok {
		return r.Texts()
	}
	var texts []string
	p := r.Start.Clone()
	for _, m := range r.Moves {
		texts = append(texts, a.FormatSAN(p, m))
		p.Make(m)
	}
	return texts
}

// termination is the reason in the words of the format.
func termination(r Reason) string {
	switch r {
	case ByTime:
		return "time forfeit"
	case ByIllegal, ByCrash:
		return "rules infraction"
	case ByProof, ByAgreement, ByLength:
		return "adjudication"
	default:
		return "normal"
	}
}

// wrap joins words to lines of up to 80 characters.
func wrap(words []string) string {
	var s strings.Builder
	length := 0
	for _, w := range words {
		if length > 0 && length+1+len(w) > 80 {
			s.WriteString("\n")
			length = 0
		} else if length > 0 {
			s.WriteString(" ")
			length++
		}
		s.WriteString(w)
		length += len(w)
	}
	return s.String() + "\n"
}

// Show writes the moves of a game, each with what its player said of it.
func Show(g oxo.Game, r *Record) (string, *Replayed, error) {
	replayed, err := Replay(g, r)
	if err != nil {
		return "", nil, err
	}
	var s strings.Builder
	fmt.Fprintf(&s, "%s, %s.\n", r.title(), g.Name())
	if r.From != "" {
		fmt.Fprintf(&s, "It began at %s\n", r.From)
	}
	if len(r.Opening) > 0 {
		fmt.Fprintf(&s, "Opening: %s\n", strings.Join(r.Opening, " "))
	}
	turn := (int(replayed.Start.Turn()) + len(r.Opening)) % 2
	widest := 0
	for _, p := range r.Plays {
		widest = max(widest, len(p.Move))
	}
	for i := range r.Plays {
		side := oxo.Side((turn + i) % 2)
		fmt.Fprintf(&s, "%4d. %-*s %-*s  %s\n", len(r.Opening)+i+1, longestName(g), board.SideName(g, side), widest, r.Plays[i].Move, comment(&r.Plays[i]))
	}
	fmt.Fprintf(&s, "%s\n", r.ending(g, replayed.End))
	return s.String(), replayed, nil
}

func longestName(g oxo.Game) int {
	return max(len(board.SideName(g, oxo.First)), len(board.SideName(g, oxo.Second)))
}

// ending says who won, and why.
func (r *Record) ending(g oxo.Game, end oxo.Position) string {
	if r.Reason == ByRules {
		return strings.ToUpper(catalog.Verdict(g, end)[:1]) + catalog.Verdict(g, end)[1:] + "."
	}
	text := "A draw"
	if i := slices.Index([]Result{FirstWins, SecondWins}, r.Result); i >= 0 {
		text = fmt.Sprintf("%s (%s) wins", r.Players[i], board.SideName(g, oxo.Side(i)))
	}
	text += ": " + string(r.Reason)
	if r.Detail != "" {
		text += ", " + r.Detail
	}
	return text + "."
}
