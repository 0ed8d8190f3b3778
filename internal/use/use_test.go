package use_test

import (
	"context"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"oxo"
	"oxo/api"
	"oxo/explain"
	"oxo/game/catalog"
	"oxo/games"
	"oxo/internal/race"
	"oxo/player"
	"oxo/prove/book"
	"oxo/prove/loops"
	"oxo/prove/pn"
	"oxo/search"
	"oxo/search/mcts"
)

// answersOfTest is the number of answers to compare; OXO_USE=1000000 sets another
// number.
const answersOfTest = 6_000

// TestUse asks continuously used engines about positions of all games in a random
// order, with random limits: everything they call proven agrees with the oracle,
// whatever they were asked before.
func TestUse(t *testing.T) {
	want := answersOfTest
	if race.Enabled {
		want /= 10 // only one of the engines has two threads
	}
	if text := os.Getenv("OXO_USE"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatalf("OXO_USE=%s: want a number of answers", text)
		}
		want = n
	}
	seed := uint64(57)
	if text := os.Getenv("OXO_SEED"); text != "" {
		seed, _ = strconv.ParseUint(text, 10, 64)
	}
	u := newUse(t, seed)
	for next := 100_000; u.answers < want && !t.Failed(); {
		if u.step(); u.answers >= next {
			t.Logf("%d answers", u.answers)
			next += 100_000
		}
	}
	for family, n := range u.proven {
		t.Logf("%-13s %8d answers, %8d of them proven", family, u.asked[family], n)
	}
	t.Logf("%d answers after seed %d", u.answers, seed)
}

// use holds the engines in use.
type use struct {
	t         *testing.T
	rng       *rand.Rand
	games     []*game
	searchers []*search.Searcher
	trees     []*mcts.Searcher
	thinker   *player.Thinker
	solver    *pn.Solver
	service   *api.Service
	page      *search.Searcher // the service's searcher
	answers   int
	asked     map[string]int
	proven    map[string]int

	// The current position.
	g     *game
	p     oxo.Position
	drawn bool // by earlier moves
	place api.Place
}

func newUse(t *testing.T, seed uint64) *use {
	t.Helper()
	return &use{
		t: t, rng: rand.New(rand.NewPCG(seed, 1)), games: allGames(t), asked: map[string]int{}, proven: map[string]int{},
		searchers: []*search.Searcher{
			search.New(search.Options{TableBytes: 1 << 20}), search.New(search.Options{TableBytes: 1 << 20, KeepTable: true}),
			search.New(search.Options{TableBytes: 1 << 12, KeepTable: true}), search.New(search.Options{TableBytes: 1 << 18, KeepTable: true, Threads: 2}),
			search.New(search.Options{TableBytes: 1 << 18, NoGuide: true, KeepTable: true}), search.New(search.Options{TableBytes: 1 << 16, ResultOnly: true, KeepTable: true}),
			search.New(search.Options{TableBytes: 1 << 18, Shuffle: 7, KeepTable: true, NoSymmetry: true, NoSelective: true}),
		},
		trees:   []*mcts.Searcher{mcts.New(mcts.Options{TreeBytes: 1 << 20}), mcts.New(mcts.Options{TreeBytes: 1 << 16, NoGuide: true})},
		thinker: player.NewThinker(search.Options{TableBytes: 1 << 18}, search.Limits{Nodes: 300}),
		solver:  pn.NewSolver(pn.Options{TableBytes: 1 << 20}),
		service: api.New(games.All()), page: search.New(search.Options{TableBytes: 1 << 20, Book: &book.Shelf{}}),
	}
}

// step makes one request.
func (u *use) step() {
	u.choose()
	asks := []func(){u.search, u.search, u.analyze, u.analyze, u.ask, u.tree, u.move, u.api, u.api, u.why, u.review, u.whole}
	asks[u.rng.IntN(len(asks))]()
}

// choose chooses a random game and an unfinished position of it.
func (u *use) choose() {
	for u.draw(); u.drawn; u.draw() {
		// Earlier moves have ended the game.
	}
}

func (u *use) draw() {
	u.g = u.games[u.rng.IntN(len(u.games))]
	from, moves := u.g.random(u.rng)
	u.p = u.g.Start()
	if from != "" {
		var err error
		if u.p, err = u.g.ParsePosition(from); err != nil {
			u.t.Fatal(err)
		}
	}
	names := catalog.FormatLine(u.g.Game, u.p, moves)
	session := player.NewSession(u.g.Game, u.p)
	for _, m := range moves {
		session.Make(m)
	}
	u.p, u.drawn = session.Position().Clone(), session.Drawn()
	u.place = api.Place{Game: u.g.Name(), Position: from, Moves: strings.Join(names, ".")}
}

