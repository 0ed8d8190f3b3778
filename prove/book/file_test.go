package book

import (
	"bytes"
	"strings"
	"testing"

	"oxo/internal/gametest"
)

// TestFile: a written file is read back, and a damaged one is refused with an error that says
// what is wrong.
func TestFile(t *testing.T) {
	g := gametest.Game(t, "connect4:4x4")
	b := made(t, g, 3)
	file := b.File()
	again, err := Read(g, file)
	if err != nil || !bytes.Equal(again.File(), file) || again.Plies() != 3 || again.Len() != b.Len() {
		t.Fatalf("read again: %v", err)
	}
	change := func(from, to string) []byte { return bytes.Replace(file, []byte(from), []byte(to), 1) }
	flipped := bytes.Clone(file)
	flipped[len(flipped)-3] ^= 4
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"nothing":          {nil, "not a book"},
		"another file":     {[]byte("<!DOCTYPE html>"), "not a book"},
		"a later version":  {change("book 1", "book 2"), `version "2"`},
		"another game":     {change("4x4", "5x4"), "of connect4:5x4: want one of connect4:4x4"},
		"cut in the lines": {file[:30], "not complete"},
		"cut in values":    {file[:len(file)-5], "cut short"},
		"too long":         {append(bytes.Clone(file), 0, 0), "2 bytes after"},
		"other plies":      {change("plies 3", "plies 4"), "a different number"},
		"a bad number":     {change("plies 3", "plies x"), "damaged"},
		"a huge number":    {change("plies 3", "plies 99999"), "damaged"},
		"a wrong line":     {change("plies 3", "piles 3"), `begins with "plies "`},
		"a value":          {flipped, "checksum"},
		"the checksum":     {change("checksum ", "checksum 1"), ""},
	} {
		if _, err := Read(g, c.file); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	if name, err := GameOf(file); err != nil || name != g.Name() {
		t.Errorf("the file is of %q, %v", name, err)
	}
}

// FuzzRead: Read returns a book or an error for every file, and a book has the positions of the game.
func FuzzRead(f *testing.F) {
	f.Add([]byte("oxo book 1\ngame mnk:3x3x3\nplies 1\npositions 4\nchecksum 0123456789abcdef\n\n\x00\x00\x00\x00"))
	f.Add([]byte("oxo book 1\ngame mnk:3x3x3\nplies 9\npositions 627\nchecksum 0\n\n"))
	f.Add([]byte("oxo book 1\n\n"))
	g := gametest.Game(f, "mnk:3x3x3")
	f.Fuzz(func(t *testing.T, file []byte) {
		if b, err := Read(g, file); err == nil && b.Len() != len(b.values) {
			t.Errorf("%d positions have %d values", b.Len(), len(b.values))
		}
	})
}
