// Package gtp speaks the Go Text Protocol, version 2 [Farneback02], on both sides,
// for any game: oxo as the engine, and other engines as players.
//
// Black is the side that moves first, whatever the game calls it, since controllers
// begin with Black. If a move is one square of a board, it is written as a vertex:
// the letter of the column, without I, and the game's number of the row. Rows count
// from the bottom; in Othello from the top, as in Othello engines. Other moves are
// written as the game writes them, with _ for a blank. docs/lookup/gtp.md describes more.
package gtp

import (
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"oxo"
	"oxo/game/catalog"
	"oxo/player"
	"oxo/protocol/talk"
	"oxo/search"
)

// Options are the options of oxo as an engine.
type Options struct {
	Game    string // by name; the controller may set another
	Version string // the answer to the command version
	Search  search.Options
	Limits  search.Limits // of each move, in addition to the controller's clock
	// Usual is the time for a move without limits or a clock.
	Usual  time.Duration
	Level  player.Level // 0 is full strength within the limits
	Method player.Method
	Seed   uint64 // of the random choices of a level
	// Openings returns the opening repertoire of a game, by its name; levels below
	// perfect do not use it. nil means no book.
	Openings func(game string) player.Repertoire
	// Files reads and writes files of games; if it is nil, oxo has no loadsgf and no
	// printsgf.
	Files Files
}

// Serve is the engine until in ends or quit arrives; then oxo thinks at most 0.4
// seconds more about earlier commands. If ctx ends, Serve returns its error.
func Serve(ctx context.Context, in io.Reader, out io.Writer, families []catalog.Family, opts Options) error {
	g, err := catalog.Lookup(families, opts.Game)
	if err != nil {
		return err
	}
	reading, stop := context.WithCancel(ctx)
	defer stop()
	t := talk.New(reading, in, out)
	opts.Search.KeepTable = true
	s := &server{
		families: families, opts: opts, talk: t, level: opts.Level, engines: player.NewEngines(opts.Method, opts.Search), commands: commands(opts.Files != nil),
		ahead: talk.NewAhead(reading, t, func(line string) bool { return parse(line).name == "quit" }),
	}
	s.thoughts = s.ahead.Thoughts()
	if s.level == player.Perfect {
		s.level = 0
	}
	s.play(g)
	for t.Err() == nil && !s.left {
		line, ok := s.next(ctx)
		if !ok {
			break
		}
		s.obey(ctx, parse(line))
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return t.Err()
}

// server is the state of the engine.
type server struct {
	families []catalog.Family
	opts     Options
	talk     *talk.Talk
	ahead    *talk.Ahead
	thoughts context.Context
	commands []handler
	engines  *player.Engines
	level    player.Level // 0 is full strength
	clock    clocks
	pending  []string // lines that arrived during an analysis
	left     bool

	game     oxo.Game
	notation notation
	start    oxo.Position
	now      oxo.Position
	moves    []oxo.Move // since start
	steps    []int      // the number of moves of each play or genmove; 0 after the end of the game
}

// next returns the next line, and false at the end.
func (s *server) next(ctx context.Context) (string, bool) {
	if len(s.pending) > 0 {
		line := s.pending[0]
		s.pending = s.pending[1:]
		return line, true
	}
	select {
	case line, ok := <-s.ahead.Lines():
		return line, ok
	case <-ctx.Done():
		return "", false
	}
}

// obey carries out a command and answers.
func (s *server) obey(ctx context.Context, c command) {
	switch {
	case c.name == "" && c.id == "":
		return // a blank line, or a comment
	case c.name == "":
		s.answer(c, "", fail("syntax error", "the command after %s is missing", c.id))
		return
	}
	i := slices.IndexFunc(s.commands, func(h handler) bool { return h.name == c.name })
	if i < 0 {
		s.answer(c, "", fail("unknown command", "list_commands lists all commands"))
		return
	}
	switch h := s.commands[i]; {
	case h.follow != nil:
		h.follow(s, ctx, c)
	case h.text && len(c.args) == 0 || !h.text && (len(c.args) < h.least || len(c.args) > h.most):
		s.answer(c, "", fail("syntax error", "write %s", strings.TrimSpace(h.name+" "+h.usage)))
	default:
		text, err := h.run(s, c.args)
		s.answer(c, text, err)
	}
}

// answer writes a response: a text without blank lines, or an error.
func (s *server) answer(c command, text string, err error) {
	sign := "="
	if err != nil {
		sign, text = "?", strings.Join(strings.Fields(err.Error()), " ")
	}
	s.talk.Say("%s\n", strings.TrimRight(sign+c.id+" "+text, " \n"))
}

// play begins a new game.
func (s *server) play(g oxo.Game) {
	s.game, s.notation, s.start = g, newNotation(g), g.Start()
	s.clear()
}

// clear restarts the game.
func (s *server) clear() {
	s.setUp(s.start)
	s.clock.restart()
}

// setUp begins at a position of the game. The clocks keep running.
func (s *server) setUp(start oxo.Position) {
	s.start, s.now, s.moves, s.steps = start, start.Clone(), nil, nil
	s.engines.Clear()
}
