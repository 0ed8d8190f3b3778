package uci

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/internal/words"
	"oxo/player"
	"oxo/protocol/talk"
	"oxo/search"
)

// Options are the initial settings of [Serve]. Interfaces change most of them by
// setoption.
type Options struct {
	Name   string // of the program, with its version
	Author string
	Game   oxo.Game // the first game
	Seed   uint64   // of the random choices of levels below perfect
	// Threads is the number of search threads until setoption sets it; 0 is one.
	Threads int
	// Openings returns the opening repertoire of a game, by its name; nil means no
	// book. Levels below perfect do not use it, nor do searches with MultiPV or
	// searchmoves.
	Openings func(game string) player.Repertoire
	// Book returns the known values of a game, or nil; a nil function knows nothing.
	// Levels below perfect do not use it.
	Book func(oxo.Game) search.Book
}

// Serve is a UCI program with the games of the families. It carries out the commands
// from in until quit or the end of the input; then it stops a running search. If ctx
// ends, Serve returns an error.
func Serve(ctx context.Context, in io.Reader, out io.Writer, families []catalog.Family, opts Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &session{
		ctx: ctx, talk: talk.New(ctx, in, out), families: families, games: offered(families, opts.Game), opts: opts,
		set: settings{hash: defaultHash, threads: max(opts.Threads, 1), lines: 1, level: player.Perfect, overhead: defaultOverhead},
	}
	s.engines = s.set.engines()
	s.begin(s.games[0])
	return s.run()
}

// underlying returns the game of a variant.
func underlying(v Variant) oxo.Game {
	if p, ok := v.(plain); ok {
		return p.Game
	}
	return v
}

// session is the state of one conversation.
type session struct {
	ctx      context.Context
	talk     *talk.Talk
	families []catalog.Family
	games    []Variant // offered; the first is the initial game
	opts     Options
	set      settings
	engines  *player.Engines
	warm     *player.Engines // engines whose memory is ready for the game
	begun    uint64          // games so far: this number and the seed decide the choices

	game    Variant
	now     oxo.Position
	refused error    // the error of the last position command; nil after an accepted one or a new game
	thought *thought // nil if no search runs
	waiting []string // commands that arrived during a search and would change it
}

// maxWaiting limits the commands that wait for the end of a search: one more stops
// the search.
const maxWaiting = 1 << 10

// run carries out commands until the end of the input.
func (s *session) run() error {
	defer s.halt()
	for s.talk.Err() == nil {
		var thought <-chan struct{}
		if s.thought != nil {
			thought = s.thought.done
		}
		select {
		case line, ok := <-s.talk.Lines():
			s.settle()
			if !ok || s.hear(line) {
				return s.talk.Err()
			}
		case <-thought:
			s.halt()
			s.resume()
		case <-s.ctx.Done():
			return s.ctx.Err()
		}
	}
	return s.talk.Err()
}

// settle waits for a search that is giving its answer, so that later output comes
// after it.
func (s *session) settle() {
	if s.thought == nil {
		return
	}
	select {
	case <-s.thought.answers:
		s.halt()
		s.resume()
	default:
	}
}

// commands lists the words that a line may begin with.
func commands() []string {
	return []string{
		"uci", "debug", "isready", "setoption", "register", "ucinewgame", "position", "go", "stop", "ponderhit", "quit", "d", "display",
	}
}

// hear handles a line, and reports whether it was quit. It skips words before the
// command, as the protocol says.
func (s *session) hear(line string) (quit bool) {
	fields := strings.Fields(line)
	at := slices.IndexFunc(fields, func(word string) bool { return slices.Contains(commands(), word) })
	if at < 0 {
		if len(fields) > 0 {
			s.say(fmt.Errorf("no command in %q: want %s", words.Clip(line), strings.Join(commands(), ", ")))
		}
		return false
	}
	switch command := fields[at]; command {
	case "quit":
		return true
	case "isready":
		if s.thought == nil && s.warm != s.engines { // an interface sends isready before it starts a clock, but also at any other time
			s.engines.Warm(s.now)
			s.warm = s.engines
		}
		s.talk.Say("readyok")
	case "uci":
		s.introduce()
	case "stop":
		if len(s.waiting) > 0 {
			s.waiting = append(s.waiting, command) // also for a search that waits
		}
		if s.thought != nil {
			s.thought.halt()
		}
	case "ponderhit":
		if s.thought != nil {
			s.thought.hit()
		}
	case "d", "display":
		if len(s.waiting) > 0 {
			s.waiting = append(s.waiting, command) // after the position that it is to show
			break
		}
		s.display()
	default:
		s.change(command, fields[at+1:])
	}
	return false
}

