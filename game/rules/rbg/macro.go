package rbg

import (
	"context"
	"slices"
)

// The bounds of macros. The largest sheet known has 30,000 tokens after the expansion.
const (
	maxCalls  = 100_000 // of macros
	maxNested = 500     // macros in macros
)

// part is a section or the body of a macro. Its order is its place in the text: it may use
// the macros before it.
type part struct {
	line, order int
	name        string
	params      []string
	body        []token
}

// sections returns the names of the sections.
func sections() []string { return []string{"players", "pieces", "variables", "board", "rules"} }

// source is a sheet split into parts.
type source struct {
	sections map[string]*part
	macros   map[string][]*part // by name, with different numbers of parameters
}

// split finds the sections and macros.
func split(all []token) (*source, error) {
	s := &source{sections: map[string]*part{}, macros: map[string][]*part{}}
	if len(all) == 0 || all[0].text != "#" {
		return nil, fault(firstLine(all), "the text before the first #: want #players, #pieces, #variables, #board and #rules")
	}
	for order := 0; len(all) > 0; order++ {
		end := 1 + slices.IndexFunc(all[1:], func(t token) bool { return t.text == "#" })
		if end == 0 {
			end = len(all)
		}
		if err := s.add(all[0].line, all[1:end], order); err != nil {
			return nil, err
		}
		all = all[end:]
	}
	for _, name := range sections() {
		if s.sections[name] == nil {
			return nil, fault(1, "no section #%s: want all of #players, #pieces, #variables, #board and #rules", name)
		}
	}
	return s, nil
}

func firstLine(all []token) int {
	if len(all) == 0 {
		return 1
	}
	return all[0].line
}

// add reads one part, without its #.
func (s *source) add(line int, all []token, order int) error {
	if len(all) == 0 || !all[0].name() {
		return fault(line, "a # without a name: want a section or the name of a macro")
	}
	p := &part{line: all[0].line, order: order, name: all[0].text}
	section := slices.Contains(sections(), p.name)
	all = all[1:]
	if len(all) > 0 && all[0].text == "(" && !section {
		for {
			if len(all) < 3 || !all[1].name() || all[2].text != ";" && all[2].text != ")" {
				return fault(p.line, "the parameters of the macro %s: want names with semicolons between them, in brackets", p.name)
			}
			p.params = append(p.params, all[1].text)
			all = all[2:]
			if all[0].text == ")" {
				all = all[1:]
				break
			}
		}
	}
	if len(all) == 0 || all[0].text != "=" {
		return fault(p.line, "#%s without a =: want #%s = ...", p.name, p.name)
	}
	p.body = all[1:]
	if section {
		if before := s.sections[p.name]; before != nil {
			return fault(p.line, "a second section #%s, after the one of line %d: want one", p.name, before.line)
		}
		s.sections[p.name] = p
		return nil
	}
	for _, before := range s.macros[p.name] {
		if n := len(before.params); n == len(p.params) || n == 0 || len(p.params) == 0 {
			return fault(p.line, "a second macro %s, after the one of line %d: want another name, or another number of parameters", p.name, before.line)
		}
	}
	s.macros[p.name] = append(s.macros[p.name], p)
	return nil
}

// expander replaces macros by their bodies.
type expander struct {
	ctx           context.Context
	macros        map[string][]*part
	calls, tokens int
	most          int // tokens
}

// section returns the tokens of a section, without macros.
func (s *source) section(x *expander, name string) ([]token, error) {
	p := s.sections[name]
	return x.expand(p, nil, 0)
}

// chain is a list of tokens being written; ~ joins the last token on its left to the first
// token on its right.
type chain struct {
	out   []token
	start int  // where the parts joined by ~ begin
	join  bool // a ~ is open
}

func (c *chain) add(unit []token, line int) error {
	if c.join && len(unit) > 0 && len(c.out) > c.start {
		last := &c.out[len(c.out)-1]
		if named := last.name() && (unit[0].name() || unit[0].number()); !named && (!last.number() || !unit[0].number()) {
			return fault(line, "%s~%s is not a name or a number", last.text, unit[0].text)
		}
		if len(last.text)+len(unit[0].text) > maxName {
			return fault(line, "a name that ~ makes is too long: want at most %d characters", maxName)
		}
		last.text += unit[0].text
		unit = unit[1:]
	}
	c.out = append(c.out, unit...)
	return nil
}

