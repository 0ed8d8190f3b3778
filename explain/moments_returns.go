package explain

import (
	"fmt"

	"oxo"
)

// returnWords describes what a child's value changes at its parent: before is the
// parent's old state, o its new one.
func (w *narrator) returnWords(before, o *opened, c int, name string) saying {
	t := w.t
	isMax := t.Nodes[o.node].Max
	s := saying{what: fmt.Sprintf("%s is worth %s", name, w.worth(c))}
	switch {
	case t.Algorithm.Name == Engine:
		s.what += "."
		if o.seen > 1 && o.bestName != name {
			s.why = fmt.Sprintf("%s keeps %s.", w.mover(o.node), o.bestName)
		}
		return s
	case !t.Algorithm.Windows:
		w.plainReturn(&s, before, o, name)
	case o.alpha != before.alpha || o.beta != before.beta:
		w.boundMoves(&s, o)
	case o.bestName != name && w.beats(o):
		s.what += fmt.Sprintf(", no %s than %s: %s keeps %s.", compared(isMax), before.bestName, w.mover(o.node), before.bestName)
		s.why = w.notAsked(c, isMax)
	default:
		w.boundStays(&s, o)
	}
	s.ask = w.askBound(before, o, c, name)
	return s
}

func compared(isMax bool) string {
	if isMax {
		return "more"
	}
	return "less"
}

// plainReturn is returnWords for walks without a window.
func (w *narrator) plainReturn(s *saying, before, o *opened, name string) {
	mover := w.mover(o.node)
	switch {
	case o.seen == 1:
		s.what += fmt.Sprintf(": the first value that %s knows.", mover)
		s.why = fmt.Sprintf("%s takes the %s of them all.", mover, most(w.t.Nodes[o.node].Max))
	case o.bestName == name:
		s.what += fmt.Sprintf(", better for %s than %s.", mover, before.bestName)
	default:
		s.what += fmt.Sprintf(", no better for %s than %s.", mover, before.bestName)
	}
}

// boundMoves describes that alpha rises or beta falls, and what follows.
func (w *narrator) boundMoves(s *saying, o *opened) {
	t, v := w.t, w.voice
	var ends string
	bound, other := o.alpha, "Beta is "+t.Say(o.beta)
	if t.Nodes[o.node].Max {
		s.what += fmt.Sprintf(", so %s %s %s: alpha rises to %s.", v.Max, w.sure(), t.again(bound), t.Say(bound))
		ends = "A reply that holds " + v.Max + " to %s now ends its branch."
	} else {
		bound, other = o.beta, "Alpha is "+t.Say(o.alpha)
		s.what += fmt.Sprintf(", so %s holds %s to %s: beta falls to %s.", v.Min, v.Max, t.again(bound), t.Say(bound))
		ends = "A reply that gives " + v.Max + " %s now ends its branch."
	}
	switch {
	case len(o.names)-o.seen+len(o.unlooked) == 0 || !w.branches(o) && !t.Algorithm.closed(o.alpha, o.beta): // no branch is left that could be ended
	case t.Algorithm.closed(o.alpha, o.beta):
		s.why = other + ": no value that matters is left between them."
	default:
		s.why = fmt.Sprintf(ends, w.beyond(bound, t.Nodes[o.node].Max))
	}
}

// branches reports whether one of the remaining moves leads to a node with moves of
// its own: a leaf has no branch to end.
func (w *narrator) branches(o *opened) bool {
	at := 0
	for c := range w.t.Children(o.node) {
		if at++; at > o.seen && w.t.Nodes[c].Below > 1 {
			return true
		}
	}
	return false
}

// beats reports whether the best value of a node improves on the bound that its side
// had on arrival.
func (w *narrator) beats(o *opened) bool {
	n := &w.t.Nodes[o.node]
	if n.Max {
		return o.best > n.Alpha
	}
	return o.best < n.Beta
}

// beyond writes the values for which a bound ends a branch. They include the bound
// itself only if the algorithm cuts off at equality.
func (w *narrator) beyond(bound oxo.Score, isMax bool) string {
	word := compared(!isMax)
	if w.t.Algorithm.closed(bound, bound) {
		return w.t.again(bound) + " or " + word
	}
	return word + " than " + w.t.again(bound)
}

