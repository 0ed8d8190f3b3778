package steady

import (
	"bufio"
	"fmt"
	"io"
	"math"
)

// Picture writes the whole graph as SVG: the first position in the middle, and each ply on a circle around it. A node is
// drawn beneath the first node that leads to it; lines to it from other nodes are thin.
func (s *Strategy) Picture(w io.Writer) error {
	d := &drawing{s: s, w: bufio.NewWriter(w), at: make([]place, len(s.Nodes)), leaves: make([]int, len(s.Nodes)), below: make([][]int, len(s.Nodes))}
	d.plant(0)
	for i := range s.Nodes {
		d.deepest = max(d.deepest, len(s.Nodes[i].Moves))
	}
	d.spread(0, 0, 2*math.Pi)
	states, branches := s.Counts()
	size := 2*ring*(d.deepest-len(s.Nodes[0].Moves)) + 40
	fmt.Fprintf(d.w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="%d %d %d %d" role="img" stroke-linecap="round" fill="none">`, -size/2, -size/2, size, size)
	fmt.Fprintf(d.w, "\n<title>Connect Four %dx%d: %d steady states, %d branches</title>\n", s.Width, s.Height, states, branches)
	fmt.Fprintf(d.w, `<rect x="%d" y="%d" width="%d" height="%d" fill="#fff"/>`+"\n", -size/2, -size/2, size, size)
	d.edges("#bbb", 0.3, func(from, to int) bool { return d.at[to].parent != from })
	d.edges("#c33", 1, func(from, to int) bool { return d.at[to].parent == from && d.mine(from) })
	d.edges("#ca2", 1, func(from, to int) bool { return d.at[to].parent == from && !d.mine(from) })
	d.dots("#333", 3, func(i int) bool { return s.Nodes[i].Rows == "" })
	d.dots("#2a5", 4, func(i int) bool { return s.Nodes[i].Rows != "" })
	fmt.Fprintln(d.w, "</svg>")
	return d.w.Flush()
}

// ring is the distance of two plies.
const ring = 60

// place is where a node is drawn, and the node that it is drawn beneath.
type place struct {
	x, y   float64
	parent int
	drawn  bool
}

// drawing is the state of a picture.
type drawing struct {
	s       *Strategy
	w       *bufio.Writer
	at      []place
	leaves  []int
	below   [][]int
	deepest int
}

// mine reports whether the side of the strategy moves at a node.
func (d *drawing) mine(i int) bool { return (len(d.s.Nodes[i].Moves)%2 == 1) == d.s.Second }

// plant chooses the tree that is drawn, and counts its leaves.
func (d *drawing) plant(i int) {
	d.at[i].drawn = true
	for _, to := range d.s.Nodes[i].Next {
		if d.at[to].drawn {
			continue
		}
		d.at[to].parent = i
		d.below[i] = append(d.below[i], to)
		d.plant(to)
		d.leaves[i] += d.leaves[to]
	}
	d.leaves[i] = max(d.leaves[i], 1)
}

// spread gives a node and the nodes beneath it a part of the circle.
func (d *drawing) spread(i int, from, to float64) {
	r := float64(ring * (len(d.s.Nodes[i].Moves) - len(d.s.Nodes[0].Moves)))
	middle := (from + to) / 2
	d.at[i].x, d.at[i].y = r*math.Sin(middle), -r*math.Cos(middle)
	for _, j := range d.below[i] {
		share := (to - from) * float64(d.leaves[j]) / float64(d.leaves[i])
		d.spread(j, from, from+share)
		from += share
	}
}

func (d *drawing) edges(colour string, width float64, which func(from, to int) bool) {
	fmt.Fprintf(d.w, `<path stroke="%s" stroke-width="%g" d="`, colour, width)
	for i := range d.s.Nodes {
		for _, to := range d.s.Nodes[i].Next {
			if which(i, to) {
				fmt.Fprintf(d.w, "M%.0f %.0fL%.0f %.0f", d.at[i].x, d.at[i].y, d.at[to].x, d.at[to].y)
			}
		}
	}
	fmt.Fprintln(d.w, `"/>`)
}

func (d *drawing) dots(colour string, width float64, which func(i int) bool) {
	fmt.Fprintf(d.w, `<path stroke="%s" stroke-width="%g" d="`, colour, width)
	for i := range d.s.Nodes {
		if which(i) {
			fmt.Fprintf(d.w, "M%.0f %.0fh0", d.at[i].x, d.at[i].y)
		}
	}
	fmt.Fprintln(d.w, `"/>`)
}
