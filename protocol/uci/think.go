package uci

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"oxo"
	"oxo/player"
	"oxo/search"
)

// thought is a running search whose answer has not been given yet.
type thought struct {
	ctx     context.Context
	cancel  context.CancelFunc
	answers chan struct{} // closed before the answer is given
	done    chan struct{} // closed when it has been given
	told    chan struct{} // closed when it may be given
	tell    sync.Once

	infinite bool // the answer waits for stop
	// unlimited says that the search has no limit: only stop, or a command that waits
	// for its end, is certain to end it.
	unlimited bool
	// pondering says that the clock of the move has not started. budget is the time
	// after ponderhit; 0 means that the search ends by itself. The session uses both;
	// the search does not.
	pondering bool
	budget    time.Duration
	clock     *time.Timer
}

// endless reports whether the answer waits for a stop.
func (t *thought) endless() bool { return t.infinite || t.pondering }

// halt stops the search, which then answers.
func (t *thought) halt() {
	if t.clock != nil {
		t.clock.Stop()
	}
	t.cancel()
	t.tell.Do(func() { close(t.told) })
}

// grace is the time that an unlimited search still gets when a command waits for it:
// it may be about to prove the value.
const grace = time.Second

// hurry ends an unlimited search soon.
func (t *thought) hurry() {
	if t.unlimited && t.clock == nil {
		t.clock = time.AfterFunc(grace, t.cancel)
	}
}

// hit handles ponderhit: the expected move was made, and the clock starts.
func (t *thought) hit() {
	if !t.pondering {
		return
	}
	t.pondering = false
	if t.infinite {
		return
	}
	if t.budget > 0 {
		t.clock = time.AfterFunc(t.budget, t.cancel)
	}
	t.tell.Do(func() { close(t.told) })
}

// forever is the time limit of an unlimited search. With no limit at all the search
// would only try to prove the value, and have no estimate when it is stopped.
const forever = 10_000 * time.Hour

// think handles go: it starts a search and returns.
func (s *session) think(fields []string) {
	r, wrong := readGo(fields)
	for _, err := range wrong {
		s.say(err)
	}
	if s.refused != nil {
		s.start(&r, &job{talk: s.talk, refused: s.refused})
		return
	}
	if r.perft > 0 {
		s.start(&request{}, &job{talk: s.talk, game: s.game, now: s.now.Clone(), perft: r.perft, limits: search.Limits{Depth: r.perft}})
		return
	}
	j := &job{talk: s.talk, game: s.game, now: s.now.Clone(), engine: s.engines.For(s.now), lines: s.set.lines}
	j.limits = s.limits(&r, j.now.Turn())
	for _, text := range r.moves {
		m, err := s.readMove(j.now, text)
		if err != nil {
			s.say(fmt.Errorf("searchmoves: %w; it is left out", err))
			continue
		}
		j.only = append(j.only, m)
	}
	if s.opts.Book != nil {
		var book search.Book
		if s.set.level == player.Perfect {
			book = s.opts.Book(underlying(s.game))
		}
		s.engines.Searcher().SetBook(book)
	}
	if s.set.level != player.Perfect {
		j.leveled = player.NewLeveledWith(s.engines.Searcher(), s.game, s.set.level, s.opts.Seed+s.begun, search.Limits{})
	}
	if s.opts.Openings != nil && !r.infinite && !r.ponder && r.mate == 0 && j.leveled == nil {
		j.opens = s.opts.Openings(underlying(s.game).Name())
		j.opens.Seed += s.begun // another game draws other moves
	}
	s.start(&r, j)
}

// start runs a job in its own goroutine.
func (s *session) start(r *request, j *job) {
	t := s.newThought(r, j)
	s.thought = t
	go func() {
		defer close(t.done)
		defer t.cancel()
		j.run(t.ctx)
		select {
		case <-t.told:
		case <-s.ctx.Done():
		}
		close(t.answers)
		j.answer()
	}()
}

// newThought makes the thought of a job. If the answer waits for ponderhit, the job's
// time limit becomes the budget after it.
func (s *session) newThought(r *request, j *job) *thought {
	t := &thought{
		answers: make(chan struct{}), done: make(chan struct{}), told: make(chan struct{}),
		infinite: r.infinite, pondering: r.ponder,
	}
	t.ctx, t.cancel = context.WithCancel(s.ctx)
	if t.endless() {
		t.budget, j.limits.Time, j.limits.Aim = j.limits.Time, 0, 0
	} else {
		t.tell.Do(func() { close(t.told) })
	}
	if (j.limits == search.Limits{}) {
		t.unlimited, j.limits.Time = t.budget <= 0 && j.leveled == nil, forever
	}
	return t
}

// limits returns the limits of a search for a side.
func (s *session) limits(r *request, side oxo.Side) search.Limits {
	own := search.Limits{Depth: r.depth, Nodes: r.nodes}
	overhead := time.Duration(s.set.overhead) * time.Millisecond
	if plies := 2 * r.mate; plies > 0 && (own.Depth == 0 || plies < own.Depth) {
		own.Depth = plies // includes the mated side's last move
	}
	if r.moveTime > 0 {
		own.Time = max(r.moveTime-overhead, time.Millisecond)
	}
	if r.infinite {
		return own
	}
	if r.atOnce {
		own.Depth = 1
	}
	if r.atOnce && s.set.level != player.Perfect { // a level ignores the depth
		own.Time = time.Millisecond
	}
	if other := side.Opponent(); !r.counts[side] && r.counts[other] { // its own clock was not sent: the other's counts for both
		r.counts[side], r.left[side], r.increment[side] = true, r.left[other], r.increment[other]
	}
	clock := player.Clock{Limits: own, Counts: r.counts[side], Left: r.left, Increment: r.increment, MovesToGo: r.movesToGo}
	clock.Left[side] -= overhead
	return clock.Budget(side)
}

