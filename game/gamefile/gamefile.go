// Package gamefile reads and writes games in the formats that players and programs
// share: PGN (chess, and any other game with the tag Variant), PDN (draughts), SGF
// (Go, Othello, k in a row), GGF and WTHOR's databases (Othello), positions with
// EPD's operations, and plain lists of moves. Reading has two steps: [Find], or a
// [Reader], cuts games out of a file, and [Text.Play] plays one by the rules.
//
// Text of other programs that deviates from a format is accepted if it has only one
// possible meaning, and a notice describes the change. If it has two, it is an error
// of that game; the games after it are still read.
package gamefile

import (
	"oxo"
)

// Format is a file format for games.
type Format string

// Formats. [Moves] has one game on a line: moves with or without blanks between them,
// "f5 d6 c3" or "f5d6c3", or a position with operations of EPD. Lines that begin with
// # are comments. GGF and WTHOR can be read but not written.
const (
	PGN   Format = "pgn"
	PDN   Format = "pdn"
	SGF   Format = "sgf"
	GGF   Format = "ggf"
	WTHOR Format = "wthor"
	Moves Format = "moves"
)

// Algebraic is an [oxo.Game] like chess, whose moves are in standard algebraic
// notation in PGN.
type Algebraic interface {
	oxo.Game
	// FormatSAN writes a legal move of p: Nf3, exd5, O-O, e8=Q+.
	FormatSAN(p oxo.Position, m oxo.Move) string
	// FormatFEN writes all six fields of FEN.
	FormatFEN(p oxo.Position) string
	// VariantTag returns the value of PGN's tag Variant; empty for standard chess.
	VariantTag() string
	// ParseAfter reads a move that could be made in a position that the rules draw at once, where players
	// may continue: a dead position. It does not change the position.
	ParseAfter(p oxo.Position, text string) (oxo.Move, error)
}

// Result says who won; it is empty if that is unknown.
type Result string

// Results, by side.
const (
	Unknown    Result = ""
	FirstWins  Result = "first"
	SecondWins Result = "second"
	Drawn      Result = "draw"
)

// Game is a legal game, read from a file or to be written.
type Game struct {
	Rules  oxo.Game
	Start  oxo.Position
	Moves  []oxo.Move // legal ones, made since Start
	Notes  []Note     // of the first moves; at most one for each move
	Names  [2]string  // of the sides; empty where unknown
	Result Result
	// Stated is the result as the file has it. Result differs from it if the rules end the game in another way.
	Stated   Result
	Comments []Comment // of the file, on the main line
	By       string    // SGF's text after the winner: points, R, T, F

	Move int // the number of the first move if the file gives it, otherwise 0

	Format Format // of the file; Line is the line of the game's beginning, from 1
	Line   int

	// Before is the number of plies before Start if the file sets up a position in the
	// middle of a game. Moves does not include these plies. The setup itself counts as
	// a ply.
	Before int
	// After holds the moves in the file after the end of the game by the rules: the
	// players continued in a dead position of chess.
	After []oxo.Move
	// Notices lists the parts that were read differently than written, each with its
	// line.
	Notices []string
	// EPD's operations for Start.
	ID          string
	Best, Avoid []oxo.Move

	// Tags of PGN and PDN; empty if unknown. A date is "2026.11.23".
	Event, Date, Round, Termination string
}

// Note is a comment on one move.
type Note struct {
	Comment string
	Mark    Mark
	Better  []oxo.Move // a better line, from the position before the move
}

// Mark rates a bad move.
type Mark uint8

// Marks: ?!, ? and ?? in books.
const (
	noMark Mark = iota
	Dubious
	Mistake
	Blunder
)
