package ggp

import (
	"sync/atomic"

	"oxo"
	"oxo/game/rules"
)

// breach is where guarded positions note that the sheet is not what it seemed to be.
type breach struct {
	first  atomic.Pointer[rules.Broken]
	cancel func() // ends the search
}

// guarded is a position of a sheet, for searches with any number of threads: where the
// position panics with [rules.Broken], it notes that, ends the search, and seems to be a draw.
// What the search found is then worth nothing.
type guarded struct {
	oxo.Keyed
	breach *breach
	beyond int // moves made since the position broke
}

// facts implements the methods that all positions of sheets have.
type facts interface {
	oxo.Keyed
	oxo.Factual
}

// guard returns a guarded position with the abilities of p.
func guard(p oxo.Position, b *breach) oxo.Position {
	return (&guarded{Keyed: p.(facts), breach: b}).dressed()
}

// dressed gives the position the methods that only some positions have.
func (g *guarded) dressed() oxo.Position {
	_, margined := g.Keyed.(oxo.Margined)
	_, looping := g.Keyed.(oxo.Looping)
	switch {
	case margined && looping:
		return &guardedBoth{guardedMargined{g}}
	case margined:
		return &guardedMargined{g}
	case looping:
		return &guardedLooping{g}
	}
	return g
}

// note recovers from a broken position, and calls then.
func (g *guarded) note(then func()) {
	v := recover()
	if v == nil {
		return
	}
	broken, ok := v.(rules.Broken)
	if !ok {
		panic(v)
	}
	g.breach.first.CompareAndSwap(nil, &broken)
	g.breach.cancel()
	then()
}

// Moves implements [oxo.Position].
func (g *guarded) Moves(buf []oxo.Move) []oxo.Move {
	if g.beyond > 0 {
		return buf
	}
	return g.Keyed.Moves(buf)
}

// Make implements [oxo.Position].
func (g *guarded) Make(m oxo.Move) {
	if g.beyond > 0 {
		g.beyond++
		return
	}
	defer g.note(func() { g.beyond = 1 })
	g.Keyed.Make(m)
}

// Unmake implements [oxo.Position].
func (g *guarded) Unmake(m oxo.Move) {
	if g.beyond > 0 {
		if g.beyond--; g.beyond > 0 {
			return
		}
	}
	g.Keyed.Unmake(m)
}

// Outcome implements [oxo.Position].
func (g *guarded) Outcome() (o oxo.Outcome) {
	if g.beyond > 0 {
		return oxo.Drawn
	}
	defer g.note(func() { o = oxo.Drawn })
	return g.Keyed.Outcome()
}

// Facts implements [oxo.Factual].
func (g *guarded) Facts() oxo.Facts { return g.Keyed.(facts).Facts() }

// Clone implements [oxo.Position].
func (g *guarded) Clone() oxo.Position {
	return (&guarded{g.Keyed.Clone().(facts), g.breach, g.beyond}).dressed()
}

// margin returns the margin of a finished game.
func (g *guarded) margin() (n int) {
	if g.beyond > 0 {
		return 0
	}
	defer g.note(func() { n = 0 })
	return g.Keyed.(oxo.Margined).Margin()
}

// guardedMargined is a guarded [oxo.Margined].
type guardedMargined struct{ *guarded }

// Margin implements [oxo.Margined].
func (g *guardedMargined) Margin() int { return g.margin() }

// guardedLooping is a guarded [oxo.Looping].
type guardedLooping struct{ *guarded }

// Repeated implements [oxo.Looping].
func (g *guardedLooping) Repeated() (int, oxo.Score) { return g.Keyed.(oxo.Looping).Repeated() }

// guardedBoth is both.
type guardedBoth struct{ guardedMargined }

// Repeated implements [oxo.Looping].
func (g *guardedBoth) Repeated() (int, oxo.Score) { return g.Keyed.(oxo.Looping).Repeated() }
