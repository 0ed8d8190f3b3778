//go:build !race

package certificate_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestSceptic: the checker imports only rules of games, lines and a checksum: no writer, no walker and no prover.
func TestSceptic(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	var own []string
	for name := range strings.FieldsSeq(string(out)) {
		if name == "oxo" || strings.HasPrefix(name, "oxo/") {
			own = append(own, name)
		}
	}
	slices.Sort(own)
	want := []string{"oxo", "oxo/internal/checksum", "oxo/prove/certificate", "oxo/prove/certificate/lines"}
	if !slices.Equal(own, want) {
		t.Errorf("the checker imports %v, want %v", own, want)
	}
}
