// Package sticks is the game of taking sticks: from one heap or several, the players in turn
// take sticks from one heap, up to a limit. The player who takes the last stick of all loses,
// or with the option normal wins. With several heaps and no limit it is Nim.
//
// A move is a heap and a number of sticks. Its notation is the number, after the letter of the
// heap if there are several: 3, b3.
package sticks

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"sync"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/internal/words"
)

// maxHeaps and maxSticks limit the games: the number of heaps, and the number of sticks in
// each.
const (
	maxHeaps  = 8
	maxSticks = 255
)

// game is one set of heaps with one limit. [newGame] makes it; nothing changes it afterwards.
type game struct {
	name     func() string       // calls fullName once
	facts    func() *board.Facts // calls newFacts once
	heaps    []int
	limit    int  // maximum number of sticks to take
	normal   bool // taking the last stick wins
	heapBits int  // bits of a key for each heap
}

// newGame makes a game. A limit of 0 is no limit. An error says what is possible.
func newGame(heaps []int, limit int, normal bool) (*game, error) {
	if len(heaps) < 1 || len(heaps) > maxHeaps {
		return nil, fmt.Errorf("%d heaps are impossible: want 1 to %d", len(heaps), maxHeaps)
	}
	most := 0
	for _, n := range heaps {
		if n < 1 || n > maxSticks {
			return nil, fmt.Errorf("a heap of %d sticks is impossible: want 1 to %d", n, maxSticks)
		}
		most = max(most, n)
	}
	if limit < 0 || limit > maxSticks {
		return nil, fmt.Errorf("a limit of %d sticks is impossible: want 1 to %d, or all", limit, maxSticks)
	}
	if limit == 0 || limit > most {
		limit = most
	}
	g := &game{heaps: heaps, limit: limit, normal: normal, heapBits: bits.Len(uint(most))}
	g.name = sync.OnceValue(g.fullName)
	g.facts = sync.OnceValue(g.newFacts)
	return g, nil
}

// Name returns "sticks:21x3" or "sticks:3+4+5xall,normal".
func (g *game) Name() string { return g.name() }

func (g *game) fullName() string {
	var name strings.Builder
	most := 0
	for i, n := range g.heaps {
		name.WriteByte(":+"[min(i, 1)])
		name.WriteString(strconv.Itoa(n))
		most = max(most, n)
	}
	limit := "x" + strconv.Itoa(g.limit)
	if g.limit == most {
		limit = "xall"
	}
	if g.normal {
		limit += ",normal"
	}
	return "sticks" + name.String() + limit
}

// Start returns all heaps.
func (g *game) Start() oxo.Position { return g.position(g.heaps, oxo.First) }

func (g *game) position(heaps []int, turn oxo.Side) *position {
	p := &position{g: g, turn: turn, heaps: append([]int(nil), heaps...)}
	for _, n := range heaps {
		p.left += n
	}
	return p
}

// Family describes the names of the games.
func Family() catalog.Family {
	return catalog.Family{
		Name:  "sticks",
		Usage: "sticks[:HEAP[+HEAP...][xTAKE|xall]][,normal]",
		About: "Take 1 to 3 sticks: who takes the last one loses; other heaps and limits",
		Aliases: []catalog.Alias{
			{Name: "nim", Means: "sticks:3+4+5xall,normal", About: "Three heaps: who takes the last stick wins", Title: "Nim"},
		},
		Title: "Sticks", Group: "Heaps",
		Parameters: []catalog.Parameter{
			{Name: "first heap", Least: 1, Most: maxSticks, Usual: 21},
			{Name: "second heap", Before: "+", Least: 1, Most: maxSticks, None: true},
			{Name: "third heap", Before: "+", Least: 1, Most: maxSticks, None: true},
			{Name: "take at most", Before: "x", Least: 1, Most: maxSticks, Usual: 3},
		},
		Options: []catalog.Option{{Name: "normal", About: "who takes the last stick wins"}},
		New:     parse,
	}
}

func parse(parameters string, options []string) (oxo.Game, error) {
	normal := false
	for _, o := range options {
		if !strings.EqualFold(o, "normal") {
			return nil, fmt.Errorf("sticks has no option %q: want normal, with which the player who takes the last stick wins", o)
		}
		normal = true
	}
	if parameters == "" {
		parameters = "21x3"
	}
	list, take, limited := strings.Cut(strings.ToLower(parameters), "x")
	limit := 3
	if limited {
		n, ok := words.Number(take, 99999)
		if !ok && take != "all" {
			return nil, fmt.Errorf("the limit of %.40q: want a number from 1 to 255 or all, as in sticks:21x3 or sticks:3+4+5xall", parameters)
		}
		if limit = n; ok && n == 0 {
			return nil, fmt.Errorf("a limit of 0 sticks is impossible: want 1 to %d, or all", maxSticks)
		}
	}
	var heaps []int
	for heap := range strings.SplitSeq(list, "+") {
		n, ok := words.Number(heap, 99999)
		if !ok {
			return nil, fmt.Errorf("%.20q is not a heap: write numbers from 1 to 255, as in sticks:21x3 or sticks:3+4+5xall", heap)
		}
		heaps = append(heaps, n)
	}
	g, err := newGame(heaps, limit, normal)
	if err != nil {
		return nil, err
	}
	return g, nil
}
