package arena

import (
	"errors"
	"fmt"
	"iter"
	"strings"

	"oxo"
	"oxo/game/catalog"
	"oxo/game/gamefile"
)

// isRecords reports whether a text is a file of games in the arena's own format.
func isRecords(text string) bool { return strings.HasPrefix(text, `{"oxo_arena":`) }

// FindGame returns a game from the text of a file, in any format that oxo reads:
// the formats of [gamefile.Find], and the arena's own. plies limits its moves;
// [gamefile.All] takes all. earlier lists the faults of the games before it.
func FindGame(g oxo.Game, name, text string, number, plies int) (game *gamefile.Game, earlier []string, err error) {
	if isRecords(text) {
		game, err = recorded(g, name, text, number, plies)
		return game, nil, err
	}
	found, err := gamefile.Find(g, text, number)
	if err != nil {
		return nil, nil, err //nolint:wrapcheck // the error says which game and line
	}
	game, err = found.Play(plies)
	return game, found.Earlier, err //nolint:wrapcheck // the error says which game and line
}

// GamesOf returns the games of the text of a file in order, in any format that oxo
// reads, with an error in place of a faulty game. For the format of a game the
// function plies returns how many of its first plies to play, or [gamefile.All].
func GamesOf(g oxo.Game, name, text string, plies func(gamefile.Format) int) iter.Seq2[*gamefile.Game, error] {
	if isRecords(text) {
		return recordedGames(g, name, text, plies(""))
	}
	return func(yield func(*gamefile.Game, error) bool) {
		r, err := gamefile.NewReader(g, text)
		if err != nil {
			yield(nil, err)
			return
		}
		for t := r.Next(); t != nil; t = r.Next() {
			if !yield(t.PlayUpTo(plies(t.Format))) {
				return
			}
		}
	}
}

// recordsOf reads the records of g from the text of an arena file.
func recordsOf(g oxo.Game, name, text string) ([]Record, error) {
	if whole := strings.LastIndexByte(text, '\n'); whole >= 0 {
		text = text[:whole+1] // drops an incomplete last line
	}
	plan, records, err := parse(name, []byte(text))
	if err == nil && !oxo.SameName(plan.Game, g.Name()) {
		err = fmt.Errorf("its games are of %s, want %s", plan.Game, g.Name())
	}
	return records, err
}

// recorded returns one game of an arena file.
func recorded(g oxo.Game, name, text string, number, plies int) (*gamefile.Game, error) {
	records, err := recordsOf(g, name, text)
	if err != nil {
		return nil, err
	}
	r, err := Find(records, number)
	if err != nil {
		return nil, err
	}
	game, err := gameOf(g, r)
	if err != nil || plies == gamefile.All {
		return game, err
	}
	if plies > len(game.Moves) {
		return nil, fmt.Errorf("game %d ends with ply %d: ply %d does not exist", number, len(game.Moves), plies)
	}
	game.Moves = game.Moves[:plies]
	return game, nil
}

// recordedGames returns the games of an arena file, up to a number of plies or all.
func recordedGames(g oxo.Game, name, text string, plies int) iter.Seq2[*gamefile.Game, error] {
	return func(yield func(*gamefile.Game, error) bool) {
		records, err := recordsOf(g, name, text)
		if err != nil {
			yield(nil, err)
			return
		}
		for i := range records {
			game, err := gameOf(g, &records[i])
			if err == nil && plies != gamefile.All {
				game.Moves = game.Moves[:min(plies, len(game.Moves))]
			}
			if !yield(game, err) {
				return
			}
		}
	}
}

// errNoMoves is the error of an opening that equals the start of the game.
var errNoMoves = errors.New("it has neither moves nor a position of its own: want one of the two")

// openingText writes the beginning of a game in the form of [Plan].Openings: its
// position, unless it is the start, and its moves.
func openingText(game *gamefile.Game) (string, error) {
	g := game.Rules
	moves := strings.Join(catalog.FormatLine(g, game.Start, game.Moves), " ")
	switch from := textOf(g, game.Start); {
	case from != textOf(g, g.Start()) && moves == "":
		return from, nil
	case from != textOf(g, g.Start()):
		return from + movesAfter + moves, nil
	case moves == "":
		return "", errNoMoves
	}
	return moves, nil
}

// movesAfter separates a position from its moves, as in UCI.
const movesAfter = " moves "
