package label

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"
	"strings"
)

// Writer writes the rows of a data set in one of the formats.
type Writer interface {
	// Write writes a row.
	Write(row Row) error
	// Close writes the rest; the underlying writer stays open.
	Close() error
}

// NewWriter returns a writer of a format: "csv", "jsonl" or "parquet".
func (p *Plan) NewWriter(format string, to io.Writer) (Writer, error) {
	columns := p.Columns()
	switch format {
	case "csv":
		w := &csvWriter{csv: csv.NewWriter(to)}
		if p.Header() {
			w.header = columns
		}
		return w, nil
	case "jsonl":
		w := &jsonWriter{to: to}
		for _, c := range columns {
			name, err := json.Marshal(c.Name)
			if err != nil {
				return nil, err
			}
			w.names = append(w.names, string(name))
		}
		return w, nil
	case "parquet":
		return newParquetWriter(columns, to), nil
	}
	return nil, unknown("--format", format, Formats()...)
}

// csvWriter writes CSV, with lists as words separated by blanks.
type csvWriter struct {
	csv    *csv.Writer
	header []Column // still to be written
	cells  []string
}

func (w *csvWriter) Write(row Row) error {
	if err := w.begin(); err != nil {
		return err
	}
	w.cells = w.cells[:0]
	for _, cell := range row {
		w.cells = append(w.cells, cellText(cell))
	}
	if err := w.csv.Write(w.cells); err != nil {
		return err
	}
	w.csv.Flush()
	return w.csv.Error()
}

func (w *csvWriter) begin() error {
	if w.header == nil {
		return nil
	}
	var names []string
	for _, c := range w.header {
		names = append(names, c.Name)
	}
	w.header = nil
	return w.csv.Write(names)
}

func (w *csvWriter) Close() error {
	if err := w.begin(); err != nil {
		return err
	}
	w.csv.Flush()
	return w.csv.Error()
}

// cellText writes a cell for CSV.
func cellText(cell any) string {
	switch c := cell.(type) {
	case string:
		return c
	case int:
		return strconv.Itoa(c)
	case bool:
		return strconv.FormatBool(c)
	case []string:
		return strings.Join(c, " ")
	case []int:
		return words(c, strconv.Itoa)
	case []bool:
		return words(c, strconv.FormatBool)
	}
	panic("label: a cell of an unknown type") // the fields of this package make no other
}

func words[T any](list []T, word func(T) string) string {
	var all []string
	for _, x := range list {
		all = append(all, word(x))
	}
	return strings.Join(all, " ")
}

// jsonWriter writes an object a line.
type jsonWriter struct {
	to    io.Writer
	names []string
	line  []byte
}

func (w *jsonWriter) Write(row Row) error {
	w.line = w.line[:0]
	for i, cell := range row {
		separator := byte(',')
		if i == 0 {
			separator = '{'
		}
		value, err := json.Marshal(cell)
		if err != nil {
			return err
		}
		w.line = append(append(append(append(w.line, separator), w.names[i]...), ':'), value...)
	}
	_, err := w.to.Write(append(w.line, '}', '\n'))
	return err
}

func (w *jsonWriter) Close() error { return nil }
