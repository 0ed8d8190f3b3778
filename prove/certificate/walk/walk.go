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

// The reasons: first with the strategy's side to move, then with the other side to move.
const (
	Written   Reason = "written"   // the move is in the file
	Partner   Reason = "partner"   // the other square of a pair
	Heaviest  Reason = "heaviest"  // the square with the greatest sum of weights (lemma 2)
	completes Reason = "completes" // it completes a line
	ends      Reason = "ends"      // it ends the game
	stops     Reason = "stops"     // the other side would complete a line there
	answers   Reason = "answers"   // the answer that a policy has for the square
	above     Reason = "above"     // by a policy, the square above the other side's square
	firstRoom Reason = "room"      // the last rule of a policy: a column that has room
	holds     Reason = "holds"     // it stops the lines that the pairs leave (lemma 7)
	Lightest  Reason = "lightest"  // where a line loses, the square that its own lines need least (lemma 10)
	Image     Reason = "image"     // where a line loses, the image of the other side's square (lemma 11)
	Races     Reason = "races"     // it continues a race that it wins (lemma 13)
	Whichever Reason = "whichever" // the other side's move changed nothing, so any move will do

	Answered  Reason = "answered" // each reply has an answer in the file
	InZone    Reason = "zone"     // some replies have an answer; any other reply is no better than one of these (lemmas 3, 9 and 12)
	Paired    Reason = "pairs"    // pairs, and the few lines that they leave (lemma 2)
	searched  Reason = "rest"     // pairs, and a short search of what they leave (lemma 7)
	Must      Reason = "forced"   // after any other reply a line is completed on that square (lemma 5)
	Threatens Reason = "threat"   // a move ends the game after every reply that does not prevent it
	ruled     Reason = "policy"   // a rule answers every reply
	Avoids    Reason = "avoids"   // where a line loses, the side never has to complete one (lemma 10)
	Mirrors   Reason = "mirrors"  // where a line loses, the side answers every square by its image (lemma 11)
	Faster    Reason = "faster"   // the side's pawns arrive first (lemma 13)
	safe      Reason = "safe"     // no line is left that could be completed

	Finished Reason = "finished" // the game is over
)

// Step is the move of a strategy in a position, and the reason for it.
type Step struct {
	Reason Reason
	Mine   bool          // the strategy's side is to move
	Move   oxo.Move      // the move of the strategy's side, or the one that is threatened
	Last   oxo.Move      // for Partner: the square that the other side took
	Zone   []oxo.Move    // the moves that have answers, if some moves have none
	Pairs  [][2]oxo.Move // the pairs of empty squares
	Loose  int           // lines without a pair that could still be completed
}

// Walker walks a strategy from its root, along any moves of the other side, until the game is over, even after the
// leaves of the file. Only one goroutine may use it.
type Walker struct {
	c     *Certificate
	part  held
	p     oxo.Position
	moves []oxo.Move
	spots []spot     // one more than moves
	kin   *lines.Kin // of the lines, in a prevention
}

// spot is where a walk is in a tree: the node, and the map from the game's squares to the file's.
type spot struct {
	at    int
	reply *Step        // the strategy's side is to move, and its move is not in the file
	line  *turned      // in a prevention
	leaf  *lines.Board // the file's board with the moves since the leaf by pairs; nil before the first of these
	aside lines.Mates  // the pairs that are set aside, as squares of the game; never changed
	rules *counterpart // in a strategy by the rules
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

// Position returns the current position. The caller must not change it.
func (w *Walker) Position() oxo.Position { return w.p }

// Moves returns the moves so far. The caller must not change them.
func (w *Walker) Moves() []oxo.Move { return w.moves }

// current returns the current spot.
func (w *Walker) current() spot { return w.spots[len(w.spots)-1] }

// Step returns what the strategy does, or why it need not fear the other side's moves.
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

// Make makes a legal move. The other side may make any; the strategy's side must make the move that Step returns.
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

// followed continues from a reference to the earlier node, and from pairs that are set aside to the tree of the rest.
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

// counterpart is the position of the file at a node, with the turns that map the walk's squares to its squares. The
// two positions are images of each other, unless the other side has left a zone (lemma 12).
type counterpart struct {
	p     oxo.Position
	turns []turn
}

// turn maps a position to an image of it: first by one symmetry (from) to the image that both share, then by the
// inverse of the other (to).
type turn struct{ from, to int }

// counterpartAt returns the counterpart at an earlier node that the current one refers to.
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

// inFile returns the move of the file that corresponds to a move of the walk.
func (c *counterpart) inFile(m oxo.Move) oxo.Move {
	for _, t := range c.turns {
		s := c.p.(oxo.Symmetric) //nolint:forcetypeassert // it has turned
		m = s.UnmapMove(s.MapMove(m, t.from), t.to)
	}
	return m
}

// inWalk returns the move of the walk that corresponds to a move of the file.
func (c *counterpart) inWalk(m oxo.Move) oxo.Move {
	for _, t := range slices.Backward(c.turns) {
		s := c.p.(oxo.Symmetric) //nolint:forcetypeassert // it has turned
		m = s.UnmapMove(s.MapMove(m, t.to), t.from)
	}
	return m
}

// after returns the counterpart after a move of the file.
func (c *counterpart) after(m oxo.Move) *counterpart {
	p := c.p.Clone()
	p.Make(m)
	return &counterpart{p, c.turns}
}

// byRules returns the step of a strategy by the rules.
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
		return Step{Reason: ruled}
	}
	return Step{Reason: Answered}
}

// nextByRules returns the spot after a move. If the move has no node, the threatened move now ends the game.
func (w *Walker) nextByRules(s spot, m oxo.Move) spot {
	if kind := w.part.tree.nodes.At(s.at).kind; kind == certificate.Avoid || kind == certificate.Mirror || kind == certificate.Race {
		return s // it stays here to the end of the game
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
		s.reply = &Step{Reason: ends, Mine: true, Move: s.rules.inWalk(oxo.Move(n.at))}
		return s
	}
	return spot{at: below, rules: s.rules.after(m)}
}

// nextByPolicy returns the spot after a move at a policy, which answers until the game is over.
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
		next.reply = &Step{Reason: [...]Reason{completes, stops, answers, above, firstRoom}[rule], Mine: true, Move: next.rules.inWalk(oxo.Move(square / b.Height))}
	}
	return next
}
