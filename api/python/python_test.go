//go:build !race

package python

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const root = "../.."

// installed builds the library and the wheel, installs it where nothing else is, and returns the python there.
func installed(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds the library")
	}
	for _, tool := range []string{"cc", "make", "python3"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("no %s: apt-get install gcc make python3 python3-venv", tool)
		}
	}
	if exec.Command("python3", "-c", "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 9))").Run() != nil {
		t.Skip("no python3 of 3.9 or newer with venv: apt-get install python3-venv")
	}
	dir := t.TempDir()
	run(t, root, "make", "-s", "wheel", "LIB="+filepath.Join(dir, "lib"), "DIST="+dir)
	wheels, err := filepath.Glob(filepath.Join(dir, "oxo-*.whl"))
	if err != nil || len(wheels) != 1 {
		t.Fatalf("%d wheels, %v", len(wheels), err)
	}
	run(t, dir, "python3", "-m", "venv", "env")
	python := filepath.Join(dir, "env/bin/python")
	run(t, dir, python, "-m", "pip", "install", "--quiet", "--no-index", "--disable-pip-version-check", wheels[0])
	return python
}

// run runs a program, and returns its output. Python sees nothing of the folder that it is in.
func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	c := exec.Command(name, args...)
	c.Dir = dir
	for _, e := range os.Environ() {
		if !strings.HasPrefix(e, "PYTHON") && !strings.HasPrefix(e, "OXO_") {
			c.Env = append(c.Env, e)
		}
	}
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// TestPackage: the package is installed from its wheel alone, and passes its tests there: of all calls, of errors and
// interrupts, of the tutorial and of the questions that every language answers.
func TestPackage(t *testing.T) {
	python := installed(t)
	tests, err := filepath.Abs("tests")
	if err != nil {
		t.Fatal(err)
	}
	out := run(t, t.TempDir(), python, "-B", "-m", "unittest", "discover", "-v", "-s", tests)
	for _, want := range []string{"test_tutorial (", "test_questions (", "test_interrupt ("} {
		if !strings.Contains(out, want) {
			t.Errorf("%s...) did not run:\n%s", want, out)
		}
	}
	t.Log(out)
	where := run(t, t.TempDir(), python, "-c", "import oxo; print(oxo.__file__)")
	if !strings.Contains(where, "site-packages") {
		t.Errorf("the package tested is %s", where)
	}
}
