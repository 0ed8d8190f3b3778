package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"oxo"
	"oxo/explain/puzzle"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/internal/datafile"
	"oxo/internal/languages"
	"oxo/internal/words"

	"github.com/spf13/cobra"
)

// puzzleSitting is a person who solves puzzles.
type puzzleSitting struct {
	a      *app
	c      *cobra.Command
	in     *lines
	game   oxo.Game // of the puzzle being solved
	p      oxo.Position
	solved int // at the first try, without hints
	tried  int // puzzles that were begun and ended
	streak int
	best   int
	speech speech
	words  *languages.Catalogue
}

// maxPuzzleFile limits a file of puzzles, in bytes.
const maxPuzzleFile = 256 << 20

// playPuzzles lets a person solve the puzzles of a file.
func (a *app) playPuzzles(c *cobra.Command, args []string, o *playOptions) error {
	number := o.start.number
	for _, flag := range []string{"position", "file", "ply", "as", "symbol", "level", "player", "proof", "size"} {
		if c.Flags().Changed(flag) {
			return usagef("--puzzle has the position and both sides: leave --%s out", flag)
		}
	}
	if len(args) > 0 {
		return usagef("--puzzle has the game: leave %s out", words.Clip(args[0]))
	}
	all, err := readPuzzles(o.puzzle)
	if err != nil {
		return err
	}
	if c.Flags().Changed("number") {
		if number < 1 || number > len(all) {
			return usagef("--number %d: want 1 to %d: the file has %s", number, len(all), words.Count(len(all), "puzzle"))
		}
		all = all[number-1 : number]
	}
	s := &puzzleSitting{a: a, c: c, in: readLines(a.in), speech: o.speech}
	for i, z := range all {
		more, err := s.solve(i+1, len(all), z)
		if err != nil || !more {
			return s.end(err)
		}
	}
	return s.end(nil)
}

// readPuzzles reads a file of puzzles, one a line, as oxo puzzles --form jsonl writes it.
func readPuzzles(name string) (all []*puzzle.Puzzle, err error) {
	data, err := datafile.Read(name, maxPuzzleFile)
	if err != nil {
		return nil, usagef("--puzzle: %w", err)
	}
	for in := json.NewDecoder(bufio.NewReader(strings.NewReader(string(data)))); ; {
		z := &puzzle.Puzzle{}
		err := in.Decode(z)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil || z.Game == "" || z.Answer == "" || len(z.Line) == 0 {
			return nil, usagef("--puzzle %s: puzzle %d cannot be read: want lines as oxo puzzles GAME --form jsonl writes them", name, len(all)+1)
		}
		all = append(all, z)
	}
	if len(all) == 0 {
		return nil, usagef("--puzzle %s: the file has no puzzle", name)
	}
	return all, nil
}

// solve asks for the answer of a puzzle until it is found or given up. It reports false if the person
// leaves.
func (s *puzzleSitting) solve(number, of int, z *puzzle.Puzzle) (more bool, err error) {
	if s.game, err = s.a.game(z.Game); err != nil {
		return false, err
	}
	if s.p, err = s.game.ParsePosition(z.Position); err != nil {
		return false, usagef("--puzzle: puzzle %d: %w", number, err)
	}
	fmt.Fprintf(s.a.out, "Puzzle %d of %d: %s.\n\n", number, of, puzzleTask(z))
	s.board(s.p)
	for hints, clean := 0, true; ; {
		text, err := s.a.ask(s.c, s.in, "Your move, or hint, answer, skip, quit: ")
		if err != nil {
			return false, err
		}
		switch word := strings.ToLower(text); {
		case isQuit(word):
			return false, nil
		case word == "hint" || word == "h":
			clean, hints = false, min(hints+1, maxHints)
			fmt.Fprintln(s.a.out, s.hint(z, hints))
		case word == "skip" || word == "s":
			s.count(false)
			return true, nil
		case word == "answer" || word == "a":
			s.count(false)
			return true, s.explain(z)
		default:
			right, err := s.try(z, text)
			if err != nil {
				fmt.Fprintln(s.a.out, err)
				continue
			}
			if right {
				s.count(clean)
				fmt.Fprintln(s.a.out, "Right.")
				return true, s.explain(z)
			}
			clean = false
		}
	}
}

// board draws a position.
func (s *puzzleSitting) board(p oxo.Position) {
	if s.speech == speechDrawn {
		writeBoard(s.a.out, s.game, p, sideNames(s.game), s.a.paint())
	} else {
		fmt.Fprintln(s.a.out, (&speaker{game: s.game, names: sideNames(s.game), short: s.speech == speechShort, words: s.words}).board(p))
	}
	fmt.Fprintln(s.a.out)
}

// maxHints is the last degree of hints: the theme, the piece or the reply to look for, the answer.
const maxHints = 3

// hint helps by degrees.
func (s *puzzleSitting) hint(z *puzzle.Puzzle, degree int) string {
	switch degree {
	case 1:
		return "The theme is: " + z.Theme + "."
	case 2:
		losing := slices.DeleteFunc(slices.Clone(z.Wrong), func(w puzzle.Wrong) bool { return len(w.Line) < 2 })
		if len(losing) > 0 {
			w := losing[len(losing)-1]
			return "Not " + w.Move + ": the reply " + w.Line[1] + " is the trouble. See what else stops it."
		}
		return "Look " + plyWords(z.Plies) + " ahead."
	}
	return "It is " + z.Answer + "."
}

// try plays a move, and after a wrong one its refutation. The error of a move that is not
// legal is for the person.
func (s *puzzleSitting) try(z *puzzle.Puzzle, text string) (right bool, err error) {
	m, err := s.game.ParseMove(s.p, text)
	if err != nil {
		return false, err
	}
	name := s.game.FormatMove(s.p, m)
	if name == z.Answer {
		return true, nil
	}
	w := z.Tried(name)
	if w == nil {
		return false, fmt.Errorf("the puzzle says nothing about %s: try another move", name)
	}
	fmt.Fprintf(s.a.out, "No: %s.\n", wrongWords(z, w))
	p := s.p.Clone()
	for i, move := range w.Line {
		who := board.SideName(s.game, p.Turn())
		if _, err := catalog.Play(s.game, p, move); err != nil {
			return false, err
		}
		if i > 0 {
			fmt.Fprintf(s.a.out, "%s plays %s.\n", who, move)
		}
	}
	fmt.Fprintln(s.a.out)
	s.board(p)
	fmt.Fprintln(s.a.out, "Back to the puzzle.")
	return false, nil
}

// explain shows the answer and its reason.
func (s *puzzleSitting) explain(z *puzzle.Puzzle) error {
	_, err := fmt.Fprintf(s.a.out, "%s\n%s\n\n", strings.Join(z.Line, " "), z.Reason)
	return err
}

// count counts a puzzle.
func (s *puzzleSitting) count(solved bool) {
	s.tried++
	if !solved {
		s.streak = 0
		return
	}
	s.solved++
	s.streak++
	s.best = max(s.best, s.streak)
}

// end says how many puzzles were solved.
func (s *puzzleSitting) end(err error) error {
	if err = endOfInput(err); err == nil && s.tried > 0 {
		_, err = fmt.Fprintf(s.a.out, "%d of %s solved at the first try, the longest streak %d.\n", s.solved, words.Count(s.tried, "puzzle"), s.best)
	}
	return err
}
