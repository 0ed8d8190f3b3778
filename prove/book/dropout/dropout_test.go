package dropout

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/internal/datafile"
	"oxo/internal/gametest"
	"oxo/internal/race"
	"oxo/search"
)

// made makes a book.
func made(t testing.TB, name string, o Options) *Book {
	t.Helper()
	b, err := Make(context.Background(), gametest.Game(t, name), o)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// file returns a book as a file.
func file(t testing.TB, b *Book) []byte {
	t.Helper()
	var f bytes.Buffer
	if n, err := b.WriteTo(&f); err != nil || int(n) > f.Len() {
		t.Fatal(n, err)
	}
	return f.Bytes()
}

func small(positions int) Options {
	return Options{Nodes: 200, Positions: positions, Keep: 3, Margin: 60}
}

// games returns games of every kind: symmetric ones, one with margins, ones that loop, ones
// whose keys are hashes.
func games() []string {
	return []string{"othello:6x6", "chess", "checkers", "connect4:6x5", "mnk:7x7x5", "chess:5x5"}
}

// TestMake: a book is legal and adds up, and its searches can be repeated. It is the same with
// several threads, and if it was interrupted and continued from its file.
func TestMake(t *testing.T) {
	for _, name := range games() {
		g := gametest.Game(t, name)
		whole := made(t, name, small(30))
		if whole.Len() < 30 {
			t.Errorf("%s: %d positions", name, whole.Len())
		}
		if n, err := whole.Check(context.Background(), CheckOptions{Sample: -1, Threads: 2}); err != nil || n != whole.Len() {
			t.Errorf("%s: %d searched again, %v", name, n, err)
		}
		two := small(30)
		two.Threads = 2
		if !bytes.Equal(file(t, made(t, name, two)), file(t, whole)) {
			t.Errorf("%s: another book with two threads", name)
		}
		begun, err := Read(g, file(t, made(t, name, small(15))))
		if err != nil {
			t.Fatal(name, err)
		}
		rest := small(30)
		rest.Known = begun
		if !bytes.Equal(file(t, made(t, name, rest)), file(t, whole)) {
			t.Errorf("%s: another book where it was interrupted", name)
		}
	}
}

// TestMinimax compares the estimates with a separate minimax through the book: from searches of
// its ends, by the text of positions and a map.
func TestMinimax(t *testing.T) {
	for _, name := range []string{"breakthrough:6x6", "connect4:6x5"} { // no position is reached by lines of two lengths
		g := gametest.Game(t, name)
		b := made(t, name, small(60))
		s := search.New(search.Options{TableBytes: TableBytes(b.Nodes())})
		depth := 0
		var value func(p oxo.Position, plies int) oxo.Score
		value = func(p oxo.Position, plies int) oxo.Score {
			depth = max(depth, plies)
			best := -oxo.Infinity
			for _, m := range b.Openings(p) {
				p.Make(m.Move)
				over, inside := p.Outcome() != oxo.Ongoing, len(b.Openings(p)) > 0
				v := oxo.Draw
				switch {
				case over:
					v = estimate(oxo.Final(p))
				case inside:
					v = value(p, plies+1)
				}
				p.Unmake(m.Move)
				if !over && !inside { // an end of the book
					return estimate(s.Search(context.Background(), p, search.Limits{Nodes: b.Nodes()}).Score)
				}
				best = max(best, -v)
			}
			return best
		}
		p := g.Start()
		if got, want := b.Openings(p)[0].Score, value(p, 0); got != want {
			t.Errorf("%s: the book says %d, minimax %d", name, got, want)
		}
		if depth < 3 {
			t.Errorf("%s: the book is %d plies deep", name, depth)
		}
	}
}

// TestImages: all images of a position have the images of its moves, and the same estimates.
func TestImages(t *testing.T) {
	b := made(t, "othello:6x6", small(20))
	p := b.Game().Start()
	first := p.Moves(nil)
	if len(first) != 4 {
		t.Fatal(first)
	}
	var scores []oxo.Score
	for _, m := range first {
		p.Make(m)
		all := b.Openings(p)
		if len(all) == 0 {
			t.Fatal("a first move of Othello is not in the book")
		}
		for _, o := range all {
			if !slices.Contains(p.Moves(nil), o.Move) || o.Proven || !o.ByBook {
				t.Errorf("%v of %s", o, b.Game().FormatPosition(p))
			}
		}
		scores = append(scores, all[0].Score)
		p.Unmake(m)
	}
	if slices.Min(scores) != slices.Max(scores) {
		t.Errorf("the images are worth %v", scores)
	}
}

// TestDropOut: the next position expanded is as near to the start as any other end, counting a
// ply and the loss for each move; and the lines after a better first move are in total at
// least as long.
func TestDropOut(t *testing.T) {
	race.OneThread(t)
	b := made(t, "chess", Options{Nodes: 1000, Positions: 150, Keep: 3, Margin: 50})
	var costs struct{ done, open []int64 }
	var visit func(p oxo.Position, cost int64)
	seen := map[oxo.Key]int64{}
	visit = func(p oxo.Position, cost int64) {
		key := identify(p).key
		if before, ok := seen[key]; ok && before <= cost {
			return
		}
		seen[key] = cost
		i, _ := b.find(key)
		if b.record(i).flags&expanded == 0 {
			return
		}
		all := b.Openings(p)
		for _, m := range all {
			p.Make(m.Move)
			if len(b.Openings(p)) > 0 {
				visit(p, cost+25+int64(all[0].Score-m.Score))
			}
			p.Unmake(m.Move)
		}
	}
	visit(b.Game().Start(), 0)
	for i := range b.Len() {
		switch r := b.record(i); {
		case r.flags&expanded != 0:
			costs.done = append(costs.done, seen[r.key])
		case r.flags&decided == 0:
			costs.open = append(costs.open, seen[r.key])
		}
	}
	// Estimates change as the book grows, so the limit is not sharp.
	slices.Sort(costs.done)
	slices.Sort(costs.open)
	if done, open := costs.done[len(costs.done)/2], costs.open[len(costs.open)/2]; done >= open || costs.done[len(costs.done)*9/10] > costs.open[len(costs.open)/2] {
		t.Errorf("half of what is expanded is at most %d away, half of the rest at least %d", done, open)
	}
	if all := b.Openings(b.Game().Start()); len(all) > 3 {
		t.Errorf("%d moves of the start", len(all))
	}
}

// TestInterrupted: the end of the context leaves a complete, smaller book.
func TestInterrupted(t *testing.T) {
	g := gametest.Game(t, "othello:6x6")
	ctx, stop := context.WithCancel(context.Background())
	o := small(1000)
	o.Progress = func(n int) {
		if n >= 20 {
			stop()
		}
	}
	b, err := Make(ctx, g, o)
	if !errors.Is(err, context.Canceled) || b == nil || b.Len() < 20 || b.Len() > 30 {
		t.Fatalf("%v, %v", b, err)
	}
	if _, err := b.Check(context.Background(), CheckOptions{Sample: -1}); err != nil {
		t.Error(err)
	}
	if b, err := Make(ctx, g, o); err == nil || b != nil {
		t.Errorf("%v, %v after the end", b, err)
	}
}

// TestDecided: a game solved by the search of its start has a book of one position.
func TestDecided(t *testing.T) {
	o := small(10)
	o.Nodes = 100_000
	if b := made(t, "tictactoe", o); b.Len() != 1 || b.Openings(b.Game().Start())[0].Score != 0 || b.Openings(b.Game().Start())[0].Proven {
		t.Errorf("%d positions, %v", b.Len(), b.Openings(b.Game().Start()))
	}
}

// TestOptions: impossible options get an error.
func TestOptions(t *testing.T) {
	g := gametest.Game(t, "othello:6x6")
	b := made(t, "othello:6x6", small(5))
	for want, change := range map[string]func(*Options){
		"0 nodes":              func(o *Options) { o.Nodes = 0 },
		"0 positions":          func(o *Options) { o.Positions = 0 },
		"0 moves":              func(o *Options) { o.Keep = 0 },
		"1000 moves":           func(o *Options) { o.Keep = 1000 },
		"margin of -1":         func(o *Options) { o.Margin = -1 },
		"want the same values": func(o *Options) { o.Known, o.Nodes = b, 301 },
	} {
		o := small(5)
		change(&o)
		if _, err := Make(context.Background(), g, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, where %q is expected", err, want)
		}
	}
}

// sealed ends a file with its checksum.
func sealed(body []byte) []byte {
	var f bytes.Buffer
	_ = datafile.Sealed(&f, func(w io.Writer) error { _, err := w.Write(body); return err })
	return f.Bytes()
}

// TestFile: a written file is read back, and a damaged one is refused with an error that says
// what is wrong.
func TestFile(t *testing.T) {
	b := made(t, "connect4:6x5", small(12))
	g, whole := b.Game(), file(t, b)
	body := whole[:len(whole)-17]
	head := bytes.Index(whole, []byte("\n\n")) + 2
	again, err := Read(g, whole)
	if err != nil || !bytes.Equal(file(t, again), whole) || again.Len() != b.Len() || again.Nodes() != 200 {
		t.Fatalf("read again: %v", err)
	}
	change := func(from, to string) []byte { return sealed(bytes.Replace(body, []byte(from), []byte(to), 1)) }
	set := func(at int, with byte) []byte {
		c := bytes.Clone(body)
		c[head+at] = with
		return sealed(c)
	}
	flipped := bytes.Clone(whole)
	flipped[len(flipped)-30] ^= 4
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"nothing":         {nil, "not a book"},
		"another file":    {[]byte("oxo book 1\n"), "not a book of estimates"},
		"a later version": {change("estimates 1", "estimates 2"), `version "2"`},
		"another game":    {change("6x5", "5x5"), "of connect4:5x5: want one of connect4:6x5"},
		"cut short":       {whole[:len(whole)-40], "not complete"},
		"damaged":         {flipped, "checksum"},
		"no number":       {change("keep 3", "keep x"), "damaged"},
		"below 0":         {change("margin 60", "margin -1"), "damaged"},
		"too many":        {change("positions ", "positions 1"), "lines say"},
		"the order":       {set(15, 0xff), "order"},
		"a first move":    {set(23, 0xff), "does not have"},
		"a parent":        {set(31, 0xff), "does not have"},
	} {
		if _, err := Read(g, c.file); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, where %q is expected", name, err, c.want)
		}
	}
	if name, err := GameOf(whole); err != nil || name != g.Name() || !Is(whole) || Is([]byte("oxo book 1")) {
		t.Errorf("the file is of %q, %v", name, err)
	}
}

