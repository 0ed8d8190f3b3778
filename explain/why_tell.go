package explain

import (
	"slices"
	"strconv"

	"oxo"
	"oxo/game/board"
	"oxo/search"
)

// tell explains the value of the move asked about.
func (t *teller) tell() {
	v := t.asked.Value
	switch {
	case !v.Proven || v.Score.Sign() != 0 && !v.Score.CountsPlies():
		t.tellLine()
	case v.Score.IsLoss():
		t.tellLoss()
	case v.Score.IsWin():
		t.tellWin()
	default:
		t.tellDraw()
	}
	if v.Proven {
		t.tellThreats()
	}
}

// tellLine is for values that are not proven, or that count something other than
// plies: only the line can be given.
func (t *teller) tellLine() {
	if t.asked.Score.Sign() == 0 && !t.asked.Proven && t.tellThreat(board.Wins) { // an estimate, but the game knows better
		t.tellThreats()
		return
	}
	v, name := t.asked.Value, t.name(t.asked.Move)
	n := t.sentence()
	switch {
	case !v.Proven && v.Score.Sign() != 0:
		what := "the margin"
		if v.Score.CountsPlies() {
			what = "how soon"
		}
		n.say("% %: the result is certain, not %.", name, boundWords(v.Score), what)
	case !v.Proven:
		n.say("% is worth % to %: an estimate", name, Worth(t.g, v), t.side())
		if t.asked.Depth > 0 {
			n.say(", % ahead", plies(t.asked.Depth))
		}
		n.say(". It is not proven.")
	default:
		n.say("% %.", name, worthWords(v.Score))
		n.claim(IsWorth, nil, v.Score, t.asked.Move)
	}
	n.move(t.asked.Move)
	n.end()
	t.tellFaces()
	t.tellThreats()
	t.tellGain()
	t.tellPunishment()
	t.tellExpected()
	if v.Proven {
		t.tellBetter(nil)
		return
	}
	if best := t.moves[0]; best.Score > v.Score {
		n := t.sentence()
		n.say("% looks better: %.", t.name(best.Move), Worth(t.g, best.Value))
		n.lightMove(nil, best.Move)
		n.end()
	}
}

// tellExpected gives the line after the move.
func (t *teller) tellExpected() {
	v, line := t.asked.Value, t.asked.Line
	if len(line) < 2 {
		return
	}
	n := t.sentence()
	if v.Proven {
		n.say("Best play goes on %.", t.lineWords(line, 1))
		n.claim(PlaysBest, nil, v.Score, line...)
	} else {
		n.say("The search expects %.", t.lineWords(line, 1))
	}
	for _, m := range line {
		n.move(m)
	}
	n.end()
}

// tellFaces names what the move threatens.
func (t *teller) tellFaces() {
	s := step{move: t.asked.Move, kind: forced}
	t.p.Make(s.move)
	s.faces = t.faces()
	t.p.Unmake(s.move)
	if len(s.faces.threats) == 0 || !s.faces.forces() {
		return
	}
	s.reply = s.faces.live[0]
	n := t.sentence()
	t.stepWords(n, &s, 0)
	n.end()
}

// tellGain names the pieces that the move wins, if the game knows.
func (t *teller) tellGain() {
	m, ok := t.motive(t.asked.Move, board.Gains)
	if !ok {
		return
	}
	n := t.sentence()
	n.say("% %.", t.side(), m.Text)
	n.claimMotive(nil, t.asked.Move, m)
	n.light(m.Squares)
	n.move(t.asked.Move)
	n.end()
	t.names(m.Name)
}

