package arena

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/game/gamefile"
)

// Export writes a game in a format. The values that its players gave for their moves
// become comments.
func Export(g oxo.Game, r *Record, format gamefile.Format) (string, error) {
	game, err := gameOf(g, r)
	if err != nil {
		return "", err
	}
	return gamefile.Write(game, format) //nolint:wrapcheck // the error says which format is right
}

// gameOf replays a recorded game for a file of games.
func gameOf(g oxo.Game, r *Record) (*gamefile.Game, error) {
	replayed, err := Replay(g, r)
	if err != nil {
		return nil, err
	}
	game := &gamefile.Game{
		Rules: g, Start: replayed.Start, Moves: replayed.Moves, Names: r.Players, Result: gamefile.Result(r.Result), By: by(r, g, replayed.End),
		Event: "oxo arena", Date: r.Began.Format("2006.01.02"), Round: fmt.Sprint(r.N), Termination: termination(r.Reason),
	}
	for i := range r.Plays {
		if i == 0 {
			game.Notes = make([]gamefile.Note, len(r.Opening))
		}
		game.Notes = append(game.Notes, gamefile.Note{Comment: comment(&r.Plays[i])})
	}
	return game, nil
}

// by returns the margin or the reason of a win in the notation of SGF: the points in
// a game with komi, or how the game was cut short.
func by(r *Record, g oxo.Game, end oxo.Position) string {
	komi := board.FactsOf(g).Komi
	if m, margined := end.(oxo.Margined); komi != nil && margined && r.Reason == ByRules {
		half := *komi - math.Floor(*komi) // a half point counts as a whole in the margin
		return fmt.Sprintf("%g", math.Abs(float64(m.Margin()))-half)
	}
	return map[Reason]string{ByTime: "T", ByIllegal: "F", ByCrash: "F", ByResigning: "R"}[r.Reason]
}

// comment writes a player's value and effort for a move.
func comment(p *Play) string {
	var parts []string
	if p.Value != nil {
		parts = append(parts, p.Value.Text)
	}
	if p.Depth > 0 {
		parts = append(parts, fmt.Sprintf("depth %d", p.Depth))
	}
	return strings.Join(append(parts, fmt.Sprintf("%.3fs", p.Seconds)), ", ")
}

// termination writes the reason in the words of PGN.
func termination(r Reason) string {
	switch r {
	case ByTime:
		return "time forfeit"
	case ByIllegal, ByCrash:
		return "rules infraction"
	case ByProof, ByAgreement, ByLength:
		return "adjudication"
	default:
		return "normal"
	}
}

// Show writes the moves of a game, each with the player's value.
func Show(g oxo.Game, r *Record) (string, *Replayed, error) {
	replayed, err := Replay(g, r)
	if err != nil {
		return "", nil, err
	}
	var s strings.Builder
	fmt.Fprintf(&s, "%s, %s.\n", r.title(), g.Name())
	if r.From != "" {
		fmt.Fprintf(&s, "It began at %s\n", r.From)
	}
	if len(r.Opening) > 0 {
		fmt.Fprintf(&s, "Opening: %s\n", strings.Join(r.Opening, " "))
	}
	turn := (int(replayed.Start.Turn()) + len(r.Opening)) % 2
	widest := 0
	for _, p := range r.Plays {
		widest = max(widest, len(p.Move))
	}
	for i := range r.Plays {
		side := oxo.Side((turn + i) % 2)
		fmt.Fprintf(&s, "%4d. %-*s %-*s  %s\n", len(r.Opening)+i+1, maxName(g), board.SideName(g, side), widest, r.Plays[i].Move, comment(&r.Plays[i]))
	}
	fmt.Fprintf(&s, "%s\n", r.ending(g, replayed.End))
	return s.String(), replayed, nil
}

func maxName(g oxo.Game) int {
	return max(len(board.SideName(g, oxo.First)), len(board.SideName(g, oxo.Second)))
}

// ending names the winner and the reason.
func (r *Record) ending(g oxo.Game, end oxo.Position) string {
	if r.Reason == ByRules {
		return strings.ToUpper(catalog.Verdict(g, end)[:1]) + catalog.Verdict(g, end)[1:] + "."
	}
	text := "A draw"
	if i := slices.Index([]Result{FirstWins, SecondWins}, r.Result); i >= 0 {
		text = fmt.Sprintf("%s (%s) wins", r.Players[i], board.SideName(g, oxo.Side(i)))
	}
	text += ": " + string(r.Reason)
	if r.Detail != "" {
		text += ", " + r.Detail
	}
	return text + "."
}
