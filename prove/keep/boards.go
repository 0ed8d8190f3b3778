package keep

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"time"

	"oxo"
	"oxo/internal/words"
	"oxo/prove/certificate"
	"oxo/prove/solve"
)

// Board is one board of a list of values: how to prove it, and its value in the
// literature.
type Board struct {
	Name      string
	Method    solve.Method
	Certified bool   // the list wants a certificate
	Known     string // value in the literature, with its source; "" if we know of none
}

// boards lists the games and boards of docs/lookup/values.md, family by family.
func boards() []Board {
	pairing := "draw, by pairs"
	all := []Board{
		{"mnk:3x3x3", solve.Search, true, "draw"},
		{"mnk:4x3x3", solve.Search, true, "win"},
		{"mnk:4x4x3", solve.Search, true, "win"},
		{"mnk:4x4x4", solve.Numbers, true, "draw [Uiterwijk17]"},
		{"mnk:5x4x4", solve.Numbers, true, "draw"},
		{"mnk:5x5x4", solve.Numbers, true, "draw (C. Y. Lee)"},
		{"mnk:6x5x4", solve.Numbers, true, "win [Charatsidis17]"},
		{"mnk:6x6x4", solve.Numbers, true, ""},
		{"mnk:7x6x4", solve.Numbers, true, ""},
		{"mnk:7x7x4", solve.Numbers, true, ""},
		{"mnk:5x5x5", solve.Numbers, true, pairing},
		{"mnk:6x6x5", solve.Numbers, true, pairing},
		{"mnk:7x7x5", solve.Numbers, true, "draw, 2.5 s [HsuEtc20]"},
		{"mnk:7x7x6", solve.Numbers, true, pairing},
		{"mnk:9x6x6", solve.Numbers, true, pairing},
		{"mnk:8x8x6", solve.Numbers, true, ""},
		{"mnk:6x6x6", solve.Numbers, true, pairing},
		{"mnk:3x3x3,misere", solve.Search, true, "draw"},
		{"mnk:4x4x3,misere", solve.Search, true, "loss"},
		{"mnk:3x3x3,torus", solve.Search, true, "win"},
		{"mnk:4x4x4,torus", solve.Search, true, "draw"},
		{"connect4:4x4", solve.Search, true, "draw"},
		{"connect4:5x4", solve.Search, true, "draw"},
		{"connect4:5x5", solve.Search, true, "draw"},
		{"connect4:6x5", solve.Search, true, "draw"},
		{"connect4:6x6", solve.Search, true, "loss"},
		{"connect4:7x6", solve.Search, true, "win in 41 [Allis88]"},
		{"breakthrough:4x4", solve.Search, true, ""},
		{"breakthrough:4x5", solve.Search, true, ""},
		{"breakthrough:5x5", solve.Numbers, true, "loss"},
		{"breakthrough:6x5", solve.Numbers, true, "loss, with a cluster [SaffidineEtc11]"},
		{"othello:4x4", solve.Search, true, "loss by 8"},
		{"othello:4x6", solve.Search, true, "win by 16"},
		{"othello:6x4", solve.Search, true, "win by 16"},
		{"sticks:21", solve.Search, true, "loss"},
	}
	return append(all, smallBoards(all)...)
}

// smallBoards are the boards of k in a row with sides and k from 3 to 6, and the misere and
// torus boards up to 5x5, except those in a list, and except three boards of 5x5 misere, which take longer.
func smallBoards(except []Board) []Board {
	var all []Board
	for _, variant := range []string{"", ",torus", ",misere", ",misere,torus"} {
		maxSide := 5
		if variant == "" {
			maxSide = 6
		}
		for k := 3; k <= maxSide; k++ {
			for width := k; width <= maxSide; width++ {
				for height := 3; height <= width; height++ {
					row := Board{fmt.Sprintf("mnk:%dx%dx%d%s", width, height, k, variant), solve.Search, true, ""}
					long := row.Name == "mnk:5x5x3,misere" || row.Name == "mnk:5x5x3,misere,torus" || row.Name == "mnk:5x5x4,misere,torus"
					if long || slices.ContainsFunc(except, func(b Board) bool { return b.Name == row.Name }) {
						continue
					}
					all = append(all, row)
				}
			}
		}
	}
	return all
}

