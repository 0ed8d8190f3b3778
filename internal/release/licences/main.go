// Command licences copies the licences of everything that is linked into the oxo
// command: of each module, of Go itself, and of the page's third-party files. It fails
// if one has no licence.
//
//	go run ./internal/release/licences -out FOLDER OS/ARCH...
//
// Run it in the folder of the main module. Each platform links different modules, so
// each gets its own folder, FOLDER/OS_ARCH.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

func main() {
	out := flag.String("out", "", "the folder to write into")
	flag.Parse()
	if *out == "" || flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: licences -out FOLDER OS/ARCH...")
		os.Exit(2)
	}
	for _, platform := range flag.Args() {
		if err := collect(context.Background(), "./cmd/oxo", platform, *out); err != nil {
			fmt.Fprintln(os.Stderr, "licences:", err)
			os.Exit(1)
		}
	}
}

// collect copies the licences of everything that a command links on a platform.
func collect(ctx context.Context, command, platform, out string) error {
	system, arch, ok := strings.Cut(platform, "/")
	if !ok {
		return fmt.Errorf("%q is not a platform: want OS/ARCH, as in linux/amd64", platform)
	}
	to := filepath.Join(out, system+"_"+arch)
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	linked, err := packages(ctx, command, system, arch)
	if err != nil {
		return err
	}
	if err := modules(linked, to); err != nil {
		return err
	}
	if err := toolchain(ctx, filepath.Join(to, "go")); err != nil {
		return err
	}
	return vendored("web/page/vendor", filepath.Join(to, "page"))
}

// toolchain copies the licence of Go, whose library and runtime are linked.
func toolchain(ctx context.Context, to string) error {
	text, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("go env GOROOT: %w", err)
	}
	root := strings.TrimSpace(string(text))
	n, err := copyFrom(root, to)
	if err == nil && n == 0 {
		err = fmt.Errorf("the folder of Go, %s, has no file LICENSE", root)
	}
	return err
}

// linkedPackage is a package in the output of go list.
type linkedPackage struct {
	ImportPath, Dir string
	Standard        bool
	Module          *struct {
		Path, Version, Dir string
		Main               bool
	}
}

// packages lists the packages that a command links on a platform, without cgo.
func packages(ctx context.Context, command, system, arch string) ([]linkedPackage, error) {
	list := exec.CommandContext(ctx, "go", "list", "-deps", "-json=ImportPath,Dir,Standard,Module", command)
	list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+arch)
	list.Stderr = os.Stderr
	text, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list for %s/%s: %w", system, arch, err)
	}
	var all []linkedPackage
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		var p linkedPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
}

// modules copies the licences of the packages' modules. A folder within a module may
// hold third-party code with its own licence: so every folder from a package's up to
// its module's is examined.
func modules(linked []linkedPackage, to string) error {
	found := map[string]int{}
	seen := map[string]bool{}
	for _, p := range linked {
		if p.Standard || p.Module == nil || p.Module.Main {
			continue
		}
		name := p.Module.Path + "@" + p.Module.Version
		for dir := p.Dir; ; dir = filepath.Dir(dir) {
			rest, err := filepath.Rel(p.Module.Dir, dir)
			if err != nil || strings.HasPrefix(rest, "..") {
				return fmt.Errorf("package %s is outside its module's folder %s", p.ImportPath, p.Module.Dir)
			}
			if !seen[dir] {
				seen[dir] = true
				n, err := copyFrom(dir, filepath.Join(to, filepath.FromSlash(name), rest))
				if err != nil {
					return err
				}
				if rest == "." {
					found[name] += n
				}
			}
			if rest == "." {
				break
			}
		}
		if found[name] == 0 {
			return fmt.Errorf("module %s has no file LICENSE, COPYING or the like: want a licence that allows redistribution", name)
		}
	}
	return nil
}

// copyFrom copies the licences and notices of a folder, and returns the number of
// licences.
func copyFrom(dir, to string) (int, error) {
	licence := regexp.MustCompile(`(?i)^(licen[sc]e|copying|unlicense)([-._].*)?$`)
	notice := regexp.MustCompile(`(?i)^(notice|patents|copyright|authors)([-._].*)?$`)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return 0, err
	}
	n := 0
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || strings.HasSuffix(name, ".go") || !licence.MatchString(name) && !notice.MatchString(name) {
			continue
		}
		if err := copyFile(filepath.Join(dir, name), filepath.Join(to, name)); err != nil {
			return n, err
		}
		if licence.MatchString(name) {
			n++
		}
	}
	return n, nil
}

// vendored copies the licences of the page's third-party files. FILE.js has its
// licence in FILE.LICENSE.txt next to it.
func vendored(dir, to string) error {
	scripts, err := filepath.Glob(filepath.Join(dir, "*.js"))
	if err != nil {
		return err
	}
	for _, script := range scripts {
		from := strings.TrimSuffix(script, ".js") + ".LICENSE.txt"
		if err := copyFile(from, filepath.Join(to, filepath.Base(from))); err != nil {
			return fmt.Errorf("%s has no licence next to it: %w", script, err)
		}
	}
	return nil
}

func copyFile(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o644)
}
