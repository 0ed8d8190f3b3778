package puzzle

import (
	"context"
	"slices"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
)

// maxMate is the greatest number of plies of a win that is looked for by trying all moves: a mate in
// three.
const maxMate = 5

// The greatest number of plies of a win of material, and the least that counts as one: two pawns, or
// a rook for a bishop.
const (
	maxGain   = 4
	leastGain = 2
)

// sooner makes a puzzle of the form "win within n plies", for the least n with such a win, or else one
// of the form "win material within n plies". It returns nil if the options do not want that, or nothing of
// the kind can be won.
func (x *examined) sooner() (*Puzzle, error) {
	if !x.options.Mates {
		return nil, nil
	}
	t := &tries{ctx: x.ctx, p: x.p.Clone(), side: x.p.Turn(), left: x.options.Nodes}
	for plies := 1; plies <= maxMate; plies += 2 {
		if z, err := x.soon(t, plies, "win"); z != nil || err != nil {
			return z, err
		}
	}
	if x.options.Worth == nil {
		return nil, nil
	}
	t.goal = x.gains()
	for plies := 2; plies <= maxGain; plies += 2 {
		if z, err := x.soon(t, plies, Material); z != nil || err != nil {
			return z, err
		}
	}
	return nil, nil
}

// soon makes a puzzle of the one move that reaches the goal within some plies, and nil if no move does.
func (x *examined) soon(t *tries, plies int, keeps string) (*Puzzle, error) {
	wins, replies := t.all(plies)
	switch {
	case t.left == 0:
		return nil, &RefusedError{Fault: Unproven}
	case len(wins) == 0:
		return nil, nil
	case len(wins) > 1:
		return nil, &RefusedError{Fault: TwoAnswers, Result: keeps, Within: plies, Answers: x.names(wins)}
	}
	x.within = plies
	x.answer = &move{Move: wins[0], bounds: oxo.Exactly(oxo.Win(plies))}
	z := x.begin(keeps)
	z.Plies, t.left = plies, x.options.Nodes
	if line := t.line(wins[0], plies); t.left > 0 {
		z.Line = catalog.FormatLine(x.game, x.p, line)
	}
	for _, m := range catalog.Playable(x.p, nil) {
		if m != wins[0] {
			z.Wrong = append(z.Wrong, x.notSoon(m, replies))
		}
	}
	return z, x.checkPlies(plies)
}

// gains returns the goal of winning material: the side is to move again, after every reply, and
// has won at least leastGain. So what the other side takes back is counted.
func (x *examined) gains() func(p oxo.Position) bool {
	side, before := x.p.Turn(), 0
	balance := func(p oxo.Position) (sum int) {
		grid, ok := p.(board.Grid)
		if !ok {
			return 0
		}
		squares(grid, func(_ board.Square, c board.Cell) {
			if worth := x.options.Worth(c); c.Owner == side {
				sum += worth
			} else {
				sum -= worth
			}
		})
		return sum
	}
	before = balance(x.p)
	return func(p oxo.Position) bool { return balance(p) >= before+leastGain }
}

// names writes moves in the order of their names.
func (x *examined) names(moves []oxo.Move) (names []string) {
	for _, m := range moves {
		names = append(names, x.game.FormatMove(x.p, m))
	}
	slices.Sort(names)
	return names
}

// notSoon is a try that does not win within the plies, with the reply that prevents it.
func (x *examined) notSoon(m oxo.Move, replies map[oxo.Move]oxo.Move) Wrong {
	line := []oxo.Move{m}
	if reply, ok := replies[m]; ok {
		line = append(line, reply)
	}
	w := Wrong{Move: x.game.FormatMove(x.p, m), Line: catalog.FormatLine(x.game, x.p, line)}
	x.p.Make(m)
	if x.p.Outcome() != oxo.Ongoing {
		w.Result = [...]string{"loss", "draw", "win"}[over(x.p, x.p.Turn().Opponent())+1]
	}
	x.p.Unmake(m)
	return w
}

