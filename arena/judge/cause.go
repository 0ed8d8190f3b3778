package judge

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/internal/words"
)

// A cause is one mistake of a minimax that would explain all answers of a side: each
// is a best move by the values that the mistake gives. Among several mistakes the
// judge names the one that makes these answers most likely, for a program that draws
// one of the best moves. That a program really has the mistake is likely, not
// certain.

// minEvidence is the required evidence: the logarithm of the answers' likelihood
// with the mistake divided by that with random moves. Of 60 mistakes tried on a
// program without one, fewer than one in a hundred reaches it.
const minEvidence = 9

// mistake is a minimax with a mistake. Values are from the view of the side to move
// at the root.
type mistake struct {
	class int // mistakes of one class differ only by a number
	text  func(side, other string) string
	// end values a finished game, a number of plies from the root. result is 1, 0 or
	// -1 if the root's side has won, drew or lost; toMove says whether that side is to
	// move.
	end     func(result, plies int, toMove bool) int
	byPlies bool // end depends on plies
	horizon int  // plies that it looks ahead; 0 for all
}

// causes looks for one mistake that explains all answers of each side with faults.
func (j *judge) causes(ctx context.Context) (found []string) {
	for side, t := range j.tallies {
		if t == nil || j.thrown(t) < minFaults {
			continue
		}
		var all []*asked
		for _, a := range j.order {
			if a.side == oxo.Side(side) && len(a.answers) > 0 {
				all = append(all, a)
			}
		}
		// The shortest trees come first: they quickly refute most mistakes.
		slices.SortStableFunc(all, func(a, b *asked) int { return cmp.Compare(len(b.path), len(a.path)) })
		if text := j.cause(ctx, all, oxo.Side(side)); text != "" {
			found = append(found, text)
		}
	}
	return found
}

// minFaults is the number of results that a side must have thrown away before a
// cause is looked for. Too many mistakes explain a single one.
const minFaults = 2

// thrown counts the results that the program threw away as one side.
func (j *judge) thrown(t *Tally) (n int) {
	for _, f := range j.faults {
		if f.Kind.throws() && f.Side == t.Name {
			n++
		}
	}
	return n
}

// cause names the mistake that explains all answers best, and others that do so
// nearly as well.
func (j *judge) cause(ctx context.Context, all []*asked, side oxo.Side) string {
	longest := 0
	for _, a := range all {
		for _, v := range a.values {
			longest = max(longest, len(v.Line))
		}
	}
	var fit []fitting
	for _, m := range mistakes(longest) {
		if evidence, ok := m.explains(ctx, all); ok && evidence > minEvidence {
			fit = append(fit, fitting{m, evidence})
		}
	}
	slices.SortStableFunc(fit, func(a, b fitting) int { return cmp.Compare(b.evidence, a.evidence) })
	name := board.SideName(j.Game, side)
	var texts []string
	for i, f := range fit {
		same := slices.ContainsFunc(fit[:i], func(o fitting) bool { return o.class == f.class })
		if !same && f.evidence > fit[0].evidence-asLikely {
			texts = append(texts, f.text(name, board.SideName(j.Game, side.Opponent())))
		}
	}
	if len(texts) == 0 {
		return ""
	}
	return fmt.Sprintf("All %d answers as %s fit one mistake: %s.", len(all), name, strings.Join(texts, "; or: "))
}

// fitting is a mistake that explains all answers.
type fitting struct {
	*mistake
	evidence float64
}

// asLikely is a limit: a mistake of another class is named too if its evidence is below
// the evidence of the likeliest mistake by at most this much.
const asLikely = 6

