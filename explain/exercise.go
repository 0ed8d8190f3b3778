package explain

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"oxo"
	"oxo/textbook"
)

// Exercise is a tree to be worked by hand. Its kind and seed are all that makes
// it, so that a teacher can hand out the two.
type Exercise struct {
	Kind string `json:"kind"`
	Seed uint64 `json:"seed"`
	Task string `json:"task"`
	// Game and Position are set where the tree is a game's.
	Game     string         `json:"game,omitempty"`
	Position string         `json:"position,omitempty"`
	Nodes    []ExerciseNode `json:"nodes"`

	tree *Tree
	all  *Tree // the whole tree, where tree leaves some out
}

// ExerciseNode is a node of an exercise, in the order of the tree.
type ExerciseNode struct {
	Label  string   `json:"label"`
	Parent int      `json:"parent"` // index; -1 at the root
	Max    bool     `json:"max"`
	Move   string   `json:"move,omitempty"`
	Value  string   `json:"value,omitempty"` // what is given
	Ask    []string `json:"ask,omitempty"`   // what is asked: value, alpha, beta, cut
}

// Answer is what the learner says of a node: its value and window as text, and
// "yes" or "no" whether it was cut off.
type Answer map[string]string

// Mark is what is thought of one answer.
type Mark struct {
	Node  int    `json:"node"`
	Field string `json:"field"`
	Right bool   `json:"right"`
	Given string `json:"given"`
	Want  string `json:"want"`
	Why   string `json:"why"` // in words, for a wrong one
}

// Kinds lists the kinds of exercises with what they ask.
func Kinds() [][2]string {
	return [][2]string{
		{"minimax", "Fill in the value of every node: MAX takes the greatest of what is below, MIN the least."},
		{"alphabeta", "Walk the tree from left to right as alpha-beta does. Fill in alpha and beta as they are when each node is reached, and the value it returns; tick the nodes that are cut off and never visited. Infinity is written inf."},
		{"alphabeta-strict", "As alpha-beta does that cuts off only where alpha is greater than beta: walk the tree from left to right. Fill in alpha and beta as they are when each node is reached, and the value it returns; tick the nodes that are cut off and never visited. Infinity is written inf."},
		{"position", "Say what each move is worth under best play of both sides: a win, a draw or a loss for the side to move."},
	}
}

// NewExercise makes the exercise of a kind and a seed. Exercises about positions
// are taken from g.
func NewExercise(kind string, seed uint64, g oxo.Game) (*Exercise, error) {
	rng := rand.New(rand.NewPCG(seed, 1))
	for _, k := range Kinds() {
		if k[0] != kind {
			continue
		}
		e := &Exercise{Kind: kind, Seed: seed, Task: k[1]}
		if kind == "position" {
			return e, e.fromGame(g, rng)
		}
		return e, e.fromNumbers(rng)
	}
	return nil, fmt.Errorf("no exercise %q: there is minimax, alphabeta, alphabeta-strict and position", kind)
}

// fromNumbers makes a tree of numbers, three plies deep, and for alpha-beta one
// that has something to cut off.
func (e *Exercise) fromNumbers(rng *rand.Rand) error {
	const plies = 3
	run := textbook.MinimaxDepth
	switch e.Kind {
	case "alphabeta":
		run = textbook.AlphaBeta
	case "alphabeta-strict":
		run = textbook.AlphaBetaStrict
	}
	for {
		p := newNumbers(rng, plies)
		o := textbook.Options{Depth: plies, Evaluate: estimateNumbers, Trace: true}
		all, err := walkNumbers(p, textbook.MinimaxDepth, o)
		if err != nil {
			return err
		}
		if e.tree, err = walkNumbers(p, run, o); err != nil {
			return err
		}
		if e.all = all; !e.prunes() || e.tree.Cutoffs >= 2 {
			e.list(all, nil)
			return nil
		}
	}
}

// prunes says whether the exercise is about windows and cut-offs.
func (e *Exercise) prunes() bool { return strings.HasPrefix(e.Kind, "alphabeta") }

func walkNumbers(p *numbers, run textbookSearch, o textbook.Options) (*Tree, error) {
	r, err := run(context.Background(), p, o)
	t := &Tree{Start: p, CountsPlies: true, Algorithm: Algorithm{Windows: true}, Cutoffs: r.Cutoffs}
	t.flatten(r.Tree, -1, 0)
	return t, err
}

// fromGame takes a random position with few moves left, of which some are
// better than others.
func (e *Exercise) fromGame(g oxo.Game, rng *rand.Rand) error {
	for range 10_000 {
		p := g.Start()
		for moves := p.Moves(nil); len(moves) > 5; moves = p.Moves(moves[:0]) {
			p.Make(moves[rng.IntN(len(moves))])
		}
		if len(p.Moves(nil)) < 3 {
			continue
		}
		a, err := Find("minimax-depth")
		if err != nil {
			return err
		}
		t, err := Walk(context.Background(), g, p, a, Options{MaxNodes: 100_000})
		if errors.Is(err, textbook.ErrMaxNodes) {
			continue // another position is nearer to its end
		}
		if err != nil {
			return err
		}
		results := map[int]bool{}
		for _, m := range t.Moves {
			results[m.Value.Sign()] = true
		}
		if len(results) > 1 {
			e.tree, e.all, e.Game, e.Position = t, t, g.Name(), g.FormatPosition(p)
			e.list(t, p)
			return nil
		}
	}
	return fmt.Errorf("no exercise found in %s: a game with at most 5 moves near its end is needed", g.Name())
}

// list writes down the nodes: all of a tree of numbers, of a game the moves.
func (e *Exercise) list(t *Tree, p oxo.Position) {
	at := map[int]int{} // in e.Nodes, by number in t
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if p != nil && n.Ply > 1 {
			continue
		}
		x := ExerciseNode{Label: label(len(e.Nodes)), Parent: -1, Max: n.Max}
		if n.Parent >= 0 {
			x.Parent = at[int(n.Parent)]
		}
		switch {
		case p != nil && n.Parent < 0:
		case p != nil:
			x.Move, x.Ask = t.Game.FormatMove(p, n.Move), []string{"value"}
		case n.Below == 1:
			x.Value = number(n.Value)
		case e.prunes():
			x.Ask = []string{"alpha", "beta", "value"}
		default:
			x.Ask = []string{"value"}
		}
		if e.prunes() && n.Parent >= 0 {
			x.Ask = append(x.Ask, "cut")
		}
		at[i] = len(e.Nodes)
		e.Nodes = append(e.Nodes, x)
	}
}

// label names the nodes A, B, ... Z, AA, ...
func label(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return label(i/26-1) + label(i%26)
}

// number writes a value of a tree of numbers.
func number(s oxo.Score) string {
	switch s {
	case oxo.Infinity:
		return "+inf"
	case -oxo.Infinity:
		return "-inf"
	}
	return strconv.Itoa(int(s))
}

// normal writes an answer as number does.
func normal(text string) string {
	text = strings.ToLower(strings.TrimSpace(text))
	text = strings.NewReplacer("−", "-", "–", "-", "∞", "inf", "infinity", "inf", "oo", "inf").Replace(text)
	if text == "inf" {
		return "+inf"
	}
	if n, err := strconv.Atoi(text); err == nil {
		return strconv.Itoa(n)
	}
	return text
}