// limits draws limits; in a game that loops there is always one.
func (u *use) limits() (l search.Limits) {
	switch u.rng.IntN(5) {
	case 0:
		l.Depth = 1 + u.rng.IntN(6)
	case 1:
		l.Nodes = uint64(1 + u.rng.IntN(3000))
	case 2:
		l.Nodes, l.Time = uint64(1+u.rng.IntN(2000)), time.Hour
	case 3:
		l.Depth, l.Nodes = 1+u.rng.IntN(4), 2000
	}
	if u.g.loops && l.Nodes == 0 {
		l.Nodes = uint64(100 + u.rng.IntN(2000))
	}
	return l
}

func (u *use) searcher() *search.Searcher { return u.searchers[u.rng.IntN(len(u.searchers))] }

// check compares a proven result with the position's value.
func (u *use) check(what string, p oxo.Position, v search.Value, b oxo.Bounds) {
	u.t.Helper()
	want, ok := u.g.value(p)
	if !ok {
		return
	}
	u.answers++
	u.asked[u.g.family]++
	if v.Proven {
		u.proven[u.g.family]++
	}
	wrong := v.Proven && v.Score != want || want < b.Lo() || want > b.Hi()
	if !v.Proven && v.Score.Sign() != 0 { // a forced win or loss
		wrong = wrong || v.Score.Sign() != want.Sign() || v.Score.IsWin() && want < v.Score || v.Score.IsLoss() && want > v.Score
	}
	if wrong {
		u.t.Errorf("%s of %s %s, moves %s, here %s: %v (%v to %v), proven %v, and the value is %v",
			what, u.place.Game, u.place.Position, u.place.Moves, u.g.FormatPosition(p), v, b.Lo(), b.Hi(), v.Proven, want)
	}
}

// after is check for the position after a move, from the view of the side that made
// it.
func (u *use) after(what string, m oxo.Move, v search.Value, b oxo.Bounds) {
	u.t.Helper()
	back := search.Value{Score: v.Score, Proven: v.Proven}
	if v.Score.Sign() != 0 || v.Proven {
		back.Score = v.Score.ToChild()
	}
	u.p.Make(m)
	defer u.p.Unmake(m)
	if l, ok := u.p.(oxo.Looping); ok {
		if plies, worth := l.Repeated(); plies > 0 && worth != oxo.Draw {
			return // a forbidden move: its value does not matter
		}
	}
	if over := u.p.Outcome() == oxo.Ongoing && player.Drawn(u.p); over {
		if want := oxo.Draw; v.Proven && v.Score != want {
			u.t.Errorf("%s of %s %s, moves %s: %v after a move that draws by the moves before", what, u.place.Game, u.place.Position, u.place.Moves, v)
		}
		return
	}
	u.check(what, u.p, back, oxo.Between(b.Hi().ToChild(), b.Lo().ToChild()))
}

