//go:build !race

package certificate_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"testing"

	"oxo/internal/gametest"
	"oxo/internal/prooftest"
	"oxo/prove/certificate"
	"oxo/prove/certificate/write"
)

// expanded returns a certificate with the pairs of all leaves, and the report of the certificate that was read.
func expanded(t *testing.T, threads int, file []byte) ([]byte, certificate.Report) {
	t.Helper()
	var out bytes.Buffer
	read, err := write.Expand(threads, bytes.NewReader(file), &out, prooftest.Lookup)
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), read
}

// TestExpand: an expanded certificate has the same nodes, but no leaves of the kinds Found and Better. The checker
// accepts it. A second expansion changes nothing.
func TestExpand(t *testing.T) {
	files := map[string][]byte{}
	for name := range map[string]int{"testdata/7x7x5.oxo": 1, "testdata/7x7x5-better.oxo": 1, "testdata/9x8x5-better.oxo": 1} {
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = file
	}
	for _, name := range []string{"mnk:5x5x4", "mnk:6x6x5", "mnk:6x5x4", "mnk:4x4x3,misere", "connect4:4x4", "breakthrough:4x4"} {
		g := gametest.Game(t, name)
		files[name], _ = written(t, g, g.Start())
	}
	g, p := gametest.Position(t, "mnk:5x5x4", "....X/...O./...../...../.....") // two preventions, and pairs set aside
	files["two preventions"], _ = written(t, g, p)
	changed, shared := 0, 0
	for name, file := range files {
		with, read := expanded(t, 1, file)
		again, report := expanded(t, 2, with)
		if !bytes.Equal(with, again) {
			t.Errorf("%s: a second expansion changes the file", name)
		}
		if bytes.Equal(file, with) != (read.Unwritten == 0) {
			t.Errorf("%s: %d leaves without pairs, but the file is unchanged: %v", name, read.Unwritten, bytes.Equal(file, with))
		}
		if read.Unwritten > 0 {
			changed++
			shared += read.Shared
		}
		want := read
		want.Unwritten, want.Bytes = 0, int64(len(with))
		if report != want {
			t.Errorf("%s: %+v, want %+v", name, report, want)
		}
	}
	if t.Log(changed, "files changed, with", shared, "references"); changed < 4 || shared < 100 {
		t.Error("too few")
	}
}

// TestExpandWrong: Expand refuses a wrong file with the same error as the checker, with one goroutine and with two.
func TestExpandWrong(t *testing.T) {
	file, err := os.ReadFile("testdata/7x7x5-better.oxo")
	if err != nil {
		t.Fatal(err)
	}
	for at := 100; at < len(file); at += 97 {
		bad := bytes.Clone(file)
		bad[at] ^= 1
		_, want := certificate.CheckBy(1, bytes.NewReader(bad), prooftest.Lookup)
		if want == nil {
			t.Fatalf("byte %d is damaged, and accepted", at)
		}
		for threads := 1; threads <= 2; threads++ {
			if _, err := write.Expand(threads, bytes.NewReader(bad), io.Discard, prooftest.Lookup); err == nil || err.Error() != want.Error() {
				t.Errorf("byte %d by %d goroutines: %v, want %v", at, threads, err, want)
			}
		}
	}
}

// full accepts a number of bytes, and then returns an error.
type full struct{ room int }

var errFull = errors.New("the disk is full")

func (f *full) Write(b []byte) (int, error) {
	if f.room -= len(b); f.room < 0 {
		return 0, errFull
	}
	return len(b), nil
}

// TestExpandFull: Expand returns an error of the writer as it is, at any place in the file.
func TestExpandFull(t *testing.T) {
	file, err := os.ReadFile("testdata/7x7x5.oxo")
	if err != nil {
		t.Fatal(err)
	}
	with, _ := expanded(t, 1, file)
	for _, room := range []int{0, 1 << 16, len(with) - 33, len(with) - 1} {
		if _, err := write.Expand(1, bytes.NewReader(file), &full{room}, prooftest.Lookup); !errors.Is(err, errFull) || errors.Is(err, certificate.ErrWrong) {
			t.Errorf("room for %d of %d bytes: %v", room, len(with), err)
		}
	}
}
