package strategy

import (
	"context"
	"errors"
	"slices"

	"oxo"
)

// replies is a position with the other side to move: all its moves have to be answered.
type replies struct {
	text     string  // the position, until it is expanded
	depth    float64 // plies from the first position, for the estimate
	base     float64 // its own node, and nodes for replies after which the side ends the game
	below    []*choice
	above    []*choice
	cost     float64 // nodes of its tree, as far as is known
	whole    bool    // the tree that looks smallest has no estimated part
	leaf     bool
	expanded bool
	asked    bool // kept is known
	kept     bool // the side keeps its score
	some     bool // only some replies have to be answered
	others   []oxo.Move
}

// choice is a position where the side has to choose a move.
type choice struct {
	options []option
	above   []*replies
	cost    float64
	whole   bool
}

// option is a move that keeps the side's score, in the canonical image of the position.
type option struct {
	*replies
	by oxo.Move
}

// best returns the option with the smallest tree.
func (c *choice) best() option {
	best := c.options[0]
	for _, o := range c.options[1:] {
		if o.cost < best.cost || o.cost == best.cost && o.whole && !best.whole {
			best = o
		}
	}
	return best
}

// tip follows the best options to a position that is not expanded.
func (r *replies) tip() *replies {
	for r.expanded {
		var largest *choice
		for _, c := range r.below {
			if !c.whole && (largest == nil || c.cost > largest.cost) {
				largest = c
			}
		}
		r = largest.best().replies
	}
	return r
}

// expand adds all replies of a position, and updates the positions above.
func (b *Builder) expand(ctx context.Context, r *replies) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	p, err := b.opts.Game.ParsePosition(r.text)
	if err != nil {
		return err
	}
	replies := r.others
	if !r.some {
		replies = p.Moves(nil)
	}
	for _, m := range replies {
		p.Make(m)
		err := b.reply(ctx, r, p)
		p.Unmake(m)
		if err != nil {
			return err
		}
	}
	r.expanded, r.text, r.others = true, "", nil
	update(r)
	return nil
}

// reply adds the position after a reply.
func (b *Builder) reply(ctx context.Context, r *replies, p oxo.Position) error {
	if p.Outcome() != oxo.Ongoing {
		return nil
	}
	if _, ok := b.ending(p); ok {
		return nil
	}
	c, err := b.choiceAt(ctx, p, r.depth)
	if err != nil {
		return err
	}
	if !slices.Contains(r.below, c) {
		r.below, c.above = append(r.below, c), append(c.above, r)
	}
	return nil
}

// key returns the key common to all images of a position.
func key(p oxo.Position) (oxo.Key, error) {
	keyed, ok := p.(oxo.Keyed)
	if !ok || keyed.KeyBits() == 0 {
		return oxo.Key{}, ErrKeys
	}
	if s, ok := p.(oxo.Symmetric); ok {
		k, _ := s.Canonical()
		return k, nil
	}
	return keyed.Key(), nil
}

// choiceAt returns the choice at a position, with its depth.
func (b *Builder) choiceAt(ctx context.Context, p oxo.Position, depth float64) (*choice, error) {
	k, err := key(p)
	if err != nil {
		return nil, err
	}
	if c := b.choices[k]; c != nil {
		return c, nil
	}
	c := &choice{}
	if err := b.options(ctx, c, p, depth); err != nil {
		return nil, err
	}
	if len(c.options) == 0 {
		return nil, errors.New("internal error: no move keeps the side's score")
	}
	for _, o := range c.options {
		o.above = append(o.above, c)
	}
	c.update()
	b.choices[k] = c
	return c, nil
}

// options finds the moves that keep the side's score. If some of them need no tree, it does not ask about the others,
// because that may take a search.
func (b *Builder) options(ctx context.Context, c *choice, p oxo.Position, depth float64) error {
	symmetric, symmetry := canonical(p)
	for _, leaves := range []bool{true, false} {
		for _, m := range p.Moves(nil) {
			by := m
			if symmetric != nil {
				by = symmetric.MapMove(m, symmetry)
			}
			p.Make(m)
			r, err := b.repliesAt(ctx, p)
			if err == nil && r != nil && !leaves {
				err = b.ask(ctx, r, p, depth)
			}
			p.Unmake(m)
			if err != nil {
				return err
			}
			if r == nil || !r.kept || leaves && !r.leaf {
				continue
			}
			c.options = append(c.options, option{r, by})
			if r.leaf && r.cost <= cheap {
				break
			}
		}
		if len(c.options) > 0 {
			break
		}
	}
	return nil
}