func (u *use) search() {
	l := u.limits()
	s := u.searcher()
	if u.rng.IntN(4) > 0 {
		r := s.Search(context.Background(), u.p, l)
		u.check("a search", u.p, r.Value, r.Bounds)
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	stop := u.rng.IntN(4)
	for r := range s.SearchProgress(ctx, u.p, l) {
		u.check("a search on its way", u.p, r.Value, r.Bounds)
		if stop--; stop == 0 {
			cancel()
		}
	}
}

// whole requests the line to the end, and checks that each move keeps the value.
func (u *use) whole() {
	if u.g.loops {
		u.closed()
		return
	}
	s := u.searchers[u.rng.IntN(2)]
	r := s.Search(context.Background(), u.p, search.Limits{})
	u.check("a proof", u.p, r.Value, r.Bounds)
	p, value := u.p.Clone(), r.Score
	for _, m := range s.WholeLine(context.Background(), u.p, r) {
		p.Make(m)
		value = value.ToChild()
		u.check("a line", p, search.Value{Score: value, Proven: true}, oxo.Exactly(value))
	}
	if pn.Provable(u.p) == nil {
		byNumbers, err := u.solver.Result(context.Background(), u.p)
		if err != nil {
			u.t.Fatal(err)
		}
		u.check("proof numbers", u.p, search.Value{Score: oxo.Draw}, byNumbers.Bounds)
	}
}

// closed uses the solver of games that loop and end with a margin.
func (u *use) closed() {
	if !loops.Suits(u.p) || u.rng.IntN(8) > 0 {
		u.analyze()
		return
	}
	s, err := loops.New(u.p, loops.Options{TableBytes: 1 << 20})
	if err != nil {
		u.t.Fatal(err)
	}
	r := s.Solve(context.Background())
	u.check("questions of plies", u.p, search.Value{Score: oxo.Draw}, r.Bounds)
}

func (u *use) analyze() {
	l := u.limits()
	for _, m := range u.searcher().Analyze(context.Background(), u.p, l) {
		u.after("an analysis", m.Move, m.Value, m.Bounds)
	}
}

func (u *use) ask() {
	least := []oxo.Score{oxo.By(1), oxo.Draw, oxo.Win(3), oxo.Loss(4), oxo.By(-3), oxo.By(4)}[u.rng.IntN(6)]
	a := u.searcher().Ask(context.Background(), u.p, search.Question{AtLeast: least, Nodes: uint64(50 + u.rng.IntN(3000))})
	u.check("a question", u.p, search.Value{Score: oxo.Draw}, a.Bounds)
}

func (u *use) tree() {
	s := u.trees[u.rng.IntN(len(u.trees))]
	l := search.Limits{Nodes: uint64(1 + u.rng.IntN(400))}
	if u.rng.IntN(2) == 0 {
		r := s.Search(context.Background(), u.p, l)
		u.check("play-outs", u.p, r.Value, r.Bounds)
		return
	}
	for _, m := range s.Analyze(context.Background(), u.p, l) {
		u.after("an analysis by play-outs", m.Move, m.Value, m.Bounds)
	}
}

// move lets players choose; they use their own searchers or one of those in use.
func (u *use) move() {
	players := []player.Player{u.thinker, player.NewLeveledWith(u.searchers[u.rng.IntN(5)], u.g.Game, player.Perfect, u.rng.Uint64(), search.Limits{Nodes: 500})}
	c, err := players[u.rng.IntN(2)].Move(context.Background(), u.p)
	if err != nil {
		u.t.Fatal(err)
	}
	if !c.NoValue && !c.NoPlies {
		u.check("a player", u.p, c.Value, oxo.Bounds{})
		u.after("a player's move", c.Move, c.Value, oxo.Bounds{})
	}
}

// value converts a value from the form of the service.
func value(w api.Worth) search.Value {
	return search.Value{Score: oxo.Score(w.Score), Proven: w.Value.Estimate == nil && w.Value.Proven == nil}
}

// allowed limits the service's time: there is no other limit.
func (u *use) allowed() api.Allowed {
	return api.Allowed{Time: time.Duration(1+u.rng.IntN(6)) * time.Millisecond, Nodes: 2000}
}

func (u *use) api() {
	r := api.AnalyzeRequest{Place: u.place, Limits: api.Limits{Depth: u.rng.IntN(4)}}
	var err error
	if u.rng.IntN(2) == 0 {
		err = u.service.Solve(context.Background(), u.page, u.allowed(), r, func(s api.Solution) { u.check("the service's solve", u.p, value(s.Worth), oxo.Bounds{}) })
	} else {
		err = u.service.Analyze(context.Background(), u.page, u.allowed(), r, func(a api.Analysis) {
			for _, m := range a.Moves {
				made, err := u.g.ParseMove(u.p, m.Move)
				if err != nil {
					u.t.Fatal(err)
				}
				u.after("the service's analysis", made, value(m.Worth), oxo.Bounds{})
			}
		})
	}
	if err != nil {
		u.t.Fatalf("%+v: %v", u.place, err)
	}
}

func (u *use) why() {
	moves := u.p.Moves(nil)
	m := moves[u.rng.IntN(len(moves))]
	if u.rng.IntN(2) == 0 {
		b, err := explain.Why(context.Background(), u.g.Game, u.p, m, explain.WhyOptions{Searcher: u.searchers[u.rng.IntN(5)], Limits: search.Limits{Nodes: 1500}})
		if err != nil {
			u.t.Fatalf("%+v: %v", u.place, err)
		}
		u.after("a reason", m, b.Value, oxo.Bounds{})
		return
	}
	b, err := u.service.Why(context.Background(), u.page, u.allowed(), api.WhyRequest{Place: u.place, Move: u.g.FormatMove(u.p, m)})
	if err != nil {
		u.t.Fatalf("%+v: %v", u.place, err)
	}
	u.after("the service's reason", m, value(b.Worth), oxo.Bounds{})
}

// review reviews all moves of the game so far.
func (u *use) review() {
	if u.place.Moves == "" {
		return
	}
	p := u.g.Start()
	if u.place.Position != "" {
		p, _ = u.g.ParsePosition(u.place.Position)
	}
	p = p.Clone()
	before := []oxo.Position{p.Clone()}
	for name := range strings.SplitSeq(u.place.Moves, ".") {
		m, err := u.g.ParseMove(p, name)
		if err != nil {
			u.t.Fatal(err)
		}
		p.Make(m)
		before = append(before, p.Clone())
	}
	a := u.allowed()
	a.Time *= time.Duration(len(before))
	err := u.service.Review(context.Background(), u.page, a, api.ReviewRequest{Place: u.place}, func(r api.Reviewed) {
		u.check("a review's value before", before[r.Ply-1], value(r.Before), oxo.Bounds{})
	})
	if err != nil {
		u.t.Fatalf("%+v: %v", u.place, err)
	}
}