// TestCheck: each wrong statement of a file is found, even if its checksum is right.
func TestCheck(t *testing.T) {
	b := made(t, "connect4:6x5", small(12))
	g, whole := b.Game(), file(t, b)
	body := whole[:len(whole)-17]
	head := bytes.Index(whole, []byte("\n\n")) + 2
	records, moves := head, head+b.Len()*recordBytes
	end := 0
	for i := range b.Len() {
		if b.record(i).flags&expanded == 0 {
			end = i
		}
	}
	for name, c := range map[string]struct {
		at   int
		with uint32
		want string
	}{
		"an illegal move":  {moves + moveBytes*int(b.record(end).first), 99, "legal"},
		"an estimate":      {moves + moveBytes*int(b.record(b.root()).first) + 4, 123456, ""},
		"a search":         {records + recordBytes*end + 24, 4242, ""},
		"a parent":         {records + recordBytes*end + 28, uint32(end), "reached"},
		"plies":            {records + recordBytes*end + 32, 77 | 1<<16, "is another one than"},
		"a list of moves":  {records + recordBytes*end + 16, 1, "lacks"},
		"a flag, expanded": {records + recordBytes*b.root() + 32, uint32(b.record(b.root()).moves) << 16, ""},
	} {
		changed := bytes.Clone(body)
		binary.LittleEndian.PutUint32(changed[c.at:], c.with)
		read, err := Read(g, sealed(changed))
		if err == nil {
			_, err = read.Check(context.Background(), CheckOptions{Sample: -1})
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, where %q is expected", name, err, c.want)
		}
	}
}

