package sticks

import (
	"fmt"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/internal/words"
)

// setup returns how positions are set up: the sizes of the heaps, and the side to move.
func (g *game) setup() *board.Setup {
	s := &board.Setup{
		Turn: true, Read: g.readDraft,
		Write: func(d board.Draft) string { return strings.Join(d.Fields, "+") + " " + d.Turn.String() },
	}
	for i, most := range g.heaps {
		name := "sticks"
		if len(g.heaps) > 1 {
			name += " of heap " + heapName(i)
		}
		s.Fields = append(s.Fields, board.Field{Name: name, Most: most})
	}
	return s
}

// readDraft reads a position without its checks.
func (g *game) readDraft(text string) (d board.Draft, err error) {
	list, turn, _ := strings.Cut(strings.TrimSpace(text), " ")
	d.Fields = strings.Split(list, "+")
	switch strings.TrimSpace(turn) {
	case "", oxo.First.String():
	case oxo.Second.String():
		d.Turn = oxo.Second
	default:
		return d, fmt.Errorf("%q is to move? write first or second", words.Clip(turn))
	}
	if len(d.Fields) != len(g.heaps) {
		return d, fmt.Errorf("the position has %d heap(s): want %d, joined by +", len(d.Fields), len(g.heaps))
	}
	for i, n := range d.Fields {
		if n == "" {
			d.Fields[i] = strconv.Itoa(0)
		}
	}
	return d, nil
}
