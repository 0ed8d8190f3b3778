package othello

// SmartGame returns the number of Othello in the Smart Game Format.
func (g *Game) SmartGame() int { return 2 }
