package arena

import (
	"fmt"
	"html"
	"math"
	"strings"

	"oxo/player"
)

// Sizes of the plot, in pixels.
const (
	plotWidth, plotHeight = 720, 420
	plotLeft, plotBottom  = 56, 40
	plotRight, plotTop    = 150, 16
)

// plot draws the Elo of each level above level 1, for each game, as SVG. A level's
// Elo is the sum of the steps; each point has the 95% interval of its last step.
func plot(all []*Measured) string {
	highest := 100.0
	for _, m := range all {
		sum := 0.0
		for i := range m.Steps {
			sum += finite(m.Step(i).Elo.Value)
			highest = max(highest, sum)
		}
	}
	highest = math.Ceil(highest/200) * 200
	x := func(level int) float64 {
		return plotLeft + float64(level-1)*(plotWidth-plotLeft-plotRight)/float64(player.Perfect-1)
	}
	y := func(elo float64) float64 {
		return plotHeight - plotBottom - elo*(plotHeight-plotBottom-plotTop)/highest
	}
	var s strings.Builder
	fmt.Fprintf(&s, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12" role="img" aria-label="Elo by level">`+"\n", plotWidth, plotHeight)
	fmt.Fprintf(&s, `<rect width="%d" height="%d" fill="#fff"/>`+"\n", plotWidth, plotHeight)
	for elo := 0.0; elo <= highest; elo += highest / 4 {
		fmt.Fprintf(&s, `<path d="M%d %.1fH%d" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">%.0f</text>`+"\n", plotLeft, y(elo), plotWidth-plotRight, plotLeft-8, y(elo)+4, elo)
	}
	for level := 1; level <= int(player.Perfect); level++ {
		fmt.Fprintf(&s, `<text x="%.1f" y="%d" text-anchor="middle">%s</text>`+"\n", x(level), plotHeight-plotBottom+18, strings.TrimPrefix(player.Level(level).String(), "level "))
	}
	fmt.Fprintf(&s, `<text x="%d" y="%d">Elo above level 1; level</text>`+"\n", plotLeft, plotHeight-4)
	colours := []string{"#1f5fbf", "#c55a11", "#2e7d32", "#8e24aa", "#00838f", "#ad1457", "#5d4037"}
	for k, m := range all {
		m.curve(&s, colours[k%len(colours)], x, y)
	}
	s.WriteString("</svg>\n")
	return s.String()
}

// curve draws one game; x and y map a level and an Elo difference to pixels.
func (m *Measured) curve(s *strings.Builder, colour string, x func(level int) float64, y func(elo float64) float64) {
	sum, path := 0.0, fmt.Sprintf("M%.1f %.1f", x(1), y(0))
	for i := range m.Steps {
		e := m.Step(i).Elo
		low, high := sum+finite(e.Low), sum+finite(e.High)
		sum += finite(e.Value)
		path += fmt.Sprintf("L%.1f %.1f", x(i+2), y(sum))
		fmt.Fprintf(s, `<path d="M%.1f %.1fV%.1f" stroke="%s" opacity=".5"/>`+"\n", x(i+2), y(low), y(high), colour)
	}
	fmt.Fprintf(s, `<path d="%s" fill="none" stroke="%s" stroke-width="2"/><text x="%d" y="%.1f" fill="%s">%s</text>`+"\n",
		path, colour, plotWidth-plotRight+8, y(sum)+4, colour, html.EscapeString(m.Game))
}

// finite clips an infinite Elo difference to the plot.
func finite(elo float64) float64 { return min(max(elo, -800), 800) }
