package explain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/internal/words"
	"oxo/search/trace"
)

// saying holds the words of a moment.
type saying struct {
	what, why string
	ask       *Prediction
}

// a writes a value with its article: "a draw", "a win in 3", "+12".
func (t *Tree) a(s oxo.Score) string { return article(t.Say(s)) }

func article(text string) string {
	if isResult(text) {
		return "a " + text
	}
	return text
}

// again writes a value that was just named; a long one becomes "that".
func (t *Tree) again(s oxo.Score) string {
	if text := t.a(s); len(text) <= len("a draw") {
		return text
	}
	return "that"
}

// nodeName names a node by its path.
func (t *Tree) nodeName(i int, path []string) string {
	switch {
	case t.Nodes[i].Parent < 0 || len(path) == 0:
		return "the position"
	case named(path[0]) != path[0]:
		return "the line " + strings.Join(path, " ")
	}
	return strings.Join(path, " ")
}

// named writes a move's name so that it is not read as a number.
func named(move string) string {
	if _, err := strconv.Atoi(move); err == nil {
		return "move " + move
	}
	return move
}

func namedAll(moves []string) []string {
	for i, m := range moves {
		moves[i] = named(m)
	}
	return moves
}

// childName names a child by its move, or by its window if it is a search of the
// root.
func (t *Tree) childName(c int, name string) string {
	if name == "" {
		return "The search “" + t.Window(c) + "”"
	}
	return name
}

// worth writes the proven value of a node: exact, at least or at most.
func (w *narrator) worth(i int) string {
	n := &w.t.Nodes[i]
	lo, hi := w.lo[i-w.under], w.hi[i-w.under]
	switch {
	case lo < n.Value && n.Value < oxo.Win(0) && lo != hi:
		return article(w.t.AtMost(n.Value))
	case hi > n.Value && n.Value > oxo.Loss(0) && lo != hi:
		return article(w.t.AtLeast(n.Value))
	}
	return w.t.a(n.Value)
}

// AtMost writes an upper bound of a value of MAX: "at most +12", and "loss by 2 or
// worse", since "at most a loss by 2" could also mean a loss by 1.
func (t *Tree) AtMost(s oxo.Score) string { return bounded("at most ", t.Say(s), " or worse") }

// AtLeast writes a lower bound of a value of MAX: "loss by 2 or better".
func (t *Tree) AtLeast(s oxo.Score) string { return bounded("at least ", t.Say(s), " or better") }

func bounded(before, value, after string) string {
	if isResult(value) {
		return value + after
	}
	return before + value
}

// isResult reports whether a text begins with a result.
func isResult(text string) bool {
	return strings.HasPrefix(text, "win") || strings.HasPrefix(text, "draw") || strings.HasPrefix(text, "loss")
}

// Bound returns for each node of a subtree what the walk proves about the node's value:
// 0 if it is exact, 1 if the minimax value is at least that, -1 if it is at most that.
func (t *Tree) Bound(under int) []int {
	w := &narrator{t: t, under: under}
	w.span()
	bounds := make([]int, len(w.lo))
	for k := range bounds {
		value := t.Nodes[under+k].Value
		switch {
		case w.lo[k] < value:
			bounds[k] = -1
		case w.hi[k] > value:
			bounds[k] = 1
		}
	}
	return bounds
}

// exact reports whether the walk proves the value of a node.
func (w *narrator) exact(i int) bool { return w.lo[i-w.under] == w.hi[i-w.under] }

// sure is the verb for a side and its value: with estimates a side only "counts on" its
// value.
func (w *narrator) sure() string {
	if w.t.estimates {
		return "counts on"
	}
	return "is sure of"
}

// ended ends a text with a full stop, unless it is a question.
func ended(text string) string {
	if strings.HasSuffix(text, "?") {
		return text
	}
	return text + "."
}

func searches(n int) string {
	if n == 1 {
		return "1 search"
	}
	return fmt.Sprintf("%d searches", n)
}

// mover and other name the side to move at a node, and the other one.
func (w *narrator) mover(i int) string {
	if w.t.Nodes[i].Max {
		return w.voice.Max
	}
	return w.voice.Min
}

func (w *narrator) other(i int) string {
	if w.t.Nodes[i].Max {
		return w.voice.Min
	}
	return w.voice.Max
}

