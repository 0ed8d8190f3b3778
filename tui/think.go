//go:build unix || windows

package tui

import (
	"context"
	"time"

	"oxo"
	"oxo/explain"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/player"
	"oxo/search"
)

// thought is one line of a search's output.
type thought struct {
	depth int
	value string
	nodes uint64
	line  []string
}

// thinking is a report of a running search. It contains all lines, so that nothing is
// lost if a later report replaces it.
type thinking struct {
	who      string
	thoughts []thought
	value    search.Value // for side, the side to move
	side     oxo.Side
}

// worth is a move with its value.
type worth struct {
	move  oxo.Move
	name  string
	value search.Value
	line  []string
}

// analysis is a report of the analysis of a position: the moves with known values,
// best first.
type analysis struct {
	thinking
	moves []worth
	done  bool
}

// moved is the move of a player.
type moved struct {
	choice player.Choice
	took   time.Duration
}

// failed is the error of a work.
type failed struct{ err error }

// turn is the input of a work, which owns it.
type turn struct {
	game oxo.Game
	player.Turn
	who string
}

func newTurn(g oxo.Game, s *player.Session, who string) turn {
	t := s.Turn(player.Clock{})
	t.Start, t.Now = t.Start.Clone(), t.Now.Clone()
	t.Moves = append([]oxo.Move(nil), t.Moves...)
	return turn{game: g, Turn: t, who: who}
}

// move lets a player choose its move, and delays a fast answer until pause has
// passed.
func (st *seat) move(t turn, pause time.Duration) work {
	return func(ctx context.Context, r *reporter) {
		begun := time.Now()
		choice, err := st.choose(ctx, t, r)
		if err == nil && !sleep(ctx, pause-time.Since(begun)) {
			return
		}
		if err != nil {
			r.tell(failed{err})
			return
		}
		r.tell(moved{choice, time.Since(begun)})
	}
}

// choose asks the player, and reports its lines if it has any.
func (st *seat) choose(ctx context.Context, t turn, r *reporter) (player.Choice, error) {
	if st.player == nil {
		r.replace(thinking{who: t.who + " is getting ready"})
		p, err := player.ByName(ctx, st.name, t.game, st.opts)
		if err != nil {
			return player.Choice{}, err
		}
		st.player = p
	}
	aloud, ok := st.player.(*player.Thinker)
	if !ok {
		return player.Ask(ctx, st.player, t.Turn)
	}
	said := thinking{who: t.who, side: t.Now.Turn()}
	var last search.Result
	for result := range aloud.Progress(ctx, t.Turn) {
		last = result
		said.add(t.game, t.Now, result)
		if r.due() {
			r.replace(said.copy())
		}
	}
	if !last.HasMove {
		if err := ctx.Err(); err != nil {
			return player.Choice{}, err
		}
		return player.Choice{}, oxo.ErrGameOver
	}
	r.replace(said.copy())
	return player.Choice{Move: last.Best, Value: last.Value, Effort: player.Effort{Nodes: last.Nodes, Depth: last.Depth}}, ctx.Err()
}

// maxThoughts is the maximum number of lines kept.
const maxThoughts = 60

// add adds a result: as a new line, or in place of the last one if only the nodes
// differ.
func (s *thinking) add(g oxo.Game, p oxo.Position, r search.Result) {
	next := thought{depth: r.Depth, value: valueText(g, r.Value, p.Turn()), nodes: r.Nodes, line: lineOf(g, p, r.Line)}
	s.value = r.Value
	s.push(next)
}

func (s *thinking) push(next thought) {
	if n := len(s.thoughts); n > 0 {
		last := s.thoughts[n-1]
		if last.depth == next.depth && last.value == next.value && sameLine(last.line, next.line) {
			s.thoughts = s.thoughts[:n-1]
		}
	}
	s.thoughts = append(s.thoughts, next)
	if len(s.thoughts) > maxThoughts {
		s.thoughts = s.thoughts[1:]
	}
}

// lineOf writes a line, with a mark at its end if it is cut.
func lineOf(g oxo.Game, p oxo.Position, line []oxo.Move) []string {
	names := catalog.NameLine(g, p, line)
	if len(line) > 0 && !catalog.LineEnds(p, line) {
		names = append(names, catalog.CutMark)
	}
	return names
}

func sameLine(a, b []string) bool {
	return len(a) > 0 && len(b) > 0 && a[0] == b[0]
}

func (s *thinking) copy() thinking {
	c := *s
	c.thoughts = append([]thought(nil), s.thoughts...)
	return c
}

// analyse computes the values of a position's moves.
func analyse(e *player.Engines, t turn, limits search.Limits) work {
	return func(ctx context.Context, r *reporter) {
		said := analysis{thinking: thinking{who: t.who, side: t.Now.Turn()}}
		var last []search.MoveResult
		for moves := range e.For(t.Now).AnalyzeProgress(ctx, t.Now, limits) {
			last = moves
			if r.due() {
				said.note(t, moves)
				r.replace(said.copy())
			}
		}
		if ctx.Err() != nil {
			return
		}
		said.note(t, last)
		said.done = true
		r.tell(said.copy())
	}
}

func (a *analysis) copy() analysis {
	return analysis{a.thinking.copy(), append([]worth(nil), a.moves...), a.done}
}

// note converts the moves' values to text.
func (a *analysis) note(t turn, moves []search.MoveResult) {
	a.moves = a.moves[:0]
	nodes := uint64(0)
	for i := range moves {
		m := &moves[i]
		nodes += m.Nodes
		if m.Known() && (m.Proven || m.Score.Sign() != 0 || m.Depth > 0) {
			a.moves = append(a.moves, worth{m.Move, catalog.NameMove(t.game, t.Now, m.Move), m.Value, lineOf(t.game, t.Now, m.Line)})
		}
	}
	if len(a.moves) == 0 {
		return
	}
	a.value = a.moves[0].value
	depth := moves[0].Depth
	if moves[0].Proven {
		depth = 0
	}
	a.push(thought{depth: depth, value: valueText(t.game, a.value, t.Now.Turn()), nodes: nodes, line: a.moves[0].line})
}

// sleep waits, and reports false if the context ends first.
func sleep(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// valueText writes a value for a side in the game's own way: plain numbers are from
// the first side's view.
func valueText(g oxo.Game, v search.Value, side oxo.Side) string {
	if !board.Plain(g) {
		return explain.Worth(g, v)
	}
	score := v.Score
	if side == oxo.Second {
		score = -score
	}
	text := board.Say(g, score)
	if !v.Proven {
		text = "about " + text
	}
	return text
}

// short writes a value in three characters if possible, its sign (estimates have
// none), and the role of its colour.
func short(g oxo.Game, v search.Value, side oxo.Side) tag {
	t := tag{role: evenRole, sign: "="}
	switch s := v.Score; {
	case board.Plain(g):
		t.text = valueText(g, v, side)
		t.sign = t.text[:min(1, len(t.text))]
		return t
	case s.Sign() > 0:
		t.text, t.sign, t.role = "W", "+", goodRole
	case s.Sign() < 0:
		t.text, t.sign, t.role = "L", "-", badRole
	case v.Proven:
		t.text = "="
	default:
		t.text, t.sign = catalog.UnitOf(g).Short(s), ""
		if s == oxo.Draw {
			t.text = "~0"
		}
		return t
	}
	if n := v.Score.Plies() + v.Score.Sign()*v.Score.Margin(); v.Score.Sign() != 0 {
		t.text += number(n)
	}
	return t
}
