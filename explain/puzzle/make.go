package puzzle

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
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

	// Counts of the games whose puzzles have been handed out.
	Games    atomic.Int64
	Found    atomic.Int64 // puzzles
	Examined atomic.Int64 // positions
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
	b := &batches{Maker: k, examiners: examiners, seen: map[string]bool{}, emit: emit}
	for first, empty := 0, 0; empty < maxEmpty && !b.over; first += batch {
		found, err := b.next(ctx, first)
		if err != nil {
			return err
		}
		if empty += batch; found {
			empty = 0
		}
	}
	return nil
}

// batches looks at games, a number of them together.
type batches struct {
	*Maker
	examiners []*Examiner
	seen      map[string]bool // positions of earlier batches, by their identities
	emit      func(*Puzzle) (more bool, err error)
	over      bool // no more puzzles are wanted, or the source has ended
}

// next looks at a batch of games, and hands out their puzzles in the order of the games. It reports
// whether there was a new one.
func (b *batches) next(ctx context.Context, first int) (found bool, err error) {
	working, stop := context.WithCancel(ctx)
	defer stop()
	var all [batch]chan looked
	for i := range all {
		all[i] = make(chan looked, 1)
	}
	group := threads.Group{Stop: stop}
	defer group.Wait()
	defer stop()
	var next atomic.Int64
	for _, e := range b.examiners {
		group.Go(func() {
			for i := next.Add(1) - 1; i < batch; i = next.Add(1) - 1 {
				all[i] <- b.look(working, e, first+int(i), b.seen)
			}
		})
	}
	fresh, ended := map[string]bool{}, false
	for i := range all {
		var one looked
		select {
		case one = <-all[i]:
		case <-working.Done():
			group.Wait() // if one has panicked, there is nothing to receive
			one = <-all[i]
		}
		if emitted, err := b.hand(one, fresh); err != nil || b.over {
			return true, err
		} else if emitted {
			found = true
		}
		ended = ended || one.ended
	}
	b.over = ended
	maps.Copy(b.seen, fresh)
	return found, ctx.Err()
}

// hand hands out the puzzles of a game that are new, and adds its positions to the batch.
func (b *batches) hand(one looked, fresh map[string]bool) (found bool, err error) {
	if one.refused != nil && b.Refuse != nil {
		b.Refuse(one.played, one.refused)
	}
	b.Games.Add(1)
	b.Examined.Add(int64(len(one.examined)))
	for fault, n := range one.faults {
		b.Refused[fault].Add(n)
	}
	for i, z := range one.puzzles {
		if id := one.of[i]; !b.seen[id] && !fresh[id] {
			fresh[id], found = true, true
			b.Found.Add(1)
			if more, err := b.emit(z); err != nil || !more {
				b.over = true
				return true, err
			}
		}
	}
	for _, id := range one.examined {
		fresh[id] = true
	}
	return found, nil
}

// looked holds the puzzles and counts of a game.
type looked struct {
	puzzles  []*Puzzle
	of       []string // their identities
	examined []string // of all positions examined
	faults   [Long + 1]int64
	ended    bool // there is no such game
	played   Played
	refused  error // of a game without moves
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
		found.examined = append(found.examined, id)
		if z != nil {
			z.Source = fmt.Sprintf("%s, after %s", of.Name, plies(ply))
			found.puzzles, found.of = append(found.puzzles, z), append(found.of, id)
		}
		if len(of.Moves) == 0 {
			found.played, found.refused = of, err
		}
		unproven = found.refuse(err, unproven)
	}
	return found
}

// refuse counts a refusal, and returns the number of positions in a row that were not proven.
func (l *looked) refuse(err error, unproven int) int {
	r, ok := errors.AsType[*RefusedError](err)
	if !ok {
		return 0
	}
	l.faults[r.Fault]++
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
