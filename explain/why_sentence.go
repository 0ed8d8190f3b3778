package explain

import (
	"slices"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/search"
)

// sentence is a sentence being built.
type sentence struct {
	t       *teller
	text    string
	squares []board.Square
	line    []oxo.Move
	claims  []Claim
	opened  bool // the sentence names the move already
}

// sentence begins a sentence about the current position.
func (t *teller) sentence() *sentence { return &sentence{t: t, line: t.here()} }

// say adds words; each % is replaced by the next part.
func (n *sentence) say(text string, parts ...string) {
	for _, part := range parts {
		before, after, _ := strings.Cut(text, "%")
		n.text += before + part
		text = after
	}
	n.text += text
}

// does adds a further effect of the move.
func (n *sentence) does(text string, parts ...string) {
	if n.opened {
		n.text += ": it "
	} else {
		n.text += " and "
	}
	n.say(text, parts...)
}

// claim records a claim; it copies its arguments.
func (n *sentence) claim(kind ClaimKind, after []oxo.Move, value oxo.Score, moves ...oxo.Move) {
	n.claims = append(n.claims, Claim{Kind: kind, After: slices.Clone(after), Moves: slices.Clone(moves), Value: value})
}

// claimMotive records the game's motive for a move.
func (n *sentence) claimMotive(after []oxo.Move, m oxo.Move, motive board.Motive) {
	n.claim(HasMotive, after, oxo.Draw, m)
	n.claims[len(n.claims)-1].Motive = motive
}

// light adds squares to highlight.
func (n *sentence) light(squares []board.Square) {
	for _, s := range squares {
		if !slices.Contains(n.squares, s) {
			n.squares = append(n.squares, s)
		}
	}
}

// move records that the sentence plays a move next, and highlights what it changes.
func (n *sentence) move(m oxo.Move) {
	n.lightMove(n.line, m)
	n.line = append(n.line, m)
}

// lightMove highlights what a move changes, and the line if it wins.
func (n *sentence) lightMove(way []oxo.Move, m oxo.Move) {
	grid, ok := n.t.at(way).(board.Grid)
	if !ok {
		return
	}
	columns, rows := grid.Size()
	before := make([]board.Cell, columns*rows)
	at := func(i int) board.Square { return board.Square{Column: i % columns, Row: i / columns} }
	for i := range before {
		before[i] = grid.At(at(i))
	}
	grid.Make(m)
	for i := range before {
		if grid.At(at(i)) != before[i] {
			n.light([]board.Square{at(i)})
		}
	}
	n.light(grid.Line())
}

// end adds the sentence to the answer, if there is room.
func (n *sentence) end() {
	if n.text == "" || len(n.t.said) >= n.t.most {
		return
	}
	n.t.said = append(n.t.said, Sentence{
		Text: n.text, Squares: n.squares, Line: n.t.namesOf(n.line), Claims: n.claims,
	})
}

// names adds a topic to the topics of the answer.
func (t *teller) names(motive string) {
	if !slices.Contains(t.motives, motive) {
		t.motives = append(t.motives, motive)
	}
}

// at returns a copy of the position after some moves from the one asked about.
func (t *teller) at(way []oxo.Move) oxo.Position {
	p := t.root.Clone()
	for _, m := range way {
		p.Make(m)
	}
	return p
}

// nameAt writes a move that follows some moves from the position asked about.
func (t *teller) nameAt(way []oxo.Move, m oxo.Move) string {
	return catalog.NameMove(t.g, t.at(way), m)
}

// namesOf writes a sequence of moves from the position asked about.
func (t *teller) namesOf(line []oxo.Move) []string {
	p, names := t.root.Clone(), make([]string, 0, len(line))
	for _, m := range line {
		names = append(names, catalog.NameMove(t.g, p, m))
		p.Make(m)
	}
	return names
}

// maxInLine is the number of moves of a line that fit a sentence.
const maxInLine = 8

// lineWords writes a line from the position asked about, without its first moves.
func (t *teller) lineWords(line []oxo.Move, but int) string {
	names := t.namesOf(line)[but:]
	if len(names) > maxInLine {
		return strings.Join(names[:maxInLine], " ") + " and so on"
	}
	return strings.Join(names, " ")
}

// moveNames writes moves of the current position as a list.
func (t *teller) moveNames(moves []oxo.Move) string {
	var names []string
	for _, m := range moves {
		names = append(names, t.name(m))
	}
	return list(names, "and")
}

// list joins names as a sentence does.
func list(names []string, last string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " " + last + " " + names[len(names)-1]
}

func plies(n int) string {
	if n == 1 {
		return "1 ply"
	}
	return strconv.Itoa(n) + " plies"
}

// worthWords says what a move of this value does: "wins in 5".
func worthWords(s oxo.Score) string {
	switch {
	case s == oxo.Win(1):
		return "wins at once"
	case s == oxo.Loss(1):
		return "loses at once"
	case s.IsWin():
		return "wins" + s.String()[len("win"):]
	case s.IsLoss():
		return "loses" + s.String()[len("loss"):]
	}
	return "draws"
}

// boundWords is worthWords for a win that may be better, or a loss that may be worse:
// "wins in 5 or sooner", "loses by 2 or more".
func boundWords(s oxo.Score) string {
	if s.IsWin() {
		return "wins" + s.OrBetter()[len("win"):]
	}
	return "loses" + s.OrWorse()[len("loss"):]
}

func movesOf(results []search.MoveResult) (moves []oxo.Move) {
	for _, r := range results {
		moves = append(moves, r.Move)
	}
	return moves
}

// lineName returns the name of the line that a winning move completes: the ends of the
// line, as in "a1-c3". It returns "" if the squares have no names or the line has fewer
// than two squares.
func (t *teller) lineName(way []oxo.Move, m oxo.Move) string {
	p := t.at(way)
	p.Make(m)
	grid, ok := p.(board.Grid)
	if !ok {
		return ""
	}
	columns, rows := grid.Labels()
	line := grid.Line()
	if len(columns) == 0 || len(rows) == 0 || len(line) < 2 {
		return ""
	}
	name := func(s board.Square) string { return columns[s.Column] + rows[s.Row] }
	from, to := line[0], line[len(line)-1]
	if to.Column < from.Column || to.Column == from.Column && to.Row < from.Row {
		from, to = to, from
	}
	return name(from) + "-" + name(to)
}

// threatWords names winning moves of the side that is not to move: by the lines that
// they complete, after the word lines, or as moves, after the word moves.
func (n *sentence) threatWords(way []oxo.Move, f *pressure, wins []oxo.Move, lines, moves string) string {
	var named, plain []string
	for _, w := range wins {
		before := append(slices.Clone(way), f.after(w))
		if name := n.t.lineName(before, w); name != "" {
			named = append(named, name)
		}
		plain = append(plain, n.t.nameAt(before, w))
		n.lightMove(before, w)
	}
	if len(named) == len(wins) {
		return lines + list(named, "and")
	}
	slices.Sort(plain)
	return moves + list(plain, "or")
}
