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
	Mean  time.Duration // of a job, in the worker
	Total time.Duration // of the run
	Open  float64       // the share of open answers, for a proof
}

// Overhead returns the time for each job that was not work: the worker's waiting time
// between jobs.
func (m Measured) Overhead() (time.Duration, error) {
	rest := m.Total - time.Duration(m.Jobs)*m.Mean
	if m.Jobs < 1 || m.Mean <= 0 || rest < 0 {
		return 0, fmt.Errorf("%d jobs of %v take more than %v: want a run with one worker that takes at least the sum of its jobs", m.Jobs, m.Mean, m.Total)
	}
	return rest / time.Duration(m.Jobs), nil
}

// branchings lists the branching factors that a fit tries.
func branchings() []float64 {
	return []float64{2, 3, 4, 5, 6, 8, 12, 16, 24, 32}
}

// Fit returns a proof like p whose run with one worker best matches the measured
// number of jobs, share of open answers and mean time. The size of the root
// determines the number of jobs, the branching the share of open answers, and the
// budget the mean time. The other parameters stay, since a run with one worker does
// not show how well the moves are ordered.
func Fit(p Proof, m Measured) (Proof, Outcome, error) {
	if m.Jobs < 2 || m.Mean <= 0 || m.Open <= 0 || m.Open >= 1 {
		return p, Outcome{}, fmt.Errorf("a proof of %d jobs of %v with a share of %g open: want at least 2 jobs, and a share between 0 and 1", m.Jobs, m.Mean, m.Open)
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
	// The budget in seconds decides which jobs end early, so it is adjusted several
	// times.
	for range 3 {
		mean := found.Answered.Seconds() / float64(found.Jobs)
		best.Budget = time.Duration(float64(best.Budget) * m.Mean.Seconds() / mean)
		found = Cluster{Workers: 1}.Run(&best)
	}
	return best, found, nil
}

// sized finds the size of the root for a number of jobs, by bisection of its logarithm.
// The number need not grow with the size everywhere, so sized returns the size with the
// nearest number that it found.
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

// Point holds the results of n workers, as medians over plans.
type Point struct {
	Workers                                         int
	Makespan                                        time.Duration
	Jobs                                            int
	Speedup, Least, Most, JobsBy, WorkBy, Idle, Hub float64
	Lost                                            int
}

// Curve runs plans with 1, 2, 4 and so on workers. Speedup is relative to the same
// plan with one worker, with the least and the most over the plans; JobsBy and WorkBy
// are jobs and work relative to one worker.
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
				float64(o.Jobs) / float64(first[i].Jobs), o.Work.Seconds() / first[i].Work.Seconds(), o.idle(), o.Load(), float64(o.Lost),
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
