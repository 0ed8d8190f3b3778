package certificate

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"hash"
	"io"
	"strings"

	"oxo"
	"oxo/prove/certificate/lines"
)

// Report is what a certificate proves, and what it is made of.
type Report struct {
	Game     string `json:"game"`
	Position string `json:"position"`
	Turn     string `json:"turn"`
	Result   string `json:"result"` // win, draw or loss for the side to move
	Nodes    int    `json:"nodes"`
	Ends     int    `json:"ends"`     // leaves where the game is over, those behind threats too
	Pairings int    `json:"pairings"` // leaves by pairs and potential
	Policies int    `json:"policies"` // leaves that a rule answers
	Races    int    `json:"races"`    // leaves at which a side arrives first
	Shared   int    `json:"shared"`   // leaves that refer to an earlier node
	// Unwritten are the pairings whose pairs are not in the file: leaves of kind Found or Better.
	Unwritten int   `json:"unwritten"`
	Bytes     int64 `json:"bytes"`
}

// ErrWrong is wrapped by every error of a certificate that proves nothing.
var ErrWrong = errors.New("not a proof")

// reader reads bytes and numbers, and sums up what it has read.
type reader struct {
	in     *bufio.Reader
	sum    hash.Hash
	report Report
	watch  func(Report) // hears how far the check is, every few thousand nodes; may be nil
	tree   *tree        // what is held of the file; nil where it is only checked
	held   *Certificate // the same
	beside *beside      // what checks meanwhile, or nil
	space  checkSpace   // where that is nil

	expander *expander // writes what is read; nil where it is only checked
}

// enter counts a node.
func (r *reader) enter(kind byte) int {
	if r.report.Nodes++; r.watch != nil && r.report.Nodes%watched == 0 {
		r.watch(r.report)
	}
	r.expander.enter()
	return r.tree.open(kind)
}

// watched is the number of nodes between two reports.
const watched = 1 << 11

// wrong says why a certificate is refused, and where.
func (r *reader) wrong(format string, args ...any) error {
	return wrongAt(r.report.Bytes, fmt.Sprintf(format, args...))
}

// byte reads a byte. It returns an error of reading as it is: only a file that ends too soon is a wrong certificate.
func (r *reader) byte() (byte, error) {
	b, err := r.in.ReadByte()
	switch {
	case errors.Is(err, io.EOF):
		return 0, r.wrong("it ends too soon")
	case err != nil:
		return 0, err
	}
	r.report.Bytes++
	r.sum.Write([]byte{b})
	return b, r.expander.read(b)
}

// number reads a number from 0 to most, written as short as it can be.
func (r *reader) number(most uint64) (n uint64, err error) {
	const bits, last = 7, 9 // of a byte; and the last byte that a number may have
	for i := 0; ; i++ {
		b, err := r.byte()
		switch {
		case err != nil:
			return 0, err
		case i == last && b > 1:
			return 0, r.wrong("the number has more than 64 bits")
		}
		if n |= uint64(b&0x7f) << (bits * i); b >= 0x80 {
			continue
		}
		if i > 0 && b == 0 {
			return 0, r.wrong("the number %d is written longer than it is", n)
		}
		break
	}
	if n > most {
		return 0, r.wrong("%d where %d is the most", n, most)
	}
	return n, nil
}

// field reads a line of the head, and returns what follows its name.
func (r *reader) field(name string) (string, error) {
	var line []byte
	for {
		b, err := r.byte()
		if err != nil {
			return "", err
		}
		if b == '\n' {
			break
		}
		if line = append(line, b); len(line) > 1<<12 {
			return "", r.wrong("a line of the head is too long")
		}
	}
	value, ok := strings.CutPrefix(string(line), name+" ")
	if !ok {
		return "", r.wrong("%.40q where %q and its value belong", line, name)
	}
	return value, nil
}

// Check reads a certificate, and reports what it proves; or why it proves nothing.
// It asks lookup for the game of a name.
func Check(in io.Reader, lookup func(name string) (oxo.Game, error)) (Report, error) {
	return CheckBy(1, in, lookup)
}

// CheckBy is [Check] by that many goroutines, which check the policies of a game of columns, and what pairs leave in k in a row. What
// is proven, or wrong, is the same.
func CheckBy(threads int, in io.Reader, lookup func(name string) (oxo.Game, error)) (Report, error) {
	r := &reader{in: bufio.NewReaderSize(in, 1<<16), sum: newSum()}
	err := r.checkBy(threads, lookup)
	return r.report, err
}

