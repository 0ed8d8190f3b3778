package certificate_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"oxo"
	"oxo/certificate"
	"oxo/claim"
	"oxo/internal/gametest"
)

// TestCheckBy: several goroutines refuse what one refuses, for the same reason and at the same byte. They count the same in what they accept.
func TestCheckBy(t *testing.T) {
	g := gametest.Game(t, "connect4:5x4")
	of := proofOf(t, g, g.Start())
	of.Policies = func(least oxo.Score) certificate.Policies { return g.(claim.Policied).Policies(least, 1) }
	var file bytes.Buffer
	if err := certificate.Write(t.Context(), &file, of); err != nil {
		t.Fatal(err)
	}
	body := file.Bytes()[:file.Len()-sha256.Size]
	head := bytes.Index(body, []byte("parts "))
	random, unheld := rand.New(rand.NewPCG(29, 30)), 0
	for n := range 2000 {
		bad := bytes.Clone(body)
		for range min(n, 3) { // the first is as it was written
			bad[head+random.IntN(len(bad)-head)] = byte(random.IntN(20))
		}
		bad = sealed(bad)
		one, wrong := certificate.Check(bytes.NewReader(bad), lookup)
		several, other := certificate.CheckBy(4-n%4, bytes.NewReader(bad), lookup)
		if fmt.Sprint(wrong) != fmt.Sprint(other) || one.Bytes != several.Bytes || wrong == nil && one != several || n == 0 && wrong != nil {
			t.Fatalf("%v by one, %v by several; %+v, %+v", wrong, other, one, several)
		}
		if _, held := certificate.Read(4-n%4, bytes.NewReader(bad), lookup, nil); fmt.Sprint(held) != fmt.Sprint(wrong) {
			t.Fatalf("%v where it is checked, %v where it is held", wrong, held)
		}
		if wrong != nil && strings.Contains(wrong.Error(), "does not hold") {
			unheld++
		}
	}
	report, err := certificate.CheckBy(4, &file, lookup)
	if t.Logf("%d policies that do not hold, %d in the file, %v", unheld, report.Policies, err); unheld < 20 || report.Policies < 50 {
		t.Errorf("only %d policies that do not hold, and %d in the file", unheld, report.Policies)
	}
}
