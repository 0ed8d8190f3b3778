package arena

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"oxo"
	"oxo/game/catalog"
	"oxo/player"
	"oxo/player/program"
	"oxo/search"
)

// seat is a player in a game, with its clock.
type seat struct {
	name   string
	player player.Player
	time   Time
	left   time.Duration // remaining for the game, with a clock
	made   int
}

// referee plays one game after another for one goroutine.
type referee struct {
	plan *Plan
	game oxo.Game
	// judge proves values if the plan asks for it.
	judge *search.Searcher
}

// match is a game under way.
type match struct {
	*referee
	session *player.Session
	seats   [2]*seat
	record  *Record
	scores  [2][]oxo.Score // of each side's moves, in the first side's view
}

// verdict is how a game ended.
type verdict struct {
	result Result
	reason Reason
	detail string
}

// lostBy returns the verdict that a side loses.
func lostBy(side oxo.Side, reason Reason, detail string) *verdict {
	return &verdict{winner(side.Opponent()), reason, detail}
}

// play plays a game to its end. It returns the error of ctx, or of an internal
// failure of a player of oxo; whatever a program does only affects the result.
func (r *referee) play(ctx context.Context, f Fixture, o opening, start oxo.Position, seats [2]*seat) (*Record, error) {
	m := &match{referee: r, session: player.NewSession(r.game, start), seats: seats}
	m.record = &Record{
		N: f.N, Players: [2]string{seats[0].name, seats[1].name}, From: o.From,
		Opening: catalog.FormatLine(r.game, start, o.Moves), Plays: []Play{}, Began: time.Now().UTC().Round(time.Millisecond),
	}
	for _, move := range o.Moves {
		m.session.Make(move)
	}
	begun := time.Now()
	v, err := m.run(ctx)
	if err != nil {
		return nil, err
	}
	m.record.Result, m.record.Reason, m.record.Detail = v.result, v.reason, v.detail
	m.record.Seconds = seconds(time.Since(begun))
	return m.record, nil
}

// seconds rounds a duration to microseconds.
func seconds(d time.Duration) float64 { return d.Round(time.Microsecond).Seconds() }

// run begins the game and asks the players alternately.
func (m *match) run(ctx context.Context) (*verdict, error) {
	for side, s := range m.seats {
		s.left, s.made = s.time.Base, 0
		limited, cancel := context.WithTimeout(ctx, s.time.Patience+s.time.Margin)
		err := player.Begin(limited, s.player, m.game)
		cancel()
		if err != nil {
			return m.fault(ctx, oxo.Side(side), err)
		}
	}
	for {
		if v := m.over(ctx); v != nil {
			return v, nil
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if v, err := m.turn(ctx); v != nil || err != nil {
			return v, err
		}
	}
}

// turn gets and makes the next move.
func (m *match) turn(ctx context.Context) (*verdict, error) {
	p := m.session.Position()
	side := p.Turn()
	s := m.seats[side]
	allowed, limited := s.allowed()
	turnCtx, cancel := context.WithTimeout(ctx, allowed+s.time.Margin)
	begun := time.Now()
	c, err := player.Ask(turnCtx, s.player, m.session.Turn(m.clock(side)))
	took := time.Since(begun)
	cancel()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case took > allowed+s.time.Margin && limited:
		return lostBy(side, ByTime, fmt.Sprintf("%v for a move that may take %v", took.Round(time.Millisecond), allowed.Round(time.Millisecond))), nil
	case err != nil:
		return m.fault(ctx, side, err)
	case c.Resigns:
		return lostBy(side, ByResigning, ""), nil
	}
	if !slices.Contains(p.Moves(nil), c.Move) {
		return lostBy(side, ByIllegal, fmt.Sprintf("move %d is not legal", c.Move)), nil
	}
	if err := catalog.CheckRepeat(m.game, p, c.Move); err != nil {
		return lostBy(side, ByIllegal, err.Error()), nil
	}
	m.record.Plays = append(m.record.Plays, Play{
		Move: m.game.FormatMove(p, c.Move), Value: said(c), Depth: c.Depth, Nodes: c.Nodes, Seconds: seconds(took),
	})
	s.spend(took)
	m.session.Make(c.Move)
	return m.agreed(side, c), nil
}

