package arena

import (
	"fmt"
	"strings"

	"oxo"
)

// DraughtsGame is an [oxo.Game] of the kin of draughts, whose games Portable Draughts
// Notation holds.
type DraughtsGame interface {
	oxo.Game
	// GameType returns the number of the game in the notation: 20 is international
	// draughts, 21 English draughts; 0 is a form that has none.
	GameType() int
	// White returns the side that plays white.
	White() oxo.Side
}

// PDN writes a game in Portable Draughts Notation. A result is white's points and
// black's, whichever of them begins.
func PDN(g oxo.Game, r *Record) (string, error) {
	draughts, ok := g.(DraughtsGame)
	if !ok {
		return "", fmt.Errorf("%s is no kind of draughts: PDN is for those, write PGN", g.Name())
	}
	replayed, err := Replay(g, r)
	if err != nil {
		return "", err
	}
	white := draughts.White()
	result := "1/2-1/2"
	if r.Result != Drawn {
		result = map[bool]string{true: "1-0", false: "0-1"}[(r.Result == FirstWins) == (white == oxo.First)]
	}
	tags := [][2]string{
		{"Event", "oxo arena"},
		{"Site", "?"},
		{"Date", r.Began.Format("2006.01.02")},
		{"Round", fmt.Sprint(r.N)},
		{"White", r.Players[white]},
		{"Black", r.Players[white.Opponent()]},
		{"Result", result},
		{"Variant", g.Name()},
		{"Termination", termination(r.Reason)},
	}
	if n := draughts.GameType(); n != 0 {
		tags = append(tags, [2]string{"GameType", fmt.Sprint(n)})
	}
	if r.From != "" {
		tags = append(tags, [2]string{"SetUp", "1"}, [2]string{"FEN", r.From})
	}
	return writeTags(tags) + "\n" + wrap(append(moveText(r, replayed.Start.Turn(), r.Texts()), result)) + "\n", nil
}

func writeTags(tags [][2]string) string {
	var s strings.Builder
	for _, tag := range tags {
		fmt.Fprintf(&s, "[%s %q]\n", tag[0], tag[1])
	}
	return s.String()
}

// moveText is the moves with their numbers, and what players said of them.
func moveText(r *Record, turn oxo.Side, texts []string) (words []string) {
	first := int(turn)
	for i, text := range texts {
		switch {
		case (first+i)%2 == 0:
			words = append(words, fmt.Sprintf("%d.", (first+i)/2+1))
		case i == 0:
			words = append(words, "1...")
		}
		words = append(words, strings.ReplaceAll(text, " ", "_"))
		if play := i - len(r.Opening); play >= 0 {
			words = append(words, strings.Fields("{"+comment(&r.Plays[play])+"}")...)
		}
	}
	return words
}
