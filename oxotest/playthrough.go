package oxotest

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"oxo"
)

// Playthrough plays one random game and records, at each step, everything
// that the rules say: the position, its hash, the legal moves and the outcome.
// Kept in a file, it shows any change of the rules. The same seed records the
// same game. At most maxPlies are played.
func Playthrough(g oxo.Game, seed uint64, maxPlies int) string {
	rng := rand.New(rand.NewPCG(seed, 0))
	p := g.Start()
	var b strings.Builder
	fmt.Fprintf(&b, "game %s, seed %d\n", g.Name(), seed)
	for ply := 0; ; ply++ {
		moves := p.Moves(nil)
		fmt.Fprintf(&b, "\nply %d\nposition %s\nhash %016x\n%s\n", ply, g.FormatPosition(p), p.Hash(), oxo.Verdict(g, p))
		var names []string
		for _, m := range moves {
			names = append(names, g.FormatMove(p, m))
		}
		fmt.Fprintf(&b, "moves %s\n", strings.Join(names, " "))
		if len(moves) == 0 || ply == maxPlies {
			return b.String()
		}
		m := moves[rng.IntN(len(moves))]
		fmt.Fprintf(&b, "plays %s\n", g.FormatMove(p, m))
		p.Make(m)
	}
}
