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

// Adviser knows a move that keeps the value of a position for the side to move.
type Adviser interface {
	// Move returns a legal move of p, an ongoing position. The value of the move, for the side to move, is
	// at least the argument least.
	Move(ctx context.Context, p oxo.Position, least oxo.Score) (oxo.Move, error)
}

// Preventer knows how a side keeps the other from completing a line.
type Preventer interface {
	Make(m oxo.Move)
	Unmake(m oxo.Move)
	// Reply returns a move of the preventing side, which is to move.
	Reply(ctx context.Context) (oxo.Move, error)
	// Plan returns pairs of squares with which the preventing side needs no more search, with the other side to move.
	// It reports whether there are any. Where it has a choice, it avoids the squares of leave.
	Plan(leave []oxo.Move) (pairs [][2]oxo.Move, ok bool)
	// Aside returns pairs of squares that the writer may set aside, with the other side to move. Every line that has a
	// square of a pair contains a whole pair. There may be no such pairs.
	Aside() [][2]oxo.Move
	// Threats reports whether the preventing side also threatens to complete lines of its own.
	Threats() bool
	// Forced returns the square with which the preventing side would complete a line, with the other side to move, if
	// there is one.
	Forced() (oxo.Move, bool)
	// Moves returns moves of the other side, which is to move. The moves that leave least work come first.
	Moves() []oxo.Move
}

// Proof holds all that the writer of a certificate needs.
type Proof struct {
	Game     oxo.Game
	Position oxo.Position
	Result   string  // win, draw or loss for the side to move
	Adviser  Adviser // for a win, and for a draw where Prevent is nil or returns nil
	// Prevent returns the preventer for side, or nil. The preventer keeps the other side from completing a line.
	Prevent func(side oxo.Side) Preventer
	// Watch is called now and then with the number of nodes written. For a strategy by the rules done is the part
	// that is written, from 0 to 1: the replies in a position count equally. Watch may be nil.
	Watch func(nodes int, done float64)
	// Answered reports the progress of a prevention, for positions after at most three moves, which are in line:
	// how many moves of the other side have an answer, and how many are open. One answer may settle several moves.
	// The line is valid until the call returns. Answered may be nil.
	Answered func(line []oxo.Move, answered, open int)
	// Policies returns a finder of policies for a side that has to reach the score least, in a game that is
	// [Stacked]. A nil Policies finds no policies.
	Policies func(least oxo.Score) PolicyFinder
	// Quick returns a finder that spends less effort than a finder of Policies. The writer uses it to choose between
	// moves. If Quick is nil, the writer takes the adviser's move.
	Quick func(least oxo.Score) PolicyFinder
	// Threads is the number of goroutines that look for policies, or write parts of a prevention. With 0 and 1 only
	// one goroutine works, the one that writes the file. With more goroutines the writer asks the adviser and the
	// preventer in another order, so these may choose other moves.
	Threads int
	// AheadFrom is the number of nodes in the file from which other goroutines write parts of a prevention ahead; 0
	// means 100,000.
	AheadFrom int
	// Unfinished holds the part of the same proof that an interrupted [Certificate] has written, or is nil.
	Unfinished *Unfinished
}

// PolicyFinder finds policies. If the context ends first, it finds none, which proves nothing about the position.
type PolicyFinder interface {
	// Find looks for a policy of the side that is not to move. A policy is a list of pairs of squares: a square of
	// the other side and the answer to it, in the order of the first squares. Find reports whether the policy reaches
	// the score.
	Find(ctx context.Context, p oxo.Position) (answers [][2]int, ok bool)
	// Most looks for the policy that answers the largest number of replies. It returns the other replies in order;
	// these are all replies if it finds no policy. The answers are in the form of Find.
	Most(ctx context.Context, p oxo.Position) (answers [][2]int, others []oxo.Move)
}

