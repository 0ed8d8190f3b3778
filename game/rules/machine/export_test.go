package machine

import (
	"math"

	"oxo/game/rules/gdl"
)

// Both returns the two ways to run a circuit.
func Both(c *gdl.Circuit) [2]*Program { return [2]*Program{newProgram(c, false), newProgram(c, true)} }

// Work returns what a fresh program has to do in random games, without a limit.
func (p *Program) Work() int { return newProgram(p.Circuit, p.all).measure(math.MaxInt) }

// Nodes returns the number of nodes that the decision trees of the program have.
func (p *Program) Nodes() int { return p.gardener().nodes }
