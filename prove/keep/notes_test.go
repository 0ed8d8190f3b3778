package keep

import (
	"path/filepath"
	"testing"
)

// TestNotesFile: the file of notes does not exist before it is created, nor after it is removed.
func TestNotesFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x.oxo.part.notes")
	n := notesFile{name: name}
	none := func() {
		t.Helper()
		file, err := n.open(false)
		if file != nil || err != nil {
			t.Fatalf("%v, %v, want none", file, err)
		}
	}
	none()
	file, err := n.open(true)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.Write([]byte("oxo")); err != nil {
		t.Fatal(err)
	}
	if again, err := n.open(false); again != file || err != nil {
		t.Errorf("%v, %v, want the same file", again, err)
	}
	if err := n.close(); err != nil {
		t.Fatal(err)
	}
	file, err = n.open(false)
	if err != nil || file == nil {
		t.Fatalf("%v, %v, want what was written", file, err)
	}
	b := make([]byte, 8)
	if size, _ := file.Read(b); string(b[:size]) != "oxo" {
		t.Errorf("%q", b[:size])
	}
	for range 2 { // the second time the file is gone
		if err := n.close(); err != nil {
			t.Fatal(err)
		}
		if err := n.remove(); err != nil {
			t.Fatal(err)
		}
		none()
	}
}
