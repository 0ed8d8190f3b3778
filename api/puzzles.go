//go:build !js || !sheets

package api

import (
	"context"
	"errors"
	"time"

	"oxo"
	"oxo/explain/puzzle"
	"oxo/player"
)

// PuzzlesRequest asks for puzzles of a game.
type PuzzlesRequest struct {
	Place
	Limits
	From  string `json:"from,omitempty" query:"from" maxLength:"20" doc:"played: the positions of this game; mistakes: those in which the next move of this game was wrong; selfplay: games of levels against each other; random: games of random moves. Nothing means played" example:"mistakes"`
	Side  string `json:"side,omitempty" query:"side" maxLength:"10" doc:"first or second: of this game only positions in which this side is to move"`
	Count int    `json:"count,omitempty" query:"count" minimum:"0" maximum:"100" doc:"The most puzzles; 0 means 10"`
	Plies int    `json:"plies,omitempty" query:"plies" minimum:"0" maximum:"100" doc:"How far one must look ahead, at least; 0 means 3, since a win in one is not a puzzle"`
	Tries int    `json:"tries,omitempty" query:"tries" minimum:"0" maximum:"20" doc:"How often each level tries each puzzle, for its rating; 0 means that it has none"`
	Seed  uint64 `json:"seed,omitempty" query:"seed" maximum:"9007199254740991" doc:"Which games of selfplay and random"`
}

// Puzzled is a puzzle and the move played in it.
type Puzzled struct {
	puzzle.Puzzle
	Reason []string `json:"reason" doc:"Why the answer is worth what it is, in sentences"`
	Ply    int      `json:"ply,omitempty" doc:"The moves of this game before the position; 0 for its start, and for other games"`
	Played string   `json:"played,omitempty" doc:"The next move of this game"`
}

// The defaults of a [PuzzlesRequest], and the bytes of each table.
const (
	defaultPuzzles     = 10
	defaultPuzzlePlies = 3
	puzzleTable        = 1 << 20
	maxUnproven        = 2 // positions in a row: before them there is more to prove
)

// CheckPuzzles returns an error for an invalid request.
func (s *Service) CheckPuzzles(r PuzzlesRequest) error {
	_, err := s.puzzled(r)
	return err
}

// puzzled reads the place of a request, and checks the rest.
func (s *Service) puzzled(r PuzzlesRequest) (*place, error) {
	pl, err := s.place(r.Place)
	if err != nil {
		return nil, err
	}
	if _, chance := pl.game.(player.Chance); chance {
		return nil, problemf(Bad, "%s is a game of chance, in which no move can be proven: want another game", pl.game.Name())
	}
	if r.Count < 0 || r.Plies < 0 || r.Tries < 0 {
		return nil, problemf(Bad, "count, plies and tries: want 0 or more")
	}
	if r.Side != "" && r.Side != "first" && r.Side != "second" {
		return nil, problemf(Bad, "side %q: want first or second, or nothing for both", r.Side)
	}
	switch r.From {
	case "", "played", "selfplay", "random":
		return pl, nil
	case "mistakes":
		if len(pl.moves) == 0 {
			return nil, problemf(Bad, "no moves to make puzzles of: play some first")
		}
		return pl, nil
	}
	return nil, problemf(Bad, "from %q: want played, mistakes, selfplay or random", r.From)
}

// Puzzles reports puzzles until there are enough of them, or the time is over.
func (s *Service) Puzzles(ctx context.Context, a Allowed, r PuzzlesRequest, report func(Puzzled)) error {
	pl, err := s.puzzled(r)
	if err != nil {
		return err
	}
	l, err := r.limits(a)
	if err != nil {
		return err
	}
	if r.Count == 0 {
		r.Count = defaultPuzzles
	}
	inTime, stop := context.WithTimeout(ctx, max(l.Time, time.Millisecond))
	defer stop()
	if r.From == "selfplay" || r.From == "random" {
		err = s.ofGames(inTime, pl, r, report)
	} else {
		err = s.ofPlayed(inTime, pl, r, report)
	}
	if inTime.Err() != nil && ctx.Err() == nil {
		return nil // the time is over: the puzzles found are the answer
	}
	if ctx.Err() != nil {
		return ended(ctx)
	}
	return err
}

// options returns the examiner's options.
func (r *PuzzlesRequest) options(g oxo.Game) puzzle.Options {
	o := puzzle.Options{Nodes: r.Nodes, MinPlies: r.Plies, Tries: r.Tries, TableBytes: puzzleTable}
	if o.MinPlies == 0 {
		o.MinPlies = defaultPuzzlePlies
	}
	if o.Tries == 0 {
		o.Tries = -1
	}
	o.Suit(g)
	return o
}

// ofGames makes puzzles of games that the levels play, or of random ones.
func (s *Service) ofGames(ctx context.Context, pl *place, r PuzzlesRequest, report func(Puzzled)) error {
	source := puzzle.SelfPlay(pl.game, r.Seed)
	if r.From == "random" {
		source = puzzle.Random(pl.game, r.Seed)
	}
	maker := &puzzle.Maker{Game: pl.game, Source: source, Options: r.options(pl.game)}
	found := 0
	return maker.Make(ctx, func(z *puzzle.Puzzle) (bool, error) { //nolint:wrapcheck // only the context's error
		report(Puzzled{Puzzle: *z, Reason: z.Sentences})
		found++
		return found < r.Count, nil
	})
}

// ofPlayed makes puzzles of the positions of this game, the last ones first. If a position comes again, it
// takes the last one.
func (s *Service) ofPlayed(ctx context.Context, pl *place, r PuzzlesRequest, report func(Puzzled)) error {
	positions := []oxo.Position{pl.start.Clone()}
	for _, m := range pl.moves {
		p := positions[len(positions)-1].Clone()
		p.Make(m)
		positions = append(positions, p)
	}
	o := r.options(pl.game)
	e, seen := puzzle.NewExaminer(pl.game, o), map[string]bool{}
	for ply, found, unproven := len(pl.moves), 0, 0; ply >= 0 && found < r.Count && (o.Mates || unproven < maxUnproven); ply-- {
		if r.Side != "" && (r.Side == "second") != (positions[ply].Turn() == oxo.Second) {
			continue
		}
		played := ""
		if ply < len(pl.moves) {
			played = pl.game.FormatMove(positions[ply], pl.moves[ply])
		}
		z, err := e.Examine(ctx, positions[ply])
		refused, ok := errors.AsType[*puzzle.RefusedError](err)
		switch {
		case ok && refused.Fault == puzzle.Unproven:
			unproven++
		case ok:
			if refused.Fault != puzzle.Forced {
				unproven = 0
			}
		case err != nil:
			return err //nolint:wrapcheck // the context's error, or one that names the position
		default:
			unproven = 0
			if (r.From != "mistakes" || z.Tried(played) != nil) && !seen[z.Position] {
				seen[z.Position] = true
				found++
				report(Puzzled{*z, z.Sentences, ply, played})
			}
		}
	}
	return nil
}

// makePuzzles answers a request for puzzles by messages.
func (s *Service) makePuzzles(ctx context.Context, a Allowed, request []byte, send func(event string, data any)) error {
	return decode(request, func(r PuzzlesRequest) error {
		return s.Puzzles(ctx, a, r, func(x Puzzled) { send("puzzle", x) })
	})
}
