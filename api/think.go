package api

import (
	"context"
	"errors"
	"time"

	"oxo"
	"oxo/explain"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/player"
	"oxo/search"
)

// Worth is the value of a move or a position for its side to move.
type Worth struct {
	Value Value  `json:"value"`
	Text  string `json:"text" doc:"The same in words: win in 5, draw, about +12, about +1.40 pawns"`
	// Number is a short form for a square of the board.
	Number string `json:"number,omitempty" doc:"An estimate as a number in the unit of the game: +12, +1.4"`
	Score  int    `json:"score" doc:"A number that orders values, and is not a margin: an estimate, 0 for a draw, 2^28 - 1 + n for a win by n, 2^30 - n for a win in n plies, and the same below 0 for losses"`
	Sign   int    `json:"sign" enum:"-1,0,1" doc:"1 a win, 0 a draw or an estimate, -1 a loss"`
}

// Value is [search.Value] in its JSON form, with a schema.
type Value struct {
	Result   string `json:"result,omitempty" enum:"win,draw,loss"`
	Plies    *int   `json:"plies,omitempty" doc:"How far away a win or a loss is, in single moves"`
	Margin   *int   `json:"margin,omitempty" doc:"By how much a win or a loss is, where a game ends by a margin"`
	Proven   *bool  `json:"proven,omitempty" doc:"false for a forced win or loss that may not be the fastest; left out where it is proven"`
	Estimate *int   `json:"estimate,omitempty" doc:"Where nothing is proven: above 0 is good for the side to move. In steps of the game's own, as hundredths of a pawn"`
}

func worth(g oxo.Game, v search.Value) Worth {
	w := Worth{Text: explain.Worth(g, v), Score: int(v.Score), Sign: v.Score.Sign()}
	switch {
	case !v.Proven && w.Sign == 0:
		w.Value.Estimate, w.Number = &w.Score, catalog.UnitOf(g).Short(v.Score)
		return w
	case !v.Proven:
		w.Value.Proven = &v.Proven
	}
	w.Value.Result = v.Score.Result()
	switch {
	case v.Score.CountsPlies():
		w.Value.Plies = new(v.Score.Plies())
	case w.Sign != 0:
		w.Value.Margin = new(w.Sign * v.Score.Margin())
	}
	return w
}

// worthOf converts a player's value of its move.
func worthOf(g oxo.Game, c player.Choice) Worth {
	w := worth(g, c.Value)
	if c.NoPlies && w.Sign != 0 {
		w.Value.Plies, w.Text = nil, w.Value.Result
	}
	return w
}

// Limits are the limits of a search.
type Limits struct {
	Milliseconds int    `json:"ms,omitempty" query:"ms" minimum:"0" maximum:"600000" doc:"Time to think; 0 is the most that is allowed"`
	Depth        int    `json:"depth,omitempty" query:"depth" minimum:"0" maximum:"1000" doc:"Plies to look ahead; 0 means no limit"`
	Nodes        uint64 `json:"nodes,omitempty" query:"nodes" maximum:"9007199254740991" doc:"Positions to visit; 0 means no limit. With enough time the answer is then the same every time"`
}

// Allowed is the maximum that a search may use here.
type Allowed struct {
	Time  time.Duration
	Nodes uint64 // of a reported tree
	// Patient says that another searcher may answer if this one takes too long: then an unfinished level is an error, otherwise a weaker answer.
	Patient bool
}

// limits returns the search's limits, or a problem.
func (l Limits) limits(a Allowed) (search.Limits, error) {
	if l.Milliseconds < 0 || l.Depth < 0 {
		return search.Limits{}, problemf(Bad, "ms and depth: want 0 or more")
	}
	t := time.Duration(l.Milliseconds) * time.Millisecond
	if t == 0 || t > a.Time {
		t = a.Time
	}
	return search.Limits{Time: t, Depth: l.Depth, Nodes: l.Nodes}, nil
}

// ErrEnough is the cause of a context that ends because the result so far is wanted:
// this is not an error.
var ErrEnough = errors.New("enough")

func enough(ctx context.Context) bool { return errors.Is(context.Cause(ctx), ErrEnough) }

