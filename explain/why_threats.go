package explain

import (
	"slices"
	"strings"

	"oxo"
	"oxo/game/board"
)

// maxTried limits the replies after which a threat of a motive is tried: half of them and one more
// have to leave it as it is.
const maxTried = 8

// threatens reports whether the opponent of the side to move wins with each of some ways after most
// moves, except one of them.
func (w *walker) threatens(ways [][]oxo.Move, except oxo.Move) bool {
	var replies []oxo.Move
	for _, d := range w.p.Moves(nil) {
		if d != except && !slices.ContainsFunc(ways, func(way []oxo.Move) bool { return slices.Contains(way, d) }) {
			replies = append(replies, d)
		}
	}
	if len(ways) == 0 || len(replies) == 0 {
		return false
	}
	step := max(1, len(replies)/maxTried)
	for _, way := range ways {
		tried, won := 0, 0
		for i := step / 2; i < len(replies) && w.ctx.Err() == nil; i += step {
			w.p.Make(replies[i])
			if tried++; w.p.Outcome() == oxo.Ongoing && w.succeeds(way) {
				won++
			}
			w.p.Unmake(replies[i])
		}
		if 2*won <= tried {
			return false
		}
	}
	return w.ctx.Err() == nil
}

// anyLeft reports whether the opponent of the side to move wins with one of some ways after most moves.
func (w *walker) anyLeft(ways [][]oxo.Move) bool {
	return slices.ContainsFunc(ways, func(way []oxo.Move) bool { return w.threatens([][]oxo.Move{way}, way[0]) })
}

// succeeds reports whether the side to move wins with a way: see [board.Motive].
func (w *walker) succeeds(way []oxo.Move) bool {
	side := w.p.Turn()
	if !slices.Contains(w.p.Moves(nil), way[0]) {
		return false
	}
	w.p.Make(way[0])
	defer w.p.Unmake(way[0])
	switch {
	case w.p.Outcome() != oxo.Ongoing:
		return hasWon(w.p, side)
	case len(way) == 1:
		return w.allLose(nil)
	case !slices.Contains(w.p.Moves(nil), way[1]) || !w.allLose(way[1:2]):
		return false
	}
	w.p.Make(way[1])
	defer w.p.Unmake(way[1])
	return w.p.Outcome() == oxo.Ongoing && len(way) > 2 && w.succeeds(way[2:])
}

// allLose reports whether every move of the side to move loses at once, except some moves.
func (w *walker) allLose(except []oxo.Move) bool {
	var known []oxo.Move // moves that won after others
	side := w.p.Turn()
	for _, d := range w.p.Moves(nil) {
		if slices.Contains(except, d) {
			continue
		}
		w.p.Make(d)
		lost := hasWon(w.p, side.Opponent())
		if w.p.Outcome() == oxo.Ongoing {
			lost = w.winsWith(&known)
		}
		w.p.Unmake(d)
		if !lost {
			return false
		}
	}
	return true
}

// winsWith reports whether the side to move wins at once: by one of the known moves, or by another
// one, which it adds to them.
func (w *walker) winsWith(known *[]oxo.Move) bool {
	turn, legal := w.p.Turn(), w.p.Moves(nil)
	for _, list := range [2][]oxo.Move{*known, legal} {
		for _, m := range list {
			if !slices.Contains(legal, m) {
				continue
			}
			w.p.Make(m)
			won := hasWon(w.p, turn)
			w.p.Unmake(m)
			if won {
				if !slices.Contains(*known, m) {
					*known = append(*known, m)
				}
				return true
			}
		}
	}
	return false
}

// tellThreats says what the move makes and stops, if the game has words for it.
func (t *teller) tellThreats() {
	for _, kind := range []board.MotiveKind{board.Wins, board.Threatens, board.Stops} {
		t.tellThreat(kind)
	}
}

// tellThreat says the reason of a kind for the move, and reports whether there is one that was not said.
func (t *teller) tellThreat(kind board.MotiveKind) bool {
	m, ok := t.motive(t.asked.Move, kind)
	if !ok || t.hasSaid(m.Text) {
		return false
	}
	n := t.sentence()
	n.say("% plays % and %.", t.side(), t.name(t.asked.Move), m.Text)
	n.claimMotive(nil, t.asked.Move, m)
	n.light(m.Squares)
	n.move(t.asked.Move)
	n.end()
	t.names(m.Name)
	return true
}

// tellPunishment says what the other side's best reply makes, if the move asked about loses.
func (t *teller) tellPunishment() {
	line := t.asked.Line
	if !t.asked.Score.IsLoss() || len(line) < 2 {
		return
	}
	t.play(line[0])
	defer t.back(1)
	for _, kind := range []board.MotiveKind{board.Wins, board.Threatens} {
		m, ok := t.motive(line[1], kind)
		if !ok {
			continue
		}
		n := t.sentence()
		n.say("Then % plays % and %.", t.side(), t.name(line[1]), m.Text)
		n.claimMotive(line[:1], line[1], m)
		n.light(m.Squares)
		n.move(line[1])
		n.end()
		t.names(m.Name)
		return
	}
}

// hasSaid reports whether a sentence has some words.
func (t *teller) hasSaid(text string) bool {
	return slices.ContainsFunc(t.said, func(s Sentence) bool { return strings.Contains(s.Text, text) })
}
