package explain

import (
	"fmt"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/internal/words"
	"oxo/search/trace"
)

// Voice names the two players of a tree.
type Voice struct{ Max, Min string }

// Sides names the players as the game does.
func (t *Tree) Sides() Voice {
	turn := t.Start.Turn()
	return Voice{board.SideName(t.Game, turn), board.SideName(t.Game, turn.Opponent())}
}

// Estimates reports whether a depth limit ended nodes, so that values may be estimates.
func (t *Tree) Estimates() bool { return t.estimates }

// plain reports whether values are plain numbers, not wins and losses.
func (t *Tree) plain() bool { return board.Plain(t.Game) }

// Say writes a value of MAX, without plies if they are not counted.
func (t *Tree) Say(s oxo.Score) string {
	switch {
	case t.estimates && s == oxo.Draw:
		return "about 0"
	case t.Algorithm.Name == Engine && !t.estimates && s == oxo.Draw+1: // the edge of a null window
		return "more than a draw"
	case t.Algorithm.Name == Engine && !t.estimates && s == oxo.Draw-1:
		return "less than a draw"
	case t.plain():
		return board.Say(t.Game, s)
	case t.estimates && s.Sign() == 0:
		return catalog.UnitOf(t.Game).Say(s)
	case t.CountsPlies || s.Sign() == 0:
		return s.String()
	}
	return s.Result()
}

// Window writes the window of a node; a null window is written as its question.
func (t *Tree) Window(i int) string {
	n := &t.Nodes[i]
	switch {
	case t.asksAt(n):
		return t.question(n)
	case n.Alpha == -1 && n.Beta == 1:
		return "a draw, better or worse?"
	}
	return "alpha " + t.Say(n.Alpha) + ", beta " + t.Say(n.Beta)
}

// question writes a null window as a yes-or-no question.
func (t *Tree) question(n *Node) string {
	switch n.Alpha {
	case -1:
		return "a draw or better?"
	case oxo.Draw:
		return "better than a draw?"
	}
	return "better than " + t.Say(n.Alpha) + "?"
}

// Reason explains a node's value in words; p is its position.
func (t *Tree) Reason(i int, p oxo.Position, v Voice) string {
	n := &t.Nodes[i]
	switch n.Ending {
	case trace.GameOver:
		return catalog.Verdict(t.Game, p)
	case trace.Horizon:
		return "the depth limit: not searched further, " + t.estimate(n, p)
	case trace.CutOff:
		return t.cutReason(n, v)
	case trace.Table:
		return "taken from the table: " + t.bound(n) + ", known since an earlier visit of this position or a mirror image"
	case trace.Guide:
		return "decided without a search: the rules of the game tell that it is " + t.bound(n)
	case trace.Stopped:
		return "given up for now: the search has used up its node budget, and is tried again with a larger one"
	case trace.Repetition:
		return "the position was reached before on this line: " + t.a(n.Value)
	case trace.Known:
		return "not visited: " + t.knownReason(n, v)
	}
	return t.completeReason(i, v)
}

// estimate writes the estimate of a node at the depth limit, and the game's terms if
// they add up to it. The sum may differ, since the engine clamps an estimate to the
// proven bounds.
func (t *Tree) estimate(n *Node, p oxo.Position) string {
	text := "estimated at " + t.Say(n.Value)
	e, ok := p.(board.Explained)
	if !ok {
		return text
	}
	sum, sign := oxo.Draw, oxo.Score(1)
	if !n.Max {
		sign = -1
	}
	var parts []string
	for _, term := range e.Terms() {
		sum += sign * term.Score
		parts = append(parts, fmt.Sprintf("%s (%s)", term.Text, catalog.UnitOf(t.Game).Say(sign*term.Score)))
	}
	if sum != n.Value || len(parts) == 0 {
		return text
	}
	return text + ": " + strings.Join(parts, ", ")
}

// bound writes a value that may be a bound.
func (t *Tree) bound(n *Node) string {
	switch {
	case n.Value >= n.Beta && n.Value < oxo.Win(0):
		return t.a(n.Value) + " or better"
	case n.Value <= n.Alpha && n.Value > oxo.Loss(0):
		return t.a(n.Value) + " or worse"
	}
	return t.a(n.Value)
}

func (t *Tree) completeReason(i int, v Voice) string {
	n := &t.Nodes[i]
	children := 0
	for range t.Children(i) {
		children++
	}
	switch {
	case t.asks(i):
		return fmt.Sprintf("found by %s, one after another", searches(children))
	case children == 1 && n.Skipped == 0:
		return "the only move"
	}
	word := "least"
	if n.Max {
		word = "greatest"
	}
	text := fmt.Sprintf("the %s of %d", word, children)
	if n.Skipped > 0 && t.Algorithm.Name == Engine {
		mover := v.Min
		if n.Max {
			mover = v.Max
		}
		text += fmt.Sprintf("; %s cannot help %s and was left out", words.Count(int(n.Skipped), "other move"), mover)
		if n.Skipped > 1 {
			text = fmt.Sprintf("the %s of %d; %d other moves cannot help %s and were left out", word, children, n.Skipped, mover)
		}
	}
	return text
}

// cutReason explains a cut-off in MAX's values: at a node of MAX the value reached
// beta, at a node of MIN it reached alpha.
func (t *Tree) cutReason(n *Node, v Voice) string {
	rest := words.Count(int(n.Skipped), "move") + " skipped"
	question := fmt.Sprintf("which answers the null-window search (%s): ", t.question(n))
	switch asked := t.asksAt(n); {
	case n.Max && n.Value < n.Beta:
		return "cut-off: nothing better is possible for " + v.Max + " here; " + rest
	case !n.Max && n.Value > n.Alpha:
		return "cut-off: nothing better is possible for " + v.Min + " here; " + rest
	case n.Max && asked:
		return fmt.Sprintf("cut-off: %s gets %s or better here, %syes; %s", v.Max, t.a(n.Value), question, rest)
	case asked:
		return fmt.Sprintf("cut-off: %s holds it to %s or worse here, %sno; %s", v.Min, t.a(n.Value), question, rest)
	case n.Max:
		return fmt.Sprintf("cut-off: %s gets %s or better here, so %s will not come here: %s is sure of %s elsewhere; %s",
			v.Max, t.a(n.Value), v.Min, v.Min, t.a(n.Beta), rest)
	}
	return fmt.Sprintf("cut-off: %s holds it to %s or worse here, so %s will not come here: %s is sure of %s elsewhere; %s",
		v.Min, t.a(n.Value), v.Max, v.Max, t.a(n.Alpha), rest)
}

// knownReason explains why a node was not visited: its known value is enough for the
// side to move at the parent, or no better for it than the value that is sure already.
func (t *Tree) knownReason(n *Node, v Voice) string {
	parents := v.Max
	if n.Max {
		parents = v.Min
	}
	enough := n.Value >= n.Beta
	if n.Max {
		enough = n.Value <= n.Alpha
	}
	if enough {
		return fmt.Sprintf("it is known to be %s, and that is enough for %s", t.bound(n), parents)
	}
	return fmt.Sprintf("it is known to be %s, and that is no better for %s than what is sure already", t.bound(n), parents)
}
