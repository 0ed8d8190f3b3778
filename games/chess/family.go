package chess

import (
	"fmt"
	"strings"
	"sync"

	"oxo"
	"oxo/game/catalog"
	"oxo/internal/words"
)

// Family describes the names of the games.
func Family() catalog.Family {
	whole := sync.OnceValue(func() *tables { return newTables(side, side, true) })
	return catalog.Family{
		Name:  "chess",
		Usage: "chess[:5x5|5x6|6x6][,960[=START]]",
		About: "chess; 960: Chess960, from start 0 to 959; 5x5 (Gardner), 5x6, 6x6 (Los Alamos): small boards",
		Aliases: []catalog.Alias{
			{Name: "chess960", Means: "chess,960", Title: "Chess960", About: "chess with the first row in another order"},
			{Name: "gardner", Means: "chess:5x5", Title: "Gardner's minichess", About: "chess on 5x5 squares, as Martin Gardner put the men"},
			{Name: "losalamos", Means: "chess:6x6", Title: "Los Alamos chess", About: "chess on 6x6 squares without bishops, as the first program played it"},
		},
		Title: "Chess", Group: "Chess",
		Parameters: []catalog.Parameter{
			// Values lists the possible sizes; Least and Most are for small boards.
			{Name: "columns", Least: 5, Most: 6, Usual: side, Values: []int{5, 6, 8}},
			{Name: "rows", Before: "x", Least: 5, Most: 6, Usual: side, Values: []int{5, 6, 8}},
		},
		Options: []catalog.Option{{Name: "960", About: "Chess960: the first row in another order"}},
		New: func(parameters string, options []string) (oxo.Game, error) {
			return parse(parameters, options, whole)
		},
	}
}

// parse makes the game with a name. The tables of the 8x8 board are made once.
func parse(parameters string, options []string, whole func() *tables) (oxo.Game, error) {
	columns, rows := side, side
	if parameters == "960" {
		return nil, fmt.Errorf("Chess960 is written chess,960, or chess,960=START with a start from 0 to %d", starts-1)
	}
	if parameters != "" {
		var ok bool
		if columns, rows, ok = words.Size(parameters, side); !ok {
			return nil, fmt.Errorf("%q is not a size of a board: want 8x8, 5x5, 5x6 or 6x6", words.Clip(parameters))
		}
	}
	if columns != side || rows != side {
		if len(options) > 0 {
			return nil, fmt.Errorf("chess on a small board has no option %q", words.Clip(options[0]))
		}
		return newSmall(columns, rows)
	}
	if len(options) == 0 {
		return newGame(whole(), startOf(standardStart)), nil
	}
	name, text, given := strings.Cut(options[0], "=")
	if name != "960" || len(options) > 1 {
		return nil, fmt.Errorf("chess has no option %q: want 960 or 960=START", words.Clip(strings.Join(options, ",")))
	}
	start, ok := standardStart, true
	if given {
		start, ok = words.Number(text, starts-1)
	}
	if !ok {
		return nil, fmt.Errorf("Chess960 has no start %q: want 0 to %d, where %d is the start of chess", words.Clip(text), starts-1, standardStart)
	}
	return new960(whole(), start), nil
}
