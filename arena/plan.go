// Package arena lets players play each other and counts: matches and tournaments
// whose every game is kept, the referee that ends a game whatever a player does,
// and what the results say.
package arena

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"oxo/arena/stats"
	"oxo/search"
)

// Plan is all that decides which games are played. It is the first line of a file
// of games, and what such a file goes on with.
type Plan struct {
	Game string `json:"game"`
	// Players are the specifications of the players, and Names what they are
	// called, as many and all different.
	Players []string `json:"players"`
	Names   []string `json:"names"`
	Format  Format   `json:"format"`
	// Games is how many games each pair of players plays, an even number: every
	// opening is played from both sides.
	Games int `json:"games"`
	// Plies is how many random plies an opening has; with Openings it is how
	// many are added to each of these lines of text.
	Plies    int      `json:"plies"`
	Openings []string `json:"openings,omitempty"`
	Seed     uint64   `json:"seed"`
	Time     Time     `json:"time"`
	Judge    Judge    `json:"judge"`
	// SPRT, if not nil, ends the match of two players early.
	SPRT *stats.SPRT `json:"sprt,omitempty"`
}

// Format says who plays whom.
type Format string

// The formats.
const (
	RoundRobin Format = "round-robin" // each against each other
	Gauntlet   Format = "gauntlet"    // the first against each other
	Ladder     Format = "ladder"      // each against the next
)

// Formats lists them.
func Formats() []Format { return []Format{RoundRobin, Gauntlet, Ladder} }

// Time is the time control. The zero value has no limit but Patience.
type Time struct {
	Move  time.Duration `json:"move_ns,omitempty"` // of each move
	Nodes uint64        `json:"nodes,omitempty"`   // and positions visited for it
	Depth int           `json:"depth,omitempty"`   // and plies looked ahead
	// Base is the time of a side for MovesToGo moves, or with 0 for the game;
	// each move adds Increment.
	Base      time.Duration `json:"base_ns,omitempty"`
	Increment time.Duration `json:"increment_ns,omitempty"`
	MovesToGo int           `json:"moves_to_go,omitempty"`
	// Margin is how much later than its time a move may come. It makes room for
	// pipes and a busy machine.
	Margin time.Duration `json:"margin_ns"`
	// Patience is how long a move may take where nothing else limits its time:
	// a player that takes longer hangs, and loses.
	Patience time.Duration `json:"patience_ns"`
}

// limits are those of a move.
func (t Time) limits() search.Limits {
	return search.Limits{Depth: t.Depth, Nodes: t.Nodes, Time: t.Move}
}

// Judge says when a game ends before its rules end it.
type Judge struct {
	// Nodes is how many positions the judge's own search may visit after each
	// move: a game whose value it proves ends with that value.
	Nodes uint64 `json:"nodes,omitempty"`
	// A game is won where the scores of both sides have said for WinMoves moves
	// of each that one side leads by at least WinScore; 0 moves: never.
	WinMoves int `json:"win_moves,omitempty"`
	WinScore int `json:"win_score,omitempty"`
	// It is drawn where, from ply DrawFrom on, they have said for DrawMoves
	// moves of each that nobody leads by more than DrawScore; 0 moves: never.
	DrawMoves int `json:"draw_moves,omitempty"`
	DrawScore int `json:"draw_score,omitempty"`
	DrawFrom  int `json:"draw_from,omitempty"`
	// MostPlies draws a longer game; 0 is no limit.
	MostPlies int `json:"most_plies,omitempty"`
}

// mostGames bounds the games of a plan: a number beyond it is a slip of the hand.
const mostGames = 1_000_000

// Check says what is wrong with a plan.
func (p *Plan) Check() error {
	switch {
	case len(p.Players) < 2:
		return fmt.Errorf("an arena needs two players or more, not %d", len(p.Players))
	case len(p.Names) != len(p.Players):
		return fmt.Errorf("%d players have %d names", len(p.Players), len(p.Names))
	case p.Games < 2 || p.Games%2 != 0 || p.Games > mostGames:
		return fmt.Errorf("%d games: a pair of players plays an even number of games, 2 to %d, since every opening is played from both sides", p.Games, mostGames)
	case p.Plies < 0 || p.Plies > 1000:
		return fmt.Errorf("%d random plies: it is a number from 0 to 1000", p.Plies)
	case !slices.Contains(Formats(), p.Format):
		return fmt.Errorf("no format %q: there is %s, %s and %s", p.Format, RoundRobin, Gauntlet, Ladder)
	case p.SPRT != nil && len(p.Players) != 2:
		return fmt.Errorf("a sequential test is for two players, not %d", len(p.Players))
	case len(p.pairings()) > mostGames/p.Games:
		return fmt.Errorf("%d pairs of players with %d games each: all together are at most %d", len(p.pairings()), p.Games, mostGames)
	case p.Judge.WinMoves > 0 && p.Judge.WinScore < 1:
		return fmt.Errorf("a game is won at the score %d: it is 1 or more, since 0 is level", p.Judge.WinScore)
	case p.Time.Base < 0 || p.Time.Increment < 0 || p.Time.MovesToGo < 0 || p.Time.Margin < 0 || p.Time.Patience <= 0:
		return errors.New("a time is below 0, or the patience is not above it")
	}
	for i, name := range p.Names {
		if name == "" || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) || len(name) > 64 {
			return fmt.Errorf("%q is no name of a player: it is up to 64 bytes of printable text; give another by name=", name)
		}
		if slices.Contains(p.Names[:i], name) {
			return fmt.Errorf("two players are called %q: give one another name, by name=", name)
		}
	}
	return nil
}

// Fixture is one game of a plan: who plays, and with which opening.
type Fixture struct {
	N       int    // from 1
	Pair    int    // from 0: two games with one opening
	Players [2]int // by side, as indices of the plan's players
}

// pairings lists who plays whom.
func (p *Plan) pairings() [][2]int {
	var all [][2]int
	for i := range p.Players {
		for j := i + 1; j < len(p.Players); j++ {
			switch {
			case p.Format == Gauntlet && i > 0:
			case p.Format == Ladder && j > i+1:
			default:
				all = append(all, [2]int{i, j})
			}
		}
	}
	return all
}

// Len returns the number of games of the plan, for all pairs of players.
func (p *Plan) Len() int { return len(p.pairings()) * p.Games }

// Fixtures returns all games in the order in which they begin: all pairs of players
// play an opening from both sides before any plays the next.
func (p *Plan) Fixtures() []Fixture {
	pairings := p.pairings()
	all := make([]Fixture, 0, len(pairings)*p.Games)
	for round := range p.Games / 2 {
		for k, players := range pairings {
			pair := round*len(pairings) + k
			for half := range 2 {
				f := Fixture{N: 2*pair + half + 1, Pair: pair, Players: players}
				if half == 1 {
					f.Players[0], f.Players[1] = players[1], players[0]
				}
				all = append(all, f)
			}
		}
	}
	return all
}

// round returns which opening a pair of games has: all pairs of players have the
// same ones.
func (p *Plan) round(pair int) int { return pair / len(p.pairings()) }
