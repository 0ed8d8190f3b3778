package uci

import (
	"strconv"

	"oxo"
	"oxo/player"
	"oxo/search"
)

// readInfo reads the value, depth and nodes of the best line from a line of info. It
// skips what it cannot read. Among several lines it uses only the first.
func readInfo(fields []string, c *player.Choice) {
	told := *c
	for i := 0; i < len(fields); i++ {
		number := func(at int) int64 {
			if at >= len(fields) {
				return 0
			}
			n, err := strconv.ParseInt(fields[at], 10, 64)
			if err != nil {
				return 0
			}
			return n
		}
		switch fields[i] {
		case "string", "pv", "refutation", "currline":
			i = len(fields) // the rest is text, or moves
		case "multipv":
			if number(i+1) > 1 {
				return
			}
		case "depth":
			told.Depth = int(min(max(number(i+1), 0), 1<<20))
		case "nodes":
			told.Nodes = uint64(max(number(i+1), 0))
		case "score":
			if i+2 < len(fields) {
				if v, ok := readScore(fields[i+1], number(i+2)); ok {
					told.Value, told.NoValue = v, false
				}
			}
		}
	}
	*c = told
}

// readScore reads a score: cp in hundredths, or mate in moves of the mating side,
// negative if that is the other side.
func readScore(kind string, n int64) (search.Value, bool) {
	const farthest = 1 << 20 // in moves
	switch {
	case kind == "cp":
		limit := int64(oxo.MaxEstimate)
		return search.Value{Score: oxo.Score(min(max(n, -limit), limit))}, true
	case kind == "mate" && n > 0:
		return search.Value{Score: oxo.Win(int(2*min(n, farthest) - 1))}, true
	case kind == "mate":
		return search.Value{Score: oxo.Loss(int(-2 * max(n, -farthest)))}, true
	}
	return search.Value{}, false
}
