package machine

import (
	"slices"

	"oxo/game/rules/gdl"
)

// Finish is a rule that may end the game and whose conditions are all fluents: "three in this row".
type Finish struct {
	Facts []int32 // the fluents that must be true, at least two
	gate  int32   // counts the conditions of the rule that fail
}

// maxFinishes is the maximum number of such rules that are checked in each position.
const maxFinishes = 4096

// Finishes returns the rules whose conditions are all fluents and that may end the game; nil if there are too many.
func (p *Program) Finishes() (all []Finish) {
	leads := make([]bool, p.Atoms) // by atom: if it is true, the game may be over
	leads[p.Over.Atom()] = !p.Over.Not()
	for _, r := range slices.Backward(p.Rules) {
		if !leads[r.Head] {
			continue
		}
		for _, l := range r.Body {
			leads[l.Atom()] = leads[l.Atom()] || !l.Not()
		}
	}
	number := int32(0)
	for _, r := range p.Rules {
		if !p.kept[r.Head] {
			continue
		}
		if facts := p.factsOf(r.Body); leads[r.Head] && len(facts) > 1 {
			all = append(all, Finish{facts, p.gateOf[number]})
		}
		number++
	}
	if len(all) > maxFinishes {
		return nil
	}
	return all
}

// factsOf returns the fluents that a body asks for; nil if it asks for something else that must be true.
func (p *Program) factsOf(body []gdl.Literal) (facts []int32) {
	for _, l := range body {
		switch a := l.Atom(); {
		case l.Not():
		case a >= p.FirstMove(0):
			return nil
		default:
			facts = append(facts, int32(a-1))
		}
	}
	return facts
}

// Missing returns the fluent that a rule misses if it misses nothing else; -1 otherwise.
func (m *Machine) Missing(f *Finish) int32 {
	if m.counts[f.gate] == 1 {
		for _, fluent := range f.Facts {
			if !m.bit(fluent + 1) {
				return fluent
			}
		}
	}
	return -1
}
