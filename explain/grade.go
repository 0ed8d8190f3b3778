package explain

import (
	"context"
	"fmt"
	"math"

	"oxo"
	"oxo/game/catalog"
	"oxo/search"
	"oxo/search/mcts"
)

// If nothing is proven, a review marks a move ?!, ? or ?? if it loses at least these
// chances of winning, from 0 to 1. They equal the limits of lichess, 0.1, 0.2 and 0.3 on
// its scale from -1 to 1. docs/know/chances.md has the measured false alarms.
const (
	InaccuracyFrom = 0.05
	MistakeFrom    = 0.10
	BlunderFrom    = 0.15
)

// byChance reports whether a move is rated by estimates: one of the values is an estimate,
// unless the move let a proven win go and loses a chance of at least MistakeFrom.
func (r *reviewer) byChance(before, after search.Value) bool {
	if letGo(before, after) {
		return r.lost(before, after) < MistakeFrom
	}
	return !sure(before) || !sure(after)
}

// lost returns the chance that a move loses, 0 or more.
func (r *reviewer) lost(before, after search.Value) float64 {
	return max(r.chances.Of(before.Score)-r.chances.Of(after.Score), 0)
}

// compare searches the positions after the best move and after the move made with the same
// limits. Searches of one position and of the next look at odd and even numbers of plies, and
// their estimates differ by that alone. It returns the values with which the move loses less.
func (r *reviewer) compare(ctx context.Context, before, after search.Value, best, made oxo.Move, l search.Limits) (search.Value, search.Value) {
	fairBefore, fairAfter := r.child(ctx, best, l), r.child(ctx, made, l)
	if fairBefore.Score < fairAfter.Score {
		fairBefore = search.Value{Score: fairAfter.Score}
	}
	if before.Proven || r.lost(fairBefore, fairAfter) >= r.lost(before, after) {
		return before, after
	}
	if fairAfter.Proven && fairBefore == fairAfter {
		fairBefore.Proven = false // another move may be better
	}
	return fairBefore, fairAfter
}

// byEstimate rates a move by the chance it loses.
func (r *reviewer) byEstimate(v *Reviewed, side string) {
	v.Estimated = true
	switch lost := v.ChanceBefore - v.ChanceAfter; {
	case lost >= BlunderFrom:
		v.Judgement = Blunder
	case lost >= MistakeFrom:
		v.Judgement = Mistake
	case lost >= InaccuracyFrom:
		v.Judgement = Inaccuracy
	case !r.estimates():
		v.Judgement = Unclear
		v.Words = fmt.Sprintf("%s: not everything is proven, and the game has no estimates", v.Name)
		return
	default:
		v.Words = fmt.Sprintf("%s keeps about what the position was worth: the chances of %s are %s", v.Name, side, r.chance(v.After))
		return
	}
	v.Words = fmt.Sprintf("%s: the chances of %s fall from %s to %s", v.Name, side, r.chance(v.Before), r.chance(v.After))
}

// estimates reports whether the game has estimates at all.
func (r *reviewer) estimates() bool {
	_, ok := r.p.(oxo.Evaluator)
	return ok || mcts.Suits(r.p)
}

// chance describes a value: a result if it is proven, otherwise the chance of winning, like "about
// 62%".
func (r *reviewer) chance(v search.Value) string {
	if sure(v) {
		return v.String()
	}
	return fmt.Sprintf("about %.0f%%", 100*r.chances.Of(v.Score))
}

// Sign returns the mark of a move: ??, ? or ?! for a move that loses something, with ≈ before
// it if the judgement rests on an estimate; else nothing.
func (v *Reviewed) Sign() string {
	sign := map[Judgement]string{Blunder: "??", Mistake: "?", LetGo: "?", Inaccuracy: "?!"}[v.Judgement]
	if sign != "" && v.Estimated {
		sign = "≈" + sign
	}
	return sign
}

// Label writes the judgement in words, with ≈ before it if it rests on an estimate. The only legal
// move is neither good nor bad: "forced".
func (v *Reviewed) Label() string {
	if v.Forced {
		return "forced"
	}
	label := string(v.Judgement)
	if v.Judgement == LetGo {
		label = "lets a win go"
	}
	if v.Estimated && v.Judgement != Unclear {
		label = "≈ " + label
	}
	return label
}

// Accuracy returns how good a move is, from 0 to 100: 100 if it loses no chance of winning, and
// less by the curve of lichess, 103.17 e^(-4.354 lost) - 3.17. It is not rounded.
func (v *Reviewed) Accuracy() float64 {
	lost := max(v.ChanceBefore-v.ChanceAfter, 0)
	return min(max(103.1668*math.Exp(-4.354*lost)-3.1669, 0), 100)
}

// Accuracy is the accuracy of the moves of both sides, as they are reviewed. The zero value
// has seen no move.
type Accuracy struct {
	sums   [2]float64
	counts [2]int
}

// Add adds a move. The only legal move of a position does not count; nor does a move about
// which nothing is known.
func (a *Accuracy) Add(v *Reviewed) {
	if !v.Forced && v.Judgement != Unclear {
		a.sums[v.Side&1] += v.Accuracy()
		a.counts[v.Side&1]++
	}
}

// Of returns the mean accuracy of the moves of a side, from 0 to 100, and the number of moves
// that count. Without one the accuracy is 0.
func (a *Accuracy) Of(side oxo.Side) (percent float64, moves int) {
	n := a.counts[side&1]
	return a.sums[side&1] / float64(max(n, 1)), n
}

// ChancesNote says what the chances of a review rest on: "the chances were fitted to 180 games
// of chess, which levels of oxo played".
func ChancesNote(g oxo.Game) string {
	c := catalog.ChancesOf(g)
	if c.On == "" {
		return "the chances are a guess: no games were played to find out what estimates of this game are worth"
	}
	return fmt.Sprintf("the chances were fitted to %d games of %s, which levels of oxo played", c.Games, c.On)
}
