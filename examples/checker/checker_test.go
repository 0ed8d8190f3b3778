package checker_test

// The checker in C gives the same verdict as oxo verify on every certificate.

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Exit codes of the checker.
const (
	proven  = 0
	wrong   = 1
	unknown = 3 // the checker does not know the game, or pairs are omitted
)

// programs holds the paths of the two programs to compare.
type programs struct{ checker, oxo string }

// build compiles both programs. The checker gets memory checks if the compiler supports
// them.
func build(t *testing.T) programs {
	t.Helper()
	if testing.Short() {
		t.Skip("builds two programs")
	}
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("no C compiler: apt-get install gcc")
	}
	dir := t.TempDir()
	p := programs{checker: filepath.Join(dir, "checker.exe"), oxo: filepath.Join(dir, "oxo.exe")}
	args := []string{"-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-o", p.checker, "checker.c"}
	if out, err := exec.Command(cc, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	watched := append([]string{"-fsanitize=address,undefined", "-fno-sanitize-recover=all"}, args...)
	if out, err := exec.Command(cc, watched...).CombinedOutput(); err != nil {
		t.Logf("without sanitizers: %v: %s", err, out)
	}
	if out, err := exec.Command("go", "build", "-o", p.oxo, "../../cmd/oxo").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return p
}

// check runs the checker on a file, and returns its exit code and output.
func (p programs) check(t *testing.T, file string) (int, string) {
	t.Helper()
	cmd := exec.Command(p.checker, file)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	code, text := cmd.ProcessState.ExitCode(), string(out)
	if strings.Contains(text, "Sanitizer") || strings.Contains(text, "runtime error") || code != proven && code != wrong && code != unknown {
		t.Fatalf("%s: exit code %d: %s", file, code, text)
	}
	return code, text
}

// verdict is the verdict of oxo verify on a file.
type verdict struct {
	File  string `json:"file"`
	Error string `json:"error"`
}

// verify returns for each file why oxo verify refuses it, or "" for a proof.
func (p programs) verify(t *testing.T, files []string) map[string]string {
	t.Helper()
	var stderr bytes.Buffer
	cmd := exec.Command(p.oxo, append([]string{"verify", "--json"}, files...)...)
	cmd.Stderr = &stderr
	out, _ := cmd.Output() // an error means that some are refused
	all := map[string]string{}
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		var v verdict
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		all[v.File] = v.Error
	}
	if len(all) != len(files) {
		t.Fatalf("%d verdicts on %d files: %s", len(all), len(files), stderr.String())
	}
	return all
}

// solve writes the certificate of a position, with the pairs of all leaves.
func (p programs) solve(t *testing.T, dir, position string) string {
	t.Helper()
	file := filepath.Join(dir, strings.NewReplacer(":", "_", " ", "_").Replace(position)+".oxo")
	args := append([]string{"solve"}, append(strings.Fields(position), "--pairs", "--out", file)...)
	if out, err := exec.Command(p.oxo, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %v: %s", args, err, out)
	}
	return file
}

// positions are games and moves whose certificates contain every kind of node that
// the checker knows.
const positions = `
mnk:3x3x3
mnk:4x3x3
mnk:4x4x4
mnk:5x4x4
mnk:6x4x4
mnk:6x6x5 --method pn
mnk:8x8x6 --method pn
mnk:9x8x6 --method pn
mnk:7x7x5 --method pn
mnk:5x5x4 --method pn
mnk:7x7x4 --method pn
mnk:6x5x4 --method pn
mnk:10x10x4 --method pn d5 a1
mnk:3x3x3,torus
mnk:4x4x4,torus
mnk:5x4x4,torus
mnk:3x3x3,misere
mnk:4x3x3,misere
mnk:5x4x4,misere
mnk:4x4x3,misere,torus
mnk:4x3x3,exact
mnk:4x4x3,torus,exact
mnk:4x3x3,misere,exact
connect4:4x4
connect4:5x4
connect4:5x5
sticks:21x3
sticks:3+4+5xall,normal
sticks:9+20x4,normal
`

// nodes returns the number of nodes in a program's output, or the whole output if
// it has no such number.
func nodes(text string) string {
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len(words) > 1 && strings.HasPrefix(words[1], "node") {
			return words[0]
		}
	}
	return text
}

