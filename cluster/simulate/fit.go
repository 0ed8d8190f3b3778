package simulate

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// Measured is a run with one worker, to which a simulation is fitted.
type Measured struct {
	Jobs  int
	Mean  time.Duration // of a job, at the worker
	Total time.Duration // of the run
	Open  float64       // the share of answers that were open, of a proof
}

// Overhead is the time a job that was no work: what one worker waited between jobs.
func (m Measured) Overhead() (time.Duration, error) {
	rest := m.Total - time.Duration(m.Jobs)*m.Mean
	if m.Jobs < 1 || m.Mean <= 0 || rest < 0 {
		return 0, fmt.Errorf("%d jobs of %v are more than %v: a run at one worker takes at least its work", m.Jobs, m.Mean, m.Total)
	}
	return rest / time.Duration(m.Jobs), nil
}

// branchings are those that a fit tries.
func branchings() []float64 {
	return []float64{2, 3, 4, 5, 6, 8, 12, 16, 24, 32}
}

// Fit returns a proof like p, whose run with one worker has the measured number of jobs,
// share of open answers, and mean time, as near as it comes: the size of the root makes
// the number of jobs, the branching the open share, and the budget the mean. The rest is that
// of p: a run with one worker does not tell how well the moves are ordered.
func Fit(p Proof, m Measured) (Proof, Outcome, error) {
	if m.Jobs < 2 || m.Mean <= 0 || m.Open <= 0 || m.Open >= 1 {
		return p, Outcome{}, fmt.Errorf("a proof of %d jobs of %v with a share of %g open: it has two jobs at least, and a share between 0 and 1", m.Jobs, m.Mean, m.Open)
	}
	var best Proof
	var found Outcome
	least := math.Inf(1)
	for _, b := range branchings() {
		p.Game.Branching = b
		q, o := p.sized(m.Jobs)
		off := math.Abs(math.Log(float64(o.Jobs)/float64(m.Jobs))) + 2*math.Abs(float64(o.Open)/float64(o.Jobs)-m.Open)
		if off < least {
			best, found, least = q, o, off
		}
	}
	// The budget in seconds decides which jobs end before they are done, so it is set again.
	for range 3 {
		mean := found.Answered.Seconds() / float64(found.Jobs)
		best.Budget = time.Duration(float64(best.Budget) * m.Mean.Seconds() / mean)
		found = Cluster{Workers: 1}.Run(&best)
	}
	return best, found, nil
}

// sized finds the size of the root that gives a number of jobs, by halving the range of its
// logarithm. The number need not grow with the size everywhere, so the nearest counts.
func (p Proof) sized(jobs int) (Proof, Outcome) {
	p.Budget = time.Second
	best, least := p, math.Inf(1)
	var found Outcome
	low, high := 0.0, math.Log(100*float64(jobs))
	for range 16 {
		p.Game.Size = math.Exp((low + high) / 2)
		o := Cluster{Workers: 1}.Run(&p)
		if off := math.Abs(math.Log(float64(o.Jobs) / float64(jobs))); off < least {
			best, found, least = p, o, off
		}
		if o.Jobs < jobs {
			low = math.Log(p.Game.Size)
		} else {
			high = math.Log(p.Game.Size)
		}
	}
	return best, found
}

// Point is what n workers make of plans, as medians over them.
type Point struct {
	Workers                                         int
	Makespan                                        time.Duration
	Jobs                                            int
	Speedup, Least, Most, JobsBy, WorkBy, Idle, Hub float64
	Lost                                            int
}

// Curve runs plans with 1, 2, 4 and so on workers. Speedup is against the same plan with one
// worker, with the least and the most over the plans; JobsBy and WorkBy are jobs and
// work against those of one worker.
func Curve(plans []Plan, c Cluster, most int) []Point {
	var points []Point
	first := make([]Outcome, len(plans))
	for n := 1; n <= most; n *= 2 {
		c.Workers = n
		columns := make([][]float64, 8)
		for i, p := range plans {
			o := c.Run(p)
			if n == 1 {
				first[i] = o
			}
			for k, v := range []float64{
				o.Makespan.Seconds(), first[i].Makespan.Seconds() / o.Makespan.Seconds(), float64(o.Jobs),
				float64(o.Jobs) / float64(first[i].Jobs), o.Work.Seconds() / first[i].Work.Seconds(), o.Idle(), o.Load(), float64(o.Lost),
			} {
				columns[k] = append(columns[k], v)
			}
		}
		for _, column := range columns {
			slices.Sort(column)
		}
		middle := func(k int) float64 { return columns[k][len(plans)/2] }
		points = append(points, Point{
			Workers: n, Makespan: time.Duration(middle(0) * 1e9), Speedup: middle(1), Least: columns[1][0], Most: columns[1][len(plans)-1],
			Jobs: int(middle(2)), JobsBy: middle(3), WorkBy: middle(4), Idle: middle(5), Hub: middle(6), Lost: int(middle(7)),
		})
	}
	return points
}
