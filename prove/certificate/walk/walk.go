package walk

import (
	"errors"
	"fmt"
	"slices"

	"oxo"
	"oxo/prove/certificate"
	"oxo/prove/certificate/lines"
)

// Reason says why a step of a walk is enough for the side whose strategy it is.
type Reason string

// The reasons, first those with the strategy's side to move, then those with the other.
const (
	Written   Reason = "written"   // the move is in the file
	Partner   Reason = "partner"   // the other square of a pair
	Heaviest  Reason = "heaviest"  // the square that most is taken away with (lemma 2)
	Completes Reason = "completes" // it completes a line
	Ends      Reason = "ends"      // it ends the game
	Stops     Reason = "stops"     // the other side would complete a line there
	Answers   Reason = "answers"   // the answer that a policy has for the square
	Above     Reason = "above"     // by a policy, the square above
	FirstRoom Reason = "room"      // by a policy, a column that has room
	Holds     Reason = "holds"     // it keeps what pairs leave from being completed (lemma 7)
	Lightest  Reason = "lightest"  // where a line loses, the square that its own lines need least (lemma 10)
	Image     Reason = "image"     // where a line loses, the image of the other side's square (lemma 11)
	Races     Reason = "races"     // it goes on with a race that it wins (lemma 13)
	Whichever Reason = "whichever" // the other side's move changed nothing, so any move will do

	Answered  Reason = "answered" // each reply has an answer in the file
	InZone    Reason = "zone"     // some replies have; any other is no better than one of them (lemmas 3, 9 and 12)
	Paired    Reason = "pairs"    // pairs, and the few lines that they leave (lemma 2)
	Searched  Reason = "rest"     // pairs, and a short search of what they leave (lemma 7)
	Must      Reason = "forced"   // whatever leaves a square alone lets a line be completed (lemma 5)
	Threatens Reason = "threat"   // whatever does not prevent a move, that move ends the game
	Ruled     Reason = "policy"   // a rule answers every reply
	Avoids    Reason = "avoids"   // where a line loses, it never has to complete one (lemma 10)
	Mirrors   Reason = "mirrors"  // where a line loses, it answers every square by its image (lemma 11)
	Faster    Reason = "faster"   // its pawns arrive first (lemma 13)
	Safe      Reason = "safe"     // no line is left that could be completed

	Finished Reason = "finished" // the game is over
)

// Step is what a strategy says of a position.
type Step struct {
	Reason Reason
	Mine   bool          // the strategy's side is to move
	Move   oxo.Move      // the move of the strategy's side, or the one that is threatened
	Last   oxo.Move      // for Partner: the square that the other side took
	Zone   []oxo.Move    // the moves that have answers, where not all have
	Pairs  [][2]oxo.Move // the pairs of empty squares
	Loose  int           // lines without a pair that could still be completed
}

// Walker walks a strategy from its root, along any moves of the other side, until the game
// is over: beyond the leaves of the file too. It is for one goroutine.
type Walker struct {
	c     *Certificate
	part  held
	p     oxo.Position
	moves []oxo.Move
	spots []spot     // one more than moves
	kin   *lines.Kin // of the lines of a prevention
}

// spot is where a walk is in a tree: at a node, and how its squares are named there.
type spot struct {
	at    int
	reply *Step        // the strategy's side is to move, and its move is not in the file
	line  *turned      // of a prevention
	leaf  *lines.Board // of the file, with the moves since its leaf by pairs; nil before the first
	aside lines.Mates  // the pairs that are set aside, as squares of the walk; they are not changed
	rules *counterpart // of a strategy by the rules
	ruled bool         // a policy has begun to answer
}

func newWalker(c *Certificate, part held) *Walker {
	w := &Walker{c: c, part: part, p: c.Start()}
	s := spot{}
	if part.kind == certificate.Strategy {
		s.rules = &counterpart{p: c.Start()}
	} else {
		s.line = &turned{}
		b := w.board()
		w.kin = lines.NewKin(b.Lines, b.Count)
	}
	w.spots = []spot{w.followed(s)}
	return w
}

