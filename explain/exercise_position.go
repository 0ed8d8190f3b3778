package explain

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"oxo"
	"oxo/textbook"
)

// Limits of an exercise about a position.
const (
	maxAsked      = 8         // moves that are asked about
	maxBack       = 5         // plies before the end of a random game, so that a person can read them out
	maxRandom     = 200       // plies of a random game
	maxUnended    = 5         // random games that may be longer than that, in all
	maxWalk       = 60_000    // nodes of one walk to the ends
	maxAllWalks   = 1_000_000 // nodes of all walks
	maxGamesTried = 100
)

// fromGame takes a random position near an end, whose moves differ in result. It plays random games to the end,
// and goes back from there.
func (e *Exercise) fromGame(g oxo.Game, rng *rand.Rand) error {
	a, err := Find("minimax-depth")
	if err != nil {
		return err
	}
	nodes, unended := 0, 0
	for range maxGamesTried {
		p, played := playOut(g, rng)
		if p.Outcome() == oxo.Ongoing {
			if unended++; unended == maxUnended {
				break
			}
			continue
		}
		for range min(maxBack, len(played)) {
			p.Unmake(played[len(played)-1])
			played = played[:len(played)-1]
			if nodes > maxAllWalks {
				return noExercise(g)
			}
			t, err := Walk(context.Background(), g, p.Clone(), a, Options{MaxNodes: maxWalk})
			if errors.Is(err, textbook.ErrMaxNodes) {
				nodes += maxWalk
				break // further back there is more
			}
			if err != nil {
				return err
			}
			nodes += int(t.Visited)
			if worthAsking(t) && rng.IntN(2) == 0 {
				e.walked, e.Game, e.Algorithm, e.Position = t, g.Name(), a.Name, g.FormatPosition(p)
				e.listMoves(p, rng)
				return nil
			}
		}
	}
	return noExercise(g)
}

// noExercise is the error of a game without exercises.
func noExercise(g oxo.Game) error {
	return fmt.Errorf("no exercise found in %s: want a game in which few moves before the end some win and others do not, and all lines can be looked at: %d nodes", g.Name(), maxWalk)
}

// playOut plays a random game to its end, or for many plies.
func playOut(g oxo.Game, rng *rand.Rand) (p oxo.Position, played []oxo.Move) {
	p = g.Start()
	var moves []oxo.Move
	for len(played) < maxRandom && p.Outcome() == oxo.Ongoing {
		moves = p.Moves(moves[:0])
		m := moves[rng.IntN(len(moves))]
		p.Make(m)
		played = append(played, m)
	}
	return p, played
}

// worthAsking reports whether three moves or more differ in result.
func worthAsking(t *Tree) bool {
	results := map[int]bool{}
	for _, m := range t.Moves {
		results[m.Value.Sign()] = true
	}
	return len(t.Moves) >= 3 && len(results) > 1
}

// listMoves asks for the value of each move of a position. If there are too many, it asks about some, among them
// at least one with each result.
func (e *Exercise) listMoves(p oxo.Position, rng *rand.Rand) {
	var all []int
	for at := range e.walked.Children(0) {
		all = append(all, at)
	}
	asked := e.choose(all, rng)
	if len(asked) < len(all) {
		e.Task = fmt.Sprintf("Say what each of these %d moves is worth under best play of both sides: a win, a draw or a loss for the side to move. There are %d more.", len(asked), len(all)-len(asked))
	}
	e.Nodes, e.at = []ExerciseNode{{Label: "the position", Parent: -1, Max: true}}, []int{0}
	for _, at := range asked {
		move := e.walked.named(p, e.walked.Nodes[at].Move)
		e.at = append(e.at, at)
		e.Nodes = append(e.Nodes, ExerciseNode{Label: move, Move: move, Ask: []string{"value"}})
	}
}

// choose returns at most maxAsked of the moves, as nodes of the walk in their order.
func (e *Exercise) choose(all []int, rng *rand.Rand) []int {
	if len(all) <= maxAsked {
		return all
	}
	mixed := slices.Clone(all)
	rng.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
	seen := map[int]bool{}
	first := func(at int) bool { // of its result
		sign := e.walked.Nodes[at].Value.Sign()
		defer func() { seen[sign] = true }()
		return !seen[sign]
	}
	var must, rest []int
	for _, at := range mixed {
		if first(at) {
			must = append(must, at)
		} else {
			rest = append(rest, at)
		}
	}
	chosen := append(must, rest...)[:maxAsked]
	slices.Sort(chosen)
	return chosen
}
