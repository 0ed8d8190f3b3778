package certificate_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/internal/certtest"
	"oxo/internal/gametest"
	"oxo/internal/prooftest"
	"oxo/internal/race"
	"oxo/prove/certificate"
)

// written proves a position and writes its certificate.
func written(t *testing.T, g oxo.Game, p oxo.Position) (file []byte, result string) {
	t.Helper()
	proven := prooftest.Of(t, g, p)
	return prooftest.Certificate(t, proven), proven.Result
}

// TestCertificates: in every kind of game a proof can be written and checked. The checker reports the result of the
// engine, and the same proof gives the same bytes twice.
func TestCertificates(t *testing.T) {
	race.OneThread(t)
	names := []string{
		"mnk:3x3x3", "mnk:4x3x3", "mnk:4x4x4", "mnk:5x5x4", "mnk:6x5x4", "mnk:6x6x5", "mnk:7x7x5", "mnk:9x8x6", "mnk:4x4x3,misere", "mnk:4x4x4,misere", "mnk:3x3x3,torus", "mnk:5x5x5,torus",
		"connect4:4x4", "connect4:5x4", "sticks:21", "breakthrough:4x4", "othello:4x4",
	}
	for _, name := range names {
		g := gametest.Game(t, name)
		file, result := written(t, g, g.Start())
		report, err := certificate.CheckBy(1, bytes.NewReader(file), prooftest.Lookup)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if report.Result != result || report.Bytes != int64(len(file)) {
			t.Errorf("%s: %+v", name, report)
		}
		if again, _ := written(t, g, g.Start()); !bytes.Equal(file, again) {
			t.Errorf("%s: the second certificate differs", name)
		}
		t.Logf("%s: %s, %d nodes, %d bytes", name, result, report.Nodes, report.Bytes)
	}
}

// TestCertificatesAreSmall: two kinds of leaves keep a file small. Without moves to positions that are already
// written, 4x4x3 misere takes 87,989 nodes. Without a potential that needs no pairs, the torus takes millions.
func TestCertificatesAreSmall(t *testing.T) {
	race.OneThread(t)
	for name, limit := range map[string]int{"mnk:4x4x3,misere": 65_000, "breakthrough:4x4": 299, "mnk:5x5x5,torus": 1, "mnk:5x5x5,misere": 2, "mnk:7x6x4": 700, "mnk:5x4x4,misere": 1000} {
		file, _ := written(t, gametest.Game(t, name), gametest.Game(t, name).Start())
		report, err := certificate.CheckBy(1, bytes.NewReader(file), prooftest.Lookup)
		if err != nil || report.Nodes > limit {
			t.Errorf("%s: %d nodes, %v, want at most %d", name, report.Nodes, err, limit)
		}
	}
}

// TestCertificatesOfPositions does the same for random positions, and for positions in which the game is over.
func TestCertificatesOfPositions(t *testing.T) {
	race.OneThread(t)
	for i, name := range []string{"mnk:3x3x3", "mnk:4x4x3", "mnk:4x4x4", "connect4:4x4", "breakthrough:4x4"} {
		g := gametest.Game(t, name)
		random := rand.New(rand.NewPCG(3, uint64(i)))
		for n := range 25 {
			p := g.Start()
			for range n {
				moves := p.Moves(nil)
				if len(moves) == 0 {
					break
				}
				p.Make(moves[random.IntN(len(moves))])
			}
			file, result := written(t, g, p)
			report, err := certificate.CheckBy(1, bytes.NewReader(file), prooftest.Lookup)
			if err != nil || report.Result != result || report.Turn != p.Turn().String() {
				t.Fatalf("%s %s: %s, %+v, %v", name, g.FormatPosition(p), result, report, err)
			}
		}
	}
}

// TestDamage: the checker refuses a certificate in which a byte is changed, added or removed, or whose end is cut
// off.
func TestDamage(t *testing.T) {
	race.OneThread(t)
	for _, name := range []string{"mnk:4x4x4", "mnk:5x5x4", "connect4:4x4", "mnk:6x5x4"} {
		g := gametest.Game(t, name)
		file, _ := written(t, g, g.Start())
		random := rand.New(rand.NewPCG(5, uint64(len(file))))
		for n := range 200 {
			at := random.IntN(len(file))
			bad := bytes.Clone(file)
			switch n % 4 {
			case 0:
				bad[at] ^= byte(1 + random.IntN(255))
			case 1:
				bad = append(bad[:at], bad[at+1:]...)
			case 2:
				bad = append(bad[:at], append([]byte{byte(random.IntN(256))}, bad[at:]...)...)
			case 3:
				bad = bad[:at]
			}
			if _, err := certificate.CheckBy(1, bytes.NewReader(bad), prooftest.Lookup); !errors.Is(err, certificate.ErrWrong) && !bytes.Equal(bad, file) {
				t.Fatalf("%s: damage %d at byte %d: %v", name, n%4, at, err)
			}
		}
	}
}

// TestFalse: the checker refuses a certificate of a false result, though its checksum is right. Its tree is the proof
// of another result, another game or another position, with some bytes changed at random.
func TestFalse(t *testing.T) {
	race.OneThread(t)
	type claimed struct{ game, position, result string }
	falsehoods := map[string]claimed{
		"mnk:4x4x4":    {"mnk:4x4x3", "..../..../..../....", "draw"},
		"mnk:5x5x4":    {"mnk:6x5x4", "....../....../....../....../......", "draw"},
		"mnk:4x3x3":    {"mnk:3x3x3", ".../.../...", "win"},
		"mnk:6x5x4":    {"mnk:5x5x4", "...../...../...../...../.....", "win"},
		"connect4:4x4": {"connect4:4x4", "", "win"},
		"mnk:6x6x5":    {"mnk:6x6x4", "....../....../....../....../....../......", "draw"},
	}
	for name, f := range falsehoods {
		g := gametest.Game(t, name)
		file, _ := written(t, g, g.Start())
		claimed := gametest.Game(t, f.game)
		if f.position == "" {
			f.position = claimed.FormatPosition(claimed.Start())
		}
		parts := 1
		if f.result == "draw" {
			parts = 2
		}
		body := file[:len(file)-sha256.Size]
		at := bytes.Index(body, []byte("parts "))
		body = body[at+len("parts 1\n"):]
		head := fmt.Appendf(nil, "oxo certificate 1\ngame %s\nposition %s\nresult %s\nparts %d\n", f.game, f.position, f.result, parts)
		random := rand.New(rand.NewPCG(9, uint64(len(file))))
		for n := range 300 {
			bad := append(bytes.Clone(head), body...)
			for range n % 4 {
				bad[len(head)+random.IntN(len(body))] = byte(random.IntN(8))
			}
			if _, err := certificate.CheckBy(1, bytes.NewReader(certtest.Sealed(bad)), prooftest.Lookup); !errors.Is(err, certificate.ErrWrong) {
				t.Fatalf("%s as %v: %v", name, f, err)
			}
		}
	}
}
