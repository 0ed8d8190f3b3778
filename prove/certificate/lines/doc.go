// Package lines holds what the checker, the writer and the walker of certificates share: boards with lines, sets of
// squares, and a search for pairs of squares.
//
// A board has at most [MaxSquares] squares, numbered from 0 like the moves of the game. A line is a set of squares.
// One side, the preventing side, keeps the other side from taking all squares of a line.
//
// The checker trusts [Board], [Squares], [Image], [Mates], [Rest] and the lists, so a sceptic reads lines.go,
// counted.go, counting.go, pack.go, remainder.go, rest.go, list.go and set_list.go. The checker does not trust the
// [Finder] (find.go, find_pairs.go, find_better.go and find_better_pairs.go): it checks the pairs that a Finder
// returns like pairs in a file. A test passes wrong pairs to the checker. But the Finder is a part of the format: a
// checker whose Finder finds other pairs may refuse a correct file.
package lines
