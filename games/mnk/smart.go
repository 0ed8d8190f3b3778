package mnk

// SmartGame returns the game number of Gomoku and its relatives in the Smart Game Format.
func (g *game) SmartGame() int { return 4 }
