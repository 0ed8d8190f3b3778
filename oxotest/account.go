package oxotest

import (
	"fmt"
	"slices"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/search"
)

// account is everything that a position reports: its state, the moves that led to it,
// and the game's knowledge about it. Two positions after the same moves report the
// same; their guides may know more or less, but never contradict each other.
type account struct {
	state
	said  []said
	guide []expansion
}

// said is one report of a position, as text.
type said struct{ what, text string }

// account collects a position's reports. It asks the given guide, or the position's
// own if that is nil.
func (c *checker) account(p oxo.Position, guide oxo.Guide) account {
	a := account{state: c.state(p)}
	a.moves = slices.Clone(a.moves)
	a.past(p)
	a.identity(p)
	a.looks(p, board.FactsOf(c.g))
	a.knowledge(p)
	if a.outcome == oxo.Ongoing {
		a.estimates(p)
		a.tactics(p)
	}
	if g, ok := p.(oxo.Guided); ok && guide == nil {
		guide = g.Guide()
	}
	if guide != nil {
		a.guide = []expansion{expanded(guide, -oxo.Infinity, oxo.Infinity), expanded(guide, oxo.Draw-1, oxo.Draw+1)}
	}
	return a
}

func (a *account) add(what string, values ...any) {
	a.said = append(a.said, said{what, strings.TrimSuffix(fmt.Sprintln(values...), "\n")})
}

// past adds what depends on the earlier moves.
func (a *account) past(p oxo.Position) {
	if l, ok := p.(oxo.Looping); ok {
		plies, value := l.Repeated()
		a.add("repetition", plies, "plies ago, worth", value)
	}
	if n, ok := p.(interface{ Times() int }); ok {
		a.add("number of times", n.Times())
	}
	if n, ok := p.(oxo.Clocked); ok {
		plies, limit := n.Clock()
		a.add("number of plies without progress", plies, "of", limit)
	}
	if n, ok := p.(oxo.Barring); ok {
		board, barred := n.Identity()
		a.add("hash of the past", n.Past())
		a.add("identity for repetitions", board, barred)
	}
}

// identity adds the reports about keys. The keys themselves are part of the state.
func (a *account) identity(p oxo.Position) {
	if k, ok := p.(oxo.Keyed); ok {
		a.add("number of bits of a key", k.KeyBits())
	}
	if y, ok := p.(oxo.Symmetric); ok {
		_, to := y.Canonical()
		a.add("symmetry of the canonical key", to, "of", y.Symmetries())
		for _, m := range first(a.moves) {
			a.add(fmt.Sprintf("image of move %d", m), y.MapMove(m, to), y.UnmapMove(m, to))
		}
	}
}

// looks adds what a board shows next to its squares.
func (a *account) looks(p oxo.Position, facts *board.Facts) {
	if facts.Note != nil {
		a.add("note", facts.Note(p))
	}
	b, ok := p.(board.Grid)
	if !ok {
		return
	}
	a.add("deciding line", b.Line())
	if facts.Owner != nil && a.outcome != oxo.Ongoing {
		columns, rows := b.Size()
		for i := range columns * rows {
			side, owned := facts.Owner(p, board.Square{Column: i % columns, Row: i / columns})
			a.add(fmt.Sprintf("owner of square %d", i), side, owned)
		}
	}
	if facts.Path != nil {
		for _, m := range first(a.moves) {
			a.add(fmt.Sprintf("path of move %d", m), facts.Path(p, m))
		}
	}
}

// knowledge adds what the game says about moves.
func (a *account) knowledge(p oxo.Position) {
	if n, ok := p.(board.Motivated); ok {
		for _, m := range a.moves[:min(1, len(a.moves))] {
			a.add(fmt.Sprintf("motives of move %d", m), n.Motives(m))
		}
	}
}

func (a *account) estimates(p oxo.Position) {
	if e, ok := p.(oxo.Evaluator); ok {
		a.add("estimate", int32(e.Evaluate()))
	}
	if e, ok := p.(board.Explained); ok {
		a.add("terms of the estimate", e.Terms())
	}
}

func (a *account) tactics(p oxo.Position) {
	t, ok := p.(search.Tactical)
	if !ok {
		return
	}
	m, idle := t.Idle()
	a.add("threat", t.Threatened())
	a.add("idle move", m, idle)
	a.add("noisy moves", t.Noisy(nil))
	for _, m := range first(a.moves) {
		a.add(fmt.Sprintf("quietness and exchange of move %d", m), t.Quiet(m), t.Exchange(m, unitOf(p)))
	}
}

// first returns the first few moves.
func first(moves []oxo.Move) []oxo.Move { return moves[:min(3, len(moves))] }

// contradiction describes a difference between two accounts after the same moves, or
// returns "".
func (a account) contradiction(o account) string {
	if !a.equal(o.state) {
		return a.difference(o.state)
	}
	for i := range min(len(a.said), len(o.said)) {
		if was, now := a.said[i], o.said[i]; was != now {
			return fmt.Sprintf("the %s was %s and is %s", was.what, was.text, now.text)
		}
	}
	if len(a.said) != len(o.said) {
		return fmt.Sprintf("it gave %d answers and gives %d", len(a.said), len(o.said))
	}
	for i := range min(len(a.guide), len(o.guide)) {
		if found := a.guide[i].contradiction(o.guide[i], a.moves); found != "" {
			return found
		}
	}
	return ""
}

// expansion is a guide's result for a window.
type expansion struct {
	children []oxo.Child
	bounds   oxo.Bounds
}

func expanded(g oxo.Guide, alpha, beta oxo.Score) expansion {
	children, b := g.Expand(alpha, beta, nil)
	return expansion{slices.Clone(children), b}
}

// contradiction describes a contradiction between the guides of one state: bounds
// without a common value, or illegal moves.
func (e expansion) contradiction(o expansion, legal []oxo.Move) string {
	if e.bounds != o.bounds && disjoint(e.bounds, o.bounds) {
		return fmt.Sprintf("the guide's bounds were %v to %v and are %v to %v", e.bounds.Lo(), e.bounds.Hi(), o.bounds.Lo(), o.bounds.Hi())
	}
	for _, child := range o.children {
		i := slices.IndexFunc(e.children, func(c oxo.Child) bool { return c.Move == child.Move })
		if i < 0 && !slices.Contains(legal, child.Move) {
			return fmt.Sprintf("the guide gives move %v, which is not legal", child.Move)
		}
		if i >= 0 && e.children[i].Bounds != child.Bounds && disjoint(e.children[i].Bounds, child.Bounds) {
			was := e.children[i]
			return fmt.Sprintf("the guide's bounds of move %v were %v to %v and are %v to %v", child.Move, was.Lo(), was.Hi(), child.Lo(), child.Hi())
		}
	}
	return ""
}

// disjoint reports whether no value is within both bounds.
func disjoint(a, b oxo.Bounds) bool { return a.Lo() > b.Hi() || b.Lo() > a.Hi() }
