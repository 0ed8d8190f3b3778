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
	var scripts strings.Builder
	for name, text := range built {
		if name == page.Script || strings.HasPrefix(name, strings.TrimSuffix(page.Script, ".js")+"-") {
			scripts.WriteString("\n" + string(text))
		}
	}
	for name := range reached {
		if n := strings.Count(scripts.String(), "\n// "+name+"\nconst $"); n != 1 {
			t.Errorf("%s is %d times in the scripts: want once", name, n)
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
	bundles, names, err := page.Bundle(fstest.MapFS{
		"main.js":  {Data: []byte("// Begins.\n\nimport { a, b as other } from './a.js';\nimport {\n  c,\n} from './lib/c.js';\nimport './d.js';\n/** A comment.\n * Of two lines. */\nconst x = /** @type {any} */ (a); // kept\nconst text = `\n// no comment\n`;\nother(c, x, text);\n")},
		"a.js":     {Data: []byte("import { c } from './lib/c.js';\nexport const a = c;\nexport async function b() {}\n")},
		"lib/c.js": {Data: []byte("let n=1;export{n as c};\n")},
		"d.js":     {Data: []byte("export class D {}\n")},
	}, "main.js", "page.js")
	if err != nil {
		t.Fatal(err)
	}
	const want = "// lib/c.js\nconst $0 = (() => {\nlet n=1;\nreturn { c: n };\n})();\n" +
		"// a.js\nconst $1 = (() => {\nconst { c } = $0;\nconst a = c;\nasync function b() {}\nreturn { a, b };\n})();\n" +
		"// d.js\nconst $2 = (() => {\nclass D {}\nreturn { D };\n})();\n" +
		"// main.js\nconst $3 = (() => {\nconst { a, b: other } = $1;\nconst {   c, } = $0;\n" +
		"const x = /** @type {any} */ (a); // kept\nconst text = `\n// no comment\n`;\nother(c, x, text);\nreturn {  };\n})();\n"
	if got := string(bundles["page.js"]); got != want || len(bundles) != 1 {
		t.Errorf("the bundle is\n%s\nwant\n%s", got, want)
	}
	if want := []string{"lib/c.js", "a.js", "d.js", "main.js"}; !slices.Equal(names, want) {
		t.Errorf("the modules are %v: want %v", names, want)
	}
}

// TestBundleLater: a module that a function imports is a bundle of its own, which takes modules of the first one.
func TestBundleLater(t *testing.T) {
	bundles, names, err := page.Bundle(fstest.MapFS{
		"main.js":  {Data: []byte("import { a } from './a.js';\nexport const open = () => import('./view.js');\n")},
		"a.js":     {Data: []byte("import { b } from './b.js';\nexport const a = b;\n")},
		"b.js":     {Data: []byte("export const b = 1;\n")},
		"view.js":  {Data: []byte("import { a } from './a.js';\nimport { own } from './own.js';\nexport const view = { a, own };\n")},
		"own.js":   {Data: []byte("import { a } from './a.js';\nexport const own = a;\n")},
		"other.js": {Data: []byte("export const other = 1;\n")},
	}, "main.js", "page.js")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"page.js": "// b.js\nconst $0 = (() => {\nconst b = 1;\nreturn { b };\n})();\n" +
			"// a.js\nconst $1 = (() => {\nconst { b } = $0;\nconst a = b;\nreturn { a };\n})();\n" +
			"// main.js\nconst $2 = (() => {\nconst { a } = $1;\nconst open = () => import('./page-view.js');\nreturn { open };\n})();\nexport { $1 };\n",
		"page-view.js": "import { $1 } from './page.js';\n// own.js\nconst $3 = (() => {\nconst { a } = $1;\nconst own = a;\nreturn { own };\n})();\n" +
			"// view.js\nconst $4 = (() => {\nconst { a } = $1;\nconst { own } = $3;\nconst view = { a, own };\nreturn { view };\n})();\nexport const { view } = $4;\n",
	} {
		if got := string(bundles[name]); got != want {
			t.Errorf("%s is\n%s\nwant\n%s", name, got, want)
		}
	}
	if want := []string{"b.js", "a.js", "main.js", "own.js", "view.js"}; !slices.Equal(names, want) || len(bundles) != 2 {
		t.Errorf("the modules are %v in %d bundles: want %v in 2", names, len(bundles), want)
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

		"import { a } from './a.js';\nconst f = () => import('./a.js');\n":       "a.js: it is imported at once and later",
		"const f = () => import('./b.js');\nconst g = () => import('./c.js');\n": "a.js: two modules that are imported later import it",
	} {
		_, _, err := page.Bundle(fstest.MapFS{
			"main.js": {Data: []byte(text)}, "a.js": {Data: []byte("export const a = 1;\n")},
			"b.js": {Data: []byte("import { a } from './a.js';\n")}, "c.js": {Data: []byte("import { a } from './a.js';\n")},
		}, "main.js", "page.js")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v: want %q", text, err, want)
		}
	}
}
