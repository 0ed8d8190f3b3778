package gamefile

import (
	"errors"
	"fmt"
	"strings"

	"oxo"
	"oxo/game/board"
)

// MaxBytes is the maximum size of a file, which is kept in memory as a whole. A
// larger file must be split.
const MaxBytes = 1 << 29

// Text is one game of a file as it is written. [Text.Play] checks whether its moves
// are legal.
type Text struct {
	Format  Format
	Number  int               // in the file, from 1
	Line    int               // of its beginning, from 1
	Tags    map[string]string // of PGN and PDN; in SGF the first value of each property of the root
	Notices []string          // parts that were read differently than written, each with its line
	Earlier []string          // the faults of earlier games, which [Find] skipped

	rules   oxo.Game
	words   []word // of PGN, PDN and moves
	remarks []remark
	nodes   []node // of SGF and GGF, the main line
	outcome string // the result at the end of PGN and PDN
	master  bool   // in Chessmaster's format

	oldStyle bool   // in the format of xboard -oldSaveStyle
	whole    string // a line of moves or of a position
	from     string // the position of such a line, without its operations
	answers  []operation
	broken   error // the fault after the last word or node: the rest of the game cannot be read
	record   *wthorGame
	stones   *stoneGame
}

// word is a part of a game's text, separated by blanks.
type word struct {
	text string
	line int
}

// maxNotices is the maximum number of notices of one game, and of faults of earlier
// games.
const maxNotices = 20

// notice adds a sentence about text that was read differently than written.
func (t *Text) notice(line int, format string, args ...any) {
	t.Notices = keep(t.Notices, fmt.Sprintf("line %d: ", line)+fmt.Sprintf(format, args...))
}

// keep appends a sentence. At the maximum it appends instead that there are more.
func keep(all []string, sentence string) []string {
	switch n := len(all); {
	case n < maxNotices:
		return append(all, sentence)
	case n == maxNotices:
		return append(all, "and more")
	}
	return all
}

// Reader reads the games of a file one after the other.
type Reader struct {
	rules  oxo.Game
	format Format
	source *source
	next   func(*source) *Text
	wthor  []wthorGame
	number int // of the last game read
}

// NewReader returns a reader of the games in a file's text. It recognises the format:
// SGF and GGF by "(;", a WTHOR database, a library of RenLib and a game of Piskvork by
// their headers, lines of moves and of
// positions by the absence of tags and numbers. Anything else is PDN for a game of
// draughts and PGN otherwise.
func NewReader(rules oxo.Game, file string) (*Reader, error) {
	if len(file) > MaxBytes {
		return nil, fmt.Errorf("the file has more than %d MB: split it into smaller ones", MaxBytes>>20)
	}
	for _, packed := range []string{"\x1f\x8b", "PK\x03\x04", "BZh9", "\x28\xb5\x2f\xfd", "7z\xbc\xaf"} {
		if strings.HasPrefix(file, packed) {
			return nil, errors.New("the file is compressed: unpack it first")
		}
	}
	r := &Reader{rules: rules}
	if is, err := r.binary(file); is {
		return r, err
	}
	text, notices := decode(file)
	if rest := strings.TrimLeft(text, whiteSpace); strings.HasPrefix(rest, ";") && propertyAt(strings.TrimLeft(rest[1:], whiteSpace)) {
		if board.FactsOf(rules).SGF != nil {
			text, notices = "("+text, keep(notices, "the first ( is missing, and is read")
		}
	}
	if r.format = formatOf(rules, text); r.format != SGF {
		// Unicode blanks, as in text from pages.
		text = strings.NewReplacer("\u00a0", " ", "\u202f", " ", "\u2009", " ", "\u200b", "").Replace(text)
	}
	r.source = &source{text: text, line: 1, rules: rules, pdn: r.format == PDN, decoding: notices}
	switch r.format {
	case SGF:
		r.next = (*source).smart
	case Moves:
		r.next = (*source).lines
	case PSQ:
		r.next = (*source).piskvork
	case RIF:
		r.next = (*source).rif
	default:
		r.next = (*source).tagged
	}
	return r, nil
}

