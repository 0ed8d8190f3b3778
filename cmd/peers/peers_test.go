package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestMain lets this program be the others: with PEERS_AS it answers each line of its input.
func TestMain(m *testing.M) {
	as := os.Getenv("PEERS_AS")
	if as == "" {
		os.Exit(m.Run())
	}
	var word string
	for {
		if n, _ := fmt.Scanln(&word); n == 0 {
			return
		}
		sum := 0
		for _, r := range word {
			sum += int(r - '0')
		}
		if len(os.Args) > 1 && os.Args[1] == "wrong" && sum > 5 {
			sum++
		}
		if len(os.Args) > 1 && os.Args[len(os.Args)-1] == "-json" {
			fmt.Printf("{\"nodes\":%d,\"value\":%d}\n", 10*sum, sum)
			continue
		}
		fmt.Println(word, sum)
	}
}

// folderWith writes a plan, and a file of positions.
func folderWith(t *testing.T, plan string) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "sets"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"peers.json": plan, "sets/sums.txt": "12 3\n33 6\n4 4\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// TestPeers: programs that agree are compared, others are not, and nodes are added up.
func TestPeers(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("JSON has no backslashes of paths")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PEERS_AS", "1")
	relative, err := filepath.Rel("/", self)
	if err != nil {
		t.Fatal(err)
	}
	folder := folderWith(t, "")
	up := strings.Repeat("../", strings.Count(folder, "/"))
	plan := fmt.Sprintf(`{"peers": {
		"right": {"name": "Right", "source": "here", "built": "go", "command": ["%[1]s", "right"]},
		"wrong": {"name": "Wrong", "source": "there", "built": "go", "command": ["%[1]s", "wrong"], "answer": "[0-9]+ ([0-9]+)"}},
	"works": [
		{"name": "sums", "input": "sets/sums.txt", "oxo": ["a"], "nodes": ["-json"], "peers": [{"peer": "right"}, {"peer": "wrong", "args": ["b"]}]},
		{"name": "first", "input": "sets/sums.txt", "lines": 1, "oxo": ["a"], "peers": [{"peer": "wrong"}]}]}`, up+relative)
	if err := os.WriteFile(filepath.Join(folder, "peers.json"), []byte(plan), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, errs strings.Builder
	if code := run(t.Context(), []string{"-oxo", self, "-runs", "2", folder}, &out, &errs); code != 0 {
		t.Fatalf("exit %d: %s", code, errs.String())
	}
	for _, want := range []string{
		"- Right: here, go\n", "| sums | ", " | 130 | Right | ",
		`| sums | | | Wrong | | no comparison: answer 2 of Wrong is "7", and "6" by oxo |`, " | - | Wrong | ",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the table lacks %q:\n%s", want, out.String())
		}
	}
}

// TestWrongPlans: each fault is named.
func TestWrongPlans(t *testing.T) {
	for plan, want := range map[string]string{
		`{`: "unexpected EOF", `{"works": [{"name": "w"}]}`: `work "w": want "oxo"`, `{"work": []}`: "unknown field",
		`{"works": [{"name": "w", "oxo": ["a"], "peers": [{"peer": "nobody"}]}]}`:                                                                      `peer "nobody": want one of`,
		`{"peers": {"p": {"command": ["c"], "answer": "("}}, "works": [{"name": "w", "oxo": ["a"], "peers": [{"peer": "p"}]}]}`:                        "the answers of p",
		`{"peers": {"p": {"command": ["c"]}}, "works": [{"name": "w", "oxo": ["a"], "input": "sets/sums.txt", "lines": 4, "peers": [{"peer": "p"}]}]}`: "has 3 lines: want 4",
	} {
		var out, errs strings.Builder
		if code := run(t.Context(), []string{folderWith(t, plan)}, &out, &errs); code != 2 || !strings.Contains(errs.String(), want) {
			t.Errorf("%s: exit %d, %q; want %q", plan, code, errs.String(), want)
		}
	}
	var out, errs strings.Builder
	if code := run(t.Context(), []string{"-runs", "0", "."}, &out, &errs); code != 2 {
		t.Errorf("no runs: exit %d", code)
	}
}
