package explain_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/board"
	"oxo/explain"
	"oxo/internal/gametest"
	"oxo/search"
	"oxo/textbook"
)

// judge checks claims by itself: by playing, and with values that the textbook's
// alpha-beta finds; or where that takes too long, a search without the game's
// knowledge; or, far from the end, one with it, that shares nothing with the search
// behind the answer.
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

// winsNow lists with what the side to move wins at once.
func winsNow(p oxo.Position) (wins []oxo.Move) {
	for _, m := range p.Moves(nil) {
		if won(played(p, m), p.Turn()) {
			wins = append(wins, m)
		}
	}
	return wins
}

// losesAtOnce reports whether a reply has lost, or the other side wins after it.
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
		}
	}
	return false
}

// fours reports whether a stone on the square of a plan of Connect Four would complete
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

// words checks what a sentence says beyond its claims: who says that one of several
// threats alone can be stopped says that each reply leaves another, and that one can.
func (j *judge) words(root oxo.Position, s explain.Sentence) bool {
	at := slices.IndexFunc(s.Claims, func(c explain.Claim) bool { return c.Kind == explain.Threatens })
	for text, want := range map[string][2]bool{
		"can stop only one": {true, false}, "can stop neither": {false, false}, "cannot stop them all": {true, false}, "has no move that stops it": {false, false},
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
		some, all := false, false // a reply stops one of them, or all
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

const mostWords = 30

// check checks an answer: its length, each sentence, each claim.
func (j *judge) check(p oxo.Position, m oxo.Move, b *explain.Because, most int) {
	j.t.Helper()
	at := j.g.FormatPosition(p) + " " + j.g.FormatMove(p, m)
	if len(b.Sentences) == 0 || len(b.Sentences) > most {
		j.t.Errorf("%s: %d sentences", at, len(b.Sentences))
	}
	for _, s := range b.Sentences {
		if words := len(strings.Fields(s.Text)); words > mostWords || !strings.HasSuffix(s.Text, ".") {
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

// told counts answers.
type told struct {
	answers, named, sentences, longest int
	motives                            map[string]int
}

func (c *told) add(b *explain.Because) {
	if c.answers++; len(b.Motives) > 0 {
		c.named++
	}
	c.sentences += len(b.Sentences)
	c.longest = max(c.longest, len(b.Sentences))
	if c.motives == nil {
		c.motives = map[string]int{}
	}
	for _, m := range b.Motives {
		c.motives[m]++
	}
}

func (c *told) report(t *testing.T, what string, share float64) {
	t.Helper()
	named := float64(c.named) / float64(c.answers)
	t.Logf("%s: %d answers, of them %.1f%% name a motive; %.1f sentences on average, %d at most; %v",
		what, c.answers, 100*named, float64(c.sentences)/float64(c.answers), c.longest, c.motives)
	if named < share {
		t.Errorf("%s: a motive is named in %.1f%%, want %.0f%%", what, 100*named, 100*share)
	}
}

// TestWhyTicTacToe explains every move of every position of 3x3 that throws away a
// win or a draw, and with one position of each class of symmetric ones every other
// move too. Every claim is checked.
func TestWhyTicTacToe(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	j, s := newJudge(t, g), search.New(search.Options{TableBytes: 1 << 20})
	seen, classes := map[string]bool{}, map[oxo.Key]bool{}
	positions, moves := 0, 0
	var thrown, kept told
	var visit func(p oxo.Position)
	visit = func(p oxo.Position) {
		if key := g.FormatPosition(p); p.Outcome() != oxo.Ongoing || seen[key] {
			return
		} else {
			seen[key] = true
		}
		class, _ := p.(oxo.Symmetric).Canonical()
		first := !classes[class]
		classes[class] = true
		positions++
		for _, m := range p.Moves(nil) {
			moves++
			throws := j.worth(p, m).Sign() < j.value(p).Sign()
			if throws && (first || !testing.Short()) || first {
				b, err := explain.Why(t.Context(), g, p, m, explain.WhyOptions{Searcher: s})
				if err != nil {
					t.Fatal(err)
				}
				if b.Value.Score != j.worth(p, m) || !b.Value.Proven {
					t.Errorf("%s %s is worth %v, not %v", g.FormatPosition(p), g.FormatMove(p, m), j.worth(p, m), b.Value)
				}
				j.check(p, m, b, 6)
				if throws {
					thrown.add(b)
				} else {
					kept.add(b)
				}
			}
			visit(played(p, m))
		}
	}
	visit(g.Start())
	t.Logf("3x3: %d ongoing positions that can come about, %d up to symmetry, with %d moves", positions, len(classes), moves)
	thrown.report(t, "moves that throw value away", 0.9)
	kept.report(t, "other moves", 0)
}

// randomMoves calls f for random positions with so many random plies before them,
// in which nobody wins at once, and a random move that throws value away.
func randomMoves(t *testing.T, g oxo.Game, s *search.Searcher, n, least, most int, f func(oxo.Position, oxo.Move)) {
	rng := rand.New(rand.NewPCG(16, 3))
	for found := 0; found < n; {
		p := g.Start()
		for plies := least + rng.IntN(most-least+1); plies > 0 && p.Outcome() == oxo.Ongoing; plies-- {
			moves := p.Moves(nil)
			p.Make(moves[rng.IntN(len(moves))])
		}
		if p.Outcome() != oxo.Ongoing || len(winsNow(p)) > 0 {
			continue
		}
		moves := s.Analyze(t.Context(), p, search.Limits{})
		m := moves[rng.IntN(len(moves))]
		if m.Score.Sign() < moves[0].Score.Sign() {
			found++
			f(p, m.Move)
		}
	}
}

// TestWhyConnectFour does the same for random positions of Connect Four.
func TestWhyConnectFour(t *testing.T) {
	n := 500
	if testing.Short() {
		n = 30
	}
	g := gametest.Game(t, "connect4")
	j, s := newJudge(t, g), search.New(search.Options{TableBytes: 8 << 20, KeepTable: true})
	var c, later told
	randomMoves(t, g, s, n, 14, 28, func(p oxo.Position, m oxo.Move) {
		b, err := explain.Why(t.Context(), g, p, m, explain.WhyOptions{Searcher: s})
		if err != nil {
			t.Fatal(err)
		}
		j.check(p, m, b, 6)
		if c.add(b); b.Value.Score != oxo.Loss(2) {
			later.add(b)
		}
	})
	c.report(t, "Connect Four, no win at once, 14 to 28 stones", 0.6)
	later.report(t, "of them all but losses in 2", 0.6)
}

// TestWhyOthers: games without lines, without a board, with a margin, with loops.
func TestWhyOthers(t *testing.T) {
	for _, x := range []struct {
		game           string
		n, least, most int
		named          float64
	}{
		{"breakthrough:4x5", 60, 8, 16, 0.6},
		{"sticks", 40, 0, 6, 0.9},
		{"nim", 30, 0, 4, 0.9},
		{"sticks:3+4+2x2", 20, 0, 3, 0.9},
		{"mnk:4x4x3", 30, 4, 9, 0.6},
		{"mnk:3x3x3,misere", 30, 2, 6, 0},
		{"connect4:5x4", 60, 4, 12, 0.6},
	} {
		g := gametest.Game(t, x.game)
		j, s := newJudge(t, g), search.New(search.Options{TableBytes: 8 << 20, KeepTable: true})
		var c told
		if testing.Short() {
			x.n /= 4
		}
		randomMoves(t, g, s, x.n, x.least, x.most, func(p oxo.Position, m oxo.Move) {
			b, err := explain.Why(t.Context(), g, p, m, explain.WhyOptions{Searcher: s})
			if err != nil {
				t.Fatal(err)
			}
			j.check(p, m, b, 6)
			c.add(b)
		})
		c.report(t, x.game, x.named)
	}
}

// TestWhyUnproven: a value that is not proven is said not to be; what is gained is
// counted again here.
func TestWhyUnproven(t *testing.T) {
	g := gametest.Game(t, "breakthrough:6x6")
	j, gained := newJudge(t, g), 0
	rng := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		p := g.Start()
		for range 8 + rng.IntN(8) {
			if moves := p.Moves(nil); len(moves) > 0 {
				p.Make(moves[rng.IntN(len(moves))])
			}
		}
		for _, m := range p.Moves(nil) {
			b, err := explain.Why(t.Context(), g, p, m, explain.WhyOptions{Limits: search.Limits{Depth: 1}})
			if err != nil {
				t.Fatal(err)
			}
			text := b.Sentences[0].Text
			if unsure := strings.Contains(text, "not proven") || strings.Contains(text, "certain"); unsure == b.Value.Proven {
				t.Errorf("%v is told as %q", b.Value, text)
			}
			for _, s := range b.Sentences {
				for _, c := range s.Claims {
					if c.Kind == explain.HasMotive && c.Motive.Kind == board.Gains {
						gained++
						j.gains(p, m)
					}
				}
			}
		}
	}
	if gained == 0 {
		t.Error("no pawn was ever won")
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

// TestWhyWrong: what cannot be explained is an error.
func TestWhyWrong(t *testing.T) {
	g, p := gametest.Position(t, "tictactoe", "XXX/OO./...")
	if _, err := explain.Why(t.Context(), g, p, 5, explain.WhyOptions{}); !errors.Is(err, oxo.ErrGameOver) {
		t.Errorf("a finished game: %v", err)
	}
	g, p = gametest.Position(t, "tictactoe", "X../.O./...")
	if _, err := explain.Why(t.Context(), g, p, 0, explain.WhyOptions{}); err == nil || !strings.Contains(err.Error(), "a legal one is") {
		t.Errorf("a move that is not legal: %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := explain.Why(ctx, g, p, 1, explain.WhyOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
