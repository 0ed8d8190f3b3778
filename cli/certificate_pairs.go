package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"oxo/internal/datafile"
	"oxo/prove/certificate"
	"oxo/prove/keep"
)

// expandedFile is the output of verify --expand.
type expandedFile struct {
	File string `json:"file"`
	certificate.Report
	Expanded int     `json:"expanded"` // number of leaves that now have their pairs
	Seconds  float64 `json:"seconds"`
}

// expand writes a certificate with the pairs of all leaves to another file.
func (a *app) expand(ctx context.Context, file string, o verifyOptions) error {
	switch {
	case o.out == "":
		return usagef("--expand writes a file: name it, as in %s verify --expand %s --out FILE", a.name, file)
	case keep.SameName(file, o.out):
		return usagef("--out and the certificate name the same file: give each its own")
	}
	begun := time.Now()
	a.sheets.LookIn(filepath.Dir(file))
	in, err := keep.Open(ctx, file)
	if err != nil {
		return err
	}
	defer in.Close()
	head, err := in.Head()
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	release, err := keep.HoldPart(o.out, head, "certificate of this position")
	if err != nil {
		return flagged("out", err)
	}
	defer release()
	if part, err := datafile.PartOf(o.out); err != nil {
		return usage(fmt.Errorf("--out: %w", err))
	} else if info, err := os.Stat(part); err == nil && info.Size() > 0 {
		return usagef("--out %s: %s exists already, the part that an interrupted run has written: give another name, or remove it", o.out, part)
	}
	read, written, err := a.certifier(o.threads).Expand(ctx, in, o.out)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	took := time.Since(begun)
	if o.json {
		return a.writeJSON(expandedFile{o.out, written, read.Unwritten, took.Seconds()})
	}
	if err := a.proven(o.out, written, took, false); err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.out, "certificate: %s, with the pairs of all leaves, verified; %s leaves out those of %d\n", o.out, file, read.Unwritten)
	return err
}
