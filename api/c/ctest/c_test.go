//go:build !race

package ctest

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const root = "../../.."

// built builds the library into a folder, once for all tests.
func built(t *testing.T) (dir string) {
	t.Helper()
	if testing.Short() {
		t.Skip("builds the library")
	}
	for _, tool := range []string{"cc", "make"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("no %s: apt-get install gcc make", tool)
		}
	}
	dir = t.TempDir()
	run(t, root, "make", "-s", "lib", "LIB="+dir)
	return dir
}

// run runs a program, and returns its output.
func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	c := exec.Command(name, args...)
	c.Dir = dir
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// compile compiles a program of C with the flags that pkg-config would give, and returns its file.
func compile(t *testing.T, lib, source string, flags ...string) string {
	t.Helper()
	file := filepath.Join(lib, strings.TrimSuffix(filepath.Base(source), ".c"))
	args := append([]string{"-std=c11", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-pthread", "-I", lib, source, "-o", file}, flags...)
	run(t, ".", "cc", args...)
	return file
}

// TestC: programs of C are compiled without a warning, and do what they should.
func TestC(t *testing.T) {
	lib := built(t)
	shared := []string{"-L", lib, "-loxo", "-Wl,-rpath," + lib}
	t.Run("faults", func(t *testing.T) {
		if out := run(t, lib, compile(t, lib, "testdata/faults.c", shared...)); out != "0 faults\n" {
			t.Error(out)
		}
	})
	t.Run("sanitized", func(t *testing.T) {
		watched := append([]string{"-fsanitize=address,undefined", "-fno-sanitize-recover=all"}, shared...)
		if out := run(t, lib, compile(t, lib, "testdata/faults.c", watched...)); out != "0 faults\n" {
			t.Error(out)
		}
	})
	t.Run("static", func(t *testing.T) {
		out := run(t, lib, compile(t, lib, root+"/examples/c/play.c", filepath.Join(lib, "liboxo.a"), "-lm"), "connect4:5x4")
		if !strings.HasSuffix(out, "a draw\n") {
			t.Error(out)
		}
	})
	t.Run("cell", func(t *testing.T) {
		if out := run(t, lib, compile(t, lib, root+"/examples/c/cell.c", shared...)); strings.Count(out, "x") != 5 || strings.Count(out, "o") != 4 {
			t.Errorf("two that play perfectly fill the board: %q", out)
		}
	})
	t.Run("questions", func(t *testing.T) { questions(t, compile(t, lib, "testdata/question.c", shared...)) })
	t.Run("C++", func(t *testing.T) {
		if _, err := exec.LookPath("c++"); err != nil {
			t.Skip("no C++ compiler")
		}
		run(t, lib, "c++", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-x", "c++", "oxo.h")
	})
	t.Run("page", func(t *testing.T) { page(t, lib, shared) })
	t.Run("symbols", func(t *testing.T) { symbols(t, lib) })
}

// questions asks the twenty questions.
func questions(t *testing.T, program string) {
	raw, err := os.ReadFile(root + "/api/testdata/questions.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []struct{ Ask, Game, Position, Moves, Move, Answer string }
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	for i, q := range all {
		if got := run(t, ".", program, q.Ask, q.Game, q.Position, q.Moves, q.Move); got != q.Answer {
			t.Errorf("%d: %+v is answered by %q", i+1, q, got)
		}
	}
}

// symbols checks that the shared library shows exactly the functions of the header.
func symbols(t *testing.T, lib string) {
	if _, err := exec.LookPath("nm"); err != nil {
		t.Skip("no nm")
	}
	header, err := os.ReadFile(filepath.Join(lib, "oxo.h"))
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	for line := range strings.SplitSeq(strings.TrimSpace(run(t, lib, "nm", "-D", "--defined-only", "liboxo.so")), "\n") {
		name := line[strings.LastIndexByte(line, ' ')+1:]
		if shown++; !strings.Contains(string(header), " "+name+"(") && !strings.Contains(string(header), "*"+name+"(") {
			t.Errorf("%s is visible, and is not in oxo.h", name)
		}
	}
	if want := strings.Count(string(header), ");\n") - strings.Count(string(header), "typedef int (*") - 2; shown < want {
		t.Errorf("%d functions are visible, want %d", shown, want)
	}
	if man, err := os.ReadFile(filepath.Join(lib, "oxo.3")); err != nil || !strings.Contains(string(man), "oxo_analyze") {
		t.Error(err)
	}
	if pc, err := os.ReadFile(filepath.Join(lib, "oxo.pc")); err != nil || !strings.Contains(string(pc), lib) {
		t.Error(err)
	}
}

// page compiles and runs every program of the page about C, and compares what it prints.
func page(t *testing.T, lib string, flags []string) {
	text, err := os.ReadFile(root + "/docs/learn/c.md")
	if err != nil {
		t.Fatal(err)
	}
	programs := regexp.MustCompile("(?s)\n```c\n(.*?)```\n\n```text\n(.*?)```\n").FindAllStringSubmatch(string(text), -1)
	if len(programs) != strings.Count(string(text), "\n```c\n") || len(programs) < 3 {
		t.Errorf("%d programs with their output", len(programs))
	}
	for i, m := range programs {
		source := filepath.Join(t.TempDir(), fmt.Sprintf("program%d.c", i))
		if err := os.WriteFile(source, []byte(m[1]), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := run(t, lib, compile(t, lib, source, flags...)); got != m[2] {
			t.Errorf("program %d prints\n%s\nnot\n%s", i+1, got, m[2])
		}
	}
}
