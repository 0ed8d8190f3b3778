package catalog

import (
	"fmt"
	"strings"

	"oxo"
	"oxo/internal/words"
)

// PlayWord reads and makes the moves of a word: one move, or several without
// separators, as in transcripts of Othello and Connect Four ("f5d6c3", "4453").
// Forced passes may be omitted. It returns the moves made; with an error, those
// before the fault, which have been made too.
func PlayWord(g oxo.Game, p oxo.Position, word string) ([]oxo.Move, error) {
	m, err := Play(g, p, word)
	if err == nil {
		return []oxo.Move{m}, nil
	}
	q := p.Clone()
	moves, rest := split(g, q, strings.TrimSpace(word))
	if len(moves) < 2 {
		return nil, err
	}
	for _, m := range moves {
		p.Make(m)
	}
	switch {
	case rest == "":
		return moves, nil
	case p.Outcome() != oxo.Ongoing:
		return moves, fmt.Errorf("after %s in %q: %q cannot be played: %w (%s)", words.Count(len(moves), "move"), words.Clip(word), words.Clip(rest), oxo.ErrGameOver, Verdict(g, p))
	}
	return moves, fmt.Errorf("after %s in %q: %q does not begin with a move: want %s", words.Count(len(moves), "move"), words.Clip(word), words.Clip(rest), some(g, p))
}

// split makes the moves at the beginning of a word, and returns them with the unread
// rest.
func split(g oxo.Game, p oxo.Position, word string) (moves []oxo.Move, rest string) {
	for rest = word; rest != "" && p.Outcome() == oxo.Ongoing; {
		legal := Playable(p, nil)
		longest, best := 0, oxo.Move(0)
		for _, m := range legal {
			if name := g.FormatMove(p, m); len(name) > longest && len(name) <= len(rest) && strings.EqualFold(name, rest[:len(name)]) {
				longest, best = len(name), m
			}
		}
		if longest == 0 {
			pass, ok := OnlyPass(g, p)
			if !ok {
				break
			}
			best = pass
		}
		moves, rest = append(moves, best), rest[longest:]
		p.Make(best)
	}
	return moves, rest
}

// OnlyPass returns the pass if it is the only move of the side to move.
func OnlyPass(g oxo.Game, p oxo.Position) (oxo.Move, bool) {
	moves := p.Moves(nil)
	if len(moves) != 1 || g.FormatMove(p, moves[0]) != "pass" {
		return 0, false
	}
	return moves[0], true
}

// some lists the first legal moves of a position.
func some(g oxo.Game, p oxo.Position) string {
	const most = 12
	moves := p.Moves(nil)
	var names []string
	for _, m := range moves[:min(len(moves), most)] {
		names = append(names, g.FormatMove(p, m))
	}
	text := strings.Join(names, " ")
	if len(moves) > most {
		text += fmt.Sprintf(" and %d more", len(moves)-most)
	}
	return text
}
