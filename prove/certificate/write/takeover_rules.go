package write

import (
	"slices"

	"oxo"
	"oxo/prove/certificate"
)

// moveBefore returns the next number, if it is a legal move.
func (t *reaching) moveBefore() (oxo.Move, bool) {
	numbers, ok := t.before(1)
	if !ok {
		return 0, false
	}
	if m, ok := t.legal(numbers[0]); ok {
		return m, true
	}
	t.endTakeover()
	return 0, false
}

// legal returns a number as a move, and reports whether the move is legal.
func (t *reaching) legal(n uint64) (oxo.Move, bool) {
	m := oxo.Move(n) //nolint:gosec // compared with it
	return m, uint64(m) == n && slices.Contains(t.s.Position.Moves(nil), m)
}

// asBefore writes a position with the other side to move as the interrupted run did, and reports whether it could.
func (t *reaching) asBefore(share float64) (zone certificate.WinZone, written bool, err error) {
	kind, ok := t.kindBefore()
	if !ok {
		return zone, false, nil
	}
	switch {
	case kind == certificate.Zone && t.s.ByLines:
		zone, err = t.some(share)
	case kind == certificate.All:
		zone, err = t.all(share)
	case kind == certificate.Threat:
		var threat []uint64
		if threat, ok = t.before(2); ok {
			zone, err = t.threaten(oxo.Move(threat[1]), share) //nolint:gosec // a move that is not legal ends no game
		}
	case kind == certificate.Policy && t.policies != nil:
		var answers []uint64
		if answers, ok = t.listBefore(1, 2); ok {
			t.policed(inPairs(answers), share)
			zone = certificate.WholeZone()
		}
	case kind == certificate.Except && t.policies != nil:
		ok, err = t.exceptBefore(share)
		zone = certificate.WholeZone()
	default:
		ok = false
	}
	if !ok {
		t.endTakeover()
	}
	return zone, ok, err
}

// exceptBefore writes the policy with exceptions that comes next.
func (t *reaching) exceptBefore(share float64) (written bool, err error) {
	answers, ok := t.listBefore(1, 2)
	if !ok {
		return false, nil
	}
	columns, ok := t.listBefore(2+uint64(len(answers)), 1)
	if !ok {
		return false, nil
	}
	var others []oxo.Move
	for _, n := range columns {
		m, ok := t.legal(n)
		if !ok {
			return false, nil
		}
		others = append(others, m)
	}
	return true, t.excepted(inPairs(answers), others, share)
}

// inPairs splits numbers into pairs.
func inPairs(numbers []uint64) (pairs [][2]int) {
	for pair := range slices.Chunk(numbers, 2) {
		pairs = append(pairs, [2]int{int(pair[0]), int(pair[1])}) //nolint:gosec // they are only written
	}
	return pairs
}
