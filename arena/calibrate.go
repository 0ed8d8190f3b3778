package arena

import (
	"context"
	"errors"
	"fmt"

	"oxo"
	"oxo/arena/stats"
	"oxo/player"
	"oxo/search"
)

// Calibration holds the parameters of a calibration of levels.
type Calibration struct {
	Game    oxo.Game
	Nodes   uint64 // maximum number of positions that a level visits for a move
	Games   int    // of each pair of candidates, an even number
	Plies   int    // random plies of an opening
	Seed    uint64
	Threads int
	// Progress, if not nil, is called after each game, with the number of games played
	// and of all games.
	Progress func(played, all int)
}

// Calibrated holds the levels that a calibration found for a game.
type Calibrated struct {
	Levels [player.MaxLevel]player.Strength
	// Elo are the intended ratings of the levels and of perfect; level 1 has 0.
	Elo [player.Perfect]float64
}

// candidate is a strength that may become a level.
type candidate struct {
	from, to player.Level // the range of levels that it may become, by its guards
	x        float64      // position on the path of strengths
	elo      float64
}

// The numbers of candidates without guards, with the guard of their own wins, and
// with the guard of the opponent's too. The strength between two candidates is
// interpolated.
const (
	candidatesBare   = 7
	candidatesWins   = 7
	candidatesBlocks = 15
)

// candidates lists the candidates, weakest first in each group.
func candidates() []candidate {
	var all []candidate
	for _, group := range []struct {
		from, to player.Level
		n        int
		top      float64
	}{
		{1, player.WinsFrom - 1, candidatesBare, 0.5},
		{player.WinsFrom, player.BlocksFrom - 1, candidatesWins, 0.5},
		{player.BlocksFrom, player.MaxLevel, candidatesBlocks, 1},
	} {
		for i := range group.n {
			all = append(all, candidate{from: group.from, to: group.to, x: group.top * float64(i) / float64(group.n-1)})
		}
	}
	return all
}

// strides are the distances in the list at which candidates play each other:
// neighbours measure the steps, larger strides keep the scale consistent.
func strides() []int { return []int{1, 2, 5} }

// Run plays the candidates against each other, a random player and perfect play,
// rates them, and chooses levels at equal distances.
func (c Calibration) Run(ctx context.Context) (*Calibrated, error) {
	all := candidates()
	entrants := make([]Entrant, 0, len(all)+2)
	for i, k := range all {
		s := player.Path(k.x, c.Nodes)
		s.Wins, s.Blocks = k.from >= player.WinsFrom, k.from >= player.BlocksFrom
		entrants = append(entrants, untimed(fmt.Sprintf("candidate %d", i+1), func() player.Player { return player.NewOfStrength(s, 0) }))
	}
	entrants = append(entrants, untimed("random", c.random), untimed("perfect", c.perfect))
	ratings, err := c.rate(ctx, entrants)
	if err != nil {
		return nil, err
	}
	for i := range all {
		all[i].elo = ratings[i]
	}
	return choose(all, c.Nodes, ratings[len(all)], ratings[len(all)+1])
}

// perfectNodes is the node limit of "perfect" divided by the node limit of a level.
const perfectNodes = 5

// perfect makes the player "perfect", which stops early if it has a proof.
func (c Calibration) perfect() player.Player {
	return player.NewThinker(search.Options{TableBytes: tableBytes}, search.Limits{Nodes: perfectNodes * c.Nodes})
}

// random makes the player "random".
func (c Calibration) random() player.Player {
	p, _ := player.Simple(player.Random, c.Game, 0)
	return p
}

