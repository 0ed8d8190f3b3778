package results

import (
	"slices"

	"oxo"
	"oxo/prove/census"
	"oxo/prove/keybits"
)

// Table has the result of every position that can be reached from one position, with best play. If
// the game has symmetries, it has one position of each class of images. It does not change, and
// any number of goroutines may use it; its bytes may be mapped from a file.
type Table struct {
	about about
	keys  keybits.Packing
	list  *list
	stats census.WholeStats
}

// about is the content of the file's lines.
type about struct {
	game, from string // from is the position that all others are reached from
	symmetric  bool   // one key stands for a class of images
	margins    bool   // the game ends by a margin
	scheme     uint64 // see census.Scheme
}

// table returns the solved table.
func (s *solver) table(start oxo.Position) *Table {
	_, symmetric := start.(oxo.Symmetric)
	_, margins := start.(oxo.Margined)
	t := &Table{
		about: about{s.game.Name(), s.game.FormatPosition(start), symmetric, margins, census.Scheme(s.game)},
		keys:  s.keys, list: s.solved,
	}
	t.count()
	sum := 0
	for _, ply := range s.plies {
		sum += ply.Classes
	}
	if sum == t.list.n {
		t.stats.Plies = s.plies // otherwise some positions are at several plies
	}
	return t
}

// count counts the results.
func (t *Table) count() {
	var counts [4]int
	for i := range t.list.n {
		counts[t.list.mark(i)]++
	}
	t.stats.Wins, t.stats.Draws, t.stats.Losses = counts[won], counts[drawn], counts[lost]
}

// Stats returns the counts. Longest and All are not known; the number of all images of a ply
// neither.
func (t *Table) Stats() census.WholeStats { return t.stats }

// Sizes returns the bytes of the results, and of the keys.
func (t *Table) Sizes() (ofResults, ofKeys int) {
	return (t.list.n + 3) / 4, t.list.firsts.size + t.list.places.size + t.list.data.size
}

// Result returns 1 for a win of the side to move, 0 for a draw and -1 for a loss, and whether
// the table has the position. It reports false for a position of another game. In a game that
// loops, it is the result of the state, whatever was played before.
func (t *Table) Result(p oxo.Position) (int, bool) {
	k, ok := p.(oxo.Keyed)
	if !ok || k.KeyBits() == 0 || oxo.OtherGame(p, t.about.game) {
		return 0, false
	}
	var key oxo.Key
	if t.about.symmetric {
		key, _ = p.(oxo.Symmetric).Canonical()
	} else {
		key = k.Key()
	}
	if !t.keys.Holds(key) {
		return 0, false
	}
	i, ok := t.list.find(t.keys.Pack(key).Lo)
	if !ok {
		return 0, false
	}
	return int(t.list.mark(i)) - int(drawn), true
}

// Known returns bounds of the value of an unfinished position: a draw, or a win or loss of
// unknown size.
func (t *Table) Known(p oxo.Position) (oxo.Bounds, bool) {
	result, ok := t.Result(p)
	if !ok {
		return oxo.Bounds{}, false
	}
	atLeast, most := oxo.Win(oxo.MaxPlies), oxo.Win(1)
	if t.about.margins {
		atLeast, most = oxo.By(1), oxo.By(oxo.MaxMargin)
	}
	switch result {
	case 1:
		return oxo.Between(atLeast, most), true
	case -1:
		return oxo.Between(-most, -atLeast), true
	}
	return oxo.Exactly(oxo.Draw), true
}

// Lookup returns the value of a position that is a draw: of others only the result is known. It
// implements search.Book.
func (t *Table) Lookup(p oxo.Position) (oxo.Score, bool) {
	result, ok := t.Result(p)
	return oxo.Draw, ok && result == 0
}

// Best returns the moves that keep the result. It plays on p and restores it. It reports false if the
// table lacks the position.
func (t *Table) Best(p oxo.Position) ([]oxo.Move, bool) {
	result, ok := t.Result(p)
	if !ok {
		return nil, false
	}
	moves := p.Moves(nil)
	return slices.DeleteFunc(moves, func(m oxo.Move) bool {
		p.Make(m)
		defer p.Unmake(m)
		after, ok := t.Result(p)
		return !ok || -after != result
	}), true
}
