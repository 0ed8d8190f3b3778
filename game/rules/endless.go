package rules

import (
	"slices"

	"oxo/game/rules/gdl"
)

// This file proves for some sheets that every game ends. Each fluent gets a weight, such that every
// move raises the sum of the weights of the fluents that are true: the potential. So no state comes
// back. Boards that fill, heaps that shrink, pieces that only go forward and counters of moves have
// such a potential.
//
// The weights are learnt from the moves of random games (potential.learn). Then the prover computes
// what each move may change in any state where it is legal (prover.raises). If a move need not
// raise the potential, the weights are learnt again with this change.

// The work is limited: beyond these bounds a game counts as one that may loop, which only costs
// speed.
const (
	maxLooks  = 60_000_000 // at conditions of rules
	maxRounds = 400        // of learning
	maxLearnt = 30_000_000 // changes of fluents looked at
	maxSplits = 8          // cases within cases
)

// ending reports whether it can prove that every game ends.
func ending(c *gdl.Circuit, t *traits, seen [][]delta) bool {
	p := potential{weights: make([]int32, len(c.Fluents)), seen: seen}
	if !p.learn() {
		return false
	}
	v := newProver(c, t, &p)
	cases := v.cases()
	round, passed := 0, 0
	for at := 0; passed < len(cases); at = (at + 1) % len(cases) {
		for {
			ok, change := v.raised(cases[at])
			if ok {
				passed++
				break
			}
			if round++; change == nil || round > maxRounds || v.looks > maxLooks {
				return false
			}
			p.seen = append(p.seen, change)
			if passed = 0; !p.learn() {
				return false
			}
		}
	}
	return v.looks <= maxLooks
}

// delta is a fluent that a move changes: twice its number, plus one if it becomes false.
type delta int32

func (d delta) fluent() int32 { return int32(d >> 1) }

// potential holds the weights, and the changes that they were learnt from.
type potential struct {
	weights []int32
	seen    [][]delta
	learnt  int // work done
}

func (p *potential) rise(change []delta) (sum int32) {
	for _, d := range change {
		if d&1 == 0 {
			sum += p.weights[d.fluent()]
		} else {
			sum -= p.weights[d.fluent()]
		}
	}
	return sum
}

// learn adjusts the weights until each known change raises the sum: a perceptron [Rosenblatt58]. It
// reports false if it finds no such weights.
func (p *potential) learn() bool {
	for {
		rising := true
		for _, change := range p.seen {
			if p.learnt += len(change); p.learnt > maxLearnt || len(change) == 0 {
				return false
			}
			if p.rise(change) >= 1 {
				continue
			}
			rising = false
			for _, d := range change {
				p.weights[d.fluent()] += 1 - 2*int32(d&1)
			}
		}
		if rising {
			return true
		}
	}
}

// pairOf is a move of each role; -1 stands for any.
type pairOf [2]int32

// cases returns the moves to look at: each move of a role, with any move of the other
// role; and each pair of moves that a role makes only while the other has a choice.
func (v *prover) cases() (all []pairOf) {
	var waiting [2][]int32
	for role := range v.c.Moves {
		for m := range v.c.Moves[role] {
			if v.t.waiting[role][int32(m)] {
				waiting[role] = append(waiting[role], int32(m))
				continue
			}
			both := pairOf{-1, -1}
			both[role] = int32(m)
			all = append(all, both)
		}
	}
	for _, a := range waiting[0] {
		for _, b := range waiting[1] {
			all = append(all, pairOf{a, b})
		}
	}
	return all
}

// counted returns a group that acts as a counter, or nil. Each of its fluents becomes true only
// after another fluent of the group, never in a cycle. So each state is further on than the one
// before.
func counted(c *gdl.Circuit, groups []group) *group {
	rules := bodiesOf(c)
	at := slices.IndexFunc(groups, func(g group) bool { return g.always && len(g.fluents) > 1 && counts(c, rules, g) })
	if at < 0 {
		return nil
	}
	return &groups[at]
}

// bodies returns the rules of an atom's literal: nil for one that has none.
type bodies map[int][][]gdl.Literal

func bodiesOf(c *gdl.Circuit) bodies {
	b := bodies{}
	for _, r := range c.Rules {
		b[r.Head] = append(b[r.Head], r.Body)
	}
	return b
}

// of returns the alternatives that make a literal true.
func (b bodies) of(l gdl.Literal) [][]gdl.Literal {
	if rules, ok := b[l.Atom()]; ok && !l.Not() {
		return rules
	}
	return [][]gdl.Literal{{l}}
}

func counts(c *gdl.Circuit, rules bodies, g group) bool {
	before := map[int32][]int32{}
	for _, f := range g.fluents {
		next := c.Next[f]
		if next == gdl.Never {
			continue
		}
		for _, body := range rules.of(next) {
			var from []int32
			for _, l := range body {
				if at := int32(l.Atom() - 1); !l.Not() && slices.Contains(g.fluents, at) {
					from = append(from, at)
				}
			}
			if len(from) == 0 {
				return false
			}
			before[f] = append(before[f], from[0])
		}
	}
	return ends(g.fluents, before)
}

// ends reports whether no fluent comes before itself, directly or through others.
func ends(fluents []int32, before map[int32][]int32) bool {
	state := map[int32]int{} // 1 on the path, 2 done
	var from func(f int32) bool
	from = func(f int32) bool {
		switch state[f] {
		case 1:
			return false
		case 2:
			return true
		}
		state[f] = 1
		for _, b := range before[f] {
			if !from(b) {
				return false
			}
		}
		state[f] = 2
		return true
	}
	return !slices.ContainsFunc(fluents, func(f int32) bool { return !from(f) })
}
