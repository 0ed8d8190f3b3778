// Command narrow checks the types of all packages and tests as a 32-bit machine has them, where an int has 32 bits: a
// constant that is too large for it is an error. It reads sources only. The compiler would find the same, but would have
// to compile every dependency for that machine first, which takes minutes where nothing is cached.
//
//	narrow ./...
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	faults, err := check(".", os.Args[1:])
	if err == nil && len(faults) > 0 {
		err = fmt.Errorf("%d errors for 32 bits:\n%s", len(faults), strings.Join(faults, "\n"))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "narrow:", err)
		os.Exit(1)
	}
}

// check returns the errors of the packages of a module, by its folder.
func check(folder string, patterns []string) ([]string, error) {
	modules, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedFiles, Dir: folder, Tests: true, Env: env()}, patterns...)
	if err != nil {
		return nil, err
	}
	own := map[string]bool{}
	for _, p := range modules {
		for _, file := range p.GoFiles {
			own[file] = true
		}
	}
	all, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedTypes |
			packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedTypesSizes,
		Dir:   folder,
		Tests: true,
		Env:   env(),
		ParseFile: func(set *token.FileSet, name string, text []byte) (*ast.File, error) {
			file, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
			if file != nil && !own[name] {
				withoutBodies(file)
			}
			return file, err
		},
	}, patterns...)
	if err != nil {
		return nil, err
	}
	var faults []string
	for _, p := range all {
		for _, e := range p.Errors {
			faults = append(faults, e.Error())
		}
	}
	return faults, nil
}

// withoutBodies drops what functions do: of a dependency only its declarations matter.
func withoutBodies(file *ast.File) {
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			f.Body = nil
		}
	}
}

func env() []string {
	return append(os.Environ(), "GOARCH=386", "CGO_ENABLED=0")
}
