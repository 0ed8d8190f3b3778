package explain

import (
	"fmt"
	"math"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/internal/words"
	"oxo/search"
	"oxo/search/mcts"
)

// watcher describes the phases of play-outs, one play-out after another.
type watcher struct {
	*Watched
	sides  Voice
	unit   catalog.Unit
	k      int // the play-out
	p      *mcts.Playout
	after  []GrownNode
	proven map[uint32]bool // nodes whose value or result an earlier play-out proved
}

func newWatcher(w *Watched) *watcher {
	return &watcher{Watched: w, sides: w.Sides(), unit: catalog.UnitOf(w.Game), proven: map[uint32]bool{}}
}

func (w *watcher) take(k int) { w.k, w.p, w.after = k, &w.Trace.Playouts[k], w.After(k) }

// tell describes a phase of the play-out.
func (w *watcher) tell(phase Phase) PhaseOf {
	say := map[Phase]func() (what, why string){Select: w.selects, Expand: w.expands, PlayOut: w.plays, BackUp: w.backsUp}[phase]
	what, why := say()
	return PhaseOf{Playout: w.k, Phase: phase, What: upper(what), Why: upper(why)}
}

// begin describes the state before the first play-out.
func (w *watcher) begin() PhaseOf {
	_, all := w.RootMoves(0)
	said := PhaseOf{Playout: -1, What: "The tree is the position alone, with its " + words.Count(all, "move") + "."}
	switch {
	case len(w.Trace.Playouts) > 0:
		said.Why = "A play-out goes down to the node that promises most (its mean, and a bonus for what is not known), adds its moves, plays on to a result, and counts that on the way back."
	default:
		said.Why = "No play-out is needed: the game's own knowledge proves " + w.value(w.Result.Value) + " for " + w.sides.Max + "."
	}
	return said
}

// value writes a value of MAX.
func (w *watcher) value(v search.Value) string {
	text := Worth(w.Game, v)
	if v.Score.Sign() != 0 || v.Proven {
		return "a " + text
	}
	return text
}

// shortPath is the number of moves that name a node; a deeper node is named by its
// last move.
const shortPath = 4

// called names a node of the path by its moves.
func (w *watcher) called(at int) string {
	switch {
	case at == 0:
		return "the position"
	case at > shortPath:
		return "the node " + w.MoveName(w.p.Path[at])
	}
	names := make([]string, 0, at)
	for _, i := range w.p.Path[1 : at+1] {
		names = append(names, w.MoveName(i))
	}
	if names[0] != named(names[0]) {
		return "the line " + strings.Join(names, " ")
	}
	return strings.Join(names, " ")
}

func (w *watcher) leaf() string { return w.called(len(w.p.Path) - 1) }

// percent writes a share in percent.
func percent(share float64) string { return fmt.Sprintf("%d%%", int(math.Round(100*share))) }

// forMax converts a share of the side to move at the leaf into MAX's.
func (w *watcher) forMax(share float64) float64 {
	if w.Max(w.p.Path[len(w.p.Path)-1]) {
		return share
	}
	return 1 - share
}

// explained is the number of steps of a path that get a reason.
const explained = 2

// selects describes the way down the tree.
func (w *watcher) selects() (what, why string) {
	what = fmt.Sprintf("play-out %d ", w.k+1)
	if len(w.p.Path) == 1 {
		return what + "stays at the position.", "All its moves are settled."
	}
	var names, reasons []string
	for at, i := range w.p.Path[1:] {
		names = append(names, named(w.MoveName(i)))
		if at < explained {
			reasons = append(reasons, w.choice(at))
		}
	}
	why = strings.Join(reasons, " ")
	if left := len(names) - explained; left > 0 {
		why += fmt.Sprintf(" And so on for %s more.", words.Count(left, "move"))
	}
	return what + "selects " + strings.Join(names, ", then ") + ".", why
}

// choice explains why the move from one node of the path to the next was chosen.
func (w *watcher) choice(at int) string {
	c, side := &w.p.Choices[at], w.sides.Min
	if w.Max(w.p.Path[at]) {
		side = w.sides.Max
	}
	name := upper(named(w.MoveName(w.p.Path[at+1])))
	switch {
	case c.Rival == 0:
		return name + " is the only move that can still change anything."
	case math.IsInf(c.Mean, 1):
		return name + " was not tried yet: such moves come first."
	}
	parts := percent(c.Mean)
	if percent(c.Share) != "0%" {
		parts += " (RAVE's " + percent(c.RAVE) + " make " + percent(c.Share) + " of it)"
	}
	text := fmt.Sprintf("%s promises %s most, %s: %s and a bonus of %s", name, side, percent(c.Mean+c.Bonus), parts, percent(c.Bonus))
	if math.IsInf(c.Promise, 0) {
		return text + "."
	}
	rival := w.Trace.Nodes[c.Rival]
	return text + fmt.Sprintf("; next is %s with %s.", w.named(w.Position(w.p.Path[at]), rival.Move), percent(c.Promise))
}

