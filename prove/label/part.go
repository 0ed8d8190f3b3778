package label

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
)

// A part is the file of a data set that is not finished, whatever its format will be: Parquet can
// only be written at once. The first line says what the data set is; each further line is an array
// of the number of a position and the cells of its row. A line that was cut short is dropped, and
// so are the positions after the last whole line.
//
//	{"oxo label":1,"of":"connect4:7x6 ...","columns":[{"name":"position","kind":0}, ...]}
//	[0,"...", ...]

// partHead is the first line of a part.
type partHead struct {
	Version int      `json:"oxo label"`
	Of      string   `json:"of"`
	Columns []Column `json:"columns"`
}

const partVersion = 1

// Part says how far an unfinished file goes.
type Part struct {
	Rows  int   // whole rows
	Next  int   // the number of the first position that is not labelled
	Bytes int64 // to keep
}

// ErrOther is the error of a part that belongs to another data set.
var ErrOther = errors.New("it is not the unfinished file of this command")

// ReadPart reads an unfinished file. of describes the data set: the game, the positions and the
// options. An empty file has no rows.
func (p *Plan) ReadPart(of string, r io.Reader) (Part, error) {
	var part Part
	lines := bufio.NewReader(r)
	first, err := lines.ReadBytes('\n')
	if errors.Is(err, io.EOF) {
		if head, err := p.PartHead(of); err != nil || !bytes.HasPrefix(head, first) {
			return part, errors.Join(ErrOther, err)
		}
		return part, nil // nothing, or not even the whole first line
	}
	if err != nil {
		return part, err
	}
	var head partHead
	if json.Unmarshal(first, &head) != nil || head.Version != partVersion || head.Of != of || !reflect.DeepEqual(head.Columns, p.Columns()) {
		return part, ErrOther
	}
	part.Bytes = int64(len(first))
	err = eachLine(lines, func(line []byte) error {
		n, _, err := p.parse(line)
		if err != nil {
			return fmt.Errorf("row %d of the unfinished file is damaged: remove it, and begin again: %w", part.Rows+1, err)
		}
		part.Rows, part.Next, part.Bytes = part.Rows+1, n+1, part.Bytes+int64(len(line))
		return nil
	})
	return part, err
}

// eachLine calls f for each whole line.
func eachLine(lines *bufio.Reader, f func(line []byte) error) error {
	for {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = f(line)
		}
		if err != nil {
			return err
		}
	}
}

// PartHead returns the first line of a part.
func (p *Plan) PartHead(of string) ([]byte, error) {
	line, err := json.Marshal(partHead{partVersion, of, p.Columns()})
	return append(line, '\n'), err
}

// PartRow returns the line of a row.
func PartRow(n int, row Row) ([]byte, error) {
	line, err := json.Marshal(append([]any{n}, row...))
	return append(line, '\n'), err
}

// parse reads the line of a row.
func (p *Plan) parse(line []byte) (n int, row Row, err error) {
	columns := p.Columns()
	var cells []json.RawMessage
	if err := json.Unmarshal(line, &cells); err != nil {
		return 0, nil, err
	}
	if len(cells) != len(columns)+1 {
		return 0, nil, fmt.Errorf("it has %d cells: want %d", len(cells), len(columns)+1)
	}
	if err := json.Unmarshal(cells[0], &n); err != nil {
		return 0, nil, err
	}
	for i, c := range columns {
		cell := c.Kind.pointer()
		if err := json.Unmarshal(cells[i+1], cell); err != nil {
			return 0, nil, err
		}
		row = append(row, reflect.ValueOf(cell).Elem().Interface())
	}
	return n, row, nil
}

// Convert writes the rows of a finished part in a format.
func (p *Plan) Convert(part io.Reader, format string, to io.Writer) error {
	w, err := p.NewWriter(format, to)
	if err != nil {
		return err
	}
	lines := bufio.NewReader(part)
	if _, err := lines.ReadBytes('\n'); err != nil {
		return err
	}
	if err := eachLine(lines, func(line []byte) error {
		_, row, err := p.parse(line)
		if err != nil {
			return err
		}
		return w.Write(row)
	}); err != nil {
		return err
	}
	return w.Close()
}
