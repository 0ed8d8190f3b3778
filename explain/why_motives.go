package explain

import (
	"context"
	"slices"

	"oxo"
	"oxo/game/board"
)

// pressure holds the threats against the side to move: the opponent's immediate wins
// after each reply. It is found by playing, so it needs no knowledge of the game.
type pressure struct {
	replies []oxo.Move
	wins    [][]oxo.Move // by reply: the moves with which the opponent wins after it
	lost    []bool       // by reply: the reply itself ends the game, and the opponent has won
	live    []oxo.Move   // replies that do not lose at once
	threats []oxo.Move   // moves with which the opponent wins unless they are stopped
}

// maxPlayed limits the moves played to find what the side to move faces: two plies
// of gomoku. On a larger board no threats are looked for.
const maxPlayed = 60_000

// faces finds the opponent's threats in the current position.
func (t *teller) faces() pressure {
	var f pressure
	if f.replies = t.p.Moves(nil); len(f.replies)*len(f.replies) > maxPlayed {
		f.live = f.replies
		return f
	}
	opponent := t.p.Turn().Opponent()
	for _, d := range f.replies {
		t.p.Make(d)
		lost, wins := hasWon(t.p, opponent), winning(t.p)
		t.p.Unmake(d)
		f.wins, f.lost = append(f.wins, wins), append(f.lost, lost)
		if !lost && len(wins) == 0 {
			f.live = append(f.live, d)
		}
	}
	f.findThreats()
	return f
}

// hasWon reports whether a side has won.
func hasWon(p oxo.Position, side oxo.Side) bool {
	winner, ok := p.Outcome().Winner(p.Turn())
	return ok && winner == side
}

// winning returns the moves that win at once for the side to move.
func winning(p oxo.Position) (wins []oxo.Move) {
	turn := p.Turn()
	for _, m := range p.Moves(nil) {
		p.Make(m)
		if hasWon(p, turn) {
			wins = append(wins, m)
		}
		p.Unmake(m)
	}
	return wins
}

// maxThreats is how many threats a sentence has room for.
const maxThreats = 3

// findThreats counts a winning move as a threat if more than half of the replies allow
// it. The same move as a reply does not count. The remaining replies stop it. A win
// that only a few replies allow is not a threat.
func (f *pressure) findThreats() {
	for _, wins := range f.wins {
		for _, w := range wins {
			if slices.Contains(f.threats, w) {
				continue
			}
			with, of := 0, 0
			for i, d := range f.replies {
				if d == w || f.lost[i] {
					continue
				}
				if of++; slices.Contains(f.wins[i], w) {
					with++
				}
			}
			if 2*with > of && len(f.threats) < maxThreats {
				f.threats = append(f.threats, w)
			}
		}
	}
}

// decides reports whether every reply loses at once.
func (f *pressure) decides() bool { return len(f.live) == 0 }

// forces reports whether exactly one reply does not lose at once.
func (f *pressure) forces() bool { return len(f.live) == 1 && len(f.replies) > 1 }

// stops returns the replies after which a threat is gone.
func (f *pressure) stops(threat oxo.Move) (stops []oxo.Move) {
	for i, d := range f.replies {
		if !slices.Contains(f.wins[i], threat) {
			stops = append(stops, d)
		}
	}
	return stops
}

// stopsAll reports whether a single reply stops all the threats.
func (f *pressure) stopsAll(threats []oxo.Move) bool {
	for i := range f.replies {
		if !f.lost[i] && !slices.ContainsFunc(threats, func(w oxo.Move) bool { return slices.Contains(f.wins[i], w) }) {
			return true
		}
	}
	return false
}

// after returns a reply that lets the opponent win with w.
func (f *pressure) after(w oxo.Move) oxo.Move {
	at := slices.IndexFunc(f.wins, func(wins []oxo.Move) bool { return slices.Contains(wins, w) })
	return f.replies[at]
}

// maxWalked limits the positions visited to check a motive by playing.
const maxWalked = 20_000

// walker checks a claim about all continuations; it visits each position once.
type walker struct {
	ctx  context.Context
	p    oxo.Position
	left int
	seen map[uint64]bool
}

func (t *teller) walker() *walker {
	return &walker{t.ctx, t.p, maxWalked, map[uint64]bool{}}
}

