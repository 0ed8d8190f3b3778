package rbg

import (
	"context"
	"errors"

	"oxo"
	"oxo/game/catalog"
	"oxo/game/rules"
)

// Family returns the games of sheets in files: "rules.rbg", by its path. A program that takes
// names from others must not have it: it would read files for them.
func Family(files *rules.Files) catalog.Family {
	return catalog.Family{
		Name: "FILE.rbg", Usage: "FILE.rbg", Files: []string{".rbg"},
		Title: "Your own board", Group: "Exercises",
		About: "A game whose board and rules are in a file, in the language Regular Boardgames",
		New: func(name string, _ []string) (oxo.Game, error) {
			return files.Open(name, func(ctx context.Context, path, text string) (oxo.Game, error) {
				return New(ctx, path, text, Bounds{})
			})
		},
	}
}

// Small returns the bounds for texts from strangers: they keep a sheet within some megabytes, and the moves of a
// position within some milliseconds.
func Small() Bounds {
	return Bounds{Tokens: 100_000, Steps: 40_000_000, Table: 500_000, Visited: 1 << 19, Walk: 1 << 20, Items: 1 << 16}
}

// Texts returns the games of sheets whose text is given, by the names of their files, within bounds. It reads no files.
func Texts(bounds Bounds) catalog.Family {
	f := Family(new(rules.Files))
	f.New = func(string, []string) (oxo.Game, error) {
		return nil, errors.New("the rules of a sheet are its text: want the sheet, too")
	}
	f.Read = func(ctx context.Context, name, text string) (oxo.Game, error) {
		g, err := New(ctx, name, text, bounds)
		if err != nil {
			return nil, err
		}
		return g, nil
	}
	return f
}
