//go:build !race

package certificate

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/prove/certificate/lines"
)

// emptyBoard returns a board without stones.
func emptyBoard(count int, sets ...[]oxo.Move) *lines.Board {
	return &lines.Board{Count: count, Owner: slices.Repeat([]int8{-1}, count), Lines: sets}
}

// refused checks that an error has the wanted text.
func refused(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want an error with %q", err, want)
	}
}

// TestFirstOfSeveral: if several checks do not hold, the error is about the first place in the file, in whatever order
// the checks end.
func TestFirstOfSeveral(t *testing.T) {
	var b background
	for _, at := range []int64{5, 9, 3, 7} {
		b.note(&place{at: at})
	}
	if b.first.at != 3 || !b.failed.Load() {
		t.Errorf("byte %d, want 3", b.first.at)
	}
}

// TestTooManyPairs: a leaf has at most one pair for two squares of the board.
func TestTooManyPairs(t *testing.T) {
	b := emptyBoard(5, []oxo.Move{0, 1}, []oxo.Move{2, 3})
	for _, c := range []struct {
		tree []byte
		want string
	}{
		{[]byte{Pairs, 2, 0, 1, 2, 3}, ""},
		{[]byte{Pairs, 3, 0, 1, 2, 3, 4, 4}, "3: want at most 2"},
	} {
		_, err := NewReader(bytes.NewReader(c.tree), Deaf{}).Prevention(b, nil, lines.Squares{}, false)
		if c.want != "" {
			refused(t, err, c.want)
		} else if err != nil {
			t.Error(err)
		}
	}
}

// TestFoundOfWeightOne: lines with a potential of exactly 1 may be completed. Here the other side takes 0 and threatens
// to complete both lines.
func TestFoundOfWeightOne(t *testing.T) {
	b := emptyBoard(3, []oxo.Move{0, 1}, []oxo.Move{0, 2})
	if p := b.Potential(b.Loose(nil)); p != lines.FullWeight {
		t.Fatalf("the potential is %d, want %d", p, lines.FullWeight)
	}
	_, err := FoundPairs(b, nil)
	refused(t, err, "that a search does not keep")
}

// TestNoSuchNode: a reference names an earlier node.
func TestNoSuchNode(t *testing.T) {
	b := emptyBoard(4, []oxo.Move{0, 1})
	c := &prevention{b: b, seen: lines.NewSetList(b.Count), r: NewReader(bytes.NewReader([]byte{See, 1, 0}), Deaf{})}
	c.note(&lines.Image{}, &lines.Squares{})
	_, err := c.node(false)
	refused(t, err, "1: want at most 0")

	s := &strategy{r: NewReader(bytes.NewReader([]byte{See, 0}), Deaf{}), Goal: Goal{Position: gametest.Game(t, "connect4:4x4").Start(), Side: oxo.Second}}
	_, err = s.node()
	refused(t, err, "it refers to node 0, which is of another position")
}

// TestReferenceOfWin: if a node of a win by lines refers to an earlier node, it has the zone of the earlier
// node.
func TestReferenceOfWin(t *testing.T) {
	_, p := gametest.Position(t, "mnk:3x3x3", "XX./OO./..X")
	s := &strategy{r: NewReader(bytes.NewReader([]byte{See, 0}), Deaf{}), Goal: NewGoal(p, oxo.First, oxo.By(1))}
	want := WinZone{Free: 1}
	want.Needs.Add(2)
	s.remember(want)
	if zone, err := s.node(); err != nil || zone != want {
		t.Errorf("%v, %v, want %v", zone, err, want)
	}
}

// heard counts the nodes that begin and end.
type heard struct {
	Deaf
	opened, closed int
}

func (h *heard) Open(byte) { h.opened++ }
func (h *heard) Close()    { h.closed++ }

// TestEachNodeEnds: a listener is called at the end of each node of a strategy.
func TestEachNodeEnds(t *testing.T) {
	g, p := gametest.Position(t, "mnk:3x3x3", "XX./OO./...")
	wins, err := g.ParseMove(p, "c3")
	if err != nil {
		t.Fatal(err)
	}
	h := &heard{}
	s := &strategy{r: NewReader(bytes.NewReader([]byte{Move, byte(wins), End}), h), Goal: Goal{Position: p, Side: oxo.First, Least: oxo.By(1)}}
	if _, err := s.node(); err != nil || h.opened != 2 || h.closed != 2 {
		t.Errorf("%d nodes begin and %d end: %v", h.opened, h.closed, err)
	}
}
