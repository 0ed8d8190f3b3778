package census

import (
	"context"
	"errors"
	"fmt"
	"math"

	"oxo"
)

// induction gives every position of a game that does not loop its value, depth first:
// backward induction. A position is visited once, and its value is the best of those
// behind its moves. It keeps no moves and no positions, so it takes some 30 bytes for
// each, up to 80 while its memory grows.
type induction struct {
	ctx    context.Context
	opts   Options
	keys   *keySet
	values []oxo.Score // by the number of the key; ongoing while it is not known
	plies  []uint16    // after how many plies it was reached
	p      oxo.Position
	key    func() oxo.Key // of p
	images []image
	moves  []oxo.Move // of the positions on the path, one after another
	steps  int
	byPly  []WholePly
	mixed  bool // positions are reached after different numbers of plies
}

// image is the position as a symmetry turns it, kept beside it to count how many
// different images it has.
type image struct {
	p        oxo.Position
	symmetry int
}

// WholePly counts the positions of a whole game after a number of plies.
type WholePly struct {
	Ply       int `json:"ply"`
	Positions int `json:"positions"` // all images counted; 0 where that is not known
	Classes   int `json:"classes"`   // one of each class of images
	// Of the classes: finished games, and by the side that wins under best play.
	Terminal int `json:"terminal"`
	First    int `json:"first"`
	Second   int `json:"second"`
	Draw     int `json:"draw"`
}

var errUndeclaredLoop = errors.New("a position comes back and the game does not say so: it has to implement oxo.Looping")

// mostPlies is how many plies are kept apart.
const mostPlies = math.MaxUint16

// induce solves everything that can be reached from start.
func induce(ctx context.Context, start oxo.Position, id identity, opts Options) (*induction, error) {
	w := &induction{ctx: ctx, opts: opts, keys: newKeySet(), p: start.Clone()}
	w.key = id.bound(w.p)
	if id.symmetric {
		w.images = imagesOf(start)
	}
	_, err := w.value(0)
	return w, err
}

// imagesOf returns the images of a position that is its own image under every
// symmetry, and nil of any other: then not all images of what follows need be reached.
func imagesOf(start oxo.Position) []image {
	var all []image
	moves := start.Moves(nil)
	p := start.Clone().(oxo.Symmetric)
	behind := func(m oxo.Move) oxo.Key {
		p.Make(m)
		key, _ := p.Canonical()
		p.Unmake(m)
		return key
	}
	legal := map[oxo.Move]oxo.Key{}
	for _, m := range moves {
		legal[m] = behind(m)
	}
	for s := range p.Symmetries() {
		for _, m := range moves {
			if key, ok := legal[p.MapMove(m, s)]; !ok || key != legal[m] {
				return nil
			}
		}
		all = append(all, image{start.Clone(), s})
	}
	return all
}

// value returns the value of the position, which is after that many plies.
func (w *induction) value(ply int) (oxo.Score, error) {
	n, known := w.keys.add(w.key())
	if known {
		if w.values[n] == ongoing {
			return 0, errUndeclaredLoop
		}
		w.mixed = w.mixed || w.plies[n] != uint16(min(ply, mostPlies))
		return w.values[n], nil
	}
	if err := w.enter(n, ply); err != nil {
		return 0, err
	}
	best := -oxo.Infinity
	end := w.p.Outcome() != oxo.Ongoing
	if end {
		best = oxo.Final(w.p)
	} else {
		base := len(w.moves)
		w.moves = w.p.Moves(w.moves)
		for at := base; at < len(w.moves); at++ {
			m := w.moves[at]
			w.play(m)
			v, err := w.value(ply + 1)
			if err != nil {
				return 0, err
			}
			w.takeBack(m)
			best = max(best, v.ToParent())
		}
		w.moves = w.moves[:base]
	}
	w.values[n] = best
	w.count(ply, best, end)
	return best, nil
}

// enter makes room for a new position, and looks at the limits now and then.
func (w *induction) enter(n uint32, ply int) error {
	if int64(n) >= int64(w.opts.MaxPositions) || n == math.MaxUint32-1 {
		return tooMany(w.opts.MaxPositions)
	}
	w.values = append(w.values, ongoing)
	w.plies = append(w.plies, uint16(min(ply, mostPlies)))
	w.mixed = w.mixed || ply > mostPlies
	if w.steps++; w.steps&8191 != 0 {
		return nil
	}
	if w.opts.Progress != nil {
		w.opts.Progress(ply, len(w.values))
	}
	return w.ctx.Err()
}

// play makes a move, and its images in the images.
func (w *induction) play(m oxo.Move) {
	w.p.Make(m)
	for i := range w.images {
		image := &w.images[i]
		image.p.Make(image.p.(oxo.Symmetric).MapMove(m, image.symmetry))
	}
}

func (w *induction) takeBack(m oxo.Move) {
	w.p.Unmake(m)
	for i := range w.images {
		image := &w.images[i]
		image.p.Unmake(image.p.(oxo.Symmetric).MapMove(m, image.symmetry))
	}
}

// count counts a position that is solved. Of a class there are as many positions as
// symmetries, divided by those that change nothing: orbit and stabilizer.
func (w *induction) count(ply int, value oxo.Score, end bool) {
	for len(w.byPly) <= ply {
		w.byPly = append(w.byPly, WholePly{Ply: len(w.byPly)})
	}
	c := &w.byPly[ply]
	c.Classes++
	if ply <= imagedPlies && len(w.images) > 0 && !w.imaged() {
		w.images = nil // the first position is not its own image after all
		for i := range w.byPly {
			w.byPly[i].Positions = 0
		}
		c.Positions = 0
	}
	if len(w.images) > 0 {
		own, same := w.p.(oxo.Keyed).Key(), 0
		for i := range w.images {
			if w.images[i].p.(oxo.Keyed).Key() == own {
				same++
			}
		}
		c.Positions += len(w.images) / same
	}
	if end {
		c.Terminal++
	}
	switch side := w.p.Turn(); {
	case value.Sign() == 0:
		c.Draw++
	case (value.Sign() > 0) == (side == oxo.First):
		c.First++
	default:
		c.Second++
	}
}

// imagedPlies is how many plies behind the first position the images are compared: false images differ by then.
const imagedPlies = 4

// imaged reports whether the images are images of the position. Where one move alike leads on from the first
// position, two may not.
func (w *induction) imaged() bool {
	own, _ := w.p.(oxo.Symmetric).Canonical()
	for i := range w.images {
		if key, _ := w.images[i].p.(oxo.Symmetric).Canonical(); key != own {
			return false
		}
	}
	return true
}

// inexact is the error of a game that cannot be kept in a table of keys.
func inexact(g oxo.Game) error {
	return fmt.Errorf("positions of %s have no exact keys, so there is no table of them", g.Name())
}
