package chances

import (
	"context"
	"math/rand/v2"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/player"
	"oxo/search"
)

// PlantOptions describes games with one planted blunder each.
type PlantOptions struct {
	Game      oxo.Game
	Games     int
	Seed      uint64
	Reference uint64       // nodes of the searches that say which moves are good
	Level     player.Level // plays every second move, so that good moves vary
	Opening   int          // plies at the start, played by a level that errs; they are not counted
	From, To  int          // the first and the last ply after which a blunder may be planted
	After     int          // plies played after it
}

// By the reference a planted blunder loses at least the first chance of winning, and a good
// move at most the second.
const (
	plantedFrom = 0.30
	goodTo      = 0.03
)

// Planted is a game with a blunder.
type Planted struct {
	Start oxo.Position
	Moves []oxo.Move
	Ply   int          // of the blunder, from 1
	Kind  string       // what it gives
	Good  map[int]bool // the plies of moves that are good by the reference
}

// planter is the state of one game.
type planter struct {
	*PlantOptions
	rng       *rand.Rand
	reference player.Engine
	chances   board.Chances
	session   *player.Session
	out       *Planted
}

// Plant plays game number i. ok is false if nothing could be planted in it.
func Plant(ctx context.Context, o *PlantOptions, i int) (out *Planted, ok bool) {
	start := o.Game.Start()
	pl := &planter{
		PlantOptions: o, rng: rand.New(rand.NewPCG(o.Seed, uint64(i))), chances: catalog.ChancesOf(o.Game),
		reference: player.Proving(search.New(search.Options{KeepTable: true}), start),
		session:   player.NewSession(o.Game, start.Clone()), out: &Planted{Start: start, Good: map[int]bool{}},
	}
	pl.play(ctx)
	pl.out.Moves = pl.session.Moves()
	return pl.out, pl.out.Ply > 0 && ctx.Err() == nil
}

// play plays the game to some plies after the blunder.
func (pl *planter) play(ctx context.Context) {
	errs := player.NewLeveled(pl.Game, 5, pl.rng.Uint64(), search.Limits{})
	plays := player.NewLeveled(pl.Game, pl.Level, pl.rng.Uint64(), search.Limits{})
	due := pl.From + pl.rng.IntN(pl.To-pl.From+1)
	last, made := 0.0, false // the chance of the side that moved last, before its move
	for ply := 1; ctx.Err() == nil; ply++ {
		p := pl.session.Position()
		if p.Outcome() != oxo.Ongoing || pl.session.Drawn() || pl.out.Ply > 0 && ply > pl.out.Ply+pl.After || ply > pl.To+pl.From && pl.out.Ply == 0 {
			return
		}
		if ply <= pl.Opening {
			c, _ := errs.Move(ctx, p)
			pl.session.Make(c.Move)
			continue
		}
		r := pl.search(ctx, p)
		now := pl.chances.Of(r.Score)
		if made && last-(1-now) < goodTo {
			pl.out.Good[ply-1] = true
		}
		last, made = now, true
		if ply >= due && pl.out.Ply == 0 && pl.plant(ctx, ply, r) {
			made = false
			continue
		}
		m := r.Best
		if ply%2 == pl.rng.IntN(2) {
			c, _ := plays.Move(ctx, p)
			m = c.Move
		}
		pl.session.Make(m)
	}
}

func (pl *planter) search(ctx context.Context, p oxo.Position) search.Result {
	return pl.reference.Search(ctx, p, search.Limits{Nodes: pl.Reference})
}

// plant makes a blunder on the board, if one of the given moves is a blunder.
func (pl *planter) plant(ctx context.Context, ply int, best search.Result) bool {
	const tries = 12
	p := pl.session.Position()
	before := pl.chances.Of(best.Score)
	if before < plantedFrom {
		return false
	}
	moves := p.Moves(nil)
	pl.rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	for _, m := range moves[:min(len(moves), tries)] {
		next := p.Clone()
		next.Make(m)
		if next.Outcome() != oxo.Ongoing {
			continue
		}
		r := pl.search(ctx, next)
		if after := 1 - pl.chances.Of(r.Score); before-after < plantedFrom {
			continue
		}
		if kind := kindOf(best.Value, r, p, next); kind != "" {
			pl.out.Ply, pl.out.Kind = ply, kind
			pl.session.Make(m)
			return true
		}
	}
	return false
}

// kindOf says what a blunder gives to the opponent, judged by the best reply; empty if
// that cannot be seen.
func kindOf(before search.Value, after search.Result, p, next oxo.Position) string {
	switch {
	case before.Score.IsWin() && !after.Score.IsLoss():
		return "misses a win"
	case after.Score.IsWin():
		return "allows a win"
	}
	reply := next.Clone()
	reply.Make(after.Best)
	b, ok := next.(board.Grid)
	if !ok {
		return ""
	}
	r := reply.(board.Grid)
	switch columns, rows := b.Size(); {
	case corners(r, next.Turn()) > corners(b, next.Turn()):
		return "gives a corner"
	case columns*rows > 0 && count(r, p.Turn()) < count(p.(board.Grid), p.Turn()):
		return "gives a piece"
	}
	return "loses ground"
}

// count returns the number of squares of a side.
func count(g board.Grid, side oxo.Side) (n int) {
	columns, rows := g.Size()
	for c := range columns {
		for r := range rows {
			if at := g.At(board.Square{Column: c, Row: r}); at.Text != "" && at.Owner == side {
				n++
			}
		}
	}
	return n
}

// corners returns the number of corners of a side.
func corners(g board.Grid, side oxo.Side) (n int) {
	columns, rows := g.Size()
	for _, s := range []board.Square{{}, {Column: columns - 1}, {Row: rows - 1}, {Column: columns - 1, Row: rows - 1}} {
		if at := g.At(s); at.Text != "" && at.Owner == side {
			n++
		}
	}
	return n
}
