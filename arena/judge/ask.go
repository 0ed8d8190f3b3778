package judge

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"oxo"
	"oxo/game/catalog"
	"oxo/internal/words"
	"oxo/player"
	"oxo/player/program"
	"oxo/search"
)

// resigned stands for a move if the program resigned.
const resigned = "resign"

// ask asks the program for its moves in a position, reached from the start by path,
// and judges its answers. For a known position it returns the earlier answers.
func (j *judge) ask(ctx context.Context, p oxo.Position, path []oxo.Move) *asked {
	key := j.Game.FormatPosition(p)
	if a, ok := j.seen[key]; ok {
		return a
	}
	a := &asked{p: p.Clone(), side: p.Turn(), path: slices.Clone(path)}
	t := j.tallies[a.side]
	for range j.Asks {
		if j.over(ctx) {
			break
		}
		m, ok := j.answer(ctx, a)
		if ok && !slices.Contains(a.answers, m) {
			a.answers = append(a.answers, m)
		}
	}
	if ctx.Err() != nil && len(a.answers) == 0 {
		return a // an interrupted question has no result
	}
	j.seen[key] = a
	j.order = append(j.order, a)
	t.Asked++
	if j.Progress != nil {
		j.Progress(t.Asked+j.otherAsked(a.side), len(j.faults))
	}
	return a
}

// otherAsked returns how often the program was asked as the other side.
func (j *judge) otherAsked(side oxo.Side) int {
	if t := j.tallies[side.Opponent()]; t != nil {
		return t.Asked
	}
	return 0
}

// answer asks once, and returns the move if it is legal.
func (j *judge) answer(ctx context.Context, a *asked) (oxo.Move, bool) {
	if err := j.open(ctx); err != nil {
		if ctx.Err() == nil {
			j.failed(ctx, a, err, 0)
		}
		return 0, false
	}
	limits := search.Limits{Time: j.Time * 9 / 10} // a program that uses all of it is not late
	turn := player.Turn{Game: j.Game, Start: j.Start, Moves: a.path, Now: a.p.Clone(), Clock: player.Clock{Limits: limits}}
	waiting, stop := context.WithTimeout(ctx, 2*j.Time)
	begun := time.Now()
	c, err := player.Ask(waiting, j.contestant.Player, turn)
	took := time.Since(begun)
	stop()
	switch {
	case ctx.Err() != nil:
		return 0, false
	case err != nil:
		j.failed(ctx, a, err, took)
		return 0, false
	}
	t := j.tallies[a.side]
	if took > j.Time {
		f := j.newFault(slow, a.p, a.path)
		f.Seconds, f.Played = took.Seconds(), resigned
		if !c.Resigns {
			f.Played = j.Game.FormatMove(a.p, c.Move)
		}
		j.add(f)
		j.bear()
	}
	if !c.Resigns && slices.Contains(a.answers, c.Move) {
		return c.Move, true // the answer is the same as before
	}
	t.Answered++
	j.value(ctx, a)
	if c.Resigns {
		j.gaveIn(a, t)
		return 0, false
	}
	j.weigh(a, c.Move, t)
	return c.Move, true
}

// bear counts an answer that used up the judge's time.
func (j *judge) bear() {
	if j.unborne++; j.unborne >= j.Patience {
		j.gaveUp = fmt.Sprintf("%s did not come in time, or did not end", words.Count(j.unborne, "answer"))
	}
}

// saysNone matches answers of programs that found no move.
var saysNone = regexp.MustCompile(`(?i)^(\(?\s*-1[\s,;]+-1\s*\)?|-1|none|null|nil|undefined|no move|pass)$`) //nolint:gochecknoglobals // it never changes

// failed records a failure to answer, and kills the program: its further output cannot
// be trusted.
func (j *judge) failed(ctx context.Context, a *asked, err error, took time.Duration) {
	f := j.newFault(illegalMove, a.p, a.path)
	f.Legal = j.listed(a.p, catalog.Playable(a.p, nil))
	f.Seconds, f.Detail = took.Seconds(), err.Error()
	rubbish := new(player.RubbishError)
	ended := new(program.EndedError)
	switch {
	case errors.Is(err, program.ErrFlood):
		f.Kind = flood
		j.bear()
	case errors.As(err, &ended):
		f.Kind, f.Detail = crash, endWords(ended, j.tallies[a.side].Answered > 0)
	case errors.Is(err, program.ErrGone):
		f.Kind = crash
	case errors.Is(err, context.DeadlineExceeded) || !errors.As(err, &rubbish):
		f.Kind = hang
		if text := j.unended(); text != "" {
			f.Kind, f.Detail = noLineEnd, fmt.Sprintf("%q", clip(text))
		}
		j.bear()
	default:
		f.Detail = rubbish.Error()
		f.Detail = strings.TrimPrefix(f.Detail, "the program answered ")
		j.nameRubbish(ctx, f, rubbish)
	}
	j.add(f)
	j.kill()
}

// unended returns what the program has written since its last line end.
func (j *judge) unended() string {
	if j.contestant == nil || j.contestant.Unended == nil {
		return ""
	}
	return j.contestant.Unended()
}

// floodsLooked is the number of wrong answers that are checked for endless output:
// each check takes a moment.
const floodsLooked = 3

