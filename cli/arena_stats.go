package cli

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"

	"oxo/arena/stats"
	"oxo/internal/words"

	"github.com/spf13/cobra"
)

// mostOfAKind is the maximum number of games of one kind for arena stats. Five
// times that number of pairs still fits into an int of 32 bits.
const mostOfAKind = 100_000_000

type arenaStatsOptions struct {
	pairs, json bool
	sprt, model string
	alpha, beta float64
}

func (a *app) arenaStatsCommand() *cobra.Command {
	var o arenaStatsOptions
	c := &cobra.Command{
		Use:   "stats WINS DRAWS LOSSES | stats --pairs N N N N N",
		Short: "Print what results say of strength: Elo, its 95% interval, SPRT",
		Example: `  oxo arena stats 60 30 10
  oxo arena stats --pairs 0 15 104 65 16
  oxo arena stats --pairs 0 15 104 65 16 --sprt 0,5`,
		Args: func(c *cobra.Command, args []string) error {
			if o.pairs {
				return arguments(5, 5, "five numbers of pairs with --pairs, of 0, 1/2, 1, 3/2 and 2 points")(c, args)
			}
			return arguments(3, 3, "the numbers of wins, draws and losses")(c, args)
		},
		RunE: func(c *cobra.Command, args []string) error {
			for _, flag := range []string{"alpha", "beta", "model"} {
				if o.sprt == "" && c.Flags().Changed(flag) {
					return usagef("--%s needs --sprt", flag)
				}
			}
			return a.arenaStats(args, o)
		},
	}
	f := c.Flags()
	f.BoolVar(&o.pairs, "pairs", false, "the numbers are of pairs of games")
	f.BoolVar(&o.json, "json", false, "write JSON; an infinite end of an interval is null")
	f.StringVar(&o.sprt, "sprt", "", "ELO0,ELO1: the two differences of a sequential probability ratio test")
	f.Float64Var(&o.alpha, "alpha", 0.05, "of the test: how often ELO1 may be accepted though ELO0 is true")
	f.Float64Var(&o.beta, "beta", 0.05, "of the test: how often ELO0 may be accepted though ELO1 is true")
	f.StringVar(&o.model, "model", stats.Normalized.String(), "what ELO0 and ELO1 are: normalized, logistic or, without --pairs, bayesian")
	return c
}

// arenaStatsReport is the JSON output of arena stats.
type arenaStatsReport struct {
	Record *stats.Record `json:"record,omitempty"`
	Pairs  *stats.Pairs  `json:"pairs,omitempty"`
	stats.Estimate
	SPRT *sprtReport `json:"sprt,omitempty"`
}

// sprtReport is a sequential test with its result.
type sprtReport struct {
	stats.SPRT
	LLR   float64     `json:"llr"`
	Lower float64     `json:"lower"`
	Upper float64     `json:"upper"`
	State stats.State `json:"state"`
}

func (a *app) arenaStats(args []string, o arenaStatsOptions) error {
	var counts []int
	games := 0
	for _, arg := range args {
		n, ok := words.Number(arg, mostOfAKind)
		if !ok {
			return usagef("%q: want a number of games from 0 to %d", words.Clip(arg), mostOfAKind)
		}
		counts = append(counts, n)
		games += n
	}
	if games == 0 {
		return usagef("all numbers are 0: want at least one game")
	}
	var report arenaStatsReport
	var results stats.Results
	if o.pairs {
		report.Pairs = (*stats.Pairs)(counts)
		results = *report.Pairs
	} else {
		report.Record = &stats.Record{Wins: counts[0], Draws: counts[1], Losses: counts[2]}
		results = *report.Record
	}
	report.Estimate = results.Estimate()
	if o.sprt != "" {
		test, err := readSPRT(o)
		if err != nil {
			return usage(err)
		}
		if report.SPRT, err = sprtOf(test, results); err != nil {
			return usage(err)
		}
	}
	if o.json {
		return a.writeJSON(report)
	}
	return a.writeArenaStats(&report)
}

