package arena

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"oxo"
	"oxo/internal/threads"
	"oxo/player"
	"oxo/player/program"

	"golang.org/x/sync/errgroup"
)

// Entrant is a player of a plan. Each thread makes its own.
type Entrant struct {
	Name string
	Time Time
	// Make makes the player. A player that is an io.Closer is closed at the end, and
	// also after a game that it lost by its own fault; then it is made again.
	Make func(ctx context.Context) (player.Player, error)
}

// Arena plays the games of a plan.
type Arena struct {
	Plan     *Plan
	Game     oxo.Game
	Entrants []Entrant // one for each player of the plan
	Threads  int       // games at the same time
	// Done are the games that have already been played.
	Done []Record
	// Keep is called with each further game, one at a time, before its thread begins
	// the next. If it returns false for more, no further game is begun and those under
	// way are dropped.
	Keep func(r *Record) (more bool, err error)
}

// tableBytes is the memory of the judge's table.
const tableBytes = 16 << 20

// seeded is a player with random choices: the same seed makes it play the same game
// again.
type seeded interface{ Reseed(seed uint64) }

// Run plays the games that have not been played. It returns the error of ctx, of
// Keep, of a player that could not be made, or of an internal failure of a player of
// oxo.
func (a *Arena) Run(ctx context.Context) error {
	openings, err := newOpenings(a.Plan, a.Game)
	if err != nil {
		return err
	}
	playing, stop := context.WithCancel(ctx)
	defer stop()
	group, playing := errgroup.WithContext(playing)
	h := &hall{Arena: a, openings: openings, fixtures: a.missing(), begun: make([]bool, len(a.Entrants)), stop: stop}
	players := threads.Group{Stop: stop}
	for range max(a.Threads, 1) {
		group.Go(func() (err error) {
			players.Call(func() { err = h.work(playing) })
			return err
		})
	}
	err = group.Wait()
	players.Wait()
	if h.failed != nil { // checked first: another thread may have stopped earlier because of it
		return h.failed
	}
	if h.over && errors.Is(err, context.Canceled) {
		return ctx.Err() // only the games that are no longer wanted were stopped
	}
	return err
}

// missing returns the games that remain to be played.
func (a *Arena) missing() []Fixture {
	played := make(map[int]bool, len(a.Done))
	for _, r := range a.Done {
		played[r.N] = true
	}
	var rest []Fixture
	for _, f := range a.Plan.Fixtures() {
		if !played[f.N] {
			rest = append(rest, f)
		}
	}
	return rest
}

// hall is the state that the threads of an arena share.
type hall struct {
	*Arena
	openings *openings
	stop     func() // stops all games

	mu       sync.Mutex
	fixtures []Fixture // not begun
	over     bool
	failed   error  // of Keep
	begun    []bool // for each entrant, whether it could be made before
}

// next takes the next game.
func (h *hall) next() (Fixture, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.over || len(h.fixtures) == 0 {
		return Fixture{}, false
	}
	f := h.fixtures[0]
	h.fixtures = h.fixtures[1:]
	return f, true
}

// keep passes a game to Keep, unless Keep wants no more games.
func (h *hall) keep(r *Record) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.over {
		return nil
	}
	more, err := h.Keep(r)
	h.failed = err
	if h.over = !more || err != nil; h.over {
		h.stop()
	}
	return err
}

// work plays games until there are no more.
func (h *hall) work(ctx context.Context) error {
	w := h.worker()
	defer w.close()
	for {
		f, ok := h.next()
		if !ok {
			return nil
		}
		r, err := w.one(ctx, f)
		if err == nil {
			err = h.keep(r)
		}
		if err != nil {
			return err
		}
	}
}

// worker is one thread with its players.
type worker struct {
	*hall
	*referee
	players []player.Player
}

// one plays one game.
func (w *worker) one(ctx context.Context, f Fixture) (*Record, error) {
	o, start, err := w.openings.of(f)
	if err != nil {
		return nil, err
	}
	var seats [2]*seat
	for side, i := range f.Players {
		s := &seat{name: w.Entrants[i].Name, time: w.Entrants[i].Time}
		if s.player, err = w.player(ctx, i); err != nil {
			return nil, err
		}
		if drawing, ok := s.player.(seeded); ok {
			drawing.Reseed(w.Plan.seed(f, oxo.Side(side)))
		}
		seats[side] = s
	}
	r, err := w.play(ctx, f, o, start, seats)
	if err != nil {
		return nil, err
	}
	switch r.Reason {
	case ByTime, ByIllegal, ByCrash:
		loser := oxo.First
		if r.Result == FirstWins {
			loser = oxo.Second
		}
		w.discard(f.Players[loser])
	default:
	}
	return r, nil
}

// player returns this thread's player of an entrant.
func (w *worker) player(ctx context.Context, i int) (player.Player, error) {
	if p := w.players[i]; p != nil {
		return p, nil
	}
	p, err := w.Entrants[i].Make(ctx)
	w.mu.Lock()
	begun := w.begun[i]
	w.begun[i] = begun || err == nil
	w.mu.Unlock()
	switch {
	case err == nil:
		w.players[i] = p
		return p, nil
	case !begun || ctx.Err() != nil:
		return nil, fmt.Errorf("the player %s: %w", w.Entrants[i].Name, err)
	}
	return absent{fmt.Errorf("%w: %w", program.ErrGone, err)}, nil // it worked before: its game is lost, the others continue
}

// discard closes a player that can no longer be trusted.
func (w *worker) discard(i int) {
	if closer, ok := w.players[i].(io.Closer); ok {
		_ = closer.Close()
	}
	w.players[i] = nil
}

func (w *worker) close() {
	for i := range w.players {
		w.discard(i)
	}
}

// absent is a player whose program could not be started again.
type absent struct{ err error }

// Move implements [player.Player].
func (a absent) Move(context.Context, oxo.Position) (player.Choice, error) {
	return player.Choice{}, a.err
}
