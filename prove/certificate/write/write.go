package write

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"

	"oxo"
	"oxo/internal/checksum"
	"oxo/prove/certificate"
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
	// move, and reports whether there are any. Where there is a choice it leaves some squares alone.
	Plan(leave []oxo.Move) (pairs [][2]oxo.Move, ok bool)
	// Aside returns pairs of squares that have nothing to do with the lines that they do not stop, with
	// the other side to move. There may be none.
	Aside() [][2]oxo.Move
	// Threats reports whether it also threatens to complete lines of its own.
	Threats() bool
	// Forced returns the square with which it would complete a line, with the other side to
	// move, if there is one.
	Forced() (oxo.Move, bool)
	// Moves returns moves of the other side, which is to move: those first after which least is left to do.
	Moves() []oxo.Move
}

// Proof is what a certificate is written from.
type Proof struct {
	Game     oxo.Game
	Position oxo.Position
	Result   string  // win, draw or loss for the side to move
	Adviser  Adviser // for a win, and for a draw where Prevent is nil or returns nil
	// Prevent returns what keeps the other side of this one from completing a line, or nil.
	Prevent func(side oxo.Side) Preventer
	// Watch hears how many nodes are written, now and then, and of strategies by the rules which share of
	// the whole, where each reply counts as much as the others of its position. It may be nil.
	Watch func(nodes int, done float64)
	// Answered hears how far a prevention is: how many moves of the other side behind a line of three moves at most have an answer,
	// and how many more are open. One answer may settle several of these. The line is valid until the call returns. It may be nil.
	Answered func(line []oxo.Move, answered, open int)
	// Policies returns what finds policies in a game that is [Stacked], for a side that has to
	// reach a score; nil finds none.
	Policies func(least oxo.Score) PolicyFinder
	// Quick returns the same with less effort, to choose between moves. It may be nil: then the adviser's move is taken.
	Quick func(least oxo.Score) PolicyFinder
	// Threads is how many goroutines look for policies, or write parts of a prevention; 0 and 1 are none but the one that writes the
	// file. With more the adviser and the preventer are asked in another order, so that they may choose other moves.
	Threads int
	// AheadFrom is from how many nodes on parts of a prevention are written ahead; 0 is 100,000.
	AheadFrom int
	// Unfinished is what an interrupted [Certificate] has written of the same proof, or nil.
	Unfinished *Unfinished
}

// PolicyFinder finds policies. Where the context ends first, it finds none: that says nothing of the position.
type PolicyFinder interface {
	// Find looks for a policy of the side that is not to move: pairs of squares, what the
	// other side takes and what answers it, in the order of the former. It reports whether
	// the policy reaches the score.
	Find(ctx context.Context, p oxo.Position) (answers [][2]int, ok bool)
	// Most looks for a policy that answers most replies, and returns the others in order: all replies, if it finds
	// no policy. The answers are as those of Find.
	Most(ctx context.Context, p oxo.Position) (answers [][2]int, others []oxo.Move)
}

// Certificate writes a certificate. The same proof gives the same bytes. Of what is unfinished it takes over what fits.
func Certificate(ctx context.Context, to io.Writer, proof Proof) error {
	sum := checksum.New()
	out := bufio.NewWriterSize(io.MultiWriter(to, sum), 1<<16)
	w := &writer{ctx: ctx, out: out, whole: sum, proof: proof, takeover: newTakeover(ctx, proof.Unfinished, sum)}
	sides := map[string][]oxo.Side{
		"win": {proof.Position.Turn()}, "loss": {proof.Position.Turn().Opponent()}, "draw": {oxo.First, oxo.Second},
	}[proof.Result]
	if sides == nil {
		return fmt.Errorf("a result of %q cannot be written: it is win, draw or loss", proof.Result)
	}
	w.parts = len(sides)
	w.writeBytes(fmt.Appendf(nil, "oxo certificate 1\ngame %s\nposition %s\nresult %s\nparts %d\n",
		proof.Game.Name(), proof.Game.FormatPosition(proof.Position), proof.Result, len(sides)))
	for _, side := range sides {
		if err := w.part(side); err != nil {
			return w.blamed(err)
		}
	}
	w.goOn()
	if err := errors.Join(w.failed, out.Flush()); err != nil {
		return err
	}
	_, err := to.Write(sum.Sum(nil))
	return err
}

