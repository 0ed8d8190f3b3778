// Command sheets reads all rule sheets of a folder, and prints a table of them as Markdown:
//
//	go run ./cmd/sheets [-perft NODES] [-check TIME [-games N] | -compare COUNTS] [-only NAME] FOLDER
//
// With -check each game goes through the conformance suite of package oxotest, as long as that
// takes no more than the time. With -compare another table compares numbers of games by plies with those that another
// program counted: the file COUNTS has the name of the program, and a line for each sheet.
//
// Of several sheets in one subfolder it takes the last by name: this is how collections keep
// old versions. It leaves out sheets that are not for two roles.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"oxo"
	"oxo/game/catalog"
	"oxo/game/rules"
	"oxo/game/rules/gdl"
	"oxo/game/rules/rbg"
	"oxo/oxotest"
	"oxo/textbook"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run carries out the arguments, and returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	f := flag.NewFlagSet("sheets", flag.ContinueOnError)
	f.SetOutput(stderr)
	var o options
	f.Uint64Var(&o.nodes, "perft", 0, "count games up to `N` positions for each number of plies")
	f.DurationVar(&o.check, "check", 0, "check that each game keeps the promises of package oxo, for this `TIME` at most, as in 1m")
	f.IntVar(&o.games, "games", 0, "with -check: `N` random games for each promise; 0 is the default of oxotest")
	compare := f.String("compare", "", "compare numbers of games with the `COUNTS` of another program, to the most plies with at most -perft games, by default 1000000")
	only := f.String("only", "", "read the sheet `NAME` alone")
	switch err := f.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	case f.NArg() != 1:
		fmt.Fprintln(stderr, "sheets: want one folder")
		return 2
	}
	var err error
	if *compare != "" {
		o.compare, err = readCounts(*compare)
	}
	if err == nil {
		err = table(ctx, f.Arg(0), *only, o, stdout)
	}
	switch {
	case ctx.Err() != nil:
		return 130
	case err != nil:
		fmt.Fprintln(stderr, "sheets:", err)
		return 1
	}
	return 0
}

// table prints the table of a folder's sheets, or of one of them.
func table(ctx context.Context, folder, only string, o options, stdout io.Writer) error {
	files, err := sheetsIn(folder)
	if err != nil {
		return err
	}
	head, line := comparedHead, comparedLine
	if o.compare == nil {
		head = "| sheet | seconds to read | key bits | symmetries | loops | margins | positions a second | what is to be said |\n|---|---|---|---|---|---|---|---|"
		line = func(ctx context.Context, file, _ string, o options) (string, bool) { return look(ctx, file, o) }
	}
	fmt.Fprintln(stdout, head)
	for _, file := range files {
		name := nameOf(folder, file)
		if only != "" && only != name {
			continue
		}
		if r, two := line(ctx, file, name, o); two && ctx.Err() == nil {
			fmt.Fprintf(stdout, "| %s | %s |\n", name, r)
		}
	}
	return nil
}

// options say what is done with each sheet that is a game.
type options struct {
	nodes uint64        // of perft; 0: without
	check time.Duration // of the conformance suite; 0: without
	games int           // for each check of the suite; 0 is the suite's default

	compare *counted // nil: without
}

// nameOf returns the name of a sheet: the name of its subfolder, or without a subfolder
// the name of its file.
func nameOf(folder, file string) string {
	if within, err := filepath.Rel(folder, file); err == nil {
		if first, _, deep := strings.Cut(filepath.ToSlash(within), "/"); deep {
			return first
		}
	}
	return strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
}

// sheetsIn returns one sheet of each subfolder, and all of the folder itself.
func sheetsIn(folder string) (files []string, err error) {
	last := map[string]string{}
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if _, ok := familyOf(path); err != nil || d.IsDir() || !ok {
			return err
		}
		within, err := filepath.Rel(folder, path)
		first, _, deep := strings.Cut(filepath.ToSlash(within), "/")
		if !deep {
			first = within
		}
		last[first] = max(last[first], path)
		return err
	})
	for _, path := range last {
		files = append(files, path)
	}
	slices.Sort(files)
	return files, err
}

