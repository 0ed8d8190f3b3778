//go:build unix || windows

package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/player"
)

// setup holds the choices before a game: its size and rules, the players and their
// strength.
type setup struct {
	o       *Options
	family  *catalog.Family
	game    oxo.Game // the last valid one
	err     error    // of the current choices
	values  []int    // of the family's parameters; nil if parameters cannot express the name
	options []bool
	sides   sides
	at      int
}

func newSetup(o *Options, g oxo.Game, f *catalog.Family) *setup {
	s := &setup{o: o, family: f, game: g}
	s.sides = sides{human: o.Human, levels: [2]player.Level{o.Level, o.Level}, chance: o.Player == "", time: o.Time}
	if o.second != 0 {
		s.sides.levels[1] = o.second
	}
	if chance, ok := g.(player.Chance); ok {
		if o.ChanceTime > 0 {
			s.sides.time = o.ChanceTime
		}
		if s.sides.chance && o.Human == [2]bool{true, false} && chance.ChanceSide() == oxo.First {
			s.sides.human = [2]bool{false, true}
		}
	}
	if f != nil {
		s.read(g.Name())
	}
	return s
}

// read finds the parameters and options in the name of a game. If the parameters
// cannot express the name, it stays unchanged.
func (s *setup) read(name string) {
	head, options, _ := strings.Cut(name, ",")
	_, rest, given := strings.Cut(head, ":")
	values := make([]int, len(s.family.Parameters))
	for i, p := range s.family.Parameters {
		text, found := strings.CutPrefix(rest, p.Before)
		if digits := len(text) - len(strings.TrimLeft(text, "0123456789")); given && found && digits > 0 {
			values[i], _ = strconv.Atoi(text[:digits])
			rest = text[digits:]
		}
	}
	s.options = make([]bool, len(s.family.Options))
	var names []string
	for i, o := range s.family.Options {
		if s.options[i] = slices.Contains(strings.Split(options, ","), o.Name); s.options[i] {
			names = append(names, o.Name)
		}
	}
	if g, err := catalog.Lookup(s.o.Families, s.family.Compose(values, names...)); err == nil && g.Name() == s.game.Name() {
		s.values = values
	}
}

// compose looks up the currently chosen game.
func (s *setup) compose() {
	var names []string
	for i, on := range s.options {
		if on {
			names = append(names, s.family.Options[i].Name)
		}
	}
	g, err := catalog.Lookup(s.o.Families, s.family.Compose(s.values, names...))
	if s.err = err; err == nil {
		s.game = g
	}
}

// choice is a line of the screen: a value, and a function that changes it by -1 or
// +1, or by larger steps.
type choice struct {
	label, value string
	change       func(by int)
}

// choices lists the lines.
func (s *setup) choices() []choice {
	var all []choice
	if s.values != nil {
		for i := range s.family.Parameters {
			all = append(all, s.parameter(i))
		}
		for i := range s.family.Options {
			all = append(all, s.option(i))
		}
	}
	all = append(all, s.who())
	for side := range s.sides.levels {
		if !s.sides.human[side] && (s.o.Player == "" || s.o.Player == player.Search) && !s.left(oxo.Side(side)) {
			all = append(all, s.level(side))
		}
	}
	if chance, ok := s.game.(player.Chance); ok && !s.sides.human[chance.ChanceSide()] && s.o.Player == "" {
		all = append(all, s.chance())
	}
	return append(all, s.time())
}

// left reports whether a side is left to chance.
func (s *setup) left(side oxo.Side) bool {
	chance, ok := s.game.(player.Chance)
	return ok && s.sides.chance && chance.ChanceSide() == side
}

func (s *setup) parameter(i int) choice {
	p := s.family.Parameters[i]
	value := strconv.Itoa(s.values[i])
	if s.values[i] == 0 && p.None {
		value = "none"
	}
	return choice{p.Name, value, func(by int) {
		v := s.values[i] + by
		if len(p.Values) > 0 {
			at := max(slices.Index(p.Values, s.values[i]), 0)
			v = p.Values[within(at+by, len(p.Values)-1)]
		}
		switch {
		case v < p.Least && p.None && by < 0:
			v = 0
		case v < p.Least:
			v = p.Least
		}
		s.values[i] = min(v, p.Most)
		s.compose()
	}}
}

func (s *setup) option(i int) choice {
	o := s.family.Options[i]
	return choice{o.Name, map[bool]string{true: "yes: ", false: "no: "}[s.options[i]] + o.About, func(int) {
		s.options[i] = !s.options[i]
		s.compose()
	}}
}

