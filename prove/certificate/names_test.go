package certificate_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// maxReceivers bounds the number of types in a package that have a method of the same name, such as the inverse
// functions of two views. With more types, a reader of a call has to look up its receiver first.
const maxReceivers = 2

// TestNames: in a package of certificates at most two types have a method of the same name. The test leaves out
// methods of interfaces: of those in the package itself, and of well-known ones in the standard library.
func TestNames(t *testing.T) {
	for _, folder := range []string{".", "lines", "walk", "write", "samples"} {
		files := parsed(t, folder)
		if len(files) == 0 {
			t.Errorf("%s: no files", folder)
		}
		agreed := []string{"Error", "String", "Len", "Less", "Swap", "Push", "Pop", "Read", "Write", "Close"}
		agreed = append(agreed, interfaceMethods(files)...)
		receivers := methodReceivers(files)
		for _, method := range slices.Sorted(maps.Keys(receivers)) {
			if of := receivers[method]; len(of) > maxReceivers && !slices.Contains(agreed, method[strings.Index(method, ".")+1:]) {
				t.Errorf("%s: the method %s has the receivers %v, want %d at most: let each name say what its receiver does", folder, method, of, maxReceivers)
			}
		}
	}
}

// parsed returns the files of a folder, with its tests.
func parsed(t *testing.T, folder string) (files []*ast.File) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}

// methodReceivers returns the receivers of each method, by "package.method".
func methodReceivers(files []*ast.File) map[string][]string {
	receivers := map[string][]string{}
	for _, file := range files {
		for _, declared := range file.Decls {
			if f, ok := declared.(*ast.FuncDecl); ok && f.Recv != nil {
				method := file.Name.Name + "." + f.Name.Name
				receivers[method] = append(receivers[method], typeName(f.Recv.List[0].Type))
			}
		}
	}
	return receivers
}

// typeName returns the name of a receiver's type.
func typeName(of ast.Expr) string {
	switch of := of.(type) {
	case *ast.StarExpr:
		return typeName(of.X)
	case *ast.IndexExpr: // it has a type parameter
		return typeName(of.X)
	case *ast.Ident:
		return of.Name
	}
	return "?"
}

// interfaceMethods returns the methods of the interfaces that files declare.
func interfaceMethods(files []*ast.File) (methods []string) {
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			if of, ok := n.(*ast.InterfaceType); ok {
				for _, m := range of.Methods.List {
					for _, name := range m.Names {
						methods = append(methods, name.Name)
					}
				}
			}
			return true
		})
	}
	return methods
}