// ended returns the error of a context that ended because no answer is wanted.
func ended(ctx context.Context) error {
	if enough(ctx) {
		return nil
	}
	return ctx.Err()
}

// ReplyRequest asks for a move.
type ReplyRequest struct {
	Place
	Level        string `json:"level,omitempty" query:"level" maxLength:"30" doc:"Who moves: level 1 to 10, easy, medium, hard or perfect; or minimax, minimax-depth, alphabeta, the textbook's searches, which visit every line to its end; or random" default:"perfect" example:"4"`
	Seed         uint64 `json:"seed,omitempty" query:"seed" maximum:"9007199254740991" doc:"Decides the choices of levels below perfect, and of random"`
	Milliseconds int    `json:"ms,omitempty" query:"ms" minimum:"0" maximum:"600000" doc:"Time to think; 0 is a second. The textbook's players take up to 5 seconds, whatever it says"`
}

// Reply is the chosen move, with the state of the game after it.
type Reply struct {
	Move  string `json:"move"`
	Worth Worth  `json:"worth" doc:"Of the move, for the side that made it"`
	Nodes uint64 `json:"nodes" doc:"Positions visited"`
	State *State `json:"state"`
}

const defaultReply = 1000 // milliseconds

// Reply chooses a move at a level, or by one of the other players.
func (s *Service) Reply(ctx context.Context, with *search.Searcher, a Allowed, r ReplyRequest) (*Reply, error) {
	pl, err := s.ongoing(r.Place)
	if err != nil {
		return nil, err
	}
	if r.Milliseconds == 0 {
		r.Milliseconds = defaultReply
	}
	l, err := Limits{Milliseconds: r.Milliseconds}.limits(a)
	if err != nil {
		return nil, err
	}
	var choice player.Choice
	if simple, ok := player.Simple(r.Level, pl.game, r.Seed^pl.p.Hash()); ok {
		choice, err = chooseSimple(ctx, simple, pl.p, a, r.Level)
	} else {
		choice, err = s.chooseLeveled(ctx, with, pl, a, r.Level, player.Options{Seed: r.Seed, Limits: l})
	}
	if err != nil {
		return nil, err
	}
	name := pl.game.FormatMove(pl.p, choice.Move)
	pl.p.Make(choice.Move)
	pl.moves, pl.names = append(pl.moves, choice.Move), append(pl.names, name)
	st, err := pl.state()
	return &Reply{name, worthOf(pl.game, choice), choice.Nodes, st}, err
}

// maxForTextbook is the time limit of a textbook search for a move: when stopped it
// has no intermediate result.
const maxForTextbook = 5 * time.Second

// chooseSimple lets a player without levels choose.
func chooseSimple(ctx context.Context, who player.Player, p oxo.Position, a Allowed, name string) (player.Choice, error) {
	most := min(a.Time, maxForTextbook)
	inTime, stop := context.WithTimeout(ctx, most)
	defer stop()
	choice, err := who.Move(inTime, p)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil && !a.Patient {
		return choice, problemf(Much, "%s looks at every line to its end, and was not done after %v and %d positions: play some moves first, or take another opponent", name, most, choice.Nodes)
	}
	return choice, err
}

// chooseLeveled lets a level choose.
func (s *Service) chooseLeveled(ctx context.Context, with *search.Searcher, pl *place, a Allowed, level string, o player.Options) (player.Choice, error) {
	o.Level = player.Perfect
	if level != "" {
		var err error
		if o.Level, err = player.ParseLevel(level); err != nil {
			return player.Choice{}, bad(err)
		}
	}
	s.consult(with, "")
	who := player.NewLeveledWith(with, pl.game, o.Level, o.Seed, o.Limits).ProvingFirst()
	if o.Level == player.Perfect {
		who.WithRepertoire(player.RepertoireOf(s.consult(with, pl.game.Name()), 0, o.Seed))
	}
	atOnce := player.NewLeveledWith(with, pl.game, player.Perfect, o.Seed, search.Limits{Time: shortly})
	return choose(ctx, who, atOnce, pl.p, o.Limits.Time, a)
}

// minForLevel is the minimum time limit of a level, even if less was requested: on
// small boards it needs a thousandth of that.
const minForLevel = time.Second

