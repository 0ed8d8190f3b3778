//go:build !race

package write_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/internal/prooftest"
	"oxo/prove/certificate"
	"oxo/prove/certificate/write"
)

// notesFile is a file in memory.
type notesFile struct {
	data  []byte
	at    int64
	wrote func()
}

func (f *notesFile) Read(b []byte) (int, error) {
	if f.at >= int64(len(f.data)) {
		return 0, io.EOF
	}
	n := copy(b, f.data[f.at:])
	f.at += int64(n)
	return n, nil
}

func (f *notesFile) Write(b []byte) (int, error) {
	f.data = append(f.data[:f.at], b...)
	f.at += int64(len(b))
	if f.wrote != nil {
		f.wrote()
	}
	return len(b), nil
}

func (f *notesFile) Seek(offset int64, from int) (int64, error) {
	if from != io.SeekStart {
		return 0, errors.ErrUnsupported
	}
	f.at = offset
	return offset, nil
}

func (f *notesFile) Truncate(size int64) error {
	f.data = f.data[:size]
	return nil
}

// open returns the file. It exists if data is not nil.
func (f *notesFile) open(create bool) (write.NotesFile, error) {
	if f.at = 0; f.data == nil {
		if !create {
			return nil, nil
		}
		f.data = []byte{}
	}
	return f, nil
}

// made counts the moves that a writer makes.
type made struct {
	moves *int
	write.Preventer
}

func (m made) Make(to oxo.Move) {
	*m.moves++
	m.Preventer.Make(to)
}

// continuedWithNotes continues a certificate with its notes. It returns the whole file, and the number of moves that the writer
// made before it wrote new bytes.
func continuedWithNotes(t *testing.T, of write.Proof, begun []byte, notes *notesFile) (file []byte, moves int, err error) {
	t.Helper()
	var rest bytes.Buffer
	kept, made := 0, 0
	prevent := of.Prevent
	of.Prevent = func(side oxo.Side) write.Preventer {
		if by := prevent(side); by != nil {
			return makes(by, &made)
		}
		return nil
	}
	of.Unfinished = &write.Unfinished{From: bytes.NewReader(begun), Keep: func(length int64) error {
		kept, moves = int(length), made
		return nil
	}, Notes: &write.Notes{Open: notes.open, Every: notesEvery}}
	of.Unfinished.Notes.PassAll()
	err = write.Certificate(t.Context(), &rest, of)
	return append(begun[:kept:kept], rest.Bytes()...), moves, err
}

func makes(by write.Preventer, moves *int) write.Preventer { return made{moves, by} }

const notesEvery = 60

// interrupted is a certificate and its notes, with their lengths after every addition to the notes.
type interrupted struct {
	whole  []byte
	notes  []byte
	places [][2]int // lengths of the certificate and of the notes
}

func interruptedAnywhere(t *testing.T, of write.Proof) (all interrupted) {
	t.Helper()
	var to bytes.Buffer
	notes := &notesFile{}
	notes.wrote = func() { all.places = append(all.places, [2]int{to.Len(), len(notes.data)}) }
	of.Unfinished = &write.Unfinished{
		From: bytes.NewReader(nil), Keep: func(int64) error { return nil },
		Notes: &write.Notes{Open: notes.open, Every: notesEvery},
	}
	if err := write.Certificate(t.Context(), &to, of); err != nil {
		t.Fatal(err)
	}
	all.whole, all.notes = to.Bytes(), notes.data
	return all
}

// cut returns the files as they are when the certificate is written up to a given byte.
func (i *interrupted) cut(at int) (begun []byte, notes *notesFile) {
	notes = &notesFile{}
	for _, p := range i.places {
		if p[0] <= at {
			notes.data = bytes.Clone(i.notes[:p[1]])
		}
	}
	return bytes.Clone(i.whole[:at]), notes
}

// noted are positions whose certificates have preventions of some size. The last certificate has two preventions, one
// for each side.
var noted = [][2]string{
	{"mnk:7x7x5", ""},
	{"mnk:5x5x4", ""},
	{"mnk:9x8x6", ""},
	{"mnk:5x5x4", "....X/...O./...../...../....."},
}

// TestNotes: with notes the writer continues a file correctly, and makes fewer moves than without.
func TestNotes(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 29))
	for _, start := range noted {
		of, fewer := notedProof(t, start), 0
		all := interruptedAnywhere(t, of)
		for n := range 20 {
			cut := len(all.whole) - 32
			if n > 0 {
				cut = random.IntN(cut)
			}
			begun, notes := all.cut(cut)
			_, without, err := continuedWithNotes(t, of, begun, &notesFile{})
			if err != nil {
				t.Fatal(err)
			}
			for again := range 2 { // the second time with the notes that the first one left
				file, with, err := continuedWithNotes(t, of, begun, notes)
				if err != nil {
					t.Fatal(err)
				}
				if with < without {
					fewer++
				}
				report, err := certificate.CheckBy(1, bytes.NewReader(file), prooftest.Lookup)
				if err != nil || report.Result != of.Result {
					t.Fatalf("%v, %d of %d bytes, time %d: %+v, %v", start, cut, len(all.whole), again, report, err)
				}
				begun = file[:len(file)-32]
			}
		}
		if t.Logf("%v: %d bytes, and %d of notes; fewer moves %d times", start, len(all.whole), len(all.notes), fewer); fewer == 0 {
			t.Error("the notes never saved a move")
		}
	}
}

func notedProof(t *testing.T, start [2]string) write.Proof {
	t.Helper()
	g := gametest.Game(t, start[0])
	p := g.Start()
	if start[1] != "" {
		g, p = gametest.Position(t, start[0], start[1])
	}
	return prooftest.Of(t, g, p)
}

// TestNotesOfAnother: notes and certificates that do not belong together, or are damaged, are refused or do no harm.
func TestNotesOfAnother(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 29))
	var all []interrupted
	var proofs []write.Proof
	for _, start := range noted {
		of := notedProof(t, start)
		proofs, all = append(proofs, of), append(all, interruptedAnywhere(t, of))
	}
	fine, refused := 0, 0
	for n := range 400 {
		i := n % len(all)
		begun, notes := all[i].cut(random.IntN(len(all[i].whole)))
		switch damaged := &begun; n / len(all) % 4 {
		case 0:
			notes = &notesFile{data: bytes.Clone(all[(i+1)%len(all)].notes)}
		case 1:
			notes.data = bytes.Clone(all[i].notes) // notes of more than the part that is written
		case 2:
			if damaged = &notes.data; len(*damaged) == 0 {
				break
			}
			fallthrough
		default:
			(*damaged)[random.IntN(len(*damaged))] ^= byte(1 + random.IntN(255)) //nolint:gosec // a byte
		}
		file, _, err := continuedWithNotes(t, proofs[i], begun, notes)
		if err == nil {
			if _, err = certificate.CheckBy(1, bytes.NewReader(file), prooftest.Lookup); err == nil {
				fine++
				continue
			}
		}
		if refused++; !errors.Is(err, write.ErrNotes) && !errors.Is(err, write.ErrUnfit) && !errors.Is(err, certificate.ErrWrong) {
			t.Errorf("%v: %v", noted[i], err)
		}
	}
	if t.Log(fine, "are proofs,", refused, "are refused"); fine == 0 || refused == 0 {
		t.Error("too few")
	}
}
