package oxo

import "reflect"

// Facts is what a position says of its game to programs that search it: data that is the
// same in all positions of the game. The zero value says nothing. What a game says of
// itself to people is in board.Facts.
type Facts struct {
	// Game is the position's game: two positions follow the same rules if and only if
	// their games have the same [Game.Name]. A search keeps what it has learned from one
	// position for another only if both belong to the same game. If Game is nil, it
	// keeps nothing beyond the position itself.
	Game Game
	// Unit is the estimate that is worth a pawn, a disc or a point: 100 where Evaluate
	// counts in hundredths of a pawn. If the game ends by a margin, it is worth one of
	// the margin. 0 says that the estimates have no unit.
	Unit Score
	// Drawless says that every game has a winner: a side that cannot win loses.
	Drawless bool
	// Book is the file of an opening book of Game: see package book. It is nil if Game
	// has no book.
	Book []byte
}

// Factual is a [Position] that states [Facts].
type Factual interface {
	Position
	// Facts returns the facts. Searches call it when they begin.
	Facts() Facts
}

// FactsOf returns the facts that a position states, or the zero value.
func FactsOf(p Position) Facts {
	if f, ok := p.(Factual); ok {
		return f.Facts()
	}
	return Facts{}
}

// OtherGame reports whether a position states that its game has another name: then a
// table or a book of the game name does not apply to it.
func OtherGame(p Position, name string) bool {
	g := FactsOf(p).Game
	return g != nil && g.Name() != name
}

// SameGame reports whether two positions certainly follow the same rules: they are
// the same position, or have the same type and games of the same name ([Facts]).
func SameGame(a, b Position) bool {
	if a == nil || b == nil {
		return false
	}
	kind := reflect.TypeOf(a)
	if kind != reflect.TypeOf(b) {
		return false
	}
	if g, h := FactsOf(a).Game, FactsOf(b).Game; g != nil && h != nil {
		return g.Name() == h.Name()
	}
	return kind.Kind() == reflect.Pointer && a == b
}
