package mnk

// SmartGame returns the number of Gomoku and its kin in the Smart Game Format.
func (g *Game) SmartGame() int { return 4 }
