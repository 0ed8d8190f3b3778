package explain

import (
	"slices"

	"oxo"
	"oxo/game/board"
)

// step is one move of the winning side, and the other side's possible replies.
type step struct {
	after  []oxo.Move // the moves to the position in which the move is made
	move   oxo.Move
	kind   stepKind
	faces  pressure // what the losing side faces after the move
	reply  oxo.Move // the reply that is described; the proof continues with it
	plies  int      // from the move to the end of the game
	motive board.Motive
	groups []group
}

type stepKind uint8

const (
	ends    stepKind = iota // the game is won
	decides                 // every reply loses at once
	follows                 // the game names a plan that wins
	forced                  // exactly one reply does not lose at once
	only                    // there is one legal reply
	splits                  // each reply is answered by a move that decides
	quiet                   // every reply loses, later
)

// last reports whether the step completes a proof.
func (s *step) last() bool {
	return s.kind == ends || s.kind == decides || s.kind == follows || s.kind == splits
}

// group holds replies that fail for the same reason: the same answer decides.
type group struct {
	replies []oxo.Move
	answer  oxo.Move
	double  bool // the answer makes two threats after each of the replies
}

// attack walks the proof of a win of the side to move. Both sides play best; among
// the winner's fastest moves it takes the one that is easiest to understand. line is
// best play from here as far as it is known, plies the distance to the win. attack
// reports whether the proof is complete.
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
		if !first || len(t.path) > 0 { // the move asked about is not replaced
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

// step classifies a move of the winner.
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

// simplest returns the line, or another one that wins as soon and begins with a move
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

// pressing reports whether at most one reply to a move does not lose at once.
func (t *teller) pressing(m oxo.Move) bool {
	t.p.Make(m)
	defer t.p.Unmake(m)
	if t.p.Outcome() != oxo.Ongoing {
		return true
	}
	f := t.faces()
	return f.decides() || f.forces()
}

// Limits for describing replies together: more groups do not fit a sentence, and more
// moves take too long to examine.
const (
	maxGroups  = 2
	maxReplies = 24
	maxNamed   = 8 // applies if only some of the replies are meant
)

// groups sorts the replies that do not lose at once by an answer that decides. It
// returns nil if some reply has no such answer, or if too many groups are needed.
func (t *teller) groups(f *pressure) (groups []group) {
	if len(f.replies) > maxReplies {
		return nil
	}
	left := slices.Clone(f.live)
	for len(left) > 0 && len(groups) < maxGroups && t.ctx.Err() == nil {
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
	if len(left) > 0 || len(f.live) < len(f.replies) && len(f.live) > maxNamed {
		return nil
	}
	return groups
}

// answers returns the moves after the first of some replies, in the game's order: the
// answer of its group must be one of them.
func (t *teller) answers(replies []oxo.Move) []oxo.Move {
	t.p.Make(replies[0])
	defer t.p.Unmake(replies[0])
	return t.p.Moves(nil)
}

// group returns the replies after which an answer decides.
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