// boundStays explains why the best value so far does not move the bound.
func (w *narrator) boundStays(s *saying, o *opened) {
	t, v := w.t, w.voice
	isMax := t.Nodes[o.node].Max
	bound, name, sure := o.alpha, "alpha", v.Max+" already has "
	if !isMax {
		bound, name, sure = o.beta, "beta", v.Min+" already holds "+v.Max+" to "
	}
	s.what += "."
	where := "elsewhere"
	if at, _ := w.owner(isMax, bound); at != nil {
		where = "with " + at.bestName
	}
	s.why = fmt.Sprintf("%s%s %s: %s stays at %s.", sure, t.a(bound), where, name, t.Say(bound))
	if bound == oxo.Infinity || bound == -oxo.Infinity {
		s.why = fmt.Sprintf("That does not move %s.", name)
	}
}

// notAsked explains that a bound is enough here.
func (w *narrator) notAsked(c int, isMax bool) string {
	lo, hi := w.lo[c-w.under], w.hi[c-w.under]
	value := w.t.Nodes[c].Value
	switch {
	case isMax && lo < value:
		return fmt.Sprintf("It may be less: %s does not need to know.", w.voice.Max)
	case !isMax && hi > value:
		return fmt.Sprintf("It may be more: %s does not need to know.", w.voice.Min)
	}
	return ""
}

// owner finds the open ancestor that a bound comes from, and the move that was made
// there towards the current node.
func (w *narrator) owner(isMax bool, bound oxo.Score) (at *opened, taken string) {
	for k := range len(w.open) - 1 { // from the top: nodes further down may have inherited the bound
		if o := w.open[k]; w.t.Nodes[o.node].Max == isMax && o.seen > 0 && o.best == bound {
			return o, w.open[k+1].move
		}
	}
	return nil, ""
}

// cutWords explains why the remaining moves are skipped.
func (w *narrator) cutWords(o *opened) saying {
	t, v, n := w.t, w.voice, &w.t.Nodes[o.node]
	rest := some(o.unlooked)
	verb := "are"
	if len(o.unlooked) == 1 {
		verb = "is"
	}
	if t.Algorithm.Name == Engine {
		if n.Parent < 0 || n.Question {
			return saying{what: fmt.Sprintf("%s settles it: the position is worth %s.", o.bestName, w.worth(o.node)), why: fmt.Sprintf("%s %s skipped.", rest, verb)}
		}
		return saying{what: fmt.Sprintf("%s %s skipped.", rest, verb), why: t.Reason(o.node, w.p, v) + "."}
	}
	s := saying{ask: w.askCut(o, true)}
	how := "Alpha meets beta"
	if o.alpha > o.beta {
		how = "Alpha is above beta"
	}
	s.what = fmt.Sprintf("%s: %s's %s %s skipped.", how, w.mover(o.node), rest, verb)
	if len(o.unlooked) > 3 {
		s.what = fmt.Sprintf("%s: %s of %s are skipped.", how, rest, w.mover(o.node))
	}
	bound := n.Alpha
	if n.Max {
		bound = n.Beta
	}
	decider := w.other(o.node) // the side that can avoid this node
	w.open = append(w.open, o)
	at, taken := w.owner(!n.Max, bound)
	w.open = w.open[:len(w.open)-1]
	has := decider + " has something"
	if at != nil {
		has = fmt.Sprintf("%s has %s instead of %s", decider, at.bestName, taken)
	}
	if n.Value == bound {
		s.why = fmt.Sprintf("%s, just as good: %s gains nothing by coming here.", has, decider)
	} else {
		s.why = fmt.Sprintf("%s, which is better for %s: the game will not come here.", has, decider)
	}
	return s
}

// askBound asks for the new alpha or beta; in algorithms without a window, for the
// best value.
func (w *narrator) askBound(before, o *opened, c int, name string) *Prediction {
	t, child := w.t, &w.t.Nodes[c]
	isMax := t.Nodes[o.node].Max
	if !t.Algorithm.Windows {
		if before.seen == 0 {
			return nil
		}
		question := fmt.Sprintf("%s is worth %s. What is the %s for %s so far?", name, w.worth(c), map[bool]string{true: "most", false: "least"}[isMax], w.voice.Max)
		return w.choose(question, o.best, []oxo.Score{before.best, child.Value})
	}
	bound, now, other := before.alpha, o.alpha, o.beta
	letter := "alpha"
	if !isMax {
		bound, now, other, letter = before.beta, o.beta, o.alpha, "beta"
	}
	values := []oxo.Score{bound, child.Value}
	if other != oxo.Infinity && other != -oxo.Infinity {
		values = append(values, other)
	}
	return w.choose(fmt.Sprintf("%s is worth %s. What is %s now?", name, w.worth(c), letter), now, values)
}
