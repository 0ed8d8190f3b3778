//go:build !race

package cli

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestBenchSignature compares the nodes of every position of bench with the file. A
// refactoring does not change these numbers. A change of the search may change them,
// and its commit message says so.
func TestBenchSignature(t *testing.T) {
	code, stdout, stderr := runWith(context.Background(), "", "bench", "--json")
	if code != exitDone {
		t.Fatalf("exit %d, %s", code, stderr)
	}
	var got strings.Builder
	for line := range strings.Lines(stdout) {
		var r struct {
			Position  string
			Nodes     uint64
			Signature uint64
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if r.Position != "" {
			fmt.Fprintf(&got, "%s: %d\n", r.Position, r.Nodes)
		} else {
			fmt.Fprintf(&got, "signature: %d\n", r.Signature)
		}
	}
	const file = "testdata/bench.txt"
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || string(want) != got.String() {
		t.Errorf("the search visits other nodes (%v): if that is meant, write %s again with -update and say so in the commit.\n%s", err, file, got.String())
	}
}