func (w *narrator) enterWords(i int, path []string) saying {
	t, n := w.t, &w.t.Nodes[i]
	switch {
	case n.Question:
		return saying{what: "The engine searches the position with a window of its own: " + ended(t.Window(i)), why: "It takes one search after another until the value is proven."}
	case len(w.open) == 0:
		s := saying{what: fmt.Sprintf("%s is to move and wants the %s, %s wants the %s.", w.mover(i), most(n.Max), w.other(i), most(!n.Max))}
		if n.Alpha == -oxo.Infinity && n.Beta == oxo.Infinity && t.Algorithm.Windows {
			s.why = fmt.Sprintf("Alpha is what %s is sure of, beta what %s is sure of: nothing yet.", w.voice.Max, w.voice.Min)
		}
		return s
	}
	s := w.tryWords(named(path[len(path)-1]))
	switch {
	case !t.Algorithm.Windows || t.Algorithm.Name == Engine:
		s.why = fmt.Sprintf("Now %s is to move and wants the %s.", w.mover(i), most(n.Max))
	case n.Alpha == -oxo.Infinity && n.Beta == oxo.Infinity:
		s.why = "Nothing is known yet, so everything may matter."
	case n.Beta == oxo.Infinity:
		s.why = fmt.Sprintf("%s %s %s already: only more than that matters here.", w.voice.Max, w.sure(), t.a(n.Alpha))
	case n.Alpha == -oxo.Infinity:
		s.why = fmt.Sprintf("%s holds %s to %s already: only less than that matters here.", w.voice.Min, w.voice.Max, t.a(n.Beta))
	case n.Alpha == n.Beta:
		s.why = fmt.Sprintf("Alpha and beta are both %s: nothing here can change the result, but this rule looks on until alpha is above beta.", t.Say(n.Alpha))
	default:
		s.why = fmt.Sprintf("Only what lies between %s and %s matters here.", t.a(n.Alpha), t.a(n.Beta))
	}
	return s
}

func most(isMax bool) string {
	if isMax {
		return "most"
	}
	return "least"
}

// tryWords names the move that is searched next, and asks whether it will be.
func (w *narrator) tryWords(move string) saying {
	if len(w.open) == 0 {
		return saying{}
	}
	o := w.open[len(w.open)-1]
	s := saying{what: fmt.Sprintf("%s tries %s.", w.mover(o.node), move)}
	if o.seen == 0 && len(o.names)+len(o.unlooked) > 1 {
		s.what = fmt.Sprintf("%s begins with %s.", w.mover(o.node), move)
	}
	s.ask = w.askCut(o, false)
	return s
}

// askCut asks whether a node's next move is searched.
func (w *narrator) askCut(o *opened, cut bool) *Prediction {
	left := append(slices.Clone(o.names[min(o.seen, len(o.names)):]), o.unlooked...)
	if o.seen == 0 || len(left) == 0 || !w.t.Algorithm.Windows || w.t.Algorithm.Name == Engine {
		return nil
	}
	right := 0
	if cut {
		right = 1
	}
	return &Prediction{"What happens next?", []string{"Look at " + left[0] + " too", "Cut off: skip " + some(left)}, right}
}

