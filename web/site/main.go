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

	"oxo/web/learn"
	"oxo/web/page"
	"oxo/web/tab"
)

func main() {
	out := flag.String("out", "site", "the folder to write; what is in it of an earlier site is replaced")
	scorm := flag.String("scorm", "", "write a SCORM 1.2 package (zip) to this file instead")
	exercise := flag.String("exercise", "", "the exercise of the package: what its link has after #exercise?")
	working := flag.Bool("tab", false, "write the page on which a browser tab works for a hub instead")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	gather := collect
	if *working {
		gather = collectTab
	}
	err := write(ctx, *out, *scorm, *exercise, gather)
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

// write writes files into a folder or a package.
func write(ctx context.Context, out, scorm, exercise string, gather gathering) error {
	if scorm != "" {
		if _, _, err := start(exercise); err != nil {
			return err
		}
	} else if exercise != "" {
		return fmt.Errorf("-exercise needs the file of a package: give it with -scorm")
	}
	files, err := gather(ctx)
	switch {
	case err != nil:
		return err
	case scorm != "":
		return writePackage(scorm, exercise, files)
	}
	for name, content := range files {
		to := filepath.Join(out, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(to, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// collect builds the engine, and returns it with the page's files.
func collect(ctx context.Context) (map[string][]byte, error) {
	files, err := read(page.Files())
	if err != nil {
		return nil, err
	}
	essays, err := learn.Pages()
	if err != nil {
		return nil, err
	}
	maps.Copy(files, essays)
	if err := addEngine(ctx, files, "oxo.wasm", "oxo/web/wasm"); err != nil {
		return nil, err
	}
	server, local := []byte(`content="server"`), []byte(`content="local"`)
	if !bytes.Contains(files["index.html"], server) {
		return nil, fmt.Errorf("index.html does not name its engine")
	}
	files["index.html"] = bytes.Replace(files["index.html"], server, local, 1)
	files["sw.js"], err = worker(files)
	return files, err
}

// collectTab builds the engine of a tab that works for a hub, and returns it with its
// page's files.
func collectTab(ctx context.Context) (map[string][]byte, error) {
	files, err := read(tab.Files())
	if err != nil {
		return nil, err
	}
	return files, addEngine(ctx, files, "tab.wasm", "oxo/web/tab/wasm")
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

// addEngine builds a command as WebAssembly, and adds it with its support file.
func addEngine(ctx context.Context, files map[string][]byte, name, command string) (err error) {
	if files[name], err = engine(ctx, command); err != nil {
		return err
	}
	files["wasm_exec.js"], err = support(ctx)
	return err
}

// leftOut reports whether only a server or the type checker needs a file.
func leftOut(name string) bool {
	return name == "api.html" || name == "apidoc.js" || strings.HasSuffix(name, ".d.ts")
}

// engine builds a command as WebAssembly.
func engine(ctx context.Context, command string) ([]byte, error) {
	folder, err := os.MkdirTemp("", "oxo-site")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	to := filepath.Join(folder, "oxo.wasm")
	args := []string{"build", "-trimpath", "-ldflags=-s -w"}
	// Inlining is disabled in packages that parse requests and write answers: this
	// saves 3.3% of the bytes, and slows no search. Each package was measured; in
	// others it costs bytes.
	for _, name := range []string{
		"fmt", "internal/fmtsort", "encoding/json", "encoding/base64", "reflect", "internal/reflectlite", "strconv", "strings", "bytes", "unicode/utf8",
		"time", "context", "syscall", "syscall/js", "oxo/internal/words", "oxo/game/numbertree", "oxo/explain", "oxo/web/api", "oxo/player",
	} {
		args = append(args, "-gcflags="+name+"=-l")
	}
	build := exec.CommandContext(ctx, "go", append(args, "-o", to, command)...)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return nil, fmt.Errorf("the engine cannot be built: %w", err)
	}
	return os.ReadFile(to)
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
// computed from their contents, so that a new site replaces an old one.
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
	list, err := json.Marshal(names)
	if err != nil {
		return nil, err
	}
	text := strings.Replace(string(files["sw.js"]), "oxo-VERSION", "oxo-"+hex.EncodeToString(sum.Sum(nil)[:8]), 1)
	return []byte(strings.Replace(text, "['FILES']", string(list), 1)), nil
}
