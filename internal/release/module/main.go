// Command module gives the module another path, as example.org/oxo: so that go get finds it there. It
// changes go.mod, and the imports of every Go file; nothing else of oxo knows the path.
//
//	go run ./internal/release/module example.org/oxo
package main

import (
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "module:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 1 || !strings.Contains(strings.SplitN(args[0], "/", 2)[0], ".") {
		return errors.New("want the new path, whose first part has a dot, as in example.org/oxo")
	}
	return rename(".", args[0])
}

// rename changes the path of the module in a folder.
func rename(dir, to string) error {
	from, err := pathOf(filepath.Join(dir, "go.mod"))
	if err != nil {
		return err
	}
	return filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{".git", "node_modules"}, d.Name()):
			return filepath.SkipDir
		case d.Name() == "go.mod":
			return change(file, func(text string) (string, error) { return requirements(text, from, to), nil })
		case !d.IsDir() && strings.HasSuffix(file, ".go"):
			return change(file, func(text string) (string, error) { return imports(text, from, to) })
		}
		return nil
	})
}

// pathOf returns the path that a file go.mod gives its module.
func pathOf(file string) (string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	m := regexp.MustCompile(`(?m)^module\s+"?([^\s"]+)`).FindSubmatch(text)
	if m == nil {
		return "", fmt.Errorf("%s: want a line that begins with module", file)
	}
	return string(m[1]), nil
}

// change writes a file again if its text changes.
func change(file string, by func(text string) (string, error)) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	changed, err := by(string(text))
	if err != nil || changed == string(text) {
		return err
	}
	return os.WriteFile(file, []byte(changed), 0o644)
}

// requirements changes the module's path where a go.mod names it: its own, a requirement or a replacement.
func requirements(text, from, to string) string {
	name := regexp.MustCompile(`(?m)^((?:module|require|replace)?[ \t]*)` + regexp.QuoteMeta(from) + `((?:/[^\s]*)?(?:[ \t]|$))`)
	return name.ReplaceAllString(text, "${1}"+to+"${2}")
}

// imports changes the imports of a Go file.
func imports(text, from, to string) (string, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", text, parser.ImportsOnly)
	if err != nil {
		return text, nil //nolint:nilerr // a file with faults on purpose imports nothing
	}
	for _, spec := range slices.Backward(file.Imports) {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return "", err
		}
		if rest, ok := strings.CutPrefix(path, from); ok && (rest == "" || rest[0] == '/') {
			begin, end := files.Position(spec.Path.Pos()).Offset, files.Position(spec.Path.End()).Offset
			text = text[:begin] + strconv.Quote(to+rest) + text[end:]
		}
	}
	return text, nil
}
