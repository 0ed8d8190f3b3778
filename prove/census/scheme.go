package census

import "oxo"

// Scheme is a number of the way in which a game makes the keys of its positions: another
// one, almost surely, where that has changed. A file of keys keeps it, and is refused by
// a program whose keys are others. It is of the keys on the way of 32 games of random
// moves, the same every time.
func Scheme(g oxo.Game) uint64 {
	const games, plies = 32, 64
	sum, random := uint64(0), uint64(1)
	var moves []oxo.Move
	for range games {
		p := g.Start()
		for range plies {
			sum = oxo.Key{Hi: sum, Lo: identityIn(p).Hash()}.Hash()
			if moves = p.Moves(moves[:0]); len(moves) == 0 {
				break
			}
			random = random*6364136223846793005 + 1442695040888963407 // Knuth's MMIX
			p.Make(moves[random>>33%uint64(len(moves))])
		}
	}
	return sum
}

// identityIn is the key that tables keep a position under, or its hash.
func identityIn(p oxo.Position) oxo.Key {
	switch p := p.(type) {
	case oxo.Symmetric:
		key, _ := p.Canonical()
		return key
	case oxo.Keyed:
		return p.Key()
	}
	return oxo.Key{Lo: p.Hash()}
}
