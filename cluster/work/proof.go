package work

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"oxo"
	"oxo/cluster"
	"oxo/cluster/jobtree"
	"oxo/game/catalog"
	"oxo/game/knowledge"
	"oxo/internal/words"
	"oxo/prove/pn"
)

// KindProof is the kind of the runs that work on a proof.
const KindProof = "proof"

// Spec describes a proof, which finds the winner.
type Spec struct {
	Position string `json:"position"`
	Method   string `json:"method"` // [BySearch] or [ByNumbers]
	Nodes    uint64 `json:"nodes"`  // maximum for a job
	// Share lets workers exchange what they have settled. Then a lying worker can make
	// others report wrong results, so answers are not worth checking.
	Share bool `json:"share,omitempty"`
}

// Found is the result for a position.
type Found struct {
	Result   string `json:"result,omitempty"` // win, draw or loss for the side to move
	Best     string `json:"best,omitempty"`   // a move that achieves it
	Nodes    uint64 `json:"nodes"`
	Jobs     int    `json:"jobs"` // answered
	Open     int    `json:"open"` // of these, without a verdict
	Tree     int    `json:"tree"` // positions of the upper trees
	Proof    uint64 `json:"proof"`
	Disproof uint64 `json:"disproof"`
}

// proof is the run of a proof: it implements [cluster.Run]. It asks whether the side to
// move wins, and then, unless the game has no draws, whether the other side wins. For a
// game with claims of its own each question has two upper trees, for the strict and the
// relaxed claim; the first one decided ends both.
type proof struct {
	game   oxo.Game
	root   oxo.Position
	spec   Spec
	bounds oxo.Bounds
	stage  int // 1 or 2: the side in question
	trees  []*tree
	found  Found
	doubts bool // every answer is checked
}

// tree is an upper tree with the work spent on it.
type tree struct {
	*jobtree.Tree
	question pn.Question
	name     string // prefix of its jobs' IDs
	share    uint64 // its intended share of the work
	work     uint64 // nodes
	underway uint64 // running jobs
	over     bool
}

// searchWeight is the weight of a further move if jobs are searches. An answer of a
// search does not estimate the remaining work, so all leaves look alike; sums would
// then lead away from the best line after a few plies. (Connect Four 7x6 in jobs of
// 100,000 nodes: 23 M nodes, with sums 35 M; a single search takes 12 M.)
const searchWeight = 1

// maxNodes is the maximum limit of nodes for a job.
const maxNodes = 1 << 40

// NewProof makes the run of an order.
func NewProof(families []catalog.Family) func(cluster.Order) (cluster.Run, error) {
	return func(o cluster.Order) (cluster.Run, error) {
		r := &proof{}
		if err := json.Unmarshal(o.Spec, &r.spec); err != nil {
			return nil, fmt.Errorf("the order of a proof cannot be read: %w", err)
		}
		var err error
		if r.game, err = catalog.FromSheet(context.Background(), families, o.Game, o.Sheet); err != nil {
			return nil, err
		}
		if r.root, err = r.game.ParsePosition(r.spec.Position); err != nil {
			return nil, err
		}
		if err := pn.Provable(r.root); err != nil {
			return nil, fmt.Errorf("%s cannot be proven by several machines: %w", o.Game, err)
		}
		if r.spec.Method != BySearch && r.spec.Method != ByNumbers {
			return nil, fmt.Errorf("no method %q: want %s or %s", r.spec.Method, BySearch, ByNumbers)
		}
		if r.spec.Nodes < 1 || r.spec.Nodes > maxNodes {
			return nil, fmt.Errorf("a job of %d nodes: want a number from 1 to %d", r.spec.Nodes, uint64(maxNodes))
		}
		if r.spec.Share && o.Check > 0 {
			return nil, errors.New("workers that share results cannot check each other: want no checks, or no sharing")
		}
		r.doubts = o.Check >= 1000
		r.begin()
		return r, nil
	}
}

// begin sets what is known without a search, and asks the first question.
func (r *proof) begin() {
	if r.root.Outcome() != oxo.Ongoing {
		r.bounds = oxo.Exactly(oxo.Final(r.root))
		return
	}
	if c, ok := r.root.(knowledge.Claimer); ok {
		r.bounds = c.Theory()
	}
	r.ask(1)
}

