package catalog

import (
	"strconv"
	"strings"
)

// Parameter is a number in the names of a family's games: of columns, say.
type Parameter struct {
	Name string // for a form: "columns"
	// Before is the text before the number in a name: the colon of the first one is
	// there anyway, so its Before is empty; "x" or "+" for others.
	Before             string
	Least, Most, Usual int
	// Values are those possible, where they are not all from Least to Most.
	Values []int
	// None says that 0 is possible too, and that the number is left out then.
	None bool
}

// Option is a word behind the commas of a name.
type Option struct {
	Name  string // "misere"
	About string // "k in a row loses"
}

// Compose writes the name of a game of the family, with a value for each of its
// parameters. Whether there is such a game, Lookup says.
func (f *Family) Compose(values []int, options ...string) string {
	var name strings.Builder
	name.WriteString(f.Name)
	for i, p := range f.Parameters {
		if i >= len(values) || values[i] == 0 && p.None {
			continue
		}
		if i == 0 {
			name.WriteByte(':')
		}
		name.WriteString(p.Before + strconv.Itoa(values[i]))
	}
	for _, o := range options {
		name.WriteString("," + o)
	}
	return name.String()
}

// Size are the parameters of a board: columns and rows, joined by an x.
func Size(least, most, columns, rows int) []Parameter {
	return []Parameter{
		{Name: "columns", Least: least, Most: most, Usual: columns},
		{Name: "rows", Before: "x", Least: least, Most: most, Usual: rows},
	}
}