// some lists up to three names, or gives their number.
func some(names []string) string {
	switch n := len(names); {
	case n == 1:
		return names[0]
	case n <= 3:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return fmt.Sprintf("%d moves", len(names))
}

func (w *narrator) endWords(i int, path []string) saying {
	t, n := w.t, &w.t.Nodes[i]
	name := "the position"
	if len(path) > 0 {
		name = named(path[len(path)-1])
	}
	s := saying{}
	if len(w.open) > 0 && !n.Question {
		s.ask = w.tryWords(name).ask
	}
	switch {
	case n.Below > 1:
		s.what = fmt.Sprintf("%s is worth %s.", upper(name), w.worth(i))
		s.why = fmt.Sprintf("What is below it is not drawn: %s.", words.Count(int(n.Below)-1, "position"))
	case n.Question:
		s.what = "The engine searches the position with a window of its own: " + ended(t.Window(i))
		s.why = upper(t.Reason(i, w.p, w.voice)) + "."
	case n.Ending == trace.GameOver:
		s.what, s.why = w.overWords(i, name)
	case n.Ending == trace.Horizon:
		s.what = fmt.Sprintf("%s reaches the depth limit: it is not searched further.", upper(name))
		s.why = upper(t.estimate(n, w.p)) + "."
	default:
		s.what = fmt.Sprintf("%s: %s.", upper(name), t.Reason(i, w.p, w.voice))
	}
	return s
}

// overWords describes how a game ended.
func (w *narrator) overWords(i int, name string) (what, why string) {
	n := &w.t.Nodes[i]
	winner, won := w.p.Outcome().Winner(w.p.Turn())
	if w.t.plain() {
		return fmt.Sprintf("%s is the end of its branch: %s.", upper(name), w.t.Say(n.Value)), ""
	}
	if !won {
		return fmt.Sprintf("%s ends the game in a draw.", upper(name)), ""
	}
	side := board.SideName(w.t.Game, winner)
	what = fmt.Sprintf("With %s %s has won.", name, side)
	if mover := board.SideName(w.t.Game, w.p.Turn().Opponent()); mover == side {
		what = fmt.Sprintf("%s wins with %s.", side, name)
	}
	return what, fmt.Sprintf("For %s that is %s.", w.voice.Max, w.t.a(n.Value))
}

func upper(text string) string {
	if text == "" || text[0] < 'a' || text[0] > 'z' || (len(text) > 1 && text[1] >= '0' && text[1] <= '9') {
		return text // a square keeps its name
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// answerWords describes what a search of the root found.
func (w *narrator) answerWords(c int) saying {
	return saying{what: "The value is " + w.worth(c) + ".", why: "The window was: " + ended(w.t.Window(c))}
}

// doneWords describes the value of a node whose moves have all been searched.
func (w *narrator) doneWords(o *opened) saying {
	t, n := w.t, &w.t.Nodes[o.node]
	reply := "moves"
	if len(w.open) > 0 {
		reply = "replies"
	}
	greatest := "least"
	if n.Max {
		greatest = "greatest"
	}
	s := saying{what: fmt.Sprintf("%s is worth %s.", upper(o.name), w.worth(o.node))}
	switch {
	case t.asks(o.node):
		s.why = fmt.Sprintf("It took %s.", searches(o.seen))
	case n.Parent < 0 && o.seen > 1:
		s.what = fmt.Sprintf("%s is the best move: the position is worth %s.", upper(o.bestName), w.worth(o.node))
		s.why = fmt.Sprintf("No other move gives %s more.", w.voice.Max)
	case len(o.unlooked) > 0:
		s.why = fmt.Sprintf("The other moves of %s cannot help, and are left out.", w.mover(o.node))
	case o.seen == 1:
		s.why = fmt.Sprintf("%s has only one move there.", w.mover(o.node))
	case !w.exact(o.node):
		s.why = fmt.Sprintf("All of %s's %s were looked at, and none is proven to give %s %s.", w.mover(o.node), reply, w.voice.Max, compared(n.Max))
	default:
		s.why = fmt.Sprintf("All of %s's %s are known, and the %s is %s.", w.mover(o.node), reply, greatest, t.a(n.Value))
	}
	s.ask = w.askValue(o)
	return s
}

// askValue asks what value a node returns.
func (w *narrator) askValue(o *opened) *Prediction {
	var values []oxo.Score
	for c := range w.t.Children(o.node) {
		values = append(values, w.t.Nodes[c].Value)
	}
	if w.t.Algorithm.Name == Engine || !w.exact(o.node) {
		return nil
	}
	return w.choose("Every move is known. What is "+o.name+" worth?", w.t.Nodes[o.node].Value, values)
}

// choose makes a question with several values as options; it returns nil if there is
// only one.
func (w *narrator) choose(question string, right oxo.Score, values []oxo.Score) *Prediction {
	slices.Sort(values)
	values = slices.Compact(values)
	slices.Reverse(values)
	if len(values) < 2 {
		return nil
	}
	p := &Prediction{Question: question, Right: slices.Index(values, right)}
	for _, v := range values {
		text := w.t.Say(v)
		switch v {
		case oxo.Infinity:
			text = "+∞"
		case -oxo.Infinity:
			text = "−∞"
		}
		p.Options = append(p.Options, text)
	}
	if p.Right < 0 || len(slices.Compact(slices.Clone(p.Options))) < len(p.Options) {
		return nil
	}
	return p
}