// fault converts an error of a player: the side loses if a program is at fault, and the
// arena ends if oxo is at fault.
func (m *match) fault(ctx context.Context, side oxo.Side, err error) (*verdict, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	rubbish := new(player.RubbishError)
	switch {
	case errors.As(err, &rubbish):
		return lostBy(side, ByIllegal, err.Error()), nil
	case errors.Is(err, program.ErrGone):
		return lostBy(side, ByCrash, err.Error()), nil
	case errors.Is(err, context.DeadlineExceeded):
		return lostBy(side, ByTime, "no answer"), nil
	}
	return nil, fmt.Errorf("%s: %w", m.seats[side].name, err)
}

// allowed returns the time limit of a seat's next move, and whether it comes from a
// clock instead of Patience.
func (s *seat) allowed() (time.Duration, bool) {
	switch t := s.time; {
	case t.Base > 0 && t.Move > 0:
		return min(s.left, t.Move), true
	case t.Base > 0:
		return s.left, true
	case t.Move > 0:
		return t.Move, true
	default:
		return t.Patience, false
	}
}

// spend subtracts the time of a move from a seat's clock.
func (s *seat) spend(took time.Duration) {
	if s.time.Base <= 0 {
		return
	}
	s.made++
	s.left = max(s.left-took, 0) + s.time.Increment
	if n := s.time.MovesToGo; n > 0 && s.made%n == 0 {
		s.left += s.time.Base
	}
}

// clock returns the time control in a side's view before a move.
func (m *match) clock(side oxo.Side) player.Clock {
	s := m.seats[side]
	c := player.Clock{Limits: s.time.Limits(), Counts: s.time.Base > 0}
	for i, other := range m.seats {
		c.Left[i], c.Increment[i] = other.left, other.time.Increment
	}
	if n := s.time.MovesToGo; n > 0 {
		c.MovesToGo = n - s.made%n
	}
	return c
}

// over returns the verdict of a game that ended by its rules or by the judge, or nil.
func (m *match) over(ctx context.Context) *verdict {
	p := m.session.Position()
	if p.Outcome() != oxo.Ongoing {
		return &verdict{m.result(oxo.Final(p)), ByRules, catalog.Verdict(m.game, p)}
	}
	if m.session.Drawn() {
		why := ByRepetition
		if m.session.NoProgress() {
			why = ByNoProgress
		}
		return &verdict{Drawn, why, ""}
	}
	if n := m.plan.Judge.MostPlies; n > 0 && len(m.session.Moves()) >= n {
		return &verdict{Drawn, ByLength, ""}
	}
	if m.judge == nil || len(m.record.Plays) == 0 {
		return nil
	}
	found := m.judge.Search(ctx, p.Clone(), search.Limits{Nodes: m.plan.Judge.Nodes})
	if _, known := found.Bounds.Result(); !known {
		return nil
	}
	score := found.Bounds.Clamp(oxo.Draw)
	return &verdict{m.result(score), ByProof, fmt.Sprintf("%s for %s", score.Result(), m.seats[p.Turn()].name)}
}

// result converts a score for the side to move into a result.
func (m *match) result(s oxo.Score) Result {
	turn := m.session.Position().Turn()
	switch s.Sign() {
	case 1:
		return winner(turn)
	case -1:
		return winner(turn.Opponent())
	}
	return Drawn
}

// agreed returns a verdict if the values that both sides gave with their last moves
// agree, otherwise nil.
func (m *match) agreed(side oxo.Side, c player.Choice) *verdict {
	if c.NoValue {
		m.scores[side] = nil
		return nil
	}
	score := c.Value.Score
	if side == oxo.Second {
		score = -score
	}
	m.scores[side] = append(m.scores[side], score)
	j := m.plan.Judge
	switch {
	case m.all(j.WinMoves, func(s oxo.Score) bool { return int(s) >= j.WinScore }):
		return &verdict{FirstWins, ByAgreement, ""}
	case m.all(j.WinMoves, func(s oxo.Score) bool { return int(s) <= -j.WinScore }):
		return &verdict{SecondWins, ByAgreement, ""}
	case len(m.session.Moves()) >= j.DrawFrom && m.all(j.DrawMoves, func(s oxo.Score) bool { return max(int(s), -int(s)) <= j.DrawScore }):
		return &verdict{Drawn, ByAgreement, ""}
	}
	return nil
}

// all reports whether the last n scores of each side satisfy the condition so; it
// returns false for n = 0.
func (m *match) all(n int, so func(oxo.Score) bool) bool {
	if n <= 0 {
		return false
	}
	for _, scores := range m.scores {
		if len(scores) < n {
			return false
		}
		for _, s := range scores[len(scores)-n:] {
			if !so(s) {
				return false
			}
		}
	}
	return true
}
