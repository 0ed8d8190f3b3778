//go:build !race

package jobtree

import (
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/game/knowledge"
)

// synthetic is a claim about a random tree: a node is a number, which together with a
// seed determines the node's value and number of moves. Paths that differ in the order
// of two moves transpose.
type synthetic struct {
	seed  uint64
	path  []oxo.Move
	depth int
}

const width = 3

// key is the same for any order of each side's moves.
func (s *synthetic) key() oxo.Key {
	var sums [2]uint64
	for i, m := range s.path {
		sums[i%2] += 1 << (8 * uint64(m))
	}
	return oxo.Key{Hi: sums[0], Lo: sums[1]<<8 | uint64(len(s.path))}
}

func (s *synthetic) Expand(buf []knowledge.Child) ([]knowledge.Child, knowledge.Verdict) {
	k := s.key()
	rng := rand.New(rand.NewPCG(s.seed^k.Hi, k.Lo))
	if len(s.path) == s.depth || rng.IntN(8) == 0 {
		return buf, knowledge.Holds + knowledge.Verdict(rng.IntN(2))
	}
	for m := range width {
		buf = append(buf, knowledge.Child{Move: oxo.Move(m), Proof: knowledge.Unit, Disproof: knowledge.Unit})
	}
	return buf, knowledge.Open
}
func (s *synthetic) Narrow(int) bool           { return false }
func (s *synthetic) Claiming() bool            { return len(s.path)%2 == 0 }
func (s *synthetic) Make(m oxo.Move)           { s.path = append(s.path, m) }
func (s *synthetic) Unmake(oxo.Move)           { s.path = s.path[:len(s.path)-1] }
func (s *synthetic) Key() (oxo.Key, bool)      { return s.key(), true }
func (s *synthetic) Position() (oxo.Key, bool) { return oxo.Key{}, false }
func (s *synthetic) Weights() (uint64, uint64) { return 0, 0 }
func (s *synthetic) Clone() knowledge.Claim    { c := *s; return &c }

// truth returns the verdict of plain minimax.
func (s *synthetic) truth() knowledge.Verdict {
	moves, v := s.Expand(nil)
	if v != knowledge.Open {
		return v
	}
	want := knowledge.Holds // one such move is enough
	if !s.Claiming() {
		want = knowledge.Fails
	}
	for _, m := range moves {
		s.Make(m.Move)
		v := s.truth()
		s.Unmake(m.Move)
		if v == want {
			return want
		}
	}
	return knowledge.Holds + knowledge.Fails - want
}

// TestTruth: the verdict equals minimax's for any set of simultaneous jobs, any order
// of answers, and any hints, drops and repeats; and the same answers in another order
// make an equal tree.
func TestTruth(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		s := &synthetic{seed: seed, depth: 3 + int(seed%4)}
		want := s.truth()
		weight := seed % 2
		tree := New(s.Clone(), weight)
		answered := map[oxo.Key]Answer{}
		var order []oxo.Key
		var held []Leaf
		for jobs := 0; tree.Verdict() == knowledge.Open; jobs++ {
			if jobs > 10_000 {
				t.Fatalf("seed %d: no end", seed)
			}
			for len(held) < 1+rng.IntN(4) {
				leaf, ok := tree.Pick()
				if !ok {
					break
				}
				held = append(held, leaf)
			}
			if len(held) == 0 {
				t.Fatalf("seed %d: open, and nothing to ask", seed)
			}
			i := rng.IntN(len(held))
			leaf := held[i]
			held = append(held[:i], held[i+1:]...)
			switch rng.IntN(6) {
			case 0:
				tree.Drop(leaf.Key)
				continue
			case 1:
				tree.Hint(leaf.Key, 1+rng.Uint64N(50), 1+rng.Uint64N(50))
			}
			at := &synthetic{seed: seed, depth: s.depth, path: leaf.Path}
			if at.key() != leaf.Key {
				t.Fatalf("seed %d: the path %v does not lead to its leaf", seed, leaf.Path)
			}
			a := Answer{}
			if rng.IntN(3) == 0 { // it fits the nodes of a job
				a.Verdict = at.truth()
			}
			if !tree.Wants(leaf.Key) {
				tree.Drop(leaf.Key)
				continue
			}
			answered[leaf.Key] = a
			order = append(order, leaf.Key)
			tree.Put(leaf.Key, a)
			if tree.Put(leaf.Key, a) {
				t.Fatalf("seed %d: the same answer counts twice", seed)
			}
		}
		if tree.Verdict() != want {
			t.Fatalf("seed %d: %v, not %v", seed, tree.Verdict(), want)
		}
		if m, ok := tree.Best(); ok {
			s.Make(m)
			if s.truth() != want {
				t.Errorf("seed %d: move %d does not keep the verdict", seed, m)
			}
			s.Unmake(m)
		}
		again := New(s.Clone(), weight)
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for len(order) > 0 { // an answer to a leaf that does not exist yet has to wait
			var wait []oxo.Key
			for _, key := range order {
				if _, ok := again.find(key); !ok || !again.Put(key, answered[key]) && again.Wants(key) {
					wait = append(wait, key)
				}
			}
			if len(wait) == len(order) {
				break
			}
			order = wait
		}
		if again.Verdict() != want {
			t.Errorf("seed %d: the same answers in another order: %v, not %v", seed, again.Verdict(), want)
		}
	}
}
