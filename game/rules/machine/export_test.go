package machine

import "oxo/game/rules/gdl"

// Both returns the two ways to run a circuit.
func Both(c *gdl.Circuit) [2]*Program { return [2]*Program{newProgram(c, false), newProgram(c, true)} }
