package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/rules/gdl"
	"oxo/textbook"
)

// maxCompared is the default of -perft with -compare.
const maxCompared = 1_000_000

// comparedHead is the head of the table of -compare.
const comparedHead = "| sheet | key bits | plies | games | equal to | what is to be said |\n|---|---|---|---|---|---|"

// counted holds the numbers of games that another program counted.
type counted struct {
	program string
	of      map[string][]uint64 // by sheet: games of 1, 2, ... plies
}

// readCounts reads a file of counts: the name of the program, then a line for each sheet with its name and the numbers of games of
// 1, 2, ... plies. Lines that begin with # are comments.
func readCounts(path string) (*counted, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	c := &counted{of: map[string][]uint64{}}
	for i, line := range strings.Split(string(text), "\n") {
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(line, "#") {
			continue
		}
		if c.program == "" {
			c.program = strings.TrimSpace(line)
			continue
		}
		for _, w := range words[1:] {
			n, err := strconv.ParseUint(w, 10, 64)
			if err != nil {
				return nil, fmt.Errorf("%s: line %d: %q: want a number of games", path, i+1, w)
			}
			c.of[words[0]] = append(c.of[words[0]], n)
		}
	}
	return c, nil
}

// comparedLine returns a sheet's line of the table, without its name. two is false if it is not for two roles.
func comparedLine(ctx context.Context, file, name string, o options) (line string, two bool) {
	family, _ := familyOf(file)
	g, err := family.New(file, nil)
	switch {
	case errors.Is(err, gdl.ErrRoles):
		return "", false
	case err != nil:
		why, _, _ := strings.Cut(plain(err, file), ", in ") // without the position
		return "| | | | " + why, true
	}
	p := g.Start()
	said := "a game"
	var plies, games, equal string
	if failed := broken(func() {
		var n int
		if n, err = o.compare.same(ctx, p, name, cmp.Or(o.nodes, maxCompared)); n > 0 {
			plies, games, equal = fmt.Sprint(n), fmt.Sprint(o.compare.of[name][n-1]), o.compare.program
		}
	}); failed != nil {
		err = failed
	}
	if err != nil {
		said = plain(err, file)
	}
	return fmt.Sprintf("%s | %s | %s | %s | %s", bitsOf(p), plies, games, equal, said), true
}

// same returns for how many plies oxo counts the same number of games as the other program. It counts up to a number of games. The error is that
// a count differs.
func (c *counted) same(ctx context.Context, p oxo.Position, name string, most uint64) (plies int, err error) {
	for i, want := range c.of[name] {
		if i > 0 && want > most {
			break
		}
		got, err := textbook.Perft(ctx, p, i+1)
		if err != nil {
			return plies, err
		}
		if got != want {
			return plies, fmt.Errorf("%d games of %d plies, not %d as %s counts", got, i+1, want, c.program)
		}
		if want > 0 {
			plies = i + 1
		}
	}
	return plies, nil
}

// bitsOf returns the number of bits of a position's keys.
func bitsOf(p oxo.Position) string {
	if n := p.(oxo.Keyed).KeyBits(); n > 0 {
		return fmt.Sprint(n)
	}
	return "hashes"
}
