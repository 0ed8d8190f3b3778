// Package gamefile reads and writes games in the formats that players and programs
// share: PGN (chess, and any other game with the tag Variant), PDN (draughts), SGF (Go,
// Othello, k in a row), and moves alone. Reading has two steps: [Find] cuts one game out
// of a file, and [Text.Play] plays it by the rules.
package gamefile

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"oxo"
)

// Format is how a file writes games.
type Format string

// The formats. [Moves] has one game on a line, its moves with blanks between them or
// none: "f5 d6 c3", "f5d6c3". Lines that begin with # are comments.
const (
	PGN   Format = "pgn"
	PDN   Format = "pdn"
	SGF   Format = "sgf"
	Moves Format = "moves"
)

// StoneGame is an [oxo.Game] of stones that are put onto squares, one a move, whose
// games SGF holds. Its positions are a [board.Grid], and their texts are rows from the
// top, joined by slashes, with X, O and dots, and the side to move where the stones do
// not tell it.
type StoneGame interface {
	oxo.Game
	// SmartGame returns the number of the game in SGF: 1 is Go, 2 Othello, 4 Gomoku
	// and its kin.
	SmartGame() int
}

// Algebraic is an [oxo.Game] of chess or its kin, whose moves PGN has in the standard
// algebraic notation.
type Algebraic interface {
	oxo.Game
	// FormatSAN writes a legal move of p: Nf3, exd5, O-O, e8=Q+.
	FormatSAN(p oxo.Position, m oxo.Move) string
	// FormatFEN writes all six fields of FEN.
	FormatFEN(p oxo.Position) string
	// VariantTag returns what PGN's tag Variant calls the rules, nothing for usual chess.
	VariantTag() string
}

// Draughts is an [oxo.Game] of the kin of draughts, whose games PDN holds.
type Draughts interface {
	oxo.Game
	// GameType returns the number of the game in the notation: 20 is international
	// draughts, 21 English draughts; 0 is a form that has none.
	GameType() int
	// White returns the side that plays white.
	White() oxo.Side
}

// compensated is an [oxo.Game] in which the second side gets points for moving second.
type compensated interface {
	oxo.Game
	// Komi returns the number of points.
	Komi() float64
}

// Result says who won; it is empty where nobody says.
type Result string

// The results, by side.
const (
	Unknown    Result = ""
	FirstWins  Result = "first"
	SecondWins Result = "second"
	Drawn      Result = "draw"
)

// Game is a game by the rules, read from a file or to be written.
type Game struct {
	Rules  oxo.Game
	Start  oxo.Position
	Moves  []oxo.Move // legal ones, made since Start
	Notes  []Note     // of the first moves: as many as Moves, or fewer
	Names  [2]string  // of the sides; empty where unknown
	Result Result
	By     string // what SGF writes behind the winner: points, R, T, F

	// What PGN and PDN say in tags; empty where unknown. A date is "2026.11.23".
	Event, Date, Round, Termination string
}

// Note is what is said of one move.
type Note struct {
	Comment string
	Mark    Mark
	Better  []oxo.Move // a line that should have been played instead, from before the move
}

// Mark is how bad a move is.
type Mark uint8

// The marks: ?!, ? and ?? of books.
const (
	NoMark Mark = iota
	Dubious
	Mistake
	Blunder
)

// MaxBytes is the largest file that is read: it is in memory as a whole. A larger one has
// to be cut.
const MaxBytes = 1 << 29

// Text is one game of a file, as it is written. Whether its moves are legal, [Text.Play]
// says.
type Text struct {
	Format Format
	Number int               // in the file, from 1
	Line   int               // where it begins, from 1
	Tags   map[string]string // of PGN and PDN; of SGF the first value of each property of the root

	rules   oxo.Game
	words   []word // of PGN, PDN and moves
	nodes   []node // of SGF, the main line
	outcome string // the result at the end of PGN and PDN
}

// word is a part of a game's text between blanks.
type word struct {
	text string
	line int
}

// errNoGame is the error of a file without any game.
var errNoGame = errors.New("the file has no game: it holds PGN, PDN, SGF, or a line of moves for each game")

// Find returns the game with a number, from 1, of the text of a file. Games behind it
// are not looked at. The format is told by the text: SGF has "(;", lines of moves
// have neither tags nor numbers, and all else is PDN for a game of draughts and PGN for
// others.
func Find(rules oxo.Game, file string, number int) (*Text, error) {
	if number < 1 {
		return nil, fmt.Errorf("there is no game %d: games are numbered from 1", number)
	}
	if len(file) > MaxBytes {
		return nil, fmt.Errorf("the file has more than %d MB: cut it into smaller ones", MaxBytes>>20)
	}
	if file = strings.TrimPrefix(file, "\ufeff"); !utf8.ValidString(file) {
		file = fromLatin1(file)
	}
	if !strings.Contains(file, "\n") { // lines as some programs end them
		file = strings.ReplaceAll(file, "\r", "\n")
	}
	format := formatOf(rules, file)
	next := map[Format]func(*source) (*Text, error){SGF: (*source).smart, Moves: (*source).moves}[format]
	if next == nil {
		next = (*source).tagged
	}
	s := &source{text: file, line: 1, pdn: format == PDN}
	for n := 1; ; n++ {
		t, err := next(s)
		switch {
		case err != nil:
			return nil, fmt.Errorf("game %d: %w", n, err)
		case t == nil && n == 1:
			return nil, errNoGame
		case t == nil:
			return nil, fmt.Errorf("there is no game %d: the file has %d", number, n-1)
		case n == number:
			t.Format, t.Number, t.rules = format, n, rules
			return t, nil
		}
	}
}

// formatOf tells how a file is written.
func formatOf(rules oxo.Game, file string) Format {
	rest := strings.TrimSpace(file)
	_, stones := rules.(StoneGame)
	if at := smartBegin(rest); at == 0 || at > 0 && stones && rest[0] != '[' {
		return SGF
	}
	first := rest
	for strings.HasPrefix(first, "#") {
		_, first, _ = strings.Cut(first, "\n")
		first = strings.TrimSpace(first)
	}
	if first != "" && !strings.ContainsAny(first[:1], "[{(;%") && !numbered(first) {
		return Moves
	}
	if _, ok := rules.(Draughts); ok {
		return PDN
	}
	return PGN
}

// numbered reports whether a text begins with the number of a move: "1." or "1 ".
func numbered(text string) bool {
	rest := strings.TrimLeft(text, digits)
	return rest != text && strings.HasPrefix(rest, ".")
}

const digits = "0123456789"

// fromLatin1 reads a text as ISO 8859-1, which is PGN's and SGF's where nothing else is
// said.
func fromLatin1(text string) string {
	var s strings.Builder
	s.Grow(len(text) + len(text)/8)
	for i := range len(text) {
		s.WriteRune(rune(text[i]))
	}
	return s.String()
}
