package page

import (
	"bytes"
	"fmt"
	"io/fs"
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
func Bundle(from fs.FS, entry string) (bundle []byte, names []string, err error) {
	b := &bundler{from: from, number: map[string]int{}}
	if err := b.add(entry, nil); err != nil {
		return nil, nil, err
	}
	return b.out.Bytes(), b.names, nil
}

type bundler struct {
	from   fs.FS
	out    bytes.Buffer
	names  []string
	number map[string]int // of the modules written
}

// add writes a module after those that it imports. importers are the modules that
// wait for it.
func (b *bundler) add(name string, importers []string) error {
	if _, ok := b.number[name]; ok {
		return nil
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
	return nil
}

func (b *bundler) write(m *module) {
	b.number[m.name] = len(b.names)
	b.names = append(b.names, m.name)
	fmt.Fprintf(&b.out, "// %s\nconst $%d = (() => {\n", m.name, b.number[m.name])
	for _, i := range m.imports {
		if i.names != "" {
			fmt.Fprintf(&b.out, "const {%s} = $%d;\n", strings.ReplaceAll(i.names, " as ", ": "), b.number[i.from])
		}
	}
	for _, line := range m.code {
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
}

// imported is an import of a module: the names as they are between the braces.
type imported struct{ from, names string }

var (
	importing = regexp.MustCompile(`^import\s*(?:\{([^}]*)\}\s*from\s*)?['"](\.\.?/[^'"]+)['"];$`)
	exporting = regexp.MustCompile(`^export ((?:async )?(?:function\*?|class|const) ([\w$]+).*)$`)
	listing   = regexp.MustCompile(`^(.*?)\bexport ?\{([^{}]*)\};$`)
	within    = regexp.MustCompile(`/\*.*?\*/`)
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
	case later.MatchString(within.ReplaceAllString(line, "")):
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
