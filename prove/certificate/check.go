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
	"oxo/internal/checksum"
	"oxo/prove/certificate/lines"
)

// Report holds what a certificate proves, and the number of its parts.
type Report struct {
	Game     string `json:"game"`
	Position string `json:"position"`
	Turn     string `json:"turn"`
	Result   string `json:"result"` // win, draw or loss for the side to move
	Nodes    int    `json:"nodes"`
	Ends     int    `json:"ends"`     // leaves where the game is over, and replies after which a threat ends it
	Pairings int    `json:"pairings"` // leaves by pairs and potential
	Policies int    `json:"policies"` // nodes where a policy answers moves
	Races    int    `json:"races"`    // leaves where a side arrives first
	Shared   int    `json:"shared"`   // leaves that refer to an earlier node
	// Unwritten is the number of pairings whose pairs are not in the file: leaves of kind Found or Better.
	Unwritten int   `json:"unwritten"`
	Bytes     int64 `json:"bytes"`
}

// ErrWrong is wrapped by every error of a certificate that proves nothing.
var ErrWrong = errors.New("not a proof")

// Reader reads the parts of a certificate. [CheckBy] checks a whole one; tests of a writer read a single tree with a
// Reader.
type Reader struct {
	in         *bufio.Reader
	sum        hash.Hash
	report     Report
	watch      func(Report) // called every Watched nodes with a report of the part read; may be nil
	hear       Listener
	background *background // checks on other goroutines, or nil
	space      checkSpace  // used if background is nil
}

// enter counts a node.
func (r *Reader) enter(kind byte) {
	if r.report.Nodes++; r.watch != nil && r.report.Nodes%Watched == 0 {
		r.watch(r.report)
	}
	r.hear.Open(kind)
}

// Watched is the number of nodes between two reports.
const Watched = 1 << 11

// wrong returns the error of a wrong certificate, with the place in the file.
func (r *Reader) wrong(format string, args ...any) error {
	return wrongAt(r.report.Bytes, fmt.Sprintf(format, args...))
}

// byte reads a byte. It returns an error of the input as it is: only a file that ends too soon is a wrong
// certificate.
func (r *Reader) byte() (byte, error) {
	b, err := r.in.ReadByte()
	switch {
	case errors.Is(err, io.EOF):
		return 0, r.wrong("it ends too soon")
	case err != nil:
		return 0, err
	}
	r.report.Bytes++
	r.sum.Write([]byte{b})
	return b, r.hear.Byte(b)
}

// number reads a number from 0 to limit, written in as few bytes as possible.
func (r *Reader) number(limit uint64) (n uint64, err error) {
	const bits, last = 7, 9 // bits of the number in a byte; index of the last byte that a number may have
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
			return 0, r.wrong("the number %d has more bytes than it needs", n)
		}
		break
	}
	if n > limit {
		return 0, r.wrong("%d: want at most %d", n, limit)
	}
	return n, nil
}

// maxLine is the greatest length of a line of the head: the positions of rule sheets are long.
const maxLine = 1 << 16

// field reads a line of the head, and returns the value after the name.
func (r *Reader) field(name string) (string, error) {
	var line []byte
	for {
		b, err := r.byte()
		if err != nil {
			return "", err
		}
		if b == '\n' {
			break
		}
		if line = append(line, b); len(line) > maxLine {
			return "", r.wrong("a line of the head is too long")
		}
	}
	value, ok := strings.CutPrefix(string(line), name+" ")
	if !ok {
		return "", r.wrong("%.40q: want %q and a value", line, name)
	}
	return value, nil
}

// Checker checks certificates.
type Checker struct {
	Lookup  func(name string) (oxo.Game, error) // returns the game with a name
	Threads int                                 // see [CheckBy]
	Watch   func(Report)                        // called every Watched nodes with a report of the part read; may be nil
	Hear    Listener                            // may be nil
}

// CheckBy reads a certificate and reports what it proves, or returns an error that says why it proves nothing. It
// returns an error of in as it is; all other errors wrap [ErrWrong]. The function lookup returns the game with a
// name. With more than one thread, other goroutines check the policies in a game of columns, and in k in a row the
// lines that pairs leave. The result is the same.
func CheckBy(threads int, in io.Reader, lookup func(name string) (oxo.Game, error)) (Report, error) {
	return Checker{Threads: threads, Lookup: lookup}.Check(in)
}

