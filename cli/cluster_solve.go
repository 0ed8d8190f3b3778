package cli

import (
	"context"
	"encoding/json"
	"math"

	"oxo"
	"oxo/cluster"
	"oxo/cluster/work"
	"oxo/game/board"
	"oxo/prove/solve"
)

// Nodes of a job: some tenths of a second of work.
const (
	jobBySearch  = 1_000_000
	jobByNumbers = 10_000
)

// solveByCluster lets workers prove who wins.
func (a *app) solveByCluster(ctx context.Context, g oxo.Game, p oxo.Position, o *solveOptions, options solve.Options) (*solve.Solution, error) {
	method := solve.Choose(options.Method, p, true) // workers prove who wins
	found := &solve.Solution{Game: g.Name(), Position: g.FormatPosition(p), Turn: board.SideName(g, p.Turn()), Line: []string{}, Method: method}
	spec := work.Spec{Position: found.Position, Method: work.BySearch, Nodes: o.jobNodes, Share: o.share}
	if method == solve.Numbers {
		spec.Method = work.ByNumbers
	}
	if spec.Nodes == 0 {
		spec.Nodes = map[string]uint64{work.BySearch: jobBySearch, work.ByNumbers: jobByNumbers}[spec.Method]
	}
	text, err := json.Marshal(spec)
	if err != nil {
		return found, err
	}
	check := o.cluster.check
	if o.share {
		check = 0
	}
	hub, err := a.dial(ctx, &o.cluster)
	if err != nil {
		return found, err
	}
	defer hub.close()
	defer hub.desk.Close()
	f, err := hub.run(ctx, cluster.Order{Kind: work.KindProof, Game: g.Name(), Sheet: board.FactsOf(g).Sheet, Spec: text, Check: check}, false, nil)
	if err != nil {
		return found, err
	}
	var result work.Found
	if err := json.Unmarshal(f.State.Result, &result); err != nil {
		return found, err
	}
	found.Result, found.Nodes, found.Jobs = result.Result, result.Nodes, result.Jobs
	found.Seconds = math.Round(f.Seconds*1e6) / 1e6
	return found, found.Begin(g, p, result.Best)
}

// checkCluster refuses flags that cannot be combined with --cluster.
func (o *solveOptions) checkCluster(lines bool) error {
	switch {
	case o.cluster.url == "" && o.share:
		return usagef("--share is for the workers of --cluster")
	case o.cluster.url == "":
		return nil
	case o.share && o.list:
		return usagef("--share is for one proof: one worker alone proves each board of a list")
	case o.share && o.cluster.checked && o.cluster.check > 0:
		return usagef("--share and --check %d: workers that share results cannot check each other; want --check 0 with --share", o.cluster.check)
	case o.all.given:
		return usagef("--all solves backwards in the memory of one machine: it cannot be combined with --cluster")
	case o.keep.file != "":
		return usagef("--checkpoint is for one machine: a hub keeps its results in its own folder")
	case lines:
		return usagef("- cannot be combined with --cluster: give one position, or --list")
	case o.jobNodes > 1<<40:
		return usagef("--job-nodes %d: want at most %d", o.jobNodes, uint64(1)<<40)
	}
	return nil
}
