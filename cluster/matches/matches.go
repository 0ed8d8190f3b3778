// Package matches makes the games of an arena a run of a cluster: each game is a job,
// and its record the answer. The hub replays the record by the rules before it
// counts.
package matches

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"oxo"
	"oxo/arena"
	"oxo/arena/stats"
	"oxo/cluster"
	"oxo/game/catalog"
)

// Kind is the kind of the run, and KindGame the kind of its jobs.
const (
	Kind     = "arena"
	KindGame = "game"
)

// ask is the question of a job: a game of a plan.
type ask struct {
	Plan arena.Plan `json:"plan"`
	Game int        `json:"n"` // from 1
}

// New makes the run of an order, whose specification is an [arena.Plan].
func New(families []catalog.Family) func(cluster.Order) (cluster.Run, error) {
	return func(o cluster.Order) (cluster.Run, error) {
		var plan arena.Plan
		if err := json.Unmarshal(o.Spec, &plan); err != nil {
			return nil, fmt.Errorf("the plan of a tournament cannot be read: %w", err)
		}
		g, err := catalog.FromSheet(context.Background(), families, plan.Game, plan.Sheet)
		if err != nil {
			return nil, err
		}
		if err := errors.Join(plan.Check(), plan.Try(g)); err != nil {
			return nil, err
		}
		fixtures := plan.Fixtures()
		jobs := make([]cluster.Job, len(fixtures))
		for i, f := range fixtures {
			text, err := json.Marshal(ask{plan, f.N})
			if err != nil {
				return nil, err
			}
			jobs[i] = cluster.Job{ID: strconv.Itoa(f.N), Kind: KindGame, Game: plan.Game, Ask: text}
		}
		slices.SortStableFunc(fixtures, func(a, b arena.Fixture) int { return a.N - b.N })
		r := &referee{game: g, plan: &plan, fixtures: fixtures, standings: arena.NewStandings(&plan)}
		return cluster.NewBatch(jobs, cluster.Hooks{Valid: r.valid, Same: r.same, Told: r.told, Text: r.text}), nil
	}
}

// referee checks records.
type referee struct {
	game      oxo.Game
	plan      *arena.Plan
	fixtures  []arena.Fixture
	standings *arena.Standings
}

// valid returns an error if a record cannot belong to a game of the plan.
func (r *referee) valid(j *cluster.Job, found json.RawMessage) error {
	var record arena.Record
	if err := json.Unmarshal(found, &record); err != nil {
		return err
	}
	if strconv.Itoa(record.N) != j.ID {
		return fmt.Errorf("the answer is game %d: want the game of the job", record.N)
	}
	f := r.fixtures[record.N-1]
	if names := [2]string{r.plan.Names[f.Players[0]], r.plan.Names[f.Players[1]]}; record.Players != names {
		return fmt.Errorf("its players are %[2]v: want %[1]v", names, record.Players)
	}
	replayed, err := arena.Replay(r.game, &record)
	if err != nil {
		return err
	}
	return r.ends(&record, replayed)
}

// ends returns an error if a game of the plan cannot have ended as its record says.
func (r *referee) ends(record *arena.Record, g *arena.Replayed) error {
	if !slices.Contains([]arena.Result{arena.FirstWins, arena.SecondWins, arena.Drawn}, record.Result) {
		return fmt.Errorf("its result is %.20q", record.Result)
	}
	judge := &r.plan.Judge
	allowed := true
	switch record.Reason {
	case arena.ByRules:
		return byRules(g)
	case arena.ByRepetition, arena.ByNoProgress:
	case arena.ByLength:
		allowed = judge.MostPlies > 0
	case arena.ByProof:
		allowed = judge.Nodes > 0
	case arena.ByAgreement:
		allowed = judge.WinMoves > 0 || judge.DrawMoves > 0
	case arena.ByTime, arena.ByIllegal, arena.ByCrash, arena.ByResigning:
		winner := []arena.Result{arena.SecondWins, arena.FirstWins}[g.End.Turn()]
		if len(record.Plays) == 0 && record.Result != arena.Drawn {
			break // one of the players may have failed to begin
		}
		if record.Result != winner {
			return fmt.Errorf("the side to move has lost by %s, but the result is %s", record.Reason, record.Result)
		}
	default:
		allowed = false
	}
	if !allowed {
		return fmt.Errorf("a game of this plan does not end by %.20q", record.Reason)
	}
	return nil
}

