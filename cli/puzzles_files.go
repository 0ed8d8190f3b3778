package cli

import (
	"context"
	"fmt"
	"html"
	"io"
	"strings"
	"time"

	"oxo"
	"oxo/explain/puzzle"
	"oxo/explain/puzzle/anki"
	"oxo/game/catalog"
	"oxo/game/gamefile"
)

// writePuzzleGames writes puzzles as games: each begins at the position, and its moves are the
// answer. A comment on the first move has the reason and the wrong tries.
func writePuzzleGames(g oxo.Game, to io.Writer, format gamefile.Format, first int, all []*puzzle.Puzzle) error {
	for i, z := range all {
		game, err := puzzleGame(g, first+i, z)
		if err != nil {
			return err
		}
		text, err := gamefile.Write(game, format)
		if err != nil {
			return usage(err)
		}
		if _, err := io.WriteString(to, text); err != nil {
			return err
		}
	}
	return nil
}

// puzzleGame is a puzzle as a game.
func puzzleGame(g oxo.Game, number int, z *puzzle.Puzzle) (*gamefile.Game, error) {
	start, err := g.ParsePosition(z.Position)
	if err != nil {
		return nil, err
	}
	moves, err := catalog.ReplayFrom(g, start.Clone(), z.Line...)
	if err != nil {
		return nil, err
	}
	words := []string{puzzleTask(z) + " (" + strings.Join(puzzleMarks(z), ", ") + ").", z.Reason}
	for _, w := range z.Wrong {
		words = append(words, wrongWords(z, &w)+".")
	}
	return &gamefile.Game{
		Rules: g, Start: start, Moves: moves, Event: fmt.Sprintf("Puzzle %d: %s", number, z.Theme), Round: fmt.Sprint(number),
		Notes: []gamefile.Note{{Comment: strings.Join(words, " ")}},
	}, nil
}

// puzzleGames is the form of a file of games.
func puzzleGames(format gamefile.Format) puzzleForm {
	return puzzleForm{name: string(format), ending: "." + string(format), write: func(_ *app, g oxo.Game, to io.Writer, first int, all []*puzzle.Puzzle) error {
		return writePuzzleGames(g, to, format, first, all)
	}}
}

// writePuzzleCards writes puzzles as a deck for Anki.
func writePuzzleCards(_ *app, g oxo.Game, to io.Writer, _ int, all []*puzzle.Puzzle) error {
	var cards []anki.Card
	for _, z := range all {
		p, err := g.ParsePosition(z.Position)
		if err != nil {
			return err
		}
		var drawn strings.Builder
		writeBoard(&drawn, g, p, sideNames(g), paint{})
		var back strings.Builder
		back.WriteString("<p><b>" + html.EscapeString(strings.Join(z.Line, " ")) + "</b></p><p>" + anki.Text(z.Reason) + "</p>")
		for _, w := range z.Wrong {
			back.WriteString("<div>" + anki.Text(wrongWords(z, &w)) + "</div>")
		}
		cards = append(cards, anki.Card{
			Key:   z.Game + " " + z.Position,
			Front: "<p>" + html.EscapeString(puzzleTask(z)) + "</p><pre>" + html.EscapeString(drawn.String()) + "</pre>",
			Back:  back.String(), Tags: []string{"oxo", z.Game, z.Theme},
		})
	}
	return anki.Write(context.Background(), to, "oxo: "+g.Name(), cards, time.Now())
}
