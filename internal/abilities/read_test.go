//go:build !race

package abilities

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const root = "../.."

// source holds the interfaces that the code of the module declares and uses. They are named as in Go, by package and
// name.
type source struct {
	declared  map[string]string   // the file of each interface
	readers   map[string][]string // the packages that ask for it in a type assertion
	stated    map[string][]string // the types of games that are stated to implement it, in their tests
	anonymous []string            // files with assertions of interfaces that have no name
}

// read parses the code of the module.
func read(t *testing.T) *source {
	t.Helper()
	s := &source{declared: map[string]string{}, readers: map[string][]string{}, stated: map[string][]string{}}
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && d.Name() != ".." || d.Name() == "tools" || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		name, err := filepath.Rel(root, file)
		if err != nil || filepath.Ext(file) != ".go" || strings.HasPrefix(name, "internal/abilities/") {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		s.file(filepath.ToSlash(name), parsed)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range []map[string][]string{s.readers, s.stated} {
		for name := range list {
			slices.Sort(list[name])
			list[name] = slices.Compact(list[name])
		}
	}
	return s
}

func (s *source) file(name string, parsed *ast.File) {
	names := names{parsed.Name.Name, map[string]string{}}
	for _, i := range parsed.Imports {
		to, _ := strconv.Unquote(i.Path.Value) //nolint:errcheck // it was parsed
		if i.Name != nil {
			names.imports[i.Name.Name] = path.Base(to)
		}
	}
	if path.Base(name) == "abilities_test.go" {
		s.statements(parsed, names)
	}
	if strings.HasSuffix(name, "_test.go") {
		return
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.TypeSpec:
			if kind, ok := n.Type.(*ast.InterfaceType); ok && len(kind.Methods.List) > 0 {
				s.declared[names.of(n.Name)] = name
			}
		case *ast.TypeAssertExpr:
			s.asks(name, names, n.Type)
		case *ast.TypeSwitchStmt:
			for _, c := range n.Body.List {
				for _, to := range c.(*ast.CaseClause).List { //nolint:forcetypeassert // the grammar says so
					s.asks(name, names, to)
				}
			}
		}
		return true
	})
}

// asks notes that a file has a type assertion.
func (s *source) asks(file string, names names, to ast.Expr) {
	if _, ok := to.(*ast.InterfaceType); ok {
		s.anonymous = append(s.anonymous, file)
	}
	if name := names.of(to); name != "" && !strings.HasPrefix(file, "games/") {
		s.readers[name] = append(s.readers[name], path.Dir(file))
	}
}

// statements notes lines such as _ oxo.Keyed = (*position)(nil).
func (s *source) statements(parsed *ast.File, names names) {
	ast.Inspect(parsed, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		call, ok := spec.Values[0].(*ast.CallExpr)
		if !ok {
			return true
		}
		pointer := ast.Unparen(call.Fun)
		if star, ok := pointer.(*ast.StarExpr); ok {
			pointer = star.X
		}
		if generic, ok := pointer.(*ast.IndexExpr); ok {
			pointer = generic.X
		}
		name := names.of(spec.Type)
		s.stated[name] = append(s.stated[name], names.of(pointer))
		return true
	})
}

// names holds the package of a file, and the names that the file uses for other packages.
type names struct {
	own     string
	imports map[string]string
}

// of returns the name of a type with its package, or "" if the type has no name.
func (n names) of(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return n.own + "." + e.Name
	case *ast.SelectorExpr:
		if from, ok := e.X.(*ast.Ident); ok {
			return cmp.Or(n.imports[from.Name], from.Name) + "." + e.Sel.Name
		}
	}
	return ""
}
