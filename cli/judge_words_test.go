//go:build !race

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// orders is a text with control characters, as printf writes it; ordersShown is how the
// judge shows them.
const (
	orders      = `\033[31mred\033[0m\007`
	ordersShown = `\x1b[31mred\x1b[0m\a`
)

// TestJudgeEscapes: what a program writes is escaped in every output of the judge.
func TestJudgeEscapes(t *testing.T) {
	const at = "--position XOX/XOO/.X. --time 1h "
	for name, c := range map[string]struct{ flags, script string }{
		"a move":             {at, "while read p; do printf '" + orders + "\\n'; done"},
		"last words":         {at, "printf '" + orders + "\\n' >&2; exit 3"},
		"a finished game":    {at + "--finished", "while read p; do printf '" + orders + "\\n'; done"},
		"once":               {at + "--protocol line", "printf '" + orders + "'"},
		"a greeting":         {at + "--protocol gtp", "while read p; do printf '= " + orders + "\\n\\n'; done"},
		"no greeting":        {at + "--protocol uci", "printf '" + orders + "\\n' >&2; exit 3"},
		"a node":             {at + "--explore", "printf 'node " + orders + "\\nnode c1\\n'"},
		"a number of a node": {at + "--explore", "printf 'node c1 value=" + orders + "\\n'"},
		"a depth of a node":  {at + "--explore", "printf 'node c1 depth=" + orders + "\\n'"},
		"no trace":           {at + "--explore", "printf '" + orders + "' >&2; exit 3"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, format := range []string{"", "--json"} {
				results := filepath.Join(t.TempDir(), "results.json")
				args := append(strings.Fields("judge "+format+" --all --gradescope "+results+" "+c.flags), "--", "sh", "-c", c.script)
				code, stdout, stderr := runWith(t.Context(), "", args...)
				marks, err := os.ReadFile(results)
				if code != exitFailure || err != nil {
					t.Errorf("exit %d, %v: %s", code, err, stderr)
				}
				found := false
				for what, text := range map[string]string{"stdout": stdout, "stderr": stderr, "results.json": string(marks)} {
					if strings.ContainsAny(text, "\x1b\a") || strings.Contains(text, `\u00`) {
						t.Errorf("%s %s has control characters: %q", format, what, text)
					}
					found = found || strings.Contains(strings.ReplaceAll(text, `\\`, `\`), ordersShown)
				}
				if !found {
					t.Errorf("%s want %s: %s%s%s", format, ordersShown, stdout, stderr, marks)
				}
			}
		})
	}
}

// TestJudgeNoLineEnd: if an answer has no line end, the judge says so, whether the program waits or
// ends.
func TestJudgeNoLineEnd(t *testing.T) {
	const waits = "read p; printf c1; read p; read p; sleep 3600"
	var stdout string
	for limit := 100 * time.Millisecond; !strings.Contains(stdout, `The answer has no line end: the program wrote "c1"`); limit *= 2 {
		if limit > time.Hour {
			t.Fatal(stdout)
		}
		_, stdout, _ = runWith(t.Context(), "", "judge", "--position", "XOX/XOO/.X.", "--as", "second", "--patience", "1", "--time", limit.String(), "--", "sh", "-c", waits)
	}
	if !strings.Contains(stdout, "1  no line end") {
		t.Error(stdout)
	}
	const ends = "read p; printf c3"
	_, stdout, _ = runWith(t.Context(), "", "judge", "--position", ".O./XXO/O.X", "--as", "first", "--time", "1h", "--all", "--", "sh", "-c", ends)
	if want := `it ended with exit status 0 after "c3", which has no line end`; !strings.Contains(stdout, want) {
		t.Errorf("want %s: %s", want, stdout)
	}
}

// TestJudgeUnstarted: a program that cannot be started has no points, and the marks say why.
func TestJudgeUnstarted(t *testing.T) {
	folder := t.TempDir()
	plain, strange := filepath.Join(folder, "plain"), filepath.Join(folder, "strange")
	for name, mode := range map[string]os.FileMode{plain: 0o600, strange: 0o700} {
		if err := os.WriteFile(name, []byte("\x00\x01\x02 no program"), mode); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args, want string
		code       int
	}{
		{"-- " + folder + "/none", "no such file", exitUsage},
		{"-- " + plain, "permission denied", exitUsage},
		{"-- " + strange, "exec format error", exitUsage},
		{"--protocol gtp -- " + strange, "exec format error", exitUsage},
		{"--protocol hackerrank -- " + strange, "exec format error", exitFailure},
		{"--explore -- " + folder + "/none", "no such file", exitUsage},
		{"--explore -- " + strange, "exec format error", exitFailure},
		{"-- false", "exit status 1", exitFailure},
		{"--protocol uci -- false", "exit status 1", exitFailure},
		{"--explore -- false", "exit status 1", exitFailure},
	} {
		results := filepath.Join(t.TempDir(), "results.json")
		code, stdout, stderr := runWith(t.Context(), "", strings.Fields("judge --time 1h --points 7 --gradescope "+results+" "+c.args)...)
		marks, err := os.ReadFile(results)
		if code != c.code || err != nil || !strings.Contains(string(marks), `"score": 0,`) || !strings.Contains(string(marks), c.want) {
			t.Errorf("judge %s: exit %d, %v, %s%s, want %s and no points: %s", c.args, code, err, stdout, stderr, c.want, marks)
		}
	}
	results := filepath.Join(folder, "results.json")
	if code, _, _ := runWith(t.Context(), "", "judge", "--gradescope", results, "--as", "third", "--", "false"); code != exitUsage {
		t.Errorf("exit %d", code)
	}
	if _, err := os.Stat(results); err == nil {
		t.Error("a wrong flag is no fault of the program, and gives marks")
	}
}
