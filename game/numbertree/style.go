package numbertree

// Goal describes the goals of the two sides.
func (g *Game) Goal() string {
	return "Walk down the tree: MAX wants a large number at its end, MIN a small one."
}

// Rules returns all rules.
func (g *Game) Rules() []string {
	return []string{
		"MAX and MIN choose in turn which node comes next, MAX first.",
		"A node without nodes below it ends the game: its number is what MAX gets and MIN gives.",
	}
}
