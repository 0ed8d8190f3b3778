package cli

import (
	"context"
	"fmt"
	"io"

	"oxo/internal/datafile"
	"oxo/prove/certificate/coq"
	"oxo/prove/certificate/walk"
	"oxo/prove/keep"
)

// coq writes a certificate as a theorem for Coq.
func (a *app) coq(ctx context.Context, o verifyOptions) error {
	if keep.SameName(o.coq, o.out) {
		return usagef("--out and the certificate name the same file: give each its own")
	}
	in, err := keep.Open(ctx, o.coq)
	if err != nil {
		return err
	}
	defer in.Close()
	proof, err := walk.Read(o.threads, in, a.lookup, nil)
	if err != nil {
		return fmt.Errorf("%s: %w", o.coq, err)
	}
	if err := datafile.Replace(o.out, func(to io.Writer) error { return coq.Write(to, proof) }); err != nil {
		return fmt.Errorf("%s: %w", o.coq, err)
	}
	return nil
}
