package referee

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/internal/words"
)

// set sends the program the position at which the comparison begins.
func (m *match) set(ctx context.Context, p oxo.Position) (*Difference, error) {
	text := "start"
	if m.o.Start != nil {
		text = m.o.Game.FormatPosition(p)
	}
	answer, err := m.rules.Ask(ctx, "position "+text)
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(answer, "error") {
		return nil, fmt.Errorf("it refused \"position %s\": %s", text, words.Clip(answer))
	}
	return m.board(answer, p, nil)
}

// make makes a move in oxo and in the program.
func (m *match) make(ctx context.Context, p oxo.Position, path []oxo.Move, move oxo.Move) (*Difference, error) {
	name := m.o.Game.FormatMove(p, move)
	answer, err := m.rules.Ask(ctx, "make "+name)
	if err != nil {
		return nil, m.at(path, err)
	}
	if strings.HasPrefix(answer, "error") {
		d := m.difference(p, path, "make", name, answer)
		d.path = append(d.path, move)
		return d, nil
	}
	p.Make(move)
	return m.board(answer, p, append(slices.Clone(path), move))
}

// board compares the board that the program has sent after a change, if it has sent one.
func (m *match) board(answer string, p oxo.Position, path []oxo.Move) (*Difference, error) {
	if m.theirs = nil; answer == "ok" {
		return nil, nil //nolint:nilnil // no difference
	}
	theirs, _, err := catalog.ReadPosition(m.o.Game, answer)
	if sent, ok := readDrawn(m.o.Game, p, answer); err != nil && ok {
		if m.theirs = sent; sent.shows(p) {
			return nil, nil //nolint:nilnil // no difference
		}
		return m.difference(p, path, "board", m.o.Game.FormatPosition(p), answer), nil
	}
	if err != nil {
		return nil, m.at(path, fmt.Errorf("it answered %q: want ok, the position, or error and a reason: %w", words.Clip(answer), err))
	}
	if m.theirs = theirs; same(m.o.Game, p, theirs) {
		return nil, nil //nolint:nilnil // no difference
	}
	return m.difference(p, path, "board", m.o.Game.FormatPosition(p), answer), nil
}

// same reports whether two positions have the same pieces and the same side to move. It does not compare the
// rest, such as the square of en passant: programs write it in different ways.
func same(g oxo.Game, a, b oxo.Position) bool {
	ours, ok := a.(board.Grid)
	theirs, also := b.(board.Grid)
	if !ok || !also {
		return g.FormatPosition(a) == g.FormatPosition(b)
	}
	columns, rows := ours.Size()
	for c := range columns {
		for r := range rows {
			if s := (board.Square{Column: c, Row: r}); ours.At(s) != theirs.At(s) {
				return false
			}
		}
	}
	return a.Turn() == b.Turn()
}

// look compares the end of the game and the moves of a position.
func (m *match) look(ctx context.Context, p oxo.Position, path []oxo.Move) (*Difference, error) {
	if m.asked++; m.o.Progress != nil {
		m.o.Progress(m.asked)
	}
	answer, err := m.rules.Ask(ctx, "over")
	if err != nil {
		return nil, m.at(path, err)
	}
	ours := outcome(p)
	if drawnByClock(p) && (answer == "no" || answer == "draw") {
		return nil, nil //nolint:nilnil // in some programs a player has to claim such a draw
	}
	switch answer {
	case "no", "win", "draw", "loss":
		if answer != ours {
			return m.difference(p, path, "over", ours, answer), nil
		}
	case "yes":
		if ours == "no" {
			return m.difference(p, path, "over", ours, answer), nil
		}
	default:
		return nil, m.at(path, fmt.Errorf("it answered \"over\" with %q: want no, yes, win, draw or loss, for the side to move", words.Clip(answer)))
	}
	if ours != "no" {
		return nil, nil //nolint:nilnil // no difference
	}
	if answer, err = m.rules.Ask(ctx, "moves"); err != nil {
		return nil, m.at(path, err)
	}
	return m.moves(p, path, answer), nil
}

// outcome writes the result of a game for the side to move.
func outcome(p oxo.Position) string {
	return [...]string{oxo.Ongoing: "no", oxo.Won: "win", oxo.Drawn: "draw", oxo.Lost: "loss"}[p.Outcome()]
}

// drawnByClock reports whether earlier moves make the position a draw: some plies without progress, or the
// third time that the state occurs.
func drawnByClock(p oxo.Position) bool {
	c, ok := p.(oxo.Clocked)
	if !ok {
		return false
	}
	plies, limit := c.Clock()
	return plies >= limit || c.Times() >= 3
}

// moves compares the legal moves.
func (m *match) moves(p oxo.Position, path []oxo.Move, answer string) *Difference {
	g := m.o.Game
	var ours, theirs []string
	for _, move := range catalog.Playable(p, nil) {
		ours = append(ours, g.FormatMove(p, move))
	}
	for name := range strings.FieldsSeq(answer) {
		if move, err := g.ParseMove(p, name); err == nil {
			name = g.FormatMove(p, move) // the program may write it in another way
		} else {
			name = words.Escape(words.Clip(name))
		}
		theirs = append(theirs, name)
	}
	d := m.difference(p, path, "moves", strings.Join(ours, " "), strings.Join(theirs, " "))
	slices.Sort(ours)
	slices.Sort(theirs)
	d.OnlyOurs, d.OnlyTheirs = without(ours, theirs), without(theirs, ours)
	for i, name := range theirs {
		if i > 0 && theirs[i-1] == name {
			d.Twice = append(d.Twice, name)
		}
	}
	if len(d.OnlyOurs)+len(d.OnlyTheirs)+len(d.Twice) == 0 {
		return nil
	}
	return d
}

// without returns the words of list that are not in other.
func without(list, other []string) []string {
	var rest []string
	for _, word := range list {
		if _, ok := slices.BinarySearch(other, word); !ok {
			rest = append(rest, word)
		}
	}
	return rest
}

// difference makes a difference.
func (m *match) difference(p oxo.Position, path []oxo.Move, what, ours, theirs string) *Difference {
	return &Difference{Moves: m.names(path), Position: m.o.Game.FormatPosition(p), What: what, Ours: ours, Theirs: theirs, Own: p.Clone(), Board: m.theirs, path: slices.Clone(path)}
}

// names writes a list of moves that begins at the start.
func (m *match) names(path []oxo.Move) []string {
	names := []string{}
	p := m.start.Clone()
	for _, move := range path {
		names = append(names, m.o.Game.FormatMove(p, move))
		p.Make(move)
	}
	return names
}

// at adds to an error the moves that were made before it.
func (m *match) at(path []oxo.Move, err error) error {
	if len(path) == 0 {
		return err
	}
	return fmt.Errorf("after %s: %w", strings.Join(m.names(path), " "), err)
}