// tries goes through all moves to a number of plies. What it says is proven: it leaves nothing
// out, and keeps nothing in a table.
type tries struct {
	ctx  context.Context
	p    oxo.Position
	side oxo.Side                  // that wants to win
	goal func(p oxo.Position) bool // reached when the side is to move; nil: only a win counts
	left uint64                    // positions that it may still visit
	last [maxMate + 1]struct {
		reply oxo.Move // that prevented the last win, by the plies left
		known bool
	}
	buffers [maxMate + 1][]oxo.Move
}

// all returns the moves that win within some plies whatever the other side does, and for each other
// move that does not end the game a reply that prevents it.
func (t *tries) all(plies int) (wins []oxo.Move, replies map[oxo.Move]oxo.Move) {
	replies = map[oxo.Move]oxo.Move{}
	for _, m := range catalog.Playable(t.p, nil) {
		t.p.Make(m)
		reply, prevented, won := t.prevents(plies - 1)
		t.p.Unmake(m)
		if won {
			wins = append(wins, m)
		} else if prevented {
			replies[m] = reply
		}
	}
	return wins, replies
}

// visit counts a position, and reports whether the work may continue.
func (t *tries) visit() bool {
	if t.left > 0 {
		t.left--
	}
	if t.left%1024 == 0 && t.ctx.Err() != nil {
		t.left = 0
	}
	return t.left > 0
}

// prevents looks for a reply after which the side does not win within the plies that are left.
// Without one the side has won, or wins after every reply.
func (t *tries) prevents(plies int) (reply oxo.Move, prevented, won bool) {
	if !t.visit() {
		return 0, false, false
	}
	if t.p.Outcome() != oxo.Ongoing {
		return 0, false, over(t.p, t.side) > 0
	}
	moves := t.p.Moves(t.buffers[plies][:0])
	t.buffers[plies] = moves
	last := &t.last[plies]
	if at := slices.Index(moves, last.reply); last.known && at > 0 {
		moves[0], moves[at] = moves[at], moves[0]
	}
	for _, d := range moves {
		t.p.Make(d)
		loses := t.wins(plies - 1)
		t.p.Unmake(d)
		if !loses {
			last.reply, last.known = d, true
			return d, true, false
		}
	}
	return 0, false, true
}

// wins reports whether the side, which is to move, wins within some plies.
func (t *tries) wins(plies int) bool {
	if t.p.Outcome() != oxo.Ongoing {
		return over(t.p, t.side) > 0
	}
	if t.goal != nil && t.goal(t.p) {
		return true
	}
	if plies <= 0 {
		return false
	}
	moves := t.p.Moves(t.buffers[plies][:0])
	t.buffers[plies] = moves
	for _, m := range moves {
		t.p.Make(m)
		_, _, won := t.prevents(plies - 1)
		t.p.Unmake(m)
		if won || t.left == 0 {
			return won
		}
	}
	return false
}

// line returns a winning move and best play after it: the other side loses as late as it can.
func (t *tries) line(m oxo.Move, plies int) []oxo.Move {
	t.p.Make(m)
	defer t.p.Unmake(m)
	line := []oxo.Move{m}
	if t.p.Outcome() != oxo.Ongoing {
		return line
	}
	var longest []oxo.Move
	for _, d := range t.p.Moves(nil) {
		t.p.Make(d)
		if next := t.soonest(plies - 2); len(next)+1 > len(longest) {
			longest = append([]oxo.Move{d}, next...)
		}
		t.p.Unmake(d)
	}
	return append(line, longest...)
}

// soonest returns the line to the soonest end within some plies.
func (t *tries) soonest(plies int) []oxo.Move {
	if t.p.Outcome() != oxo.Ongoing || t.goal != nil && t.goal(t.p) {
		return nil
	}
	for n := 2 - plies%2; n <= plies; n += 2 {
		if wins, _ := t.all(n); len(wins) > 0 {
			return t.line(wins[0], n)
		}
	}
	return nil
}
