package othello

// SmartGame returns the game number of Othello in the Smart Game Format.
func (g *game) SmartGame() int { return 2 }
