package certificate

import (
	"bufio"
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
	"oxo/game/catalog"
	"oxo/games"
	"oxo/prove/certificate/lines"
)

// scattered returns the board of a random position for the side that has just moved.
func scattered(t *testing.T, random *rand.Rand, name string) (*lines.Board, bool) {
	t.Helper()
	g, err := catalog.Lookup(games.All(), name)
	if err != nil {
		t.Fatal(err)
	}
	p := g.Start()
	for range random.IntN(len(p.Moves(nil))) {
		moves := p.Moves(nil)
		if p.Make(moves[random.IntN(len(moves))]); p.Outcome() != oxo.Ongoing {
			return nil, false
		}
	}
	b, ok := lines.NewBoard(p.(lines.Lined), p.Turn().Opponent()) //nolint:forcetypeassert // a game of lines
	if ok {
		b.Kin = lines.NewKin(b.Lines, b.Count)
	}
	return b, ok
}

// lined returns an empty board with lines of any squares.
func lined(random *rand.Rand) *lines.Board {
	b := &lines.Board{Count: 20 + random.IntN(80)}
	for range b.Count {
		b.Owner = append(b.Owner, -1)
	}
	for range 8 + random.IntN(16) {
		line := []oxo.Move{}
		for _, m := range random.Perm(b.Count)[:3+random.IntN(3)] {
			line = append(line, oxo.Move(m))
		}
		b.Lines = append(b.Lines, line)
	}
	b.Kin = lines.NewKin(b.Lines, b.Count)
	return b
}

// varied returns a board of either kind, by turns.
func varied(t *testing.T, random *rand.Rand, n int) (*lines.Board, bool) {
	t.Helper()
	if n%2 == 1 {
		return lined(random), true
	}
	return scattered(t, random, []string{"mnk:4x4x3", "mnk:5x5x4", "mnk:6x6x5", "mnk:8x7x5", "mnk:9x8x5"}[n/2%5])
}

// TestFinder: a leaf that the writer has found is one that the checker finds, with the same zone: where the
// writer looks behind a reply, too, and the checker at the board with it; and where pairs are set aside.
func TestFinder(t *testing.T) {
	for _, kind := range []uint64{Found, Better} {
		t.Run(strconv.Itoa(int(kind)), func(t *testing.T) { testFinder(t, kind) })
	}
}

func testFinder(t *testing.T, kind uint64) {
	t.Helper()
	random := rand.New(rand.NewPCG(11, 3))
	leaves, searched, behind, lone := 0, 0, 0, 0
	for n := range 4000 {
		b, ok := varied(t, random, n)
		if !ok {
			continue
		}
		g := &guesser{random: random, b: b}
		if random.IntN(3) == 0 {
			pairs := g.pairs(Aside)
			var partner lines.Mates
			for i := 2; i < len(pairs); i += 2 {
				partner.Join(oxo.Move(pairs[i]), oxo.Move(pairs[i+1]))
			}
			if left, ok := b.Without(partner); ok {
				b.Narrow(left)
				lone++
			}
		}
		var unsettled lines.Squares
		for _, m := range g.empties()[:random.IntN(len(g.empties())+1)] {
			unsettled.Add(m)
		}
		reply := lines.NoSquare
		f := &lines.Finder{}
		f.Collect(b)
		if empties := g.empties(); len(empties) > 0 && random.IntN(2) == 0 {
			reply = empties[0]
		}
		if !f.Pairs(kind == Better, b.Kin, reply, lines.PackOf(&unsettled)) {
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
			behind++
			b.Owner[reply] = 0
		}
		c := &prevention{b: b, unsettled: unsettled, r: &reader{in: bufio.NewReader(bytes.NewReader([]byte{byte(kind)})), sum: newSum()}}
		got, err := c.node(false)
		if err != nil || got != zone.Unpacked() {
			t.Fatalf("%v: the writer found a leaf with the zone %v, and the checker %v, %v", b.Owner, zone.Unpacked(), got, err)
		}
	}
	t.Log(leaves, "leaves,", searched, "by a search,", behind, "behind a reply,", lone, "positions with pairs aside")
	if leaves < 500 || searched < 5 || behind < 100 {
		t.Error("too few")
	}
}