// who is the choice of the sides that a person plays.
func (s *setup) who() choice {
	n := names(s.o, s.game)
	all := [][2]bool{{true, false}, {false, true}, {true, true}, {false, false}}
	said := []string{n[0] + ", and begin", n[1] + "; oxo begins", "both sides", "neither: watch oxo against itself"}
	at := slices.Index(all, s.sides.human)
	if s.left(oxo.First) && at == 1 {
		said[1] = n[1]
	}
	return choice{"you play", said[at], func(by int) {
		s.sides.human = all[(at+len(all)+by%len(all))%len(all)]
	}}
}

func (s *setup) level(side int) choice {
	label := "opponent"
	if s.sides.human == [2]bool{} {
		label = "oxo as " + names(s.o, s.game)[side]
	}
	l := s.sides.levels[side]
	return choice{label, offered(l), func(by int) {
		s.sides.levels[side] = player.Level(1 + within(int(l)-1+by, int(player.Perfect)-1))
	}}
}

// offered names a level as the page does, which offers the same.
func offered(l player.Level) string {
	switch l {
	case 1:
		return l.String() + ", a beginner"
	case player.Perfect:
		return l.String() + ", where time suffices"
	}
	return l.String()
}

func (s *setup) chance() choice {
	said := map[bool]string{true: "chance", false: "oxo, as an adversary"}
	return choice{"against you", said[s.sides.chance], func(int) { s.sides.chance = !s.sides.chance }}
}

// times lists the times for a move.
func times() []time.Duration {
	return []time.Duration{
		100 * time.Millisecond, 300 * time.Millisecond, time.Second, 3 * time.Second, 5 * time.Second, 10 * time.Second, 30 * time.Second, time.Minute,
	}
}

func (s *setup) time() choice {
	return choice{"time a move", s.sides.time.String() + " at most, of a perfect oxo and of the analysis", func(by int) {
		all := times()
		at, _ := slices.BinarySearch(all, s.sides.time)
		if by > 0 && (at == len(all) || all[at] != s.sides.time) {
			at--
		}
		s.sides.time = all[within(at+by, len(all)-1)]
	}}
}

// key handles a key. begin reports that the game is to begin.
func (s *setup) key(name string) (where goTo, begin bool) {
	all := s.choices()
	s.at = within(s.at, len(all)-1)
	steps := map[string]int{"left": -1, "right": 1, "-": -1, "+": 1, "space": 1, "pgup": 10, "pgdown": -10}
	switch name {
	case "up":
		s.at = within(s.at-1, len(all)-1)
	case "down", "tab":
		s.at = within(s.at+1, len(all)-1)
	case "enter":
		return stay, s.err == nil
	case "esc":
		return back, false
	case "q":
		return quit, false
	case "?", "f1":
		return toHelp, false
	default:
		if by, ok := steps[name]; ok {
			all[s.at].change(by)
		}
	}
	return stay, false
}

// title names the game in words, and by the name that the command takes.
func (s *setup) title() string {
	said, name := titleOf(s.o.Families, s.game), s.game.Name()
	if said == name {
		return name
	}
	return said + " (" + name + ")"
}

// head returns the lines above the choices: the game, and its goal.
func (s *setup) head(body box) []string {
	lines := []string{clip(s.title(), body.width)}
	if goal := board.FactsOf(s.game).Goal; goal != "" {
		lines = append(lines, wrap(s.o.Words.Say(goal), body.width)...)
	}
	return append(lines[:min(len(lines), max(1, body.height-len(s.choices())-1))], "")
}

func (s *setup) draw(c *canvas, t theme, body box) {
	y := body.y
	for i, line := range s.head(body) {
		k := ink{fg: quietRole}
		if i == 0 {
			k = ink{bold: true}
		}
		c.put(body.x, y, line, k)
		y++
	}
	all := s.choices()
	at := within(s.at, len(all)-1)
	height := body.y + body.height - y
	first := from(at, len(all), height)
	for i := first; i < len(all) && i < first+height; i++ {
		text, k := "  ", ink{}
		if i == at {
			text, k = t.signs.pointer+" ", ink{bold: true, reverse: true}
		}
		text += pad(c.words.Say(all[i].label), 12) + " < " + c.words.Say(all[i].value) + " >"
		c.put(body.x, y+i-first, clip(text, body.width), k)
	}
}

// choiceAt returns the choice at a cell of the screen.
func (s *setup) choiceAt(body box, x, y int) (int, bool) {
	head := len(s.head(body))
	all := len(s.choices())
	i := from(within(s.at, all-1), all, body.height-head) + y - body.y - head
	return i, body.has(x, y) && y >= body.y+head && i < all
}

func (s *setup) status() (string, ink) {
	if s.err != nil {
		return s.err.Error(), ink{fg: badRole}
	}
	return fmt.Sprintf("Enter begins %s.", titleOf(s.o.Families, s.game)), ink{}
}
