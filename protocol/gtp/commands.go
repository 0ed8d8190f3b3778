package gtp

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/catalog"
	"oxo/player"
)

// handler handles a command that oxo knows.
type handler struct {
	name, usage string
	least, most int // number of arguments
	text        bool
	run         func(s *server, args []string) (string, error)
	// follow, if not nil, carries out a command that writes its own answer.
	follow func(s *server, ctx context.Context, c command)
}

// commands lists the commands of GTP 2, and some of other engines. If files is false,
// it omits those that read or write files.
func commands(files bool) []handler {
	all := append(standard(), others()...)
	if files {
		all = append(all,
			handler{name: "loadsgf", usage: "FILE [MOVE]", least: 1, most: 2, run: (*server).loadSGF},
			handler{name: "printsgf", usage: "[FILE]", most: 1, run: (*server).printSGF})
	}
	return all
}

// standard lists the commands of GTP 2, except loadsgf.
func standard() []handler {
	return []handler{
		{name: "protocol_version", run: say("2")},
		{name: "name", run: say("oxo")},
		{name: "version", run: func(s *server, _ []string) (string, error) { return s.opts.Version, nil }},
		{name: "known_command", usage: "COMMAND", least: 1, most: 1, run: (*server).knownCommand},
		{name: "list_commands", run: (*server).listCommands},
		{name: "quit", most: 1 << 20, run: func(s *server, _ []string) (string, error) { s.left = true; return "", nil }},
		{name: "boardsize", usage: "SIZE", least: 1, most: 1, run: (*server).boardSize},
		{name: "clear_board", run: (*server).clearBoard},
		{name: "komi", usage: "NUMBER", least: 1, most: 1, run: (*server).komi},
		{name: "play", usage: "COLOUR MOVE", text: true, run: (*server).playMove},
		{name: "undo", run: (*server).undo},
		{name: "genmove", usage: "COLOUR", least: 1, most: 1, run: (*server).genmove},
		{name: "reg_genmove", usage: "COLOUR", least: 1, most: 1, run: (*server).regGenmove},
		{name: "showboard", run: (*server).showBoard},
		{name: "final_score", run: (*server).finalScore},
		{name: "fixed_handicap", usage: "STONES", least: 1, most: 1, run: (*server).fixedHandicap},
		{name: "place_free_handicap", usage: "STONES", least: 1, most: 1, run: (*server).placeFreeHandicap},
		{name: "set_free_handicap", usage: "VERTEX VERTEX...", least: 1, most: 1 << 20, run: (*server).setFreeHandicap},
		{name: "time_settings", usage: "MAIN PERIOD MOVES", least: 3, most: 3, run: (*server).timeSettings},
		{name: "time_left", usage: "COLOUR TIME MOVES", least: 3, most: 3, run: (*server).timeLeft},
	}
}

// others lists commands of other engines, and oxo's own.
func others() []handler {
	return []handler{
		{name: "rectangular_boardsize", usage: "COLUMNS ROWS", least: 2, most: 2, run: (*server).boardSize},
		{name: "kgs-rules", usage: "RULES", least: 1, most: 1, run: (*server).rules},
		{name: "kgs-time_settings", usage: "KIND [TIMES...]", least: 1, most: 4, run: (*server).kgsTimeSettings},
		{name: "level", usage: "LEVEL", least: 1, most: 1, run: (*server).setLevel},
		{name: "list_games", run: (*server).listGames},
		{name: "set_game", usage: "GAME", least: 1, most: 1, run: (*server).setGame},
		{name: "analyze", follow: (*server).analyze},
		{name: "lz-analyze", follow: (*server).analyze},
		{name: "kata-analyze", follow: (*server).analyze},
		{name: "lz-genmove_analyze", follow: (*server).genmoveAnalyze},
		{name: "kata-genmove_analyze", follow: (*server).genmoveAnalyze},
		{name: "oxo-genmove_analyze", follow: (*server).genmoveAnalyze},
		{name: "oxo-position", usage: "POSITION", text: true, run: (*server).setPosition},
	}
}

// say makes a command with a constant answer.
func say(text string) func(*server, []string) (string, error) {
	return func(*server, []string) (string, error) { return text, nil }
}

func (s *server) knownCommand(args []string) (string, error) {
	return strconv.FormatBool(slices.ContainsFunc(s.commands, func(h handler) bool { return h.name == args[0] })), nil
}

