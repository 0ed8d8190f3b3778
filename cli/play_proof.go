package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"

	"oxo"
	"oxo/game/catalog"
	"oxo/player"
	"oxo/prove/certificate"
	"oxo/prove/certificate/walk"
	"oxo/prove/keep"
	"oxo/search"

	"github.com/spf13/cobra"
)

// byProof is the name of a player that plays the strategy of a file.
const byProof = "its proof"

// playProof plays against the strategy of a certificate.
func (a *app) playProof(c *cobra.Command, args []string, o playOptions) error {
	for _, flag := range []string{"position", "file", "size", "symbol", "level", "player", "method", "tables", "no-book", "book", "book-margin", "seed"} {
		if c.Flags().Changed(flag) {
			return usagef("--proof answers from the file alone: leave --%s out", flag)
		}
	}
	if len(args) > 1 {
		return usagef("--proof begins at the first position of the proof: leave the moves out")
	}
	a.sheets.LookIn(filepath.Dir(o.proof))
	var named oxo.Game
	if len(args) == 1 { // first, since a rule sheet may be in another folder
		var err error
		if named, err = a.game(args[0]); err != nil {
			return err
		}
	}
	cert, err := a.certificate(c.Context(), o.proof)
	if err != nil {
		return err
	}
	if g := named; g != nil {
		if !oxo.SameName(g.Name(), cert.Game.Name()) {
			return usagef("%s is a proof of %s, not of %s: name that game, or leave the game out", o.proof, cert.Game.Name(), g.Name())
		}
	}
	if o.numbering != usualNumbers() && squaresOf(cert.Game, o.numbering) == nil {
		return usagef("--numbers, --from and --rows are for games whose moves are squares: the moves of %s are not", cert.Game.Name())
	}
	start := cert.Start()
	if start.Outcome() != oxo.Ongoing {
		return usagef("%s: %w: %s. No move can be played", o.proof, oxo.ErrGameOver, catalog.Verdict(cert.Game, start))
	}
	p, err := proofSide(cert, o.as)
	if err != nil {
		return err
	}
	return a.playAgainst(c, p, o)
}

// While a proof with more than largeProof nodes is read, garbage may take only largeGarbage percent of the used memory.
// The default is 100 percent.
const (
	largeProof   = 1 << 23
	largeGarbage = 25
)

// certificate reads and checks a certificate.
func (a *app) certificate(ctx context.Context, file string) (*walk.Certificate, error) {
	in, err := keep.Open(ctx, file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var nodes atomic.Int64
	spare := sync.OnceFunc(func() { debug.SetGCPercent(largeGarbage) })
	defer a.progress().follow(func() string { return fmt.Sprintf("checking %s: %d nodes", file, nodes.Load()) })()
	cert, err := walk.Read(runtime.GOMAXPROCS(0), in, a.lookup,
		func(r certificate.Report) {
			if nodes.Store(int64(r.Nodes)); r.Nodes > largeProof {
				spare()
			}
		})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return cert, nil
}

// proofSide returns a player for the side that the strategy plays, by --as.
func proofSide(cert *walk.Certificate, as string) (*proofPlayer, error) {
	sides, names := cert.Sides(), sideNames(cert.Game)
	side := sides[len(sides)-1] // by default the person begins if both sides are possible
	switch {
	case as == "":
	case as == "first", strings.EqualFold(as, names[oxo.First]):
		side = oxo.Second
	case as == "second", strings.EqualFold(as, names[oxo.Second]):
		side = oxo.First
	default:
		return nil, usagef("--as %q: with --proof want first (%s) or second (%s)", as, names[oxo.First], names[oxo.Second])
	}
	w, err := cert.Walk(side)
	if err != nil {
		return nil, usagef("--as %s: %w: play --as %v", as, err, sides[0].Opponent())
	}
	return &proofPlayer{cert, w, ""}, nil
}

// playAgainst plays games against a strategy.
func (a *app) playAgainst(c *cobra.Command, p *proofPlayer, o playOptions) error {
	side := p.walker.Side()
	m := &match{
		a: a, c: c, in: readLines(a.in), game: p.cert.Game, names: sideNames(p.cert.Game), paint: a.paint().of(p.cert.Game), method: o.method,
		level: player.Perfect, limits: search.Limits{Time: o.time}, book: a.book(true), proof: p, speech: o.speech, words: o.words,
	}
	m.squares = squaresOf(m.game, o.numbering)
	m.human[side.Opponent()], m.players[side], m.playerNames[side] = true, p, byProof
	report := p.cert.Report
	fmt.Fprintf(a.out, "%s, %s to move: %s, proven.\n", report.Game, report.Turn, report.Result)
	return m.sitting(func() *player.Session { return player.NewSession(m.game, p.cert.Start()) })
}

// proofPlayer plays the strategy of a certificate.
type proofPlayer struct {
	cert   *walk.Certificate
	walker *walk.Walker
	why    string // the reason for its last move
}

// NewGame implements [player.Informed].
func (p *proofPlayer) NewGame(context.Context, oxo.Game) error {
	p.back(0)
	return nil
}

// back takes moves of the walk back until the given number is left.
func (p *proofPlayer) back(moves int) {
	for len(p.walker.Moves()) > moves {
		p.walker.Unmake()
	}
}

// MoveIn implements [player.Informed]: the walk follows the game, even after moves were taken back.
func (p *proofPlayer) MoveIn(ctx context.Context, t player.Turn) (player.Choice, error) {
	same := 0
	for walked := p.walker.Moves(); same < min(len(walked), len(t.Moves)) && walked[same] == t.Moves[same]; {
		same++
	}
	p.back(same)
	for _, m := range t.Moves[same:] {
		if err := p.walker.Make(m); err != nil {
			return player.Choice{}, err
		}
	}
	return p.Move(ctx, p.walker.Position())
}

// Move implements [player.Player], at the current position of the walk.
func (p *proofPlayer) Move(_ context.Context, now oxo.Position) (player.Choice, error) {
	step := p.walker.Step()
	p.why = step.Words(func(m oxo.Move) string { return catalog.NameMove(p.cert.Game, now, m) })
	return player.Choice{Move: step.Move, Notes: player.Notes{NoValue: true}}, nil
}
