package page

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Bundle joins a module and the modules that it imports to one module, and returns it
// with the names of the joined ones, in the order in which they run: each after those
// that it imports. It drops comments on lines of their own, a quarter of the
// compressed bytes.
//
// Each module becomes a function that is called once. It returns an object of the
// module's exports, and an import takes the fields that it names. The fields are
// copies, so Bundle refuses an export that can change (export let). It also refuses
// the forms of import and export that the page does not use.
//
// A module that a function imports later, by () => import('./file.js'), becomes a bundle of
// its own, with the modules that it alone imports. It takes the others from the first bundle,
// which script names and which exports them. The names of these bundles are script-file.js.
func Bundle(from fs.FS, entry, script string) (bundles map[string][]byte, names []string, err error) {
	b := &bundler{from: from, script: script, number: map[string]int{}, exports: map[string][]string{}, shared: map[int]bool{}}
	if err := b.add(entry, nil); err != nil {
		return nil, nil, err
	}
	first := bytes.Clone(b.out.Bytes())
	b.first = len(b.names)
	bundles = map[string][]byte{}
	for len(b.later) > 0 {
		name := b.later[0]
		b.later = b.later[1:]
		if bundles[b.laterName(name)], err = b.separate(name); err != nil {
			return nil, nil, err
		}
	}
	if len(b.shared) > 0 {
		first = fmt.Appendf(first, "export { %s };\n", dollars(b.shared))
	}
	bundles[script] = first
	return bundles, b.names, nil
}

type bundler struct {
	from    fs.FS
	script  string
	out     bytes.Buffer
	names   []string
	number  map[string]int      // of the modules written
	exports map[string][]string // of the modules written, as fields of an object
	later   []string            // modules that are still to be written into bundles of their own
	first   int                 // the modules of the first bundle
	begun   int                 // the modules before the current bundle
	shared  map[int]bool        // modules of the first bundle that others take
	taken   map[int]bool        // those that the current bundle takes
}

// laterName names the bundle of a module that is imported later.
func (b *bundler) laterName(name string) string {
	return strings.TrimSuffix(b.script, ".js") + "-" + path.Base(name)
}

// separate returns the bundle of a module that is imported later.
func (b *bundler) separate(name string) ([]byte, error) {
	if _, ok := b.number[name]; ok {
		return nil, fmt.Errorf("%s: it is imported at once and later: want one of the two", name)
	}
	b.out.Reset()
	b.begun, b.taken = len(b.names), map[int]bool{}
	if err := b.add(name, nil); err != nil {
		return nil, err
	}
	text := fmt.Appendf(nil, "import { %s } from './%s';\n%s", dollars(b.taken), b.script, b.out.Bytes())
	return fmt.Appendf(text, "export const { %s } = $%d;\n", strings.Join(b.exports[name], ", "), b.number[name]), nil
}

// dollars lists the names of modules in bundles.
func dollars(numbers map[int]bool) string {
	var names []string
	for _, n := range slices.Sorted(maps.Keys(numbers)) {
		names = append(names, fmt.Sprintf("$%d", n))
	}
	return strings.Join(names, ", ")
}

// add writes a module after those that it imports. importers are the modules that
// wait for it.
func (b *bundler) add(name string, importers []string) error {
	if n, ok := b.number[name]; ok {
		return b.take(name, n)
	}
	if i := slices.Index(importers, name); i >= 0 {
		return fmt.Errorf("%s: the modules import each other in a circle: want none", strings.Join(append(importers[i:], name), " imports "))
	}
	text, err := fs.ReadFile(b.from, name)
	if err != nil {
		return err
	}
	m := &module{name: name}
	if err := m.parse(string(text)); err != nil {
		return err
	}
	for _, i := range m.imports {
		if err := b.add(i.from, append(slices.Clip(importers), name)); err != nil {
			return err
		}
	}
	b.write(m)
	b.later = append(b.later, m.later...)
	return nil
}

// take notes that the current bundle uses a module that has been written.
func (b *bundler) take(name string, n int) error {
	switch {
	case n >= b.begun: // into this bundle
	case n >= b.first:
		return fmt.Errorf("%s: two modules that are imported later import it: want it among those that are imported at once", name)
	default:
		b.taken[n], b.shared[n] = true, true
	}
	return nil
}

