// Package gtp speaks the Go Text Protocol, version 2 [Farneback02], on both sides,
// for any game: oxo as the engine, and other engines as players.
//
// Black is the side that moves first, whatever the game calls it, since that is
// what controllers begin with. Where a move is one square of a board it is written
// as a vertex: the letter of the column, without I, and the number that the game
// gives to the row: from the bottom, and in Othello from the top, as engines of
// Othello do. Other moves are written as the game writes them, with _ for a blank.
// docs/lookup/gtp.md tells more.
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

// Options say what oxo plays as an engine, and how.
type Options struct {
	Game    string // by name, until the controller sets another
	Version string // that oxo tells
	Search  search.Options
	Limits  search.Limits // of each move, beside the clock of the controller
	// Usual is the time for a move where there are neither limits nor a clock.
	Usual  time.Duration
	Level  player.Level // 0 is as strong as the limits allow
	Method player.Method
	Seed   uint64 // of what a level draws
	// Openings returns what is played from in a game, by its name, where no level below
	// perfect plays; nil is no book.
	Openings func(game string) player.Repertoire
	// Files reads and writes files of games; without it oxo has no loadsgf and no printsgf.
	Files Files
}

// Serve plays as the engine until in ends or quit comes; oxo then thinks no longer
// than 0.4 seconds about what was asked before. It returns the error of ctx when
// that ends.
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

// server is oxo as the engine.
type server struct {
	families []catalog.Family
	opts     Options
	talk     *talk.Talk
	ahead    *talk.Ahead
	thoughts context.Context
	commands []handler
	engines  *player.Engines
	level    player.Level // 0 is none
	clock    clocks
	pending  []string // lines that were read while oxo analysed
	left     bool

	game     oxo.Game
	notation notation
	start    oxo.Position
	now      oxo.Position
	moves    []oxo.Move // since start
	steps    []int      // how many moves each play or genmove made: 0 after the end of the game
}

// next returns the next line, and false where there is none any more.
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
		s.answer(c, "", fail("syntax error", "there is no command behind %s", c.id))
		return
	}
	i := slices.IndexFunc(s.commands, func(h handler) bool { return h.name == c.name })
	if i < 0 {
		s.answer(c, "", fail("unknown command", "list_commands lists those that there are"))
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

// play begins a game.
func (s *server) play(g oxo.Game) {
	s.game, s.notation, s.start = g, newNotation(g), g.Start()
	s.clear()
}

// clear begins the game again.
func (s *server) clear() {
	s.setUp(s.start)
	s.clock.restart()
}

// setUp begins at a position of the game. The clocks go on.
func (s *server) setUp(start oxo.Position) {
	s.start, s.now, s.moves, s.steps = start, start.Clone(), nil, nil
	s.engines.Clear()
}