// TestCheckerIsShort: docs/know/certificates.md promises a file of at most 600 lines.
func TestCheckerIsShort(t *testing.T) {
	source, err := os.ReadFile("checker.c")
	if err != nil {
		t.Fatal(err)
	}
	if lines := bytes.Count(source, []byte("\n")); lines > 600 {
		t.Errorf("checker.c has %d lines: want at most 600", lines)
	}
}

func TestChecker(t *testing.T) {
	p := build(t)
	t.Run("proofs", p.testProofs)
	t.Run("pairs left out", p.testPairs)
	t.Run("samples", p.testSamples)
}

// testProofs: the checker accepts oxo's certificates, and counts the same nodes. On
// damaged files with a corrected checksum it agrees with oxo verify.
func (p programs) testProofs(t *testing.T) {
	dir, random := t.TempDir(), rand.New(rand.NewPCG(1, 2))
	for line := range strings.Lines(strings.TrimSpace(positions)) {
		position := strings.TrimSpace(line)
		file := p.solve(t, dir, position)
		out, err := exec.Command(p.oxo, "verify", file).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v: %s", position, err, out)
		}
		if code, text := p.check(t, file); code != proven || nodes(text) != nodes(string(out)) {
			t.Errorf("%v: exit code %d: %s; oxo verify: %s", position, code, text, out)
		}
		p.compareDamaged(t, file, random)
	}
}

// compareDamaged compares the verdicts on some damaged copies of a file.
func (p programs) compareDamaged(t *testing.T, file string, random *rand.Rand) {
	t.Helper()
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for i := range 20 {
		name := fmt.Sprintf("%s.%d", file, i)
		if err := os.WriteFile(name, damaged(whole, random), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, name)
	}
	for name, refused := range p.verify(t, files) {
		code, text := p.check(t, name)
		if (code == proven) != (refused == "") && code != unknown {
			kept := filepath.Join(os.TempDir(), filepath.Base(name))
			t.Errorf("%s: exit code %d: %s; oxo verify: %q (a copy is kept)", kept, code, text, refused)
			_ = os.Rename(name, kept)
		}
	}
}

// damaged returns a certificate with up to three bytes changed, removed or inserted,
// usually after the lines of text, and with a correct checksum.
func damaged(whole []byte, random *rand.Rand) []byte {
	body := bytes.Clone(whole[:len(whole)-sha256.Size])
	for range 1 + random.IntN(3) {
		from := 0
		if random.IntN(16) > 0 {
			from = bytes.Index(body, []byte("\nparts ")) + 1
		}
		at := from + random.IntN(len(body)-from)
		switch random.IntN(5) {
		case 0:
			body[at] ^= 1 << random.IntN(8)
		case 1:
			body[at] = byte(random.IntN(18))
		case 2:
			body[at]++
		case 3:
			body = append(body[:at], body[at+1:]...)
		case 4:
			body = append(body[:at], append([]byte{byte(random.IntN(32))}, body[at:]...)...)
		}
	}
	sum := sha256.Sum256(body)
	return append(body, sum[:]...)
}

// testPairs: the checker reports that it does not know leaves whose pairs are
// omitted, and accepts the file that oxo verify --expand makes of them.
func (p programs) testPairs(t *testing.T) {
	short, expanded := filepath.Join(t.TempDir(), "short"), filepath.Join(t.TempDir(), "expanded")
	if out, err := exec.Command(p.oxo, "solve", "mnk:7x7x5", "--method", "pn", "--out", short).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if code, text := p.check(t, short); code != unknown || !strings.Contains(text, "--expand") {
		t.Errorf("exit code %d: %s", code, text)
	}
	if out, err := exec.Command(p.oxo, "verify", "--expand", short, "--out", expanded).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if code, text := p.check(t, expanded); code != proven {
		t.Errorf("exit code %d: %s", code, text)
	}
}

// testSamples: the checker gives the right verdict on every sample, except for games
// that it does not know.
func (p programs) testSamples(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "samples")
	if out, err := exec.Command(p.oxo, "verify", "--samples", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	list, err := os.ReadFile(filepath.Join(dir, "verdicts.txt"))
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for line := range strings.Lines(string(list)) {
		words := strings.Fields(line)
		code, text := p.check(t, filepath.Join(dir, words[0]))
		if code == unknown && strings.Contains(text, "does not know the game") {
			continue
		}
		if want := map[string]int{"right": proven, "wrong": wrong}[words[1]]; code != want {
			t.Errorf("%s: exit code %d: %s", strings.TrimSpace(line), code, text)
		}
		count++
	}
	if count < 60 {
		t.Errorf("only %d samples are of games that the checker knows", count)
	}
}
