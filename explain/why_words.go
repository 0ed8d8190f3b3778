package explain

import (
	"slices"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
)

// steps describes a proof in sentences; room is their maximum number. If it has more
// steps, those before the last are given by their moves only.
//
// If first is not nil, it is a sentence that already names the move of the first step,
// and this step continues it.
func (t *teller) steps(steps []step, complete bool, room int, first *sentence) {
	if len(steps) == 0 {
		if first != nil {
			first.say(".")
			first.end()
		}
		return
	}
	told := len(steps)
	if told > room {
		told = max(room-2, 0)
		if first := slices.IndexFunc(steps, func(s step) bool { return s.kind == quiet }); first >= 0 {
			told = min(told, first+1) // of several quiet moves one is described
		}
	}
	for i := range steps[:told] {
		n := t.sentence()
		if i == 0 && first != nil {
			n, first.opened = first, true
		}
		t.stepWords(n, &steps[i], i)
		n.end()
	}
	if told == len(steps) {
		if !complete {
			t.tellRest(steps[told-1])
		}
		return
	}
	last := &steps[len(steps)-1]
	if complete {
		t.tellBetween(steps[told:len(steps)-1], told)
	}
	n := t.sentence()
	t.stepWords(n, last, len(steps)-1)
	n.end()
}

// tellRest says that time ran out for the rest of the proof.
func (t *teller) tellRest(s step) {
	n := t.sentence()
	n.line = append(slices.Clone(s.after), s.move)
	n.say("How it goes on was not proven in the time that there was.")
	n.end()
}

// tellBetween gives steps by their moves only.
func (t *teller) tellBetween(steps []step, told int) {
	n := t.sentence()
	n.line = slices.Clone(steps[0].after)
	var line []oxo.Move
	all := true
	for i := range steps {
		s := &steps[i]
		all = all && (s.kind == forced || s.kind == only)
		for _, m := range []oxo.Move{s.move, s.reply} {
			n.move(m)
			line = append(line, m)
		}
	}
	winner := board.SideName(t.g, t.at(steps[0].after).Turn())
	loser := board.SideName(t.g, t.at(steps[0].after).Turn().Opponent())
	words := t.lineWords(n.line, len(steps[0].after))
	switch {
	case all:
		n.say("With % % leaves % one reply each time.", words, winner, loser)
		t.names("must block")
		for i := range steps {
			t.stepClaims(n, &steps[i])
		}
	case told == 0:
		n.say("Best play goes on %; other replies of % lose no later.", words, loser)
	default:
		n.say("Then best play goes on %.", words)
	}
	n.claim(PlaysBest, steps[0].after, oxo.Win(steps[0].plies), line...)
	n.end()
}

// stepClaims records the claims of a step.
func (t *teller) stepClaims(n *sentence, s *step) {
	after := append(slices.Clone(s.after), s.move)
	switch s.kind {
	case ends:
		n.claim(WinsAtOnce, s.after, oxo.Draw, s.move)
	case decides:
		n.claim(Unstopped, after, oxo.Draw)
	case follows:
		n.claimMotive(s.after, s.move, s.motive)
	case forced:
		n.claim(MustPlay, after, oxo.Draw, s.reply)
	case only:
		n.claim(HasOnly, after, oxo.Draw, s.reply)
	case quiet:
		n.claim(IsWorth, after, oxo.Loss(s.plies-1), s.reply)
		n.claim(NotBetter, after, oxo.Loss(s.plies-1))
	case splits:
		n.claim(IsWorth, s.after, oxo.Win(s.plies), s.move)
	}
	if len(s.faces.threats) > 0 {
		n.claim(Threatens, after, oxo.Draw, s.faces.threats...)
	}
}

// stepWords describes a step; at is its number in the proof.
func (t *teller) stepWords(n *sentence, s *step, at int) {
	n.line = slices.Clone(s.after)
	p := t.at(s.after)
	winner, loser := board.SideName(t.g, p.Turn()), board.SideName(t.g, p.Turn().Opponent())
	if at > 0 {
		n.say("Then ")
	}
	if !n.opened {
		n.say("% plays %", winner, catalog.NameMove(t.g, p, s.move))
	}
	n.move(s.move)
	t.stepClaims(n, s)
	switch s.kind {
	case ends:
		t.endWords(n, s)
	case decides:
		t.decideWords(n, s, winner, loser)
	case follows:
		t.names(s.motive.Name)
		n.light(s.motive.Squares)
		if n.opened {
			n.say(": % %.", winner, s.motive.Text)
		} else {
			n.say(" and %.", s.motive.Text)
		}
	case splits:
		t.splitWords(n, s, winner, loser)
	default:
		t.replyWords(n, s, loser)
	}
}

// endWords describes a move that wins.
func (t *teller) endWords(n *sentence, s *step) {
	t.names("wins at once")
	switch name := t.lineName(s.after, s.move); {
	case name != "":
		n.does("completes %.", name)
	case n.opened:
		n.say(".")
	default:
		n.say(" and wins.")
	}
}

