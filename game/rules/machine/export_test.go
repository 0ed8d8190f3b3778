package machine

import (
	"math"

	"oxo/game/rules/gdl"
)

// All returns all ways to run a circuit.
func All(c *gdl.Circuit) (all []*Program) {
	for _, keeps := range []bool{false, true} {
		for _, small := range []bool{false, true} {
			p := newProgram(c, keeps)
			p.small = small
			all = append(all, p)
		}
	}
	return all
}

// Work returns what a fresh program has to do in random games, without a limit.
func (p *Program) Work() int { return newProgram(p.Circuit, p.all).measure(math.MaxInt) }

// Nodes returns the number of nodes that the decision trees of the program have.
func (p *Program) Nodes() int { return p.gardener().nodes }