// expands describes the children that the leaf was given.
func (w *watcher) expands() (what, why string) {
	leaf := w.leaf()
	at := w.Position(w.p.Path[len(w.p.Path)-1])
	switch {
	case w.p.End == mcts.Over:
		return "the game is over at " + leaf + ".", catalog.Verdict(w.Game, at) + "."
	case w.p.End == mcts.Settled:
		return "nothing is added below " + leaf + ".", "All its moves are settled."
	case w.p.End == mcts.Repeated:
		return "nothing is added below " + leaf + ".", "It repeats a position."
	case w.p.Listed == 0 && w.p.End == mcts.Known:
		return "nothing is added below " + leaf + ".", "What is proven of it decides it: " + w.proof(len(w.p.Path)-1) + "."
	case w.p.Listed == 0:
		return "nothing is added below " + leaf + ".", "It has many brothers, and must be visited again before the memory of its moves is spent on it."
	}
	what = fmt.Sprintf("%s gets its %s.", leaf, words.Count(w.p.Listed, "move"))
	why = "The next visit can choose among them."
	if left := len(at.Moves(nil)) - w.p.Listed; left > 0 {
		why += fmt.Sprintf(" The game's own knowledge leaves out %d that cannot be better.", left)
	}
	return what, why
}

// proof writes what is proven about a node of the path.
func (w *watcher) proof(at int) string {
	return strings.TrimPrefix(w.after[at].Say(w.unit), "proven: ")
}

// shownMoves is the number of moves of a play-out that are named.
const shownMoves = 10

// plays describes the play-out itself.
func (w *watcher) plays() (what, why string) {
	counts := fmt.Sprintf("It counts %s for %s.", percent(w.forMax(w.p.Result)), w.sides.Max)
	switch w.p.End {
	case mcts.Over, mcts.Known, mcts.Settled:
		return "nothing is played out: the result is proven.", counts
	case mcts.Repeated:
		return "nothing is played out: a repetition is a draw.", counts
	case mcts.Played, mcts.Estimated:
	}
	how := "Moves are drawn at random"
	if w.quick() {
		how = "The game has quick moves of its own"
	}
	played, moves := len(w.p.Moves), ""
	if played > 0 {
		moves = ": " + strings.Join(w.opening(w.k, shownMoves), " ")
	}
	if played > shownMoves {
		moves += " and so on"
	}
	return fmt.Sprintf("%s from %s: %s.", words.Count(played, "move"), w.leaf(), w.outcome()), how + moves + ". " + counts
}

// quick reports whether the game's own fast play-out reached the end.
func (w *watcher) quick() bool {
	_, ok := w.Start.(mcts.Playouts)
	return ok && w.p.End == mcts.Played
}

// estimated reports whether the game estimated the end of the play-out.
func (w *watcher) estimated() bool {
	_, ok := w.Start.(oxo.Evaluator)
	return ok && w.p.End == mcts.Estimated
}

// outcome writes the result of a play-out.
func (w *watcher) outcome() string {
	score, turn := w.p.Score, w.Start.Turn()
	if !w.Max(w.p.Path[len(w.p.Path)-1]) {
		score = -score
	}
	switch {
	case board.Plain(w.Game):
		return "the result is " + board.Say(w.Game, score) + " for " + w.sides.Max
	case w.estimated() && score.Sign() == 0:
		return "the game's own estimate is " + w.unit.Say(score) + " for " + w.sides.Max
	case score.Sign() == 0:
		return "a draw"
	case score.Sign() < 0:
		score, turn = -score, turn.Opponent()
	}
	text := board.SideName(w.Game, turn) + " wins"
	if m := score.Margin(); m != 0 {
		text += fmt.Sprintf(" by %d", m)
	}
	return text
}

// backsUp describes what changed along the path.
func (w *watcher) backsUp() (what, why string) {
	last := len(w.p.Path) - 1
	what = fmt.Sprintf("the result goes up to %s: each counts one visit more.", words.Count(last+1, "node"))
	if last == 0 {
		what = "the result goes to the position, which counts one visit more."
	}
	parts := []string{fmt.Sprintf("%s: %s, %s.", w.called(last), words.Count(int(w.after[last].Visits), "visit"), w.after[last].Say(w.unit))}
	if last > 0 {
		parts = append(parts, fmt.Sprintf("The position: %s, %s.", words.Count(int(w.after[0].Visits), "visit"), w.after[0].Say(w.unit)))
	}
	for at := last - 1; at > 0; at-- {
		i := w.p.Path[at]
		if w.after[at].decided() && !w.proven[i] {
			w.proven[i] = true
			parts = append(parts, fmt.Sprintf("%s is proven: %s.", upper(w.called(at)), w.proof(at)))
		}
	}
	if w.k == len(w.Trace.Playouts)-1 && w.Result.Proven {
		parts = append(parts, "The position is proven, and the search ends.")
	}
	return what, strings.Join(parts, " ")
}
