package twenty48

import (
	"math/rand/v2"

	"oxo"
)

// This file is for 2048 as people play it: chance places the tiles.

// ChanceSide returns the side that chance plays: the second, which places tiles.
func (g *game) ChanceSide() oxo.Side { return oxo.Second }

// Weight makes a 2 nine times as likely as a 4, on every empty square.
func (g *game) Weight(_ oxo.Position, m oxo.Move) float64 {
	if fourOf(m) == 1 {
		return 1
	}
	return 9
}

// Deal returns the usual start: two random tiles, and the slider to move.
func (g *game) Deal(rng *rand.Rand) oxo.Position {
	p := &position{g: g}
	for placed := 0; placed < 2; {
		shift := 4 * rng.IntN(side*side)
		if p.board>>shift&15 != 0 {
			continue
		}
		tile := uint64(1)
		if rng.IntN(10) == 0 {
			tile = 2
			p.fours++
		}
		p.board |= tile << shift
		placed++
	}
	return p
}

// Score is the sum of all tiles made by merging two others. A tile of 2^n made from 2s counts
// (n-1) times 2^n; each placed 4 reduces the score by 4. If the game began at a written
// position, its tiles count as made from 2s.
func (p *position) Score() int {
	sum := -4 * p.fours
	for x := p.board; x != 0; x >>= 4 {
		if n := int(x & 15); n > 1 {
			sum += (n - 1) << n
		}
	}
	return sum
}