// TestFoundPairs: the checker takes the pairs of a finder where it takes them as pairs of a file, with the same zone, and refuses all
// others: so a wrong finder proves nothing false. A finder does not change the board.
func TestFoundPairs(t *testing.T) {
	random := rand.New(rand.NewPCG(59, 2))
	accepted, refused := 0, 0
	for n := range 1000 {
		b, ok := varied(t, random, n)
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
		c := &prevention{b: b, r: &reader{}}
		zone, err := c.foundPairs(Found, pairs)
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

// pairsOfFile returns the zone of pairs that stand in a file, and whether the checker accepts them.
func pairsOfFile(b *lines.Board, pairs [][2]oxo.Move) (zone lines.Squares, ok bool) {
	for _, kind := range []byte{Pairs, Rest} {
		node := append([]byte{kind}, binary.AppendUvarint(nil, uint64(len(pairs)))...)
		for _, pair := range pairs {
			node = binary.AppendUvarint(binary.AppendUvarint(node, uint64(pair[0])), uint64(pair[1]))
		}
		c := &prevention{b: b, r: &reader{in: bufio.NewReader(bytes.NewReader(node)), sum: newSum()}}
		if zone, err := c.node(false); err == nil {
			return zone, true
		}
	}
	return zone, false
}

// stored are files that oxo solve --method pn --out made, and their nodes: one from before there were patterns, and two with leaves of kind Better. The last is
// of mnk:9x8x5 behind f4 g4 c5 h6 d2 e7 h4 e5 c3 e3 g7 h7.
var stored = map[string]int{"testdata/7x7x5.oxo": 6558, "testdata/7x7x5-better.oxo": 1752, "testdata/9x8x5-better.oxo": 2487}

// TestStored: the checker still accepts stored files, since how it looks for pairs is a part of the format.
func TestStored(t *testing.T) {
	for name, nodes := range stored {
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		report, err := Check(bytes.NewReader(file), func(name string) (oxo.Game, error) { return catalog.Lookup(games.All(), name) })
		if err != nil || report.Result != "draw" || report.Nodes != nodes {
			t.Errorf("%s: %+v, %v", name, report, err)
		}
	}
}

// TestReadError: an error of reading, at any byte, is returned as it is, and not as an error of the certificate.
func TestReadError(t *testing.T) {
	file, err := os.ReadFile("testdata/7x7x5.oxo")
	if err != nil {
		t.Fatal(err)
	}
	broken := errors.New("the disk is broken")
	at := []int{len(file), len(file) - 1, len(file) - 31, len(file) - 33}
	for n := range 400 {
		at = append(at, n*len(file)/400)
	}
	for _, n := range at {
		in := io.MultiReader(bytes.NewReader(file[:n]), iotest.ErrReader(broken))
		_, err := Check(in, func(name string) (oxo.Game, error) { return catalog.Lookup(games.All(), name) })
		if !errors.Is(err, broken) || errors.Is(err, ErrWrong) {
			t.Errorf("byte %d of %d: %v", n, len(file), err)
		}
	}
}

// TestFoundAgain: a walk finds the pairs that the checker found, so they have the zone that it noted for the answer above.
func TestFoundAgain(t *testing.T) {
	kinds := map[uint16]int{}
	for name := range stored {
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		c, err := Read(1, bytes.NewReader(file), func(name string) (oxo.Game, error) { return catalog.Lookup(games.All(), name) }, nil)
		if err != nil {
			t.Fatal(err)
		}
		w, err := c.Walk(oxo.Second)
		if err != nil {
			t.Fatal(err)
		}
		foundAgain(t, w, kinds)
	}
	if t.Log("leaves by kind:", kinds); kinds[Found] < 2000 || kinds[Better] < 500 {
		t.Error("too few")
	}
}

func foundAgain(t *testing.T, w *Walker, kinds map[uint16]int) {
	t.Helper()
	tree := w.part.tree
	for at := 2; at < tree.nodes.Len(); at++ {
		leaf, above := tree.nodes.At(at), tree.nodes.At(at-1)
		if leaf.symmetry == 0 || leaf.kind != Pairs && leaf.kind != Rest || above.kind != Move {
			continue
		}
		var zone lines.Squares
		zone.Add(leaf.move)
		pairs := w.pairsAt(at)
		for _, pair := range pairs {
			zone.Add(pair[0])
			zone.Add(pair[1])
		}
		for _, loose := range w.boardAt(at).Loose(lines.PartnersOf(pairs)) {
			zone.Union(&loose)
		}
		if noted := tree.zones.At(int(above.at)); zone != noted {
			t.Fatalf("node %d: the zone is %v, and was %v", at, zone, noted)
		}
		kinds[leaf.symmetry>>8]++
	}
}