// ask turns to an open question, or to the next one.
func (r *proof) ask(stage int) {
	r.stage, r.trees = stage, nil
	if r.known() != "" {
		return
	}
	side := r.root.Turn()
	if stage == 2 {
		side = side.Opponent()
	}
	if stage == 1 && r.bounds.Hi() < oxo.By(1) {
		r.ask(2)
		return
	}
	for _, relaxed := range []bool{false, true} {
		q := pn.Question{Side: side, Relaxed: relaxed}
		c := q.Claim(r.root.Clone())
		if c == nil || relaxed && r.spec.Method == BySearch {
			continue
		}
		weight, _ := c.Weights()
		if r.spec.Method == BySearch {
			weight = searchWeight
		}
		t := &tree{Tree: jobtree.New(c, weight), question: q, name: strconv.Itoa(stage) + "s-", share: 1}
		if relaxed { // it settles most draws, and those take longer
			t.name, t.share = relaxedName(stage), 4
		}
		r.trees = append(r.trees, t)
	}
}

// relaxedName returns the prefix of the jobs of a stage's relaxed claim.
func relaxedName(stage int) string { return strconv.Itoa(stage) + "r-" }

// known returns the result if it is proven.
func (r *proof) known() string {
	result, ok := r.bounds.Result()
	if !ok {
		return ""
	}
	return result
}

// Ahead implements [cluster.Run]: a job prepared in advance would be chosen without
// the answers that arrive before it starts.
func (r *proof) Ahead() int { return 0 }

// Next implements [cluster.Run].
func (r *proof) Next(n int) []cluster.Job {
	var jobs []cluster.Job
	for len(jobs) < n {
		t, leaf, ok := r.pick()
		if !ok {
			break
		}
		text, err := json.Marshal(ask{
			Position: r.spec.Position, Side: t.question.Side, Relaxed: t.question.Relaxed,
			Path: leaf.Path, Nodes: r.spec.Nodes, Method: r.spec.Method, Share: r.spec.Share,
		})
		if err != nil {
			break
		}
		t.underway++
		jobs = append(jobs, cluster.Job{ID: t.id(leaf.Key), Kind: KindAsk, Game: r.game.Name(), Ask: text})
	}
	return jobs
}

// pick takes a leaf of the tree that has received the least of its share.
func (r *proof) pick() (*tree, jobtree.Leaf, bool) {
	var least *tree
	for _, t := range r.trees {
		if !t.over && (least == nil || t.cost(r.spec.Nodes) < least.cost(r.spec.Nodes)) {
			least = t
		}
	}
	if least != nil {
		if leaf, ok := least.Pick(); ok {
			return least, leaf, true
		}
	}
	for _, t := range r.trees { // that tree has jobs for all its leaves
		if t.over {
			continue
		}
		if leaf, ok := t.Pick(); ok {
			return t, leaf, true
		}
	}
	return nil, jobtree.Leaf{}, false
}

// cost returns the work of a tree divided by its share, including running jobs.
func (t *tree) cost(nodes uint64) uint64 { return (t.work + t.underway*nodes) / t.share }

func (t *tree) id(k oxo.Key) string { return fmt.Sprintf("%s%016x%016x", t.name, k.Hi, k.Lo) }

// find returns the tree and the key of a job.
func (r *proof) find(id string) (*tree, oxo.Key, bool) {
	for _, t := range r.trees {
		digits, ok := strings.CutPrefix(id, t.name)
		if !ok || len(digits) != 32 {
			continue
		}
		hi, errHi := strconv.ParseUint(digits[:16], 16, 64)
		lo, errLo := strconv.ParseUint(digits[16:], 16, 64)
		return t, oxo.Key{Hi: hi, Lo: lo}, errHi == nil && errLo == nil
	}
	return nil, oxo.Key{}, false
}

// Wants implements [cluster.Run].
func (r *proof) Wants(id string) bool {
	t, key, ok := r.find(id)
	return ok && !t.over && t.Wants(key)
}