func (s *server) listCommands([]string) (string, error) {
	var names []string
	for _, h := range s.commands {
		names = append(names, h.name)
	}
	return strings.Join(names, "\n"), nil
}

// boardSize begins a game on a board of another size.
func (s *server) boardSize(args []string) (string, error) {
	var size [2]int
	for i := range size {
		n, err := strconv.Atoi(args[min(i, len(args)-1)])
		if err != nil {
			return "", fail("syntax error", "%.20q is not a size: want a whole number", args[min(i, len(args)-1)])
		}
		size[i] = n
	}
	g, err := sized(s.families, s.game, size[0], size[1])
	if err != nil {
		return "", fail("unacceptable size", "%v", err)
	}
	s.play(g)
	return "", nil
}

func (s *server) clearBoard([]string) (string, error) {
	s.start = s.game.Start()
	s.clear()
	s.engines.Warm(s.now) // controllers clear the board before each game, when no clock runs yet
	return "", nil
}

func (s *server) playMove(args []string) (string, error) {
	who, err := side(args[0])
	if err != nil {
		return "", err
	}
	text := strings.Join(args[1:], " ")
	if text == "" {
		return "", fail("syntax error", "write play COLOUR MOVE")
	}
	over := s.now.Outcome() != oxo.Ongoing
	if over && strings.EqualFold(text, pass) {
		s.steps = append(s.steps, 0)
		return "", nil
	}
	if over {
		return "", fail("illegal move", "the game is over: %s", catalog.Verdict(s.game, s.now))
	}
	before := len(s.moves)
	if err := s.turnTo(who); err != nil {
		return "", err
	}
	m, err := s.notation.parse(s.now, text)
	if err != nil {
		s.takeBack(before)
		return "", fail("illegal move", "%v", err)
	}
	s.makeMove(m)
	s.steps = append(s.steps, len(s.moves)-before)
	return "", nil
}

// turnTo makes a side the side to move, if necessary by a pass of the other side.
// Some controllers do not send forced passes, and in Go one side may move twice.
func (s *server) turnTo(who oxo.Side) error {
	if s.now.Turn() == who {
		return nil
	}
	if m, ok := s.notation.passing(s.now); ok {
		if s.makeMove(m); s.now.Outcome() == oxo.Ongoing && s.now.Turn() == who {
			return nil
		}
		s.takeBack(len(s.moves) - 1)
	}
	return fail("illegal move", "%s is to play: %s has no moves out of turn", colour(s.now.Turn()), s.game.Name())
}

func (s *server) makeMove(m oxo.Move) {
	s.now.Make(m)
	s.moves = append(s.moves, m)
}

// takeBack takes moves back until n are left.
func (s *server) takeBack(n int) {
	for len(s.moves) > n {
		last := len(s.moves) - 1
		s.now.Unmake(s.moves[last])
		s.moves = s.moves[:last]
	}
}

func (s *server) undo([]string) (string, error) {
	last := len(s.steps) - 1
	if last < 0 {
		return "", fail("cannot undo", "no move was played")
	}
	s.takeBack(len(s.moves) - s.steps[last])
	s.steps = s.steps[:last]
	return "", nil
}

// setLevel sets the strength; a higher number than the highest level means no level.
func (s *server) setLevel(args []string) (string, error) {
	level, err := player.ParseLevel(args[0])
	if err != nil {
		return "", fail("syntax error", "%v", err)
	}
	if s.level = level; level == player.Perfect {
		s.level = 0
	}
	return "", nil
}

// listGames lists the current game and the names of the others.
func (s *server) listGames([]string) (string, error) {
	names := []string{s.game.Name()}
	for _, f := range s.families {
		names = append(names, f.Name)
		for _, a := range f.Aliases {
			names = append(names, a.Name)
		}
	}
	return strings.Join(names, "\n"), nil
}

func (s *server) setGame(args []string) (string, error) {
	g, err := catalog.Lookup(s.families, args[0])
	if err != nil {
		return "", fail("unsupported game", "%v", err)
	}
	s.play(g)
	return "", nil
}

// setPosition begins at a position given in the game's own text.
func (s *server) setPosition(args []string) (string, error) {
	p, err := s.game.ParsePosition(strings.Join(args, " "))
	if err != nil {
		return "", fail("syntax error", "%v", err)
	}
	s.start = p
	s.clear()
	return "", nil
}
