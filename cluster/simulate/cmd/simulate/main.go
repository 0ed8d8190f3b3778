// Command simulate predicts the speed-up of n workers, for n up to 1,024, of a run that was
// measured with one worker:
//
//	go run ./cluster/simulate/cmd/simulate -kind jobs -jobs 200 -mean 200ms -total 41s
//	go run ./cluster/simulate/cmd/simulate -kind proof -jobs 500 -mean 1s -total 505s -open 0.5 -svg curve.svg
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"oxo/cluster/simulate"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "simulate:", err)
		}
		os.Exit(2)
	}
}

// settings holds the flags.
type settings struct {
	kind, times, svg string
	measured         simulate.Measured
	cluster          simulate.Cluster
	proof            simulate.Proof
	workers, seeds   int
	spread, grow     float64
}

func parse(args []string, out io.Writer) (*settings, error) {
	s := &settings{}
	f := flag.NewFlagSet("simulate", flag.ContinueOnError)
	f.SetOutput(out)
	f.StringVar(&s.kind, "kind", "proof", "proof, or jobs that do not depend on each other (a tournament, a list)")
	f.IntVar(&s.measured.Jobs, "jobs", 200, "measured with one worker: jobs")
	f.DurationVar(&s.measured.Mean, "mean", time.Second, "measured: mean time of a job at the worker")
	f.DurationVar(&s.measured.Total, "total", 0, "measured: time of the run; what is more than the work is overhead (0: no overhead)")
	f.Float64Var(&s.measured.Open, "open", 0.5, "measured: share of the answers of a proof that were open")
	f.StringVar(&s.times, "times", "", "file of measured times of jobs in seconds, one a line, instead of -jobs and -mean")
	f.Float64Var(&s.spread, "spread", 0, "standard deviation of the times by their mean; of a proof: of the times of equal work")
	f.DurationVar(&s.cluster.Hub, "hub", time.Millisecond, "time of the hub for an answer")
	f.DurationVar(&s.cluster.Beat, "beat", 2*time.Second, "how often a worker asks whether its job is wanted")
	f.DurationVar(&s.cluster.Deaths, "deaths", 0, "mean time that a worker lives (0: for ever)")
	f.DurationVar(&s.cluster.Return, "return", 10*time.Second, "time until another worker comes in its place")
	f.DurationVar(&s.cluster.Lease, "lease", 30*time.Second, "time until the job of a dead worker is given to another")
	f.IntVar(&s.proof.Ahead, "ahead", 1, "jobs that wait for each worker")
	f.Float64Var(&s.proof.Game.Skew, "skew", 1, "standard deviation of the logarithm of the sizes of moves that are all to be refuted")
	f.Float64Var(&s.proof.Game.Order, "order", 1.5, "mean logarithm by which the number of what is not true exceeds that of what is")
	f.Float64Var(&s.proof.Game.Noise, "noise", 1, "standard deviation of the logarithm of these numbers")
	f.BoolVar(&s.proof.Game.Holds, "holds", true, "what is claimed holds")
	f.Float64Var(&s.grow, "grow", 1, "after the fit, a run so many times as large")
	f.IntVar(&s.workers, "workers", 1024, "most workers, a power of two")
	f.Uint64Var(&s.cluster.Seed, "seed", 1, "the first seed")
	f.IntVar(&s.seeds, "seeds", 11, "how many seeds: the table has medians")
	f.StringVar(&s.svg, "svg", "", "file for a plot of the speed-up")
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	if f.NArg() > 0 || s.seeds < 1 || s.workers < 1 || s.grow <= 0 || s.spread < 0 {
		return nil, fmt.Errorf("%q: want seeds and workers of 1 or more, grow above 0, spread of 0 or more, and no further arguments", args)
	}
	return s, nil
}

func run(args []string, out io.Writer) error {
	s, err := parse(args, out)
	if err != nil {
		return err
	}
	var times []time.Duration
	if s.times != "" {
		if times, err = readTimes(s.times); err != nil {
			return err
		}
		s.measure(times)
	}
	if s.measured.Total > 0 {
		if s.cluster.Overhead, err = s.measured.Overhead(); err != nil {
			return err
		}
	}
	plans, err := s.plans(times, out)
	if err != nil {
		return err
	}
	points := simulate.Curve(plans, s.cluster, s.workers)
	fmt.Fprintf(out, "\n%s", simulate.Table(points))
	if s.svg == "" {
		return nil
	}
	title := fmt.Sprintf("%s, %.0f jobs of %v", s.kind, float64(s.measured.Jobs)*s.grow, s.measured.Mean)
	return os.WriteFile(s.svg, []byte(simulate.Plot(title, points)), 0o644)
}

// measure computes the number and the mean from measured times.
func (s *settings) measure(times []time.Duration) {
	sum := time.Duration(0)
	for _, t := range times {
		sum += t
	}
	s.measured.Jobs, s.measured.Mean = len(times), sum/time.Duration(len(times))
}

// plans makes one plan for each seed, and describes them.
func (s *settings) plans(times []time.Duration, out io.Writer) ([]simulate.Plan, error) {
	fmt.Fprintf(out, "Overhead a job: %v; hub: %v an answer; %d seeds from %d.\n", s.cluster.Overhead, s.cluster.Hub, s.seeds, s.cluster.Seed)
	var plans []simulate.Plan
	for i := range s.seeds {
		seed := s.cluster.Seed + uint64(i)
		switch {
		case s.kind == "proof":
			p := s.proof
			p.Game.Seed, p.Spread = seed, s.spread
			p, o, err := simulate.Fit(p, s.measured)
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(out, "Seed %d: branching %g, size %.1f budgets of %v; with one worker %d jobs, %.2f of them open, mean %v.\n",
				seed, p.Game.Branching, p.Game.Size, p.Budget.Round(time.Millisecond), o.Jobs, float64(o.Open)/float64(o.Jobs), (o.Answered / time.Duration(o.Jobs)).Round(time.Millisecond))
			p.Game.Size *= s.grow
			plans = append(plans, &p)
		case s.kind == "jobs" && times != nil && s.grow == 1:
			plans = append(plans, &simulate.Jobs{Times: times, Ahead: s.proof.Ahead})
		case s.kind == "jobs" && times == nil:
			n := int(float64(s.measured.Jobs) * s.grow)
			plans = append(plans, &simulate.Jobs{Times: simulate.Draw(n, s.measured.Mean, s.spread, seed), Ahead: s.proof.Ahead})
		default:
			return nil, fmt.Errorf("kind %q, times %q, grow %g: want the kind proof or jobs, and grow 1 with measured times", s.kind, s.times, s.grow)
		}
	}
	return plans, nil
}

// readTimes reads a file of seconds, one on each line.
func readTimes(name string) ([]time.Duration, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var times []time.Duration
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		text := strings.TrimSpace(lines.Text())
		t, err := time.ParseDuration(text + "s")
		if err != nil || t < 0 {
			return nil, fmt.Errorf("%s, line %d: %q is not a number of seconds", name, len(times)+1, text)
		}
		times = append(times, t)
	}
	if len(times) == 0 && lines.Err() == nil {
		return nil, fmt.Errorf("%s has no times: want one on each line, in seconds", name)
	}
	return times, lines.Err()
}