// Take implements [cluster.Run].
func (r *proof) Take(id string, found json.RawMessage) error {
	var a answer
	if err := json.Unmarshal(found, &a); err != nil {
		return err
	}
	v, err := verdictOf(a.Verdict)
	if err != nil {
		return err
	}
	t, key, ok := r.find(id)
	if !ok || !t.Wants(key) {
		return nil
	}
	out := jobtree.Answer{Verdict: v}
	if len(a.Children) > 0 && (r.spec.Method == BySearch || !r.doubts && len(a.decided(false)) == len(a.Children)) {
		return errNever // a search says nothing about moves; with all of them the position would be decided
	}
	for _, c := range a.Children {
		k := r.child(c)
		if c[1] == 0 && c[2] == 0 || max(c[1], c[2]) > most || v != knowledge.Open || k.Verdict == decides(t.Claiming(key)) {
			return errNever
		}
		out.Children = append(out.Children, k)
	}
	t.Put(key, out)
	r.found.Jobs++
	r.found.Nodes += a.Nodes
	t.work += a.Nodes
	t.underway -= min(t.underway, 1)
	if v == knowledge.Open {
		r.found.Open++
	}
	r.decide(t)
	return nil
}

// decide draws conclusions from a decided tree.
func (r *proof) decide(t *tree) {
	v := t.Verdict()
	switch {
	case v == knowledge.Open:
		return
	case v == knowledge.Holds && t.question.Relaxed: // it implies nothing for the strict claim
		t.over = true
		return
	}
	if m, ok := t.Best(); ok {
		r.found.Best = r.game.FormatMove(r.root, m)
	}
	win, loss := oxo.By(1), oxo.By(-1)
	drawless := oxo.FactsOf(r.root).Drawless
	switch {
	case r.stage == 1 && v == knowledge.Holds:
		r.bounds = r.bounds.And(oxo.Between(win, oxo.Infinity))
	case r.stage == 1 && drawless, r.stage == 2 && v == knowledge.Holds:
		r.bounds = r.bounds.And(oxo.Between(-oxo.Infinity, loss))
	case r.stage == 1:
		r.bounds = r.bounds.And(oxo.Between(-oxo.Infinity, oxo.Draw))
	default:
		r.bounds = r.bounds.And(oxo.Exactly(oxo.Draw))
	}
	r.ask(2)
}

// Hint implements [cluster.Run].
func (r *proof) Hint(id string, text json.RawMessage) {
	var p partial
	if t, key, ok := r.find(id); ok && json.Unmarshal(text, &p) == nil {
		t.Hint(key, p.Proof, p.Disproof)
	}
}

// Drop implements [cluster.Run].
func (r *proof) Drop(id string) {
	if t, key, ok := r.find(id); ok {
		t.Drop(key)
		t.underway -= min(t.underway, 1)
	}
}

// SetAside implements [cluster.Run]: a position that nobody can answer is expanded
// into its moves.
func (r *proof) SetAside(id, _ string) {
	if t, key, ok := r.find(id); ok && t.Put(key, jobtree.Answer{}) {
		r.decide(t)
	}
}

// State implements [cluster.Run].
func (r *proof) State() cluster.State {
	f := r.found
	f.Result = r.known()
	text := "nothing is known"
	switch {
	case f.Result != "":
		text = f.Result
	case r.bounds.Lo() == oxo.Draw:
		text = "not a loss"
	case r.bounds.Hi() == oxo.Draw:
		text = "not a win"
	}
	if f.Result == "" {
		f.Best = ""
	}
	for _, t := range r.trees {
		f.Tree += t.Len()
		if p, d := t.Numbers(); f.Proof == 0 && !t.over {
			f.Proof, f.Disproof = p, d
		}
	}
	text += fmt.Sprintf(" after %s in %s, %d of them open", words.Count(f.Nodes, "node"), words.Count(f.Jobs, "job"), f.Open)
	if f.Result == "" {
		text += fmt.Sprintf("; proof number %d, disproof number %d, %s in the upper tree", f.Proof, f.Disproof, words.Count(f.Tree, "position"))
	}
	result, _ := json.Marshal(f)
	return cluster.State{Over: f.Result != "", Text: text, Result: result}
}
