package api

import (
	"context"
	"math"

	"oxo/explain"
	"oxo/game/board"
	"oxo/game/catalog"
)

// Playouts is a Monte-Carlo tree search, play-out by play-out. Texts are given by
// number in Texts; node 0 is the position, and values are MAX's.
type Playouts struct {
	Game      string   `json:"game"`
	Position  string   `json:"position"`
	Algorithm string   `json:"algorithm"`
	About     string   `json:"about"`
	Sides     []string `json:"sides" doc:"What MAX and MIN are called"`
	Value     Worth    `json:"value"`
	Best      string   `json:"best" doc:"The best move, as players write it"`
	Made      int      `json:"made" doc:"Play-outs: fewer than were asked for where the value is proven"`
	Texts     []string `json:"texts"`
	Nodes     Visited  `json:"nodes"`
	Steps     []Step   `json:"steps" doc:"The play-outs, in their order"`
	What      []int    `json:"what" doc:"Text: what happens, before the first play-out, then in the four phases of each: select, expand, play out, back up"`
	Why       []int    `json:"why" doc:"Text: the cause or the effect; may be empty"`
}

// Visited holds the visited nodes as columns, in the order of their first visits.
type Visited struct {
	Parent []int   `json:"parent" doc:"Index here; -1 at the top"`
	Max    []bool  `json:"max"`
	Move   []int   `json:"move" doc:"Text: the move that led here"`
	Name   []int   `json:"name,omitempty" doc:"Text: the same as players write it; left out where that does not differ"`
	Prior  []int   `json:"prior" doc:"How likely the move was thought to be the best, in ten thousandths; 0 where the game does not say"`
	Since  []int   `json:"since" doc:"The play-out, from 0, that visits the node first"`
	Listed []int   `json:"listed" doc:"The play-out that gave the node its moves; -1 before the first, or the number of play-outs if none did"`
	Moves  []int   `json:"moves" doc:"How many moves it was given"`
	Some   [][]int `json:"some" doc:"Texts: the first of them as players write them, in the order of the list"`
}

// Step is one play-out: its path, with the state of each node on the path after it.
type Step struct {
	Path   []int  `json:"path" doc:"Nodes, from the position to the leaf"`
	Visits []int  `json:"visits"`
	Mean   []int  `json:"mean" doc:"In ten thousandths: all is won"`
	Say    []int  `json:"say" doc:"Text: the mean in words, or what is proven"`
	Proven []int  `json:"proven" doc:"1 a win is proven, 0 a draw, -1 a loss; 2 where none is"`
	Played []int  `json:"played" doc:"Texts: the moves of the play-out after the leaf"`
	End    string `json:"end,omitempty" doc:"The position after the play-out, where the rules refuse one of its moves, since it repeats a board"`
	Result int    `json:"result" doc:"What was counted, in ten thousandths"`
}

// Numbers of reported play-outs, and of named moves of a node.
const (
	defaultPlayouts = 200
	maxPlayouts     = 500
	someMoves       = 9
)

// plainMCTS is the name of the search by the rules alone.
const plainMCTS = explain.MCTS + "-plain"

// aboutMCTS describes the play-out algorithms.
func aboutMCTS(name string) string {
	switch name {
	case explain.MCTS:
		return "Monte-Carlo tree search, with all that the game knows"
	case plainMCTS:
		return "Monte-Carlo tree search by the rules alone, with moves drawn at random"
	}
	return ""
}

// watch runs and converts a search by play-outs.
func (s *Service) watch(ctx context.Context, pl *place, r *ExplainRequest) (*Playouts, error) {
	watched, err := explain.Watch(ctx, pl.game, pl.p, explain.MCTSOptions(r.Seed, r.Algorithm == plainMCTS), uint64(r.Playouts))
	if err != nil {
		return nil, err
	}
	w := watchedWriter{w: watched, texts: texts{numbers: map[string]int{}}, at: map[uint32]int{}}
	sides := watched.Sides()
	w.out = Playouts{
		Game: pl.game.Name(), Position: catalog.FormatPosition(pl.game, pl.p), Algorithm: r.Algorithm, About: aboutMCTS(r.Algorithm),
		Sides: []string{sides.Max, sides.Min}, Value: worth(pl.game, watched.Result.Value), Best: catalog.NameMove(pl.game, pl.p, watched.Result.Best),
		Made: len(watched.Trace.Playouts), Steps: []Step{}, Nodes: Visited{
			Parent: []int{}, Max: []bool{}, Move: []int{}, Prior: []int{}, Since: []int{}, Listed: []int{}, Moves: []int{}, Some: [][]int{},
		},
	}
	if err := w.write(ctx); err != nil {
		return nil, err
	}
	return &w.out, nil
}