// choose lets a player choose. If a level is not ready in time, on a very large
// board, the best move found at once is used instead.
func choose(ctx context.Context, who, atOnce *player.Leveled, p oxo.Position, want time.Duration, a Allowed) (player.Choice, error) {
	inTime, stop := context.WithTimeout(ctx, min(max(want*5/4, minForLevel), a.Time*5/4))
	defer stop()
	choice, err := who.Move(inTime, p)
	switch {
	case err == nil:
		return choice, nil
	case enough(ctx):
		if choice.Nodes > 0 {
			return choice, nil
		}
		ctx = context.WithoutCancel(ctx)
	case !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil || a.Patient:
		return choice, err
	case choice.Nodes > 0:
		return choice, nil // a choice from fewer play-outs than the level makes
	}
	best, err := atOnce.Move(ctx, p)
	if err == nil {
		best.Effort = player.Effort{Nodes: choice.Nodes + best.Nodes}
	}
	return best, err
}

// shortly is the time of a search that must answer at once.
const shortly = 50 * time.Millisecond

// AnalyzeRequest asks for the values of the moves.
type AnalyzeRequest struct {
	Place
	Limits
}

// thinking parses a request: the place and the limits.
func (s *Service) thinking(a Allowed, r AnalyzeRequest) (*place, search.Limits, error) {
	pl, err := s.ongoing(r.Place)
	if err != nil {
		return nil, search.Limits{}, err
	}
	l, err := r.limits(a)
	return pl, l, err
}

// Analysis holds the values of all legal moves, best first, as far as known.
type Analysis struct {
	Moves []MoveWorth `json:"moves"`
	Nodes uint64      `json:"nodes" doc:"Positions visited"`
	// If play-outs are made, moves come in the order of their visits.
	Playouts uint64  `json:"playouts,omitempty" doc:"Play-outs, where estimates are theirs: then moves that are not proven come in the order of how many each had, which is their nodes; else left out"`
	Seconds  float64 `json:"seconds"`
	Done     bool    `json:"done" doc:"Whether this is the last word"`
	Unit     string  `json:"unit,omitempty" doc:"What estimates are written in, as pawns, where the game has a unit"`
	Counts   string  `json:"counts,omitempty" doc:"What the scale of proven moves counts, where the game has one"`
}

// MoveWorth is the value of a move for the side that makes it.
type MoveWorth struct {
	Move string `json:"move"`
	Worth
	Scale *int     `json:"scale,omitempty" doc:"A proven value in the scale that players of the game write, where it has one"`
	Best  bool     `json:"best" doc:"Whether no move is better"`
	Line  []string `json:"line" doc:"The best play, this move first"`
	Names []string `json:"names,omitempty" doc:"The line as players write it, where that differs: Nf3 for g1f3; else left out"`
	Cut   bool     `json:"cut,omitempty" doc:"true where the game goes on after the line; left out where the line ends with the game, or with a position that came about before"`
	Depth int      `json:"depth" doc:"Plies looked ahead, as many for all estimates; 0 where it is proven"`
	Nodes uint64   `json:"nodes"`
}

// minInterval is the minimum interval between reports of an analysis.
const minInterval = 60 * time.Millisecond

// Analyze reports the values of the moves, again each time that more is known.
func (s *Service) Analyze(ctx context.Context, with *search.Searcher, a Allowed, r AnalyzeRequest, report func(Analysis)) error {
	pl, l, err := s.thinking(a, r)
	if err != nil {
		return err
	}
	s.consult(with, pl.game.Name())
	begun, reported := time.Now(), time.Time{}
	var moves []search.MoveResult
	engine := player.Proving(with, pl.p)
	said := analysis{place: pl, begun: begun, playouts: engine != player.Engine(with)}
	for moves = range engine.AnalyzeProgress(ctx, pl.p, l) {
		if now := time.Now(); now.Sub(reported) >= minInterval {
			reported = now
			report(said.of(moves))
		}
	}
	if err := ended(ctx); err != nil {
		return err
	}
	last := said.of(moves)
	last.Done = true
	report(last)
	return nil
}

