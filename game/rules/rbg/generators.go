package rbg

import "fmt"

// rows are lines of pieces; -1 is a hole.
type rows [][]int

func (r rows) has(column, row int) bool {
	return row >= 0 && row < len(r) && column >= 0 && column < len(r[row]) && r[row][column] >= 0
}

// open reads the beginning of a generator: its name, and the labels of n directions.
func (b *shape) open(n int) (line int, labels []string, err error) {
	line = b.next().line
	b.next()
	for range n {
		label, err := b.word(fmt.Sprintf("%d labels of edges", n))
		if err != nil {
			return 0, nil, err
		}
		if err := b.take(","); err != nil {
			return 0, nil, err
		}
		labels = append(labels, label.text)
	}
	return line, labels, nil
}

// boardLine reads one line in brackets. A place without a piece is a hole.
func (b *shape) boardLine() ([]int, error) {
	if err := b.take("["); err != nil {
		return nil, err
	}
	line := []int{}
	for {
		piece := -1
		if text := b.peek(); text != "," && text != "]" {
			var err error
			if piece, err = b.piece(); err != nil {
				return nil, err
			}
		}
		line = append(line, piece)
		if len(line) > maxSquares {
			return nil, fault(b.line(), "a line of more than %d squares: want a smaller board", maxSquares)
		}
		if b.peek() == "," {
			b.next()
			continue
		}
		return line, b.take("]")
	}
}

// boardLines reads lines up to the bracket that closes them.
func (b *shape) boardLines(end string) (rows, error) {
	var all rows
	for b.peek() == "[" {
		line, err := b.boardLine()
		if err != nil {
			return nil, err
		}
		if all = append(all, line); len(all) > maxSquares {
			return nil, fault(b.line(), "more than %d lines: want a smaller board", maxSquares)
		}
	}
	if len(all) == 0 {
		return nil, fault(b.line(), "%s: want a line of pieces, [..., ...]", b.seen())
	}
	return all, b.take(end)
}

// rest refuses text after the generator.
func (b *shape) rest() error {
	if len(b.all) > 0 {
		return fault(b.line(), "%s after the board: want nothing", b.seen())
	}
	return nil
}

// equal refuses lines of different lengths.
func (b *shape) equal(all rows, line int) error {
	for _, r := range all {
		if len(r) != len(all[0]) {
			return fault(line, "a line of %d squares and one of %d: want lines of one length", len(all[0]), len(r))
		}
	}
	return nil
}

// way is a direction of a generator.
type way struct{ label, column, row, depth int }

// rectangle reads rectangle(up, down, left, right, [...] ...).
func (b *shape) rectangle() error {
	line, labels, err := b.open(4)
	if err != nil {
		return err
	}
	all, err := b.boardLines(")")
	if err != nil {
		return err
	}
	if err := b.equal(all, line); err != nil {
		return err
	}
	ways := []way{{1, 0, 1, 0}, {0, 0, -1, 0}, {3, 1, 0, 0}, {2, -1, 0, 0}}
	if err := b.layers([]rows{all}, labels, ways, line, func(c, r, _ int) string { return fmt.Sprintf("rx%dy%d", c, r) }); err != nil {
		return err
	}
	return b.rest()
}

// cuboid reads cuboid(up, down, left, right, front, back, [[...] ...] ...).
func (b *shape) cuboid() error {
	line, labels, err := b.open(6)
	if err != nil {
		return err
	}
	var all []rows
	for b.peek() == "[" {
		b.next()
		layer, err := b.boardLines("]")
		if err != nil {
			return err
		}
		all = append(all, layer)
		if len(layer) != len(all[0]) || len(layer[0]) != len(all[0][0]) || len(all) > maxSquares {
			return fault(line, "a layer has another size than the first: want layers of one size")
		}
		if err := b.equal(layer, line); err != nil {
			return err
		}
	}
	if err := b.take(")"); err != nil {
		return err
	}
	ways := []way{{4, 0, 0, 1}, {5, 0, 0, -1}, {1, 0, 1, 0}, {0, 0, -1, 0}, {3, 1, 0, 0}, {2, -1, 0, 0}}
	if err := b.layers(all, labels, ways, line, func(c, r, d int) string { return fmt.Sprintf("cx%dy%dz%d", c, r, d) }); err != nil {
		return err
	}
	return b.rest()
}

// layers adds squares and their edges in some directions.
func (b *shape) layers(all []rows, labels []string, ways []way, line int, name func(column, row, depth int) string) error {
	for d, layer := range all {
		for r, row := range layer {
			for c, piece := range row {
				if piece < 0 {
					continue
				}
				at, err := b.square(name(c, r, d), piece, line)
				if err != nil {
					return err
				}
				for _, w := range ways {
					c, r, d := c+w.column, r+w.row, d+w.depth
					if d >= 0 && d < len(all) && all[d].has(c, r) {
						b.edges = append(b.edges, edgeText{line, at, labels[w.label], name(c, r, d)})
					}
				}
			}
		}
	}
	return nil
}

// hexagon reads hexagon(nw, ne, e, se, sw, w, [...] ...): each line is longer by one than the
// line before it, and from the longest on shorter by one.
func (b *shape) hexagon() error {
	line, labels, err := b.open(6)
	if err != nil {
		return err
	}
	all, err := b.boardLines(")")
	if err != nil {
		return err
	}
	peak := 0
	for i := 1; i < len(all); i++ {
		switch d := len(all[i]) - len(all[i-1]); {
		case d == 1 && peak == i-1:
			peak = i
		case d != -1:
			return fault(line, "a line of %d squares after one of %d: want lines that grow by one up to the longest, and shrink by one after it", len(all[i]), len(all[i-1]))
		}
	}
	if err := b.honeycomb(all, peak, labels, line); err != nil {
		return err
	}
	return b.rest()
}

// honeycomb adds the squares of a hexagon, whose longest line is given, and their edges.
func (b *shape) honeycomb(all rows, peak int, labels []string, line int) error {
	name := func(c, r int) string { return fmt.Sprintf("hx%dy%d", c, r) }
	for r, row := range all {
		up, down := 0, 0 // how far the line above and below is shifted
		if r > peak {
			up = 1
		}
		if r < peak {
			down = 1
		}
		for c, piece := range row {
			if piece < 0 {
				continue
			}
			at, err := b.square(name(c, r), piece, line)
			if err != nil {
				return err
			}
			for _, w := range []way{{1, up, -1, 0}, {0, up - 1, -1, 0}, {3, down, 1, 0}, {4, down - 1, 1, 0}, {2, 1, 0, 0}, {5, -1, 0, 0}} {
				if all.has(c+w.column, r+w.row) {
					b.edges = append(b.edges, edgeText{line, at, labels[w.label], name(c+w.column, r+w.row)})
				}
			}
		}
	}
	return nil
}
