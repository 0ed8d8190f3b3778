package certificate_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"oxo"
	"oxo/game/knowledge"
	"oxo/internal/certtest"
	"oxo/internal/gametest"
	"oxo/internal/prooftest"
	"oxo/internal/race"
	"oxo/prove/certificate"
	"oxo/prove/certificate/walk"
	"oxo/prove/certificate/write"
)

// TestCheckBy: several goroutines refuse the same files as one goroutine, for the same reason and at the same byte.
// They report the same counts for the files that they accept.
func TestCheckBy(t *testing.T) {
	for _, c := range []struct {
		game  string
		files int
		why   string
	}{{"connect4:5x4", 2000, "does not hold"}, {"mnk:7x7x5", 300, "a search does not keep"}} {
		g := gametest.Game(t, c.game)
		of := prooftest.Of(t, g, g.Start())
		if p, ok := g.(knowledge.Policied); ok {
			of.Policies = func(least oxo.Score) write.PolicyFinder { return p.Policies(least, 1) }
		}
		file := prooftest.Certificate(t, of)
		body := file[:len(file)-sha256.Size]
		head := bytes.Index(body, []byte("parts "))
		random, unheld := rand.New(rand.NewPCG(29, 30)), 0
		files, least := c.files, 20
		if race.Enabled {
			files, least = files/5, least/5
		}
		for n := range files {
			bad := bytes.Clone(body)
			for range min(n, 3) { // the first file is unchanged
				bad[head+random.IntN(len(bad)-head)] = byte(random.IntN(20))
			}
			if checkedAlike(t, certtest.Sealed(bad), 4-n%4, n == 0, c.why) {
				unheld++
			}
		}
		if t.Logf("%s: %d times %q", c.game, unheld, c.why); unheld < least {
			t.Error("too few")
		}
	}
}

// checkedAlike checks a file with one goroutine and with several, and reports whether the file is refused for a
// certain reason.
func checkedAlike(t *testing.T, file []byte, threads int, right bool, why string) bool {
	t.Helper()
	one, wrong := certificate.CheckBy(1, bytes.NewReader(file), prooftest.Lookup)
	several, other := certificate.CheckBy(threads, bytes.NewReader(file), prooftest.Lookup)
	if fmt.Sprint(wrong) != fmt.Sprint(other) || one.Bytes != several.Bytes || wrong == nil && one != several || right && wrong != nil {
		t.Fatalf("%v by one, %v by several; %+v, %+v", wrong, other, one, several)
	}
	if _, held := walk.Read(threads, bytes.NewReader(file), prooftest.Lookup, nil); fmt.Sprint(held) != fmt.Sprint(wrong) {
		t.Fatalf("CheckBy: %[2]v, walk.Read: %[1]v", wrong, held)
	}
	return wrong != nil && strings.Contains(wrong.Error(), why)
}
