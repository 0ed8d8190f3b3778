package rules

import (
	"context"
	"errors"

	"oxo"
	"oxo/game/catalog"
	"oxo/game/rules/gdl"
)

// The bounds of a text: to read a text takes at most 30 MB, and its game takes less
// than 16 MB.
const (
	maxTextTerms = 100_000
	maxTextRules = 100_000
)

// Small returns the bounds for texts from strangers.
func Small() gdl.Bounds { return gdl.Bounds{Terms: maxTextTerms, Rules: maxTextRules} }

// Large returns the bounds for sheets in files, and for texts from trusted people.
func Large() gdl.Bounds { return gdl.Bounds{} }

// Texts returns the games of rule sheets that are given as texts, within bounds. It reads no file, unlike
// [Files]: a program that takes names from others may have it.
func Texts(bounds gdl.Bounds) catalog.Family {
	f := new(Files).Family()
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

// size returns about how many bytes the game of a circuit and one of its positions take.
func size(c *gdl.Circuit) int64 {
	const base, rule, literal, atom, name = 64 << 10, 48, 8, 16, 24
	n := int64(base) + int64(len(c.Rules))*rule + int64(c.Atoms)*atom
	for _, r := range c.Rules {
		n += int64(len(r.Body)) * literal
	}
	for i, f := range c.Fluents {
		n += int64(len(f)+len(c.Parts[i])*literal) + 4*name
	}
	for _, moves := range c.Moves {
		for _, m := range moves {
			n += int64(len(m)) + name
		}
	}
	return n
}
