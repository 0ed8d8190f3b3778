package uci

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"oxo"
	"oxo/internal/words"
)

// request holds the arguments of a go command.
type request struct {
	left, increment [2]time.Duration // by side
	counts          [2]bool          // whether the side has a clock
	movesToGo       int
	moveTime        time.Duration
	atOnce          bool // a movetime of 0 or less: a search of depth 1
	depth, mate     int
	nodes           uint64
	perft           int // plies; 0 for a search
	infinite        bool
	ponder          bool
	moves           []string // of searchmoves
}

// longest exceeds the milliseconds of any clock, and fits a [time.Duration].
const longest = int64(1) << 42

// readGo reads the words after go. It skips unknown words, as the protocol says, but
// complains about them if there is no limit. It also complains about a number that is
// missing or impossible, and uses the minimum instead, so that a wrong limit never
// causes an endless search.
func readGo(fields []string) (r request, wrong []error) {
	unknown := ""
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
			text := ""
			if i+1 < len(fields) && !goWord(fields[i+1]) {
				i++
				text = fields[i]
			}
			n, err := readNumber(word, text)
			if err != nil {
				wrong = append(wrong, err)
			}
			r.set(word, n)
		case unknown == "":
			unknown = word
		}
	}
	if unknown != "" && r.endless() {
		wrong = append(wrong, fmt.Errorf("go: %q is ignored, and there is no limit: the search runs until stop; want words as in depth 8 or movetime 1000", words.Clip(unknown)))
	}
	return r, wrong
}

// endless reports whether only stop can end the search, although it was not requested
// as infinite.
func (r *request) endless() bool {
	return !r.infinite && !r.ponder && !r.counts[oxo.First] && !r.counts[oxo.Second] && r.moveTime == 0 && !r.atOnce &&
		r.depth == 0 && r.mate == 0 && r.nodes == 0 && r.perft == 0
}

// goWord reports whether a word after go has a meaning.
func goWord(word string) bool {
	return slices.Contains([]string{
		"wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime", "infinite", "ponder", "searchmoves", "perft",
	}, word)
}

// readNumber reads the number of a word after go. With an error it returns the
// minimum for the word, or 0 for a clock.
func readNumber(word, text string) (int64, error) {
	least, want := minOf(word)
	n, ok := wholePart(text)
	if ok && n >= least {
		return n, nil
	}
	least = max(least, 0)
	if text == "" {
		return least, fmt.Errorf("go %s: a number is missing after it: want a whole number%s; read as %d", word, want, least)
	}
	return least, fmt.Errorf("go %s %s: want a whole number%s; read as %d", word, words.Clip(text), want, least)
}

// minOf returns the minimum for a word, and the rest of the sentence "want a whole
// number". A clock may be negative: it has run out.
func minOf(word string) (least int64, want string) {
	switch word {
	case "wtime", "btime":
		return math.MinInt64, " of milliseconds"
	case "winc", "binc", "movetime":
		return 0, " of milliseconds, 0 or more"
	case "movestogo":
		return 0, ", 0 or more"
	}
	return 1, ", 1 or more"
}

// wholePart reads a number without its fraction. A number beyond the range of int64
// is read as the nearest end of the range.
func wholePart(text string) (int64, bool) {
	whole, fraction, _ := strings.Cut(text, ".")
	if strings.Trim(fraction, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(whole, 10, 64)
	return n, err == nil || errors.Is(err, strconv.ErrRange)
}

// set stores a number from readNumber.
func (r *request) set(word string, n int64) {
	duration := time.Duration(min(max(n, -longest), longest)) * time.Millisecond
	small := int(min(max(n, 0), 1<<30))
	switch word {
	case "wtime":
		r.left[oxo.First], r.counts[oxo.First] = duration, true
	case "btime":
		r.left[oxo.Second], r.counts[oxo.Second] = duration, true
	case "winc":
		r.increment[oxo.First] = duration
		r.counts[oxo.First] = r.counts[oxo.First] || n > 0 // a clock that was not sent has run out
	case "binc":
		r.increment[oxo.Second] = duration
		r.counts[oxo.Second] = r.counts[oxo.Second] || n > 0
	case "movestogo":
		r.movesToGo = small
	case "movetime":
		r.moveTime, r.atOnce = duration, n <= 0
	case "depth":
		r.depth = small
	case "mate":
		r.mate = small
	case "perft":
		r.perft = small
	case "nodes":
		r.nodes = uint64(n)
	}
}

// place is the argument of a position command.
type place struct {
	fen   string // "" is the start
	moves []string
}

// readPosition reads the words after position.
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
				if len(rest) > 0 {
					return p, fmt.Errorf("position startpos: want moves, or nothing, after it, not %q: write position startpos moves and the moves", words.Clip(rest[0]))
				}
				return p, nil
			}
			if p.fen = strings.Join(rest, " "); p.fen == "" {
				return p, fmt.Errorf("position fen: the position is missing after it")
			}
			return p, nil
		}
	}
	return place{}, fmt.Errorf("position: write position startpos, or position fen and the position; then moves and the moves, if there are any")
}

// readOption reads the words after setoption: a name and a value of any number of
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
