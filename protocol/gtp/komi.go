package gtp

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
)

// compensated reports whether the second side of a game gets points for moving second,
// as white does in Go. The margin of a game counts a half point as a whole.
func compensated(g oxo.Game) bool { return board.FactsOf(g).Komi != nil }

// komi sets White's compensation in the running game. A game without komi accepts any
// value, since controllers send it for all games.
func (s *server) komi(args []string) (string, error) {
	if _, err := strconv.ParseFloat(args[0], 64); err != nil {
		return "", fail("syntax error", "%.20q is not a number", args[0])
	}
	if !compensated(s.game) {
		return "", nil
	}
	g, err := withKomi(s.families, s.game, args[0])
	if err != nil {
		return "", fail("syntax error", "%v", err)
	}
	start, err := g.ParsePosition(s.game.FormatPosition(s.start))
	if err != nil {
		return "", fail("cannot set komi", "%v", err)
	}
	s.game, s.notation, s.start, s.now = g, newNotation(g), start, start.Clone()
	for _, m := range s.moves {
		s.now.Make(m)
	}
	s.engines.Clear()
	return "", nil
}

// withKomi returns g with another komi.
func withKomi(families []catalog.Family, g oxo.Game, komi string) (oxo.Game, error) {
	const option = "komi="
	words := slices.DeleteFunc(strings.Split(g.Name(), ","), func(word string) bool { return strings.HasPrefix(word, option) })
	return catalog.Lookup(families, strings.Join(append(words, option+komi), ","))
}

// rules accepts the rules of Go with area counting.
func (s *server) rules(args []string) (string, error) {
	if !compensated(s.game) {
		return "", fail("syntax error", "%s is not Go", s.game.Name())
	}
	switch strings.ToLower(args[0]) {
	case "chinese", "aga":
		return "", nil
	}
	return "", fail("unsupported rules", "%.20q: want rules with area scoring, chinese or aga", args[0])
}

// finalScore writes a result as in SGF: B+12; W+ if there are no points; 0 for a
// draw.
func (s *server) finalScore([]string) (string, error) {
	outcome := s.now.Outcome()
	if outcome == oxo.Ongoing {
		return "", fail("cannot score", "the game is not over: %s is to play", colour(s.now.Turn()))
	}
	winner, ok := outcome.Winner(s.now.Turn())
	if !ok {
		return "0", nil
	}
	text := strings.ToUpper(colour(winner)[:1]) + "+"
	if m, ok := s.now.(oxo.Margined); ok {
		text += strconv.FormatFloat(s.lead(m.Margin()), 'f', -1, 64)
	}
	return text, nil
}

// lead returns the points of a margin.
func (s *server) lead(margin int) float64 {
	lead := float64(max(margin, -margin))
	if komi := board.FactsOf(s.game).Komi; komi != nil && *komi != math.Trunc(*komi) {
		lead -= 0.5
	}
	return lead
}
