package census

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc64"
	"io"
	"strconv"
	"strings"

	"oxo"
)

// A table's file is lines of text and then a byte for each number, class by class:
//
//	oxo endings 1
//	game checkers:8x8
//	men 4
//	numbers 7455300
//	checksum 0123456789abcdef
//
//	<the values>
const (
	endingsMagic   = "oxo endings "
	endingsVersion = 1
)

// WriteTo writes the table as a file.
func (t *Endings) WriteTo(w io.Writer) (int64, error) {
	n, err := fmt.Fprintf(w, "%s%d\ngame %s\nmen %d\nnumbers %d\nchecksum %016x\n\n", endingsMagic, endingsVersion, t.game, t.men, len(t.values), sumOf(t.values))
	if err != nil {
		return int64(n), err
	}
	m, err := w.Write(t.values)
	return int64(n) + int64(m), err
}

func sumOf(values []byte) uint64 { return crc64.Checksum(values, crc64.MakeTable(crc64.ECMA)) }

// ReadEndings opens a table of a game. The table reads its values from the file's
// bytes, which must not change; they may be mapped from a disk. Its error says what is
// wrong with the file: it is no table, of another version or another game, cut short,
// or damaged.
func ReadEndings(g oxo.Game, file []byte) (*Endings, error) {
	if !bytes.HasPrefix(file, []byte(endingsMagic)) {
		return nil, fmt.Errorf("the file is no table of endings: one begins with the line %q", endingsMagic+strconv.Itoa(endingsVersion))
	}
	text, values, found := bytes.Cut(file, []byte("\n\n"))
	lines := strings.Split(string(text), "\n")
	if v := strings.TrimPrefix(lines[0], endingsMagic); v != strconv.Itoa(endingsVersion) {
		return nil, fmt.Errorf("the table is of version %q: this program reads version %d", v, endingsVersion)
	}
	names := []string{"game ", "men ", "numbers ", "checksum "}
	if !found || len(lines) != len(names)+1 {
		return nil, errors.New("the table's lines are not whole: after the first there are game, men, numbers and checksum, and an empty one")
	}
	for i, name := range names {
		if !strings.HasPrefix(lines[i+1], name) {
			return nil, fmt.Errorf("line %d of the table is %q: it begins with %q", i+2, lines[i+1], name)
		}
		lines[i+1] = strings.TrimPrefix(lines[i+1], name)
	}
	if lines[1] != g.Name() {
		return nil, fmt.Errorf("the table is of %s, and not of %s", lines[1], g.Name())
	}
	men, err1 := strconv.Atoi(lines[2])
	numbers, err2 := strconv.Atoi(lines[3])
	sum, err3 := strconv.ParseUint(lines[4], 16, 64)
	if err := errors.Join(err1, err2, err3); err != nil {
		return nil, fmt.Errorf("the table's lines are damaged: %w", err)
	}
	t, _, err := newEndings(g, men)
	if err != nil {
		return nil, err
	}
	t.values = values
	return t, t.check(numbers, sum)
}

// check compares the values with what the lines of the file say, and with the game.
func (t *Endings) check(numbers int, sum uint64) error {
	switch all := t.begins[len(t.begins)-1]; {
	case numbers != all:
		return fmt.Errorf("the table has %d numbers, and %s numbers %d positions of at most %d men: make the table again", numbers, t.game, all, t.men)
	case len(t.values) < numbers:
		return fmt.Errorf("the table has %d of its %d values: it was cut short", len(t.values), numbers)
	case len(t.values) > numbers:
		return fmt.Errorf("the table has %d bytes behind its %d values", len(t.values)-numbers, numbers)
	}
	if found := sumOf(t.values); found != sum {
		return fmt.Errorf("the table's checksum is %016x, and that of its values is %016x: the file is damaged", sum, found)
	}
	return nil
}
