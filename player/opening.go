package player

import (
	"math/rand/v2"
	"slices"

	"oxo"
	"oxo/search"
)

// Openings is an opening book of estimates, as package book/dropout makes. It chooses
// moves in play, but proves nothing: no search uses it. A [search.Book] may also
// implement it.
type Openings interface {
	// Openings returns legal moves for a position, best first, each with an estimate
	// for the side that makes it; it returns none for an unknown position. It leaves p
	// unchanged, and several goroutines may call it.
	Openings(p oxo.Position) []search.MoveResult
}

// Repertoire says how a player uses an opening book. The zero value has no book.
type Repertoire struct {
	Book Openings
	// Margin is the largest estimate that a played move may lose against the best, in
	// the estimate's unit. All moves within it are equally likely; 0 allows only the
	// best and those equal to it.
	Margin oxo.Score
	// Seed decides the choice, together with the position.
	Seed uint64
}

// DefaultMargin is the margin of a player that need not play perfectly: a tenth of a
// pawn, a man or a disc.
const DefaultMargin = 10

// RepertoireOf returns the repertoire of a book; it is empty if the book is not
// [Openings].
func RepertoireOf(book search.Book, margin oxo.Score, seed uint64) Repertoire {
	openings, _ := book.(Openings)
	return Repertoire{Book: openings, Margin: margin, Seed: seed}
}

// Opening returns the book's move for a position in the form of a search result, and
// whether it has one. It never returns to an earlier position of the game.
func (r *Repertoire) Opening(p oxo.Position) (search.Result, bool) {
	if r.Book == nil {
		return search.Result{}, false
	}
	moves := slices.DeleteFunc(r.Book.Openings(p), func(m search.MoveResult) bool { return comesBack(p, m.Move) })
	if len(moves) == 0 {
		return search.Result{}, false
	}
	worse := slices.IndexFunc(moves, func(m search.MoveResult) bool { return moves[0].Score-m.Score > r.Margin })
	if worse > 0 {
		moves = moves[:worse]
	}
	m := moves[rand.New(rand.NewPCG(r.Seed, p.Hash())).IntN(len(moves))]
	return search.Result{Value: search.Value{Score: m.Score}, Best: m.Move, HasMove: true, Line: m.Line, ByBook: true}, true
}

// comesBack reports whether a move leads back to an earlier position of the game. Such
// a move may be forbidden or a draw, which a book cannot know, since it does not know
// the earlier moves.
func comesBack(p oxo.Position, m oxo.Move) bool {
	looping, ok := p.(oxo.Looping)
	if !ok {
		return false
	}
	p.Make(m)
	plies, _ := looping.Repeated()
	p.Unmake(m)
	return plies > 0
}
