package pn_test

import (
	"os"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/internal/race"
	"oxo/search"
)

// TestOutcomes compares two questions, each with a tree of its own, with multiple-outcome proof
// numbers [SaffidineCazenave12], which keep numbers for both in one tree and work on the
// question with less work. Both search best first, with all positions in memory and no guide,
// so that only the numbers differ. With -v it logs how many positions each has expanded.
// OXO_MANY adds 4x4x4, which takes a few gigabytes.
func TestOutcomes(t *testing.T) {
	race.OneThread(t)
	names := []string{"mnk:3x3x3", "mnk:4x3x3", "mnk:4x4x3", "mnk:3x3x3,misere", "mnk:4x3x3,misere", "connect4:4x4"}
	if os.Getenv("OXO_MANY") != "" {
		names = append(names, "mnk:4x4x4")
	}
	for _, name := range names {
		p := gametest.Game(t, name).Start()
		want := search.New(search.Options{ResultOnly: true}).Search(t.Context(), p, search.Limits{}).Score.Result()
		two, one, both := newOutcomes(p), newOutcomes(p), newOutcomes(p)
		for way, got := range map[string]string{
			"two trees": two.inTurn(false), "two questions of one tree": one.inTurn(true), "both at once": both.together(),
		} {
			if got != want {
				t.Errorf("%s: %q by %s, %q by search", name, got, way, want)
			}
		}
		t.Logf("%-18s %-4s two trees %8d, two questions of one tree %8d, both at once %8d",
			name, want, two.expanded, one.expanded, both.expanded)
	}
}

// The questions: does the first side win, and does it draw at least?
const (
	wins = iota
	holds
)

// outcomeNode is a position with, for each question, the least number of positions to expand to
// prove yes, and no.
type outcomeNode struct {
	yes, no [2]uint64
	moves   []oxo.Move
	after   []*outcomeNode
}

func (n *outcomeNode) open(question int) bool { return n.yes[question] != 0 && n.no[question] != 0 }

// outcomes is a best-first search.
type outcomes struct {
	p        oxo.Position
	nodes    map[oxo.Key]*outcomeNode
	expanded int
}

const never = uint64(1) << 30

func newOutcomes(p oxo.Position) *outcomes {
	return &outcomes{p: p.Clone(), nodes: map[oxo.Key]*outcomeNode{}}
}

// inTurn asks whether the first side wins and, if not, whether it draws, in one tree or two.
func (s *outcomes) inTurn(oneTree bool) string {
	for _, question := range []int{wins, holds} {
		if !oneTree {
			s.nodes = map[oxo.Key]*outcomeNode{}
		}
		root := s.node()
		for root.open(question) {
			s.expand(root, question)
		}
		if root.yes[question] == 0 {
			return []string{wins: "win", holds: "draw"}[question]
		}
	}
	return "loss"
}

// together works on the question with the smaller sum of its numbers.
func (s *outcomes) together() string {
	root := s.node()
	for root.open(wins) || root.open(holds) {
		question := wins
		if !root.open(wins) || root.open(holds) && root.yes[holds]+root.no[holds] < root.yes[wins]+root.no[wins] {
			question = holds
		}
		s.expand(root, question)
	}
	return s.inTurn(true)
}

// node returns the node of the current position.
func (s *outcomes) node() *outcomeNode {
	key := s.p.(oxo.Keyed).Key()
	n := s.nodes[key]
	if n != nil {
		return n
	}
	n = &outcomeNode{yes: [2]uint64{1, 1}, no: [2]uint64{1, 1}}
	s.nodes[key] = n
	if s.p.Outcome() == oxo.Ongoing {
		return n
	}
	score := oxo.Final(s.p)
	if s.p.Turn() == oxo.Second {
		score = -score
	}
	for question, yes := range []bool{score > oxo.Draw, score >= oxo.Draw} {
		n.yes[question], n.no[question] = never, 0
		if yes {
			n.yes[question], n.no[question] = 0, never
		}
	}
	return n
}

// expand descends to the position that changes the numbers of a question at least cost, and
// expands it.
func (s *outcomes) expand(n *outcomeNode, question int) {
	if n.moves == nil {
		s.expanded++
		n.moves = s.p.Moves(nil)
		for _, m := range n.moves {
			s.p.Make(m)
			n.after = append(n.after, s.node())
			s.p.Unmake(m)
		}
		n.update(s.p.Turn())
		return
	}
	best, least := -1, never
	for i, after := range n.after {
		work := after.yes[question]
		if s.p.Turn() == oxo.Second {
			work = after.no[question]
		}
		if after.open(question) && work < least {
			best, least = i, work
		}
	}
	if best >= 0 { // otherwise another path has settled it
		s.p.Make(n.moves[best])
		s.expand(n.after[best], question)
		s.p.Unmake(n.moves[best])
	}
	n.update(s.p.Turn())
}

// update computes the numbers from the children: one yes is enough if the first side is to
// move, and one no if the other side is to move.
func (n *outcomeNode) update(turn oxo.Side) {
	for question := range n.yes {
		n.yes[question], n.no[question] = never, 0
		one, all := &n.yes[question], &n.no[question]
		if turn == oxo.Second {
			*one, *all = 0, never
			one, all = all, one
		}
		for _, after := range n.after {
			yes, no := after.yes[question], after.no[question]
			if turn == oxo.Second {
				yes, no = no, yes
			}
			*one, *all = min(*one, yes), min(*all+no, never)
		}
	}
}