// familyOf returns the family of games whose rules are in files with such a name.
func familyOf(path string) (catalog.Family, bool) {
	files := new(rules.Files)
	for _, f := range []catalog.Family{files.Family(), rbg.Family(files)} {
		if slices.Contains(f.Files, filepath.Ext(path)) {
			return f, true
		}
	}
	return catalog.Family{}, false
}

// look reads a sheet, and returns its line of the table. two is false if it is not for two
// roles.
func look(ctx context.Context, file string, o options) (line string, two bool) {
	used := worked()
	family, _ := familyOf(file)
	g, err := family.New(file, nil)
	took := (worked() - used).Seconds()
	switch {
	case errors.Is(err, gdl.ErrRoles):
		return "", false
	case err != nil:
		return fmt.Sprintf("%.2f | | | | | | %s", took, plain(err, file)), true
	}
	p := g.Start()
	bits := bitsOf(p)
	symmetries := 1
	if s, ok := p.(oxo.Symmetric); ok {
		symmetries = s.Symmetries()
	}
	_, loops := p.(oxo.Looping)
	_, margins := p.(oxo.Margined)
	rate, err := play(p)
	said := "a game"
	if err == nil && o.nodes > 0 {
		said, err = perft(p, o.nodes)
	}
	if err != nil {
		return fmt.Sprintf("%.2f | %s | %d | %s | %s | | %s", took, bits, symmetries, yes(loops), yes(margins), plain(err, file)), true
	}
	if o.check > 0 {
		said += "; " + conform(ctx, g, o)
	}
	return fmt.Sprintf("%.2f | %s | %d | %s | %s | %.0f | %s", took, bits, symmetries, yes(loops), yes(margins), rate, said), true
}

// conform checks a game by the conformance suite, and returns the result in words.
func conform(ctx context.Context, g oxo.Game, o options) string {
	ctx, cancel := context.WithTimeout(ctx, o.check)
	defer cancel()
	began := time.Now()
	failures, err := oxotest.CheckContext(ctx, g, oxotest.Options{Games: o.games})
	switch {
	case len(failures) > 0:
		f := failures[0]
		return fmt.Sprintf("%d of the checks fail, first %s: %s: %s", len(failures), f.Check, f.Promise, cell(f.Detail))
	case err != nil:
		return fmt.Sprintf("no fault, but the checks do not end within %v", o.check)
	default:
		return fmt.Sprintf("keeps its promises, checked in %.1f s", time.Since(began).Seconds())
	}
}

// plain returns the text of an error for a cell, without the path of the file and without the
// correct form.
func plain(err error, file string) string {
	text := strings.ReplaceAll(err.Error(), file+": ", "")
	for _, end := range []string{": want", ", want"} {
		text, _, _ = strings.Cut(text, end)
	}
	return cell(text)
}

// cell returns a text that fits into a cell of a table.
func cell(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "|", "/"), "\n", " ")
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// broken calls f, and returns the error if f finds that the sheet lacks a property that
// it seemed to have.
func broken(f func()) (err error) {
	defer func() {
		if v := recover(); v != nil {
			b, ok := v.(rules.Broken)
			if !ok {
				panic(v)
			}
			err = b
		}
	}()
	f()
	return nil
}

// play plays random games, and returns how many positions it saw in a second of processor time.
func play(start oxo.Position) (rate float64, err error) {
	const long = 300 * time.Millisecond
	rng := rand.New(rand.NewPCG(1, 1))
	plies := 0
	began := worked()
	err = broken(func() {
		for worked()-began < long {
			p := start.Clone()
			var buf []oxo.Move
			for n := 0; p.Outcome() == oxo.Ongoing && n < 1000; n++ {
				buf = p.Moves(buf[:0])
				p.Make(buf[rng.IntN(len(buf))])
				plies++
			}
		}
	})
	return float64(plies) / (worked() - began).Seconds(), err
}

// perft counts the games of 1, 2, ... plies, as long as they are no more than nodes.
func perft(p oxo.Position, nodes uint64) (counts string, err error) {
	var all []string
	err = broken(func() {
		for n, last := 1, uint64(1); n < 30; n++ {
			now, err := textbook.Perft(context.Background(), p, n)
			if err != nil {
				return
			}
			if all = append(all, fmt.Sprint(now)); now == 0 || now*max(now/last, 2) > nodes {
				return
			}
			last = now
		}
	})
	return strings.Join(all, " "), err
}