// readSPRT reads the flags of a test. Test checks the values.
func readSPRT(o arenaStatsOptions) (stats.SPRT, error) {
	test := stats.SPRT{Alpha: o.alpha, Beta: o.beta}
	zero, one, ok := strings.Cut(o.sprt, ",")
	var err0, err1, err error
	test.Elo0, err0 = strconv.ParseFloat(strings.TrimSpace(zero), 64)
	test.Elo1, err1 = strconv.ParseFloat(strings.TrimSpace(one), 64)
	if !ok || err0 != nil || err1 != nil {
		return test, fmt.Errorf("--sprt %q: want two Elo differences, as in 0,5", words.Clip(o.sprt))
	}
	test.Model, err = stats.ParseModel(o.model)
	return test, err
}

// sprtOf applies a test to results.
func sprtOf(test stats.SPRT, results stats.Results) (*sprtReport, error) {
	llr, state, err := test.Test(results)
	lower, upper := test.Bounds()
	return &sprtReport{SPRT: test, LLR: llr, Lower: lower, Upper: upper, State: state}, err
}

// String returns the result of a test in one line.
func (r *sprtReport) String() string {
	verdict := "undecided, play on"
	switch r.State {
	case stats.AcceptH0:
		verdict = fmt.Sprintf("H0 accepted, rather %g than %g", r.Elo0, r.Elo1)
	case stats.AcceptH1:
		verdict = fmt.Sprintf("H1 accepted, rather %g than %g", r.Elo1, r.Elo0)
	}
	return fmt.Sprintf("SPRT of %g against %g (%v, alpha %g, beta %g): LLR %.2f of %.2f to %.2f: %s",
		r.Elo0, r.Elo1, r.Model, r.Alpha, r.Beta, r.LLR, r.Lower, r.Upper, verdict)
}

func (a *app) writeArenaStats(r *arenaStatsReport) error {
	if p := r.Pairs; p != nil {
		fmt.Fprintf(a.out, "%s of games: %d with 0 points, %d with 1/2, %d with 1, %d with 3/2, %d with 2; %.1f%% level\n",
			words.Count(p.Count(), "pair"), p[0], p[1], p[2], p[3], p[4], 100*r.DrawRate)
	} else {
		fmt.Fprintf(a.out, "%s: won %d, drawn %d, lost %d; %.1f%% drawn\n",
			words.Count(r.Games, "game"), r.Record.Wins, r.Record.Draws, r.Record.Losses, 100*r.DrawRate)
	}
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "score\t%.1f%%\t\t%.1f%% to %.1f%%\n", 100*r.Score.Value, 100*r.Score.Low, 100*r.Score.High)
	for _, line := range []struct {
		name string
		elo  stats.Interval
	}{{"Elo", r.Elo}, {"normalised Elo", r.NormalizedElo}} {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s to %s\n", line.name, eloText(line.elo.Value), marginText(line.elo), eloText(line.elo.Low), eloText(line.elo.High))
	}
	fmt.Fprintf(w, "likelihood of superiority\t%.1f%%\n", 100*r.Superiority)
	if err := w.Flush(); err != nil || r.SPRT == nil {
		return err
	}
	_, err := fmt.Fprintln(a.out, r.SPRT)
	return err
}

// eloText writes an Elo difference: "+40.7", "-3.0", "0.0", "+inf".
func eloText(elo float64) string {
	switch text := fmt.Sprintf("%+.1f", elo); text {
	case "+0.0", "-0.0":
		return "0.0"
	case "+Inf", "-Inf":
		return strings.ToLower(text)
	default:
		return text
	}
}

// marginText writes half the width of an interval, "+- 30.4", or nothing if it is
// infinite.
func marginText(i stats.Interval) string {
	if margin := (i.High - i.Low) / 2; !math.IsInf(margin, 0) {
		return fmt.Sprintf("+- %.1f", margin)
	}
	return ""
}
