package gtp

import (
	"errors"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/catalog"
)

// Files reads and writes games in SGF, for loadsgf and printsgf.
type Files interface {
	// Read returns the text of a file.
	Read(name string) (string, error)
	// Write writes a file whole or not at all.
	Write(name, text string) error
	// Properties returns the properties of the first game's root in a text, each with
	// its first value. rules is the game that the text probably contains. If the text
	// is not SGF, it returns an error.
	Properties(rules oxo.Game, text string) (map[string]string, error)
	// Play returns the start and the first plies of the first game of a text; a
	// negative plies means all. If the rules, the size or the komi differ, it returns
	// an error.
	Play(rules oxo.Game, text string, plies int) (start oxo.Position, moves []oxo.Move, err error)
	// Format writes a game.
	Format(rules oxo.Game, start oxo.Position, moves []oxo.Move) (string, error)
}

// loadSGF handles loadsgf FILE [MOVE]: the position at the end of a game, or before a
// move. The file determines the board size and the komi. The moves of the file can be
// undone.
func (s *server) loadSGF(args []string) (string, error) {
	plies := -1
	if len(args) > 1 {
		n, err := strconv.ParseUint(args[1], 10, 20)
		if err != nil || n == 0 {
			return "", fail("syntax error", "%.20q is not the number of a move: want a whole number from 1, and the board is that before the move", args[1])
		}
		plies = int(n) - 1
	}
	text, err := s.opts.Files.Read(args[0])
	if err != nil {
		return "", fail("cannot load file", "%v", err)
	}
	properties, err := s.opts.Files.Properties(s.game, text)
	if err != nil {
		return "", fail("cannot load file", "%v", err)
	}
	g, err := s.gameOf(properties)
	if err != nil {
		return "", fail("cannot load file", "%v", err)
	}
	start, moves, err := s.opts.Files.Play(g, text, plies)
	if err != nil {
		return "", fail("cannot load file", "%v", err)
	}
	s.game, s.notation = g, newNotation(g)
	s.setUp(start)
	for _, m := range moves {
		s.makeMove(m)
		s.steps = append(s.steps, 1)
	}
	return "", nil
}

// gameOf returns the game of a file's properties: the current game with the board
// size and komi of the file. A file written by oxo contains the name of its game,
// whose other parameters may differ from the current ones.
func (s *server) gameOf(properties map[string]string) (oxo.Game, error) {
	const (
		goNumber = "1"
		goSize   = "19"
	)
	family, _, _ := strings.Cut(s.game.Name(), ":")
	if name := properties["RU"]; strings.HasPrefix(properties["AP"], "oxo") && strings.HasPrefix(name, family+":") {
		return catalog.Lookup(s.families, name)
	}
	number, numbered := properties["GM"]
	size, sizes := properties["SZ"]
	if !sizes && (!numbered || strings.TrimSpace(number) == goNumber) {
		size = goSize
	}
	g := s.game
	if columns, rows, ok := readSize(size); ok {
		var err error
		if g, err = sized(s.families, g, columns, rows); err != nil {
			return nil, err
		}
	}
	komi := strings.ReplaceAll(strings.TrimSpace(properties["KM"]), ",", ".")
	if !compensated(g) || komi == "" {
		return g, nil
	}
	if with, err := withKomi(s.families, g, komi); err == nil {
		return with, nil
	}
	return g, nil // Play reports the wrong komi
}

// readSize reads "19", or "9:7", columns and rows.
func readSize(text string) (columns, rows int, ok bool) {
	first, second, both := strings.Cut(strings.TrimSpace(text), ":")
	if !both {
		second = first
	}
	columns, err := strconv.Atoi(first)
	rows, err2 := strconv.Atoi(second)
	return columns, rows, errors.Join(err, err2) == nil
}

// printSGF handles printsgf [FILE]: it writes the game to a file, or answers with it
// if FILE is - or missing.
func (s *server) printSGF(args []string) (string, error) {
	text, err := s.opts.Files.Format(s.game, s.start, s.moves)
	if err != nil {
		return "", fail("cannot print game", "%v", err)
	}
	if len(args) == 0 || args[0] == "-" {
		return text, nil
	}
	if err := s.opts.Files.Write(args[0], text); err != nil {
		return "", fail("cannot write file", "%v", err)
	}
	return "", nil
}
