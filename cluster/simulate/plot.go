package simulate

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// Table writes a curve in Markdown.
func Table(points []Point) string {
	var s strings.Builder
	s.WriteString("| workers | time | speed-up | least to most | jobs | jobs by 1 | work by 1 | idle | hub busy | lost |\n|" + strings.Repeat("---:|", 10) + "\n")
	for _, p := range points {
		fmt.Fprintf(&s, "| %d | %v | %.2f | %.2f to %.2f | %d | %.2f | %.2f | %.1f%% | %.1f%% | %d |\n",
			p.Workers, p.Makespan.Round(time.Millisecond), p.Speedup, p.Least, p.Most, p.Jobs, p.JobsBy, p.WorkBy, 100*p.Idle, 100*p.Hub, p.Lost)
	}
	return s.String()
}

// Sizes of the plot in pixels, as in the plot of levels.
const (
	plotWidth, plotHeight = 720, 420
	plotLeft, plotBottom  = 56, 40
	plotRight, plotTop    = 40, 16
)

// Plot draws a curve as SVG on two logarithmic axes, with the ideal line of n workers
// and bars from the least to the most.
func Plot(title string, points []Point) string {
	most := math.Log2(float64(points[len(points)-1].Workers))
	x := func(n float64) float64 {
		return plotLeft + math.Log2(n)*(plotWidth-plotLeft-plotRight)/max(most, 1)
	}
	y := func(n float64) float64 {
		return plotHeight - plotBottom - math.Log2(max(n, 1))*(plotHeight-plotBottom-plotTop)/max(most, 1)
	}
	var s strings.Builder
	fmt.Fprintf(&s, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12" role="img" aria-label="%s">`+"\n", plotWidth, plotHeight, escape(title))
	fmt.Fprintf(&s, `<rect width="%d" height="%d" fill="#fff"/>`+"\n", plotWidth, plotHeight)
	var path strings.Builder
	for i, p := range points {
		n := float64(p.Workers)
		fmt.Fprintf(&s, `<path d="M%d %.1fH%d" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">%d</text><text x="%.1f" y="%d" text-anchor="middle">%d</text>`+"\n",
			plotLeft, y(n), plotWidth-plotRight, plotLeft-8, y(n)+4, p.Workers, x(n), plotHeight-plotBottom+18, p.Workers)
		fmt.Fprintf(&s, `<path d="M%.1f %.1fV%.1f" stroke="#1f5fbf" opacity=".5"/>`+"\n", x(n), y(p.Least), y(p.Most))
		fmt.Fprintf(&path, "%c%.1f %.1f", "ML"[min(i, 1)], x(n), y(p.Speedup))
	}
	fmt.Fprintf(&s, `<path d="M%.1f %.1fL%.1f %.1f" stroke="#999" stroke-dasharray="4 4"/>`+"\n", x(1), y(1), x(math.Exp2(most)), y(math.Exp2(most)))
	fmt.Fprintf(&s, `<path d="%s" fill="none" stroke="#1f5fbf" stroke-width="2"/>`+"\n", path.String())
	fmt.Fprintf(&s, `<text x="%d" y="%d">Speed-up by workers: %s</text>`+"\n</svg>\n", plotLeft, plotHeight-4, escape(title))
	return s.String()
}

// escape writes a text for an attribute of SVG.
func escape(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(text)
}