// mistakes lists the mistakes to try, the likeliest first: a wrong sign. The least
// specific come last.
func mistakes(longest int) []*mistake {
	all := []*mistake{
		{end: func(r, _ int, _ bool) int { return max(r, -r) }, text: saying("the sign of a win is wrong for OTHER: a win of OTHER counts as one of SIDE")},
		{end: func(r, _ int, _ bool) int { return -max(r, -r) }, text: saying("the sign of a win is wrong for SIDE: a win of SIDE counts as one of OTHER")},
		{end: func(r, _ int, _ bool) int { return -r }, text: saying("the signs of wins and losses are exchanged: SIDE plays to lose")},
		{end: fullBoard(-2), text: saying("a full board is not taken for the end of the game: without a move to look at, its value stays the worst there is for the side to move")},
		{end: fullBoard(2), text: saying("a full board is not taken for the end of the game: its value is the best there is for the side to move")},
	}
	for i, flat := range all {
		flat.class = i
		all = append(all, flat.sooner())
	}
	tooDeep, horizons := len(all), len(all)+1
	for worth := longest; worth >= 2; worth-- {
		all = append(all, &mistake{
			class: tooDeep, byPlies: true,
			end: func(r, plies int, _ bool) int { return r * (worth - plies) },
			text: func(string, string) string {
				return fmt.Sprintf("a win counts for less the later it comes, and after about %s for less than a draw (as with %d - depth): the number must be larger than the longest game", plies(worth), worth)
			},
		})
	}
	for horizon := longest; horizon >= 1; horizon-- {
		all = append(all, &mistake{
			class: horizons, horizon: horizon, byPlies: true,
			end: func(r, _ int, _ bool) int { return r },
			text: func(side, _ string) string {
				return fmt.Sprintf("%s looks only %s ahead", side, plies(horizon))
			},
		})
	}
	return all
}

// plies writes a number of plies.
func plies(n int) string { return strings.Replace(words.Count(n, "ply"), "plys", "plies", 1) }

// sooner returns a mistake that also prefers early wins and late losses.
func (m *mistake) sooner() *mistake {
	n, flat := *m, m.end
	n.byPlies = true
	n.end = func(result, plies int, toMove bool) int {
		v := flat(result, plies, toMove)
		return v<<16 - cmp.Compare(v, 0)*plies
	}
	return &n
}

// saying returns a function that fills in the names of the sides.
func saying(format string) func(side, other string) string {
	return func(side, other string) string {
		return strings.NewReplacer("SIDE", side, "OTHER", other).Replace(format)
	}
}

// fullBoard values a drawn end for the side that would move next.
func fullBoard(value int) func(result, plies int, toMove bool) int {
	return func(result, _ int, toMove bool) int {
		switch {
		case result != 0:
			return result
		case toMove:
			return value
		}
		return -value
	}
}

// explains reports whether all answers are best moves by the mistake, and its
// evidence: the logarithm of a ratio, their likelihood divided by the likelihood
// of random moves.
func (m *mistake) explains(ctx context.Context, all []*asked) (evidence float64, ok bool) {
	w := mistaken{mistake: m, known: map[place]int{}}
	for _, a := range all {
		if ctx.Err() != nil {
			return 0, false
		}
		w.root, w.p = a.side, a.p.Clone()
		moves := w.p.Moves(nil)
		values := make([]int, len(moves))
		for i, move := range moves {
			w.p.Make(move)
			values[i] = w.value(1)
			w.p.Unmake(move)
		}
		best, n := slices.Max(values), 0
		for i, move := range moves {
			switch {
			case values[i] == best:
				n++
			case slices.Contains(a.answers, move):
				return 0, false
			}
		}
		evidence += float64(len(a.answers)) * math.Log(float64(len(moves))/float64(n))
	}
	return evidence, true
}

// mistaken is a running minimax with a mistake.
type mistaken struct {
	*mistake
	root  oxo.Side
	p     oxo.Position
	known map[place]int
}

// place is a position, with its distance from the root if that matters.
type place struct {
	hash  uint64
	plies int
}

func (w *mistaken) value(plies int) int {
	toMove := w.p.Turn() == w.root
	if o := w.p.Outcome(); o != oxo.Ongoing {
		result := oxo.Final(w.p).Sign()
		if !toMove {
			result = -result
		}
		return w.end(result, plies, toMove)
	}
	if w.horizon > 0 && plies >= w.horizon {
		return 0
	}
	at := place{hash: w.p.Hash()}
	if w.byPlies {
		at.plies = plies
	}
	if v, ok := w.known[at]; ok {
		return v
	}
	best := 0
	for i, m := range w.p.Moves(nil) {
		w.p.Make(m)
		v := w.value(plies + 1)
		w.p.Unmake(m)
		if i == 0 || toMove && v > best || !toMove && v < best {
			best = v
		}
	}
	w.known[at] = best
	return best
}
