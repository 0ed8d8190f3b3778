package judge

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"oxo"
	"oxo/game/catalog"
	"oxo/player/program"
)

// drawn is the number of random games that search for each kind of end.
const drawn = 300

// finished asks the program in finished positions: one won by each side and one
// drawn, if random games find them.
func (j *judge) finished(ctx context.Context) {
	rng := rand.New(rand.NewPCG(j.Seed, drawn)) //nolint:gosec // the numbers depend only on the seed
	found := map[string]bool{}
	for range drawn {
		p := j.Start.Clone()
		var path []oxo.Move
		for p.Outcome() == oxo.Ongoing && len(path) < maxPlies {
			moves := catalog.Playable(p, nil)
			m := moves[rng.IntN(len(moves))]
			p.Make(m)
			path = append(path, m)
		}
		kind := catalog.Verdict(j.Game, p)
		if p.Outcome() == oxo.Ongoing || found[kind] || j.tallies[p.Turn()] == nil || j.over(ctx) {
			continue
		}
		found[kind] = true
		j.askFinished(ctx, p, path)
	}
}

// askFinished asks in one finished position.
func (j *judge) askFinished(ctx context.Context, p oxo.Position, path []oxo.Move) {
	if j.open(ctx) != nil || j.contestant.Raw == nil {
		return
	}
	waiting, stop := context.WithTimeout(ctx, min(j.Time, time.Second))
	answer, err := j.contestant.Raw(waiting, p)
	stop()
	answer = strings.TrimSpace(answer)
	f := j.newFault(overFailed, p, path)
	switch {
	case ctx.Err() != nil:
		return
	case err != nil && !errors.Is(err, context.DeadlineExceeded):
		f.Detail = overWords(err)
		j.kill()
	case answer != "" && !quiet(answer):
		f.Kind, f.Detail = overMoved, fmt.Sprintf("%q, when %s", clip(answer), catalog.Verdict(j.Game, p))
	case err != nil && j.contestant.Kill == nil:
		f.Detail = "hung"
		j.bear()
	case err == nil || j.alive(ctx):
		return
	default:
		f.Detail = "hung: it answers no other position any more"
		j.bear()
	}
	j.kill()
	j.add(f)
}

// quiet reports whether an answer says that no move can be made.
func quiet(answer string) bool {
	return answer[0] == '?' || answer[0] == '#' || slices.Contains([]string{resigned, "none", "-"}, strings.ToLower(answer))
}

// overWords describes how a program failed.
func overWords(err error) string {
	ended := new(program.EndedError)
	switch {
	case errors.Is(err, program.ErrFlood):
		return "writes without end"
	case errors.As(err, &ended):
		return "crashed: " + endWords(ended, false)
	}
	return "failed: " + err.Error()
}

// alive reports whether a program that did not answer in a finished game still
// answers at the start.
func (j *judge) alive(ctx context.Context) bool {
	waiting, stop := context.WithTimeout(ctx, 2*j.Time)
	defer stop()
	_, err := j.contestant.Raw(waiting, j.Start)
	return err == nil
}