// cheap is the cost of a leaf, in nodes, up to which options does not look for a better one.
const cheap = 1.5

// canonical returns the symmetry that maps a position onto its canonical image, or nil.
func canonical(p oxo.Position) (oxo.Symmetric, int) {
	s, ok := p.(oxo.Symmetric)
	if !ok {
		return nil, 0
	}
	_, symmetry := s.Canonical()
	return s, symmetry
}

// repliesAt returns the position with the other side to move. It returns nil if the game is over, because then the
// side has not reached its score. It finds out whether the position is a leaf.
func (b *Builder) repliesAt(ctx context.Context, p oxo.Position) (*replies, error) {
	if p.Outcome() != oxo.Ongoing {
		return nil, nil //nolint:nilnil // no position, and no error
	}
	k, err := key(p)
	if err != nil {
		return nil, err
	}
	if r := b.replies[k]; r != nil {
		return r, nil
	}
	r := &replies{}
	b.replies[k] = r
	if cost, ok := b.opts.Leaf(ctx, p); ok {
		r.asked, r.kept, r.leaf, r.whole, r.cost = true, true, true, true, 1+cost
	}
	return r, nil
}

// ask finds out whether the side keeps its score in a position that is not a leaf, and estimates its tree. The depth
// is the depth of the choice before it.
func (b *Builder) ask(ctx context.Context, r *replies, p oxo.Position, depth float64) (err error) {
	if r.asked {
		return nil
	}
	if r.kept, err = b.opts.Keeps(ctx, p); err != nil || !r.kept {
		r.asked = err == nil
		return err
	}
	open, ended := b.look(p)
	r.asked, r.text, r.base = true, b.opts.Game.FormatPosition(p), 1+float64(ended)*endCost
	if r.depth = depth + 2; open < 2 { // a threat does not bring the end nearer
		r.depth--
	}
	r.cost = b.estimate(r.depth)
	b.someReplies(ctx, r, p, ended)
	return nil
}

// someReplies finds out whether some replies need no trees, apart from those after which the side ends the game.
func (b *Builder) someReplies(ctx context.Context, r *replies, p oxo.Position, ended int) {
	if b.opts.Most == nil {
		return
	}
	all := len(p.Moves(nil))
	if cost, others := b.opts.Most(ctx, p); all-len(others) > ended {
		r.some, r.others, r.base = true, slices.Clone(others), 1+cost
		r.cost = r.base + r.cost*float64(len(others))/float64(all)
		r.whole = len(others) == 0
	}
}

// endCost is the cost, in nodes, of a reply after which the side ends the game: one threat in the file usually
// answers several such replies.
const endCost = 0.25

// look counts the replies after which the game continues, and the replies after which the side ends it at once.
func (b *Builder) look(p oxo.Position) (open, ended int) {
	for _, m := range p.Moves(nil) {
		p.Make(m)
		if p.Outcome() == oxo.Ongoing {
			if _, ok := b.ending(p); ok {
				ended++
			} else {
				open++
			}
		}
		p.Unmake(m)
	}
	return open, ended
}

// update computes the cost of a position, and of the positions above it, up to the first
// ones that do not change.
func update(r *replies) {
	for work := []*replies{r}; len(work) > 0; {
		r := work[len(work)-1]
		work = work[:len(work)-1]
		if !r.update() {
			continue
		}
		for _, c := range r.above {
			if c.update() {
				work = append(work, c.above...)
			}
		}
	}
}

// update adds up the costs below, and reports whether that changed anything.
func (r *replies) update() bool {
	cost, whole := r.base, true
	for _, c := range r.below {
		cost, whole = cost+c.cost, whole && c.whole
	}
	changed := cost != r.cost || whole != r.whole
	r.cost, r.whole = cost, whole
	return changed
}

// update chooses the best option, and reports whether that changed anything.
func (c *choice) update() bool {
	best := c.best()
	cost, whole := 1+best.cost, best.whole
	changed := cost != c.cost || whole != c.whole
	c.cost, c.whole = cost, whole
	return changed
}
