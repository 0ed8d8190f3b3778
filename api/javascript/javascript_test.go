package javascript

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const root = "../.."

// TestPackage packs the package as make npm does, installs the tarball into an empty project, and runs the tests
// from there.
func TestPackage(t *testing.T) {
	project, tarball := install(t)
	env := append(os.Environ(), "OXO_QUESTIONS="+absolute(t, "../testdata/questions.json"), "OXO_CERTIFICATE="+absolute(t, root+"/web/page/proofs/3x3.oxo"))
	t.Run("node", func(t *testing.T) { run(t, project, env, "node", "--test", "test") })
	t.Run("tutorial", func(t *testing.T) { tutorial(t, project) })
	t.Run("types", func(t *testing.T) {
		modules := browserModules(t)
		copied(t, "tsconfig.json", filepath.Join(project, "node_modules/oxo/tsconfig.json"))
		copied(t, "test/types.ts", filepath.Join(project, "node_modules/oxo/test/types.ts"))
		copied(t, "test/node.d.ts", filepath.Join(project, "node_modules/oxo/test/node.d.ts"))
		run(t, filepath.Join(project, "node_modules/oxo"), env, filepath.Join(modules, ".bin/tsc"), "-p", "tsconfig.json")
	})
	t.Run("browser", func(t *testing.T) {
		modules := browserModules(t)
		for _, name := range []string{"playwright-core", "axe-core"} {
			linked(t, filepath.Join(modules, name), filepath.Join(project, "node_modules", name))
		}
		copied(t, root+"/examples/javascript/board.html", filepath.Join(project, "board.html"))
		run(t, project, append(env, "CHROMIUM="+chromium()), "node", "--test", "--test-timeout=1800000", "browser")
	})
	t.Run("boardgame.io", func(t *testing.T) {
		run(t, example(t, "boardgame.io", tarball), env, "node", "--test")
	})
	t.Run("chessground", func(t *testing.T) {
		modules := browserModules(t)
		folder := example(t, "chessground", tarball)
		linked(t, filepath.Join(modules, "playwright-core"), filepath.Join(folder, "node_modules/playwright-core"))
		run(t, folder, append(env, "CHROMIUM="+chromium()), "node", "--test")
	})
}

// example installs an example and the package, or ends the test.
func example(t *testing.T, name, tarball string) (folder string) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), name)
	if err := os.CopyFS(folder, os.DirFS(root+"/examples/javascript/"+name)); err != nil {
		t.Fatal(err)
	}
	c := exec.Command("npm", "install", "--silent", "--no-audit", "--no-fund", tarball)
	c.Dir = folder
	if out, err := c.CombinedOutput(); err != nil {
		without(t, "CLIENTS", "npm could not install %s: %v %s", name, err, out)
	}
	return folder
}

// tutorial runs the code of the tutorial: its blocks are one program. The output must be the blocks of text.
func tutorial(t *testing.T, project string) {
	text, err := os.ReadFile(root + "/docs/learn/javascript.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```(js|text)\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	var code, want strings.Builder
	for _, b := range blocks {
		if b[1] == "js" {
			code.WriteString(b[2])
		} else {
			want.WriteString(b[2])
		}
	}
	if err := os.WriteFile(filepath.Join(project, "tutorial.mjs"), []byte(code.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	c := exec.Command("node", "tutorial.mjs")
	c.Dir = project
	got, err := c.CombinedOutput()
	if err != nil || string(got) != want.String() {
		t.Errorf("the code of the tutorial prints\n%s%v\nand the tutorial says\n%s", got, err, want.String())
	}
}

// install packs the package and makes a project with it, or ends the test.
func install(t *testing.T) (project, tarball string) {
	t.Helper()
	if testing.Short() {
		t.Skip("it builds the engine and installs the package: not in short tests")
	}
	if out, err := exec.Command("node", "-e", "process.exit(process.versions.node.split('.')[0] < 20 ? 1 : 0)").CombinedOutput(); err != nil {
		without(t, "CLIENTS", "the package needs Node.js 20 or newer: %v %s", err, out)
	}
	if _, err := exec.LookPath("npm"); err != nil {
		without(t, "CLIENTS", "npm packs and installs the package: %v", err)
	}
	folder := t.TempDir()
	project = filepath.Join(folder, "project")
	run(t, ".", os.Environ(), "./pack", filepath.Join(folder, "package"), folder)
	balls, err := filepath.Glob(filepath.Join(folder, "oxo-*.tgz"))
	if err != nil || len(balls) != 1 {
		t.Fatalf("npm packed %v, %v: want one tarball", balls, err)
	}
	if err := os.CopyFS(filepath.Join(project, "test"), os.DirFS("test")); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(project, "browser"), os.DirFS("browser")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(project, "package.json"), []byte(`{"private": true}`), 0o644); err != nil {
		t.Fatal(err)
	}
	run(t, project, os.Environ(), "npm", "install", "--offline", "--silent", "--no-audit", "--no-fund", balls[0])
	return project, balls[0]
}

// without skips a test, or fails it if the environment says that what it needs is required.
func without(t *testing.T, variable, format string, args ...any) {
	t.Helper()
	if os.Getenv(variable) == "required" {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}

// browserModules returns the folder of what web/test/run installs, or ends the test, also without a browser.
func browserModules(t *testing.T) string {
	t.Helper()
	modules := absolute(t, root+"/web/test/node_modules")
	if _, err := os.Stat(filepath.Join(modules, "playwright-core")); err != nil {
		without(t, "BROWSER", "web/test/run installs what this test needs: %v", err)
	}
	if _, err := os.Stat(chromium()); err != nil {
		without(t, "BROWSER", "a browser is needed at CHROMIUM, or as chromium: %v", err)
	}
	return modules
}

// chromium returns the browser of CHROMIUM, or one that is installed: without windows, where there is one.
func chromium() string {
	if file := os.Getenv("CHROMIUM"); file != "" {
		return file
	}
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if file, err := exec.LookPath(name); err == nil {
			return file
		}
	}
	return ""
}

func absolute(t *testing.T, name string) string {
	t.Helper()
	full, err := filepath.Abs(name)
	if err != nil {
		t.Fatal(err)
	}
	return full
}

func linked(t *testing.T, from, to string) {
	t.Helper()
	if err := os.Symlink(from, to); err != nil {
		t.Fatal(err)
	}
}

func copied(t *testing.T, from, to string) {
	t.Helper()
	content, err := os.ReadFile(from)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(to), 0o755)
	}
	if err == nil {
		err = os.WriteFile(to, content, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// run runs a program, and fails the test with its output if the program fails.
func run(t *testing.T, folder string, env []string, name string, args ...string) {
	t.Helper()
	c := exec.Command(name, args...)
	c.Dir, c.Env = folder, env
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
}
