package rbg

import (
	"context"
	"slices"
	"strconv"
)

// maxBound bounds the values of variables.
const maxBound = 1_000_000_000

// variable is a number of the state, 0 to its bound. The points of a player are a
// variable, too.
type variable struct {
	name  string
	bound int
}

// sheet is a text that has been read: all names are resolved.
type sheet struct {
	bounds Bounds
	*source
	players   int
	variables []variable // the points of the players first
	pieces    []string
	graph     *graph
	rules     *node
}

// read reads a text.
func read(ctx context.Context, text string, bounds Bounds) (*sheet, error) {
	all, err := tokens(text)
	if err != nil {
		return nil, err
	}
	src, err := split(all)
	if err != nil {
		return nil, err
	}
	s := &sheet{source: src, bounds: bounds.withDefaults()}
	x := &expander{ctx: ctx, macros: src.macros, most: s.bounds.Tokens}
	parsers := map[string]parser{}
	for _, name := range sections() {
		list, err := src.section(x, name)
		if err != nil {
			return nil, err
		}
		parsers[name] = parser{sheet: s, all: list, end: src.sections[name].line}
	}
	if err := s.declare(parsers); err != nil {
		return nil, err
	}
	if s.graph, err = s.board(parsers["board"]); err != nil {
		return nil, err
	}
	s.rules, err = s.expression(parsers["rules"])
	return s, err
}

// declare reads the names of players, pieces and variables.
func (s *sheet) declare(parsers map[string]parser) error {
	for _, name := range []string{"players", "pieces", "variables"} {
		p := parsers[name]
		for len(p.all) > 0 {
			if err := s.declareOne(&p, name); err != nil {
				return err
			}
			for p.peek() == "," {
				p.next()
			}
		}
		if name == "players" {
			s.players = len(s.variables)
		}
	}
	switch {
	case s.players != 2:
		return fault(s.sections["players"].line, "the sheet has %d players: want two", s.players)
	case len(s.pieces) == 0:
		return fault(s.sections["pieces"].line, "no pieces: want at least one, such as that of an empty square")
	}
	return nil
}

func (s *sheet) declareOne(p *parser, section string) error {
	t, err := p.word("a name, then a comma")
	if err != nil {
		return err
	}
	if kind := s.kind(t.text); kind != "" {
		return fault(t.line, "%q is the name of a %s already: want another name", t.text, kind)
	}
	if section == "pieces" {
		if len(s.pieces) == maxPieces {
			return fault(t.line, "more than %d pieces", maxPieces)
		}
		s.pieces = append(s.pieces, t.text)
		return nil
	}
	if err := p.take("("); err != nil {
		return err
	}
	bound, err := p.integer(1, maxBound)
	if err != nil {
		return err
	}
	const maxVariables = 200
	if len(s.variables) == maxVariables {
		return fault(t.line, "more than %d players and variables", maxVariables)
	}
	s.variables = append(s.variables, variable{t.text, bound})
	return p.take(")")
}

// integer takes a number.
func (p *parser) integer(least, most int) (int, error) {
	if len(p.all) > 0 && p.all[0].number() {
		if n, err := strconv.Atoi(p.all[0].text); err == nil && n >= least && n <= most {
			p.next()
			return n, nil
		}
	}
	return 0, fault(p.line(), "%s: want a number from %d to %d", p.seen(), least, most)
}

func (s *sheet) variable(name string) int {
	return slices.IndexFunc(s.variables, func(v variable) bool { return v.name == name })
}

// kind says what a name is, "" for a new one.
func (s *sheet) kind(name string) string {
	i := s.variable(name)
	switch {
	case slices.Contains(s.pieces, name):
		return "piece"
	case i >= 0 && (i < s.players || s.players == 0):
		return "player"
	case i >= 0:
		return "variable"
	case s.graph != nil && slices.Contains(s.graph.labels, name):
		return "label"
	}
	return ""
}
