// Command site writes the page as a folder that any file host can serve, with
// the engine as WebAssembly:
//
//	go run ./web/site -out site
//
// or one exercise of it as a SCORM package for a learning management system:
//
//	go run ./web/site -scorm sheet.zip -exercise 'kind=alphabeta&exercise=3'
//
// or the page on which a browser tab works for a hub (oxo hub --tabs tab):
//
//	go run ./web/site -tab -out tab
package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"oxo/api"
	"oxo/examples/sheets"
	"oxo/games"
	"oxo/web/learn"
	"oxo/web/page"
	"oxo/web/tab"
)

func main() {
	out := flag.String("out", "site", "the folder to write; what is in it of an earlier site is replaced")
	scorm := flag.String("scorm", "", "write a SCORM 1.2 package (zip) to this file instead")
	exercise := flag.String("exercise", "", "the exercise of the package: what its link has after #exercise?")
	working := flag.Bool("tab", false, "write the page on which a browser tab works for a hub instead")
	compress := flag.Bool("compress", false, "write each file also as FILE.gz and FILE.br, for hosts that send these; takes minutes")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	gather := collect
	if *working {
		gather = collectTab
	}
	err := write(ctx, target{*out, *scorm, *exercise, *compress}, gather)
	stop()
	if *scorm != "" {
		out = scorm
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
	fmt.Println("written:", *out)
}

// gathering builds an engine, and returns it with its files by name.
type gathering func(ctx context.Context) (map[string][]byte, error)

// target is where the files are written: a folder, or a SCORM package with one exercise.
type target struct {
	folder   string
	scorm    string // the package; empty: the folder
	exercise string // of the package
	compress bool
}

// write writes files into a folder or a package.
func write(ctx context.Context, to target, gather gathering) error {
	if to.scorm != "" {
		if _, _, err := start(to.exercise); err != nil {
			return err
		}
	} else if to.exercise != "" {
		return fmt.Errorf("-exercise needs -scorm FILE, the package to write")
	}
	files, err := gather(ctx)
	switch {
	case err != nil:
		return err
	case to.scorm != "":
		return writePackage(to.scorm, to.exercise, files)
	}
	if to.compress {
		if err := addCompressed(files); err != nil {
			return err
		}
	}
	for name, content := range files {
		name = filepath.Join(to.folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// sheetsEngine is the file of the engine that also plays games of rule sheets.
const sheetsEngine = "oxo-sheets.wasm"

// collect builds the engines, and returns them with the page's files.
func collect(ctx context.Context) (map[string][]byte, error) {
	files, joined, err := page.Built()
	if err != nil {
		return nil, err
	}
	maps.DeleteFunc(files, func(name string, _ []byte) bool { return leftOut(name) || slices.Contains(joined, name) })
	essays, err := learn.Pages()
	if err != nil {
		return nil, err
	}
	maps.Copy(files, essays)
	examples, err := sheets.Files()
	if err != nil {
		return nil, err
	}
	maps.Copy(files, examples)
	for name, tags := range map[string]string{"oxo.wasm": "", sheetsEngine: "sheets"} {
		if err := addEngine(ctx, files, name, "oxo/web/wasm", tags); err != nil {
			return nil, err
		}
	}
	first, err := api.New(games.All()).Beginning(true)
	if err != nil {
		return nil, err
	}
	if files[api.BeginFile], err = json.Marshal(first); err != nil {
		return nil, err
	}
	if err := local(files); err != nil {
		return nil, err
	}
	files["sw.js"], err = worker(files)
	return files, err
}

// local makes the page use the engine in the browser. Its worker gets the engine's support
// file, so that a browser needs one round trip fewer.
func local(files map[string][]byte) error {
	const glue = "wasm_exec.js"
	for _, change := range []struct{ name, from, to string }{
		{"index.html", `content="server"`, fmt.Sprintf(`content="local" data-bytes="%d"`, len(files["oxo.wasm"]))},
		{"worker.js", "import './" + glue + "';\n", string(files[glue])},
	} {
		if bytes.Count(files[change.name], []byte(change.from)) != 1 {
			return fmt.Errorf("%s: want %q once", change.name, change.from)
		}
		files[change.name] = bytes.Replace(files[change.name], []byte(change.from), []byte(change.to), 1)
	}
	delete(files, glue)
	return nil
}

// collectTab builds the engine of a tab that works for a hub, and returns it with its
// page's files.
func collectTab(ctx context.Context) (map[string][]byte, error) {
	files, err := read(tab.Files())
	if err != nil {
		return nil, err
	}
	return files, addEngine(ctx, files, "tab.wasm", "oxo/web/tab/wasm", "")
}

// read returns the files of a page.
func read(from fs.FS) (map[string][]byte, error) {
	files := map[string][]byte{}
	err := fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || leftOut(name) {
			return err
		}
		files[name], err = fs.ReadFile(from, name)
		return err
	})
	return files, err
}

// addEngine builds a command as WebAssembly with build tags, and adds it with its support file.
func addEngine(ctx context.Context, files map[string][]byte, name, command, tags string) (err error) {
	if files[name], err = engine(ctx, command, tags); err != nil {
		return err
	}
	files["wasm_exec.js"], err = support(ctx)
	return err
}

// leftOut reports whether only a server or the type checker needs a file.
func leftOut(name string) bool {
	return name == "api.html" || name == "apidoc.js" || strings.HasSuffix(name, ".d.ts")
}

// engine builds a command as WebAssembly with build tags.
func engine(ctx context.Context, command, tags string) ([]byte, error) {
	folder, err := os.MkdirTemp("", "oxo-site")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	to := filepath.Join(folder, "oxo.wasm")
	args := []string{"build", "-trimpath", "-ldflags=-s -w -buildid=", "-tags=" + tags}
	// Inlining is disabled in packages that parse requests and write answers: this
	// saves 3.3% of the bytes, and slows no search. Each package was measured; in
	// others it costs bytes.
	for _, name := range []string{
		"fmt", "internal/fmtsort", "encoding/json", "encoding/base64", "reflect", "internal/reflectlite", "strconv", "strings", "bytes", "unicode/utf8",
		"time", "context", "syscall", "syscall/js", "oxo/internal/words", "oxo/game/numbertree", "oxo/explain", "oxo/api", "oxo/player",
		"oxo/game/rules", "oxo/game/rules/gdl",
	} {
		args = append(args, "-gcflags="+name+"=-l")
	}
	build := exec.CommandContext(ctx, "go", append(args, "-o", to, command)...)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return nil, fmt.Errorf("the engine cannot be built: %w", err)
	}
	built, err := os.ReadFile(to)
	if err != nil {
		return nil, err
	}
	return built, withoutLines(built)
}

// support returns the file of Go's toolchain that runs WebAssembly, from the same
// toolchain that built the engine.
func support(ctx context.Context) ([]byte, error) {
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	return os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
}

// worker writes the list of files to cache into the service worker, with a version
// computed from their contents, so that a new site replaces an old one. The engine of
// rule sheets is cached when it is used.
func worker(files map[string][]byte) ([]byte, error) {
	names, sum := []string{"./"}, sha256.New()
	for name := range files {
		if name != "sw.js" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(sum, "%s %d\n", name, len(files[name]))
		sum.Write(files[name])
	}
	list, err := json.Marshal(slices.DeleteFunc(names, func(name string) bool {
		return name == sheetsEngine || strings.HasPrefix(name, page.Words) // most visits need neither
	}))
	if err != nil {
		return nil, err
	}
	text := strings.Replace(string(files["sw.js"]), "oxo-VERSION", "oxo-"+hex.EncodeToString(sum.Sum(nil)[:8]), 1)
	return []byte(strings.Replace(text, "['FILES']", string(list), 1)), nil
}
