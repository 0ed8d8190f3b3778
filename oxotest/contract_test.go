//go:build !race

package oxotest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"oxo"
)

// contractMutants break promises that the other mutants keep, so that each method of
// the contract has at least one mutant.
func contractMutants() []mutant {
	return []mutant{
		{"the name has a blank", "Game.Name", spoiltRow(func(g *row) { g.name = "six squares" }), "name", "a name begins with a word"},
		{"Second moves first", "Game.Start", spoiltRow(func(g *row) {
			g.start = func(p *marking) { p.turn = oxo.Second }
		}), "start", "First moves first"},
		{"each start has another mark", "Game.Start", spoiltRow(func(g *row) {
			starts := uint8(0)
			g.start = func(p *marking) {
				starts++
				p.marks.of[0] = starts % 2
			}
		}), "start", "all starts are equal"},
		{"ParseMove reads every square", "Game.ParseMove", spoiltRow(func(g *row) {
			g.parseMove = func(_ *marking, text string) (oxo.Move, error) {
				return oxo.Move(max(0, strings.IndexByte("abcdef", (text + " ")[0]))), nil
			}
		}), "notation", "ParseMove refuses illegal moves"},
		{"two squares have one name", "Game.FormatMove", spoiltRow(func(g *row) {
			g.formatMove = func(text string) string { return strings.Replace(text, "b", "a", 1) }
		}), "notation", "ParseMove reads what FormatMove writes"},
		{"a move is a comment", "Game.FormatMove", spoiltRow(func(g *row) {
			g.formatMove = func(text string) string { return "#" + text }
		}), "notation", "a move is not a word of the line protocol"},
		{"ParsePosition forgets a pass", "Game.ParsePosition", spoiltRow(func(g *row) {
			g.parsePosition = func(p *marking) { p.marks.passes = 0 }
		}), "notation", "ParsePosition reads it back"},
		{"in a finished game the turn is that of the last mover", "Position.Turn", spoiltRow(func(g *row) {
			g.turn = func(p *marking) oxo.Side {
				if p.marks.passes > 1 {
					return p.turn.Opponent()
				}
				return p.turn
			}
		}), "moves", "the turn passes with every move"},
		{"there is no symmetry 0", "Symmetric.Symmetries", spoiltRow(func(g *row) { g.symmetries = 0 }), "symmetry", "symmetry 0 is always there"},
		{"UnmapMove maps nothing", "Symmetric.UnmapMove", spoiltRow(func(g *row) {
			g.unmapMove = func(m oxo.Move, _ int) oxo.Move { return m }
		}), "symmetry", "UnmapMove is the inverse of MapMove"},
		{"a canonical hash is in Hi", "Symmetric.Canonical", spoiltRow(func(g *row) {
			g.keyBits = 0
			g.canonical = func(p *marking) (oxo.Key, int) {
				return oxo.Key{Hi: min(p.marks.key(p.turn), p.marks.mirrored().key(p.turn))}, 0
			}
		}), "symmetry", "without exact keys the canonical key is a hash in Lo"},
		{"Restore forgets the passes", "Restorable.Restore", spoiltRow(func(g *row) {
			g.restore = func(p *marking, key uint64) {
				p.become(key)
				p.marks.passes = 0
			}
		}), "restore", "Restore makes the state of a key"},
		{"Restore keeps the old list of moves", "Restorable.Restore", spoiltRow(func(g *row) {
			g.restore = func(p *marking, key uint64) {
				full := p.full
				p.become(key)
				p.full = full
			}
		}), "restore", "Restore makes the state of a key"},
		{"Expand empties its buffer", "Guide.Expand", spoiltRow(func(g *row) {
			g.append = func(_, children []oxo.Child) []oxo.Child { return children }
		}), "guide", "Expand appends to its buffer"},
	}
}

// TestEveryMethod: some mutant breaks each method of the contract's interfaces.
func TestEveryMethod(t *testing.T) {
	broken := map[string]bool{}
	for _, m := range mutants() {
		broken[m.breaks] = true
	}
	methods := 0
	for _, name := range []string{"position.go", "optional.go", "facts.go", "guide.go"} {
		file, err := parser.ParseFile(token.NewFileSet(), "../"+name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			if i, ok := spec.Type.(*ast.InterfaceType); ok {
				for _, field := range i.Methods.List {
					for _, method := range field.Names {
						if methods++; !broken[spec.Name.Name+"."+method.Name] {
							t.Errorf("no mutant breaks %s.%s", spec.Name, method)
						}
					}
				}
			}
			return true
		})
	}
	if methods < 24 {
		t.Errorf("the contract has %d methods: are its files others now?", methods)
	}
}
