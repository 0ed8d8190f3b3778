package catalog

import (
	"strconv"
	"strings"
)

// Parameter is a number in the names of a family's games, such as the number of
// columns.
type Parameter struct {
	Name string // for a form: "columns"
	// Before is the text before the number in a name: empty for the first parameter,
	// which follows the colon; "x" or "+" for others.
	Before             string
	Least, Most, Usual int
	// Values are the possible values, unless all from Least to Most are possible.
	Values []int
	// None says that 0 is possible too; then the name omits the number.
	None bool
}

// Option is a word after a comma in a name.
type Option struct {
	Name  string // "misere"
	About string // "k in a row loses"
}

// Compose writes the name of a game of the family from the values of its parameters.
// Lookup decides whether the game exists.
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

// Size returns the parameters of a board: columns and rows, joined by an x.
func Size(least, most, columns, rows int) []Parameter {
	return []Parameter{
		{Name: "columns", Least: least, Most: most, Usual: columns},
		{Name: "rows", Before: "x", Least: least, Most: most, Usual: rows},
	}
}
