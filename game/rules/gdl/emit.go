package gdl

import (
	"cmp"
	"slices"
	"strings"

	"oxo/internal/words"
)

// emitter numbers the atoms of a circuit.
type emitter struct {
	*logic
	c       *Circuit
	fluent  []term           // of each fluent
	moves   [2][]term        // of each move
	literal map[term]Literal // of atoms that have one
	loop    map[term][]term  // of atoms that depend on themselves: all that depend on each other
	bodies  map[string]Literal
}

// emitAll makes the circuit of simplified rules.
func (l *logic) emitAll(roles []term) (*Circuit, error) {
	e := &emitter{logic: l, c: &Circuit{Atoms: 1}, literal: map[term]Literal{}, bodies: map[string]Literal{}}
	e.loop = l.loops()
	need := l.needed()
	e.addFluents(need)
	for i, role := range roles {
		e.c.Roles[i] = l.text(role)
		e.addMoves(i, role)
	}
	for i, f := range e.fluent {
		v := Never
		if next, ok := e.find(e.words.next, e.all[f].args); ok {
			var err error
			if v, err = e.emit(next, 0); err != nil {
				return nil, err
			}
		}
		e.c.Next[i] = v
	}
	if err := e.addEnds(roles); err != nil {
		return nil, err
	}
	return e.c, nil
}

// byText sorts terms by their text.
func (l *logic) byText(list []term) []term {
	type named struct {
		term term
		text string
	}
	names := make([]named, len(list))
	for i, t := range list {
		names[i] = named{t, l.text(t)}
	}
	slices.SortFunc(names, func(a, b named) int { return cmp.Compare(a.text, b.text) })
	sorted := make([]term, len(list))
	for i, n := range names {
		sorted[i] = n.term
	}
	return sorted
}

func (e *emitter) addFluents(need map[term]bool) {
	for _, f := range e.byText(e.fluents()) {
		if !need[f] {
			continue
		}
		arg := e.all[f].args[0]
		e.fluent = append(e.fluent, f)
		e.c.Fluents = append(e.c.Fluents, e.call(arg))
		e.c.Start = append(e.c.Start, e.started[arg])
		parts := []int32{e.all[arg].name}
		for _, a := range e.all[arg].args {
			parts = append(parts, int32(a))
		}
		e.c.Parts = append(e.c.Parts, parts)
		e.number(f)
	}
	e.c.Next = make([]Literal, len(e.fluent))
}

// number gives an atom the next number.
func (e *emitter) number(a term) {
	e.literal[a] = Literal(e.c.Atoms << 1)
	e.c.Atoms++
}

// addMoves numbers the moves of a role that are legal in some state.
func (e *emitter) addMoves(i int, role term) {
	for _, d := range e.byText(e.of(doesWord, 2)) {
		if e.all[d].args[0] != role || e.values[d] == isFalse {
			continue
		}
		e.moves[i] = append(e.moves[i], d)
		e.c.Moves[i] = append(e.c.Moves[i], e.call(e.all[d].args[1]))
		e.number(d)
	}
}

// emit returns the literal of an atom. It numbers what its rules use first.
func (e *emitter) emit(a term, line int) (Literal, error) {
	switch e.values[a] {
	case isTrue:
		return Always, nil
	case isFalse:
		return Never, nil
	}
	if v, ok := e.literal[a]; ok {
		return v, nil
	}
	if known, ok := e.lines[a]; ok {
		line = known
	}
	if e.late() {
		return 0, e.err
	}
	if members := e.loop[a]; members != nil {
		return e.emitLoop(members, a, line)
	}
	bodies, always, err := e.bodiesOf(a, line)
	if err != nil {
		return 0, err
	}
	switch {
	case always:
		e.literal[a] = Always
	case len(bodies) == 0:
		e.literal[a] = Never
	case len(bodies) == 1 && len(bodies[0]) == 1:
		e.literal[a] = bodies[0][0]
	default:
		e.literal[a] = e.derived(bodies)
	}
	return e.literal[a], nil
}

// emitLoop numbers atoms that depend on each other, and returns the literal of one of them.
func (e *emitter) emitLoop(members []term, a term, line int) (Literal, error) {
	// 1. Other atoms that their rules use come first.
	for _, m := range members {
		for _, body := range e.rules[m] {
			for _, c := range body {
				other := term(c >> 1)
				if with := e.loop[other]; with == nil || with[0] != members[0] {
					if _, err := e.emit(other, line); err != nil {
						return 0, err
					}
				} else if c&1 != 0 {
					return 0, fault(line, "%s depends on the opposite of itself in one state: want rules in which no \"not\" leads back", words.Clip(e.text(m)))
				}
			}
		}
	}
	// 2. Their numbers follow each other.
	e.c.Loops = append(e.c.Loops, Loop{e.c.Atoms, e.c.Atoms + len(members) - 1})
	for _, m := range members {
		e.number(m)
	}
	// 3. Their rules, which may use all of the numbers.
	for _, m := range members {
		bodies, always, err := e.bodiesOf(m, line)
		if err != nil {
			return 0, err
		}
		if always {
			bodies = [][]Literal{nil}
		}
		for _, b := range bodies {
			e.c.Rules = append(e.c.Rules, Rule{e.literal[m].Atom(), b})
		}
	}
	return e.literal[a], nil
}

// derived returns a number for an atom with rules. Atoms with the same rules get the same number.
func (e *emitter) derived(bodies [][]Literal) Literal {
	var text strings.Builder
	for _, b := range bodies {
		text.WriteString(bytesOf(b) + ";")
	}
	k := text.String()
	if v, ok := e.bodies[k]; ok {
		return v
	}
	n := e.c.Atoms
	e.c.Atoms++
	for _, b := range bodies {
		e.c.Rules = append(e.c.Rules, Rule{n, b})
	}
	e.bodies[k] = Literal(n << 1)
	return e.bodies[k]
}

// bodiesOf returns the bodies of an atom's rules as literals; always is true if one of them has no
// condition.
func (e *emitter) bodiesOf(a term, line int) (bodies [][]Literal, always bool, err error) {
	for _, body := range e.rules[a] {
		list := make([]Literal, 0, len(body))
		for _, c := range body {
			v, err := e.emit(term(c>>1), line)
			if err != nil {
				return nil, false, err
			}
			list = append(list, v^Literal(c&1))
		}
		slices.Sort(list)
		list = slices.DeleteFunc(slices.Compact(list), func(v Literal) bool { return v == Always })
		never := slices.Contains(list, Never)
		for i := 1; i < len(list); i++ {
			never = never || list[i] == list[i-1].Opposite()
		}
		switch {
		case never:
		case len(list) == 0:
			return nil, true, nil
		default:
			bodies = append(bodies, list)
		}
	}
	slices.SortFunc(bodies, slices.Compare)
	return slices.CompactFunc(bodies, slices.Equal), false, nil
}
