package certificate

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"slices"

	"oxo"
)

// Adviser knows a move that keeps what a side has.
type Adviser interface {
	// Move returns a legal move of p, an ongoing position, that is worth at least that
	// much to the side to move.
	Move(ctx context.Context, p oxo.Position, least oxo.Score) (oxo.Move, error)
}

// Preventer knows how a side keeps the other from completing a line.
type Preventer interface {
	Make(m oxo.Move)
	Unmake(m oxo.Move)
	// Reply returns a move of the preventing side, which is to move.
	Reply(ctx context.Context) (oxo.Move, error)
	// Plan returns pairs by which it needs no more search, with the other side to
	// move, and reports whether there are any.
	Plan() (pairs [][2]oxo.Move, ok bool)
	// Threats reports whether it also threatens to complete lines of its own.
	Threats() bool
	// Forced returns the square with which it would complete a line, with the other side to
	// move, if there is one.
	Forced() (oxo.Move, bool)
	// Likely returns a move of the other side, the one that matters most.
	Likely() oxo.Move
}

// Proof is what a certificate is written from.
type Proof struct {
	Game     oxo.Game
	Position oxo.Position
	Result   string  // win, draw or loss for the side to move
	Adviser  Adviser // for a win, and for a draw where Prevent is nil or returns nil
	// Prevent returns what keeps the other side of this one from completing a line, or nil.
	Prevent func(side oxo.Side) Preventer
	// Policies returns what finds policies in a game that is [Stacked], for a side that has to
	// reach a score; nil finds none.
	Policies func(least oxo.Score) Policies
}

// Policies finds policies.
type Policies interface {
	// Find looks for a policy of the side that is not to move: pairs of squares, what the
	// other side takes and what answers it, in the order of the former. It reports whether
	// the policy reaches the score.
	Find(p oxo.Position) (answers [][2]int, ok bool)
}

