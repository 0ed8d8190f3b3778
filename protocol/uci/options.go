package uci

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"oxo/internal/words"
	"oxo/player"
	"oxo/search"
)

// Limits of the options.
const (
	mostHash     = 1 << 15 // MiB
	mostThreads  = 256
	mostLines    = 256
	mostOverhead = 5000 // ms
)

// The usual values of the options.
const (
	usualHash     = 64
	usualOverhead = 10
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
)

// settings are the values of the options.
type settings struct {
	hash     int // MiB
	threads  int
	lines    int
	level    player.Level
	overhead time.Duration // kept back of every move's time
}

// search returns the options of a search that the settings ask for.
func (s *settings) search() search.Options {
	return search.Options{TableBytes: int64(s.hash) << 20, Threads: s.threads, KeepTable: true}
}

// introduce answers uci: who this is, and the options.
func (s *session) introduce() {
	s.talk.Say("id name %s", s.opts.Name)
	s.talk.Say("id author %s", s.opts.Author)
	s.talk.Say("option name %s type spin default %d min 1 max %d", hashOption, usualHash, mostHash)
	s.talk.Say("option name %s type button", clearOption)
	s.talk.Say("option name %s type spin default 1 min 1 max %d", threadsOption, mostThreads)
	s.talk.Say("option name %s type check default false", ponderOption)
	s.talk.Say("option name %s type spin default 1 min 1 max %d", linesOption, mostLines)
	levels := ""
	for l := player.Level(1); l <= player.MaxLevel; l++ {
		levels += fmt.Sprintf(" var %d", l)
	}
	s.talk.Say("option name %s type combo default perfect%s var perfect", levelOption, levels)
	s.talk.Say("option name %s type spin default %d min 0 max %d", overheadOption, usualOverhead, mostOverhead)
	var variants strings.Builder
	for _, g := range s.games {
		variants.WriteString(" var " + g.Variant())
	}
	s.talk.Say("option name %s type combo default %s%s", variantOption, s.games[0].Variant(), variants.String())
	s.talk.Say("uciok")
}

// setOption carries out setoption.
func (s *session) setOption(fields []string) error {
	name, value, err := readOption(fields)
	if err != nil {
		return err
	}
	set := &s.set
	is := func(option string) bool { return strings.EqualFold(name, option) }
	switch {
	case is(hashOption):
		err = number(name, value, 1, mostHash, &set.hash)
	case is(threadsOption):
		err = number(name, value, 1, mostThreads, &set.threads)
	case is(linesOption):
		return number(name, value, 1, mostLines, &set.lines)
	case is(overheadOption):
		ms := 0
		err := number(name, value, 0, mostOverhead, &ms)
		if err == nil {
			set.overhead = time.Duration(ms) * time.Millisecond
		}
		return err
	case is(levelOption), is("Level"):
		level, err := player.ParseLevel(value)
		if err == nil {
			set.level = level
		}
		return err
	case is(ponderOption):
		return nil // whether to ponder is the other side's choice
	case is(clearOption):
		s.search.Clear()
		return nil
	case is(variantOption):
		return s.choose(value)
	default:
		return unknownOption(name)
	}
	if err == nil { // the table has another size, or other threads use it
		s.search = search.New(set.search())
	}
	return err
}

// number reads the value of an option that is a number.
func number(name, value string, least, most int, to *int) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < least || n > most {
		return fmt.Errorf("setoption name %s value %s: it is a whole number from %d to %d", name, words.Clip(value), least, most)
	}
	*to = n
	return nil
}

func unknownOption(name string) error {
	known := []string{hashOption, clearOption, threadsOption, ponderOption, linesOption, levelOption, overheadOption, variantOption}
	if near, ok := words.Nearest(name, known); ok {
		return fmt.Errorf("no option %q: did you mean %s?", words.Clip(name), near)
	}
	return fmt.Errorf("no option %q: there is %s", words.Clip(name), strings.Join(known, ", "))
}
