package sticks

import (
	"fmt"
	"strconv"
	"strings"

	"oxo"
	"oxo/internal/notation"
	"oxo/internal/words"
)

func heapName(i int) string { return string(rune('a' + i)) }

// FormatMove writes the number of sticks, after the letter of the heap if there are several.
func (g *game) FormatMove(_ oxo.Position, m oxo.Move) string {
	heap, take := heapAndTake(m)
	if len(g.heaps) == 1 {
		return strconv.Itoa(take)
	}
	return heapName(heap) + strconv.Itoa(take)
}

// ParseMove reads what FormatMove writes.
func (g *game) ParseMove(p oxo.Position, text string) (oxo.Move, error) {
	b, ok := p.(*position)
	if err := notation.Check(g, p, ok && b.g.Name() == g.Name(), text); err != nil {
		return 0, err
	}
	heap, rest := 0, strings.ToLower(strings.TrimSpace(text))
	if len(g.heaps) > 1 {
		if rest == "" || rest[0] < 'a' || int(rest[0]-'a') >= len(g.heaps) {
			return 0, fmt.Errorf("%.20q does not name a heap: write its letter, a to %s, and how many sticks to take, as in b3", text, heapName(len(g.heaps)-1))
		}
		heap, rest = int(rest[0]-'a'), rest[1:]
	}
	take, ok := words.Number(rest, 99999)
	most := min(b.heaps[heap], g.limit)
	switch {
	case ok && most == 0:
		return 0, fmt.Errorf("heap %s is empty: take from another one", heapName(heap))
	case !ok || take < 1 || take > most:
		return 0, fmt.Errorf("%.20q is not a number of sticks to take: want 1 to %d", text, most)
	}
	return oxo.Move(heap<<takeBits | take), nil
}

// FormatPosition writes the heaps and who is to move: "3+0+5 second".
func (g *game) FormatPosition(p oxo.Position) string {
	b := p.(*position)
	var heaps []string
	for _, n := range b.heaps {
		heaps = append(heaps, strconv.Itoa(n))
	}
	return strings.Join(heaps, "+") + " " + b.turn.String()
}

// ParsePosition reads what FormatPosition writes; without a side, the first is
// to move.
func (g *game) ParsePosition(text string) (oxo.Position, error) {
	list, turn, given := strings.Cut(strings.TrimSpace(text), " ")
	side := oxo.First
	if given {
		switch strings.TrimSpace(turn) {
		case "first":
		case "second":
			side = oxo.Second
		default:
			return nil, fmt.Errorf("%.20q is to move? write first or second, as in %q", turn, g.FormatPosition(g.Start()))
		}
	}
	parts := strings.Split(list, "+")
	if len(parts) != len(g.heaps) {
		return nil, fmt.Errorf("the position %.40q has %d heap(s): %s has %d, joined by +, as in %q",
			text, len(parts), g.Name(), len(g.heaps), g.FormatPosition(g.Start()))
	}
	heaps := make([]int, len(parts))
	for i, part := range parts {
		n, ok := words.Number(part, 99999)
		if !ok || n > g.heaps[i] {
			return nil, fmt.Errorf("%.20q is not a heap: heap %d of %s has 0 to %d sticks", part, i+1, g.Name(), g.heaps[i])
		}
		heaps[i] = n
	}
	return g.position(heaps, side), nil
}
