package census

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"oxo"
	"oxo/internal/datafile"
)

// endingsKind describes the file of a table: lines of text, and then a byte for each number, class by class:
//
//	oxo endings 1
//	game checkers:8x8
//	men 4
//	numbers 7455300
//	checksum 0123456789abcdef
//
//	<the values>
func endingsKind() *datafile.Kind {
	return &datafile.Kind{Magic: "oxo endings ", Version: 1, Name: "table", About: "table of endings", Fields: []string{"game", "men", "numbers", "checksum"}}
}

// WriteTo writes the table as a file.
func (t *Endings) WriteTo(w io.Writer) (int64, error) {
	n, err := io.WriteString(w, endingsKind().Head(t.game, strconv.Itoa(t.men), strconv.Itoa(len(t.values)), fmt.Sprintf("%016x", datafile.Sum(t.values))))
	if err != nil {
		return int64(n), err
	}
	m, err := w.Write(t.values)
	return int64(n) + int64(m), err
}

// IsEndings reports whether a file starts like a table of endings.
func IsEndings(file []byte) bool { return bytes.HasPrefix(file, []byte(endingsKind().Magic)) }

// ReadEndings opens a table of a game. The table reads its values from the file's bytes, which must not change; they
// may be mapped from a disk. An error says what is wrong with the file: it is not a table, it has another version or
// game, it is cut short, or it is damaged.
func ReadEndings(g oxo.Game, file []byte) (*Endings, error) {
	lines, size, err := endingsKind().Parse(file)
	if err != nil {
		return nil, err
	}
	if !oxo.SameName(lines[0], g.Name()) {
		return nil, fmt.Errorf("the table is of %s: want one of %s", lines[0], g.Name())
	}
	men, err1 := strconv.Atoi(lines[1])
	numbers, err2 := strconv.Atoi(lines[2])
	sum, err3 := strconv.ParseUint(lines[3], 16, 64)
	if err := errors.Join(err1, err2, err3); err != nil {
		return nil, fmt.Errorf("the table's lines are damaged: %w", err)
	}
	t, _, err := newEndings(g, men)
	if err != nil {
		return nil, err
	}
	t.values = file[size:]
	return t, t.check(numbers, sum)
}

// check compares the values with the lines of the file and with the game.
func (t *Endings) check(numbers int, sum uint64) error {
	switch all := t.begins[len(t.begins)-1]; {
	case numbers != all:
		return fmt.Errorf("the table has %d numbers, but %s numbers %d positions of at most %d men: make the table again", numbers, t.game, all, t.men)
	case len(t.values) < numbers:
		return fmt.Errorf("the table has %d of its %d values: it was cut short", len(t.values), numbers)
	case len(t.values) > numbers:
		return fmt.Errorf("the table has %d bytes after its %d values", len(t.values)-numbers, numbers)
	}
	if found := datafile.Sum(t.values); found != sum {
		return fmt.Errorf("the table's checksum is %016x, but its values have the checksum %016x: the file is damaged", sum, found)
	}
	return nil
}