// Certificate writes a certificate. The same proof gives the same bytes. The writer takes over the part of
// proof.Unfinished that fits.
func Certificate(ctx context.Context, to io.Writer, proof Proof) error {
	sum := checksum.New()
	out := bufio.NewWriterSize(io.MultiWriter(to, sum), 1<<16)
	w := &writer{ctx: ctx, out: out, whole: sum, proof: proof, takeover: newTakeover(ctx, proof.Unfinished, sum)}
	sides := map[string][]oxo.Side{
		"win": {proof.Position.Turn()}, "loss": {proof.Position.Turn().Opponent()}, "draw": {oxo.First, oxo.Second},
	}[proof.Result]
	if sides == nil {
		return fmt.Errorf("result %q: want win, draw or loss", proof.Result)
	}
	w.parts = len(sides)
	w.writeBytes(fmt.Appendf(nil, "oxo certificate 1\ngame %s\nposition %s\nresult %s\nparts %d\n",
		proof.Game.Name(), proof.Game.FormatPosition(proof.Position), proof.Result, len(sides)))
	for _, side := range sides {
		if err := w.part(side); err != nil {
			return w.blamed(err)
		}
	}
	w.endTakeover()
	if err := errors.Join(w.failed, out.Flush()); err != nil {
		return err
	}
	_, err := to.Write(sum.Sum(nil))
	return err
}

type writer struct {
	ctx   context.Context
	out   *bufio.Writer
	whole hash.Hash // sum of the bytes written, once out is flushed
	at    int64     // bytes of the file so far
	proof Proof
	parts int
	done  float64 // the part that is written, from 0 to 1
	nodes int
	to    *branch // the branch it writes; nil for the file
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

// enter counts a node. It returns an error if the context has ended or the file cannot be written.
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

// part writes the strategy of one side, in the shortest of the possible ways.
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
	s        certificate.Goal // its position, the names of positions, and the zones of a win by lines
	seen     map[[17]byte]uint32
	count    int       // nodes that a reference can mean
	choosing           // its policies are nil in a game without policies
	finders  *finders  // nil if no goroutine looks for policies ahead
	next     *foreseen // of the position that comes next, or nil
}

// node writes a position. The share of its tree in the whole tree is from 0 to 1. For a win by lines it returns
// the zone.
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

// after writes the tree after a move.
func (t *reaching) after(m oxo.Move, share float64) (certificate.WinZone, error) {
	t.s.Position.Make(m)
	defer t.s.Position.Unmake(m)
	return t.node(share)
}

// opponentNode writes a position that is not written yet, with the other side to move.
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

// remembers returns how many positions the writer remembers, so that later nodes may refer to them. They take at most
// three gigabytes. The writer writes any later position again each time it meets it.
func (t *reaching) remembers() int {
	const unzoned, zoned = 1 << 26, 1 << 24
	if t.s.ByLines { // each has a zone
		return zoned
	}
	return unzoned
}

// leaf writes a leaf in a game where a line loses or pawns race, and reports whether there is one.
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

// known returns a move to a position that is already written, to an image of one, or to a leaf: a reference is enough
// after this move. In a game with policies but without quick ones it returns no move, because the adviser knows
// better which moves lead to small trees.
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

// policy writes a policy, if it finds one.
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

// policed writes a policy that answers all replies.
func (t *reaching) policed(answers [][2]int, share float64) {
	t.writeNumber(certificate.Policy)
	t.answers(answers)
	t.written(share)
}

// written adds a finished part to done, and reports the progress.
func (t *reaching) written(share float64) {
	if t.done += share; t.proof.Watch != nil {
		t.proof.Watch(t.nodes, t.done)
	}
}

// all writes the trees after all moves of the other side.
func (t *reaching) all(share float64) (zone certificate.WinZone, err error) {
	t.writeNumber(certificate.All)
	return zone, t.each(t.s.Position.Moves(nil), share, func(oxo.Move, *certificate.WinZone) {})
}

// each writes the trees after some moves of the other side. It calls the function hear with each move and the zone
// of its answer.
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
