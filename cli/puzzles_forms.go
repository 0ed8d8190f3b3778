package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"oxo"
	"oxo/explain/puzzle"
	"oxo/game/gamefile"
	"oxo/internal/datafile"
	"oxo/internal/words"
	"oxo/prove/keep"
)

// puzzleForm is a form in which puzzles are written.
type puzzleForm struct {
	name, ending string
	streams      bool // each puzzle can be written as soon as it is found
	bytes        bool // not for a terminal
	write        func(a *app, g oxo.Game, to io.Writer, first int, all []*puzzle.Puzzle) error
}

// puzzleForms are the forms; first is the number of the first puzzle.
func puzzleForms() []puzzleForm {
	return []puzzleForm{
		{name: "text", ending: ".txt", streams: true, write: writePuzzleText},
		{name: "jsonl", ending: ".jsonl", streams: true, write: func(_ *app, _ oxo.Game, to io.Writer, _ int, all []*puzzle.Puzzle) error {
			for _, z := range all {
				if err := writeJSON(to, z); err != nil {
					return err
				}
			}
			return nil
		}},
		puzzleGames(gamefile.PGN),
		puzzleGames(gamefile.SGF),
		puzzleGames(gamefile.PDN),
		{name: "apkg", ending: ".apkg", bytes: true, write: writePuzzleCards},
	}
}

// puzzleFormOf chooses a form by its name, or by the ending of a file.
func puzzleFormOf(g oxo.Game, name, out string) (puzzleForm, error) {
	all := puzzleForms()
	var names, endings []string
	for _, f := range all {
		names, endings = append(names, f.name), append(endings, f.ending)
	}
	at := 0
	switch {
	case name != "":
		if at = slices.Index(names, name); at < 0 {
			return puzzleForm{}, usagef("--form %q: want %s", name, oneOf(names))
		}
	case out != "":
		if at = slices.Index(endings, strings.ToLower(filepath.Ext(out))); at < 0 {
			return puzzleForm{}, usagef("--out %s: want a name that ends with %s, or --form", out, oneOf(endings))
		}
	}
	f := all[at]
	if f.bytes && out == "" {
		return f, usagef("--form %s: want --out FILE too", f.name)
	}
	if format := gamefile.Format(f.name); format == gamefile.PDN || format == gamefile.SGF || format == gamefile.PGN {
		_, err := gamefile.Write(&gamefile.Game{Rules: g, Start: g.Start()}, format) // a game that the format cannot hold is refused now
		return f, usage(err)
	}
	return f, nil
}

// oneOf writes a choice: "text, jsonl or pgn".
func oneOf(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// holdNew holds the file of --out, which must not exist. Without a name it does nothing.
func holdNew(name string) (release func(), err error) {
	if name == "" {
		return func() {}, nil
	}
	if _, err := os.Stat(name); err == nil {
		return nil, usagef("--out %s: the file exists already: give another name", name)
	}
	release, err = keep.Hold(name)
	return release, flagged("out", err)
}

// write writes all puzzles at once.
func (w *puzzling) write() error {
	if w.out == "" {
		return w.form.write(w.app, w.game, w.app.out, 1, w.all)
	}
	return flagged("out", datafile.Replace(w.out, func(to io.Writer) error {
		return w.form.write(w.app, w.game, to, 1, w.all)
	}))
}

// writePuzzleText writes puzzles with their boards, and their solutions after them.
func writePuzzleText(a *app, g oxo.Game, to io.Writer, first int, all []*puzzle.Puzzle) error {
	for i, z := range all {
		p, err := g.ParsePosition(z.Position)
		if err != nil {
			return err
		}
		fmt.Fprintf(to, "%d. %s (%s)\n\n", first+i, puzzleTask(z), strings.Join(puzzleMarks(z), ", "))
		paint := a.paint()
		paint.on = paint.on && to == a.out
		writeBoard(to, g, p, sideNames(g), paint)
		fmt.Fprintf(to, "\nPosition: %s\nAnswer: %s\n%s\n", z.Position, strings.Join(z.Line, " "), z.Reason)
		for _, w := range z.Wrong {
			fmt.Fprintf(to, "  %s\n", wrongWords(z, &w))
		}
		if _, err := fmt.Fprintln(to); err != nil {
			return err
		}
	}
	return nil
}

// puzzleTask says what is to be done.
func puzzleTask(z *puzzle.Puzzle) string {
	switch {
	case z.Keeps == puzzle.Material:
		return fmt.Sprintf("%s to move and win material within %s", z.Turn, plyWords(z.Within))
	case z.Within > 0:
		return fmt.Sprintf("%s to move and win within %s", z.Turn, plyWords(z.Within))
	case z.Keeps == "draw":
		return z.Turn + " to move and draw"
	}
	return z.Turn + " to move and win"
}

// puzzleMarks are the theme, the plies and the rating.
func puzzleMarks(z *puzzle.Puzzle) []string {
	marks := []string{z.Theme, plyWords(z.Plies)}
	if z.Found != nil {
		marks = append(marks, fmt.Sprintf("rated %d", z.Rating))
	}
	return marks
}

// plyWords counts plies in words.
func plyWords(n int) string {
	if n == 1 {
		return "1 ply"
	}
	return fmt.Sprintf("%d plies", n)
}

// wrongWords says why a try is wrong.
func wrongWords(z *puzzle.Puzzle, w *puzzle.Wrong) string {
	text := w.Move
	switch {
	case w.Result == "" && z.Keeps == puzzle.Material:
		text += " does not win material within " + plyWords(z.Within)
	case w.Result == "":
		text += " does not win within " + plyWords(z.Within)
	case w.Result == "draw":
		text += " only draws"
	case w.Plies > 0:
		text += fmt.Sprintf(" loses in %d", w.Plies)
	default:
		text += " loses"
	}
	if len(w.Line) > 1 {
		text += ": " + strings.Join(w.Line[1:], " ")
	}
	return text
}

// summary counts the puzzles and the refusals, and prints the share that each level finds.
func (w *puzzling) summary(to io.Writer) {
	k := w.maker
	fmt.Fprintf(to, "%s of %s, %s looked at: %s\n", words.Count(len(w.all), "puzzle"), words.Count(k.Games.Load(), "game"),
		words.Count(k.Examined.Load(), "position"), strings.Join(w.faults(), ", "))
	if 0 < len(w.all) && len(w.all) < w.count {
		fmt.Fprintf(to, "fewer than the %d that were asked for\n", w.count)
	}
	ladder := puzzle.Ladder(w.all)
	if ladder == nil {
		return
	}
	var shares []string
	for _, share := range ladder {
		shares = append(shares, fmt.Sprintf("%.0f%%", 100*share))
	}
	fmt.Fprintf(to, "found by levels 1 to %d: %s\n", len(ladder), strings.Join(shares, " "))
	for _, level := range puzzle.Steps(ladder) {
		fmt.Fprintf(to, "level %d finds fewer than level %d\n", level, level-1)
	}
}

// faults counts the positions that are not puzzles.
func (w *puzzling) faults() []string {
	var all []string
	for _, f := range []struct {
		fault puzzle.Fault
		words string
	}{
		{puzzle.TwoAnswers, "with several answers"},
		{puzzle.Forced, "with one legal move"},
		{puzzle.Lost, "lost"},
		{puzzle.Unproven, "not proven"},
		{puzzle.Short, "too short"},
		{puzzle.Long, "too long"},
	} {
		all = append(all, fmt.Sprintf("%d %s", w.maker.Refused[f.fault].Load(), f.words))
	}
	return all
}
