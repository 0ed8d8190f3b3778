package cli

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"oxo/arena"
	"oxo/arena/stats"
	"oxo/internal/words"
)

// scoreboard shows the results of a tournament, while it runs and at its end.
type scoreboard struct {
	*tournament
	mu        sync.Mutex
	standings *arena.Standings
	llr       float64
	state     stats.State
}

func newScoreboard(t *tournament) *scoreboard {
	return &scoreboard{tournament: t, standings: arena.NewStandings(t.plan)}
}

// add counts a game, and reports whether the plan needs more games.
func (b *scoreboard) add(r *arena.Record) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.standings.Add(r)
	if b.plan.SPRT == nil || b.state != stats.Continue {
		return b.state == stats.Continue
	}
	var err error
	if b.llr, b.state, err = b.standings.Test(); err != nil {
		b.state = stats.Continue // no pair is complete yet
	}
	return b.state == stats.Continue
}

// Lines wider than the terminal are cut off at its edge: if they wrapped, they could
// not be erased.
const (
	noWrap    = "\x1b[?7l"
	wrapAgain = "\x1b[?7h"
)

// liveEvery is the interval between two drawings of the table on a terminal.
const liveEvery = 300 * time.Millisecond

// follow shows the results until end is called: on a terminal a table, otherwise a
// line from time to time.
func (b *scoreboard) follow() (end func()) {
	if !b.a.errTerminal {
		return b.a.progress().follow(b.line)
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		drawn := 0
		for tick := time.NewTicker(liveEvery); ; {
			erase := "\r\x1b[K" + strings.Repeat("\x1b[A\x1b[K", drawn)
			select {
			case <-stop:
				tick.Stop()
				fmt.Fprint(b.a.err, erase)
				return
			case <-tick.C:
			}
			text := b.live()
			fmt.Fprint(b.a.err, erase+noWrap+text+wrapAgain)
			drawn = strings.Count(text, "\n")
		}
	}()
	return func() {
		close(stop)
		<-stopped
	}
}

// live returns the table and the line below it, cut to the size of the terminal.
func (b *scoreboard) live() string {
	columns, rows, err := b.a.errSize()
	if err != nil || columns < 2 || rows < 2 {
		columns, rows = 80, 24
	}
	b.mu.Lock()
	var text strings.Builder
	b.table(&text)
	b.mu.Unlock()
	lines := strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")
	lines = append(lines[:min(len(lines), rows-2)], b.line())
	for i, line := range lines {
		if r := []rune(line); len(r) >= columns {
			lines[i] = string(r[:columns-1])
		}
	}
	return strings.Join(lines, "\n")
}

// line returns the progress in one line.
func (b *scoreboard) line() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	text := fmt.Sprintf("%d of %d games", b.standings.Games, b.plan.Len())
	if len(b.plan.Names) == 2 && b.standings.Games > 0 {
		v := b.standings.Versus[0][1]
		text += fmt.Sprintf(", %s against %s: %d wins, %d draws, %d losses", b.plan.Names[0], b.plan.Names[1], v.Wins, v.Draws, v.Losses)
	}
	if b.plan.SPRT != nil {
		lower, upper := b.plan.SPRT.Bounds()
		text += fmt.Sprintf(", log-likelihood ratio %+.2f in %.2f to %.2f", b.llr, lower, upper)
	}
	return text
}

// tell prints the results.
func (b *scoreboard) tell() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.options.json {
		return b.a.writeJSON(b.result())
	}
	if b.standings.Games == 0 {
		_, err := fmt.Fprintln(b.a.out, "No game has been played.")
		return err
	}
	fmt.Fprintf(b.a.out, "%s, %s of %d, seed %d.\n\n", b.plan.Game, words.Count(b.standings.Games, "game"), b.plan.Len(), b.plan.Seed)
	b.table(b.a.out)
	if len(b.plan.Names) == 2 {
		writeEstimate(b.a.out, b.standings.Versus[0][1].Estimate())
		fmt.Fprintf(b.a.out, "Pairs of games with 0, 1/2, 1, 3/2 and 2 points for %s: %d.\n", b.plan.Names[0], b.standings.Versus[0][1].Pairs)
	} else {
		b.crosstable(b.a.out)
	}
	b.reasons(b.a.out)
	if b.plan.SPRT == nil {
		return nil
	}
	_, err := fmt.Fprintln(b.a.out, b.test())
	return err
}

// test returns the state of the plan's sequential test.
func (b *scoreboard) test() *sprtReport {
	lower, upper := b.plan.SPRT.Bounds()
	return &sprtReport{SPRT: *b.plan.SPRT, LLR: b.llr, Lower: lower, Upper: upper, State: b.state}
}

// writeEstimate prints the strength that the games of two players show.
func writeEstimate(w io.Writer, e stats.Estimate) {
	fmt.Fprintf(w, "\nElo %s, normalised Elo %s, likelihood of superiority %.1f%%.\n", span(e.Elo), span(e.NormalizedElo), 100*e.Superiority)
}

// span writes an estimate with its 95% interval.
func span(i stats.Interval) string {
	return fmt.Sprintf("%s (%s to %s)", eloText(i.Value), eloText(i.Low), eloText(i.High))
}

// order returns the players, the best first; in a ladder in the order of the plan.
func (b *scoreboard) order() []int {
	all := make([]int, len(b.plan.Names))
	for i := range all {
		all[i] = i
	}
	if b.plan.Format != arena.Ladder {
		slices.SortStableFunc(all, func(i, j int) int {
			return int(math.Copysign(1, b.score(j)-b.score(i)))
		})
	}
	return all
}

