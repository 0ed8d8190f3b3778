package write_test

import (
	"bytes"
	"testing"

	"oxo"
	"oxo/internal/prooftest"
	"oxo/prove/certificate/write"
)

func lookup(name string) (oxo.Game, error) { return prooftest.Lookup(name) }

// bytesOf writes a certificate.
func bytesOf(t *testing.T, proven write.Proof) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := write.Certificate(t.Context(), &file, proven); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}
