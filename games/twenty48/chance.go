package twenty48

import (
	"math/rand/v2"
	"strconv"

	"oxo"
)

// What follows is 2048 as people play it: chance places the tiles.

// ChanceSide returns the side that is left to chance: the second, which places.
func (g *Game) ChanceSide() oxo.Side { return oxo.Second }

// Weight says that a 2 is nine times as likely as a 4, on every empty square.
func (g *Game) Weight(_ oxo.Position, m oxo.Move) float64 {
	if fourOf(m) == 1 {
		return 1
	}
	return 9
}

// Deal returns the usual start: two tiles on squares drawn by chance, and the
// slider to move.
func (g *Game) Deal(rng *rand.Rand) oxo.Position {
	p := &position{g: g}
	for placed := 0; placed < 2; {
		shift := 4 * rng.IntN(Side*Side)
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

// Note tells the score.
func (p *position) Note() string { return "score " + strconv.Itoa(p.Score()) }

// Score is the sum of all tiles that two others became. A tile of 2^n that grew from
// 2s is worth (n-1) times 2^n; each 4 that was placed is worth 4 less. Where the game
// began at a position that was written down, its tiles count as grown from 2s.
func (p *position) Score() int {
	sum := -4 * p.fours
	for x := p.board; x != 0; x >>= 4 {
		if n := int(x & 15); n > 1 {
			sum += (n - 1) << n
		}
	}
	return sum
}
