package gtp

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
)

// sized returns g on a board of another size: its other parameters and options stay.
func sized(families []catalog.Family, g oxo.Game, columns, rows int) (oxo.Game, error) {
	if grid, ok := g.Start().(board.Grid); ok {
		if c, r := grid.Size(); c == columns && r == rows {
			return g, nil
		}
	}
	head, rest, _ := strings.Cut(g.Name(), ",")
	base, parameters, _ := strings.Cut(head, ":")
	i := slices.IndexFunc(families, func(f catalog.Family) bool { return f.Name == base })
	if i < 0 {
		return nil, fmt.Errorf("%s has only one board", g.Name())
	}
	f := families[i]
	at := func(name string) int {
		return slices.IndexFunc(f.Parameters, func(p catalog.Parameter) bool { return p.Name == name })
	}
	values := numbers(parameters)
	if at("columns") < 0 || at("rows") < 0 || len(values) != len(f.Parameters) {
		return nil, fmt.Errorf("%s has only one board", g.Name())
	}
	values[at("columns")], values[at("rows")] = columns, rows
	var options []string
	if rest != "" {
		options = strings.Split(rest, ",")
	}
	return catalog.Lookup(families, f.Compose(values, options...))
}

// numbers returns the numbers in a text.
func numbers(text string) []int {
	var all []int
	for _, word := range strings.FieldsFunc(text, func(c rune) bool { return c < '0' || c > '9' }) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return nil
		}
		all = append(all, n)
	}
	return all
}