// nameRubbish classifies an answer that is not a legal move.
func (j *judge) nameRubbish(ctx context.Context, f *Fault, rubbish *player.RubbishError) {
	illegal := 0
	for _, old := range j.faults {
		if old.Kind == illegalMove || old.Kind == noMove {
			illegal++
		}
	}
	switch {
	case illegal < floodsLooked && j.contestant != nil && j.contestant.Floods != nil && j.contestant.Floods(ctx):
		f.Kind, f.Detail = flood, fmt.Sprintf("%q and more", rubbish.Answer)
		j.bear()
	case saysNone.MatchString(strings.TrimSpace(rubbish.Answer)) || strings.HasPrefix(rubbish.Answer, "?") || rubbish.Answer == "":
		f.Kind, f.Detail = noMove, fmt.Sprintf("%q", rubbish.Answer)
	}
}

// endWords describes how a program ended, with its standard error.
func endWords(e *program.EndedError, answered bool) string {
	how := "exit status 0"
	if e.Exit != nil {
		how = e.Exit.Error()
	}
	text := "it ended with " + how
	if e.Unended != "" {
		text += fmt.Sprintf(" after %q, which has no line end", clip(e.Unended))
	}
	if lines := tailOf(e.Stderr); len(lines) > 0 {
		text += "; its last words: " + strings.Join(lines, " | ")
	}
	if e.Exit == nil && answered {
		text += "; a program that ends after each move is judged with --protocol line"
	}
	return text
}

// tailOf returns the last lines of a text, shortened, after a line that reports a
// panic, if there is one.
func tailOf(text string) []string {
	const most = 3
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	tail := slices.Clone(lines[max(len(lines)-most, 0):])
	for _, line := range lines[:max(len(lines)-most, 0)] {
		if strings.HasPrefix(line, "panic:") {
			tail = []string{line}
		}
	}
	for i, line := range tail {
		if runes := []rune(line); len(runes) > 120 {
			tail[i] = string(runes[:120]) + "..."
		}
	}
	return tail
}

// value computes the values of a position's moves, once.
func (j *judge) value(ctx context.Context, a *asked) {
	if a.values == nil {
		a.values = j.searcher.Analyze(ctx, a.p, search.Limits{Nodes: j.Nodes})
	}
}

// best returns proven bounds of the value of a position.
func (a *asked) best() (lo, hi oxo.Score) {
	lo, hi = -oxo.Infinity, -oxo.Infinity
	for _, v := range a.values {
		lo, hi = max(lo, v.Bounds.Lo()), max(hi, v.Bounds.Hi())
	}
	return lo, hi
}

// gaveIn judges a program that resigned: right in a lost position, otherwise wrong.
func (j *judge) gaveIn(a *asked, t *Tally) {
	lo, hi := a.best()
	switch {
	case hi.IsLoss():
		t.Kept++
	case lo.Sign() < 0:
		t.Unproven++
	default:
		j.throw(a, oxo.Loss(0), resigned, 0)
	}
}

// weigh judges a legal move by the values of all moves.
func (j *judge) weigh(a *asked, m oxo.Move, t *Tally) {
	i := slices.IndexFunc(a.values, func(v search.MoveResult) bool { return v.Move == m })
	if i < 0 { // the context ended
		t.Unproven++
		return
	}
	played := a.values[i]
	lo, hi := a.best()
	switch {
	case lo.Sign() > played.Bounds.Hi().Sign():
		j.throw(a, played.Bounds.Hi(), j.Game.FormatMove(a.p, m), m)
		return
	case played.Bounds.Lo().Sign() < hi.Sign():
		t.Unproven++
		return
	}
	if lo.IsWin() && lo.CountsPlies() && played.Bounds.Hi() < lo {
		f := j.comparison(a, slowerWin, j.Game.FormatMove(a.p, m), m)
		before, after := search.Value{Score: lo, Proven: true}, search.Value{Score: played.Bounds.Hi(), Proven: true}
		f.Before, f.After = &before, &after
		f.Better = j.listed(a.p, a.reaching(lo))
		j.add(f)
		if j.Soonest {
			return
		}
	}
	t.Kept++
}

// throw records a move, or a resignation, that lost value.
func (j *judge) throw(a *asked, after oxo.Score, played string, m oxo.Move) {
	lo, _ := a.best()
	kind := drawToLoss
	switch {
	case lo.IsWin() && after.IsLoss():
		kind = winToLoss
	case lo.IsWin():
		kind = winToDraw
	}
	f := j.comparison(a, kind, played, m)
	f.Before, f.After = &search.Value{Score: lo, Proven: true}, &search.Value{Score: after, Proven: true}
	least := oxo.Score(0)
	if lo.IsWin() {
		least = oxo.MaxEstimate + 1
	}
	f.Better = j.listed(a.p, a.reaching(least))
	j.add(f)
}

// comparison makes a fault for a legal answer.
func (j *judge) comparison(a *asked, kind Kind, played string, m oxo.Move) *Fault {
	f := j.newFault(kind, a.p, a.path)
	f.Played, f.Move = played, m
	return f
}

// reaching lists the moves that are proven to be worth at least a score.
func (a *asked) reaching(least oxo.Score) (moves []oxo.Move) {
	for _, v := range a.values {
		if v.Bounds.Lo() >= least {
			moves = append(moves, v.Move)
		}
	}
	return moves
}
