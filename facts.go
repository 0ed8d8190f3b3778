package oxo

import (
	"reflect"
	"strings"
)

// Facts holds data about a game for programs that search its positions. It is the same
// in all positions of the game. The zero value says nothing. Data for people is in
// board.Facts.
type Facts struct {
	// Game is the position's game: two positions follow the same rules if and only if
	// their games have the same [Game.Name], see [SameName]. A search keeps what it has learned from one
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
// table or a book of the game with the given name does not apply to it.
func OtherGame(p Position, name string) bool {
	g := FactsOf(p).Game
	return g != nil && !SameName(g.Name(), name)
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
		return SameName(g.Name(), h.Name())
	}
	return kind.Kind() == reflect.Pointer && a == b
}

// SameName reports whether two names are names of one game: they are equal, or both end with a
// sum of the rules ([CutSum]), and the sums are equal. The file of the rules may have another
// name, or be in another folder.
func SameName(a, b string) bool {
	_, sum := CutSum(a)
	_, other := CutSum(b)
	return a == b || sum != "" && sum == other
}

// CutSum splits the name of a game whose rules are a text, as "rules.kif@1a2b3c4d5e6f", into the
// name of the file and the beginning of the text's SHA-256: twelve hexadecimal digits. The sum of
// other names is empty.
func CutSum(name string) (file, sum string) {
	const digits = 12
	at := strings.LastIndexByte(name, '@')
	if at < 0 || len(name)-at-1 != digits || strings.Trim(name[at+1:], "0123456789abcdef") != "" {
		return name, ""
	}
	return name[:at], name[at+1:]
}
