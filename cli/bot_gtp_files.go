package cli

import (
	"errors"
	"fmt"
	"io"
	"os"

	"oxo"
	"oxo/game/gamefile"
	"oxo/internal/datafile"
)

// gtpFiles implements [gtp.Files]: games of SGF in ordinary files.
type gtpFiles struct{}

// Read returns the text of a file. Standard input is refused: the commands come from there.
func (gtpFiles) Read(name string) (string, error) {
	if info, err := os.Stat(name); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return "", fmt.Errorf("%s: want an ordinary file", name)
	}
	text, err := datafile.Read(name, gamefile.MaxBytes)
	return string(text), err
}

// Write writes a file whole or not at all.
func (gtpFiles) Write(name, text string) error {
	return datafile.Replace(name, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// Properties returns the properties of the root of the first game.
func (gtpFiles) Properties(rules oxo.Game, text string) (map[string]string, error) {
	game, err := findSGF(rules, text)
	if err != nil {
		return nil, err
	}
	return game.Tags, nil
}

// findSGF finds the first game of a text.
func findSGF(rules oxo.Game, text string) (*gamefile.Text, error) {
	game, err := gamefile.Find(rules, text, 1)
	if err != nil {
		return nil, err
	}
	if game.Format != gamefile.SGF {
		return nil, errors.New("the file is not SGF, which begins with (;")
	}
	return game, nil
}

// Play plays the first game, or its first plies.
func (gtpFiles) Play(rules oxo.Game, text string, plies int) (oxo.Position, []oxo.Move, error) {
	found, err := findSGF(rules, text)
	if err != nil {
		return nil, nil, err
	}
	if plies < 0 {
		plies = gamefile.All
	}
	game, err := found.Play(plies)
	if err != nil {
		return nil, nil, err
	}
	return game.Start, game.Moves, nil
}

// Format writes a game, with its result if the rules have ended it.
func (gtpFiles) Format(rules oxo.Game, start oxo.Position, moves []oxo.Move) (string, error) {
	game := gamefile.Game{Rules: rules, Start: start, Moves: moves}
	end := start.Clone()
	for _, m := range moves {
		end.Make(m)
	}
	if over := end.Outcome(); over != oxo.Ongoing {
		game.Result = gamefile.Drawn
		if side, won := over.Winner(end.Turn()); won {
			game.Result = [2]gamefile.Result{gamefile.FirstWins, gamefile.SecondWins}[side&1]
		}
	}
	return gamefile.Write(&game, gamefile.SGF)
}