// Side returns the side whose strategy it is.
func (w *Walker) Side() oxo.Side { return w.part.side }

// Position returns the position that the walk has come to. It is not to be changed.
func (w *Walker) Position() oxo.Position { return w.p }

// Moves returns the moves so far. They are not to be changed.
func (w *Walker) Moves() []oxo.Move { return w.moves }

// current returns where the walk is.
func (w *Walker) current() spot { return w.spots[len(w.spots)-1] }

// Step says what the strategy does, or why it need not fear what the other side does.
func (w *Walker) Step() Step {
	s := w.current()
	switch {
	case w.p.Outcome() != oxo.Ongoing:
		return Step{Reason: Finished}
	case s.rules != nil:
		return w.byRules(s)
	}
	return w.byLines(s)
}

// ErrOther is wrapped by the error of a move that is not the strategy's.
var ErrOther = errors.New("the strategy plays another move")

// Make makes a legal move: any of the other side, and of the strategy's side the one that
// Step says.
func (w *Walker) Make(m oxo.Move) error {
	if !slices.Contains(w.p.Moves(nil), m) {
		return fmt.Errorf("the move %d is not legal here", m)
	}
	step, s := w.Step(), w.current()
	if step.Mine && step.Move != m {
		return fmt.Errorf("%s: %w, %s", w.c.Game.FormatMove(w.p, m), ErrOther, w.c.Game.FormatMove(w.p, step.Move))
	}
	var next spot
	if s.rules != nil {
		next = w.nextByRules(s, m)
	} else {
		next = w.nextByLines(s, m, step.Mine)
	}
	w.p.Make(m)
	w.moves = append(w.moves, m)
	w.spots = append(w.spots, w.followed(next))
	return nil
}

// Unmake takes the last move back, if there is one.
func (w *Walker) Unmake() {
	if n := len(w.moves); n > 0 {
		w.p.Unmake(w.moves[n-1])
		w.moves, w.spots = w.moves[:n-1], w.spots[:n]
	}
}

// followed goes on from a reference to the node that it means, and from pairs that are set aside to the
// rest.
func (w *Walker) followed(s spot) spot {
	for s.reply == nil {
		n := w.part.tree.nodes.At(s.at)
		switch {
		case n.kind == certificate.Aside:
			s.aside = w.partners(s)
			s.at++
			continue
		case n.kind != certificate.See:
			return s
		case s.rules != nil:
			s.rules = w.counterpartAt(int(n.at), s.rules)
		default:
			s.line = s.line.by(w.c.start, int(n.symmetry))
		}
		s.at = int(n.at)
	}
	return s
}

// counterpart is the position that the file has in mind, and what leads from the walk's squares to its own.
// They are images of each other, unless the other side has left a zone (lemma 12).
type counterpart struct {
	p     oxo.Position
	turns []turn
}

// turn leads from an image of a position to another: by a symmetry to the image that both share, and back by
// the inverse of another.
type turn struct{ from, to int }

// counterpartAt returns the counterpart at a node that a position of the file refers to.
func (w *Walker) counterpartAt(at int, before *counterpart) *counterpart {
	c := &counterpart{p: w.c.Start(), turns: before.turns}
	for _, m := range w.part.tree.path(0, at) {
		c.p.Make(m)
	}
	if here, ok := before.p.(oxo.Symmetric); ok {
		_, from := here.Canonical()
		_, to := c.p.(oxo.Symmetric).Canonical()
		c.turns = append(slices.Clip(c.turns), turn{from, to})
	}
	return c
}

// inFile returns what a move of the walk is in the file.
func (c *counterpart) inFile(m oxo.Move) oxo.Move {
	for _, t := range c.turns {
		s := c.p.(oxo.Symmetric) //nolint:forcetypeassert // it has turned
		m = s.UnmapMove(s.MapMove(m, t.from), t.to)
	}
	return m
}

