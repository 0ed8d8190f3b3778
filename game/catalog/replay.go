package catalog

import (
	"fmt"
	"strings"

	"oxo"
	"oxo/game/board"
)

// Replay plays moves, given as text, from the start of a game. It returns the final
// position and the moves. Its error gives the first wrong move, its number and the
// correct form.
func Replay(g oxo.Game, moves ...string) (oxo.Position, []oxo.Move, error) {
	p := g.Start()
	made, err := ReplayFrom(g, p, moves...)
	if err != nil {
		return nil, nil, err
	}
	return p, made, nil
}

// ReplayFrom plays moves from a position, which it changes, and returns them. With an
// error, the moves before the wrong one have been made.
func ReplayFrom(g oxo.Game, p oxo.Position, moves ...string) ([]oxo.Move, error) {
	made := make([]oxo.Move, 0, len(moves))
	for i, text := range moves {
		m, err := Play(g, p, text)
		if err != nil {
			return made, fmt.Errorf("move %d: %w", i+1, err)
		}
		made = append(made, m)
	}
	return made, nil
}

// Play reads a move and makes it, or returns an error and leaves p unchanged.
func Play(g oxo.Game, p oxo.Position, text string) (oxo.Move, error) {
	if p.Outcome() != oxo.Ongoing {
		return 0, fmt.Errorf("%q cannot be played: %w (%s)", text, oxo.ErrGameOver, Verdict(g, p))
	}
	m, err := g.ParseMove(p, text)
	if err != nil {
		return 0, err
	}
	if err := CheckRepeat(g, p, m); err != nil {
		return 0, err
	}
	p.Make(m)
	return m, nil
}

// Verdict describes the state of a game: "X has won", "a draw", "O to move"; with
// plain numbers, "the end, at 3".
func Verdict(g oxo.Game, p oxo.Position) string {
	o := p.Outcome()
	if o != oxo.Ongoing && board.Plain(g) {
		s := oxo.Final(p)
		if p.Turn() == oxo.Second {
			s = -s
		}
		return "the end, at " + board.Say(g, s)
	}
	if s, ok := o.Winner(p.Turn()); ok {
		return board.SideName(g, s) + " has won"
	}
	if o == oxo.Drawn {
		return "a draw"
	}
	return board.SideName(g, p.Turn()) + " to move"
}

// FormatLine writes a sequence of moves from p, which it leaves unchanged.
func FormatLine(g oxo.Game, p oxo.Position, line []oxo.Move) []string {
	return writeLine(p, line, g.FormatMove)
}

func writeLine(p oxo.Position, line []oxo.Move, write func(oxo.Position, oxo.Move) string) []string {
	q := p.Clone()
	names := make([]string, 0, len(line))
	for _, m := range line {
		names = append(names, write(q, m))
		q.Make(m)
	}
	return names
}

// NameMove writes a legal move of p as players of the game write it: see [board.Facts].
func NameMove(g oxo.Game, p oxo.Position, m oxo.Move) string {
	if name := board.FactsOf(g).MoveName; name != nil {
		return name(p, m)
	}
	return g.FormatMove(p, m)
}

// NameLine is [FormatLine] as players of the game write the moves.
func NameLine(g oxo.Game, p oxo.Position, line []oxo.Move) []string {
	return writeLine(p, line, func(q oxo.Position, m oxo.Move) string { return NameMove(g, q, m) })
}

// LineEnds reports whether a sequence of moves from p, which it leaves unchanged,
// reaches the end of the game or a repetition. Otherwise the line is cut: it does not
// show how the game ends.
func LineEnds(p oxo.Position, line []oxo.Move) bool {
	q := p.Clone()
	for _, m := range line {
		q.Make(m)
	}
	if looping, ok := q.(oxo.Looping); ok {
		if plies, _ := looping.Repeated(); plies > 0 && plies <= len(line) {
			return true
		}
	}
	return q.Outcome() != oxo.Ongoing
}

// CutMark is the end of the text of a line that is cut.
const CutMark = "..."

// LineText joins a line of moves, and adds [CutMark] if the line is cut.
func LineText(names []string, cut bool) string {
	text := strings.Join(names, " ")
	if cut && text != "" {
		text += " " + CutMark
	}
	return text
}