type writer struct {
	ctx   context.Context
	out   *bufio.Writer
	whole hash.Hash // of what is written, when out is flushed
	at    int64     // bytes of the file so far
	proof Proof
	parts int
	done  float64 // the share that is written
	nodes int
	to    *branch // where it writes; nil: to the file
	takeover
}

func (w *writer) writeNumber(n uint64) { w.writeBytes(binary.AppendUvarint(nil, n)) }

func (w *writer) writeBytes(b []byte) {
	switch {
	case w.to != nil:
		w.to.bytes = append(w.to.bytes, b...)
		return
	case !w.took(b) && w.failed == nil:
		_, _ = w.out.Write(b)
	}
	w.at += int64(len(b))
}

// enter counts a node, and says why there can be no more: the context has ended, or the file cannot be
// written.
func (w *writer) enter() error {
	if w.nodes++; w.to != nil || w.nodes%certificate.Watched != 0 && w.failed == nil {
		return context.Cause(w.ctx)
	}
	if w.proof.Watch != nil {
		w.proof.Watch(w.nodes, w.done)
	}
	_, full := w.out.Write(nil)
	return errors.Join(context.Cause(w.ctx), w.failed, full)
}

// part writes the strategy of one side, in the way that is shortest where there are several.
func (w *writer) part(side oxo.Side) error {
	p := w.proof.Position
	w.writeNumber(uint64(side))
	least := oxo.By(1)
	if w.proof.Result == "draw" {
		least = oxo.Draw
		if written, err := w.byLines(side); written || err != nil {
			return err
		}
	}
	w.writeNumber(certificate.Strategy)
	t := &reaching{writer: w, s: certificate.NewGoal(p.Clone(), side, least), seen: map[[17]byte]uint32{}}
	if w.proof.Policies != nil {
		t.choosing = newChoosing(w.proof, least)
		if w.proof.Threads > 1 {
			t.finders = newFinders(w.proof, least)
			defer t.finders.shutDown()
		}
	}
	_, err := t.node(1 / float64(w.parts))
	return err
}

// reaching writes a strategy by the rules.
type reaching struct {
	*writer
	s        certificate.Goal // for its position, the names of positions, and of a win by lines the zones
	seen     map[[17]byte]uint32
	count    int       // nodes that a reference can mean
	choosing           // its policies are nil in a game without them
	finders  *finders  // nil where nobody looks for policies ahead
	next     *foreseen // of the position that comes next, or nil
}

// node writes a position, which is a share of the whole, and returns the zone of a win by lines.
func (t *reaching) node(share float64) (zone certificate.WinZone, err error) {
	p := t.s.Position
	if err := t.enter(); err != nil {
		return zone, err
	}
	ahead := t.next
	t.next = nil
	over := p.Outcome() != oxo.Ongoing
	if over {
		t.writeNumber(certificate.End)
	}
	if over || t.leaf() {
		t.written(share)
		return zone, nil
	}
	if p.Turn() == t.s.Side {
		t.writeNumber(certificate.Move)
		m, err := t.choice(ahead)
		if err != nil {
			return zone, err
		}
		t.writeNumber(uint64(m))
		zone, err = t.after(m, share)
		t.s.Needs(&zone, m)
		return zone, err
	}
	name, ok := t.s.Name()
	if n, before := t.seen[name]; ok && before {
		t.writeNumber(certificate.See)
		t.writeNumber(uint64(n))
		t.written(share)
		return t.s.ZoneOf(int(n)), nil
	}
	if zone, err = t.opponentNode(ahead, share); err != nil {
		return zone, err
	}
	if t.count < t.remembers() {
		t.seen[name] = uint32(t.count) //nolint:gosec // fewer than 2^32
		t.s.Keep(zone)
	}
	t.count++
	return zone, nil
}

// after writes what follows a move.
func (t *reaching) after(m oxo.Move, share float64) (certificate.WinZone, error) {
	t.s.Position.Make(m)
	defer t.s.Position.Unmake(m)
	return t.node(share)
}

