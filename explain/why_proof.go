package explain

import (
	"slices"

	"oxo"
	"oxo/game/board"
)

// step is one move of the side that wins, and what the other side can do then.
type step struct {
	after  []oxo.Move // the way to the position in which the move is made
	move   oxo.Move
	kind   stepKind
	faces  pressure // of the side that loses, after the move
	reply  oxo.Move // the one told, where the proof goes on
	plies  int      // from the move to the end of the game
	motive board.Motive
	groups []group
}

type stepKind uint8

const (
	ends    stepKind = iota // the game is won
	decides                 // every reply loses at once
	follows                 // the game names a plan that wins
	forced                  // one reply alone does not lose at once
	only                    // there is one legal reply
	splits                  // each reply is answered by a move that decides
	quiet                   // every reply loses, later
)

// last reports whether a proof is complete with the step.
func (s *step) last() bool {
	return s.kind == ends || s.kind == decides || s.kind == follows || s.kind == splits
}

// group are replies that fail for the same reason: the same answer decides.
type group struct {
	replies []oxo.Move
	answer  oxo.Move
	double  bool // it makes two threats after each of them
}

// attack walks the proof of a win of the side to move: best play on both sides,
// where the winner takes the move that is the easiest to understand of those that
// win as soon. The line is best play from here, as far as it is known, and plies how
// far away the win is. It reports whether the proof is complete.
func (t *teller) attack(line []oxo.Move, plies int) (steps []step, complete bool) {
	made := 0
	defer func() { t.back(made) }()
	for first := true; ; first = false {
		if len(line) == 0 {
			r, ok := t.proven()
			if !ok || len(r.Line) == 0 {
				return steps, false
			}
			line = r.Line
		}
		if !first || len(t.path) > 0 { // the move asked about is shown as it is
			line = t.simplest(line, plies)
		}
		s := t.step(line[0], plies)
		steps = append(steps, s)
		if s.last() {
			return steps, true
		}
		t.play(s.move)
		made++
		if line = line[1:]; s.kind != quiet && (len(line) == 0 || line[0] != s.reply) {
			line = []oxo.Move{s.reply}
		}
		if len(line) == 0 {
			r, ok := t.proven()
			if !ok || len(r.Line) == 0 {
				return steps, false
			}
			line = r.Line
		}
		steps[len(steps)-1].reply = line[0]
		t.play(line[0])
		made++
		line, plies = line[1:], plies-2
	}
}

// step says what a move of the winner does.
func (t *teller) step(m oxo.Move, plies int) step {
	s := step{after: t.here(), move: m, plies: plies, kind: quiet}
	t.p.Make(m)
	if t.p.Outcome() != oxo.Ongoing {
		s.kind = ends
		t.p.Unmake(m)
		return s
	}
	s.faces = t.faces()
	f := &s.faces
	switch {
	case f.decides():
		s.kind = decides
	case len(f.replies) == 1:
		s.kind, s.reply = only, f.replies[0]
	case f.forces():
		s.kind, s.reply = forced, f.live[0]
	}
	t.p.Unmake(m)
	if s.kind == decides && len(f.threats) > 0 {
		return s
	}
	if motive, ok := t.motive(m, board.Wins); ok {
		s.kind, s.motive = follows, motive
	}
	if s.kind == quiet {
		t.p.Make(m)
		if s.groups = t.groups(f); len(s.groups) > 0 {
			s.kind = splits
		}
		t.p.Unmake(m)
	}
	return s
}

// simplest returns the line, or another that wins as soon and begins with a move
// that leaves the other side no choice.
func (t *teller) simplest(line []oxo.Move, plies int) []oxo.Move {
	if t.pressing(line[0]) || plies <= 1 {
		return line
	}
	for _, m := range t.p.Moves(nil) {
		if m == line[0] || !t.pressing(m) {
			continue
		}
		t.p.Make(m)
		r, ok := t.proven()
		t.p.Unmake(m)
		if ok && r.Score == oxo.Loss(plies-1) {
			return append([]oxo.Move{m}, r.Line...)
		}
	}
	return line
}

// pressing reports whether a move leaves one reply that does not lose at once, or
// none.
func (t *teller) pressing(m oxo.Move) bool {
	t.p.Make(m)
	defer t.p.Unmake(m)
	if t.p.Outcome() != oxo.Ongoing {
		return true
	}
	f := t.faces()
	return f.decides() || f.forces()
}

// What is tried to tell replies together: more groups make no sentence, and more
// moves take too long to look at.
const (
	mostGroups  = 2
	mostReplies = 24
	mostNamed   = 8 // where not all replies are meant
)

// groups sorts the replies that do not lose at once by an answer that decides. It
// returns none where some reply has no such answer, or too many are needed.
func (t *teller) groups(f *pressure) (groups []group) {
	if len(f.replies) > mostReplies {
		return nil
	}
	left := slices.Clone(f.live)
	for len(left) > 0 && len(groups) < mostGroups && t.ctx.Err() == nil {
		best := group{}
		for _, x := range t.answers(left) {
			if g := t.group(left, x); len(g.replies) > len(best.replies) {
				best = g
			}
		}
		if len(best.replies) == 0 {
			return nil
		}
		groups = append(groups, best)
		left = slices.DeleteFunc(left, func(d oxo.Move) bool { return slices.Contains(best.replies, d) })
	}
	if len(left) > 0 || len(f.live) < len(f.replies) && len(f.live) > mostNamed {
		return nil
	}
	return groups
}

// answers returns the moves that can be played after the first of some replies, in
// the game's order: each group has an answer to it.
func (t *teller) answers(replies []oxo.Move) []oxo.Move {
	t.p.Make(replies[0])
	defer t.p.Unmake(replies[0])
	return t.p.Moves(nil)
}

// group returns the replies that an answer decides after.
func (t *teller) group(replies []oxo.Move, answer oxo.Move) group {
	g := group{answer: answer, double: true}
	for _, d := range replies {
		t.p.Make(d)
		if slices.Contains(t.p.Moves(nil), answer) {
			t.p.Make(answer)
			if t.p.Outcome() == oxo.Ongoing {
				if f := t.faces(); f.decides() {
					g.replies = append(g.replies, d)
					g.double = g.double && len(f.threats) > 1
				}
			}
			t.p.Unmake(answer)
		}
		t.p.Unmake(d)
	}
	return g
}