// expand returns the body of a part, with its parameters and the macros before it replaced.
func (x *expander) expand(p *part, env map[string][]token, nested int) ([]token, error) {
	x.calls++
	switch {
	case x.ctx.Err() != nil:
		return nil, fault(p.line, "the macros take too long: %w", x.ctx.Err())
	case x.calls > maxCalls:
		return nil, fault(p.line, "macros are used %d times: want at most %d", x.calls, maxCalls)
	}
	return x.body(p.body, p.order, env, nested)
}

func (x *expander) body(body []token, order int, env map[string][]token, nested int) ([]token, error) {
	if nested > maxNested {
		return nil, fault(firstLine(body), "macros in macros, %d deep: want at most %d", nested, maxNested)
	}
	var c chain
	for i := 0; i < len(body); i++ {
		t := body[i]
		if t.text == "~" {
			return nil, fault(t.line, "~ joins nothing: want a token on each side of it")
		}
		if !c.join {
			c.start = len(c.out)
		}
		unit, used, err := x.unit(body[i:], order, env, nested)
		if err != nil {
			return nil, err
		}
		if x.tokens += 1 + len(unit); x.tokens > x.most {
			return nil, fault(t.line, "the macros take more than %d tokens: want a smaller sheet", x.most)
		}
		if err := c.add(unit, t.line); err != nil {
			return nil, err
		}
		i += used - 1
		if c.join = i+1 < len(body) && body[i+1].text == "~"; c.join {
			if i++; i+1 == len(body) {
				return nil, fault(t.line, "~ joins nothing: want a token on each side of it")
			}
		}
	}
	return c.out, nil
}

// unit returns what the first token stands for, and how many tokens of the body it takes.
func (x *expander) unit(body []token, order int, env map[string][]token, nested int) ([]token, int, error) {
	t := body[0]
	if value, ok := env[t.text]; ok {
		return value, 1, nil
	}
	var seen []*part
	for _, m := range x.macros[t.text] {
		if m.order < order {
			seen = append(seen, m)
		}
	}
	switch {
	case len(seen) == 0:
		return body[:1], 1, nil
	case len(seen[0].params) == 0:
		out, err := x.expand(seen[0], nil, nested+1)
		return out, 1, err
	}
	given, used, err := arguments(body)
	if err != nil {
		return nil, 0, err
	}
	at := slices.IndexFunc(seen, func(m *part) bool { return len(m.params) == len(given) })
	if at < 0 {
		return nil, 0, fault(t.line, "the macro %s has %d parameters, not %d", t.text, len(seen[0].params), len(given))
	}
	values := map[string][]token{}
	for i, param := range seen[at].params {
		if values[param], err = x.body(given[i], order, env, nested+1); err != nil {
			return nil, 0, err
		}
	}
	out, err := x.expand(seen[at], values, nested+1)
	return out, used, err
}

// arguments returns the lists of tokens between semicolons after a name, and the number of
// tokens that the whole call has.
func arguments(body []token) (lists [][]token, used int, err error) {
	if len(body) < 2 || body[1].text != "(" {
		return nil, 0, fault(body[0].line, "the macro %s has parameters: want ( after its name", body[0].text)
	}
	open, start := 0, 2
	for i := 2; i < len(body); i++ {
		switch text := body[i].text; {
		case text == "(":
			open++
		case text == ")" && open > 0:
			open--
		case text == ")":
			return append(lists, body[start:i]), i + 1, nil
		case text == ";" && open == 0:
			lists = append(lists, body[start:i])
			start = i + 1
		}
	}
	return nil, 0, fault(body[0].line, "the arguments of the macro %s are never closed: want )", body[0].text)
}

// late explains an unknown name that belongs to a macro defined later; "" if there is no such
// macro.
func (s *source) late(name string) string {
	if m := s.macros[name]; len(m) > 0 {
		return ": the macro of line " + itoa(m[0].line) + " with this name is seen only after its own definition"
	}
	return ""
}
