package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
)

// plan is the file peers.json.
type plan struct {
	folder string
	Peers  map[string]peer `json:"peers"`
	Works  []work          `json:"works"`
}

// peer is a program that is not oxo.
type peer struct {
	Name    string   `json:"name"`
	Source  string   `json:"source"`  // where it comes from, with the commit
	Built   string   `json:"built"`   // compiler and flags
	Command []string `json:"command"` // a path with a slash is in the folder
	Answer  string   `json:"answer"`  // a regular expression; see program.answers
}

// work is one job of the programs.
type work struct {
	Name string `json:"name"`
	// Input is a file of positions in the folder, and Lines how many of them, 0 for all. The
	// first word of a line is given to the programs; a second one is the answer.
	Input string   `json:"input"`
	Lines int      `json:"lines"`
	Oxo   []string `json:"oxo"`   // the arguments of oxo
	Nodes []string `json:"nodes"` // arguments that make oxo print "nodes":N for each answer; they are added
	Peers []task   `json:"peers"`

	input   string   // the first words, a line each
	answers []string // the second words, if there are any
}

// task is a work of a peer.
type task struct {
	Peer string   `json:"peer"`
	Args []string `json:"args"` // added to its command
}

// readPlan reads the plan of a folder.
func readPlan(folder string) (*plan, error) {
	name := filepath.Join(folder, "peers.json")
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	p := &plan{folder: folder}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(p); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for i := range p.Works {
		if err := p.check(&p.Works[i]); err != nil {
			return nil, fmt.Errorf("%s: work %q: %w", name, p.Works[i].Name, err)
		}
	}
	return p, nil
}

// check checks a work, and reads its input.
func (p *plan) check(w *work) error {
	if len(w.Oxo) == 0 || len(w.Peers) == 0 {
		return fmt.Errorf(`want "oxo", the arguments of oxo, and "peers", one or more`)
	}
	for _, t := range w.Peers {
		its, ok := p.Peers[t.Peer]
		if !ok || len(its.Command) == 0 {
			return fmt.Errorf("peer %q: want one of \"peers\", with a command", t.Peer)
		}
		if _, err := regexp.Compile(its.Answer); err != nil {
			return fmt.Errorf("the answers of %s: %w", t.Peer, err)
		}
	}
	if w.Input == "" {
		return nil
	}
	text, err := os.ReadFile(filepath.Join(p.folder, w.Input))
	if err != nil {
		return err
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if w.Lines > len(lines) {
		return fmt.Errorf("%s has %d lines: want %d", w.Input, len(lines), w.Lines)
	}
	if w.Lines > 0 {
		lines = lines[:w.Lines]
	}
	for _, line := range lines {
		words := strings.Fields(line)
		if len(words) == 0 {
			return fmt.Errorf("%s has an empty line", w.Input)
		}
		w.input += words[0] + "\n"
		if len(words) > 1 {
			w.answers = append(w.answers, words[1])
		}
	}
	return nil
}

// writeHead writes what the figures are, the peers, and the head of the table.
func (p *plan) writeHead(w io.Writer, runs int) {
	fmt.Fprintf(w, "Seconds of processor time, medians of %d in turn, with the least and the greatest; %s, %s, %s/%s.\n\n", runs, processor(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	seen := map[string]bool{}
	for i := range p.Works {
		for _, t := range p.Works[i].Peers {
			if its := p.Peers[t.Peer]; !seen[t.Peer] {
				seen[t.Peer] = true
				fmt.Fprintf(w, "- %s: %s, %s\n", its.Name, its.Source, its.Built)
			}
		}
	}
	fmt.Fprint(w, "\n| work | oxo | nodes | peer | its seconds | times oxo's |\n|---|---|---|---|---|---|\n")
}

// processor returns the name of the processor, where the system has it in a file.
func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo") // without it the name is left out
	if m := regexp.MustCompile(`(?m)^model name\s*: (.*)$`).FindSubmatch(text); m != nil {
		return fmt.Sprintf("%d processors (%s)", runtime.NumCPU(), m[1])
	}
	return fmt.Sprintf("%d processors", runtime.NumCPU())
}