// opponentNode writes a position with the other side to move that is not written yet.
func (t *reaching) opponentNode(ahead *foreseen, share float64) (certificate.WinZone, error) {
	if zone, written, err := t.asBefore(share); written || err != nil {
		return zone, err
	}
	if ahead == nil {
		ahead = t.unforeseen()
	}
	if written, err := t.policy(ahead, share); written || err != nil {
		return certificate.WholeZone(), err
	}
	if written, err := t.except(ahead, share); written || err != nil {
		return certificate.WholeZone(), err
	}
	if by, ok := t.threat(); ok {
		return t.threaten(by, share)
	}
	if t.s.ByLines {
		return t.some(share)
	}
	return t.all(share)
}

// remembers is how many positions may be referred to: they take three gigabytes at most. Those behind are written as often
// as they come up.
func (t *reaching) remembers() int {
	const most, zoned = 1 << 26, 1 << 24
	if t.s.ByLines { // each has a zone
		return zoned
	}
	return most
}

// leaf writes a leaf for a game in which a line loses, or pawns race, if there is one.
func (t *reaching) leaf() bool {
	numbers, ok := leafOf(&t.s)
	for _, n := range numbers {
		t.writeNumber(n)
	}
	return ok
}

// choice returns the move of the strategy's side, which is to move.
func (t *reaching) choice(ahead *foreseen) (m oxo.Move, err error) {
	var ok bool
	if m, ok = t.moveBefore(); !ok {
		m, ok = t.known()
	}
	switch {
	case ok:
		return m, nil
	case t.policies == nil:
		return t.proof.Adviser.Move(t.ctx, t.s.Position, t.s.Least)
	}
	if t.next, err = t.chosen(ahead); err != nil {
		return 0, err
	}
	return t.next.move, nil
}

// known returns a move to a position that is written already, or an image of one, or to a leaf: behind it a
// reference is enough. In a game with policies, and no quick ones, the adviser knows which moves are small.
func (t *reaching) known() (known oxo.Move, ok bool) {
	if t.policies != nil && t.quick == nil {
		return 0, false
	}
	p := t.s.Position
	for _, m := range p.Moves(nil) {
		p.Make(m)
		if p.Outcome() == oxo.Ongoing && p.Turn() != t.s.Side {
			ok = t.earlier()
			if _, leaf := leafOf(&t.s); leaf {
				ok = true
			}
		}
		p.Unmake(m)
		if ok {
			return m, true
		}
	}
	return 0, false
}

// policy writes a policy, if one is found.
func (t *reaching) policy(ahead *foreseen, share float64) (written bool, err error) {
	if t.policies == nil {
		return false, nil
	}
	ahead.lookForPolicy(t.ctx, t.policies, t.s.Position)
	if err := context.Cause(t.ctx); err != nil {
		return false, err
	}
	if ahead.whole() {
		t.policed(ahead.answers, share)
	}
	return ahead.whole(), nil
}

// policed writes a policy.
func (t *reaching) policed(answers [][2]int, share float64) {
	t.writeNumber(certificate.Policy)
	t.answers(answers)
	t.written(share)
}

// written tells how much has been written.
func (t *reaching) written(share float64) {
	if t.done += share; t.proof.Watch != nil {
		t.proof.Watch(t.nodes, t.done)
	}
}

// all writes what follows all moves of the other side.
func (t *reaching) all(share float64) (zone certificate.WinZone, err error) {
	t.writeNumber(certificate.All)
	return zone, t.each(t.s.Position.Moves(nil), share, func(oxo.Move, *certificate.WinZone) {})
}

// each writes what follows some moves of the other side.
func (t *reaching) each(replies []oxo.Move, share float64, hear func(m oxo.Move, answer *certificate.WinZone)) error {
	foreseen, err := t.foresee(replies)
	if err != nil {
		return err
	}
	for i, m := range replies {
		if t.next = nil; foreseen != nil {
			t.next = foreseen[i]
		}
		answer, err := t.after(m, share/float64(len(replies)))
		if err != nil {
			return err
		}
		hear(m, &answer)
	}
	return nil
}
