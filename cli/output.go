package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"oxo"
)

// writeJSON writes one value on one line.
func (a *app) writeJSON(v any) error { return writeJSON(a.out, v) }

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// paint colours text for the terminal; where colour is not wanted it does
// nothing.
type paint struct{ on bool }

// paint looks at the terminal, NO_COLOR and TERM.
func (a *app) paint() paint {
	t := a.getenv("TERM")
	return paint{a.outTerminal && a.getenv("NO_COLOR") == "" && t != "" && t != "dumb"}
}

func (p paint) code(code, text string) string {
	if !p.on {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// side paints the first side blue and the second orange, a pair that colour
// blindness leaves apart.
func (p paint) side(s oxo.Side, text string) string {
	if s == oxo.First {
		return p.code("1;34", text)
	}
	return p.code("1;38;5;208", text)
}

func (p paint) line(text string) string  { return p.code("7", text) }
func (p paint) quiet(text string) string { return p.code("2", text) }

// writeBoard draws a grid with its labels, the squares that decided the game
// in brackets; a position that is no grid is written as text. Names are what
// the sides are called here, which may be swapped.
func writeBoard(w io.Writer, g oxo.Game, p oxo.Position, names [2]string, paint paint) {
	grid, ok := p.(oxo.Grid)
	if !ok {
		fmt.Fprintf(w, "  %s\n", g.FormatPosition(p))
		return
	}
	columns, rows := grid.Size()
	own := sideNames(g)
	line := map[oxo.Square]bool{}
	for _, s := range grid.Line() {
		line[s] = true
	}
	columnLabels, rowLabels := grid.Labels()
	for row := rows - 1; row >= 0; row-- {
		var b strings.Builder
		fmt.Fprintf(&b, "%4s ", label(rowLabels, row))
		for column := range columns {
			s := oxo.Square{Column: column, Row: row}
			cell := grid.At(s)
			if cell.Text == own[cell.Owner&1] {
				cell.Text = names[cell.Owner&1]
			}
			b.WriteString(square(cell, line[s], paint))
		}
		fmt.Fprintln(w, strings.TrimRight(b.String(), " "))
	}
	var labels strings.Builder
	for column := range columns {
		fmt.Fprintf(&labels, "%2s ", label(columnLabels, column))
	}
	fmt.Fprintf(w, "     %s\n", strings.TrimRight(labels.String(), " "))
}

// label returns the name of a column or row, or nothing where it has none.
func label(labels []string, i int) string {
	if i < len(labels) {
		return labels[i]
	}
	return ""
}

func square(c oxo.Cell, decided bool, paint paint) string {
	text := paint.quiet(".")
	if c.Text != "" {
		text = paint.side(c.Owner, c.Text)
	}
	if decided {
		return "[" + paint.line(text) + "]"
	}
	return " " + text + " "
}

// sideNames returns what the sides of a game are called.
func sideNames(g oxo.Game) [2]string {
	return [2]string{oxo.SideName(g, oxo.First), oxo.SideName(g, oxo.Second)}
}

// lineText writes a line of moves from a position, which it leaves as it was.
func lineText(g oxo.Game, p oxo.Position, line []oxo.Move) []string {
	q := p.Clone()
	names := make([]string, 0, len(line))
	for _, m := range line {
		names = append(names, g.FormatMove(q, m))
		q.Make(m)
	}
	return names
}

// progress writes a line on a terminal again and again, or a new line every
// few seconds elsewhere. Several goroutines may use it.
type progress struct {
	terminal bool
	mu       sync.Mutex
	w        io.Writer
	every    time.Duration
	last     time.Time
	written  bool
}

const (
	terminalEvery = 100 * time.Millisecond
	elsewhere     = 5 * time.Second
	longest       = 5 * time.Minute // between two lines that follow writes elsewhere
)

func (a *app) progress() *progress {
	p := &progress{w: a.err, terminal: a.errTerminal, last: time.Now(), every: elsewhere}
	if p.terminal {
		p.every = terminalEvery
	}
	return p
}

// show writes the state unless it has lately. The text is made only then.
func (p *progress) show(text func() string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if time.Since(p.last) < p.every {
		return
	}
	p.last = time.Now()
	if p.terminal {
		fmt.Fprintf(p.w, "\r\x1b[K%s", text())
	} else {
		fmt.Fprintf(p.w, "%s\n", text())
	}
	p.written = true
}

// follow shows the state, whether it changes or not, until end is called: for work
// that does not tell how far it is. Elsewhere than on a terminal the lines get rarer,
// since what is not over in seconds may take hours. A state that is "" is not shown.
func (p *progress) follow(state func() string) (end func()) {
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for tick := time.NewTicker(terminalEvery); ; {
			select {
			case <-stop:
				tick.Stop()
				return
			case <-tick.C:
			}
			text := state()
			if text == "" {
				continue
			}
			p.show(func() string {
				if !p.terminal {
					p.every = min(2*p.every, longest)
				}
				return text
			})
		}
	}()
	return func() {
		close(stop)
		<-stopped
		p.done()
	}
}

// done clears the line: what it told of is done.
func (p *progress) done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.written && p.terminal {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
	p.written, p.last = false, time.Now()
	if !p.terminal {
		p.every = elsewhere
	}
}

func plural(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}
