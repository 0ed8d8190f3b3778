package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSheetProofs: a certificate belongs to the text of a sheet, wherever the sheet's file is. The checker finds the
// file next to the certificate or by --rules, and refuses other rules.
func TestSheetProofs(t *testing.T) {
	const nim = "../examples/sheets/nim.kif"
	dir, apart := t.TempDir(), t.TempDir()
	proof, near := filepath.Join(dir, "nim.proof"), filepath.Join(dir, "nim.kif")
	text, err := os.ReadFile(nim)
	if err != nil {
		t.Fatal(err)
	}
	try := func(code int, want string, args ...string) {
		t.Helper()
		got, stdout, stderr := runWith(context.Background(), "", args...)
		if got != code || !strings.Contains(stdout+stderr, want) {
			t.Errorf("oxo %v: exit %d, %q, %q, want %d and %q", args, got, stdout, stderr, code, want)
		}
	}
	write := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const sum = "e51f71d750416e75"
	try(0, "verified", "solve", nim, "--out", proof)
	try(exitUsage, "give it by --rules FILE", "verify", proof)
	try(0, "rules: "+nim+", SHA-256 "+sum, "verify", proof, "--rules", nim)
	try(exitUsage, "give it by --rules FILE", "verify", proof, "--rules", "../examples/sheets/hex.kif")
	try(exitUsage, `--rules: no file "no.kif"`, "verify", proof, "--rules", "no.kif")
	write(near, string(text))
	try(0, `"sha256":"`+sum, "verify", proof, "--json")
	try(0, "oxo plays by its proof", "play", "--proof", proof)
	write(near, string(text)+"; one more line\n")
	try(1, "has other rules now", "verify", proof)
	elsewhere := filepath.Join(apart, "nim.kif")
	write(elsewhere, string(text))
	try(0, "oxo plays by its proof", "play", elsewhere, "--proof", proof)

	long := filepath.Join(apart, "long.kif")
	more := "\n(<= terminal (true (turn second)))\n"
	for i := range 40 {
		more += fmt.Sprintf("(init (has heap%s%d 2))\n", strings.Repeat("x", 150), i)
	}
	write(long, string(text)+more)
	try(0, "verified", "solve", long, "--out", filepath.Join(apart, "long.proof"))

	table := filepath.Join(apart, "nim.table")
	try(0, "40 positions", "solve", elsewhere, "--all", "--out", table)
	try(0, "loss", "solve", nim, "--tables", table)
}

// TestSheetUCI: bot uci plays the game of a sheet.
func TestSheetUCI(t *testing.T) {
	for position, want := range map[string]string{
		"startpos moves leave(a,0) leave(c,2) leave(b,1)": "bestmove leave(c,1)",
		"fen has(c,2) turn(second) to move: second":       "bestmove leave(c,0)",
	} {
		_, stdout, stderr := runWith(context.Background(), "uci\nposition "+position+"\ngo depth 3\nisready\n", "bot", "uci", "../examples/sheets/nim.kif")
		for _, want := range []string{"UCI_Variant type combo default nim.kif@", want} {
			if !strings.Contains(stdout, want) {
				t.Errorf("%s: %q, %q, want %q", position, stdout, stderr, want)
			}
		}
	}
}
