package puzzle

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"sync/atomic"

	"oxo"
	"oxo/internal/threads"
)

// Maker makes puzzles of the positions of games, on several threads. The puzzles and their order do
// not depend on the number of threads.
type Maker struct {
	Game    oxo.Game
	Source  Source
	Options Options
	Threads int // 0 means 1

	// Refuse, if set, is called with each position of a game without moves that is not a puzzle, one
	// at a time.
	Refuse func(of Played, err error)

	Games    atomic.Int64 // games looked at so far
	Found    atomic.Int64 // puzzles so far, before equal ones are left out
	Examined atomic.Int64 // positions examined so far
	Refused  [Long + 1]atomic.Int64
}

// The games that are looked at together, and the number of them in a row without a puzzle after which
// the source is taken to have no more.
const (
	batch    = 8
	maxEmpty = 400
)

// The positions of a game that are looked at, from its end, and the number of them in a row that
// could not be proven after which the rest is left out: before them there is more to prove.
const (
	maxBack     = 80
	maxUnproven = 2
)

// Make hands out puzzles until emit returns false, the source ends or has no more puzzles, or ctx
// ends. No two puzzles are the same position or images of each other. It returns the error of ctx
// or of emit.
func (k *Maker) Make(ctx context.Context, emit func(*Puzzle) (more bool, err error)) error {
	examiners := make([]*Examiner, max(k.Threads, 1))
	for i := range examiners {
		examiners[i] = NewExaminer(k.Game, k.Options)
	}
	seen := map[string]bool{}
	for first, empty := 0, 0; empty < maxEmpty; first += batch {
		all, ended := k.examine(ctx, examiners, first, seen)
		found := false
		for _, one := range all {
			if one.refused != nil && k.Refuse != nil {
				k.Refuse(one.played, one.refused)
			}
			for i, z := range one.puzzles {
				if seen[one.of[i]] {
					continue
				}
				seen[one.of[i]], found = true, true
				if more, err := emit(z); err != nil || !more {
					return err
				}
			}
			for _, id := range one.examined {
				seen[id] = true
			}
		}
		if empty += batch; found {
			empty = 0
		}
		if ctx.Err() != nil || ended {
			return ctx.Err()
		}
	}
	return nil
}

// looked is what a game had.
type looked struct {
	puzzles  []*Puzzle
	of       []string // their identities
	examined []string // of all positions examined
	ended    bool     // there is no such game
	played   Played
	refused  error // of a game without moves
}

// examine looks at a batch of games. It leaves out positions seen in earlier batches.
func (k *Maker) examine(ctx context.Context, with []*Examiner, first int, seen map[string]bool) (all [batch]looked, ended bool) {
	var next atomic.Int64
	var group threads.Group
	for _, e := range with {
		group.Go(func() {
			for i := next.Add(1) - 1; i < batch && ctx.Err() == nil; i = next.Add(1) - 1 {
				all[i] = k.look(ctx, e, first+int(i), seen)
				k.Games.Add(1)
			}
		})
	}
	group.Wait()
	for i := range all {
		ended = ended || all[i].ended
	}
	return all, ended
}

// look looks at the positions of one game, the last ones first.
func (k *Maker) look(ctx context.Context, e *Examiner, number int, seen map[string]bool) (found looked) {
	of, ok := k.Source(ctx, number)
	if !ok {
		found.ended = true
		return found
	}
	positions := []oxo.Position{of.Start.Clone()}
	for _, m := range of.Moves {
		p := positions[len(positions)-1].Clone()
		p.Make(m)
		positions = append(positions, p)
	}
	unproven := 0
	for ply := len(of.Moves); ply >= max(0, len(of.Moves)-maxBack) && ctx.Err() == nil; ply-- {
		proves := unproven < maxUnproven
		if !proves && !k.Options.Mates {
			break
		}
		p := positions[ply]
		id := identity(k.Game, p)
		if p.Outcome() != oxo.Ongoing || seen[id] {
			continue
		}
		z, err := e.examine(ctx, p, proves)
		if ctx.Err() != nil {
			break
		}
		k.Examined.Add(1)
		found.examined = append(found.examined, id)
		if z != nil {
			z.Source = fmt.Sprintf("%s, after %s", of.Name, plies(ply))
			k.Found.Add(1)
			found.puzzles, found.of = append(found.puzzles, z), append(found.of, id)
		}
		if len(of.Moves) == 0 {
			found.played, found.refused = of, err
		}
		unproven = k.refused(err, unproven)
	}
	return found
}

// refused counts a refusal, and returns the number of positions in a row that were not proven.
func (k *Maker) refused(err error, unproven int) int {
	r, ok := errors.AsType[*RefusedError](err)
	if !ok {
		return 0
	}
	k.Refused[r.Fault].Add(1)
	switch {
	case r.Fault == Forced:
		return unproven
	case r.Fault == Unproven || unproven >= maxUnproven:
		return unproven + 1
	}
	return 0
}

// plies counts plies in words.
func plies(n int) string {
	if n == 1 {
		return "1 ply"
	}
	return fmt.Sprintf("%d plies", n)
}

// identity returns a text that is equal for equal positions and for images of a position.
func identity(g oxo.Game, p oxo.Position) string {
	if s, ok := p.(oxo.Symmetric); ok {
		key, _ := s.Canonical()
		return string(binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, key.Hi), key.Lo))
	}
	return g.FormatPosition(p)
}
