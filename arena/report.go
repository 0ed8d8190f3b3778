package arena

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"oxo/player"
)

// Table returns the table of a game for docs/lookup/levels.md.
func (m *Measured) Table() string {
	var s strings.Builder
	fmt.Fprintf(&s, "## %s\n\n", m.Game)
	fmt.Fprintf(&s, "Level 1 against a random player: %s. Against a search of two plies: %s.\n", shareOf(m.Random.Wins, m.Random.Draws, m.Random.Losses), shareOf(m.Careful.Wins, m.Careful.Draws, m.Careful.Losses))
	fmt.Fprintf(&s, "Openings of %d random plies; all matches took %.0f s.\n\n", m.Plies, m.Seconds)
	s.WriteString("| level | depth | nodes at most | temperature | nodes a move | against the level before: won, drawn, lost | score | Elo, 95% interval |\n|---|---|---|---|---|---|---|---|\n")
	for i := range int(player.Perfect) {
		level := player.Level(i + 1)
		limits := []string{"", fmt.Sprint(m.Perfect), ""}
		if i < len(m.Levels) {
			limits = strings.Split(m.Levels[i], ",")
		}
		fmt.Fprintf(&s, "| %s | %s | %s | %s | %.0f |", strings.TrimPrefix(level.String(), "level "), limits[0], limits[1], limits[2], m.Nodes[i])
		if i == 0 {
			s.WriteString(" | | |\n")
			continue
		}
		e, r := m.Step(i-1), m.Steps[i-1]
		fmt.Fprintf(&s, " %d, %d, %d | %.1f%% | %+.0f, %+.0f to %+.0f |\n", r.Wins, r.Draws, r.Losses, 100*e.Score.Value, e.Elo.Value, e.Elo.Low, e.Elo.High)
	}
	return s.String()
}

// shareOf writes a score: "71.5% of 400 games".
func shareOf(wins, draws, losses int) string {
	games := wins + draws + losses
	return fmt.Sprintf("%.1f%% of %d games", 100*(float64(wins)+float64(draws)/2)/float64(max(games, 1)), games)
}

// Files of the source code that a calibration writes.
const (
	measuredFile = "docs/lookup/levels.json"
	levelsFile   = "player/levels.txt"
	reportFile   = "docs/lookup/levels.md"
	plotFile     = "docs/lookup/levels.svg"
)

// measured reads the earlier measurements.
func measured(dir string) ([]*Measured, error) {
	name := filepath.Join(dir, measuredFile)
	text, err := os.ReadFile(name) //nolint:gosec // the caller chooses the folder
	if err != nil {
		return nil, fmt.Errorf("%s is not oxo's source code: %w", dir, err)
	}
	var all []*Measured
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return all, nil
}

// IsCheckout returns an error if a folder is not oxo's source code, which
// [WriteLevels] needs.
func IsCheckout(dir string) error {
	_, err := measured(dir)
	return err
}

// WriteLevels puts the levels of a game into oxo's source code, and rebuilds the
// report of all games.
func WriteLevels(dir string, m *Measured) error {
	all, err := measured(dir)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(o *Measured) bool { return o.Game == m.Game })
	all = append(all, m)
	slices.SortFunc(all, func(a, b *Measured) int { return strings.Compare(a.Game, b.Game) })
	files, err := Report(all)
	if err != nil {
		return err
	}
	for file, text := range files {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644)) //nolint:gosec // source code
	}
	return err
}

// Report returns the files of all measured games: the measurements, the levels, the
// report and its plot.
func Report(all []*Measured) (map[string]string, error) {
	text, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		return nil, fmt.Errorf("the levels cannot be written: %w", err)
	}
	levels := strings.Builder{}
	levels.WriteString("# Made by \"oxo arena calibrate\": a game, and for levels 1 to 10 the depth, the nodes\n# and the temperature.\n")
	report := strings.Builder{}
	report.WriteString(reportHead)
	for _, m := range all {
		fmt.Fprintf(&levels, "%s %s\n", m.Game, strings.Join(m.Levels[:], " "))
		report.WriteString("\n" + m.Table())
	}
	return map[string]string{measuredFile: string(text) + "\n", levelsFile: levels.String(), reportFile: report.String(), plotFile: plot(all)}, nil
}

const reportHead = `# Levels

After this page you can choose a level of oxo, and say how much stronger it is than the one before.

Levels 1 to 10 and perfect are measured, not named: on each game here matches set
them, so that each is about as much stronger than the one before as the next. This
page is made by

    oxo arena calibrate GAME --checkout .

A level is a search with a limited depth and a limited number of nodes, and then a
choice that is not always the best: each move is as likely as e^(worth/temperature),
where the worth is from -100, a loss at once, over 0, a draw, to 100. So weak levels
err often and little, and see what is near better than what is far. A move that is
more than 4 temperatures below the best is never made. From level 3 on a level never
misses a win at once, from level 4 on never one of the opponent that can be
prevented. A level plays the same game again for the same seed. On games that are
not on this page the levels are a guess: the same path from weak to strong, in equal
parts. In Go the nodes are [play-outs](../learn/mcts.md), and a move is as likely as its visits to
the power of 50/temperature.

![Elo by level](levels.svg)

How to read Elo and its interval: [strength.md](../know/strength.md). An opening is played
from both sides, so a lost one costs nobody anything. Perfect visits at most the
nodes that each table says here, unless a proof ends its search before.
`
