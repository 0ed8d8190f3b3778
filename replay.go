package oxo

import "fmt"

// Replay plays moves, given as text, from the start of a game. It returns
// the position they lead to and the moves; its error names the first move
// that is wrong, its number and what would be right.
func Replay(g Game, moves ...string) (Position, []Move, error) {
	p := g.Start()
	made, err := ReplayFrom(g, p, moves...)
	if err != nil {
		return nil, nil, err
	}
	return p, made, nil
}

// ReplayFrom plays moves from a position, which it changes, and returns them.
// At an error the moves before the wrong one have been made.
func ReplayFrom(g Game, p Position, moves ...string) ([]Move, error) {
	made := make([]Move, 0, len(moves))
	for i, text := range moves {
		m, err := Play(g, p, text)
		if err != nil {
			return made, fmt.Errorf("move %d: %w", i+1, err)
		}
		made = append(made, m)
	}
	return made, nil
}

// Play reads a move and makes it, or returns an error and leaves p as it is.
func Play(g Game, p Position, text string) (Move, error) {
	if p.Outcome() != Ongoing {
		return 0, fmt.Errorf("%q cannot be played: %w (%s)", text, ErrGameOver, Verdict(g, p))
	}
	m, err := g.ParseMove(p, text)
	if err != nil {
		return 0, err
	}
	p.Make(m)
	return m, nil
}

// Verdict says in words how a game stands: "X has won", "a draw", "O to move".
func Verdict(g Game, p Position) string {
	o := p.Outcome()
	if s, ok := o.Winner(p.Turn()); ok {
		return SideName(g, s) + " has won"
	}
	if o == Drawn {
		return "a draw"
	}
	return SideName(g, p.Turn()) + " to move"
}

// FormatLine writes moves that follow each other from p, which it leaves as
// it was.
func FormatLine(g Game, p Position, line []Move) []string {
	q := p.Clone()
	names := make([]string, 0, len(line))
	for _, m := range line {
		names = append(names, g.FormatMove(q, m))
		q.Make(m)
	}
	return names
}