// score returns a player's share of the points.
func (b *scoreboard) score(i int) float64 {
	v := b.standings.All(i)
	if v.Games() == 0 {
		return 0.5
	}
	return (float64(v.Wins) + float64(v.Draws)/2) / float64(v.Games())
}

// table writes a line for each player. With two players it has no ratings, since
// the lines below the table show more.
func (b *scoreboard) table(w io.Writer) {
	ratings, rated := b.ratings()
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	head := "player\t"
	if rated {
		head += "Elo\t95%\t"
	}
	fmt.Fprintln(t, head+"score\tgames\twins\tdraws\tlosses\tas first\tas second")
	for _, i := range b.order() {
		v := b.standings.All(i)
		fmt.Fprintf(t, "%s\t", b.plan.Names[i])
		if rated {
			r := ratings.Elo[i]
			fmt.Fprintf(t, "%s\t%s to %s\t", eloText(r.Value), eloText(r.Low), eloText(r.High))
		}
		fmt.Fprintf(t, "%.1f%%\t%d\t%d\t%d\t%d\t%s\t%s\n", 100*b.score(i), v.Games(), v.Wins, v.Draws, v.Losses, short(v.BySide[0]), short(v.BySide[1]))
	}
	_ = t.Flush()
}

// short returns wins, draws and losses as "12-3-5".
func short(r stats.Record) string { return fmt.Sprintf("%d-%d-%d", r.Wins, r.Draws, r.Losses) }

// ratings rates the players of a tournament with more than two; the mean is 0.
func (b *scoreboard) ratings() (*stats.Ratings, bool) {
	if len(b.plan.Names) == 2 {
		return nil, false
	}
	table := make([][]stats.Record, len(b.plan.Names))
	for i := range table {
		for _, v := range b.standings.Versus[i] {
			table[i] = append(table[i], v.Record)
		}
	}
	r, err := stats.Rate(table, stats.Mean)
	return r, err == nil
}

// crosstable writes the score of each player against each other; in a ladder only
// against the player before.
func (b *scoreboard) crosstable(w io.Writer) {
	if b.plan.Format == arena.Ladder {
		fmt.Fprintln(w)
		for i := 1; i < len(b.plan.Names); i++ {
			v := b.standings.Versus[i][i-1]
			if v.Games() == 0 {
				continue
			}
			e := v.Estimate()
			fmt.Fprintf(w, "%s against %s: %s, %.1f%%, Elo %s\n", b.plan.Names[i], b.plan.Names[i-1], short(v.Record), 100*e.Score.Value, span(e.Elo))
		}
		fmt.Fprintln(w)
		return
	}
	fmt.Fprintln(w, "\nWins, draws and losses of each row against each column:")
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	order := b.order()
	fmt.Fprint(t, "player")
	for k := range order {
		fmt.Fprintf(t, "\t%d", k+1)
	}
	fmt.Fprintln(t)
	for k, i := range order {
		fmt.Fprintf(t, "%d %s", k+1, b.plan.Names[i])
		for _, j := range order {
			cell := "-"
			if v := b.standings.Versus[i][j]; v.Games() > 0 {
				cell = short(v.Record)
			}
			fmt.Fprintf(t, "\t%s", cell)
		}
		fmt.Fprintln(t)
	}
	_ = t.Flush()
	fmt.Fprintln(w)
}

// reasons prints how the games ended, and which players lost by a fault of their
// own.
func (b *scoreboard) reasons(w io.Writer) {
	var all []string
	for reason, n := range b.standings.Reasons {
		all = append(all, fmt.Sprintf("%s %d", reason, n))
	}
	slices.Sort(all)
	fmt.Fprintf(w, "Ended by: %s.\n", strings.Join(all, ", "))
	for i, name := range b.plan.Names {
		faults := b.standings.All(i).Faults
		for _, reason := range slices.Sorted(maps.Keys(faults)) {
			n := faults[reason]
			fmt.Fprintf(w, "%s lost %s by its own fault: %s.\n", name, words.Count(n, "game"), reason)
		}
	}
}

// arenaResult is the JSON output of a tournament.
type arenaResult struct {
	Plan    *arena.Plan          `json:"plan"`
	Games   int                  `json:"games"`
	Players []arenaPlayer        `json:"players"`
	Reasons map[arena.Reason]int `json:"reasons"`
	SPRT    *sprtReport          `json:"sprt,omitempty"`
}

type arenaPlayer struct {
	Name    string                  `json:"name"`
	Rating  *stats.Interval         `json:"rating,omitempty"`
	All     arena.Versus            `json:"all"`
	Against map[string]arena.Versus `json:"against"`
	// Estimates has an estimate for each opponent that the player has met, by name.
	Estimates map[string]stats.Estimate `json:"estimates"`
}

func (b *scoreboard) result() arenaResult {
	r := arenaResult{Plan: b.plan, Games: b.standings.Games, Reasons: b.standings.Reasons}
	ratings, rated := b.ratings()
	for i, name := range b.plan.Names {
		p := arenaPlayer{Name: name, All: b.standings.All(i), Against: map[string]arena.Versus{}, Estimates: map[string]stats.Estimate{}}
		if rated {
			p.Rating = &ratings.Elo[i]
		}
		for j, v := range b.standings.Versus[i] {
			if v.Games() > 0 {
				p.Against[b.plan.Names[j]], p.Estimates[b.plan.Names[j]] = v, v.Estimate()
			}
		}
		r.Players = append(r.Players, p)
	}
	if b.plan.SPRT != nil {
		r.SPRT = b.test()
	}
	return r
}