// Write writes a certificate. The same proof gives the same bytes.
func Write(ctx context.Context, to io.Writer, proof Proof) error {
	sum := newSum()
	out := bufio.NewWriterSize(io.MultiWriter(to, sum), 1<<16)
	w := &writer{ctx: ctx, out: out, proof: proof}
	sides := map[string][]oxo.Side{
		"win": {proof.Position.Turn()}, "loss": {proof.Position.Turn().Opponent()}, "draw": {oxo.First, oxo.Second},
	}[proof.Result]
	if sides == nil {
		return fmt.Errorf("a result of %q cannot be written: it is win, draw or loss", proof.Result)
	}
	fmt.Fprintf(out, "oxo certificate 1\ngame %s\nposition %s\nresult %s\nparts %d\n",
		proof.Game.Name(), proof.Game.FormatPosition(proof.Position), proof.Result, len(sides))
	for _, side := range sides {
		if err := w.part(side); err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	_, err := to.Write(sum.Sum(nil))
	return err
}

type writer struct {
	ctx   context.Context
	out   *bufio.Writer
	proof Proof
}

func (w *writer) number(n uint64) { _, _ = w.out.Write(binary.AppendUvarint(nil, n)) }

// part writes the strategy of one side, in the way that is shortest where there are several.
func (w *writer) part(side oxo.Side) error {
	p := w.proof.Position
	w.number(uint64(side))
	draw := w.proof.Result == "draw"
	lined, _ := p.(Lined)
	if draw && lined != nil && lined.WinningSets() != nil && p.Outcome() == oxo.Ongoing {
		g := w.proof.Game
		if side == oxo.First && p.Turn() == side && g.FormatPosition(p) == g.FormatPosition(g.Start()) {
			w.number(Stealing)
			return nil
		}
		if b, ok := newBoard(lined, side); ok && w.proof.Prevent != nil {
			if preventer := w.proof.Prevent(side); preventer != nil {
				b.threats = preventer.Threats()
				w.number(map[bool]uint64{false: Prevention, true: Threats}[b.threats])
				t := &preventing{writer: w, by: preventer, b: b, seen: map[image]int{}}
				t.turns, _ = p.(oxo.Symmetric)
				_, err := t.node(p.Turn() == side)
				return err
			}
		}
	}
	w.number(Strategy)
	least := oxo.By(1)
	if draw {
		least = oxo.Draw
	}
	t := &reaching{writer: w, s: strategy{p: p.Clone(), side: side, least: least}, seen: map[[17]byte]int{}}
	if w.proof.Policies != nil {
		t.policies = w.proof.Policies(least)
	}
	return t.node()
}

// reaching writes a strategy by the rules.
type reaching struct {
	*writer
	s        strategy // for its position, and the names of positions
	seen     map[[17]byte]int
	policies Policies // or nil
}

func (t *reaching) node() error {
	p := t.s.p
	if err := context.Cause(t.ctx); err != nil {
		return err
	}
	if p.Outcome() != oxo.Ongoing {
		t.number(End)
		return nil
	}
	if p.Turn() == t.s.side {
		m, err := t.proof.Adviser.Move(t.ctx, p, t.s.least)
		if err != nil {
			return err
		}
		t.number(Move)
		t.number(uint64(m))
		p.Make(m)
		defer p.Unmake(m)
		return t.node()
	}
	name, ok := t.s.name()
	if n, before := t.seen[name]; ok && before {
		t.number(See)
		t.number(uint64(n))
		return nil
	}
	if !t.policy() {
		if err := t.replies(); err != nil {
			return err
		}
	}
	t.seen[name] = len(t.seen)
	return nil
}

// policy writes a policy, if one is found.
func (t *reaching) policy() bool {
	if t.policies == nil {
		return false
	}
	answers, ok := t.policies.Find(t.s.p)
	if !ok {
		return false
	}
	t.number(Policy)
	t.number(uint64(len(answers)))
	for _, pair := range answers {
		t.number(uint64(pair[0]))
		t.number(uint64(pair[1]))
	}
	return true
}

// replies writes what follows the moves of the other side.
func (t *reaching) replies() error {
	p := t.s.p
	by, threatens := t.threat()
	if threatens {
		t.number(Threat)
		t.number(uint64(by))
	} else {
		t.number(All)
	}
	for _, m := range p.Moves(nil) {
		p.Make(m)
		var err error
		if !threatens || !t.s.ends(by) {
			err = t.node()
		}
		p.Unmake(m)
		if err != nil {
			return err
		}
	}
	return nil
}

// threat returns the move that ends the game behind most moves of the other side, if behind
// two at least: it need not be written behind each.
func (t *reaching) threat() (best oxo.Move, ok bool) {
	p, most := t.s.p, 1
	replies := p.Moves(nil)
	var tried []oxo.Move
	for i, reply := range replies {
		if i >= lookedAt {
			break
		}
		for _, by := range t.ending(reply) {
			if slices.Contains(tried, by) {
				continue
			}
			tried = append(tried, by)
			n := 0
			for _, m := range replies {
				p.Make(m)
				if t.s.ends(by) {
					n++
				}
				p.Unmake(m)
			}
			if n > most {
				best, most = by, n
			}
		}
	}
	return best, most > 1
}

// lookedAt is the number of replies behind which threats are looked for. A threat is missed
// where each of them stops it.
const lookedAt = 4

// ending returns the moves that end the game behind a reply.
func (t *reaching) ending(reply oxo.Move) (all []oxo.Move) {
	p := t.s.p
	p.Make(reply)
	defer p.Unmake(reply)
	if p.Outcome() != oxo.Ongoing {
		return nil
	}
	for _, by := range p.Moves(nil) {
		if t.s.ends(by) {
			all = append(all, by)
		}
	}
	return all
}

// preventing writes a prevention.
type preventing struct {
	*writer
	by    Preventer
	b     *board
	turns oxo.Symmetric
	seen  map[image]int
	zones []squares
}

func (t *preventing) node(mine bool) (zone squares, err error) {
	if err := context.Cause(t.ctx); err != nil {
		return zone, err
	}
	if mine && t.b.full() {
		t.number(End)
		return zone, nil
	}
	if mine {
		m, err := t.by.Reply(t.ctx)
		if err != nil {
			return zone, err
		}
		t.number(Move)
		t.number(uint64(m))
		zone, err = t.after(m, 0)
		zone.add(m)
		return zone, err
	}
	if zone, ok := t.see(); ok {
		return zone, nil
	}
	if zone, err = t.open(); err != nil {
		return zone, err
	}
	t.seen[t.b.image(func(m oxo.Move) oxo.Move { return m })] = len(t.zones)
	t.zones = append(t.zones, zone)
	return zone, nil
}

// open writes a position that is not known, with the other side to move.
func (t *preventing) open() (zone squares, err error) {
	c := &prevention{b: t.b, r: &reader{}}
	if t.b.threats && t.b.completed(nobody) {
		t.number(Won)
		return c.guard(1, nobody)
	}
	if m, ok := t.by.Forced(); ok && t.b.threats {
		t.number(Forced)
		t.number(uint64(m))
		if zone, err = t.after(m, 1); err != nil {
			return zone, err
		}
		zone.add(m)
		c.guarded(&zone, 2, m)
		return zone, nil
	}
	if pairs, ok := t.by.Plan(); ok {
		return t.pairs(pairs), nil
	}
	return t.zone()
}

// after writes the node behind a move.
func (t *preventing) after(m oxo.Move, owner int8) (squares, error) {
	t.by.Make(m)
	t.b.owner[m] = owner
	zone, err := t.node(owner == 1)
	t.b.owner[m] = -1
	t.by.Unmake(m)
	return zone, err
}

// see looks for an earlier node with the same lines, turned or not.
func (t *preventing) see() (zone squares, ok bool) {
	symmetries := 1
	if t.turns != nil {
		symmetries = t.turns.Symmetries()
	}
	for s := range symmetries {
		turn, back := func(m oxo.Move) oxo.Move { return m }, func(m oxo.Move) oxo.Move { return m }
		if s > 0 {
			turn = func(m oxo.Move) oxo.Move { return t.turns.MapMove(m, s) }
			back = func(m oxo.Move) oxo.Move { return t.turns.UnmapMove(m, s) }
		}
		if n, ok := t.seen[t.b.image(turn)]; ok {
			t.number(See)
			t.number(uint64(n))
			t.number(uint64(s))
			t.zones[n].each(func(m oxo.Move) { zone.add(back(m)) })
			return zone, true
		}
	}
	return zone, false
}

// zone writes answers to one move, and to all moves in the zone of the answers.
func (t *preventing) zone() (zone squares, err error) {
	t.number(Zone)
	var answered squares
	for m, open := t.by.Likely(), true; open; m, open = t.unanswered(&zone, &answered) {
		t.number(uint64(m) + 1)
		z, err := t.after(m, 1)
		if err != nil {
			return zone, err
		}
		answered.add(m)
		zone.union(&z)
	}
	t.number(0)
	return zone, nil
}

// unanswered returns the first empty square of a zone that has no answer.
func (t *preventing) unanswered(zone, answered *squares) (first oxo.Move, open bool) {
	zone.each(func(m oxo.Move) {
		if !open && t.b.empty(m) && !answered.has(m) {
			first, open = m, true
		}
	})
	return first, open
}

// pairs writes a plan without the pairs that no line needs, and returns its zone.
func (t *preventing) pairs(pairs [][2]oxo.Move) squares {
	c := &prevention{b: t.b, r: &reader{}}
	pairs = t.needed(c, pairs)
	t.number(Pairs)
	t.number(uint64(len(pairs)))
	partner, zone := map[oxo.Move]oxo.Move{}, squares{}
	for _, pair := range pairs {
		t.number(uint64(pair[0]))
		t.number(uint64(pair[1]))
		partner[pair[0]], partner[pair[1]] = pair[1], pair[0]
		zone.add(pair[0])
		zone.add(pair[1])
	}
	_ = c.potential(partner, &zone) // the zone; whether the plan is right, the checker says
	return zone
}

// needed leaves out pairs as long as the rest is still enough.
func (t *preventing) needed(c *prevention, pairs [][2]oxo.Move) [][2]oxo.Move {
	kept := slices.Clone(pairs)
	for i := range slices.Backward(pairs) {
		partner := map[oxo.Move]oxo.Move{}
		for j, pair := range kept {
			if j != i {
				partner[pair[0]], partner[pair[1]] = pair[1], pair[0]
			}
		}
		if c.potential(partner, &squares{}) == nil {
			kept = slices.Delete(kept, i, i+1)
		}
	}
	return kept
}