// worthSaying reports whether a move has a value: proven, certain, or an estimate of
// a complete iteration, which has the same depth for all moves. Bounds alone do not
// count.
func worthSaying(m *search.MoveResult) bool {
	return m.Known() && (m.Proven || m.Score.Sign() != 0 || m.Depth > 0)
}

// analysis converts search results to an [Analysis].
type analysis struct {
	*place
	begun    time.Time
	playouts bool // estimates come from play-outs
}

// best returns the value of the best move. Among play-out estimates that is the first
// move, which has most visits: higher estimates of other moves may be noise.
func (a *analysis) best(moves []search.MoveResult) oxo.Score {
	best := -oxo.Infinity
	for _, m := range moves {
		switch {
		case !worthSaying(&m):
		case a.playouts && best == -oxo.Infinity:
			return m.Score
		default:
			best = max(best, m.Score)
		}
	}
	return best
}

// of converts the results of the moves.
func (a *analysis) of(moves []search.MoveResult) Analysis {
	pl := a.place
	an := Analysis{Seconds: time.Since(a.begun).Seconds(), Unit: catalog.UnitOf(pl.game).Many, Moves: make([]MoveWorth, 0, len(moves))}
	if scale := board.FactsOf(pl.game).Scale; scale != nil {
		an.Counts = scale.Counts
	}
	best := a.best(moves)
	for _, m := range moves {
		if an.Nodes += m.Nodes; a.playouts {
			an.Playouts += m.Nodes
		}
		if !worthSaying(&m) {
			continue
		}
		w := MoveWorth{
			Move: pl.game.FormatMove(pl.p, m.Move), Worth: worth(pl.game, m.Value), Best: m.Score == best && (!a.playouts || m.Proven || len(an.Moves) == 0),
			Line: catalog.FormatLine(pl.game, pl.p, m.Line), Names: named(pl.game, pl.p, m.Line), Cut: !catalog.LineEnds(pl.p, m.Line), Depth: m.Depth, Nodes: m.Nodes,
		}
		if m.Proven {
			w.Depth = 0
			if n, ok := catalog.Scale(pl.game, pl.p, m.Score); ok {
				w.Scale = &n
			}
		}
		an.Moves = append(an.Moves, w)
	}
	return an
}

// Solution holds the bounds of a position's value.
type Solution struct {
	Worth
	AtLeast string   `json:"atLeast" doc:"The worst that the value can be for the side to move: draw, loss by 2, win in 7; unknown where nothing is proven of it"`
	AtMost  string   `json:"atMost" doc:"The best that it can be; unknown where nothing is proven of it"`
	Proven  bool     `json:"proven"`
	Line    []string `json:"line"`
	Cut     bool     `json:"cut,omitempty" doc:"true where the game goes on after the line"`
	Nodes   uint64   `json:"nodes"`
	Seconds float64  `json:"seconds"`
	Done    bool     `json:"done"`
}

// Solve searches for the value of a position, and reports what is known as it grows.
func (s *Service) Solve(ctx context.Context, with *search.Searcher, a Allowed, r AnalyzeRequest, report func(Solution)) error {
	pl, l, err := s.thinking(a, r)
	if err != nil {
		return err
	}
	s.consult(with, pl.game.Name())
	begun := time.Now()
	solution := func(r search.Result) Solution {
		least, most := ends(r.Bounds)
		return Solution{
			Worth: worth(pl.game, r.Value), AtLeast: least, AtMost: most, Proven: r.Proven,
			Line: catalog.FormatLine(pl.game, pl.p, r.Line), Cut: !catalog.LineEnds(pl.p, r.Line), Nodes: r.Nodes, Seconds: time.Since(begun).Seconds(),
		}
	}
	var last Solution
	for r := range with.SearchProgress(ctx, pl.p, l) {
		last = solution(r)
		report(last)
	}
	if err := ended(ctx); err != nil {
		return err
	}
	last.Done = true
	report(last)
	return nil
}

// ends writes the two bounds, "unknown" for an unknown one.
func ends(b oxo.Bounds) (least, most string) {
	least, most = "unknown", "unknown"
	lo, hi := b.Known()
	if lo {
		least = b.Lo().String()
	}
	if hi {
		most = b.Hi().String()
	}
	return least, most
}
