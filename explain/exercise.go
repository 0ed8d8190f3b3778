package explain

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/game/numbertree"
)

// Exercise is a tree to be worked by hand. It is determined by its kind and its seed,
// or by its kind and its tree, so a teacher can hand out just these two.
type Exercise struct {
	Kind string `json:"kind"`
	Seed uint64 `json:"seed"`           // 0 if the tree is given
	Tree string `json:"tree,omitempty"` // in the notation of package numbertree; empty for an exercise about a position
	Task string `json:"task"`
	// Game, Position and Algorithm are what the explorer needs to show it. Position is
	// empty at the start of the game.
	Game      string         `json:"game"`
	Position  string         `json:"position,omitempty"`
	Algorithm string         `json:"algorithm"`
	Nodes     []ExerciseNode `json:"nodes"`

	walked *Tree // the walk by the algorithm of the kind
	at     []int // index in walked.Nodes of each node; 0 for one that is not visited, and for the root
}

// ExerciseNode is a node of an exercise, in the order of the tree.
type ExerciseNode struct {
	Label  string   `json:"label"`
	Named  bool     `json:"named,omitempty"` // whether the tree's text has the label
	Parent int      `json:"parent"`          // index; -1 at the root
	Max    bool     `json:"max"`
	Move   string   `json:"move,omitempty"`
	Value  string   `json:"value,omitempty"` // what is given, such as a leaf's value
	Ask    []string `json:"ask,omitempty"`   // what is asked: value, alpha, beta, cut
}

// Kinds of exercises.
const (
	kindMinimax  = "minimax"
	kindWindows  = "alphabeta"
	kindStrict   = "alphabeta-strict"
	kindPosition = "position"
)

// Kinds lists the kinds of exercises with their questions.
func Kinds() [][2]string {
	const windows = " Fill in alpha and beta as they are when each node is reached, and the value that it returns. Tick the first node of each branch that is cut off and never visited. Infinity is written inf."
	return [][2]string{
		{kindMinimax, "Fill in the value of every node: MAX takes the greatest of what is below, MIN the least."},
		{kindWindows, "Walk the tree from left to right as alpha-beta does, which cuts off as soon as alpha reaches beta." + windows},
		{kindStrict, "Walk the tree from left to right as alpha-beta does that cuts off only once alpha is greater than beta." + windows},
		{kindPosition, "Say what each move is worth under best play of both sides: a win, a draw or a loss for the side to move."},
	}
}

// NewExercise makes an exercise of a kind from a tree, or from a seed if the tree is
// empty. Exercises about positions are taken from g.
func NewExercise(kind string, seed uint64, tree string, g oxo.Game) (*Exercise, error) {
	rng := rand.New(rand.NewPCG(seed, 1))
	for _, k := range Kinds() {
		if k[0] != kind {
			continue
		}
		e := &Exercise{Kind: kind, Seed: seed, Task: k[1]}
		switch own := strings.TrimSpace(tree) != ""; {
		case own && kind == kindPosition:
			return nil, fmt.Errorf("an exercise about a position takes a number, not a tree: the kinds %s, %s and %s take a tree", kindMinimax, kindWindows, kindStrict)
		case own:
			e.Seed = 0
			return e, e.fromTree(tree)
		case kind == kindPosition:
			return e, e.fromGame(g, rng)
		}
		return e, e.fromNumbers(rng)
	}
	return nil, fmt.Errorf("no exercise %q: want %s, %s, %s or %s", kind, kindMinimax, kindWindows, kindStrict, kindPosition)
}

// fromNumbers makes a tree of numbers, three plies deep. For alpha-beta it makes one
// with at least two cut-offs.
func (e *Exercise) fromNumbers(rng *rand.Rand) error {
	for {
		if err := e.fromTree(grow(rng, 3)); err != nil {
			return err
		}
		if !e.prunes() || e.walked.Cutoffs >= 2 {
			return nil
		}
	}
}

// grow writes a random tree. A node has two or three moves, in the middle level two
// so that the tree fits a sheet; leaves are from -9 to 9.
func grow(rng *rand.Rand, plies int) string {
	value := rng.IntN(19) - 9
	if plies == 0 {
		return strconv.Itoa(value)
	}
	moves := 2 + rng.IntN(2)
	if plies == 2 {
		moves = 2
	}
	below := make([]string, moves)
	for i := range below {
		below[i] = grow(rng, plies-1)
	}
	return "(" + strings.Join(below, " ") + ")"
}

// fromTree makes the exercise about a tree in text form.
func (e *Exercise) fromTree(text string) error {
	g, err := numbertree.New(text)
	if err != nil {
		return err
	}
	a, err := Find(e.Kind) // a kind has the name of its algorithm
	if err != nil {
		return err
	}
	if e.walked, err = Walk(context.Background(), g, g.Start(), a, Options{}); err != nil {
		return err
	}
	e.Game, e.Algorithm, e.Tree, e.Nodes, e.at = g.Name(), a.Name, g.Tree().String(), nil, make([]int, len(g.Tree()))
	for at := 1; at < len(e.walked.Nodes); at++ {
		e.at[e.walked.Nodes[at].Move] = at // a move of a number tree is the number of its node
	}
	for i, n := range g.Tree() {
		x := ExerciseNode{Label: n.Name, Named: n.Label != "", Parent: n.Parent, Max: n.Ply%2 == 0}
		switch {
		case len(n.Children) == 0:
			x.Value = strconv.Itoa(n.Value)
		case e.prunes():
			x.Ask = strings.Fields("alpha beta value cut")
		default:
			x.Ask = strings.Fields("value")
		}
		switch {
		case e.prunes() && i == 0:
			x.Ask = x.Ask[:3] // the root is always visited
		case e.prunes() && x.Ask == nil:
			x.Ask = strings.Fields("cut")
		}
		e.Nodes = append(e.Nodes, x)
	}
	return nil
}

// prunes reports whether the exercise is about windows and cut-offs.
func (e *Exercise) prunes() bool { return e.Kind == kindWindows || e.Kind == kindStrict }

// number formats a value of a tree of numbers.
func (e *Exercise) number(s oxo.Score) string { return board.Say(e.walked.Game, s) }

// normal brings an answer into the form that number writes.
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