// rate plays all pairs that are a stride apart, and returns the ratings.
func (c Calibration) rate(ctx context.Context, entrants []Entrant) ([]float64, error) {
	var pairs [][2]int
	random, perfect := len(entrants)-2, len(entrants)-1
	for _, stride := range strides() {
		for i := range random - stride {
			pairs = append(pairs, [2]int{i, i + stride})
		}
	}
	for i := range 2 {
		pairs = append(pairs, [2]int{i, random}, [2]int{random - 1 - i, perfect})
	}
	table := make([][]stats.Record, len(entrants))
	for i := range table {
		table[i] = make([]stats.Record, len(entrants))
	}
	for k, pair := range pairs {
		v, err := c.match(ctx, entrants, pair, c.Games, func(*Record) {}, c.after(k, len(pairs), c.Games))
		if err != nil {
			return nil, err
		}
		table[pair[0]][pair[1]], table[pair[1]][pair[0]] = v.Record, v.Reversed()
	}
	r, err := stats.Rate(table, random)
	if err != nil {
		return nil, fmt.Errorf("the candidates cannot be rated: %w", err)
	}
	elo := make([]float64, len(entrants))
	for i := range elo {
		elo[i] = r.Elo[i].Value
	}
	return elo, nil
}

// minElo is the rating of level 1 above the random player: level 1 scores about 70%
// against it.
const minElo = 150

// choose takes levels at equal distances from level 1 to perfect, or to the strongest
// candidate if perfect play is out of reach.
func choose(all []candidate, most uint64, random, perfect float64) (*Calibrated, error) {
	for from := range all {
		if from == 0 || all[from].from != all[from-1].from {
			smooth(all, from)
		}
	}
	result := &Calibrated{}
	lowest := random + minElo
	for level := player.Level(1); level <= player.MaxLevel; level++ {
		x, elo, err := nearest(all, level, goal(all, level, lowest, perfect))
		if err != nil {
			return nil, err
		}
		result.Levels[level-1], result.Elo[level-1] = player.Path(x, most), elo
		lowest = elo
	}
	result.Elo[player.Perfect-1] = perfect
	base := result.Elo[0]
	for i := range result.Elo {
		result.Elo[i] -= base
	}
	return result, nil
}

// goal returns the intended rating of a level, given the rating of the level
// before it.
func goal(all []candidate, level player.Level, lowest, perfect float64) float64 {
	if level == 1 {
		return lowest
	}
	// Perfect is one more step if it is in reach; otherwise the last level is the top.
	steps := float64(player.Perfect - level)
	top := all[len(all)-1].elo
	end := min(perfect, top+(top-lowest)/steps)
	step := (end - lowest) / (steps + 1)
	// Seeing the opponent's wins is a large step on small boards, whatever else the
	// level does. The levels before it divide the distance to that step.
	if level < player.BlocksFrom {
		weakest := all[len(all)-candidatesBlocks].elo
		step = max(step, (weakest-lowest)/float64(player.BlocksFrom-level+1))
	}
	return lowest + step
}

// smooth makes the ratings of a group of candidates non-decreasing: each candidate is
// truly stronger than the one before, so a fall is noise. Neighbours that fall take
// their mean (pool adjacent violators [Ayer55]).
func smooth(all []candidate, from int) {
	to := from
	for to < len(all) && all[to].from == all[from].from {
		to++
	}
	type block struct {
		sum float64
		n   int
	}
	var blocks []block
	for _, c := range all[from:to] {
		blocks = append(blocks, block{c.elo, 1})
		for len(blocks) > 1 {
			a, b := blocks[len(blocks)-2], blocks[len(blocks)-1]
			if a.sum/float64(a.n) < b.sum/float64(b.n) {
				break
			}
			blocks = append(blocks[:len(blocks)-2], block{a.sum + b.sum, a.n + b.n})
		}
	}
	i := from
	for _, b := range blocks {
		for range b.n {
			all[i].elo = b.sum / float64(b.n)
			i++
		}
	}
}

// nearest returns the point on the path where a level has a rating, and that rating;
// if no candidates reach it, the nearest point.
func nearest(all []candidate, level player.Level, goal float64) (x, elo float64, err error) {
	var last *candidate
	for i := range all {
		c := &all[i]
		if level < c.from || level > c.to {
			continue
		}
		if c.elo >= goal {
			if last == nil {
				return c.x, c.elo, nil
			}
			share := (goal - last.elo) / (c.elo - last.elo)
			return last.x + share*(c.x-last.x), goal, nil
		}
		last = c
	}
	if last == nil {
		return 0, 0, errors.New("no candidates: want at least one for each level")
	}
	return last.x, last.elo, nil
}
