package datafile_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"oxo/internal/datafile"
)

func kind() *datafile.Kind {
	return &datafile.Kind{Magic: "oxo thing ", Version: 3, Name: "thing", About: "thing of a test", Fields: []string{"game", "size"}}
}

func TestHead(t *testing.T) {
	head := kind().Head("a\nb", "7")
	if want := "oxo thing 3\ngame a b\nsize 7\n\n"; head != want {
		t.Fatalf("%q, want %q", head, want)
	}
	values, size, err := kind().ReadHead(strings.NewReader(head + "data"))
	if err != nil || len(values) != 2 || values[0] != "a b" || values[1] != "7" || size != len(head) {
		t.Errorf("%q, %d, %v", values, size, err)
	}
	for text, want := range map[string]string{
		"":                                         `want "oxo thing 3" as its first line`,
		"oxo thing 4\ngame x\nsize 1\n\n":          `of version "4": this program reads version 3`,
		"oxo thing 3\ngame x\nsize 1\n":            "not complete: want game and size after the first",
		"oxo thing 3\ngame x\n\n":                  "not complete",
		"oxo thing 3\ngame x\nsizes 1\n\n":         `line 3 of the thing is "sizes 1": want a line that begins with "size "`,
		"oxo thing 3" + strings.Repeat("x", 1<<17): "of version",
	} {
		if _, _, err := kind().Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", text, err, want)
		}
	}
}

// TestSeal: any changed bit and any missing byte is detected.
func TestSeal(t *testing.T) {
	var file bytes.Buffer
	if err := datafile.Sealed(&file, func(w io.Writer) error {
		for _, s := range []string{"so", "me ", "data"} {
			if _, err := io.WriteString(w, s); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	check := func(b []byte) (int64, error) { return datafile.Check(bytes.NewReader(b), int64(len(b))) }
	if n, err := check(file.Bytes()); n != int64(len("some data")) || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	for i := range file.Len() {
		for bit := range 8 {
			damaged := bytes.Clone(file.Bytes())
			damaged[i] ^= 1 << bit
			if _, err := check(damaged); err == nil {
				t.Errorf("bit %d of byte %d changed, and nobody noticed", bit, i)
			}
		}
		if _, err := check(file.Bytes()[:i]); err == nil {
			t.Errorf("cut at %d, and nobody noticed", i)
		}
	}
}

// TestReplace: a failure leaves only the old file, unchanged.
func TestReplace(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	write := func(text string, err error) error {
		return datafile.Replace(name, func(w io.Writer) error {
			_, _ = io.WriteString(w, text)
			return err
		})
	}
	has := func(want string) {
		t.Helper()
		if got, err := os.ReadFile(name); err != nil || string(got) != want {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
		if all, _ := os.ReadDir(filepath.Dir(name)); len(all) != 1 {
			t.Errorf("%d files", len(all))
		}
	}
	if err := write("old", nil); err != nil {
		t.Fatal(err)
	}
	has("old")
	failed := errors.New("failed")
	if err := write("new", failed); !errors.Is(err, failed) {
		t.Errorf("%v", err)
	}
	has("old")
	if err := write("new", nil); err != nil {
		t.Fatal(err)
	}
	has("new")
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full here: a full disk is not tested")
	}
	if err := os.Symlink("/dev/full", name+".part"); err != nil {
		t.Fatal(err)
	}
	if err := write(strings.Repeat("more", 1<<20), nil); err == nil || !strings.Contains(err.Error(), "no space") {
		t.Errorf("a full disk: %v", err)
	}
	has("new")
}