// watchedWriter converts a search by play-outs.
type watchedWriter struct {
	texts
	w   *explain.Watched
	out Playouts
	at  map[uint32]int // nodes, by their numbers in the trace
}

// write converts everything. Replaying play-outs of Go takes longer than making them,
// so it ends with ctx.
func (w *watchedWriter) write(ctx context.Context) error {
	w.node(0, -1, 0)
	some, all := w.w.RootMoves(someMoves)
	w.gives(0, -1, all, some)
	for k := range w.w.Trace.Playouts {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		w.step(k)
	}
	for m := range w.w.Phases() {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		w.out.What, w.out.Why = append(w.out.What, w.text(m.What)), append(w.out.Why, w.text(m.Why))
	}
	w.out.Texts = w.all
	return nil
}

// node adds a node at its first visit.
func (w *watchedWriter) node(i uint32, parent, since int) {
	n, of := &w.out.Nodes, &w.w.Trace.Nodes[i]
	w.at[i] = len(n.Parent)
	n.Parent, n.Max, n.Move = append(n.Parent, parent), append(n.Max, w.w.Max(i)), append(n.Move, w.text(w.w.MoveText(i)))
	if board.FactsOf(w.w.Game).MoveName != nil {
		n.Name = append(n.Name, w.text(w.w.MoveName(i)))
	}
	n.Prior, n.Since = append(n.Prior, tenThousandths(float64(of.Prior))), append(n.Since, since)
	n.Listed, n.Moves, n.Some = append(n.Listed, len(w.w.Trace.Playouts)), append(n.Moves, 0), append(n.Some, []int{})
}

// gives adds the moves that a play-out gave to a node.
func (w *watchedWriter) gives(at, k, all int, some []string) {
	w.out.Nodes.Listed[at], w.out.Nodes.Moves[at] = k, all
	for _, name := range some {
		w.out.Nodes.Some[at] = append(w.out.Nodes.Some[at], w.text(name))
	}
}

func (w *watchedWriter) step(k int) {
	p := &w.w.Trace.Playouts[k]
	step := Step{Played: []int{}, Result: tenThousandths(p.Result)}
	for at, n := range w.w.After(k) {
		i := p.Path[at]
		if _, known := w.at[i]; !known {
			w.node(i, step.Path[at-1], k)
		}
		step.Path, step.Visits = append(step.Path, w.at[i]), append(step.Visits, int(n.Visits))
		step.Mean, step.Say = append(step.Mean, tenThousandths(n.Mean)), append(step.Say, w.text(n.Say(catalog.UnitOf(w.w.Game))))
		step.Proven = append(step.Proven, proven(&n))
	}
	leaf := p.Path[len(p.Path)-1]
	if !w.w.Max(leaf) {
		step.Result = tenThousandths(1 - p.Result)
	}
	if p.Listed > 0 {
		w.gives(w.at[leaf], k, p.Listed, w.w.Listed(k, someMoves))
	}
	names, end := w.w.Played(k)
	for _, name := range names {
		step.Played = append(step.Played, w.text(name))
	}
	step.End = end
	w.out.Steps = append(w.out.Steps, step)
}

// proven returns the sign of a proven result, or 2.
func proven(n *explain.GrownNode) int {
	switch {
	case n.Proven.Lo().Sign() > 0:
		return 1
	case n.Proven.Hi().Sign() < 0:
		return -1
	case n.Proven.Exact():
		return 0
	}
	return 2
}

func tenThousandths(share float64) int { return int(math.Round(1e4 * share)) }

// texts numbers texts without duplicates.
type texts struct {
	all     []string
	numbers map[string]int
}

func (t *texts) text(s string) int {
	i, ok := t.numbers[s]
	if !ok {
		i = len(t.all)
		t.numbers[s] = i
		t.all = append(t.all, s)
	}
	return i
}
