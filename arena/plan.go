// Package arena lets players play each other and counts the results. It runs matches
// and tournaments and keeps every game. A referee ends a game whatever a player does.
// Reports give the standings with their confidence.
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

// Plan determines which games are played. It is the first line of a file of games, so
// that the file can be continued.
type Plan struct {
	Game  string `json:"game"`
	Sheet string `json:"sheet,omitempty"` // the text of the rules, if the game is of a rule sheet
	// Players are the specifications of the players, and Names their distinct names,
	// one for each player.
	Players []string `json:"players"`
	Names   []string `json:"names"`
	Format  Format   `json:"format"`
	// Games is the number of games of each pair of players. It is even: every opening
	// is played from both sides.
	Games int `json:"games"`
	// Plies is the number of random plies of an opening. They follow one of the lines
	// in Openings, if there are any.
	Plies    int      `json:"plies"`
	Openings []string `json:"openings,omitempty"`
	Seed     uint64   `json:"seed"`
	Time     Time     `json:"time"`
	Judge    Judge    `json:"judge"`
	// SPRT, if not nil, ends the match of two players early.
	SPRT *stats.SPRT `json:"sprt,omitempty"`
}

// Format says which players meet.
type Format string

// Formats of a tournament.
const (
	RoundRobin Format = "round-robin" // each against each other
	Gauntlet   Format = "gauntlet"    // the first against each other
	Ladder     Format = "ladder"      // each against the next
)

// formats lists all formats.
func formats() []Format { return []Format{RoundRobin, Gauntlet, Ladder} }

// Time is the time control. If all fields but Patience are 0, only Patience limits a
// move.
type Time struct {
	Move  time.Duration `json:"move_ns,omitempty"` // for each move
	Nodes uint64        `json:"nodes,omitempty"`   // positions visited for a move
	Depth int           `json:"depth,omitempty"`   // plies looked ahead
	// Base is the time of a side for MovesToGo moves, or for the whole game if that is
	// 0; each move adds Increment.
	Base      time.Duration `json:"base_ns,omitempty"`
	Increment time.Duration `json:"increment_ns,omitempty"`
	MovesToGo int           `json:"moves_to_go,omitempty"`
	// Margin is the tolerated excess over a move's time. It allows for pipes and a
	// busy machine.
	Margin time.Duration `json:"margin_ns"`
	// Patience is the time limit of a move if there is no other: a player that takes
	// longer hangs, and loses.
	Patience time.Duration `json:"patience_ns"`
}

// MaxTime keeps sums of times from overflowing, and is more than any game needs.
const MaxTime = 10_000 * time.Hour

// Limits returns the limits of a move.
func (t Time) Limits() search.Limits {
	return search.Limits{Depth: t.Depth, Nodes: t.Nodes, Time: t.Move}
}

// Judge holds the conditions that end a game before its rules do.
type Judge struct {
	// Nodes is the number of positions that the judge's own search may visit after
	// each move: if it proves the game's value, the game ends with it.
	Nodes uint64 `json:"nodes,omitempty"`
	// The game is won if, for WinMoves moves of each side, the scores of both sides
	// agree that one side leads by at least WinScore; 0 moves disables this.
	WinMoves int `json:"win_moves,omitempty"`
	WinScore int `json:"win_score,omitempty"`
	// The game is drawn if, from ply DrawFrom on and for DrawMoves moves of each side,
	// the scores of both sides agree that neither leads by more than DrawScore; 0 moves
	// disables this.
	DrawMoves int `json:"draw_moves,omitempty"`
	DrawScore int `json:"draw_score,omitempty"`
	DrawFrom  int `json:"draw_from,omitempty"`
	// A game longer than MostPlies is a draw; 0 is no limit.
	MostPlies int `json:"most_plies,omitempty"`
}

// maxGames limits the games of a plan: a larger number is a typing error.
const maxGames = 1_000_000

// Check returns an error if a plan is wrong.
func (p *Plan) Check() error {
	switch {
	case len(p.Players) < 2:
		return fmt.Errorf("%d players: want two or more", len(p.Players))
	case len(p.Names) != len(p.Players):
		return fmt.Errorf("%d players and %d names: want a name for each player", len(p.Players), len(p.Names))
	case p.Games < 2 || p.Games%2 != 0 || p.Games > maxGames:
		return fmt.Errorf("%d games: want an even number from 2 to %d, since each pair of players plays every opening from both sides", p.Games, maxGames)
	case p.Plies < 0 || p.Plies > 1000:
		return fmt.Errorf("%d random plies: want a number from 0 to 1000", p.Plies)
	case !slices.Contains(formats(), p.Format):
		return fmt.Errorf("no format %q: want %s, %s or %s", p.Format, RoundRobin, Gauntlet, Ladder)
	case p.SPRT != nil && len(p.Players) != 2:
		return fmt.Errorf("a sequential test is for two players, not %d", len(p.Players))
	case len(p.pairings()) > maxGames/p.Games:
		return fmt.Errorf("%d pairs of players with %d games each: want at most %d games in all", len(p.pairings()), p.Games, maxGames)
	case p.Judge.WinMoves > 0 && p.Judge.WinScore < 1:
		return fmt.Errorf("a game is won at the score %d: want 1 or more, since 0 is an equal position", p.Judge.WinScore)
	case p.Time.Base < 0 || p.Time.Increment < 0 || p.Time.MovesToGo < 0 || p.Time.Margin < 0 || p.Time.Patience <= 0:
		return errors.New("a time is wrong: want times of 0 or more, and a patience above the time limit")
	}
	for i, name := range p.Names {
		if name == "" || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) || len(name) > 64 {
			return fmt.Errorf("%q is not the name of a player: want up to 64 bytes of printable text; name=NAME sets another", name)
		}
		if slices.Contains(p.Names[:i], name) {
			return fmt.Errorf("two players have the name %q: give one of them another with name=NAME", name)
		}
	}
	return nil
}

// Fixture is one game of a plan: its players, and the number of its opening.
type Fixture struct {
	N       int    // from 1
	Pair    int    // from 0: two games with one opening
	Players [2]int // by side, as indices of the plan's players
}

// pairings lists the pairs of players that meet.
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
// finish an opening from both sides before the next one.
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

// round returns the number of the opening of a pair of games: all pairs of players
// play the same openings.
func (p *Plan) round(pair int) int { return pair / len(p.pairings()) }