// change carries out a command that changes the position or the settings, or starts a
// search. While a search runs, the command waits for its end; a search that would not
// end by itself is stopped.
func (s *session) change(command string, fields []string) {
	if len(s.waiting) >= maxWaiting {
		s.halt()
		s.resume()
	}
	s.waiting = append(s.waiting, command+" "+strings.Join(fields, " "))
	s.resume()
}

// resume carries out the waiting commands until a search runs again.
func (s *session) resume() {
	for len(s.waiting) > 0 {
		command, rest, _ := strings.Cut(s.waiting[0], " ")
		if s.thought != nil && command != "stop" && command != "d" && command != "display" {
			if s.thought.endless() {
				s.thought.halt()
			}
			s.thought.hurry()
			return
		}
		s.waiting = s.waiting[1:]
		if command != "stop" {
			s.carryOut(command, strings.Fields(rest))
		} else if s.thought != nil {
			s.thought.halt()
		}
	}
}

// carryOut carries out a command while no search runs; only the board may be shown
// during one.
func (s *session) carryOut(command string, fields []string) {
	switch command {
	case "setoption":
		s.say(s.setOption(fields))
	case "ucinewgame":
		s.engines.Clear()
		s.begun++
	case "position":
		if s.refused = s.setUp(fields); s.refused != nil {
			s.say(fmt.Errorf("%w; go answers bestmove 0000 until a position is accepted", s.refused))
		}
	case "go":
		s.think(fields)
	case "d", "display":
		s.display()
	}
}

// say reports an error, if there is one.
func (s *session) say(err error) {
	if err != nil {
		s.talk.Say("info string %s", strings.Join(strings.Fields(err.Error()), " "))
	}
}

// halt ends the search, if one runs, and waits for its answer.
func (s *session) halt() {
	if s.thought != nil {
		s.thought.halt()
		<-s.thought.done
		s.thought = nil
	}
}

// begin begins a game at its start.
func (s *session) begin(g Variant) {
	s.game, s.now, s.refused, s.warm = g, g.Start(), nil, nil
	s.engines.Clear()
}

// choose selects the game of a variant.
func (s *session) choose(name string) error {
	g, err := lookup(s.families, s.games, name)
	if err == nil {
		if c := board.FactsOf(g).Chess960; c != nil && s.set.chess960 {
			g = variant(c.With(true))
		}
		s.begin(g)
	}
	return err
}

// setUp handles position. A wrong one changes nothing, and its error becomes the
// reason why go has no position.
func (s *session) setUp(fields []string) error {
	asked, err := readPosition(fields)
	if err != nil {
		return err
	}
	p := s.game.Start()
	if asked.fen != "" {
		if p, err = s.readFEN(asked.fen); err != nil {
			return fmt.Errorf("position fen: %w", err)
		}
	}
	for i, text := range asked.moves {
		m, err := s.readMove(p, text)
		if err != nil {
			return fmt.Errorf("position: move %d: %w", i+1, err)
		}
		p.Make(m)
	}
	s.now = p
	return nil
}

// readFEN reads a position, and reports parts that it read differently than written.
func (s *session) readFEN(text string) (oxo.Position, error) {
	p, err := s.game.ParseFEN(text)
	g, ok := underlying(s.game).(catalog.Forgiving)
	if err == nil || !ok {
		return p, err
	}
	p, changed, err := g.ReadPosition(text)
	if err != nil {
		return nil, err
	}
	for _, what := range changed {
		s.talk.Say("info string position fen: %s", what)
	}
	return p, nil
}

// readMove reads a move; it refuses a forbidden repetition.
func (s *session) readMove(p oxo.Position, text string) (oxo.Move, error) {
	m, err := s.game.ParseUCI(p, text)
	if err != nil {
		return 0, err
	}
	return m, catalog.CheckRepeat(underlying(s.game), p, m)
}

// display draws the position, for users who type commands.
func (s *session) display() {
	if grid, ok := s.now.(board.Grid); ok {
		columns, rows := grid.Size()
		for row := rows - 1; row >= 0; row-- {
			var line strings.Builder
			for column := range columns {
				text := grid.At(board.Square{Column: column, Row: row}).Text
				if text == "" {
					text = "."
				}
				line.WriteString(" " + text)
			}
			s.talk.Say("%s", line.String())
		}
	}
	s.talk.Say("Variant: %s", s.game.Variant())
	s.talk.Say("Fen: %s", s.game.FormatFEN(s.now))
	s.talk.Say("%s", catalog.Verdict(underlying(s.game), s.now))
	if s.refused != nil {
		s.say(fmt.Errorf("the last position was refused: %w", s.refused))
	}
}
