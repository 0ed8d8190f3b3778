package label

import (
	"fmt"
	"strings"
)

// Kind is what the cells of a column hold.
type Kind uint8

// The kinds, and the type of a cell of each.
const (
	Text    Kind = iota // string
	Number              // int
	Flag                // bool
	Texts               // []string
	Numbers             // []int
	Flags               // []bool
)

// pointer returns a pointer to an empty cell.
func (k Kind) pointer() any {
	return [...]func() any{
		func() any { return new(string) }, func() any { return new(int) }, func() any { return new(bool) },
		func() any { return new([]string) }, func() any { return new([]int) }, func() any { return new([]bool) },
	}[k]()
}

// Column is one column of a data set.
type Column struct {
	Name string `json:"name"`
	Kind Kind   `json:"kind"`
}

// Row holds a cell for each column.
type Row []any

// field is one or more columns that are filled together.
type field struct {
	columns []Column
	fill    func(row Row, of *Labeled) (Row, error)
}

// columnsOf returns the columns of fields, in order.
func columnsOf(fields []field) []Column {
	var all []Column
	for _, f := range fields {
		all = append(all, f.columns...)
	}
	return all
}

// fillAll makes a row.
func fillAll(fields []field, of *Labeled) (Row, error) {
	var row Row
	var err error
	for _, f := range fields {
		if row, err = f.fill(row, of); err != nil {
			return nil, err
		}
	}
	return row, nil
}

// one is a field of a single column that never fails.
func one(name string, kind Kind, cell func(of *Labeled) any) field {
	return field{[]Column{{name, kind}}, func(row Row, of *Labeled) (Row, error) { return append(row, cell(of)), nil }}
}

// each is a field that lists something of every move.
func each[T any](name string, kind Kind, cell func(of *Labeled, m *Move) T) field {
	return one(name, kind, func(of *Labeled) any {
		list := make([]T, len(of.Moves))
		for i := range of.Moves {
			list[i] = cell(of, &of.Moves[i])
		}
		return list
	})
}

// Formats returns the names of the formats.
func Formats() []string { return []string{"csv", "jsonl", "parquet"} }

// unknown is the error of a name that is not one of the wanted names.
func unknown(what, name string, wanted ...string) error {
	last := len(wanted) - 1
	text := wanted[last]
	if last > 0 {
		text = strings.Join(wanted[:last], ", ") + " or " + text
	}
	return fmt.Errorf("%s %q: want %s", what, name, text)
}
