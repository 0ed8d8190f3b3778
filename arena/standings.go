package arena

import (
	"slices"

	"oxo/arena/stats"
)

// Versus is a player's score against another.
type Versus struct {
	stats.Record
	BySide [2]stats.Record `json:"by_side"`
	// Pairs counts the openings that were played from both sides.
	Pairs stats.Pairs `json:"pairs"`
	// Faults counts the games that the player lost on time, by an illegal answer or by
	// the end of its program.
	Faults map[Reason]int `json:"faults,omitempty"`
}

// Standings holds the results so far.
type Standings struct {
	Plan    *Plan
	Versus  [][]Versus // by player and opponent
	Reasons map[Reason]int
	Games   int
	// half holds, for each pairing whose second game has not been played, the first
	// player's doubled points in the first game.
	half map[int]int
}

// NewStandings returns empty standings.
func NewStandings(p *Plan) *Standings {
	s := &Standings{Plan: p, Versus: make([][]Versus, len(p.Players)), Reasons: map[Reason]int{}, half: map[int]int{}}
	for i := range s.Versus {
		s.Versus[i] = make([]Versus, len(p.Players))
	}
	return s
}

// Add counts a game.
func (s *Standings) Add(r *Record) {
	first, second := slices.Index(s.Plan.Names, r.Players[0]), slices.Index(s.Plan.Names, r.Players[1])
	if first < 0 || second < 0 {
		return // not by players of the plan
	}
	s.Games++
	s.Reasons[r.Reason]++
	points := r.Result.doubled()
	a, b := &s.Versus[first][second], &s.Versus[second][first]
	count(&a.Record, points)
	count(&a.BySide[0], points)
	count(&b.Record, 2-points)
	count(&b.BySide[1], 2-points)
	switch r.Reason {
	case ByTime, ByIllegal, ByCrash:
		if points == 0 {
			a.fault(r.Reason)
		} else {
			b.fault(r.Reason)
		}
	default:
	}
	s.pair((r.N-1)/2, first, second, points)
}

// pair counts the two games of an opening when both have been played.
func (s *Standings) pair(pair, first, second, points int) {
	if first > second {
		first, second, points = second, first, 2-points
	}
	other, both := s.half[pair]
	if !both {
		s.half[pair] = points
		return
	}
	delete(s.half, pair)
	s.Versus[first][second].Pairs.Add(points + other)
	s.Versus[second][first].Pairs.Add(4 - points - other)
}

// count adds a game with a number of half points.
func count(r *stats.Record, points int) {
	switch points {
	case 2:
		r.Wins++
	case 1:
		r.Draws++
	default:
		r.Losses++
	}
}

func (v *Versus) fault(reason Reason) {
	if v.Faults == nil {
		v.Faults = map[Reason]int{}
	}
	v.Faults[reason]++
}

// All returns a player's score against all others.
func (s *Standings) All(i int) Versus {
	var sum Versus
	for _, v := range s.Versus[i] {
		sum.Record = plus(sum.Record, v.Record)
		for side := range v.BySide {
			sum.BySide[side] = plus(sum.BySide[side], v.BySide[side])
		}
		for points, n := range v.Pairs {
			sum.Pairs[points] += n
		}
		for reason, n := range v.Faults {
			if sum.Faults == nil {
				sum.Faults = map[Reason]int{}
			}
			sum.Faults[reason] += n
		}
	}
	return sum
}

func plus(a, b stats.Record) stats.Record {
	return stats.Record{Wins: a.Wins + b.Wins, Draws: a.Draws + b.Draws, Losses: a.Losses + b.Losses}
}

// Estimate estimates a player's strength: from pairs if all games belong to pairs,
// otherwise from single games.
func (v *Versus) Estimate() stats.Estimate {
	if v.Pairs.Count() > 0 && 2*v.Pairs.Count() == v.Games() {
		e := v.Pairs.Estimate()
		e.DrawRate = float64(v.Draws) / float64(v.Games())
		return e
	}
	return v.Record.Estimate()
}

// Test applies the plan's sequential test to the pairs so far.
func (s *Standings) Test() (llr float64, state stats.State, err error) {
	return s.Plan.SPRT.Test(s.Versus[0][1].Pairs)
}
