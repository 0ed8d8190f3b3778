package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// measurer runs the programs.
type measurer struct {
	ctx      context.Context
	plan     *plan
	oxo      string
	runs     int
	progress io.Writer
}

// row is the result of a work for a peer.
type row struct {
	peer       string
	oxo, its   []float64 // seconds
	nodes      uint64    // of oxo; 0 if unknown
	ratios     []float64 // of each run
	comparison error     // why the answers cannot be compared, or nil
}

// program is one of the programs of a work.
type program struct {
	name    string
	command []string
	folder  string
	answer  *regexp.Regexp // nil: the last word of each line
	seconds []float64
	given   []string // its answers
}

// work lets all programs do a work in turn.
func (m *measurer) work(w *work) ([]row, error) {
	// 1. The programs.
	all := []program{{name: "oxo", command: append([]string{m.oxo}, w.Oxo...)}}
	for _, t := range w.Peers {
		its := m.plan.Peers[t.Peer]
		p := program{name: its.Name, command: slices.Concat(its.Command, t.Args), folder: m.plan.folder}
		if its.Answer != "" {
			p.answer = regexp.MustCompile(its.Answer)
		}
		if strings.Contains(p.command[0], "/") {
			path, err := filepath.Abs(filepath.Join(m.plan.folder, p.command[0]))
			if err != nil {
				return nil, err
			}
			p.command[0] = path
		}
		all = append(all, p)
	}
	// 2. Their runs.
	for n := range m.runs {
		for i := range all {
			fmt.Fprintf(m.progress, "%s: run %d of %d: %s\n", w.Name, n+1, m.runs, all[i].name)
			if err := all[i].run(m.ctx, w.input); err != nil {
				return nil, fmt.Errorf("%s: %w", all[i].name, err)
			}
		}
	}
	nodes, err := m.nodes(w)
	if err != nil {
		return nil, err
	}
	// 3. What they say of each other.
	if err := all[0].agrees(w.answers, "the input"); err != nil {
		return nil, err
	}
	var rows []row
	for _, p := range all[1:] {
		r := row{peer: p.name, oxo: all[0].seconds, its: p.seconds, nodes: nodes, comparison: p.agrees(all[0].given, "oxo")}
		for i, its := range p.seconds {
			r.ratios = append(r.ratios, its/all[0].seconds[i])
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// run runs a program once.
func (p *program) run(ctx context.Context, input string) error {
	c := exec.CommandContext(ctx, p.command[0], p.command[1:]...)
	c.Dir, c.Stdin = p.folder, strings.NewReader(input)
	out, err := c.Output()
	if err != nil {
		if failed, ok := errors.AsType[*exec.ExitError](err); ok {
			return fmt.Errorf("%w: %.200q", err, failed.Stderr)
		}
		return err
	}
	p.seconds = append(p.seconds, (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds())
	answers := p.answers(string(out))
	if len(p.seconds) > 1 && !slices.Equal(answers, p.given) {
		return errors.New("its answers differ from run to run")
	}
	p.given = answers
	return nil
}

// answers returns what a program said: what the first group of its regular expression matched, each time, or the last word
// of each line.
func (p *program) answers(out string) (all []string) {
	if p.answer != nil {
		for _, m := range p.answer.FindAllStringSubmatch(out, -1) {
			all = append(all, m[len(m)-1])
		}
		return all
	}
	for line := range strings.Lines(out) {
		if words := strings.Fields(line); len(words) > 0 {
			all = append(all, words[len(words)-1])
		}
	}
	return all
}

// agrees returns an error if the answers are not as wanted. Without wanted answers it returns nil.
func (p *program) agrees(want []string, whose string) error {
	if len(want) == 0 || slices.Equal(p.given, want) {
		return nil
	}
	for i := range min(len(want), len(p.given)) {
		if want[i] != p.given[i] {
			return fmt.Errorf("answer %d of %s is %.40q, and %.40q by %s", i+1, p.name, p.given[i], want[i], whose)
		}
	}
	return fmt.Errorf("%s gives %d answers: want %d", p.name, len(p.given), len(want))
}

// nodes returns the number of nodes that oxo visits, if the work has arguments that print it.
func (m *measurer) nodes(w *work) (sum uint64, err error) {
	if len(w.Nodes) == 0 {
		return 0, nil
	}
	c := exec.CommandContext(m.ctx, m.oxo, slices.Concat(w.Oxo, w.Nodes)...)
	c.Stdin = strings.NewReader(w.input)
	out, err := c.Output()
	if err != nil {
		return 0, fmt.Errorf("oxo %s: %w", strings.Join(w.Nodes, " "), err)
	}
	for _, found := range regexp.MustCompile(`"nodes":([0-9]+)`).FindAllSubmatch(out, -1) {
		n, err := strconv.ParseUint(string(found[1]), 10, 64)
		if err != nil {
			return 0, err
		}
		sum += n
	}
	return sum, nil
}

// markdown writes the row of a table.
func (r *row) markdown(w *work) string {
	nodes := "-"
	if r.nodes > 0 {
		nodes = strconv.FormatUint(r.nodes, 10)
	}
	if r.comparison != nil {
		return fmt.Sprintf("| %s | | | %s | | no comparison: %v |", w.Name, r.peer, r.comparison)
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %s | **%.1f** (%.1f to %.1f) |", w.Name, spread(r.oxo), nodes, r.peer, spread(r.its),
		median(r.ratios), slices.Min(r.ratios), slices.Max(r.ratios))
}

// spread writes a median, with the least and the greatest.
func spread(seconds []float64) string {
	return fmt.Sprintf("%.3g (%.3g to %.3g)", median(seconds), slices.Min(seconds), slices.Max(seconds))
}

func median(of []float64) float64 {
	all := slices.Sorted(slices.Values(of))
	n := len(all)
	return (all[(n-1)/2] + all[n/2]) / 2
}