// tellLoss gives the other side's answer, and the better move.
func (t *teller) tellLoss() {
	m, v := t.asked.Move, t.asked.Score
	root := t.faces()
	n := t.sentence()
	n.say("% %", t.name(m), worthWords(v))
	n.claim(IsWorth, nil, v, m)
	n.move(m)
	blocks := v.Plies() <= 2 && t.tellAtOnce(n, &root)
	n.say(".")
	n.end()
	better := t.better()
	var steps []step
	if v.Plies() > 2 || !blocks && v.Plies() == 2 && len(n.claims) == 1 {
		t.play(m)
		var line []oxo.Move
		if len(t.asked.Line) > 1 {
			line = slices.Clone(t.asked.Line[1:])
		}
		var complete bool
		steps, complete = t.attack(line, v.Plies()-1)
		t.steps(steps, complete, t.most-len(t.said)-1, nil)
		t.back(1)
	}
	if blocks && t.tellBlock(&root) {
		return
	}
	t.tellBetterThan(better, steps)
}

// tellAtOnce names the other side's win after a move that loses in two, and reports
// whether it was a threat before.
func (t *teller) tellAtOnce(n *sentence, root *pressure) bool {
	m := t.asked.Move
	t.p.Make(m)
	wins := winning(t.p)
	t.p.Unmake(m)
	if len(wins) == 0 { // the move itself loses
		if line := t.lineName(nil, m); line != "" {
			n.say(": it completes %", line)
		}
		return false
	}
	win, threat := wins[0], false
	for _, w := range wins {
		if slices.Contains(root.threats, w) && len(root.live) > 0 {
			win, threat = w, true
			break
		}
	}
	after := []oxo.Move{m}
	t.play(m)
	with, line := t.name(win), t.lineName(after, win)
	t.back(1)
	n.claim(WinsAtOnce, after, oxo.Draw, win)
	n.move(win)
	switch {
	case threat && line != "":
		n.say(": it does not stop %, who completes % with %", t.other(), line, with)
	case threat:
		n.say(": it does not stop %, who wins with %", t.other(), with)
	case line != "":
		n.say(": % completes % with %", t.other(), line, with)
	default:
		n.say(": it lets % win with %", t.other(), with)
	}
	if threat {
		n.claim(Threatens, nil, oxo.Draw, win)
		t.names("must block")
	} else {
		t.names("wins at once")
	}
	return threat
}

// tellBlock names the only move that would have stopped a threat, and its value.
func (t *teller) tellBlock(root *pressure) bool {
	if len(root.live) != 1 || !t.allProven() || t.moves[0].Move != root.live[0] {
		return false
	}
	best := t.moves[0]
	n := t.sentence()
	n.say("Only % stops it, and %.", t.name(best.Move), worthWords(best.Score))
	if best.Score.IsLoss() {
		n.text = "Only " + t.name(best.Move) + " stops it, but it loses too, in " + strconv.Itoa(best.Score.Plies()) + "."
	}
	n.claim(MustPlay, nil, oxo.Draw, best.Move)
	n.claim(IsWorth, nil, best.Score, best.Move)
	n.lightMove(nil, best.Move)
	n.end()
	t.names("only move")
	return true
}

// tellWin describes what the other side can do against the win.
func (t *teller) tellWin() {
	m, v := t.asked.Move, t.asked.Score
	room := t.most
	if t.moves[0].Score > v {
		room--
	}
	steps, complete := t.attack(slices.Clone(t.asked.Line), v.Plies())
	t.steps(steps, complete, room, t.winHead(m, v))
	if t.moves[0].Score > v && t.moves[0].Proven {
		t.tellBetter(nil)
	}
}

// winHead begins a sentence about a move that wins.
func (t *teller) winHead(m oxo.Move, v oxo.Score) *sentence {
	n := t.sentence()
	n.say("% %", t.name(m), worthWords(v))
	n.claim(IsWorth, nil, v, m)
	return n
}

// better returns the moves with the best proven result if that beats the asked move's
// result; best first; among equal moves the one that another text names comes first.
func (t *teller) better() (better []search.MoveResult) {
	best := t.moves[0]
	if !best.Proven || best.Score.Sign() <= t.asked.Score.Sign() {
		return nil
	}
	for _, r := range t.moves {
		if r.Proven && r.Score.Sign() == best.Score.Sign() {
			better = append(better, r)
		}
	}
	for i, r := range better {
		if t.named(r.Move) && (r.Score == best.Score || !best.Score.IsWin()) {
			return slices.Insert(slices.Delete(better, i, i+1), 0, r)
		}
	}
	return better
}

