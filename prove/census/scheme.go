package census

import "oxo"

// Scheme returns a number that almost surely changes when a game changes the keys of its positions. A file of keys
// contains it, so a program with other keys refuses the file. It is a hash of the keys in 32 games of random moves,
// the same at every call.
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

// identityIn returns the key that tables use for a position, or its hash.
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
