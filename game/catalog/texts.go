package catalog

import (
	"context"
	"fmt"
	"strings"

	"oxo"
)

// OfText returns the name of the family of a game whose rules are a text, and whether the given name
// belongs to such a game: it is the name of a file, with or without an @ and a part of a checksum.
func OfText(families []Family, name string) (family string, ok bool) {
	f, ok := ofFile(families, name)
	return f.Name, ok && f.Read != nil
}

// ReadText makes the game of a text, by the ending of its file's name.
func ReadText(ctx context.Context, families []Family, name, text string) (oxo.Game, error) {
	if f, ok := ofFile(families, name); ok && f.Read != nil {
		return f.Read(ctx, name, text)
	}
	var ends []string
	for _, f := range families {
		if f.Read != nil {
			ends = append(ends, f.Files...)
		}
	}
	if len(ends) == 0 {
		return nil, fmt.Errorf("no rule sheets are read here: want a game of the list")
	}
	return nil, fmt.Errorf("the name %q: want the name of a rule sheet's file, which ends with %s", name, strings.Join(ends, " or "))
}

// FromSheet makes the game of a rule sheet's text. It returns an error if the game has another name
// than the given one. Without a text it finds the game by its name.
func FromSheet(ctx context.Context, families []Family, name, text string) (oxo.Game, error) {
	if text == "" {
		return Lookup(families, name)
	}
	file := name
	if at := strings.LastIndexByte(name, '@'); at >= 0 {
		file = name[:at]
	}
	g, err := ReadText(ctx, families, file, text)
	if err == nil && !oxo.SameName(g.Name(), name) {
		err = fmt.Errorf("the rule sheet is of %s: want the one of %s", g.Name(), name)
	}
	return g, err
}
