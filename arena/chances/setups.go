package chances

import "oxo/player"

// Setup is how a game is measured.
type Setup struct {
	Fit   FitOptions
	Plant PlantOptions
	Nodes uint64 // of each search of a review
}

// Setups returns the setups of the games that are measured, by name. A game of Go takes longer
// than other games: its levels make play-outs.
func Setups() map[string]Setup {
	fit := FitOptions{Nodes: 2000, Perfect: 5000, Lo: 9, Hi: player.Perfect, Opening: 4, Every: 3, MaxPlies: 200}
	plant := PlantOptions{Reference: 20_000, Level: 8, Opening: 4, From: 8, To: 30, After: 6}
	usual := Setup{fit, plant, 2000}
	short := usual // games that end early
	short.Plant.From, short.Plant.To = 6, 16
	short.Fit.Every, short.Fit.Nodes, short.Fit.Lo, short.Fit.Hi = 1, 200, 6, 8
	grown := usual
	grown.Fit.Lo, grown.Fit.Hi, grown.Fit.Nodes, grown.Fit.Every = 4, 5, 400, 4
	grown.Plant.Reference, grown.Plant.Level = 2000, 5
	return map[string]Setup{
		"chess": usual, "othello": usual, "checkers": usual, "draughts": usual, "breakthrough:8x8": usual,
		"connect4": usual, "mnk:15x15x5": short, "mnk:7x7x5": short, "go:9x9": grown,
	}
}