// binary reads the header of a file that is not text, and reports whether it is one.
func (r *Reader) binary(file string) (is bool, err error) {
	switch {
	case isWthor(file):
		r.format = WTHOR
		r.wthor, err = readWthor(r.rules, file)
		return true, err
	case isRenLib(file):
		r.format, r.source = RenLib, &source{}
		r.next, err = readRenLib(r.rules, file)
		return true, err
	}
	return false, nil
}

// Next returns the next game, or nil after the last. It returns a game with a fault
// up to the fault, and continues at the beginning of the next game.
func (r *Reader) Next() *Text {
	var t *Text
	if r.format == WTHOR {
		if r.number < len(r.wthor) {
			t = &Text{Tags: map[string]string{}, record: &r.wthor[r.number]}
		}
	} else {
		t = r.next(r.source)
	}
	if t == nil {
		return nil
	}
	r.number++
	t.Format, t.Number, t.rules = r.format, r.number, r.rules
	if r.format == SGF && t.isGGF() {
		t.Format = GGF
	}
	return t
}

// errNoGame is the error of a file without a game.
var errNoGame = errors.New("the file has no game: want PGN, PDN, SGF, GGF, WTHOR's records, a game of Piskvork, RenLib or RenjuNet, or a line of moves or a position for each game")

// Find returns the game with a number, from 1, of a file's text. It does not look at
// later games. The faults of earlier games are in the field Earlier.
func Find(rules oxo.Game, file string, number int) (*Text, error) {
	if number < 1 {
		return nil, fmt.Errorf("game %d does not exist: games are numbered from 1", number)
	}
	r, err := NewReader(rules, file)
	if err != nil {
		return nil, err
	}
	var earlier []string
	for n := 1; ; n++ {
		t := r.Next()
		switch {
		case t == nil && n == 1:
			return nil, errNoGame
		case t == nil && earlier != nil:
			return nil, fmt.Errorf("game %d does not exist: the file has %d (%s)", number, n-1, strings.Join(earlier, "; "))
		case t == nil:
			return nil, fmt.Errorf("game %d does not exist: the file has %d", number, n-1)
		case n == number:
			t.Earlier = earlier
			return t, nil
		case t.broken != nil:
			earlier = keep(earlier, fmt.Sprintf("game %d: %v", n, t.broken))
		}
	}
}

// formatOf determines the format of a file.
func formatOf(rules oxo.Game, file string) Format {
	rest := strings.TrimSpace(file)
	if isPiskvork(rest) {
		return PSQ
	}
	if isRIF(rest) {
		return RIF
	}
	stones := board.FactsOf(rules).SGF != nil
	if at := smartBegin(rest); at == 0 || at > 0 && stones && rest[0] != '[' {
		return SGF
	}
	first := rest
	for strings.HasPrefix(first, "#") {
		_, first, _ = strings.Cut(first, "\n")
		first = strings.TrimSpace(first)
	}
	if first != "" && !strings.ContainsAny(first[:1], "[{(;%") && !numbered(first) && !hasTagged(first) && !commented(rules, first) {
		return Moves
	}
	if board.FactsOf(rules).Draughts != nil {
		return PDN
	}
	return PGN
}

// commented reports whether a text is games of chess with comments and results but
// without tags and numbers, as pgn-extract --notags --nomovenumbers writes them: such
// a game may have several lines.
func commented(rules oxo.Game, text string) bool {
	if _, ok := rules.(Algebraic); !ok || !strings.Contains(text, "{") || strings.Contains(strings.Fields(text)[0], "/") {
		return false
	}
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len(words) > 0 && isResult(words[len(words)-1], false) {
			return true
		}
	}
	return false
}

// hasTagged reports whether a line of a text begins with a tag, with the first move's
// number, or with a name in Chessmaster's format.
func hasTagged(text string) bool {
	for line := range strings.Lines(text) {
		if isTag(line) || strings.HasPrefix(line, "1.") || isMaster(line) {
			return true
		}
	}
	return false
}

// numbered reports whether a text begins with a move number: "1." or "1…".
func numbered(text string) bool {
	rest := strings.TrimLeft(text, digits)
	return rest != text && (strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, "…"))
}

const digits = "0123456789"