// BoardsOf returns the boards of a list. With names it returns the named games; if the method is Auto, a game that is
// in boards gets its settings there. Without names it returns all of boards whose game lookup finds.
func BoardsOf(names []string, method solve.Method, lookup func(name string) (oxo.Game, error)) ([]Board, error) {
	var all []Board
	known := boards()
	for _, name := range names {
		g, err := lookup(name)
		if err != nil {
			return nil, err
		}
		row := Board{Name: g.Name(), Method: solve.Choose(method, g.Start(), false)}
		if i := slices.IndexFunc(known, func(b Board) bool { return b.Name == row.Name }); i >= 0 && method == solve.Auto {
			row = known[i]
		}
		all = append(all, row)
	}
	if len(names) > 0 {
		return all, nil
	}
	for _, row := range known {
		if _, err := lookup(row.Name); err == nil { // a program with other games does not have all of them
			all = append(all, row)
		}
	}
	return all, nil
}

// ProvenBoard is the proven value of a board. A worker of a cluster sends it as JSON.
type ProvenBoard struct {
	N           int          `json:"n"`               // its place in the list, in a worker's answer
	Result      string       `json:"result"`          // win, draw or loss
	Score       *int32       `json:"score,omitempty"` // only if more than the result is known
	Method      solve.Method `json:"method,omitempty"`
	Nodes       uint64       `json:"nodes"`
	Seconds     float64      `json:"seconds"`
	Certificate []byte       `json:"certificate,omitempty"`
}

// Prove proves a board from its start, and writes its certificate if the list wants one; file is a temporary file for
// that. show displays the progress of the proof until end is called.
func (c *Certifier) Prove(ctx context.Context, g oxo.Game, row Board, file string, o solve.Options, show func(*solve.Proof) (end func())) (found ProvenBoard, err error) {
	o.Method = row.Method
	p := g.Start()
	debug.FreeOSMemory() // otherwise the time to clear the table of the board before would count for this one
	proof, err := solve.New(g, p, o)
	if err != nil {
		return found, err
	}
	end := show(proof)
	s, err := proof.Run(ctx)
	end()
	if err != nil {
		return found, err
	}
	found = ProvenBoard{Result: s.Outcome(), Method: s.Method, Nodes: s.Nodes, Seconds: s.Seconds}
	if s.Value != nil {
		found.Score = new(int32(s.Value.Score))
	}
	if row.Certified {
		if _, err := c.Certify(ctx, g, p, s, o, file, false); err != nil {
			return found, err
		}
		found.Certificate, err = os.ReadFile(file)
	}
	return found, err
}

// Worth returns the value of a board in words.
func (b *ProvenBoard) Worth() string {
	if b.Score != nil {
		return oxo.Score(*b.Score).String()
	}
	return b.Result
}

// Head is the header of the table of values, in Markdown.
const Head = "| game | worth to the first side | how | nodes | seconds | certificate | gzipped | checked in | elsewhere |\n|---|---|---|---|---|---|---|---|---|\n"

// Row returns the row of a board in the table of values. It checks the certificate to fill its columns.
func (c *Certifier) Row(row Board, b *ProvenBoard) (string, error) {
	how := map[bool]string{true: "proof numbers", false: "alpha-beta"}[b.Method == solve.Numbers]
	columns := "| | | |"
	if row.Certified {
		var err error
		if columns, err = c.columns(b.Certificate); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("| %s | %s | %s | %d | %.3g %s %s |\n", row.Name, b.Worth(), how, b.Nodes, b.Seconds, columns, row.Known), nil
}

// columns checks a certificate, and returns its columns of the table.
func (c *Certifier) columns(file []byte) (string, error) {
	begun := time.Now()
	report, err := certificate.CheckBy(1, bytes.NewReader(file), c.Lookup)
	took := time.Since(begun)
	if err != nil {
		return "", err
	}
	var small bytes.Buffer
	z := gzip.NewWriter(&small)
	_, werr := z.Write(file)
	if err := errors.Join(werr, z.Close()); err != nil {
		return "", err
	}
	return fmt.Sprintf("| %s, %s | %s | %.2g s |", words.Count(report.Nodes, "node"), words.Count(report.Bytes, "byte"),
		words.Count(small.Len(), "byte"), took.Seconds()), nil
}
