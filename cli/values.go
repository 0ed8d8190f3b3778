package cli

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"oxo"
	"oxo/game/catalog"
	"oxo/internal/words"
	"oxo/search"
)

// listed is a board of the list of values: what is asked, and what is known from elsewhere.
type listed struct {
	name   string
	method string
	proof  bool   // with a certificate
	known  string // in the literature, with its source; empty: nothing that we know of
}

// listedBoards are the games and boards of docs/values.md, family by family.
func listedBoards() []listed {
	pairing := "draw, by pairs"
	all := []listed{
		{"mnk:3x3x3", bySearch, true, "draw"},
		{"mnk:4x3x3", bySearch, true, "win"},
		{"mnk:4x4x3", bySearch, true, "win"},
		{"mnk:4x4x4", byNumbers, true, "draw [Uiterwijk17]"},
		{"mnk:5x4x4", byNumbers, true, "draw"},
		{"mnk:5x5x4", byNumbers, true, "draw (C. Y. Lee)"},
		{"mnk:6x5x4", byNumbers, true, "win [Charatsidis17]"},
		{"mnk:6x6x4", byNumbers, true, ""},
		{"mnk:7x6x4", byNumbers, true, ""},
		{"mnk:7x7x4", byNumbers, true, ""},
		{"mnk:5x5x5", byNumbers, true, pairing},
		{"mnk:6x6x5", byNumbers, true, pairing},
		{"mnk:7x7x5", byNumbers, true, "draw, 2.5 s [HsuEtc20]"},
		{"mnk:7x7x6", byNumbers, true, pairing},
		{"mnk:9x6x6", byNumbers, true, pairing},
		{"mnk:8x8x6", byNumbers, true, ""},
		{"mnk:6x6x6", byNumbers, true, pairing},
		{"mnk:3x3x3,misere", bySearch, true, "draw"},
		{"mnk:4x4x3,misere", bySearch, true, "loss"},
		{"mnk:3x3x3,torus", bySearch, true, "win"},
		{"mnk:4x4x4,torus", bySearch, true, "draw"},
		{"connect4:4x4", bySearch, true, "draw"},
		{"connect4:5x4", bySearch, true, "draw"},
		{"connect4:5x5", bySearch, true, "draw"},
		{"connect4:6x5", bySearch, true, "draw"},
		{"connect4:6x6", bySearch, true, "loss"},
		{"connect4:7x6", bySearch, true, "win in 41 [Allis88]"},
		{"breakthrough:4x4", bySearch, true, ""},
		{"breakthrough:4x5", bySearch, true, ""},
		{"breakthrough:5x5", byNumbers, true, "loss"},
		{"breakthrough:6x5", byNumbers, true, "loss, with a cluster [SaffidineEtc11]"},
		{"othello:4x4", bySearch, true, "loss by 8"},
		{"othello:4x6", bySearch, true, "win by 16"},
		{"othello:6x4", bySearch, true, "win by 16"},
		{"sticks:21", bySearch, true, "loss"},
	}
	return append(all, smallBoards(all)...)
}

// smallBoards are the boards of k in a row with sides and k from 3 to 6, and the misere and
// torus boards up to 5x5, but for those in a list, and for three boards of 5x5 misere, which take longer.
func smallBoards(but []listed) []listed {
	var all []listed
	for _, variant := range []string{"", ",torus", ",misere", ",misere,torus"} {
		most := 5
		if variant == "" {
			most = 6
		}
		for k := 3; k <= most; k++ {
			for width := k; width <= most; width++ {
				for height := 3; height <= width; height++ {
					row := listed{fmt.Sprintf("mnk:%dx%dx%d%s", width, height, k, variant), bySearch, true, ""}
					long := row.name == "mnk:5x5x3,misere" || row.name == "mnk:5x5x3,misere,torus" || row.name == "mnk:5x5x4,misere,torus"
					if long || slices.ContainsFunc(but, func(l listed) bool { return l.name == row.name }) {
						continue
					}
					all = append(all, row)
				}
			}
		}
	}
	return all
}

