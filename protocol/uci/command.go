package uci

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"oxo"
	"oxo/internal/words"
)

// request is what a go command asks for.
type request struct {
	left, increment [2]time.Duration // by side
	counts          [2]bool          // whether the side has a clock
	movesToGo       int
	moveTime        time.Duration
	depth, mate     int
	nodes           uint64
	infinite        bool
	ponder          bool
	moves           []string // of searchmoves
}

// longest is more milliseconds than any clock has, and fits a [time.Duration].
const longest = int64(1) << 42

// readGo reads the words behind go. Unknown words are passed over, as the protocol
// says; a number that is none is passed over too, and complained about.
func readGo(fields []string) (r request, wrong []error) {
	for i := 0; i < len(fields); i++ {
		word := fields[i]
		switch {
		case word == "infinite":
			r.infinite = true
		case word == "ponder":
			r.ponder = true
		case word == "searchmoves":
			for ; i+1 < len(fields) && !goWord(fields[i+1]); i++ {
				r.moves = append(r.moves, fields[i+1])
			}
		case goWord(word):
			i++
			if i == len(fields) {
				wrong = append(wrong, fmt.Errorf("go %s: a number is missing behind it", word))
				break
			}
			n, err := strconv.ParseInt(fields[i], 10, 64)
			if err != nil || !r.set(word, n) {
				wrong = append(wrong, fmt.Errorf("go %s %s: %s is a whole number, %s", word, words.Clip(fields[i]), word, leastOf(word)))
			}
		}
	}
	return r, wrong
}

// goWord reports whether a word behind go has a meaning.
func goWord(word string) bool {
	return slices.Contains([]string{
		"wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime", "infinite", "ponder", "searchmoves",
	}, word)
}

// leastOf says what numbers a word takes.
func leastOf(word string) string {
	switch word {
	case "wtime", "btime":
		return "in milliseconds"
	case "winc", "binc":
		return "0 or more, in milliseconds"
	}
	return "1 or more"
}

// set stores a number, and reports whether it is possible. A clock may have run
// out: a number below 0.
func (r *request) set(word string, n int64) bool {
	least := int64(1)
	switch word {
	case "wtime", "btime":
		least = -longest
	case "winc", "binc":
		least = 0
	}
	if n < least {
		return false
	}
	duration := time.Duration(min(n, longest)) * time.Millisecond
	small := int(min(n, 1<<30))
	switch word {
	case "wtime":
		r.left[oxo.First], r.counts[oxo.First] = duration, true
	case "btime":
		r.left[oxo.Second], r.counts[oxo.Second] = duration, true
	case "winc":
		r.increment[oxo.First] = duration
	case "binc":
		r.increment[oxo.Second] = duration
	case "movestogo":
		r.movesToGo = small
	case "movetime":
		r.moveTime = duration
	case "depth":
		r.depth = small
	case "mate":
		r.mate = small
	case "nodes":
		r.nodes = uint64(n)
	}
	return true
}

// place is what a position command names.
type place struct {
	fen   string // "" is the start
	moves []string
}

// readPosition reads the words behind position.
func readPosition(fields []string) (place, error) {
	for i, word := range fields {
		switch word {
		case "startpos", "fen":
			var p place
			rest, moves := fields[i+1:], []string(nil)
			if at := slices.Index(rest, "moves"); at >= 0 {
				rest, moves = rest[:at], rest[at+1:]
			}
			p.moves = moves
			if word == "startpos" {
				return p, nil
			}
			if p.fen = strings.Join(rest, " "); p.fen == "" {
				return p, fmt.Errorf("position fen: the position is missing behind it")
			}
			return p, nil
		}
	}
	return place{}, fmt.Errorf("position: write position startpos, or position fen and the position; then moves and the moves, if there are any")
}

// readOption reads the words behind setoption: a name and a value of any number of
// words each.
func readOption(fields []string) (name, value string, err error) {
	at := slices.Index(fields, "name")
	if at < 0 || at+1 == len(fields) {
		return "", "", fmt.Errorf("setoption: write setoption name NAME value VALUE")
	}
	fields = fields[at+1:]
	if at = slices.Index(fields, "value"); at >= 0 {
		return strings.Join(fields[:at], " "), strings.Join(fields[at+1:], " "), nil
	}
	return strings.Join(fields, " "), "", nil
}
