package judge

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"oxo"
	"oxo/game/board"
	"oxo/internal/words"
	"oxo/search"
)

// Kind is a kind of fault.
type Kind uint8

// Kinds, worst first: a program that does not move loses in any position.
const (
	crash       Kind = iota // it ended
	hang                    // no answer in twice the time
	noLineEnd               // no answer in twice the time, except the beginning of a line
	flood                   // it writes without end
	noMove                  // it says that it has no move, although one exists
	illegalMove             // it wrote something that is not a legal move
	winToLoss               // the result that its move or its resignation threw away
	drawToLoss
	winToDraw
	slow       // it answered late
	overMoved  // it made a move in a finished game
	overFailed // it hung or flooded in a finished game
	slowerWin  // it wins later than it could
)

// String names a kind.
func (k Kind) String() string {
	return [...]string{
		"crash", "hang", "no line end", "flood", "no move", "illegal move", "win to loss", "draw to loss", "win to draw",
		"slow", "move in a finished game", "failure in a finished game", "slower win",
	}[k]
}

// MarshalText implements encoding.TextMarshaler.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// throws reports whether a move, or a resignation, threw away a result.
func (k Kind) throws() bool { return k == winToLoss || k == drawToLoss || k == winToDraw }

// Fault is one fault, in one position.
type Fault struct {
	Kind    Kind          `json:"kind"`
	Side    string        `json:"side"`  // the side that the program plays
	Moves   []string      `json:"moves"` // from the start
	Text    string        `json:"position"`
	Played  string        `json:"played,omitempty"` // a legal move; "resign" if it resigned
	Detail  string        `json:"detail,omitempty"` // how it ended, or its output instead of a move
	Legal   []string      `json:"legal,omitempty"`  // some of the moves that it could have made
	Seconds float64       `json:"seconds,omitempty"`
	Before  *search.Value `json:"before,omitempty"` // the value of the position for the program
	After   *search.Value `json:"after,omitempty"`  // the value of its move
	Better  []string      `json:"better,omitempty"` // the moves that keep the value
	Why     []string      `json:"why,omitempty"`    // sentences, after a call of [Fault.Explain]

	Position oxo.Position `json:"-"`
	Move     oxo.Move     `json:"-"` // meaningless without Played
}

// maxListed is the maximum number of moves that a fault lists.
const maxListed = 12

// newFault makes a fault of a position.
func (j *judge) newFault(kind Kind, p oxo.Position, path []oxo.Move) *Fault {
	return &Fault{
		Kind: kind, Side: board.SideName(j.Game, p.Turn()), Moves: moveNames(j.Game, j.Start, path),
		Text: j.Game.FormatPosition(p), Position: p.Clone(),
	}
}

// add keeps a fault.
func (j *judge) add(f *Fault) {
	f.Detail = words.Escape(f.Detail) // the program's output may contain terminal escape sequences
	if f.Kind == slowerWin && !j.Soonest {
		j.slower = append(j.slower, f)
		return
	}
	j.faults = append(j.faults, f)
}

// listed names some moves of a position.
func (j *judge) listed(p oxo.Position, moves []oxo.Move) (names []string) {
	for _, m := range moves[:min(len(moves), maxListed)] {
		names = append(names, j.Game.FormatMove(p, m))
	}
	if len(moves) > maxListed {
		names = append(names, "...")
	}
	return names
}

// moveNames writes a sequence of moves.
func moveNames(g oxo.Game, start oxo.Position, path []oxo.Move) []string {
	names, p := []string{}, start.Clone()
	for _, m := range path {
		names = append(names, g.FormatMove(p, m))
		p.Make(m)
	}
	return names
}

// sorted returns the faults worst first; faults of one kind are in the order of the
// game.
func sorted(faults []*Fault) []*Fault {
	all := append([]*Fault{}, faults...)
	slices.SortStableFunc(all, func(a, b *Fault) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(len(a.Moves), len(b.Moves)), cmp.Compare(a.Text, b.Text), cmp.Compare(a.Played, b.Played))
	})
	return all
}

// Sentence describes the fault.
func (f *Fault) Sentence() string {
	switch f.Kind {
	case crash:
		return "The program crashed: " + f.Detail + "."
	case hang:
		return fmt.Sprintf("There was no answer in %s: the program hangs, or is far too slow.", span(f.Seconds))
	case noLineEnd:
		return fmt.Sprintf("The answer has no line end: the program wrote %s, and nothing more in %s. A program writes a line, with its end, and flushes it.", f.Detail, span(f.Seconds))
	case flood:
		return "The program writes without end: " + f.Detail + "."
	case noMove:
		return fmt.Sprintf("The program says that it has no move (%s), but %s is to move, with %s.", f.Detail, f.Side, strings.Join(f.Legal, ", "))
	case illegalMove:
		text := fmt.Sprintf("The answer is not a legal move: %s.", f.Detail)
		if slices.ContainsFunc(f.Legal, func(m string) bool { return !strings.Contains(f.Detail, m) }) {
			text += fmt.Sprintf(" Legal: %s.", strings.Join(f.Legal, ", "))
		}
		return text
	case slow:
		return fmt.Sprintf("%s came after %s.", f.Played, span(f.Seconds))
	case overMoved:
		return fmt.Sprintf("The game is over, and the program made a move: %s.", f.Detail)
	case overFailed:
		return fmt.Sprintf("The game is over, and the program %s.", f.Detail)
	}
	if f.Played == resigned {
		return fmt.Sprintf("%s gave up in a position that is a %s.", f.Side, f.Before)
	}
	if f.Kind == slowerWin {
		return fmt.Sprintf("%s plays %s, a %s; with %s it is a %s.", f.Side, f.Played, f.After, strings.Join(f.Better, ", "), f.Before)
	}
	keep := "keep"
	if len(f.Better) == 1 {
		keep = "keeps"
	}
	return fmt.Sprintf("%s plays %s and throws away a %s: %s %s it.", f.Side, f.Played, f.Before.Score.Result(), strings.Join(f.Better, ", "), keep)
}

// span writes a duration in seconds.
func span(seconds float64) string {
	return time.Duration(seconds * float64(time.Second)).Round(time.Millisecond).String()
}

// clip shortens a program's output to one line.
func clip(text string) string { return words.Clip(strings.Join(strings.Fields(text), " ")) }
