package gametest

import (
	"sync/atomic"

	"oxo"
)

// Broken is the value of the panic of a position that [Breaking] made.
type Broken struct{}

// Breaking returns a position that panics with [Broken], as the position of a rule sheet may.
// It does so when it and its copies have made the given number of moves, and at each move from
// then on. It has exact keys if p has them, and no other ability.
func Breaking(p oxo.Position, moves int64) oxo.Position {
	b := &breaking{p, new(atomic.Int64)}
	b.left.Store(moves)
	return b
}

type breaking struct {
	oxo.Position
	left *atomic.Int64
}

func (b *breaking) Make(m oxo.Move) {
	if b.left.Add(-1) < 0 {
		panic(Broken{})
	}
	b.Position.Make(m)
}

func (b *breaking) Clone() oxo.Position { return &breaking{b.Position.Clone(), b.left} }

// Key implements [oxo.Keyed].
func (b *breaking) Key() oxo.Key { return b.Position.(oxo.Keyed).Key() }

// KeyBits implements [oxo.Keyed].
func (b *breaking) KeyBits() int {
	if k, ok := b.Position.(oxo.Keyed); ok {
		return k.KeyBits()
	}
	return 0
}