// inWalk returns what a move of the file is in the walk.
func (c *counterpart) inWalk(m oxo.Move) oxo.Move {
	for _, t := range slices.Backward(c.turns) {
		s := c.p.(oxo.Symmetric) //nolint:forcetypeassert // it has turned
		m = s.UnmapMove(s.MapMove(m, t.to), t.from)
	}
	return m
}

// after returns the counterpart behind a move of the file.
func (c *counterpart) after(m oxo.Move) *counterpart {
	p := c.p.Clone()
	p.Make(m)
	return &counterpart{p, c.turns}
}

// byRules says what a strategy by the rules does.
func (w *Walker) byRules(s spot) Step {
	n := w.part.tree.nodes.At(s.at)
	switch {
	case s.reply != nil:
		return *s.reply
	case n.kind == certificate.Avoid:
		return w.avoidStep()
	case n.kind == certificate.Mirror:
		return w.mirrorStep(s)
	case n.kind == certificate.Race:
		return w.raceStep()
	case n.kind == certificate.Move:
		return Step{Reason: Written, Mine: true, Move: s.rules.inWalk(w.part.tree.nodes.At(s.at + 1).move)}
	case n.kind == certificate.Threat:
		step := Step{Reason: Threatens, Move: s.rules.inWalk(oxo.Move(n.at))}
		for _, m := range w.part.tree.moves(s.at) {
			step.Zone = append(step.Zone, s.rules.inWalk(m))
		}
		slices.Sort(step.Zone)
		return step
	case n.kind == certificate.Zone:
		return w.someStep(s)
	}
	if n.kind == certificate.Policy || n.kind == certificate.Except {
		return Step{Reason: Ruled}
	}
	return Step{Reason: Answered}
}

// nextByRules returns where a move leads to. A legal move without a node lets the threatened
// one end the game.
func (w *Walker) nextByRules(s spot, m oxo.Move) spot {
	if kind := w.part.tree.nodes.At(s.at).kind; kind == certificate.Avoid || kind == certificate.Mirror || kind == certificate.Race {
		return s // to the end of the game
	}
	m = s.rules.inFile(m)
	below, kind := w.part.tree.below(s.at, m), w.part.tree.nodes.At(s.at).kind
	if kind == certificate.Policy || kind == certificate.Except && (s.ruled || below < 0) {
		return w.nextByPolicy(s, m)
	}
	if kind == certificate.Zone && below < 0 {
		return w.undisturbed(s, m)
	}
	if n := w.part.tree.nodes.At(s.at); below < 0 {
		s.reply = &Step{Reason: Ends, Mine: true, Move: s.rules.inWalk(oxo.Move(n.at))}
		return s
	}
	return spot{at: below, rules: s.rules.after(m)}
}

// nextByPolicy returns where a move leads to at a policy, which answers until the game is over.
func (w *Walker) nextByPolicy(s spot, m oxo.Move) spot {
	p := s.rules.p.Clone()
	at, _ := certificate.NewStack(p.(certificate.Stacked), w.part.side) //nolint:forcetypeassert // the checker has found columns
	taken, _ := at.Top(int(m))
	p.Make(m)
	next := spot{at: s.at, ruled: true, rules: &counterpart{p, s.rules.turns}}
	if s.reply == nil && p.Outcome() == oxo.Ongoing {
		b, _ := certificate.NewStack(p.(certificate.Stacked), w.part.side) //nolint:forcetypeassert // as above
		y := certificate.PolicyRules{}
		for _, written := range w.part.tree.pairsOf(s.at) {
			y[written[0]] = 1 << written[1]
		}
		square, rule := y.Answer(b, taken)
		next.reply = &Step{Reason: [...]Reason{Completes, Stops, Answers, Above, FirstRoom}[rule], Mine: true, Move: next.rules.inWalk(oxo.Move(square / b.Height))}
	}
	return next
}
