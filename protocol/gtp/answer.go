package gtp

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"oxo"
	"oxo/internal/words"
	"oxo/player"
)

// choice reads the answer to genmove, or to genmove_analyze: lines of analysis, and
// then "play" with the move.
func (c *Client) choice(p oxo.Position, answer string) (player.Choice, error) {
	choice := player.Choice{Notes: player.Notes{NoValue: true}}
	lines := strings.Split(answer, "\n")
	text := strings.TrimSpace(lines[0])
	for _, line := range lines {
		if rest, ok := strings.CutPrefix(line, "play "); ok {
			text = strings.TrimSpace(rest)
		}
	}
	rubbish := func(reason string) (player.Choice, error) {
		return player.Choice{}, &player.RubbishError{Answer: words.Clip(text), Reason: reason}
	}
	if strings.EqualFold(text, resign) {
		return player.Choice{Notes: player.Notes{NoValue: true, Resigns: true}}, nil
	}
	m, err := c.notation.parse(p, text)
	switch {
	case err != nil:
		return rubbish(err.Error())
	case !slices.Contains(p.Moves(nil), m):
		return rubbish("that is not a legal move")
	}
	choice.Move = m
	for _, line := range slices.Backward(lines) {
		if strings.HasPrefix(line, "info ") {
			inform(&choice, line, c.notation.format(p, m))
			break
		}
	}
	return choice, nil
}

// inform reads the value, depth and nodes of the chosen move from a line of analysis.
// The value is an estimate, or a win or loss in a number of plies.
func inform(choice *player.Choice, line, move string) {
	for part := range strings.SplitSeq(line, "info ") {
		fields := strings.Fields(part)
		if len(fields) < 2 || fields[0] != "move" || !strings.EqualFold(fields[1], move) {
			continue
		}
		for i := 2; i+1 < len(fields) && fields[i] != "pv"; i += 2 {
			value := fields[i+1]
			switch fields[i] {
			case "visits":
				choice.Nodes, _ = strconv.ParseUint(value, 10, 64)
			case "depth":
				choice.Depth, _ = strconv.Atoi(value)
			case "winrate":
				if rate, err := strconv.ParseFloat(value, 64); err == nil && rate >= 0 && rate <= 1 && choice.NoValue {
					choice.Value.Score, choice.NoValue = estimate(rate), false
				}
			case "value":
				if s, ok := plies(value); ok {
					choice.Value.Score, choice.NoValue = s, false
				}
			}
		}
		return
	}
}

// plies reads "win_in_5" and "loss_in_4"; it ignores further words.
func plies(text string) (oxo.Score, bool) {
	fields := strings.Split(text, "_")
	if len(fields) < 3 || fields[1] != "in" {
		return 0, false
	}
	n, ok := words.Number(fields[2], oxo.MaxPlies)
	switch {
	case ok && fields[0] == "win":
		return oxo.Win(n), true
	case ok && fields[0] == "loss":
		return oxo.Loss(n), true
	}
	return 0, false
}

// tellTime sends the time limits, if the engine accepts them: the clock's remaining
// time for the game, or the time for a move as overtime with one move. GTP has no
// increments: they arrive as time left.
func (c *Client) tellTime(ctx context.Context, t player.Turn) error {
	clock := t.Clock
	switch {
	case !c.knows("time_settings"):
		return nil
	case !clock.Counts && clock.Limits.Time <= 0:
		return c.setTime(ctx, 0, time.Second, 0) // GTP's notation for no limit
	case !clock.Counts:
		return c.setTime(ctx, 0, clock.Limits.Time, 1)
	case c.settings == "":
		left := clock.Left[t.Now.Turn()]
		if err := c.setTime(ctx, left, 0, 0); err != nil {
			return err
		}
	}
	if !c.knows("time_left") {
		return nil
	}
	for s, left := range clock.Left {
		stones := " " + strconv.Itoa(clock.MovesToGo)
		if err := c.sendTime(ctx, "time_left "+colour(oxo.Side(s))+" ", []time.Duration{left}, stones); err != nil {
			return err
		}
	}
	return nil
}

// setTime sends time_settings unless they are unchanged.
func (c *Client) setTime(ctx context.Context, main, period time.Duration, stones int) error {
	want := main.String() + " " + period.String() + " " + strconv.Itoa(stones)
	noLimit := main == 0 && period > 0 && stones == 0
	if c.settings == want || c.settings == "" && noLimit {
		return nil
	}
	c.settings = want
	return c.sendTime(ctx, "time_settings ", []time.Duration{main, period}, " "+strconv.Itoa(stones))
}

// sendTime sends times in seconds, with fractions if there are any; if the engine
// refuses these, in whole seconds.
func (c *Client) sendTime(ctx context.Context, before string, times []time.Duration, after string) error {
	whole, exact := make([]string, len(times)), make([]string, len(times))
	for i, d := range times {
		n := max(d, 0).Seconds()
		if n > 0 && n < 0.001 {
			n = 0.001 // 0 would mean no time at all, or no limit
		}
		exact[i] = strconv.FormatFloat(math.Floor(n*1000)/1000, 'f', -1, 64)
		if n > 0 && n < 1 {
			n = 1
		}
		whole[i] = strconv.FormatFloat(math.Floor(n), 'f', -1, 64)
	}
	if !c.wholeOnly && !slices.Equal(whole, exact) {
		_, err := c.ask(ctx, before+strings.Join(exact, " ")+after)
		if !refused(err) {
			return err
		}
		c.wholeOnly = true
	}
	_, err := c.ask(ctx, before+strings.Join(whole, " ")+after)
	return err
}
