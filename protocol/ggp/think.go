package ggp

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"oxo"
	"oxo/game/rules"
	"oxo/player"
	"oxo/search"
)

// choice is a move with its reason.
type choice struct {
	move  int32
	value string
	by    string
}

// thinker chooses moves. Each choice ends soon after its context.
type thinker struct {
	method player.Method
	opts   search.Options
	limits search.Limits
	seed   uint64
	prover *player.Engines
	tree   *player.Engines
}

func newThinker(o *Options) *thinker {
	t := &thinker{method: o.Method, opts: o.Search, limits: o.Limits, seed: o.Seed}
	t.opts.KeepTable = true
	if t.method == player.Auto || t.method == "" {
		t.opts.TableBytes /= 2 // the other half is for the tree
	}
	t.prover, t.tree = player.NewEngines(player.BySearch, t.opts), player.NewEngines(player.ByMCTS, t.opts)
	t.tree.Reseed(t.seed)
	return t
}

// clear forgets the last match.
func (t *thinker) clear() {
	t.prover.Clear()
	t.tree.Clear()
}

// proofPart: a search that may prove the value gets 1/proofPart of the time of a move, the
// tree the rest. No sheet says how good a position is, so a search without a proof is worth
// little.
const proofPart = 4

// waitPart: the last work of the thinker may take 1/waitPart of the time of a move to end.
const waitPart = 8

// choose reports choices, each better than the last.
func (t *thinker) choose(ctx context.Context, m *match, legal []int32, report func(choice)) error {
	var broken error
	if g := m.sheet.known(); g != nil && !m.broken.Load() {
		if broken = t.search(ctx, m, g, report); broken == nil {
			return nil
		}
		m.broken.Store(true)
		broken = fmt.Errorf("random games choose the moves from now on: %w", broken)
	}
	p := &plain{state: rules.Copy(m.state), role: m.me, moves: legal, rng: rand.New(rand.NewPCG(t.seed, uint64(len(m.history))))}
	p.choose(ctx, t.limits.Nodes, func(move int32, points float64) {
		report(choice{move, fmt.Sprintf("about %.0f points", points), "random games"})
	})
	return broken
}

// search searches the game of the sheet. An error says that the game has broken.
func (t *thinker) search(ctx context.Context, m *match, g *rules.Game, report func(choice)) (err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	b := &breach{cancel: cancel}
	own := func(c choice) { report(choice{g.Number(oxo.Move(c.move)), c.value, c.by}) }
	var p oxo.Position
	if err := safely(func() error {
		p = guard(m.position(g), b)
		return nil
	}); err != nil || p.Outcome() != oxo.Ongoing {
		return err
	}
	defer func() {
		if broken := b.first.Load(); broken != nil {
			t.clear()
			err = *broken
		}
	}()
	if t.method != player.ByMCTS {
		limits := t.limits
		if t.method != player.BySearch {
			limits = part(ctx, limits)
		}
		last := follow(ctx, t.prover.For(p), p, limits, "search", b, own)
		if last.Proven || last.Score.Sign() != 0 || t.method == player.BySearch {
			return nil
		}
	}
	follow(ctx, t.tree.For(p), p, t.limits, "mcts", b, own)
	return nil
}

// follow reports the choices of an engine.
func follow(ctx context.Context, e player.Engine, p oxo.Position, limits search.Limits, by string, b *breach, report func(choice)) (last search.Result) {
	for last = range e.SearchProgress(ctx, p, limits) {
		if b.first.Load() == nil && last.HasMove {
			report(choice{int32(last.Best), last.String(), by})
		}
	}
	return last
}

// part returns the limits of the search that may prove the value.
func part(ctx context.Context, l search.Limits) search.Limits {
	if l.Nodes > 0 {
		l.Nodes = max(l.Nodes/proofPart, 1)
	}
	if end, ok := ctx.Deadline(); ok {
		l.Time = max(time.Until(end)/proofPart, 1)
	}
	return l
}

// latest holds the last choice of a thinker that runs.
type latest struct {
	mu     sync.Mutex
	choice choice
}

func (l *latest) set(c choice) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.choice = c
}

func (l *latest) get() choice {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.choice
}

// engage makes the thinker busy until the caller closes free. It waits a little for the
// end of the last work, and takes a new thinker if that does not end.
func (s *Server) engage(ctx context.Context) (choose chooser, free chan struct{}) {
	s.thinking.Lock()
	defer s.thinking.Unlock()
	end, _ := ctx.Deadline()
	patience := time.NewTimer(time.Until(end) / waitPart)
	defer patience.Stop()
	select {
	case <-s.free:
	case <-patience.C:
		s.renew()
	}
	s.free = make(chan struct{})
	return s.choose, s.free
}

// think chooses one of several legal moves before ctx ends. If the thinker does not answer
// then, the last choice that it has reported counts at the time hard.
func (s *Server) think(ctx context.Context, m *match, legal []int32, hard time.Time) choice {
	best := &latest{choice: choice{move: legal[0], by: "first move"}}
	choose, free := s.engage(ctx)
	copied := m.snapshot()
	go func() {
		defer close(free)
		err := safely(func() error {
			return choose(ctx, copied, legal, func(c choice) {
				if slices.Contains(legal, c.move) {
					best.set(c)
				}
			})
		})
		if err != nil {
			s.log.Error("thinking failed", "match", m.id, "why", plainText(err.Error()))
		}
	}()
	late := time.NewTimer(time.Until(hard))
	defer late.Stop()
	select {
	case <-free:
	case <-late.C:
		s.log.Warn("thinking does not end: the best move so far counts", "match", m.id)
	}
	return best.get()
}
