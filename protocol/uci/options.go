package uci

import (
	"fmt"
	"strconv"
	"strings"

	"oxo/game/board"
	"oxo/internal/words"
	"oxo/player"
	"oxo/search"
)

// Limits of the options.
const (
	maxHash     = 1 << 15 // MiB
	maxThreads  = 1024
	maxLines    = 256
	maxOverhead = 5000 // ms
)

// Defaults of the options.
const (
	defaultHash     = 64
	defaultOverhead = 10
)

// Names of the options.
const (
	hashOption     = "Hash"
	clearOption    = "Clear Hash"
	threadsOption  = "Threads"
	ponderOption   = "Ponder"
	linesOption    = "MultiPV"
	levelOption    = "Skill Level"
	overheadOption = "Move Overhead"
	variantOption  = "UCI_Variant"
	chess960Option = "UCI_Chess960"
	methodOption   = "Method"
	gameOption     = "Game" // selects any game by its name; UCI_Variant can list only some
)

// empty is the protocol's notation for an empty text.
const empty = "<empty>"

// settings are the values of the options.
type settings struct {
	hash     int // MiB
	threads  int
	lines    int
	level    player.Level
	method   player.Method
	overhead int // milliseconds reserved from every move's time
	chess960 bool
}

// engines returns the engines that the settings ask for.
func (s *settings) engines() *player.Engines {
	return player.NewEngines(s.method, search.Options{TableBytes: int64(s.hash) << 20, Threads: s.threads, KeepTable: true})
}

// introduce answers uci: the program's name, and the options.
func (s *session) introduce() {
	s.talk.Say("id name %s", s.opts.Name)
	s.talk.Say("id author %s", s.opts.Author)
	s.talk.Say("option name %s type spin default %d min 1 max %d", hashOption, defaultHash, maxHash)
	s.talk.Say("option name %s type button", clearOption)
	s.talk.Say("option name %s type spin default %d min 1 max %d", threadsOption, max(s.opts.Threads, 1), maxThreads)
	s.talk.Say("option name %s type check default false", ponderOption)
	s.talk.Say("option name %s type spin default 1 min 1 max %d", linesOption, maxLines)
	var levels, variants strings.Builder
	for l := player.Level(1); l <= player.MaxLevel; l++ {
		fmt.Fprintf(&levels, " var %d", l)
	}
	s.talk.Say("option name %s type combo default perfect%s var perfect", levelOption, levels.String())
	s.talk.Say("option name %s type combo default auto var auto var search var mcts", methodOption)
	s.talk.Say("option name %s type spin default %d min 0 max %d", overheadOption, defaultOverhead, maxOverhead)
	for _, g := range s.games {
		variants.WriteString(" var " + g.Variant())
	}
	s.talk.Say("option name %s type combo default %s%s", variantOption, s.games[0].Variant(), variants.String())
	s.talk.Say("option name %s type check default %v", chess960Option, is960(s.games[0]))
	s.talk.Say("option name %s type string default %s", gameOption, empty)
	s.talk.Say("uciok")
}

// setOption handles setoption.
func (s *session) setOption(fields []string) error {
	name, value, err := readOption(fields)
	if err != nil {
		return err
	}
	is := func(option string) bool { return strings.EqualFold(name, option) }
	switch {
	case is(hashOption), is(threadsOption):
		to, most := &s.set.hash, maxHash
		if is(threadsOption) {
			to, most = &s.set.threads, maxThreads
		}
		if err = number(name, value, 1, most, to); err == nil {
			s.engines = s.set.engines()
		}
	case is(linesOption):
		err = number(name, value, 1, maxLines, &s.set.lines)
	case is(overheadOption):
		err = number(name, value, 0, maxOverhead, &s.set.overhead)
	case is(levelOption), is("Level"):
		level, wrong := player.ParseLevel(value)
		if err = wrong; err == nil {
			s.set.level = level
		}
	case is(methodOption):
		method, wrong := player.ParseMethod(value)
		if err = wrong; err == nil {
			s.set.method = method
			s.engines = s.set.engines()
		}
	case is(ponderOption): // the interface decides when to ponder
	case is(chess960Option):
		err = s.set960(value)
	case is(clearOption):
		s.engines.Clear()
	case is(gameOption) && (value == "" || value == empty): // from an interface that sends every option unchanged
	case is(variantOption), is(gameOption):
		err = s.choose(value)
	default:
		err = unknownOption(name)
	}
	return err
}

// set960 switches between Chess960 and standard chess. The next position command sets
// up the position.
func (s *session) set960(value string) error {
	on, err := strconv.ParseBool(value)
	if err != nil {
		return fmt.Errorf("setoption name %s value %s: want true or false", chess960Option, words.Clip(value))
	}
	s.set.chess960 = on
	if c := board.FactsOf(s.game).Chess960; c != nil && c.On != on {
		s.begin(variant(c.With(on)))
	}
	return nil
}

// number reads the value of a numeric option.
func number(name, value string, least, most int, to *int) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < least || n > most {
		return fmt.Errorf("setoption name %s value %s: want a whole number from %d to %d", name, words.Clip(value), least, most)
	}
	*to = n
	return nil
}

func unknownOption(name string) error {
	known := []string{hashOption, clearOption, threadsOption, ponderOption, linesOption, levelOption, methodOption, overheadOption, variantOption, chess960Option, gameOption}
	if near, ok := words.Nearest(name, known); ok {
		return fmt.Errorf("no option %q: did you mean %s?", words.Clip(name), near)
	}
	return fmt.Errorf("no option %q: want %s", words.Clip(name), strings.Join(known, ", "))
}
