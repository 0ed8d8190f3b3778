package audit

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"oxo"
)

// Lookup finds a game by its name.
type Lookup func(name string) (oxo.Game, error)

// Record is the part of a file that is about one position.
type Record struct {
	Number int    // in the file, from 1
	Where  string // "line 7" or "byte 120"
	// Read reads the record. It is called only for the records that are checked.
	Read func() (Content, error)
}

// Content is a record that has been read.
type Content struct {
	Game   oxo.Game
	Claims []Claim
	Best   []Best        // the moves that it calls best
	Moves  func() string // moves that lead to the position, or nil
}

// Source is a file whose format is known.
type Source struct {
	Format string // its name
	About  string // a description of the file
	// ResultOnly is set if the file only says win, draw or loss.
	ResultOnly bool
	Mixed      bool // the file has positions of several games
	// Estimates is the number of values in a file of games that nobody has proven. They are not checked.
	Estimates int
	// All returns the records in their order. The file is read again by each call.
	All iter.Seq[Record]
}

// Count returns the number of records.
func (s *Source) Count() int {
	n := 0
	for range s.All {
		n++
	}
	return n
}

// format is a kind of file.
type format struct {
	name string
	game string // the only game of the format, or ""
	// open returns an error that says why the file is not of this format.
	open func(o *opening) (*Source, error)
}

// opening is a file that is being opened.
type opening struct {
	data   []byte
	game   oxo.Game // nil if none was given
	lookup Lookup
}

func formats() []format {
	return []format{
		{"pons-book", "", openPons},
		{"thill-8", thillGame, thill{8, 3, false}.open},
		{"thill-12", thillGame, thill{12, 4, false}.open},
		{"thill-12-distances", thillGame, thill{12, 5, true}.open},
		{"uci", "", openSquares},
		{"games", "", openGames},
		{"jsonl", "", openJSON},
		{"markdown", "", openMarkdown},
		{"csv", "", openCSV},
		{"lines", "", openLines},
	}
}

// Formats returns the names of the formats.
func Formats() []string {
	var names []string
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return names
}

// errOther is the error for a file of another format.
var errOther = errors.New("it is of another format")

// Open opens a file. If name is empty, it finds out the format. If the game is nil, the file has to name it.
func Open(data []byte, name string, g oxo.Game, lookup Lookup) (*Source, error) {
	o := &opening{data, g, lookup}
	all := formats()
	if name != "" {
		at := slices.IndexFunc(all, func(f format) bool { return f.name == name })
		if at < 0 {
			return nil, fmt.Errorf("--format %q: want %s", name, strings.Join(Formats(), ", "))
		}
		all = all[at : at+1]
	}
	for _, f := range all {
		own := *o
		if f.game != "" {
			var err error
			if own.game, err = gameOf(f.game, g, lookup); err != nil {
				if name == "" {
					continue
				}
				return nil, fmt.Errorf("the format %s: %w", f.name, err)
			}
		}
		s, err := f.open(&own)
		switch {
		case err == nil:
			s.Format = f.name
			return s, nil
		case name != "" || !errors.Is(err, errOther):
			return nil, err
		}
	}
	return nil, fmt.Errorf("the format of the file is not known: want %s, and perhaps --format", strings.Join(Formats(), ", "))
}

// gameOf returns the named game, which is the only one of its format. It is an error if another game is given.
func gameOf(name string, given oxo.Game, lookup Lookup) (oxo.Game, error) {
	if given != nil && given.Name() != name {
		return nil, fmt.Errorf("want the game %s, not %s", name, given.Name())
	}
	return lookup(name)
}

// text reports whether a file is text.
func text(data []byte) bool {
	head := data[:min(len(data), 4096)]
	return len(head) > 0 && !bytes.ContainsFunc(head, func(r rune) bool {
		return r < ' ' && r != '\n' && r != '\r' && r != '\t' || r == '�' && len(head) == len(data)
	})
}

// line is a line of a text file with its number.
type line struct {
	number int
	text   string
}

// linesOf returns the lines of a file that are not blank.
func linesOf(data []byte) iter.Seq[line] {
	return func(yield func(line) bool) {
		n := 0
		for raw := range bytes.Lines(data) {
			n++
			if t := strings.TrimSpace(string(raw)); t != "" && !yield(line{n, t}) {
				return
			}
		}
	}
}

// firstLine returns the first line that is not blank.
func firstLine(data []byte) string {
	for l := range linesOf(data) {
		return l.text
	}
	return ""
}

// numbered makes a record from each line.
func numbered(lines iter.Seq[line], read func(text string) (Content, error)) iter.Seq[Record] {
	return func(yield func(Record) bool) {
		n := 0
		for l := range lines {
			n++
			if !yield(Record{n, fmt.Sprintf("line %d", l.number), func() (Content, error) { return read(l.text) }}) {
				return
			}
		}
	}
}

// errNoGame is the error for a file that does not name a game.
var errNoGame = errors.New("the file does not name the game of its positions: want --game GAME")
