package gtp

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"oxo"
	"oxo/search"
)

// defaultInterval is the default interval between reports of an analysis.
const defaultInterval = time.Second

// request holds the arguments of an analysis.
type request struct {
	side     oxo.Side
	given    bool // whether the side was given
	interval time.Duration
	most     int // moves
	style    string
}

// style returns a command's format of analysis: lz, kata, or oxo's own.
func style(name string) string {
	head, _, ok := strings.Cut(name, "-")
	if !ok {
		return "oxo"
	}
	return head
}

// request reads [COLOUR] [INTERVAL] [KEY VALUE]...; an interval is in hundredths of a
// second. The keys are interval, maxmoves, and minmoves, which has no effect since
// all moves are reported anyway.
func (s *server) request(c command) (request, error) {
	r := request{side: s.now.Turn(), interval: defaultInterval, most: math.MaxInt, style: style(c.name)}
	args := c.args
	if len(args) > 0 {
		if who, err := side(args[0]); err == nil {
			r.side, r.given, args = who, true, args[1:]
		}
	}
	if len(args) > 0 {
		if n, err := strconv.ParseUint(args[0], 10, 20); err == nil {
			args = append([]string{"interval", strconv.FormatUint(n, 10)}, args[1:]...)
		}
	}
	for len(args) > 0 {
		if len(args) == 1 {
			return r, fail("syntax error", "the value after %.20q is missing", args[0])
		}
		n, err := strconv.ParseUint(args[1], 10, 20)
		switch {
		case (args[1] == "true" || args[1] == "false") && !slices.Contains([]string{"interval", "minmoves", "maxmoves"}, args[0]): // options for other contents of an analysis, such as ownership: ignored
		case err != nil && args[0] != "minmoves" && args[0] != "maxmoves" && args[0] != "interval":
			return r, fail("syntax error", "%.20q is not known: want interval, minmoves or maxmoves", args[0])
		case err != nil:
			return r, fail("syntax error", "%s %.20q: want a whole number", args[0], args[1])
		case args[0] == "interval":
			r.interval = max(time.Duration(n)*10*time.Millisecond, 10*time.Millisecond)
		case args[0] == "maxmoves":
			r.most = max(int(n), 1)
		}
		args = args[2:]
	}
	return r, nil
}

// genmoveAnalyze is genmove with reports during the search.
func (s *server) genmoveAnalyze(_ context.Context, c command) {
	r, err := s.request(c)
	if err != nil {
		s.answer(c, "", err)
		return
	}
	var said time.Time
	begin := func() {
		if said.IsZero() {
			s.talk.Say("=%s", c.id)
		}
		said = time.Now()
	}
	var last string // not printed yet
	report := func(found search.Result) {
		m := search.MoveResult{Move: found.Best, Value: found.Value, Line: found.Line, Nodes: found.Nodes, Depth: found.Depth}
		last = s.info(m, 0, r.style)
		if time.Since(said) >= r.interval {
			begin()
			s.talk.Say("%s", last)
			last = ""
		}
	}
	move, err := s.generate(colour(r.side), true, report)
	if err != nil {
		s.answer(c, "", err)
		return
	}
	if begin(); last != "" {
		s.talk.Say("%s", last)
	}
	s.talk.Say("play %s\n", move)
}

// analyze reports its findings about every move until another line arrives.
func (s *server) analyze(ctx context.Context, c command) {
	r, err := s.request(c)
	switch {
	case err != nil:
	case s.now.Outcome() != oxo.Ongoing:
		err = fail("cannot analyze", "the game is over")
	default:
		defer s.takeBack(len(s.moves))
		if s.turnTo(r.side) != nil {
			err = fail("cannot analyze", "%s is to play: %s has no moves out of turn", colour(s.now.Turn()), s.game.Name())
		}
	}
	if err != nil {
		s.answer(c, "", err)
		return
	}
	s.talk.Say("=%s", c.id)
	thoughts, stop := context.WithCancel(s.thoughts)
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.watch(thoughts, r)
	}()
	select {
	case line, ok := <-s.ahead.Lines():
		if ok {
			s.pending = append(s.pending, line)
		} else {
			<-done // commands before the end of the input get their answers
		}
	case <-ctx.Done():
	}
	stop()
	<-done
	s.talk.Say("")
}

// watch prints the reports of an analysis, and the complete result at its end.
func (s *server) watch(ctx context.Context, r request) {
	said := time.Now()
	var last []search.MoveResult
	// A limit that is never reached. Without a limit the search would prove one move
	// after another, and know nothing of the later moves for a long time.
	const ever = 1000 * time.Hour
	for last = range s.engines.For(s.now).AnalyzeProgress(ctx, s.now, search.Limits{Time: ever}) {
		if now := time.Now(); now.Sub(said) >= r.interval {
			said = now
			s.tell(last, r)
		}
	}
	s.tell(last, r)
}

// tell writes one line about the moves.
func (s *server) tell(moves []search.MoveResult, r request) {
	var infos []string
	for i, m := range moves {
		if m.Known() && len(infos) < r.most {
			infos = append(infos, s.info(m, i, r.style))
		}
	}
	if len(infos) > 0 {
		s.talk.Say("%s", strings.Join(infos, " "))
	}
}

// info writes the analysis of a move in the format of Leela Zero or KataGo. It has no
// prior and no confidence bound, since the search has none. A win rate is a scale: 1
// is won, 0 is lost, and estimates are in between.
func (s *server) info(m search.MoveResult, order int, style string) string {
	rate := winRate(m.Score)
	text := fmt.Sprintf("info move %s visits %d", s.notation.format(s.now, m.Move), m.Nodes)
	if style == "lz" {
		text += fmt.Sprintf(" winrate %d", int(math.Round(rate*10000)))
	} else {
		text += fmt.Sprintf(" winrate %.6f", rate)
		if _, ok := s.now.(oxo.Margined); ok && (m.Score.Sign() != 0 || m.Proven) {
			text += fmt.Sprintf(" scoreMean %d scoreLead %d", m.Score.Margin(), m.Score.Margin())
		}
	}
	if style == "oxo" {
		text += fmt.Sprintf(" depth %d value %s", m.Depth, strings.ReplaceAll(m.String(), " ", "_"))
	}
	return text + fmt.Sprintf(" order %d pv %s", order, strings.Join(s.notation.line(s.now, m.Line), " "))
}