// once caches the result of find for the position.
func (w *walker) once(find func() bool) bool {
	key := w.p.Hash()
	known, ok := w.seen[key]
	if ok {
		return known
	}
	if w.left--; w.left < 0 || w.ctx.Err() != nil {
		return false
	}
	known = find()
	w.seen[key] = known
	return known
}

// dead reports whether nobody can win any more.
func (w *walker) dead() bool {
	if o := w.p.Outcome(); o != oxo.Ongoing {
		return o == oxo.Drawn
	}
	return w.once(func() bool {
		for _, m := range w.p.Moves(nil) {
			w.p.Make(m)
			dead := w.dead()
			w.p.Unmake(m)
			if !dead {
				return false
			}
		}
		return true
	})
}

// keeps reports whether the side that moved last has, after every reply, another move
// with the same motive, until the end that the motive promises.
func (w *walker) keeps(side oxo.Side, motive board.Motive) bool {
	if w.p.Outcome() != oxo.Ongoing {
		return hasWon(w.p, side) || motive.Kind == board.Holds && !hasWon(w.p, side.Opponent())
	}
	return w.once(func() bool {
		for _, d := range w.p.Moves(nil) {
			w.p.Make(d)
			answered := w.answers(side, motive)
			w.p.Unmake(d)
			if !answered {
				return false
			}
		}
		return true
	})
}

// answers reports whether a side, which is to move, has won, can win at once, or can
// continue with a motive. A side whose motive is to hold may also win.
func (w *walker) answers(side oxo.Side, motive board.Motive) bool {
	if w.p.Outcome() != oxo.Ongoing {
		return w.keeps(side, motive)
	}
	if len(winning(w.p)) > 0 {
		return true
	}
	for _, x := range w.p.Moves(nil) {
		if !slices.ContainsFunc(motivesOf(w.p, x), func(m board.Motive) bool { return m.Kind <= motive.Kind && m.Name == motive.Name }) {
			continue
		}
		w.p.Make(x)
		kept := w.keeps(side, motive)
		w.p.Unmake(x)
		if kept {
			return true
		}
	}
	return false
}

// motivesOf returns the game's motives for a move, if it gives any.
func motivesOf(p oxo.Position, m oxo.Move) []board.Motive {
	if with, ok := p.(board.Motivated); ok {
		return with.Motives(m)
	}
	return nil
}

// motive returns the game's first motive of a kind for a move that is confirmed by
// playing it out. A plan is not played out in games where positions may repeat: it
// could continue for ever.
func (t *teller) motive(m oxo.Move, kind board.MotiveKind) (board.Motive, bool) {
	if _, loops := t.p.(oxo.Looping); loops {
		return board.Motive{}, false
	}
	side, before := t.p.Turn(), pieces(t.p, t.p.Turn())
	for _, motive := range motivesOf(t.p, m) {
		if motive.Kind != kind {
			continue
		}
		w, holds := t.walker(), false
		if kind == board.Stops && !w.threatens(motive.Threats, m) {
			continue
		}
		t.p.Make(m)
		switch kind {
		case board.Wins, board.Holds:
			holds = w.keeps(side, motive)
		case board.Dead:
			holds = w.dead()
		case board.Gains:
			holds = gains(t.p, side, before)
		case board.Threatens:
			holds = w.threatens(motive.Threats, m)
		case board.Stops:
			holds = !w.anyLeft(motive.Threats)
		}
		t.p.Unmake(m)
		if holds {
			return motive, true
		}
	}
	return board.Motive{}, false
}

// pieces returns how many more pieces a side has than the other.
func pieces(p oxo.Position, side oxo.Side) (more int) {
	grid, ok := p.(board.Grid)
	if !ok {
		return 0
	}
	columns, rows := grid.Size()
	for i := range columns * rows {
		switch c := grid.At(board.Square{Column: i % columns, Row: i / columns}); {
		case c.Text == "":
		case c.Owner == side:
			more++
		default:
			more--
		}
	}
	return more
}

// gains reports whether a side has more pieces than before, and keeps them after
// every reply.
func gains(p oxo.Position, side oxo.Side, before int) bool {
	if pieces(p, side) <= before {
		return false
	}
	for _, d := range p.Moves(nil) {
		p.Make(d)
		still := pieces(p, side) > before
		p.Unmake(d)
		if !still {
			return false
		}
	}
	return true
}
