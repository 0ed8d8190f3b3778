package checkers

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"oxo"
	"oxo/internal/words"
)

// The draws with few kings follow the official rules of the FMJD for international draughts
// (Annex 1, version of November 2015). One king alone against three pieces, at least one of
// them a king, draws after 16 moves of each side (article 6.3), and against one or two such
// pieces after 5 (article 6.4).
//
// The count begins when the material arises, continues whatever moves, and restarts when three
// pieces become fewer, as in Lidraughts. It is part of the state: of the text (as D12), the key
// and the hash. So a position with another count is another state. Its value depends on no
// earlier move, and no state with a count recurs.
const (
	threeAgainstOne = 32 // plies
	twoAgainstOne   = 10 // plies
)

// newFewKings makes a game with the rules of international draughts and the draws of few kings.
func newFewKings(columns, rows, men int) (*game, error) {
	g, err := newInternational(columns, rows, men)
	if err == nil {
		g.fewKings = true
	}
	return g, err
}

// fewLimit returns the number of plies after which the material on the board is a draw, or 0
// for other material.
func (p *position) fewLimit() int32 {
	if !p.g.fewKings {
		return 0
	}
	lone, others := p.pieces[0], p.pieces[1]
	if bits.OnesCount64(lone) > bits.OnesCount64(others) {
		lone, others = others, lone
	}
	if n := bits.OnesCount64(others); bits.OnesCount64(lone) != 1 || n > 3 || lone&p.kings == 0 || others&p.kings == 0 {
		return 0
	} else if n == 3 {
		return threeAgainstOne
	}
	return twoAgainstOne
}

// countFew counts a ply, given the limit before it.
func (p *position) countFew(before int32) {
	if now := p.fewLimit(); now != 0 && now == before {
		p.few++
		return
	}
	p.few = 0
}

// fewDrawn reports whether the count of few kings has reached its limit. A side that cannot
// move has lost all the same.
func (p *position) fewDrawn() bool { return p.few > 0 && p.few >= p.fewLimit() }

// fewKey returns the key of a position with few kings: its pieces, which of them are kings, the
// count and the turn. No other key has the highest bit.
//
//	 127  126 122 121    68 67              64   63   62 61 56 55 54 53   0
//	|  1 |   0   | second | kings, a bit each | turn | 0 | few |  0  | first |
func (p *position) fewKey() oxo.Key {
	kings, n := uint64(0), 0
	for all := p.pieces[0] | p.pieces[1]; all != 0; all &= all - 1 {
		if p.kings&(all&-all) != 0 {
			kings |= 1 << n
		}
		n++
	}
	return oxo.Key{
		Hi: 1<<63 | p.pieces[1]<<4 | kings,
		Lo: p.pieces[0] | uint64(p.few)<<fewShift | uint64(p.turn&1)<<63,
	}
}

// fewShift is above the bits of the largest board, 54, and leaves 6 bits for the count and one
// for the turn.
const fewShift = 56

// readFew reads at most one count of few kings, as D12. If it finds none, it takes the plies
// without progress, since Lidraughts writes only those. Both counts begin when the material
// arises, and men rarely move after that.
func (p *position) readFew(given []string) error {
	limit := int(p.fewLimit())
	n, name := int(p.quiet), "H"
	if len(given) > 0 {
		var ok bool
		if n, ok = words.Number(given[0], 9999); !ok || len(given) > 1 {
			return fmt.Errorf("%q: want one D with the number of plies that it counts, as in D12", words.Clip("D"+strings.Join(given, ":D")))
		}
		name = "D"
	}
	switch {
	case limit > 0 && n > limit:
		return fmt.Errorf("the counter %s%d: with these pieces a game is a draw after %d plies: want %s0 to %s%d", name, n, limit, name, name, limit)
	case limit > 0:
		p.few = int32(n)
	case name == "D" && !p.g.fewKings:
		return fmt.Errorf("the counter D%d: only the option fewkings counts the plies with few kings: leave it out", n)
	case name == "D":
		return fmt.Errorf("the counter D%d: want a king alone against one to three pieces with at least one king, or no counter", n)
	}
	return nil
}

// formatFew writes the count of few kings.
func (p *position) formatFew() string {
	if p.few == 0 {
		return ""
	}
	return ":D" + strconv.Itoa(int(p.few))
}
