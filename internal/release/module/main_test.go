//go:build !race

package main

import (
	"archive/zip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const (
	root    = "../../.."
	path    = "example.org/games/oxo"
	version = "v0.1.0"
)

// program is what a bot writer begins with.
const program = `package main

import (
	"context"
	"fmt"

	"example.org/games/oxo/game/catalog"
	"example.org/games/oxo/games"
	"example.org/games/oxo/search"
)

func main() {
	g, err := catalog.Lookup(games.All(), "connect4:5x4")
	if err != nil {
		panic(err)
	}
	fmt.Println(search.New(search.Options{}).Search(context.Background(), g.Start(), search.Limits{}).Score)
}
`

// TestGoGet: with another path the module is got from a proxy by an empty module, and builds there.
func TestGoGet(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program of another module")
	}
	dir := t.TempDir()
	copied := filepath.Join(dir, "copied")
	for _, file := range tracked(t) {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(copied, file)), 0o755); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(copied, file), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := rename(copied, path); err != nil {
		t.Fatal(err)
	}
	serve(t, copied, filepath.Join(dir, "proxy"))
	user := filepath.Join(dir, "user")
	if err := os.Mkdir(user, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(user, "main.go"), []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	cache := strings.TrimSpace(goes(t, root, nil, "env", "GOMODCACHE"))
	env := []string{"GOPROXY=file://" + filepath.Join(dir, "proxy") + ",file://" + cache + "/cache/download," + strings.TrimSpace(goes(t, root, nil, "env", "GOPROXY")), "GOSUMDB=off", "GOFLAGS=-modcacherw", "GOMODCACHE=" + filepath.Join(dir, "cache")}
	goes(t, user, env, "mod", "init", "example.org/bot")
	goes(t, user, env, "get", path+"@"+version)
	if out := goes(t, user, env, "run", "."); out != "draw\n" {
		t.Errorf("it prints %q", out)
	}
}

// tracked lists the files of Go and those that they embed.
func tracked(t *testing.T) (files []string) {
	t.Helper()
	out := goes(t, root, nil, "list", "-f", `{{$d := .Dir}}{{range .GoFiles}}{{$d}}/{{.}}{{"\n"}}{{end}}{{range .SFiles}}{{$d}}/{{.}}{{"\n"}}{{end}}{{range .HFiles}}{{$d}}/{{.}}{{"\n"}}{{end}}{{range .IgnoredGoFiles}}{{$d}}/{{.}}{{"\n"}}{{end}}{{range .EmbedFiles}}{{$d}}/{{.}}{{"\n"}}{{end}}`, "./...")
	here, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	for file := range strings.FieldsSeq(out) {
		name, err := filepath.Rel(here, file)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, name)
	}
	return append(files, "go.mod", "go.sum", "LICENSE")
}

// serve writes a module as a folder of a proxy.
func serve(t *testing.T, module, proxy string) {
	t.Helper()
	at := filepath.Join(proxy, path, "@v")
	if err := os.MkdirAll(at, 0o755); err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(module, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"list": version + "\n", version + ".info": `{"Version":"` + version + `"}`, version + ".mod": string(mod)} {
		if err := os.WriteFile(filepath.Join(at, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	out, err := os.Create(filepath.Join(at, version+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = out.Close() }()
	z := zip.NewWriter(out)
	err = filepath.WalkDir(module, func(file string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(module, file)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		w, err := z.Create(path + "@" + version + "/" + filepath.ToSlash(name))
		if err == nil {
			_, err = w.Write(text)
		}
		return err
	})
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// goes runs the go command.
func goes(t *testing.T, dir string, env []string, args ...string) string {
	t.Helper()
	c := exec.Command("go", args...)
	c.Dir, c.Env = dir, append(os.Environ(), env...)
	var wrong strings.Builder
	c.Stderr = &wrong
	out, err := c.Output()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, wrong.String())
	}
	return string(out)
}

// TestRequirements: go.mod changes where it names the module, and nowhere else.
func TestRequirements(t *testing.T) {
	from := "module oxo\n\nrequire (\n\toxo v0.0.0\n\texample.org/oxo v1.0.0\n\toxoline v1.0.0\n)\n\nreplace oxo => ../..\n"
	want := "module a.b/c\n\nrequire (\n\ta.b/c v0.0.0\n\texample.org/oxo v1.0.0\n\toxoline v1.0.0\n)\n\nreplace a.b/c => ../..\n"
	if got := requirements(from, "oxo", "a.b/c"); got != want {
		t.Error(got)
	}
	for _, args := range [][]string{nil, {"oxo"}, {"a.b", "c.d"}} {
		if run(args) == nil {
			t.Errorf("%q is not refused", args)
		}
	}
}