// replyWords describes the reply with which the proof continues.
func (t *teller) replyWords(n *sentence, s *step, loser string) {
	reply := t.nameAt(n.line, s.reply)
	switch {
	case s.kind == forced && len(s.faces.threats) == 0:
		t.names("only move")
		n.say("; every reply but % loses at once.", reply)
	case s.kind == forced:
		t.names("must block")
		threat := n.threatWords(n.line, &s.faces, s.faces.threats, "", "to win with ")
		n.does("threatens %; % must play %", threat, loser, reply)
		if threat == "to win with "+reply {
			n.say(" first")
		}
		n.say(".")
	case s.kind == only:
		t.names("only move")
		n.say("; % has only % left.", loser, reply)
	default:
		n.say("; ")
		if !t.saidQuiet && !n.opened {
			n.say("every reply loses, and ")
		}
		t.saidQuiet = true
		n.say("% lasts longest with %.", loser, reply)
	}
	n.move(s.reply)
}

// decideWords explains why every reply loses at once.
func (t *teller) decideWords(n *sentence, s *step, winner, loser string) {
	f, way := &s.faces, slices.Clone(n.line)
	switch threats := f.threats; {
	case len(f.replies) == 1 && f.lost[0]:
		t.names("only move")
		n.say("; % has only %, and loses with it.", loser, t.nameAt(way, f.replies[0]))
	case len(f.replies) == 1:
		t.names("only move")
		n.say("; % has only %, and then % wins.", loser, t.nameAt(way, f.replies[0]), n.answerWords(way, f, 0))
	case len(threats) > 1:
		t.names("double threat")
		text := n.threatWords(way, f, threats, "", "to win with ")
		n.does("threatens %", text)
		if !strings.HasPrefix(text, "to win") {
			n.say(" at once")
		}
		switch stops := f.stops(threats[0]); {
		case f.stopsAll(threats):
			n.say("; whatever stops them lets % win elsewhere.", winner)
		case len(stops)+len(f.stops(threats[1])) == 0:
			n.say("; % can stop neither.", loser)
		case len(threats) == 2:
			n.say("; % can stop only one.", loser)
		default:
			n.say("; % cannot stop them all.", loser)
		}
	case len(threats) == 1:
		t.blockWords(n, f, winner, loser)
	case !slices.Contains(f.lost, false):
		t.names("zugzwang")
		n.say("; every move that % has left ends the game and loses it.", loser)
	default:
		t.names("zugzwang")
		n.say("; % must move, and every move lets % win at once.", loser, winner)
	}
}

// blockWords describes a single threat that cannot be stopped, or is stopped in vain.
func (t *teller) blockWords(n *sentence, f *pressure, winner, loser string) {
	way := slices.Clone(n.line)
	stops := f.stops(f.threats[0])
	n.does("threatens %", n.threatWords(way, f, f.threats, "", "to win with "))
	again := slices.Contains(f.replies, f.threats[0]) // the square above it wins too
	switch {
	case len(stops) == 0 && again:
		t.names("block fails")
		move := t.nameAt(way, f.threats[0])
		n.say("; if % plays % first, % wins with % again.", loser, move, winner, move)
	case len(stops) == 0:
		t.names("no defence")
		n.say("; % has no move that stops it.", loser)
	case len(stops) == 1:
		t.names("block fails")
		i := slices.Index(f.replies, stops[0])
		n.say("; if % stops it with %, % wins with %.", loser, t.nameAt(way, stops[0]), winner, n.answerWords(way, f, i))
	default:
		t.names("block fails")
		n.say("; whatever stops it lets % win elsewhere.", winner)
	}
}

// answerWords names the move that wins after a reply, and highlights it.
func (n *sentence) answerWords(way []oxo.Move, f *pressure, reply int) string {
	if f.lost[reply] {
		return "that"
	}
	before := append(slices.Clone(way), f.replies[reply])
	n.lightMove(before, f.wins[reply][0])
	return n.t.nameAt(before, f.wins[reply][0])
}

// splitWords describes the answers that decide, each with its replies; the answer to
// the largest group comes last.
func (t *teller) splitWords(n *sentence, s *step, winner, loser string) {
	way := slices.Clone(n.line)
	double := true
	n.say("; ")
	some := len(s.faces.live) < len(s.faces.replies)
	if some {
		n.claim(MustPlay, way, oxo.Draw, s.faces.live...)
	}
	for i, g := range slices.Backward(s.groups) {
		p := t.at(way)
		for _, d := range g.replies {
			n.claim(Unstopped, append(slices.Clone(way), d, g.answer), oxo.Draw)
		}
		before := append(slices.Clone(way), g.replies[0])
		n.lightMove(before, g.answer)
		double = double && g.double
		switch {
		case len(s.groups) == 1 && some:
			n.say("every reply but % loses at once, and after that", replyNames(t.g, p, g.replies))
		case len(s.groups) == 1:
			n.say("whatever % plays,", loser)
		case i == 0 && !some:
			n.say(", after any other reply")
		case i == 0 && len(s.groups) > 1:
			n.say(", after %", replyNames(t.g, p, g.replies))
		default:
			n.say("after %", replyNames(t.g, p, g.replies))
		}
		n.say(" % plays %", winner, t.nameAt(before, g.answer))
	}
	if double {
		t.names("double threat")
		n.say(", with two threats at once.")
	} else {
		t.names("no defence")
		n.say(", and no reply stops the win.")
	}
}

// replyNames writes replies to one position as a list.
func replyNames(g oxo.Game, p oxo.Position, replies []oxo.Move) string {
	var names []string
	for _, d := range replies {
		names = append(names, catalog.NameMove(g, p, d))
	}
	return list(names, "or")
}
