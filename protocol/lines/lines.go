// Package lines is oxo's own protocol, which takes only a few lines in any programming
// language: a position in, a move out. docs/lookup/lines.md describes it.
//
//	manager  X.O/.X./...
//	program  c1
//
// Positions and moves are written in the game's notation, each in one line. At the
// end of its input the program ends. The rest is optional:
//
//	# value 0.25      before the move: its value, from -1, lost, to 1, won
//	# value win in 5  the same, counted in plies; also "loss in 4"
//	# depth 7         plies looked ahead
//	# nodes 12345     positions visited
//	# ...             any other such line is for people
//	? text            the program has no move; the text is the reason
//	resign            the program resigns
//
// A program receives only positions, unless its manager was started with an option
// that also sends the game ("# game mnk:3x3x3") or the seconds for each move ("# time
// 1.5").
package lines

import (
	"context"
	"io"
	"strings"
	"time"

	"oxo"
	"oxo/game/catalog"
	"oxo/player"
	"oxo/protocol/talk"
	"oxo/search"
)

// Options are the options of oxo as the program.
type Options struct {
	Game   string // by name
	Search search.Options
	Method player.Method
	Limits search.Limits // of each move
	// Openings returns the opening repertoire of a game, by its name; nil means no
	// book.
	Openings func(game string) player.Repertoire
	Values   bool // report the value of each move and the depth of the search
	// Once makes it end after one answer; it then uses all of its time even if the
	// input has ended.
	Once bool
}

// Serve is the program until in ends: for each position it writes its move with
// optional comments, or a question mark and the error in the position. If ctx ends,
// Serve returns its error.
func Serve(ctx context.Context, in io.Reader, out io.Writer, families []catalog.Family, opts Options) error {
	g, err := catalog.Lookup(families, opts.Game)
	if err != nil {
		return err
	}
	reading, stop := context.WithCancel(ctx)
	defer stop()
	t := talk.New(reading, in, out)
	ahead := talk.NewAhead(reading, t, func(string) bool { return false })
	s := &server{game: g, talk: t, thinker: player.NewThinkerBy(opts.Method, opts.Search, opts.Limits), values: opts.Values, thoughts: ahead.Thoughts()}
	if opts.Openings != nil {
		s.thinker.WithRepertoire(opts.Openings(g.Name()))
	}
	if opts.Once {
		s.thoughts = ctx
	}
	for line := range ahead.Lines() {
		if s.hear(line) && opts.Once || t.Err() != nil {
			break
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return t.Err()
}

// server is the state of the program.
type server struct {
	game     oxo.Game
	talk     *talk.Talk
	thinker  *player.Thinker
	values   bool
	time     time.Duration // the manager's time for each move, or 0
	thoughts context.Context
}

// hear answers a line, and reports whether it was a position.
func (s *server) hear(line string) bool {
	if comment, ok := strings.CutPrefix(line, "#"); ok {
		s.note(strings.Fields(comment))
		return false
	}
	if line == "" {
		return false
	}
	p, err := s.game.ParsePosition(line)
	switch {
	case err != nil:
		s.talk.Say("? %s", oneLine(err))
	case p.Outcome() != oxo.Ongoing:
		s.talk.Say("? %v: %s", oxo.ErrGameOver, catalog.Verdict(s.game, p))
	default:
		s.move(p)
	}
	return true
}

// note reads a comment of the manager.
func (s *server) note(fields []string) {
	if len(fields) != 2 {
		return
	}
	switch fields[0] {
	case "game":
		_ = s.thinker.NewGame(s.thoughts, s.game) // it never fails
	case "time":
		if d, err := time.ParseDuration(fields[1] + "s"); err == nil && d > 0 {
			s.time = d
		}
	}
}

// margin: oxo keeps 1/margin of its time for work other than thinking.
const margin = 20

// move writes the move of an ongoing position.
func (s *server) move(p oxo.Position) {
	turn := player.Turn{Game: s.game, Start: p, Now: p}
	if s.time > 0 {
		turn.Clock.Limits.Time = max(s.time-s.time/margin-10*time.Millisecond, time.Millisecond)
	}
	c, err := s.thinker.MoveIn(s.thoughts, turn)
	if err != nil && s.thoughts.Err() == nil {
		s.talk.Say("? %s", oneLine(err))
		return
	}
	// If the conversation has ended, the move is the best so far.
	if s.values {
		s.talk.Say("# value %s\n# depth %d\n# nodes %d", formatValue(c.Value.Score), c.Depth, c.Nodes)
	}
	s.talk.Say("%s", s.game.FormatMove(p, c.Move))
}

// oneLine writes an error in one line.
func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }
