package player

import (
	"math/rand/v2"
	"slices"

	"oxo"
	"oxo/search"
)

// Openings is an opening book of estimates, as package book/dropout makes. They choose a
// move in play, and prove nothing: no search asks for them. A [search.Book] may be one, too.
type Openings interface {
	// Openings returns moves for a position, best first, each with an estimate of what it
	// is worth to the side that makes it: none where it knows nothing. All are legal. It leaves
	// p as it was, and several goroutines may call it.
	Openings(p oxo.Position) []search.MoveResult
}

// Repertoire is how a player plays from an opening book. The zero value has no book.
type Repertoire struct {
	Book Openings
	// Margin is how much worse than the best move a move is at most that is played, in the
	// estimate's unit: each such move is as likely. 0 is the best alone, or those equal to it.
	Margin oxo.Score
	// Seed decides which, together with the position.
	Seed uint64
}

// RepertoireOf is the repertoire of a book, where it is [Openings].
func RepertoireOf(book search.Book, margin oxo.Score, seed uint64) Repertoire {
	openings, _ := book.(Openings)
	return Repertoire{Book: openings, Margin: margin, Seed: seed}
}

// Opening returns the move to play in a position, as if a search had found it, and whether
// the book has one. A move back to an earlier position of the game is none.
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

// comesBack reports whether a move leads back to an earlier position of the game, whether
// that is forbidden or a draw: a book does not know the moves before.
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
