package census

import (
	"fmt"

	"oxo"
)

// identity distinguishes positions by their keys, or by their text.
type identity struct {
	game      oxo.Game
	symmetric bool
	texts     map[string]uint64 // the numbers of texts, for positions without an exact key; otherwise nil
	list      []string          // the texts, by number
}

// exact reports whether a position has an exact key.
func exact(p oxo.Position) bool {
	k, ok := p.(oxo.Keyed)
	return ok && k.KeyBits() > 0
}

func identityOf(g oxo.Game, p oxo.Position, symmetric bool) (identity, error) {
	_, canBeTurned := p.(oxo.Symmetric)
	id := identity{game: g, symmetric: symmetric}
	switch {
	case symmetric && !canBeTurned:
		return id, fmt.Errorf("%s has no symmetries to count by", g.Name())
	case symmetric && !exact(p):
		return id, fmt.Errorf("positions of %s have no exact key, so their classes cannot be distinguished with certainty: count without symmetry", g.Name())
	case !exact(p):
		id.texts = map[string]uint64{}
	}
	return id, nil
}

// key returns the key of a position. If keys are numbers of texts, it numbers a new text.
func (id *identity) key(p oxo.Position) oxo.Key {
	if id.texts == nil {
		return id.keyOf(p)
	}
	text := id.game.FormatPosition(p)
	n, ok := id.texts[text]
	if !ok {
		n = uint64(len(id.list))
		id.texts[text] = n
		id.list = append(id.list, text)
	}
	return oxo.Key{Lo: n}
}

// bound returns a function that returns the key of p at the time of the call. So the interfaces of p are looked up
// once, not for every position.
func (id *identity) bound(p oxo.Position) func() oxo.Key {
	if id.texts != nil {
		return func() oxo.Key { return id.key(p) }
	}
	if id.symmetric {
		symmetric := p.(oxo.Symmetric)
		return func() oxo.Key { k, _ := symmetric.Canonical(); return k }
	}
	return p.(oxo.Keyed).Key
}

func (id *identity) keyOf(p oxo.Position) oxo.Key {
	if id.symmetric {
		k, _ := p.(oxo.Symmetric).Canonical()
		return k
	}
	return p.(oxo.Keyed).Key()
}

// known returns the key of a position, and whether the position has one. It numbers no new text.
func (id *identity) known(p oxo.Position) (oxo.Key, bool) {
	if id.texts == nil {
		return id.keyOf(p), true
	}
	n, ok := id.texts[id.game.FormatPosition(p)]
	return oxo.Key{Lo: n}, ok
}
