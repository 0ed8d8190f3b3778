package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"oxo/internal/words"
	"oxo/prove/keep"
	"oxo/prove/solve"
)

// solveList proves all boards of a list, and prints a table in Markdown: docs/lookup/values.md.
func (a *app) solveList(ctx context.Context, names []string, o solveOptions, options solve.Options) error {
	lookup := a.lookup
	if len(names) > 0 {
		lookup = a.game
	}
	boards, err := keep.BoardsOf(names, options.Method, lookup)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.out, "%s, %s/%s, %s, table %v\n\n%s", runtime.Version(), runtime.GOOS, runtime.GOARCH,
		words.Count(o.search.threads, "thread"), &o.search.table, keep.Head)
	if o.cluster.url != "" {
		return a.listByCluster(ctx, &o, boards)
	}
	folder, err := os.MkdirTemp("", "oxo-values")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	for _, row := range boards {
		g, err := a.lookup(row.Name)
		if err != nil {
			return err
		}
		f, err := a.certifier(o.search.threads).Prove(ctx, g, row, filepath.Join(folder, "proof"), options, func(r *solve.Proof) func() {
			return a.progress().follow(func() string { return row.Name + ": " + r.Progress() })
		})
		if err != nil {
			return fmt.Errorf("%s: %w", row.Name, err)
		}
		if err := a.printRow(row, &f); err != nil {
			return err
		}
	}
	return nil
}

// printRow prints the row of a board.
func (a *app) printRow(row keep.Board, b *keep.ProvenBoard) error {
	text, err := a.certifier(1).Row(row, b)
	if err != nil {
		return err
	}
	_, err = io.WriteString(a.out, text)
	return err
}
