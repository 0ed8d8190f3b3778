//go:build !race

package explain_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/explain"
	"oxo/game/board"
	"oxo/search"
	"oxo/textbook"
)

// judge checks claims independently: by playing, and with values from the textbook's
// alpha-beta; if that takes too long, from a search without the game's knowledge; and
// far from the end from a search with it, which shares nothing with the search that
// made the answer.
type judge struct {
	t             *testing.T
	g             oxo.Game
	plain, guided *search.Searcher
	values        map[string]oxo.Score
}

func newJudge(t *testing.T, g oxo.Game) *judge {
	o := search.Options{KeepTable: true, TableBytes: 16 << 20}
	guided := search.New(o)
	o.NoGuide = true
	return &judge{t, g, search.New(o), guided, map[string]oxo.Score{}}
}

// value returns what a position is worth to the side to move.
func (j *judge) value(p oxo.Position) oxo.Score {
	if p.Outcome() != oxo.Ongoing {
		return oxo.Final(p)
	}
	key := j.g.FormatPosition(p)
	if v, ok := j.values[key]; ok {
		return v
	}
	r, err := textbook.AlphaBeta(context.Background(), p.Clone(), textbook.Options{MaxNodes: 10_000})
	v := r.Value
	if err != nil {
		found := j.plain.Search(context.Background(), p.Clone(), search.Limits{Nodes: 100_000})
		if !found.Proven {
			found = j.guided.Search(context.Background(), p.Clone(), search.Limits{})
		}
		if v = found.Score; !found.Proven {
			j.t.Fatalf("%s: no value was proven", key)
		}
	}
	j.values[key] = v
	return v
}

// worth returns what a move is worth to the side that makes it.
func (j *judge) worth(p oxo.Position, m oxo.Move) oxo.Score {
	q := p.Clone()
	q.Make(m)
	return j.value(q).ToParent()
}

func won(p oxo.Position, side oxo.Side) bool {
	winner, ok := p.Outcome().Winner(p.Turn())
	return ok && winner == side
}

func played(p oxo.Position, moves ...oxo.Move) oxo.Position {
	q := p.Clone()
	for _, m := range moves {
		q.Make(m)
	}
	return q
}

// winsNow lists the moves that win at once for the side to move.
func winsNow(p oxo.Position) (wins []oxo.Move) {
	for _, m := range p.Moves(nil) {
		if won(played(p, m), p.Turn()) {
			wins = append(wins, m)
		}
	}
	return wins
}

// losesAtOnce reports whether a reply loses by itself, or lets the other side win at
// once.
func losesAtOnce(p oxo.Position, reply oxo.Move) bool {
	q := played(p, reply)
	return won(q, p.Turn().Opponent()) || q.Outcome() == oxo.Ongoing && len(winsNow(q)) > 0
}

func nobodyWins(p oxo.Position) bool {
	if p.Outcome() != oxo.Ongoing {
		return p.Outcome() == oxo.Drawn
	}
	return !slices.ContainsFunc(p.Moves(nil), func(m oxo.Move) bool { return !nobodyWins(played(p, m)) })
}

// holds reports whether a claim is true.
func (j *judge) holds(root oxo.Position, c explain.Claim) bool {
	p := played(root, c.After...)
	legal := p.Moves(nil)
	each := func(is func(m oxo.Move) bool) bool {
		return !slices.ContainsFunc(legal, func(m oxo.Move) bool { return !is(m) })
	}
	switch c.Kind {
	case explain.IsWorth:
		return j.worth(p, c.Moves[0]) == c.Value
	case explain.PlaysBest:
		value, best := j.value(p), j.value(p) == c.Value
		for _, m := range c.Moves {
			best = best && j.worth(p, m) == value
			p.Make(m)
			value = value.ToChild()
		}
		return best
	case explain.WinsAtOnce:
		return won(played(p, c.Moves[0]), p.Turn())
	case explain.Threatens:
		for _, w := range c.Moves {
			if each(func(d oxo.Move) bool { return !slices.Contains(winsNow(played(p, d)), w) }) {
				return false
			}
		}
		return len(c.Moves) > 0
	case explain.Unstopped:
		return each(func(d oxo.Move) bool { return losesAtOnce(p, d) })
	case explain.MustPlay:
		return each(func(d oxo.Move) bool { return losesAtOnce(p, d) != slices.Contains(c.Moves, d) })
	case explain.HasOnly:
		return len(legal) == 1 && legal[0] == c.Moves[0]
	case explain.OnlyKeeps:
		return each(func(d oxo.Move) bool {
			return (j.worth(p, d).Sign() >= c.Value.Sign()) == slices.Contains(c.Moves, d)
		})
	case explain.IsDead:
		return nobodyWins(p)
	case explain.NotBetter:
		return each(func(d oxo.Move) bool { return j.worth(p, d) <= c.Value })
	case explain.HasMotive:
		switch v := j.worth(p, c.Moves[0]); c.Motive.Kind {
		case board.Wins:
			return v.IsWin() && j.fours(played(p, c.Moves[0]), p.Turn(), c.Motive)
		case board.Holds:
			return v.Sign() >= 0
		case board.Gains:
			return strings.Contains(c.Motive.Text, "pawn")
		case board.Threatens:
			return j.threat(played(p, c.Moves[0]), c.Motive.Threats)
		case board.Stops:
			return !j.threat(played(p, c.Moves[0]), c.Motive.Threats)
		}
	}
	return false
}

