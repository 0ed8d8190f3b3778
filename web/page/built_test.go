package page_test

import (
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"oxo/web/page"
)

// TestBuilt: index.html loads two files, which hold every module and every style sheet
// that it would load otherwise.
func TestBuilt(t *testing.T) {
	built, joined, err := page.Built()
	if err != nil {
		t.Fatal(err)
	}
	imports, reached := modules(t), map[string]bool{}
	var visit func(name string)
	visit = func(name string) {
		if reached[name] {
			return
		}
		reached[name] = true
		for _, other := range imports[name] {
			visit(other)
		}
	}
	visit("main.js")
	for name := range reached {
		if n := strings.Count("\n"+string(built[page.Script]), "\n// "+name+"\nconst $"); n != 1 {
			t.Errorf("%s is %d times in %s: want once", name, n, page.Script)
		}
	}
	index := string(built["index.html"])
	var loaded []string
	for _, found := range regexp.MustCompile(`(?:src|href)="([^"#]+\.(?:js|css))"`).FindAllStringSubmatch(index, -1) {
		loaded = append(loaded, found[1])
	}
	if want := []string{page.Style, page.Script}; !slices.Equal(loaded, want) {
		t.Errorf("index.html loads %v: want %v", loaded, want)
	}
	raw, err := fs.ReadFile(page.Files(), "index.html")
	if err != nil {
		t.Fatal(err)
	}
	last := -1
	for _, found := range regexp.MustCompile(`<link rel="stylesheet" href="([^"]+)">`).FindAllStringSubmatch(string(raw), -1) {
		text, err := fs.ReadFile(page.Files(), found[1])
		if err != nil {
			t.Fatal(err)
		}
		at := strings.Index(string(built[page.Style]), string(text))
		if at <= last {
			t.Errorf("%s is at %d of %s, after one at %d: want all in the order of index.html", found[1], at, page.Style, last)
		}
		last = at
		reached[found[1]] = true
	}
	if got, want := slices.Sorted(slices.Values(joined)), slices.Sorted(maps.Keys(reached)); !slices.Equal(got, want) {
		t.Errorf("joined are %v: want %v", got, want)
	}
}

// TestBundle: a bundle runs modules in the order of their imports, and keeps their code.
func TestBundle(t *testing.T) {
	got, names, err := page.Bundle(fstest.MapFS{
		"main.js":  {Data: []byte("// Begins.\n\nimport { a, b as other } from './a.js';\nimport {\n  c,\n} from './lib/c.js';\nimport './d.js';\n/** A comment.\n * Of two lines. */\nconst x = /** @type {any} */ (a); // kept\nconst text = `\n// no comment\n`;\nother(c, x, text);\n")},
		"a.js":     {Data: []byte("import { c } from './lib/c.js';\nexport const a = c;\nexport async function b() {}\n")},
		"lib/c.js": {Data: []byte("let n=1;export{n as c};\n")},
		"d.js":     {Data: []byte("export class D {}\n")},
	}, "main.js")
	if err != nil {
		t.Fatal(err)
	}
	const want = "// lib/c.js\nconst $0 = (() => {\nlet n=1;\nreturn { c: n };\n})();\n" +
		"// a.js\nconst $1 = (() => {\nconst { c } = $0;\nconst a = c;\nasync function b() {}\nreturn { a, b };\n})();\n" +
		"// d.js\nconst $2 = (() => {\nclass D {}\nreturn { D };\n})();\n" +
		"// main.js\nconst $3 = (() => {\nconst { a, b: other } = $1;\nconst {   c, } = $0;\n" +
		"const x = /** @type {any} */ (a); // kept\nconst text = `\n// no comment\n`;\nother(c, x, text);\nreturn {  };\n})();\n"
	if string(got) != want {
		t.Errorf("the bundle is\n%s\nwant\n%s", got, want)
	}
	if want := []string{"lib/c.js", "a.js", "d.js", "main.js"}; !slices.Equal(names, want) {
		t.Errorf("the modules are %v: want %v", names, want)
	}
}

// TestBundleRefuses: code whose effect a bundle would change is an error, which says
// what to write instead.
func TestBundleRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"export let n = 1;\n":                 "want export before a function, a class or a const",
		"export default 1;\n":                 "want export before",
		"import all from './a.js';\n":         "want import { name }",
		"import { a } from 'elsewhere';\n":    "want import { name }",
		"const a = await import('./a.js');\n": "want imports at the beginning of a line",
		"import { a } from './main.js';\n":    "in a circle",
		"import { a } from './none.js';\n":    "none.js",
	} {
		_, _, err := page.Bundle(fstest.MapFS{"main.js": {Data: []byte(text)}}, "main.js")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v: want %q", text, err, want)
		}
	}
}