// tellBetter names a move that is worth more than the one asked about.
func (t *teller) tellBetter(steps []step) { t.tellBetterThan(t.better(), steps) }

// tellBetterThan names the moves that keep what the move asked about loses, or says
// that no move keeps it.
func (t *teller) tellBetterThan(better []search.MoveResult, steps []step) {
	n := t.sentence()
	switch {
	case len(better) == 0:
		t.tellNoBetter(n)
		return
	case better[0].Score.IsWin():
		t.tellWinMissed(better[0])
		return
	}
	moves := movesOf(better)
	names := t.moveNames(moves)
	for _, m := range moves {
		n.lightMove(nil, m)
	}
	switch {
	case len(moves) == 1 && t.allProven():
		n.say("Only % draws", names)
		n.claim(OnlyKeeps, nil, oxo.Draw, moves...)
		t.names("only move")
		if len(steps) > 0 && steps[0].move == moves[0] && t.sameName(steps[0]) {
			n.say(": it is the move that % wants, too", t.other())
			n.claim(IsWorth, steps[0].after, oxo.Win(steps[0].plies), steps[0].move)
		}
	case len(moves) == 1:
		n.say("% draws instead", names)
	case len(moves) <= 3:
		n.say("% draw instead", names)
	default:
		n.say("% draws, and so do % other moves", t.moveNames(moves[:1]), strconv.Itoa(len(moves)-1))
	}
	for _, m := range better {
		n.claim(IsWorth, nil, m.Score, m.Move)
	}
	n.say(".")
	n.end()
}

// sameName reports whether a move of the other side is written like one of the side
// to move.
func (t *teller) sameName(s step) bool {
	here := t.name(s.move)
	for _, m := range s.after {
		t.play(m)
	}
	there := t.name(s.move)
	t.back(len(s.after))
	return here == there
}

func (t *teller) allProven() bool {
	return !slices.ContainsFunc(t.moves, func(r search.MoveResult) bool { return !r.Proven })
}

// tellNoBetter says that a lost position was already lost, or names a move with the
// same result but a better number of plies.
func (t *teller) tellNoBetter(n *sentence) {
	best, v := t.moves[0], t.asked.Score
	switch {
	case !best.Proven:
		return
	case !v.CountsPlies() && best.Score > v:
		n.say("% is better: it %.", t.name(best.Move), worthWords(best.Score))
		n.claim(IsWorth, nil, best.Score, best.Move)
	case !t.allProven():
		return
	case len(t.moves) == 1:
		n.say("It is the only legal move.")
		n.claim(HasOnly, nil, oxo.Draw, best.Move)
		t.names("only move")
	case v.IsLoss() && best.Score > v:
		n.say("Every move loses; % lasts longest, to a loss in %.", t.name(best.Move), strconv.Itoa(best.Score.Plies()))
		n.claim(IsWorth, nil, best.Score, best.Move)
		n.claim(NotBetter, nil, best.Score)
	case !v.CountsPlies():
		n.say("No other move is better.")
		n.claim(NotBetter, nil, v)
	case v.IsLoss():
		n.say("Every other move loses too, and no later.")
		n.claim(NotBetter, nil, v)
	case v.IsWin() && best.Score > v:
		n.say("% wins sooner, in %.", t.name(best.Move), strconv.Itoa(best.Score.Plies()))
		n.claim(IsWorth, nil, best.Score, best.Move)
	default:
		return
	}
	n.end()
}

// tellWinMissed says how a move would have won, in one sentence.
func (t *teller) tellWinMissed(best search.MoveResult) {
	n := t.winHead(best.Move, best.Score)
	s := t.step(best.Move, best.Score.Plies())
	switch s.kind {
	case ends, decides, forced, follows:
		n.opened = true
		t.stepWords(n, &s, 0)
	default:
		n.move(best.Move)
		n.say(".")
	}
	n.end()
}
