package rbg

import "cmp"

// Bounds limits the work on a sheet, and on the moves of a position. A zero number stands for the
// default.
type Bounds struct {
	Tokens  int // of the text without macros; 4 million by default
	Steps   int // of the ways over the board that tables hold; 400 million by default. Go on 19x19 squares needs 30 million
	Table   int // squares in all tables; 4 million by default
	Visited int // actions times squares; 4 million by default
	Walk    int // steps to find the moves of a position; 67 million by default
	Items   int // actions in all moves of a position; 4 million by default
}

// withDefaults returns the bounds without zeros.
func (b Bounds) withDefaults() Bounds {
	return Bounds{
		Tokens: cmp.Or(b.Tokens, 4_000_000), Steps: cmp.Or(b.Steps, 400_000_000), Table: cmp.Or(b.Table, 4_000_000),
		Visited: cmp.Or(b.Visited, 1<<22), Walk: cmp.Or(b.Walk, 1<<26), Items: cmp.Or(b.Items, 1<<22),
	}
}

// size estimates the memory of the tables, and of one search over them.
func (p *program) size() int64 {
	const base, square, group, set, mark = 64 << 10, 2, 16, 8, 4
	return base + int64(len(p.squares))*square + int64(len(p.groups))*group + int64(len(p.sets))*set + int64(len(p.ops)*len(p.graph.names))*mark
}