// listOf returns the boards of a list: those of docs/values.md that this program has, or
// games by name, as that list has them where it does and no method is given.
func (a *app) listOf(names []string, method string) ([]listed, error) {
	var all []listed
	for _, name := range names {
		g, err := a.game(name)
		if err != nil {
			return nil, err
		}
		row := listed{name: g.Name(), method: bySearch}
		if usesNumbers(method, g.Start()) {
			row.method = byNumbers
		}
		boards := listedBoards()
		if i := slices.IndexFunc(boards, func(l listed) bool { return l.name == row.name }); i >= 0 && method == byEither {
			row = boards[i]
		}
		all = append(all, row)
	}
	if len(names) > 0 {
		return all, nil
	}
	for _, row := range listedBoards() {
		if _, err := catalog.Lookup(a.families, row.name); err == nil { // else a program of somebody else's games
			all = append(all, row)
		}
	}
	return all, nil
}

// solveValues proves all boards of a list, and prints a table in Markdown: docs/values.md.
func (a *app) solveValues(ctx context.Context, names []string, o solveOptions, options search.Options) error {
	boards, err := a.listOf(names, o.method)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.out, "%s, %s/%s, %s, table %v\n\n", runtime.Version(), runtime.GOOS, runtime.GOARCH,
		words.Count(o.search.threads, "thread"), &o.search.table)
	fmt.Fprint(a.out, "| game | worth to the first side | how | nodes | seconds | certificate | gzipped | checked in | elsewhere |\n|---|---|---|---|---|---|---|---|---|\n")
	if o.cluster.url != "" {
		return a.listByCluster(ctx, &o, boards)
	}
	folder, err := os.MkdirTemp("", "oxo-values")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	for _, row := range boards {
		g, err := catalog.Lookup(a.families, row.name)
		if err != nil {
			return err
		}
		f, err := a.proveBoard(ctx, g, row, filepath.Join(folder, "proof"), o, options, func(r *proving) func() {
			return a.progress().follow(func() string { return row.name + ": " + r.state() })
		})
		if err != nil {
			return fmt.Errorf("%s: %w", row.name, err)
		}
		if err := a.printRow(row, &f); err != nil {
			return err
		}
	}
	return nil
}

// provenBoard is what is found of a board of a list, and the answer of a worker who was asked about it.
type provenBoard struct {
	N           int     `json:"n"`               // its place in the list, in an answer
	Result      string  `json:"result"`          // win, draw or loss
	Score       *int32  `json:"score,omitempty"` // where more is known than the result
	Method      string  `json:"method,omitempty"`
	Nodes       uint64  `json:"nodes"`
	Seconds     float64 `json:"seconds"`
	Certificate []byte  `json:"certificate,omitempty"`
}

// proveBoard proves a board, and writes its certificate where it has one.
func (a *app) proveBoard(ctx context.Context, g oxo.Game, row listed, file string, o solveOptions, options search.Options, follow func(*proving) func()) (found provenBoard, err error) {
	o.method, o.out, o.keep = row.method, "", checkpointOptions{}
	p := g.Start()
	debug.FreeOSMemory() // else this board takes the time to clear the table of the one before
	proof, err := a.newProof(g, p, o, options)
	if err != nil {
		return found, err
	}
	end := follow(proof)
	r, err := proof.run(ctx, g, p, false)
	end()
	if err != nil {
		return found, err
	}
	found = provenBoard{Result: r.outcome(), Method: r.Method, Nodes: r.Nodes, Seconds: r.Seconds}
	if r.Value != nil {
		found.Score = new(int32(r.Value.Score))
	}
	if row.proof {
		o.out = file
		if _, err := a.certify(ctx, g, p, &r, o, options); err != nil {
			return found, err
		}
		found.Certificate, err = os.ReadFile(file)
	}
	return found, err
}

// worth is the value of a board in words.
func (b *provenBoard) worth() string {
	if b.Score != nil {
		return oxo.Score(*b.Score).String()
	}
	return b.Result
}

// printRow prints the row of a board. What it says of the certificate is found by checking it here.
func (a *app) printRow(row listed, b *provenBoard) error {
	how := map[bool]string{true: "proof numbers", false: "alpha-beta"}[b.Method == byNumbers]
	columns := "| | | |"
	if row.proof {
		var err error
		if columns, err = a.certificateColumns(b.Certificate); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(a.out, "| %s | %s | %s | %d | %.3g %s %s |\n", row.name, b.worth(), how, b.Nodes, b.Seconds, columns, row.known)
	return err
}

// certificateColumns checks a certificate, and returns its columns of the table.
func (a *app) certificateColumns(file []byte) (string, error) {
	begun := time.Now()
	report, err := a.checked(1, bytes.NewReader(file))
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
