package work

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"oxo"
	"oxo/cluster"
	"oxo/game/catalog"
	"oxo/game/knowledge"
	"oxo/prove/pn"
	"oxo/search"
)

// KindAsk is the kind of job of a proof.
const KindAsk = "ask"

// Methods of an ask.
const (
	BySearch  = "search"
	ByNumbers = "pn"
)

// ask is the question of a job.
type ask struct {
	Position string     `json:"position"` // the root
	Side     oxo.Side   `json:"side"`
	Relaxed  bool       `json:"relaxed,omitempty"`
	Path     []oxo.Move `json:"path"` // from the root
	Nodes    uint64     `json:"nodes"`
	Method   string     `json:"method"`
	Share    bool       `json:"share,omitempty"` // see [Spec]
}

// answer is the result of a job.
type answer struct {
	Verdict  string      `json:"verdict"` // open, holds or fails
	Nodes    uint64      `json:"nodes"`
	Children [][3]uint64 `json:"children,omitempty"` // of an open answer: move, work to prove, work to refute
}

// partial is the result so far.
type partial struct {
	Nodes    uint64 `json:"nodes"`
	Proof    uint64 `json:"proof"`
	Disproof uint64 `json:"disproof"`
}

// Doer does the jobs of proofs: it implements [cluster.Doer]. Its table keeps what it
// has learned for the next job about the same question.
type Doer struct {
	families []catalog.Family
	bytes    int64
	// provers holds the provers of the last questions, latest first. A proof
	// alternates between a strict and a relaxed question, so there are two.
	provers []*prover
	news    news
}

// maxProvers is the number of questions that a doer remembers.
const maxProvers = 2

// prover answers one question about positions below one root.
type prover struct {
	about    string
	root     oxo.Position
	question pn.Question
	claim    knowledge.Claim  // with solver
	solver   *pn.Solver       // for proof-number search
	searcher *search.Searcher // for alpha-beta
}

// New makes a doer with tables of a size in bytes.
func New(families []catalog.Family, tableBytes int64) *Doer {
	return &Doer{families: families, bytes: tableBytes}
}

// Do implements [cluster.Doer].
func (d *Doer) Do(ctx context.Context, job *cluster.Job, report func(json.RawMessage)) (json.RawMessage, error) {
	var a ask
	if err := json.Unmarshal(job.Ask, &a); err != nil {
		return nil, fmt.Errorf("the question cannot be read: %w", err)
	}
	p, err := d.prover(ctx, job, &a)
	if err != nil {
		return nil, err
	}
	if err := legal(p.root.Clone(), a.Path); err != nil {
		return nil, err
	}
	if a.Share {
		p.learn(d.news.take(p.about))
		defer func() { d.news.add(p.about, p.settled()) }()
	}
	var found answer
	if p.solver != nil {
		found = p.byNumbers(ctx, &a, report)
	} else {
		found = p.bySearch(ctx, &a)
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return json.Marshal(found)
}

// prover returns the prover of a question, or makes it in place of the least recently
// used one.
func (d *Doer) prover(ctx context.Context, job *cluster.Job, a *ask) (*prover, error) {
	about := fmt.Sprintf("%s %s %d %v %s %v", job.Game, a.Position, a.Side, a.Relaxed, a.Method, a.Share)
	i := slices.IndexFunc(d.provers, func(p *prover) bool { return p.about == about })
	if i < 0 {
		p, err := d.newProver(ctx, job, a)
		if err != nil {
			return nil, err
		}
		p.about = about
		i = min(len(d.provers), maxProvers-1)
		d.provers = append(d.provers[:i], p)
	}
	p := d.provers[i]
	copy(d.provers[1:], d.provers[:i])
	d.provers[0] = p
	return p, nil
}

// newProver makes a prover with its own table.
func (d *Doer) newProver(ctx context.Context, job *cluster.Job, a *ask) (*prover, error) {
	g, err := catalog.FromSheet(ctx, d.families, job.Game, job.Sheet)
	if err != nil {
		return nil, err
	}
	root, err := g.ParsePosition(a.Position)
	if err != nil {
		return nil, err
	}
	share := uint64(0)
	if a.Share {
		share = map[string]uint64{BySearch: shareSearch, ByNumbers: shareNumbers}[a.Method]
	}
	p := &prover{root: root, question: pn.Question{Side: a.Side, Relaxed: a.Relaxed}}
	switch a.Method {
	case ByNumbers:
		if p.claim = p.question.Claim(root.Clone()); p.claim == nil {
			return nil, fmt.Errorf("%s has no relaxed claims", job.Game)
		}
		p.solver = pn.NewSolver(pn.Options{TableBytes: d.bytes / maxProvers, Share: share})
		p.solver.Forget(p.question)
	case BySearch:
		p.searcher = search.New(search.Options{TableBytes: d.bytes / maxProvers, KeepTable: true, ResultOnly: true, Share: share})
	default:
		return nil, fmt.Errorf("no method %q", a.Method)
	}
	return p, nil
}

// legal reports whether moves can be made from p, one after the other, and makes them.
func legal(p oxo.Position, path []oxo.Move) error {
	for i, m := range path {
		if p.Outcome() != oxo.Ongoing || !slices.Contains(p.Moves(nil), m) {
			return fmt.Errorf("move %d of the path is not legal", i+1)
		}
		p.Make(m)
	}
	return nil
}

// reportEvery is the interval between reports of the numbers.
const reportEvery = time.Second

// byNumbers runs proof-number search.
func (p *prover) byNumbers(ctx context.Context, a *ask, report func(json.RawMessage)) answer {
	for _, m := range a.Path {
		p.claim.Make(m)
	}
	done := make(chan struct{})
	go func() {
		tick := time.NewTicker(reportEvery)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				now := p.solver.Progress()
				text, _ := json.Marshal(partial{now.Nodes, now.Proof, now.Disproof})
				report(text)
			}
		}
	}()
	r := p.solver.Ask(ctx, p.question, p.claim, a.Nodes)
	close(done)
	for _, m := range slices.Backward(a.Path) {
		p.claim.Unmake(m)
	}
	found := answer{Verdict: r.Verdict.String(), Nodes: r.Nodes}
	for _, c := range r.Children {
		found.Children = append(found.Children, [3]uint64{uint64(c.Move), c.Proof, c.Disproof})
	}
	return found
}

// bySearch runs the alpha-beta search.
func (p *prover) bySearch(ctx context.Context, a *ask) answer {
	at := p.root.Clone()
	for _, m := range a.Path {
		at.Make(m)
	}
	least, yes, no := oxo.By(1), knowledge.Holds, knowledge.Fails
	if at.Turn() != a.Side {
		least, yes, no = 1-oxo.By(1), knowledge.Fails, knowledge.Holds
	}
	r := p.searcher.Ask(ctx, at, search.Question{AtLeast: least, Nodes: a.Nodes})
	v := knowledge.Open
	switch {
	case r.Bounds.Lo() >= least:
		v = yes
	case r.Bounds.Hi() < least:
		v = no
	}
	return answer{Verdict: v.String(), Nodes: r.Nodes}
}

// verdictOf reads a verdict.
func verdictOf(text string) (knowledge.Verdict, error) {
	for _, v := range []knowledge.Verdict{knowledge.Open, knowledge.Holds, knowledge.Fails} {
		if v.String() == text {
			return v, nil
		}
	}
	return knowledge.Open, errors.New("the verdict of the answer: want open, holds or fails")
}