func (b *bundler) write(m *module) {
	b.exports[m.name] = m.exports
	b.number[m.name] = len(b.names)
	b.names = append(b.names, m.name)
	fmt.Fprintf(&b.out, "// %s\nconst $%d = (() => {\n", m.name, b.number[m.name])
	for _, i := range m.imports {
		if i.names != "" {
			fmt.Fprintf(&b.out, "const {%s} = $%d;\n", strings.ReplaceAll(i.names, " as ", ": "), b.number[i.from])
		}
	}
	for _, line := range m.code {
		for _, name := range m.later {
			line = strings.ReplaceAll(line, "import('./"+name+"')", "import('./"+b.laterName(name)+"')")
		}
		b.out.WriteString(line)
		b.out.WriteByte('\n')
	}
	fmt.Fprintf(&b.out, "return { %s };\n})();\n", strings.Join(m.exports, ", "))
}

// module is a module in parts.
type module struct {
	name    string
	imports []imported
	exports []string // as fields of an object: "name" or "name: local"
	code    []string // the lines of the rest
	later   []string // the modules that its functions import
}

// imported is an import of a module: the names as they are between the braces.
type imported struct{ from, names string }

var (
	importing = regexp.MustCompile(`^import\s*(?:\{([^}]*)\}\s*from\s*)?['"](\.\.?/[^'"]+)['"];$`)
	exporting = regexp.MustCompile(`^export ((?:async )?(?:function\*?|class|const) ([\w$]+).*)$`)
	listing   = regexp.MustCompile(`^(.*?)\bexport ?\{([^{}]*)\};$`)
	within    = regexp.MustCompile(`/\*.*?\*/`)
	lately    = regexp.MustCompile(`\(\) => import\('\./([\w-]+\.js)'\)`)
	later     = regexp.MustCompile(`\bimport\(|\bimport\.meta\b`)
)

// parse splits a module into its parts.
func (m *module) parse(text string) error {
	lines := withoutComments(strings.Split(text, "\n"))
	for len(lines) > 0 {
		line := lines[0]
		lines = lines[1:]
		if strings.HasPrefix(line, "import ") {
			for !strings.HasSuffix(line, ";") && len(lines) > 0 { // it continues on the next line
				line += " " + lines[0]
				lines = lines[1:]
			}
		}
		if err := m.line(line); err != nil {
			return err
		}
	}
	return nil
}

// line adds a line, or a whole import.
func (m *module) line(line string) error {
	for _, found := range lately.FindAllStringSubmatch(line, -1) {
		m.later = append(m.later, found[1])
	}
	switch {
	case strings.HasPrefix(line, "import"):
		found := importing.FindStringSubmatch(line)
		if found == nil {
			return fmt.Errorf("%s: %q: want import { name } from './file.js';", m.name, line)
		}
		m.imports = append(m.imports, imported{path.Join(path.Dir(m.name), found[2]), found[1]})
	case strings.HasPrefix(line, "export ") && !strings.HasPrefix(line, "export {"):
		found := exporting.FindStringSubmatch(line)
		if found == nil {
			return fmt.Errorf("%s: %q: want export before a function, a class or a const", m.name, line)
		}
		m.code, m.exports = append(m.code, found[1]), append(m.exports, found[2])
	case listing.MatchString(line):
		found := listing.FindStringSubmatch(line)
		m.code = append(m.code, found[1])
		for one := range strings.SplitSeq(found[2], ",") {
			local, name, renamed := strings.Cut(strings.TrimSpace(one), " as ")
			if renamed {
				local = name + ": " + local
			}
			m.exports = append(m.exports, local)
		}
	case later.MatchString(within.ReplaceAllString(lately.ReplaceAllString(line, ""), "")):
		return fmt.Errorf("%s: %q: want imports at the beginning of a line, with the name of a file", m.name, line)
	default:
		m.code = append(m.code, line)
	}
	return nil
}

// withoutComments drops the lines that hold nothing except a comment. It keeps all
// lines of a text between back quotes that spans lines.
func withoutComments(lines []string) []string {
	var kept []string
	quoted, comment := false, false
	for _, line := range lines {
		trimmed := strings.TrimSpace(line)
		switch {
		case comment:
			comment = !strings.HasSuffix(trimmed, "*/")
			continue
		case quoted:
		case trimmed == "", strings.HasPrefix(trimmed, "//"):
			continue
		case strings.HasPrefix(trimmed, "/*"):
			end := strings.Index(trimmed, "*/")
			if comment = end < 0; comment || end == len(trimmed)-2 {
				continue
			}
		}
		quoted = quoted != (strings.Count(line, "`")%2 == 1)
		kept = append(kept, line)
	}
	return kept
}
