package gametest

import "oxo"

// Worth is plain minimax: the result for the side to move, 1, 0 or -1, which it also stores under the hash of each
// position.
func Worth(p oxo.Position, known map[uint64]int) int {
	if v, ok := known[p.Hash()]; ok {
		return v
	}
	v := -1
	if p.Outcome() != oxo.Ongoing {
		v = int(min(max(oxo.Final(p), -1), 1))
	}
	for _, m := range p.Moves(nil) {
		p.Make(m)
		v = max(v, -Worth(p, known))
		p.Unmake(m)
	}
	known[p.Hash()] = v
	return v
}
