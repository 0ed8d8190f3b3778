package page_test

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"oxo/web/page"
)

var (
	comments = regexp.MustCompile(`(?s:/\*.*?\*/)|(?m:(^|\s)//.*$)`)
	static   = regexp.MustCompile(`(?m)^\s*(?:import|export)\b[^;'"]*['"]\./([^'"]+)['"]`)
	dynamic  = regexp.MustCompile(`\bimport\(\s*['"]\./([^'"]+)['"]`)
)

// TestModules: no module of the page imports itself, directly or through other modules. In such a cycle a module runs
// before a module that it imports has run; which module that is depends on the first import.
func TestModules(t *testing.T) {
	imports := modules(t)
	reached := map[string]bool{}
	var visit func(name string, path []string)
	visit = func(name string, path []string) {
		if i := slices.Index(path, name); i >= 0 {
			t.Errorf("a circle of imports: %s", strings.Join(append(path[i:], name), " → "))
			return
		}
		if reached[name] {
			return
		}
		for _, other := range imports[name] {
			visit(other, append(slices.Clip(path), name))
		}
		reached[name] = true
	}
	for name := range imports {
		visit(name, nil)
	}
	for _, pair := range [][2]string{{"main.js", "store.js"}, {"api.js", "local.js"}} {
		if !slices.Contains(imports[pair[0]], pair[1]) {
			t.Errorf("%s imports %v, and %s is not found among them", pair[0], imports[pair[0]], pair[1])
		}
	}
}

// modules returns the modules of the page, each with those that it imports, when it is loaded or later.
func modules(t *testing.T) map[string][]string {
	t.Helper()
	imports, files := map[string][]string{}, page.Files()
	names, err := fs.Glob(files, "*.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		code := comments.ReplaceAll(text, nil)
		imports[name] = nil
		for _, found := range slices.Concat(static.FindAllSubmatch(code, -1), dynamic.FindAllSubmatch(code, -1)) {
			other := string(found[1])
			if _, err := fs.Stat(files, other); err != nil && other != "wasm_exec.js" { // that is Go's, and copied by the build
				t.Errorf("%s imports %s: %v", name, other, err)
			}
			imports[name] = append(imports[name], other)
		}
	}
	return imports
}
