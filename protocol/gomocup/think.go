package gomocup

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"oxo"
	"oxo/game/catalog"
	"oxo/player"
	"oxo/search"
)

// thought is a running search. Its best result so far can be read at any time: an
// answer need not wait until the search notices that its time is up.
type thought struct {
	best atomic.Pointer[search.Result]
	done chan struct{} // closed when the search has ended
	stop context.CancelFunc
}

// think starts a search of a position.
func (s *server) think(ctx context.Context, p oxo.Position, l search.Limits) *thought {
	ctx, stop := context.WithCancel(ctx)
	t := &thought{done: make(chan struct{}), stop: stop}
	turn := player.Turn{Game: s.squares.game, Start: s.start, Moves: s.moves, Now: p.Clone(), Clock: player.Clock{Limits: l}}
	thinker := s.thinker
	go func() {
		defer close(t.done)
		for r := range thinker.Progress(ctx, turn) {
			if r.HasMove {
				t.best.Store(&r)
			}
		}
	}()
	return t
}

// end stops the search and waits for its end, so that another may begin.
func (t *thought) end() {
	t.stop()
	<-t.done
}

// wait waits until the search for a command must be answered; came is the command's
// arrival. It reads commands that arrive meanwhile, and reports false if one ends the
// conversation.
func (s *server) wait(ctx context.Context, t *thought, came time.Time) bool {
	if s.ended || len(s.queue) >= hasty {
		return s.waitAtOnce(t)
	}
	timer := time.NewTimer(time.Until(came.Add(s.limits.budget())))
	defer timer.Stop()
	for {
		select {
		case <-t.done:
			return true
		case <-timer.C:
			return true
		case <-ctx.Done():
			return false
		case line, ok := <-s.talk.Lines():
			switch command, rest := splitCommand(line); {
			case !ok:
				s.ended = true
				return s.waitAtOnce(t)
			case line == "":
			case strings.EqualFold(command, "END"):
				return false
			case strings.EqualFold(command, yixinStop), strings.EqualFold(command, stop):
				return s.waitAtOnce(t)
			case strings.EqualFold(command, "INFO") && len(s.queue) == 0:
				s.info(rest)
				timer.Reset(time.Until(came.Add(s.limits.budget())))
			default:
				if s.queue = append(s.queue, line); len(s.queue) >= hasty {
					return s.waitAtOnce(t)
				}
			}
		}
	}
}

// waitAtOnce gives a search only the time for a first result.
func (s *server) waitAtOnce(t *thought) bool {
	longest := minReserve
	if s.limits.turn == 0 {
		longest = maxFirst
	}
	select {
	case <-t.done:
	case <-time.After(longest):
	}
	return true
}

// found returns the result of a search so far. If there is no result yet, because
// the machine is busy, it waits for half of the reserve.
func (s *server) found(t *thought, p oxo.Position) search.Result {
	if t.best.Load() == nil {
		select {
		case <-t.done:
		case <-time.After(reserveOf(s.limits.turn) / 2):
		}
	}
	if best := t.best.Load(); best != nil {
		return *best
	}
	return search.Result{Best: p.Moves(nil)[0], HasMove: true}
}

// searchLimits returns the limits of a search for a command. The search has the time
// limit too: on a busy machine the searching thread answers sooner than one that must
// be woken. On boards without exact keys no value can be proven, but attempts at a
// proof would take half of the time: a limit of plies that no game reaches switches
// them off.
func (s *server) searchLimits(came time.Time) search.Limits {
	if s.limits.turn == 0 {
		return atOnce()
	}
	l := search.Limits{Time: max(time.Until(came.Add(s.limits.budget())), time.Millisecond)}
	if keyed, ok := s.now.(oxo.Keyed); !ok || keyed.KeyBits() == 0 {
		l.Depth = s.columns*s.rows + 1
	}
	return l
}

// consider searches the position on the board and returns the best move found.
func (s *server) consider(ctx context.Context, p oxo.Position, came time.Time) (*thought, search.Result, bool) {
	t := s.think(ctx, p, s.searchLimits(came))
	if !s.wait(ctx, t, came) {
		t.end()
		return nil, search.Result{}, false
	}
	return t, s.found(t, p), true
}

// answer makes oxo's move. It reports whether the conversation continues.
func (s *server) answer(ctx context.Context, came time.Time) (bool, error) {
	if s.now.Outcome() != oxo.Ongoing {
		return true, errors.New("the game is over: " + catalog.Verdict(s.squares.game, s.now))
	}
	t, r, ok := s.consider(ctx, s.now, came)
	if !ok {
		return false, nil
	}
	s.speak()
	s.talk.Say("%s%v", s.report(r, time.Since(came)), s.squares.place(s.now, r.Best))
	t.end() // after the answer, since the manager waits for that
	s.make(r.Best)
	s.limits.spent += time.Since(came)
	return true, nil
}

// report returns a message about a search with its line end: depth, value, nodes,
// milliseconds and principal variation.
func (s *server) report(r search.Result, took time.Duration) string {
	if r.Nodes == 0 {
		return ""
	}
	var line strings.Builder
	p := s.now.Clone()
	for _, m := range r.Line {
		fmt.Fprintf(&line, " %v", s.squares.place(p, m))
		p.Make(m)
	}
	return fmt.Sprintf("MESSAGE depth %d ev %s n %d tm %d pv%s\n", r.Depth, evaluation(r.Score), r.Nodes, took.Milliseconds(), line.String())
}

// evaluation writes a score: a number, or +M5 for a win in five plies and -M4 for a
// loss in four.
func evaluation(s oxo.Score) string {
	if s.CountsPlies() {
		return map[bool]string{true: "+M", false: "-M"}[s > 0] + strconv.Itoa(s.Plies())
	}
	return strconv.Itoa(int(s))
}