// job is the search of one go, in its own goroutine.
type job struct {
	talk    interface{ Say(string, ...any) }
	game    Variant
	now     oxo.Position
	engine  player.Engine
	limits  search.Limits
	lines   int             // of MultiPV
	only    []oxo.Move      // of searchmoves; none for all
	leveled *player.Leveled // nil for perfect play
	opens   player.Repertoire
	refused error // why there is no position to search; nil if there is one
	perft   int   // depth of go perft, which counts instead of searching; 0 for a search

	began time.Time
	best  []oxo.Move // the best line so far
}

// run searches, and reports results on the way.
func (j *job) run(ctx context.Context) {
	j.began = time.Now()
	switch {
	case j.refused != nil:
		j.talk.Say("info string no position to search: %s", strings.Join(strings.Fields(j.refused.Error()), " "))
	case j.perft > 0:
		j.divide(ctx)
	case j.now.Outcome() != oxo.Ongoing:
		j.talk.Say("info depth 0 score %s", score(oxo.Final(j.now)))
	case len(j.only) > 0 || j.lines > 1 && j.leveled == nil:
		j.analyze(ctx)
	case j.leveled == nil:
		if r, ok := j.opens.Opening(j.now); ok {
			j.best = r.Line
			j.talk.Say("info string from the book")
			j.inform(1, report{value: r.Value, line: j.best})
			return
		}
		for r := range j.engine.SearchProgress(ctx, j.now, j.limits) {
			j.best = slices.Clone(r.Line)
			if len(j.best) == 0 {
				j.best = []oxo.Move{r.Best}
			}
			j.inform(1, report{depth: r.Depth, value: r.Value, bounds: r.Bounds, nodes: r.Nodes, line: j.best})
		}
	default:
		j.play(ctx)
	}
}

// play lets a level choose.
func (j *job) play(ctx context.Context) {
	c := j.leveled.MoveWithin(ctx, j.now, j.limits.Time, j.engine)
	j.best = []oxo.Move{c.Move}
	j.inform(1, report{depth: c.Depth, value: c.Value, nodes: c.Nodes, line: j.best})
}

// analyze searches every move, and reports the requested number of best lines. It
// repeats a line when its moves, value or depth change.
func (j *job) analyze(ctx context.Context) {
	told := map[int]string{}
	for moves := range j.engine.AnalyzeProgress(ctx, j.now, j.limits) {
		rank, nodes, first := 0, uint64(0), true
		for i := range moves {
			nodes += moves[i].Nodes
		}
		for i := range moves {
			m := &moves[i]
			if len(j.only) > 0 && !slices.Contains(j.only, m.Move) {
				continue
			}
			line := slices.Clone(m.Line)
			if len(line) == 0 {
				line = []oxo.Move{m.Move}
			}
			if first {
				j.best, first = line, false
			}
			if !m.Known() {
				continue
			}
			if rank++; rank > j.lines {
				break
			}
			now := fmt.Sprint(m.Value, m.Bounds, m.Depth, line)
			if told[rank] != now {
				told[rank] = now
				j.inform(rank, report{depth: m.Depth, value: m.Value, bounds: m.Bounds, nodes: nodes, line: line})
			}
		}
	}
}

// answer prints the best move.
func (j *job) answer() {
	switch {
	case j.perft > 0:
		return
	case j.refused != nil:
		j.talk.Say("bestmove 0000")
		return
	case len(j.best) == 0:
		j.talk.Say("bestmove (none)")
		return
	}
	line := j.written(j.best)
	if len(line) > 1 {
		j.talk.Say("bestmove %s ponder %s", line[0], line[1])
		return
	}
	j.talk.Say("bestmove %s", line[0])
}

// written writes a sequence of moves, up to the end of the game.
func (j *job) written(line []oxo.Move) []string {
	p := j.now.Clone()
	var list []string
	for _, m := range line {
		list = append(list, j.game.FormatUCI(p, m))
		p.Make(m)
	}
	return list
}

// report holds the contents of an info line.
type report struct {
	depth  int
	value  search.Value
	bounds oxo.Bounds
	nodes  uint64
	line   []oxo.Move
}

// inform writes one line of info.
func (j *job) inform(rank int, r report) {
	depth := max(r.depth, 1)
	if r.value.Proven { // proven without iterations: the line counts as the depth
		depth = max(depth, len(r.line))
	}
	took := time.Since(j.began)
	text := fmt.Sprintf("info depth %d seldepth %d multipv %d score %s", depth, max(depth, len(r.line)), rank, score(r.value.Score))
	switch {
	case r.value.Proven:
	case r.bounds.Lo() == r.value.Score:
		text += " lowerbound"
	case r.bounds.Hi() == r.value.Score:
		text += " upperbound"
	}
	text += fmt.Sprintf(" nodes %d nps %d hashfull %d time %d",
		r.nodes, uint64(float64(r.nodes)/max(took.Seconds(), 1e-3)), j.engine.TableFull(), took.Milliseconds())
	j.talk.Say("%s pv %s", text, strings.Join(j.written(r.line), " "))
}

// discs is the value of a margin of one in hundredths, like a pawn.
const discs = 100

// score writes a score: a win or a loss in moves of the mating side, as the protocol
// demands; a margin in hundredths; an estimate in the game's own unit.
func score(s oxo.Score) string {
	if s.CountsPlies() {
		return fmt.Sprintf("mate %d", s.Sign()*(s.Plies()+1)/2)
	}
	if m := s.Margin(); m != 0 {
		return fmt.Sprintf("cp %d", discs*m)
	}
	return fmt.Sprintf("cp %d", s)
}