// byRules returns an error if a game did not end as its record says.
func byRules(g *arena.Replayed) error {
	want := arena.Drawn
	switch g.End.Outcome() {
	case oxo.Ongoing:
		return errors.New("the game is not over")
	case oxo.Won:
		want = []arena.Result{arena.FirstWins, arena.SecondWins}[g.End.Turn()]
	case oxo.Lost:
		want = []arena.Result{arena.FirstWins, arena.SecondWins}[g.End.Turn().Opponent()]
	default:
	}
	if g.Result != want {
		return fmt.Errorf("the game ends as %s, not %s", want, g.Result)
	}
	return nil
}

// same returns an error if two records of a game contradict each other. If nodes or
// plies limit all players, a game is reproducible; otherwise nothing can be compared.
func (r *referee) same(a, b json.RawMessage) error {
	if t := r.plan.Time; t.Move > 0 || t.Base > 0 || t.Nodes == 0 && t.Depth == 0 || slices.ContainsFunc(r.plan.Players, varies) {
		return nil
	}
	var both [2]arena.Record
	if err := errors.Join(json.Unmarshal(a, &both[0]), json.Unmarshal(b, &both[1])); err != nil {
		return err
	}
	if both[0].Result != both[1].Result || !slices.Equal(both[0].Texts(), both[1].Texts()) {
		return errors.New("the moves differ, though nodes or plies limit them")
	}
	return nil
}

// varies reports whether a player may play differently from the same beginning: a
// program, or a player with a clock or threads.
func varies(player string) bool {
	return slices.ContainsFunc([]string{":", "time=", "clock=", "threads="}, func(part string) bool { return strings.Contains(player, part) })
}

func (r *referee) told(found json.RawMessage) (enough bool) {
	var record arena.Record
	if json.Unmarshal(found, &record) != nil {
		return false
	}
	r.standings.Add(&record)
	if r.plan.SPRT == nil {
		return false
	}
	_, state, err := r.standings.Test()
	return err == nil && state != stats.Continue
}

// text returns the score of the first player.
func (r *referee) text() string {
	if r.standings.Games == 0 {
		return ""
	}
	v := r.standings.All(0)
	return fmt.Sprintf(" games; %s: %d won, %d drawn, %d lost", r.plan.Names[0], v.Wins, v.Draws, v.Losses)
}

// Doer plays the games: it implements [cluster.Doer].
type Doer struct {
	families []catalog.Family
	entrants func(g oxo.Game, p *arena.Plan) ([]arena.Entrant, error)
	about    string // the plan of the games
	games    *arena.Games
}

// NewDoer makes a player of games, whose players entrants makes. The error of
// entrants names a player that this machine does not have.
func NewDoer(families []catalog.Family, entrants func(g oxo.Game, p *arena.Plan) ([]arena.Entrant, error)) *Doer {
	return &Doer{families: families, entrants: entrants}
}

// Do implements [cluster.Doer].
func (d *Doer) Do(ctx context.Context, job *cluster.Job, _ func(json.RawMessage)) (json.RawMessage, error) {
	var a ask
	if err := json.Unmarshal(job.Ask, &a); err != nil {
		return nil, fmt.Errorf("the game cannot be read: %w", err)
	}
	if err := d.turnTo(ctx, &a.Plan); err != nil {
		return nil, err
	}
	record, err := d.games.Play(ctx, a.Game)
	if err != nil {
		d.forget() // players may be in the middle of a game
		return nil, err
	}
	return json.Marshal(record)
}

// turnTo makes the players of a plan, unless the last game was of the same plan.
func (d *Doer) turnTo(ctx context.Context, p *arena.Plan) error {
	about, err := json.Marshal(p)
	if err != nil || d.about == string(about) {
		return err
	}
	d.forget()
	if err := p.Check(); err != nil {
		return err
	}
	g, err := catalog.FromSheet(ctx, d.families, p.Game, p.Sheet)
	if err != nil {
		return err
	}
	all, err := d.entrants(g, p)
	if err != nil {
		return err
	}
	if d.games, err = arena.NewGames(&arena.Arena{Plan: p, Game: g, Entrants: all}); err != nil {
		return err
	}
	d.about = string(about)
	return nil
}

// forget closes the players.
func (d *Doer) forget() {
	if d.games != nil {
		d.games.Close()
	}
	d.about, d.games = "", nil
}
