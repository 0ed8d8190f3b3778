package board

import "oxo"

// Facts holds data about a game for people and for files; it does not change. A field that is zero says nothing.
type Facts struct {
	// Sides are the names of the first and the second side: "X" and "O". Without a name a side is "first" or "second".
	Sides [2]string
	Style Style // how the boards look
	// Goal, which needs Rules too, is one sentence or two, of at most 120 characters: what one does, and how one wins.
	Goal string
	// Rules are all of them, a sentence or two in each string, few enough for one screen.
	Rules []string
	// Unit names the unit of the estimates, one and several: "pawn" and "pawns". [oxo.Facts] have its
	// size. Without a name an estimate is shown as a plain number.
	Unit [2]string
	// Chances converts the estimates to chances of winning; nil if no games were played to find that out.
	Chances *Chances
	// PlainNumbers says that the game ends with a number, from the first side's view. Values are
	// then written 3, -5 and 0, not as a win by 3, a loss by 5 and a draw.
	PlainNumbers bool
	Scale        *Scale    // in which players write values; nil for none
	Komi         *float64  // the points that the second side gets for moving second; nil if the game has no such rule
	SimpleKo     string    // the name of the form with the simple rule of ko; empty if this game has that rule, or has no ko
	Draughts     *Draughts // for a game of the draughts family, which PDN can hold; else nil
	SGF          *SGF      // for a game of stones, which SGF can hold; else nil
	Chess960     *Chess960 // for chess with the option of Chess960; else nil
	Setup        *Setup    // how positions are set up by hand; nil if only their text can be edited
	Sheet        string    // the text of the rules, if the game is of a rule sheet
	Bytes        int64     // approximate memory of the game's tables; 0 if unknown

	// What a board shows in addition to its squares. All positions are of this
	// game.

	// Note returns a few words to show with the board, such as "score 52", or "".
	Note func(p oxo.Position) string
	// Path returns the squares to click for a legal move, in order, from its start to its end; nil for a move
	// without squares, such as a pass. A game needs it if these are not the squares that the move changes: for a
	// jump they are its start, its landings and its end, for castling the king's two squares. If the mover chooses
	// which piece it takes, the square of that piece is the last: moves that begin alike are chosen click by
	// click.
	Path func(p oxo.Position, m oxo.Move) []Square
	// MoveName writes a legal move as players of the game write it; nil if [oxo.Game.FormatMove] does so. In chess
	// that is Nf3, where FormatMove writes g1f3, which programs exchange. ParseMove reads both.
	MoveName func(p oxo.Position, m oxo.Move) string
	// SquareName returns the name of a square in the notation of moves, or "" for a square without one; nil if the
	// labels of columns and rows make the names. In checkers the dark squares have numbers.
	SquareName func(s Square) string
	// Missing reports whether a square of the [Grid] does not exist: the board has another shape than a rectangle.
	// Such a square is empty, and belongs to no move. If it is nil, all squares exist.
	Missing func(s Square) bool
	// Lines are the lines between points, if the places are [Crossings] and the lines do not form a lattice. If
	// it is nil, each row and each column is a line.
	Lines [][2]Square
	// Barred returns the empty squares that the rules forbid to the side to move of an unfinished game,
	// if players are likely to overlook that; nil if there are no such squares.
	Barred func(p oxo.Position) []Square
	// Owner returns the side that owns a square of a [Grid] in a finished game, and whether any side owns it. This is
	// for territory: the square may be empty.
	Owner func(p oxo.Position, s Square) (oxo.Side, bool)
}

// Scale is a scale of values next to wins and losses counted in plies.
type Scale struct {
	// Of returns a proven score of p in that scale: above 0 a win for the side to move,
	// below 0 a loss; the number of a sooner end is larger in size.
	Of func(p oxo.Position, s oxo.Score) int
	// Counts is a phrase that follows "a win is" and says what the number counts.
	Counts string
}

// Draughts holds the data that files of draughts need.
type Draughts struct {
	// GameType is the number of the game in PDN: 20 is international
	// draughts, 21 English draughts; 0 is a form that has none.
	GameType int
	White    oxo.Side // the side that plays white
}

// SGF holds the data that files in the Smart Game Format need, for a game in which each move places a stone on a
// square. Its positions are a [Grid]. Their texts are rows from the top, joined by slashes, with X, O and dots,
// followed by the side to move if the stones do not determine it.
type SGF struct {
	// Number is the number of the game in SGF: 1 is Go, 2 Othello, 4 Gomoku and related games.
	Number int
	// Resized returns the game with the same options on another board, and with a komi. If komi is nil, a default komi
	// becomes the default on the other board, and any other komi stays. A game without komi ignores it.
	Resized func(columns, rows int, komi *float64) (oxo.Game, error)
}

// Chess960 is the option by which kings and rooks may castle from any square.
type Chess960 struct {
	On bool // in this game
	// With returns the game with or without the option.
	With func(on bool) oxo.Game
}

// Factual is an [oxo.Game] that states its [Facts].
type Factual interface {
	oxo.Game
	// Facts returns the same data each time. The caller must not change it.
	Facts() *Facts
}

// FactsOf returns the facts of a game, or the zero value if it has none.
func FactsOf(g oxo.Game) *Facts {
	if f, ok := g.(Factual); ok {
		return f.Facts()
	}
	return &Facts{}
}

// SideName returns the game's name for a side, or "first" or "second".
func SideName(g oxo.Game, s oxo.Side) string {
	if name := FactsOf(g).Sides[s&1]; name != "" {
		return name
	}
	return s.String()
}
