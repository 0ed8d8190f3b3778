package write

import (
	"slices"

	"oxo"
	"oxo/prove/certificate"
	"oxo/prove/certificate/lines"
)

// squareBefore returns the next number minus an offset, if that is an empty square.
func (t *preventing) squareBefore(offset uint64) (oxo.Move, bool) {
	numbers, ok := t.before(1)
	if !ok {
		return 0, false
	}
	if n := numbers[0] - offset; t.free(n) { // a difference below 0 wraps to a large number
		return oxo.Move(n), true //nolint:gosec // a square
	}
	t.endTakeover()
	return 0, false
}

// free reports whether a number is a square that is empty on the board and for the preventer.
func (t *preventing) free(n uint64) bool {
	if n >= uint64(t.b.Count) {
		return false
	}
	m := oxo.Move(n) //nolint:gosec // compared
	return t.b.Empty(m) && !t.gone.Has(m)
}

// asBefore writes a node with the other side to move as the interrupted run did, and reports whether it could.
func (t *preventing) asBefore() (zone lines.Squares, written bool, err error) {
	kind, ok := t.kindBefore()
	if !ok {
		return zone, false, nil
	}
	switch kind {
	case certificate.Zone:
		zone, err = t.zone()
		return zone, true, err
	case certificate.Found, certificate.Better:
		zone, ok = t.found(kind)
	case certificate.See:
		zone, ok = t.seeBefore()
	case certificate.Won, certificate.Forced:
		zone, ok, err = t.threat()
	case certificate.Pairs, certificate.Rest:
		var pairs [][2]oxo.Move
		if pairs, ok = t.pairsBefore(); ok {
			zone = t.noted(t.stop(kind, pairs))
		}
	case certificate.Aside:
		var pairs [][2]oxo.Move
		if pairs, ok = t.pairsBefore(); ok && t.setsAside(pairs) {
			zone, err = t.lonely(pairs)
		} else {
			ok = false
		}
	default:
		ok = false
	}
	if !ok {
		t.endTakeover()
	}
	return zone, ok, err
}

// setsAside reports whether pairs may be set aside, and whether this leaves fewer lines.
func (t *preventing) setsAside(pairs [][2]oxo.Move) bool {
	all, _ := t.b.Without(nil)
	left, ok := t.b.Without(lines.PartnersOf(pairs))
	return ok && len(left.Lines) < len(all.Lines)
}

// seeBefore writes the reference that comes next.
func (t *preventing) seeBefore() (zone lines.Squares, ok bool) {
	numbers, ok := t.before(3)
	if !ok {
		return zone, false
	}
	symmetries := 1
	if t.turns != nil {
		symmetries = t.turns.Symmetries()
	}
	n, symmetry := numbers[1], numbers[2]
	if n >= uint64(t.notes.len()) || symmetry >= uint64(symmetries) {
		return zone, false
	}
	return t.refer(int(n), int(symmetry)), true //nolint:gosec // small
}

// pairsBefore returns the pairs after the kind of the next node, if they are pairs of empty squares.
func (t *preventing) pairsBefore() (pairs [][2]oxo.Move, ok bool) {
	list, ok := t.listBefore(1, 2)
	if !ok {
		return nil, false
	}
	var all lines.Squares
	for _, n := range list {
		if !t.free(n) || all.Has(oxo.Move(n)) {
			return nil, false
		}
		all.Add(oxo.Move(n))
	}
	for pair := range slices.Chunk(list, 2) {
		pairs = append(pairs, [2]oxo.Move{oxo.Move(pair[0]), oxo.Move(pair[1])}) //nolint:gosec // squares
	}
	return pairs, true
}
