// Package gamefile reads and writes games in the formats that players and programs
// share: PGN (chess, and any other game with the tag Variant), PDN (draughts), SGF (Go,
// Othello, k in a row), GGF and WTHOR's databases (Othello), positions with EPD's
// operations, and moves alone. Reading has two steps: [Find], or a [Reader], cuts games out
// of a file, and [Text.Play] plays one by the rules.
//
// What other programs write otherwise than the formats have it is read where only one
// meaning is possible, and a notice says what was changed. Where two are possible it is an
// error of that game, and the games after it are read.
package gamefile

import (
	"oxo"
)

// Format is how a file writes games.
type Format string

// The formats. [Moves] has one game on a line, its moves with blanks between them or
// none: "f5 d6 c3", "f5d6c3", or a position with operations of EPD. Lines that begin with #
// are comments. GGF and WTHOR are read and not written.
const (
	PGN   Format = "pgn"
	PDN   Format = "pdn"
	SGF   Format = "sgf"
	GGF   Format = "ggf"
	WTHOR Format = "wthor"
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
	By     string // what SGF writes after the winner: points, R, T, F

	Move int // the number of the first move, where the file says it; 0 where it does not

	Format Format // of the file, and Line is where the game begins in it, from 1
	Line   int

	// Before is the number of plies before Start, where the file sets up a position in the
	// middle of a game: the setup is a ply of its own. The moves before it are not in Moves.
	Before int
	// After is the moves that the file has after the end of the game by the rules: players
	// went on in a dead position of chess.
	After []oxo.Move
	// Notices is what was read otherwise than it is written, each with its line.
	Notices []string
	// What EPD says of Start.
	ID          string
	Best, Avoid []oxo.Move

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
