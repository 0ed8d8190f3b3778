package gomocup

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"oxo/game/board"
)

// handler handles a command that oxo knows.
type handler struct {
	name string
	// run carries the command out. It gets the time of arrival and the rest of the
	// line, and reports whether the conversation continues.
	run func(ctx context.Context, came time.Time, rest string) (bool, error)
}

// commands lists the commands of the protocol, and those that Yixin-Board sends to a
// program when it asks for moves. INFO and END also take effect during a search, and
// YXSTOP and STOP end it.
func (s *server) commands() []handler {
	plain := func(run func(ctx context.Context, rest string) error) func(context.Context, time.Time, string) (bool, error) {
		return func(ctx context.Context, _ time.Time, rest string) (bool, error) { return true, run(ctx, rest) }
	}
	moving := func(run func(ctx context.Context, came time.Time) (bool, error)) func(context.Context, time.Time, string) (bool, error) {
		return func(ctx context.Context, came time.Time, _ string) (bool, error) { return run(ctx, came) }
	}
	return []handler{
		{"START", plain(func(ctx context.Context, rest string) error { return s.begin(ctx, rest, 1) })},
		{"RECTSTART", plain(func(ctx context.Context, rest string) error { return s.begin(ctx, rest, 2) })},
		{"RESTART", plain(s.again)},
		{"BEGIN", moving(s.first)},
		{"TURN", s.turn},
		{"BOARD", moving(s.board)},
		{"PLAY", plain(func(_ context.Context, rest string) error { return s.play(rest) })},
		{"TAKEBACK", plain(func(_ context.Context, rest string) error { return s.takeBack(rest) })},
		{"SWAP2BOARD", moving(s.swap2)},
		{"INFO", plain(func(_ context.Context, rest string) error { s.info(rest); return nil })},
		{"ABOUT", plain(s.about)},
		{"END", moving(func(context.Context, time.Time) (bool, error) { return false, nil })},
		{"YXSHOWINFO", plain(s.showInfo)},
		{"YXBOARD", moving(s.setBoard)},
		{"YXNBEST", s.nBest},
		{"YXSHOWFORBID", plain(s.showForbidden)},
		{"YXHASHCLEAR", plain(s.clearTable)},
		{yixinStop, plain(func(context.Context, string) error { return nil })}, // no search runs that could be stopped
		{stop, plain(func(context.Context, string) error { return nil })},
	}
}

// Commands that end a search with the best move so far.
const (
	yixinStop = "YXSTOP"
	stop      = "STOP"
)

// splitCommand splits off the first word of a line.
func splitCommand(line string) (command, rest string) {
	if i := strings.IndexAny(line, " \t"); i >= 0 {
		return line[:i], strings.TrimSpace(line[i:])
	}
	return line, ""
}

func (s *server) about(context.Context, string) error {
	s.talk.Say(`name="oxo", version="%s", author="%s"`, quotable(s.opts.Version), quotable(s.opts.Author))
	return nil
}

// again handles RESTART.
func (s *server) again(ctx context.Context, _ string) error {
	if err := s.restart(ctx); err != nil {
		return err
	}
	s.talk.Say("OK")
	return nil
}

// showInfo handles YXSHOWINFO: Yixin-Board sends it first, to learn how many threads
// the program can use.
func (s *server) showInfo(context.Context, string) error {
	s.yixin = true
	s.talk.Say("MESSAGE INFO MAX_THREAD_NUM %d", max(s.opts.Threads, 1))
	return nil
}

// setBoard handles YXBOARD: BOARD without a move.
func (s *server) setBoard(ctx context.Context, _ time.Time) (bool, error) {
	goesOn, _, err := s.readBoard(ctx)
	return goesOn, err
}

// nBest handles YXNBEST N: a move on the current board. oxo looks for the best one,
// whatever N is.
func (s *server) nBest(ctx context.Context, came time.Time, rest string) (bool, error) {
	if n, err := strconv.ParseUint(rest, 10, 31); err != nil || n == 0 {
		return true, fmt.Errorf("YXNBEST %.40q: want the number of moves to find, 1 or more", rest)
	}
	if err := s.ready(ctx); err != nil {
		return true, err
	}
	return s.answer(ctx, came)
}

// showForbidden handles YXSHOWFORBID: the squares that are forbidden to the side to
// move, each with four digits, and a dot. Only renju has such squares, when black is to move.
func (s *server) showForbidden(ctx context.Context, _ string) error {
	if err := s.ready(ctx); err != nil {
		return err
	}
	var list strings.Builder
	if barred := board.FactsOf(s.squares.game).Barred; barred != nil {
		for _, sq := range barred(s.now) {
			fmt.Fprintf(&list, "%02d%02d", sq.Column, s.squares.rows-1-sq.Row)
		}
	}
	s.talk.Say("FORBID %s.", list.String())
	return nil
}

// clearTable handles YXHASHCLEAR.
func (s *server) clearTable(ctx context.Context, _ string) error {
	if s.thinker != nil {
		if err := s.thinker.NewGame(ctx, s.squares.game); err != nil {
			return err
		}
	}
	s.talk.Say("MESSAGE the transposition table is empty")
	return nil
}