// TestNeverIllegal: whatever the bytes of a book, its moves are legal.
func TestNeverIllegal(t *testing.T) {
	for _, name := range []string{"chess:5x5", "othello:6x6", "mnk:5x5x4"} {
		neverIllegal(t, made(t, name, small(30)))
	}
}

func neverIllegal(t *testing.T, b *Book) {
	t.Helper()
	body := file(t, b)
	head := bytes.Index(body, []byte("\n\n")) + 2
	body = body[:len(body)-17]
	rng := rand.New(rand.NewPCG(1, 1))
	answers := 0
	for range 1000 {
		changed := bytes.Clone(body)
		for range 1 + rng.IntN(4) {
			changed[head+rng.IntN(len(changed)-head)] = byte(rng.Uint32())
		}
		read, err := Read(b.Game(), sealed(changed))
		if err != nil {
			continue
		}
		p := b.Game().Start()
		for p.Outcome() == oxo.Ongoing {
			moves := read.Openings(p)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))].Move
			if answers++; !slices.Contains(p.Moves(nil), m) {
				t.Fatalf("%d is not legal in %s", m, b.Game().FormatPosition(p))
			}
			p.Make(m)
			if answers%50 == 0 {
				break // moves may form a cycle
			}
		}
	}
	if answers < 300 {
		t.Errorf("%d answers: too few", answers)
	}
}

// FuzzRead: whatever the file, Read, a look-up and the walk return a result or an
// error.
func FuzzRead(f *testing.F) {
	b := made(f, "connect4:6x5", small(6))
	whole := file(f, b)
	f.Add(whole[:len(whole)-17])
	f.Add([]byte("oxo estimates 1\ngame connect4:6x5\nnodes 1\nkeep 1\nmargin 0\npositions 0\nmoves 0\n\n"))
	f.Fuzz(func(_ *testing.T, body []byte) {
		if read, err := Read(b.Game(), sealed(body)); err == nil {
			read.Openings(b.Game().Start())
			_, _ = read.Lines(2)
		}
	})
}