// Check does the same as [CheckBy], and calls the listener.
func (c Checker) Check(in io.Reader) (Report, error) {
	hear := c.Hear
	if hear == nil {
		hear = Deaf{}
	}
	r := NewReader(in, hear)
	r.watch = c.Watch
	r.background = newBackground(c.Threads)
	err := r.check(c.Lookup)
	if wrong := r.background.end(); wrong != nil {
		r.report.Bytes, err = wrong.at, wrong.wrong()
	}
	return r.report, err
}

// NewReader returns a reader that reports to a listener what it reads.
func NewReader(in io.Reader, hear Listener) *Reader {
	size := 1 << 16
	if short, ok := in.(*bytes.Reader); ok { // most certificates in memory are short, and checked in large numbers
		size = min(size, short.Len())
	}
	return &Reader{in: bufio.NewReaderSize(in, size), sum: checksum.New(), hear: hear}
}

func (r *Reader) check(lookup func(name string) (oxo.Game, error)) error {
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
	r.hear.Start(g, p)
	// 2. The parts: each must prove what the result claims.
	if err := r.parts(g, p); err != nil {
		return err
	}
	// 3. The sum.
	sum, file := r.sum.Sum(nil), make([]byte, checksum.Size)
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
func (r *Reader) position(lookup func(name string) (oxo.Game, error)) (oxo.Game, oxo.Position, error) {
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
	if !oxo.SameName(g.Name(), name) || g.FormatPosition(p) != text {
		return nil, nil, r.wrong("the game or the position is not written in full")
	}
	if _, loops := p.(oxo.Looping); loops {
		return nil, nil, r.wrong("%s may repeat a position: want a game without repetitions", name)
	}
	r.report.Game, r.report.Position, r.report.Turn = name, text, p.Turn().String()
	r.report.Result, err = r.field("result")
	return g, p, err
}

// parts reads the parts. A win needs a part of the side to move, a loss one of the other side, and a draw one of each
// side.
func (r *Reader) parts(g oxo.Game, p oxo.Position) error {
	wanted := map[string][]oxo.Side{"win": {p.Turn()}, "loss": {p.Turn().Opponent()}, "draw": {oxo.First, oxo.Second}}[r.report.Result]
	count, err := r.field("parts")
	if err != nil {
		return err
	}
	if wanted == nil || count != fmt.Sprint(len(wanted)) {
		return r.wrong("a %.10q in %.10q parts: want a win or a loss in one part, or a draw in two", r.report.Result, count)
	}
	for _, side := range wanted {
		s, err := r.number(1)
		if err != nil {
			return err
		}
		if oxo.Side(s) != side {
			return r.wrong("a part of the %v side: want one of the %v side", oxo.Side(s), side)
		}
		if err := r.part(g, p, side); err != nil {
			return err
		}
	}
	return nil
}

// part checks one strategy.
func (r *Reader) part(g oxo.Game, p oxo.Position, side oxo.Side) error {
	kind, err := r.byte()
	if err != nil {
		return err
	}
	r.hear.Part(side, kind)
	lined, _ := p.(lines.Lined)
	draw := r.report.Result == "draw"
	switch {
	case kind == Strategy:
		least := oxo.By(1)
		if draw {
			least = oxo.Draw
		}
		s := &strategy{Goal: NewGoal(p.Clone(), side, least), r: r}
		_, err := s.node()
		return err
	case (kind == Prevention || kind == Threats) && draw && lined != nil && p.Outcome() == oxo.Ongoing:
		b, ok := lines.NewBoard(lined, side)
		if !ok {
			break
		}
		b.Prepare(kind == Threats)
		turns, _ := p.(oxo.Symmetric)
		_, err := r.Prevention(b, turns, lines.Squares{}, p.Turn() == side)
		return err
	case kind == Stealing && draw && lined != nil && side == oxo.First && p.Turn() == side &&
		lined.WinningSets() != nil && g.FormatPosition(p) == g.FormatPosition(g.Start()):
		return nil // lemma 4
	}
	return r.wrong("a part of kind %d cannot prove a %s of this position", kind, r.report.Result)
}
