package census

import (
	"context"
	"errors"
	"fmt"
	"math"

	"oxo"
)

// induction computes the value of every position of a game without loops, depth first: backward
// induction. It visits a position once; the value is the best value after one of its moves. It
// stores no moves and no positions, so it takes some 30 bytes per position, up to 80 while its
// memory grows.
type induction struct {
	ctx    context.Context
	opts   Options
	keys   *keySet
	values []oxo.Score // by the number of the key; ongoing while unknown
	plies  []uint16    // the ply of the position
	p      oxo.Position
	key    func() oxo.Key // of p
	images []image
	moves  []oxo.Move // of the positions on the path, concatenated
	steps  int
	byPly  []WholePly
	mixed  bool // some position is reached after different numbers of plies
}

// image is the position as a symmetry turns it. It follows the moves of the position, so that the different images
// can be counted.
type image struct {
	p        oxo.Position
	symmetry int
}

// WholePly counts the positions of a whole game after a number of plies.
type WholePly struct {
	Ply       int `json:"ply"`
	Positions int `json:"positions"` // with all images; 0 if unknown
	Classes   int `json:"classes"`   // one of each class of images
	// Among the classes: finished games, and the winners under best play.
	Terminal int `json:"terminal"`
	First    int `json:"first"`
	Second   int `json:"second"`
	Draw     int `json:"draw"`
}

var errUndeclaredLoop = errors.New("a position occurs twice in a game that is not oxo.Looping: want a game that implements it")

// maxPlies is the number of plies that are counted separately.
const maxPlies = math.MaxUint16

// induce solves everything reachable from start.
func induce(ctx context.Context, start oxo.Position, id identity, opts Options) (*induction, error) {
	w := &induction{ctx: ctx, opts: opts, keys: newKeySet(), p: start.Clone()}
	w.key = id.bound(w.p)
	if id.symmetric {
		w.images = imagesOf(start)
	}
	_, err := w.value(0)
	return w, err
}

// imagesOf returns the images of a position if every symmetry maps it onto itself, and nil
// otherwise: then some images of later positions may not be reachable.
func imagesOf(start oxo.Position) []image {
	var all []image
	moves := start.Moves(nil)
	p := start.Clone().(oxo.Symmetric)
	keyAfter := func(m oxo.Move) oxo.Key {
		p.Make(m)
		key, _ := p.Canonical()
		p.Unmake(m)
		return key
	}
	legal := map[oxo.Move]oxo.Key{}
	for _, m := range moves {
		legal[m] = keyAfter(m)
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

// value returns the value of the position at a ply.
func (w *induction) value(ply int) (oxo.Score, error) {
	n, known := w.keys.add(w.key())
	if known {
		if w.values[n] == ongoing {
			return 0, errUndeclaredLoop
		}
		w.mixed = w.mixed || w.plies[n] != uint16(min(ply, maxPlies))
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

// enter makes room for a new position, and checks the limits now and then.
func (w *induction) enter(n uint32, ply int) error {
	if int64(n) >= int64(w.opts.MaxPositions) || n == math.MaxUint32-1 {
		return tooMany(w.opts.MaxPositions)
	}
	w.values = append(w.values, ongoing)
	w.plies = append(w.plies, uint16(min(ply, maxPlies)))
	w.mixed = w.mixed || ply > maxPlies
	if w.steps++; w.steps&8191 != 0 {
		return nil
	}
	if w.opts.Progress != nil {
		w.opts.Progress(ply, len(w.values))
	}
	return w.ctx.Err()
}

// play makes a move on the position, and its image on each image.
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

// count counts a solved position. The number of positions in its class is the number of all symmetries divided by the
// number of symmetries that map it onto itself: orbit and stabilizer.
func (w *induction) count(ply int, value oxo.Score, end bool) {
	for len(w.byPly) <= ply {
		w.byPly = append(w.byPly, WholePly{Ply: len(w.byPly)})
	}
	c := &w.byPly[ply]
	c.Classes++
	if ply <= imagedPlies && len(w.images) > 0 && !w.imaged() {
		w.images = nil // the first position turns out not to be its own image
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

// imagedPlies is the number of plies after the first position in which the images are compared:
// false images differ by then.
const imagedPlies = 4

// imaged reports whether the images really are images of the position. After one move from the
// first position a false image may look right; after two it may not.
func (w *induction) imaged() bool {
	own, _ := w.p.(oxo.Symmetric).Canonical()
	for i := range w.images {
		if key, _ := w.images[i].p.(oxo.Symmetric).Canonical(); key != own {
			return false
		}
	}
	return true
}

// inexact returns the error of a game that cannot be stored in a table of keys.
func inexact(g oxo.Game) error {
	return fmt.Errorf("positions of %s have no exact keys, so they cannot be in a table", g.Name())
}