// threat reports whether after most replies the move of each of some ways wins at once or leaves no
// reply that does not lose at once.
func (j *judge) threat(p oxo.Position, ways [][]oxo.Move) bool {
	for _, way := range ways {
		wins, replies := 0, p.Moves(nil)
		for _, d := range replies {
			q := played(p, d)
			if q.Outcome() != oxo.Ongoing || !slices.Contains(q.Moves(nil), way[0]) {
				continue
			}
			side := q.Turn()
			if q = played(q, way[0]); q.Outcome() != oxo.Ongoing && won(q, side) || q.Outcome() == oxo.Ongoing && !slices.ContainsFunc(q.Moves(nil), func(a oxo.Move) bool { return !losesAtOnce(q, a) }) {
				wins++
			}
		}
		if 2*wins <= len(replies) {
			return false
		}
	}
	return true
}

// fours reports whether a stone on the square of a Connect Four plan would complete
// four in a row.
func (j *judge) fours(p oxo.Position, side oxo.Side, motive board.Motive) bool {
	if !strings.HasPrefix(j.g.Name(), "connect4") || len(motive.Squares) == 0 {
		return true
	}
	grid, at := p.(board.Grid), motive.Squares[0]
	columns, rows := grid.Size()
	for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		n := 1
		for _, sign := range []int{1, -1} {
			for k := sign; ; k += sign {
				s := board.Square{Column: at.Column + k*d[0], Row: at.Row + k*d[1]}
				if s.Column < 0 || s.Column >= columns || s.Row < 0 || s.Row >= rows {
					break
				}
				if c := grid.At(s); c.Text == "" || c.Owner != side {
					break
				}
				n++
			}
		}
		if n >= 4 && grid.At(at).Text == "" {
			return true
		}
	}
	return false
}

// words checks a sentence beyond its claims: "can stop only one" requires that every
// reply leaves another threat, and that some reply stops one.
func (j *judge) words(root oxo.Position, s explain.Sentence) bool {
	at := slices.IndexFunc(s.Claims, func(c explain.Claim) bool { return c.Kind == explain.Threatens })
	for text, want := range map[string][2]bool{
		"can stop only one": {true, false}, "can stop neither": {false, false}, "cannot stop them all": {true, false}, "has no move that stops it": {false, false}, " again.": {false, false},
		"whatever stops them": {true, true},
	} {
		if !strings.Contains(s.Text, text) {
			continue
		}
		if at < 0 {
			return false
		}
		c := s.Claims[at]
		p := played(root, c.After...)
		some, all := false, false // some reply stops one of them; some reply stops all
		for _, d := range p.Moves(nil) {
			wins, stopped := winsNow(played(p, d)), 0
			for _, w := range c.Moves {
				if !slices.Contains(wins, w) {
					stopped++
				}
			}
			some, all = some || stopped > 0, all || stopped == len(c.Moves)
		}
		if some != want[0] || all != want[1] {
			return false
		}
	}
	return true
}

const maxWords = 30

// check checks an answer: its length, each sentence, each claim.
func (j *judge) check(p oxo.Position, m oxo.Move, b *explain.Because, most int) {
	j.t.Helper()
	at := j.g.FormatPosition(p) + " " + j.g.FormatMove(p, m)
	if len(b.Sentences) == 0 || len(b.Sentences) > most {
		j.t.Errorf("%s: %d sentences", at, len(b.Sentences))
	}
	for _, s := range b.Sentences {
		if words := len(strings.Fields(s.Text)); words > maxWords || !strings.HasSuffix(s.Text, ".") {
			j.t.Errorf("%s: %d words: %s", at, words, s.Text)
		}
		if len(s.Claims) == 0 && b.Value.Proven {
			j.t.Errorf("%s: %q claims nothing", at, s.Text)
		}
		if !j.words(p, s) {
			j.t.Errorf("%s: %q says too much", at, s.Text)
		}
		q := p.Clone()
		for _, name := range s.Line {
			step, err := j.g.ParseMove(q, name)
			if err != nil {
				j.t.Fatalf("%s: %q plays %v: %v", at, s.Text, s.Line, err)
			}
			q.Make(step)
		}
		for _, c := range s.Claims {
			if !j.holds(p, c) {
				j.t.Errorf("%s: %q is not true: %+v", at, s.Text, c)
			}
		}
	}
}

// gains checks that a move wins a pawn, and that no reply wins one.
func (j *judge) gains(p oxo.Position, m oxo.Move) {
	pawns := func(p oxo.Position, side oxo.Side) (n int) {
		columns, rows := p.(board.Grid).Size()
		for i := range columns * rows {
			if c := p.(board.Grid).At(board.Square{Column: i % columns, Row: i / columns}); c.Text != "" && c.Owner == side {
				n++
			}
		}
		return n
	}
	q, side := played(p, m), p.Turn()
	if pawns(q, side.Opponent()) >= pawns(p, side.Opponent()) {
		j.t.Errorf("%s: %s wins no pawn", j.g.FormatPosition(p), j.g.FormatMove(p, m))
	}
	for _, d := range q.Moves(nil) {
		if pawns(played(q, d), side) < pawns(q, side) {
			j.t.Errorf("%s: %s wins a pawn back after %s", j.g.FormatPosition(p), j.g.FormatMove(q, d), j.g.FormatMove(p, m))
		}
	}
}
