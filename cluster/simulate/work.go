package simulate

import (
	"math"
	"time"

	"oxo"
	"oxo/cluster/jobtree"
	"oxo/game/knowledge"
)

// job is a piece of work, with the time that a worker needs for it.
type job struct {
	key  oxo.Key
	took time.Duration
}

// work is the part of a run of package cluster that matters here.
type work interface {
	next(n int) []job
	take(k oxo.Key)
	wants(k oxo.Key) bool
	drop(k oxo.Key)
	over() bool
	ahead() int
}

// Plan makes the same work for every simulation.
type Plan interface{ begin() work }

// Jobs is a plan of independent jobs: a tournament, a list of boards.
type Jobs struct {
	Times []time.Duration
	Ahead int // jobs that wait for each worker
}

// Draw draws the times of n jobs from a log-normal distribution with a mean and a
// spread, which is the standard deviation divided by the mean. It scales them so that
// the mean is exact.
func Draw(n int, mean time.Duration, spread float64, seed uint64) []time.Duration {
	times := make([]time.Duration, n)
	factors := make([]float64, n)
	sum := 0.0
	for i := range times {
		factors[i] = vary(mix(seed)+uint64(i), spread)
		sum += factors[i]
	}
	for i := range times {
		times[i] = time.Duration(float64(mean) * factors[i] * float64(n) / sum)
	}
	return times
}

// vary draws a factor with mean 1.
func vary(hash uint64, spread float64) float64 {
	if spread <= 0 {
		return 1
	}
	variance := math.Log1p(spread * spread)
	return math.Exp(math.Sqrt(variance)*normal(mix(hash), 7) - variance/2)
}

type pile struct {
	plan  *Jobs
	given int
	again []int
	taken map[int]bool
}

func (p *Jobs) begin() work { return &pile{plan: p, taken: map[int]bool{}} }

func (p *pile) next(n int) []job {
	var out []job
	for len(out) < n {
		i := p.given
		switch {
		case len(p.again) > 0:
			i, p.again = p.again[0], p.again[1:]
		case i == len(p.plan.Times):
			return out
		default:
			p.given++
		}
		out = append(out, job{oxo.Key{Lo: uint64(i)}, p.plan.Times[i]})
	}
	return out
}

func (p *pile) take(k oxo.Key)       { p.taken[int(k.Lo)] = true }
func (p *pile) wants(k oxo.Key) bool { return !p.taken[int(k.Lo)] }
func (p *pile) drop(k oxo.Key)       { p.again = append(p.again, int(k.Lo)) }
func (p *pile) over() bool           { return len(p.taken) == len(p.plan.Times) }
func (p *pile) ahead() int           { return p.plan.Ahead }

// Proof is a plan of a proof of a synthetic game.
type Proof struct {
	Game   Game
	Budget time.Duration // the time of a job with an open answer
	Spread float64       // standard deviation of the times of equal work, divided by the mean
	Ahead  int           // jobs that wait for each worker: 1 in package cluster
}

type proof struct {
	plan   *Proof
	tree   *jobtree.Tree
	walk   *question
	places map[oxo.Key]place // of jobs given out
	opens  int
}

func (p *Proof) begin() work {
	return &proof{plan: p, tree: jobtree.New(newQuestion(&p.Game), 1), walk: newQuestion(&p.Game), places: map[oxo.Key]place{}}
}

func (p *proof) next(n int) []job {
	var out []job
	for len(out) < n {
		leaf, ok := p.tree.Pick()
		if !ok {
			return out
		}
		for _, m := range leaf.Path {
			p.walk.Make(m)
		}
		at := p.walk.here()
		p.walk.path = p.walk.path[:1]
		p.places[leaf.Key] = at
		took := float64(p.plan.Budget) * min(at.size, 1) * vary(at.hash, p.plan.Spread)
		out = append(out, job{leaf.Key, time.Duration(took)})
	}
	return out
}

func (p *proof) take(k oxo.Key) {
	a := jobtree.Answer{Verdict: knowledge.Open}
	switch at := p.places[k]; {
	case at.size > 1:
		p.opens++
	case at.holds:
		a.Verdict = knowledge.Holds
	default:
		a.Verdict = knowledge.Fails
	}
	delete(p.places, k)
	p.tree.Put(k, a)
}

func (p *proof) wants(k oxo.Key) bool { return p.tree.Wants(k) }
func (p *proof) drop(k oxo.Key)       { p.tree.Drop(k) }
func (p *proof) over() bool           { return p.tree.Verdict() != knowledge.Open }
func (p *proof) ahead() int           { return p.plan.Ahead }
