//go:build !race

package certificate_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"testing/iotest"

	"oxo"
	"oxo/internal/certtest"
	"oxo/internal/prooftest"
	"oxo/prove/certificate"
	"oxo/prove/certificate/lines"
)

// TestFinder: if the writer has found a leaf, the checker finds it too, with the same zone. The writer may search
// after a reply, where the checker has the board with that reply. Pairs may be set aside.
func TestFinder(t *testing.T) {
	for _, kind := range []uint64{certificate.Found, certificate.Better} {
		t.Run(strconv.Itoa(int(kind)), func(t *testing.T) { testFinder(t, kind) })
	}
}

func testFinder(t *testing.T, kind uint64) {
	t.Helper()
	random := rand.New(rand.NewPCG(11, 3))
	leaves, searched, after, lone := 0, 0, 0, 0
	for n := range 4000 {
		b, ok := certtest.Varied(t, random, n)
		if !ok {
			continue
		}
		g := &certtest.Guesser{Random: random, Board: b}
		if random.IntN(3) == 0 {
			pairs := g.Pairs(certificate.Aside)
			if left, ok := b.Without(certtest.MatesOf(pairs)); ok {
				b.Narrow(left)
				lone++
			}
		}
		var unsettled lines.Squares
		for _, m := range g.Empties()[:random.IntN(len(g.Empties())+1)] {
			unsettled.Add(m)
		}
		reply := lines.NoSquare
		f := &lines.Finder{}
		f.Collect(b)
		if empties := g.Empties(); len(empties) > 0 && random.IntN(2) == 0 {
			reply = empties[0]
		}
		if !f.Pairs(kind == certificate.Better, b.Kin, reply, lines.PackOf(&unsettled)) {
			continue
		}
		zone, sure := f.Zone()
		if !sure && !f.Searched(lines.SearchBudget) {
			continue
		}
		leaves++
		if !sure {
			searched++
		}
		if reply != lines.NoSquare {
			after++
			b.Owner[reply] = 0
		}
		got, err := certificate.NewReader(bytes.NewReader([]byte{byte(kind)}), certificate.Deaf{}).Prevention(b, nil, unsettled, false)
		if err != nil || got != zone.Unpacked() {
			t.Fatalf("%v: the writer found a leaf with the zone %v, and the checker %v, %v", b.Owner, zone.Unpacked(), got, err)
		}
	}
	t.Log(leaves, "leaves,", searched, "by a search,", after, "after a reply,", lone, "positions with pairs aside")
	if leaves < 500 || searched < 5 || after < 100 {
		t.Error("too few")
	}
}

// TestFoundPairs: the checker accepts the pairs of a finder if and only if it accepts them as pairs of a file, with
// the same zone. So a wrong finder proves nothing false. A finder does not change the board.
func TestFoundPairs(t *testing.T) {
	random := rand.New(rand.NewPCG(59, 2))
	accepted, refused := 0, 0
	for n := range 1000 {
		b, ok := certtest.Varied(t, random, n)
		if !ok {
			continue
		}
		var pairs [][2]oxo.Move
		f, unsettled, before := &lines.Finder{}, lines.AllSquares(), slices.Clone(b.Owner)
		if f.Find(random.IntN(2) == 0, b, &unsettled) {
			pairs = f.Found()
		}
		if !slices.Equal(before, b.Owner) || unsettled != lines.AllSquares() {
			t.Fatalf("the finder has changed the board %v to %v", before, b.Owner)
		}
		for range random.IntN(3) { // a wrong finder
			square := oxo.Move(random.IntN(b.Count))
			switch i := random.IntN(len(pairs) + 1); {
			case i == len(pairs):
				pairs = append(pairs, [2]oxo.Move{square, oxo.Move(random.IntN(b.Count))})
			case random.IntN(2) == 0:
				pairs[i][random.IntN(2)] = square
			default:
				pairs = slices.Delete(pairs, i, i+1)
			}
		}
		want, right := pairsOfFile(b, pairs)
		zone, err := certificate.FoundPairs(b, pairs)
		if right != (err == nil) || right && zone != want {
			t.Fatalf("lines %v, squares %v: the pairs %v of a finder give %v, %v, and those of a file %v, %v", b.Lines, b.Owner, pairs, zone, err, want, right)
		}
		if right {
			accepted++
		} else {
			refused++
		}
	}
	if t.Log(accepted, "accepted,", refused, "refused"); accepted < 100 || refused < 100 {
		t.Error("too few")
	}
}

// pairsOfFile returns the zone of pairs in a file, and whether the checker accepts them.
func pairsOfFile(b *lines.Board, pairs [][2]oxo.Move) (zone lines.Squares, ok bool) {
	for _, kind := range []byte{certificate.Pairs, certificate.Rest} {
		node := append([]byte{kind}, binary.AppendUvarint(nil, uint64(len(pairs)))...)
		for _, pair := range pairs {
			node = binary.AppendUvarint(binary.AppendUvarint(node, uint64(pair[0])), uint64(pair[1]))
		}
		if zone, err := certificate.NewReader(bytes.NewReader(node), certificate.Deaf{}).Prevention(b, nil, lines.Squares{}, false); err == nil {
			return zone, true
		}
	}
	return zone, false
}

// stored holds files that oxo solve --method pn --out made, with their numbers of nodes. The first file was made before
// the format had patterns. The other two have leaves of kind Better. The last is a proof of mnk:9x8x5 after f4 g4 c5 h6
// d2 e7 h4 e5 c3 e3 g7 h7.
var stored = map[string]int{"testdata/7x7x5.oxo": 6558, "testdata/7x7x5-better.oxo": 1752, "testdata/9x8x5-better.oxo": 2487}

// TestStored: the checker still accepts stored files, since its search for pairs is a part of the format.
func TestStored(t *testing.T) {
	for name, nodes := range stored {
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		report, err := certificate.CheckBy(1, bytes.NewReader(file), prooftest.Lookup)
		if err != nil || report.Result != "draw" || report.Nodes != nodes {
			t.Errorf("%s: %+v, %v", name, report, err)
		}
	}
}

// TestReadError: the checker returns a read error at any byte as it is, not as an error of the certificate.
func TestReadError(t *testing.T) {
	file, err := os.ReadFile("testdata/7x7x5.oxo")
	if err != nil {
		t.Fatal(err)
	}
	broken := errors.New("the disk is broken")
	at := []int{len(file), len(file) - 1, len(file) - 31, len(file) - 33}
	for n := range 100 {
		at = append(at, n*len(file)/100)
	}
	for _, n := range at {
		in := io.MultiReader(bytes.NewReader(file[:n]), iotest.ErrReader(broken))
		_, err := certificate.CheckBy(1, in, prooftest.Lookup)
		if !errors.Is(err, broken) || errors.Is(err, certificate.ErrWrong) {
			t.Errorf("byte %d of %d: %v", n, len(file), err)
		}
	}
}