// checkBy is check by that many goroutines.
func (r *reader) checkBy(threads int, lookup func(name string) (oxo.Game, error)) error {
	r.beside = newBeside(threads)
	err := r.check(lookup)
	if wrong := r.beside.end(); wrong != nil {
		r.report.Bytes, err = wrong.at, wrong.wrong()
	}
	return err
}

func (r *reader) check(lookup func(name string) (oxo.Game, error)) error {
	// 1. The head.
	version, err := r.field("oxo certificate")
	if err != nil {
		return err
	}
	if version != "1" {
		return r.wrong("version %.10q: this program reads version 1", version)
	}
	g, p, err := r.position(lookup)
	if err != nil {
		return err
	}
	r.held.of(g, p)
	// 2. The parts: what each proves must be what the result claims.
	if err := r.parts(g, p); err != nil {
		return err
	}
	// 3. The sum.
	sum, file := r.sum.Sum(nil), make([]byte, sumSize)
	n, err := io.ReadFull(r.in, file)
	if r.report.Bytes += int64(n); err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	if !bytes.Equal(sum, file) {
		return r.wrong("its checksum is wrong: the file is damaged")
	}
	switch _, err := r.in.ReadByte(); {
	case err == nil:
		return r.wrong("something follows the checksum")
	case !errors.Is(err, io.EOF):
		return err
	}
	return nil
}

// position reads the game, the position and the result.
func (r *reader) position(lookup func(name string) (oxo.Game, error)) (oxo.Game, oxo.Position, error) {
	name, err := r.field("game")
	if err != nil {
		return nil, nil, err
	}
	g, err := lookup(name)
	if err != nil {
		return nil, nil, r.wrong("%v", err)
	}
	text, err := r.field("position")
	if err != nil {
		return nil, nil, err
	}
	p, err := g.ParsePosition(text)
	if err != nil {
		return nil, nil, r.wrong("%v", err)
	}
	if g.Name() != name || g.FormatPosition(p) != text {
		return nil, nil, r.wrong("the game or the position is not written in full")
	}
	if _, loops := p.(oxo.Looping); loops {
		return nil, nil, r.wrong("%s may come back to an earlier position, which a strategy here does not look at", name)
	}
	r.report.Game, r.report.Position, r.report.Turn = name, text, p.Turn().String()
	r.report.Result, err = r.field("result")
	return g, p, err
}

// parts reads the parts. A win needs one of the side to move, a loss one of the other, a draw
// both.
func (r *reader) parts(g oxo.Game, p oxo.Position) error {
	wanted := map[string][]oxo.Side{"win": {p.Turn()}, "loss": {p.Turn().Opponent()}, "draw": {oxo.First, oxo.Second}}[r.report.Result]
	count, err := r.field("parts")
	if err != nil {
		return err
	}
	if wanted == nil || count != fmt.Sprint(len(wanted)) {
		return r.wrong("a %.10q in %.10q parts: a win and a loss have one, a draw has two", r.report.Result, count)
	}
	for _, side := range wanted {
		s, err := r.number(1)
		if err != nil {
			return err
		}
		if oxo.Side(s) != side {
			return r.wrong("a part of the %v side where one of the %v belongs", oxo.Side(s), side)
		}
		if err := r.part(g, p, side); err != nil {
			return err
		}
		r.tree.done()
	}
	return nil
}

// part checks one strategy.
func (r *reader) part(g oxo.Game, p oxo.Position, side oxo.Side) error {
	kind, err := r.byte()
	if err != nil {
		return err
	}
	r.tree = r.held.begin(side, kind)
	r.expander.part()
	lined, _ := p.(lines.Lined)
	draw := r.report.Result == "draw"
	switch {
	case kind == Strategy:
		least := oxo.By(1)
		if draw {
			least = oxo.Draw
		}
		s := &strategy{r: r, p: p.Clone(), side: side, least: least}
		s.lines = wonByLines(p, side, least)
		_, err := s.node()
		return err
	case (kind == Prevention || kind == Threats) && draw && lined != nil && p.Outcome() == oxo.Ongoing:
		b, ok := lines.NewBoard(lined, side)
		if !ok {
			break
		}
		b.Prepare(kind == Threats)
		c := &prevention{r: r, b: b, seen: lines.NewSetList(b.Count)}
		c.turns, _ = p.(oxo.Symmetric)
		_, err := c.node(p.Turn() == side)
		return err
	case kind == Stealing && draw && lined != nil && side == oxo.First && p.Turn() == side &&
		lined.WinningSets() != nil && g.FormatPosition(p) == g.FormatPosition(g.Start()):
		return nil // lemma 4
	}
	return r.wrong("a part of kind %d cannot prove a %s of this position", kind, r.report.Result)
}
