package label

import (
	"cmp"
	"context"
	"slices"

	"oxo"
	"oxo/search"
)

// Move is one legal move of a position with its value.
type Move struct {
	oxo.Move
	Name string
	// Value of the move for the side that makes it. Where only the result was asked for, its score
	// has only the right sign.
	Value search.Value
}

// Labeled is a position with its labels.
type Labeled struct {
	Item
	// Value of the position for its side to move.
	Value search.Value
	// Moves are all legal moves, in the order of columns or squares. They are nil where the data set needs only the value.
	Moves []Move
}

// best returns the highest score of the moves.
func (l *Labeled) best() oxo.Score {
	return slices.MaxFunc(l.Moves, func(a, b Move) int { return cmp.Compare(a.Value.Score, b.Value.Score) }).Value.Score
}

// decisive reports whether two moves are proven to differ in result.
func (l *Labeled) decisive() bool {
	var proven []Move
	for _, m := range l.Moves {
		if m.Value.Proven {
			proven = append(proven, m)
		}
	}
	return slices.ContainsFunc(proven, func(m Move) bool { return m.Value.Score.Sign() != proven[0].Value.Score.Sign() })
}

// finder finds the values of positions of one game.
type finder struct {
	game       oxo.Game
	limits     search.Limits // none: all values are proven
	resultOnly bool
	valueOnly  bool // the values of the moves are not needed
}

// find labels a position. It reports false if ctx ended first.
func (f *finder) find(ctx context.Context, s *search.Searcher, item Item) (*Labeled, bool) {
	l := &Labeled{Item: item}
	p := item.Position
	if p.Outcome() != oxo.Ongoing {
		l.Value = search.Value{Score: oxo.Final(p), Proven: true}
		return l, true
	}
	switch {
	case f.valueOnly:
		l.Value = f.valueOf(ctx, s, p)
	case f.limits != search.Limits{}:
		results := s.Analyze(ctx, p, f.limits)
		for i := range results {
			l.Moves = append(l.Moves, Move{Move: results[i].Move, Value: f.known(results[i].Value, results[i].Bounds)})
		}
	default:
		l.Moves = f.moves(ctx, s, p)
	}
	if ctx.Err() != nil {
		return nil, false
	}
	f.order(l)
	return l, true
}

// order sorts the moves by number, names them, and takes the value of the position from them.
func (f *finder) order(l *Labeled) {
	if len(l.Moves) == 0 {
		return
	}
	slices.SortFunc(l.Moves, func(a, b Move) int { return cmp.Compare(a.Move, b.Move) })
	l.Value = search.Value{Score: l.best(), Proven: true}
	for i := range l.Moves {
		m := &l.Moves[i]
		m.Name = f.game.FormatMove(l.Position, m.Move)
		l.Value.Proven = l.Value.Proven && m.Value.Proven
	}
}

// moves returns all moves with proven values. Moves that a symmetry maps onto each other are
// searched once.
func (f *finder) moves(ctx context.Context, s *search.Searcher, p oxo.Position) []Move {
	var all []Move
	symmetric, exact := exactly(p)
	seen := map[oxo.Key]search.Value{}
	for _, m := range p.Moves(nil) {
		p.Make(m)
		var key oxo.Key
		var value search.Value
		known := false
		if exact {
			key, _ = symmetric.Canonical()
			value, known = seen[key]
		}
		if !known {
			value = f.valueOf(ctx, s, p)
			value.Score = value.Score.ToParent()
			seen[key] = value
		}
		p.Unmake(m)
		if ctx.Err() != nil {
			return nil
		}
		all = append(all, Move{Move: m, Value: value})
	}
	return all
}

// valueOf returns the value of a position.
func (f *finder) valueOf(ctx context.Context, s *search.Searcher, p oxo.Position) search.Value {
	if p.Outcome() != oxo.Ongoing {
		v := oxo.Final(p)
		return f.known(search.Value{Score: v, Proven: true}, oxo.Exactly(v))
	}
	r := s.Search(ctx, p, f.limits)
	return f.known(r.Value, r.Bounds)
}

// known returns the value, or only the result where nothing else was asked for.
func (f *finder) known(v search.Value, b oxo.Bounds) search.Value {
	if !f.resultOnly {
		return v
	}
	result, known := b.Result()
	switch {
	case !known:
		return v
	case result == "win":
		return search.Value{Score: oxo.Win(0), Proven: true}
	case result == "loss":
		return search.Value{Score: oxo.Loss(0), Proven: true}
	}
	return search.Value{Score: oxo.Draw, Proven: true}
}

// exactly returns the position as one with symmetries, and whether it has any and their keys are
// exact.
func exactly(p oxo.Position) (oxo.Symmetric, bool) {
	symmetric, ok := p.(oxo.Symmetric)
	keyed, exact := p.(oxo.Keyed)
	return symmetric, ok && exact && keyed.KeyBits() > 0 && symmetric.Symmetries() > 1
}

// image returns the labels of a position that a symmetry maps onto a labelled one.
func (f *finder) image(of *Labeled, item Item) *Labeled {
	l := &Labeled{Item: item, Value: of.Value}
	from, _ := of.Position.(oxo.Symmetric)
	to, _ := item.Position.(oxo.Symmetric)
	_, there := from.Canonical()
	_, here := to.Canonical()
	for _, m := range of.Moves {
		m.Move = to.UnmapMove(from.MapMove(m.Move, there), here)
		l.Moves = append(l.Moves, m)
	}
	f.order(l)
	return l
}
