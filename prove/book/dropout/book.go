package dropout

import (
	"cmp"
	"encoding/binary"
	"slices"

	"oxo"
	"oxo/internal/datafile"
	"oxo/search"
)

// Book is an opening book of a game, read from the bytes of its file. It does not change, and
// any number of goroutines may use it.
type Book struct {
	about
	records, moves []byte
	positions      int
}

// about holds the parameters of a book; a continued book keeps them.
type about struct {
	game   oxo.Game
	nodes  uint64
	keep   int
	margin oxo.Score
}

// Game returns the game of the book.
func (b *Book) Game() oxo.Game { return b.game }

// Len returns the number of positions, one of each class of images.
func (b *Book) Len() int { return b.positions }

// Nodes returns the limit of nodes of each of its searches.
func (b *Book) Nodes() uint64 { return b.nodes }

// Openings returns the book's moves for a position, best first, each with an estimate for the
// side that makes it. It returns none if the book does not have the position. All moves are
// legal, whatever the file contains: a position is recognised by its key, and if keys are only
// hashes by its legal moves too.
func (b *Book) Openings(p oxo.Position) []search.MoveResult {
	if p.Outcome() != oxo.Ongoing || oxo.OtherGame(p, b.game.Name()) {
		return nil
	}
	here := identify(p)
	i, ok := b.find(here.key)
	if !ok {
		return nil
	}
	r := b.record(i)
	if r.check != here.check {
		return nil
	}
	var all []search.MoveResult
	for _, e := range b.edges(r) {
		m, ok := here.own(e.move)
		if !ok {
			return nil // a different position with the same key, or a file of another version
		}
		all = append(all, search.MoveResult{Move: m, Value: search.Value{Score: estimate(e.score)}, Line: []oxo.Move{m}, ByBook: true})
	}
	return all
}

// identity identifies a position in the book.
type identity struct {
	p         oxo.Position
	key       oxo.Key
	check     uint32     // checksum of the legal moves, the same for all images
	legal     []oxo.Move // legal moves of p
	symmetric oxo.Symmetric
	symmetry  int // maps p onto the image in the book
}

// identify computes the identity of a position.
func identify(p oxo.Position) *identity {
	id := &identity{p: p, legal: p.Moves(nil)}
	if id.symmetric, _ = p.(oxo.Symmetric); id.symmetric != nil {
		id.key, id.symmetry = id.symmetric.Canonical()
	} else if k, ok := p.(oxo.Keyed); ok {
		id.key = k.Key()
	} else {
		id.key = oxo.Key{Lo: p.Hash()}
	}
	moves := make([]oxo.Move, len(id.legal))
	for i, m := range id.legal {
		moves[i] = id.common(m)
	}
	slices.Sort(moves)
	var all []byte
	for _, m := range moves {
		all = binary.LittleEndian.AppendUint32(all, uint32(m))
	}
	id.check = uint32(datafile.Sum(all))
	return id
}

// common maps a move of the position onto the image in the book.
func (id *identity) common(m oxo.Move) oxo.Move {
	if id.symmetric == nil {
		return m
	}
	return id.symmetric.MapMove(m, id.symmetry)
}

// own inverts common, and reports whether the move is legal. It passes only legal moves to the
// game: the file may contain numbers that are not moves at all.
func (id *identity) own(m oxo.Move) (oxo.Move, bool) {
	i := slices.IndexFunc(id.legal, func(legal oxo.Move) bool { return id.common(legal) == m })
	if i < 0 {
		return 0, false
	}
	return id.legal[i], true
}

// edge is a move of a position of the book, in the book's image.
type edge struct {
	move  oxo.Move
	score oxo.Score // for the side that makes the move
}

// compare orders moves, best first.
func (e edge) compare(other edge) int {
	return cmp.Or(cmp.Compare(other.score, e.score), cmp.Compare(e.move, other.move))
}

// estimate turns any score into an estimate: a win found by a search is the highest one.
func estimate(s oxo.Score) oxo.Score { return max(min(s, oxo.MaxEstimate), -oxo.MaxEstimate) }
