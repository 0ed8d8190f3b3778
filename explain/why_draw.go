package explain

import (
	"slices"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/search"
)

// tellDraw explains why the move gives no more than a draw, and no less.
func (t *teller) tellDraw() {
	m, best := t.asked.Move, t.moves[0]
	missed := best.Proven && best.Score.IsWin()
	n := t.sentence()
	n.say("% draws", t.name(m))
	if missed {
		n.text = t.name(m) + " only draws"
	}
	n.claim(IsWorth, nil, oxo.Draw, m)
	n.move(m)
	root := t.faces()
	if len(root.threats) > 0 && len(root.live) == 1 && root.live[0] == m {
		t.names("must block")
		n.say(": it is the one move that stops % from %", t.other(), n.threatWords(nil, &root, root.threats[:1], "completing ", "winning with "))
		n.claim(MustPlay, nil, oxo.Draw, m)
	}
	n.say(".")
	n.end()
	if missed {
		t.tellMissed(best)
		return
	}
	if t.tellDead() {
		return
	}
	t.tellPlan(t.sentence(), m)
	t.tellHeld(false)
	t.tellDrawnLine()
	t.tellDrawBest()
}

// tellMissed explains how the better move wins, and how the other side answers the
// move asked about.
func (t *teller) tellMissed(best search.MoveResult) {
	if !best.Score.CountsPlies() { // a margin does not say how far away the end is
		t.tellWinMissed(best)
		t.tellHeld(true)
		return
	}
	steps, complete := t.attack(slices.Clone(best.Line), best.Score.Plies())
	t.steps(steps, complete, t.most-len(t.said)-1, t.winHead(best.Move, best.Score))
	t.tellHeld(true)
}

// tellHeld names the replies to the move asked about with which the other side does
// not lose.
func (t *teller) tellHeld(missed bool) {
	t.play(t.asked.Move)
	defer t.back(1)
	if t.p.Outcome() != oxo.Ongoing {
		return
	}
	n, f := t.sentence(), t.faces()
	if f.forces() && len(f.threats) > 0 {
		threat := n.threatWords(t.path, &f, f.threats[:1], "", "to win with ")
		n.say("% threatens %, but % stops it with % and holds the draw.", t.askedName(), threat, t.side(), t.name(f.live[0]))
		n.claim(MustPlay, t.path, oxo.Draw, f.live...)
		n.claim(IsWorth, t.path, oxo.Draw, f.live[0])
		n.move(f.live[0])
		n.end()
		t.names("must block")
		return
	}
	hold := t.holding(f.replies)
	for _, m := range hold {
		if t.tellPlan(n, m) {
			return
		}
	}
	if len(hold) > 0 {
		t.holdWords(n, hold, len(f.replies), missed)
	}
}

// tellPlan names the plan by which a move of the side to move does not lose, if the
// game gives one.
func (t *teller) tellPlan(n *sentence, m oxo.Move) bool {
	plan, ok := t.motive(m, board.Holds)
	if !ok {
		return false
	}
	n.say("% plays % and %.", t.side(), t.name(m), plan.Text)
	n.claimMotive(t.path, m, plan)
	n.light(plan.Squares)
	n.move(m)
	n.end()
	t.names(plan.Name)
	return true
}

// holdWords describes the replies that draw.
func (t *teller) holdWords(n *sentence, hold []oxo.Move, replies int, missed bool) {
	told := hold[:1]
	switch {
	case replies == 1:
		t.names("only move")
		n.say("% has only %, and it draws.", t.side(), t.name(hold[0]))
		n.claim(HasOnly, t.path, oxo.Draw, hold...)
	case len(hold) == 1:
		t.names("only move")
		n.say("After % only % holds the draw for %; every other reply loses.", t.askedName(), t.name(hold[0]), t.side())
		n.claim(OnlyKeeps, t.path, oxo.Draw, hold...)
	case missed:
		if len(hold) <= 4 {
			told = hold
		}
		n.say("After % % holds the draw with %", t.askedName(), t.side(), replyNames(t.g, t.p, told))
		if len(told) < len(hold) {
			n.say(", among others")
		}
		n.say(".")
	default:
		n.say("% has no reply that wins.", t.side())
		n.claim(NotBetter, t.path, oxo.Draw)
	}
	for _, m := range told {
		n.claim(IsWorth, t.path, oxo.Draw, m)
	}
	n.move(hold[0])
	n.end()
}

func (t *teller) askedName() string { return catalog.NameMove(t.g, t.root, t.asked.Move) }

// holding returns the replies to the current position that draw, if the values of all
// are proven.
func (t *teller) holding(replies []oxo.Move) (hold []oxo.Move) {
	for _, m := range replies {
		t.p.Make(m)
		r, ok := t.proven()
		t.p.Unmake(m)
		if !ok {
			return nil
		}
		if r.Score.Sign() == 0 {
			hold = append(hold, m)
		}
	}
	return hold
}

// tellDead says that nobody can win after the move, if playing out everything
// confirms it.
func (t *teller) tellDead() bool {
	m := t.asked.Move
	motive, ok := t.motive(m, board.Dead)
	if !ok {
		return false
	}
	n := t.sentence()
	n.say("After it %.", motive.Text)
	n.claim(IsDead, []oxo.Move{m}, oxo.Draw)
	n.move(m)
	n.light(motive.Squares)
	n.end()
	t.names(motive.Name)
	return true
}

// tellDrawnLine gives best play after a draw, up to the point where nobody can win
// any more.
func (t *teller) tellDrawnLine() {
	line := t.asked.Line
	if len(line) < 2 {
		return
	}
	plan := board.Motive{}
	end, planned := len(line), false
	defer func() { t.back(len(t.path)) }()
	for i, m := range line {
		if motive, ok := t.motive(m, board.Dead); ok && i > 0 {
			plan, end, planned = motive, i+1, true
			break
		}
		t.play(m)
	}
	t.back(len(t.path))
	n := t.sentence()
	n.say("Best play goes on %", t.lineWords(line[:end], 1))
	for _, m := range line[:end] {
		n.move(m)
	}
	n.claim(PlaysBest, nil, oxo.Draw, line[:end]...)
	switch {
	case planned:
		n.say("; then %.", plan.Text)
		n.claim(IsDead, line[:end], oxo.Draw)
		t.names(plan.Name)
	case t.at(line).Outcome() == oxo.Drawn:
		n.say(", and the game ends in a draw.")
	default:
		n.say(".")
	}
	n.end()
}

// tellDrawBest says that no other move is better.
func (t *teller) tellDrawBest() {
	if !t.allProven() || len(t.moves) == 1 {
		return
	}
	n := t.sentence()
	drawn := 0
	for _, r := range t.moves {
		if r.Score.Sign() == 0 {
			drawn++
		}
	}
	if drawn == 1 {
		t.names("only move")
		n.say("Every other move loses.")
		n.claim(OnlyKeeps, nil, oxo.Draw, t.asked.Move)
	} else {
		n.say("No other move of % is better.", t.side())
		n.claim(NotBetter, nil, oxo.Draw)
	}
	n.end()
}
