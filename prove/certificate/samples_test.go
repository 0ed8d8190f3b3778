//go:build !race

package certificate_test

import (
	"bytes"
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"

	"oxo/internal/prooftest"
	"oxo/prove/certificate"
	"oxo/prove/certificate/samples"
)

// TestSamples: the checker accepts each right sample, and refuses each wrong one for the reason that the sample
// names, with one goroutine and with two.
func TestSamples(t *testing.T) {
	right, wrong := 0, 0
	for _, s := range samples.All() {
		for threads := 1; threads <= 2; threads++ {
			_, err := certificate.CheckBy(threads, bytes.NewReader(s.File), prooftest.Lookup)
			switch {
			case s.Right && err != nil:
				t.Errorf("%s: %v", s.Name, err)
			case !s.Right && (!errors.Is(err, certificate.ErrWrong) || s.Error == "" || !strings.Contains(err.Error(), s.Error)):
				t.Errorf("%s: %v, want %q", s.Name, err, s.Error)
			}
		}
		if s.Right {
			right++
		} else {
			wrong++
		}
	}
	if t.Log(right, "right,", wrong, "wrong"); right < 20 || wrong < 40 {
		t.Error("too few")
	}
}

// TestSamplesOfRules: each rule of the document has a wrong sample, except the two rules that no small file can
// break.
func TestSamplesOfRules(t *testing.T) {
	document, err := os.ReadFile("../../docs/lookup/certificate-format.md")
	if err != nil {
		t.Fatal(err)
	}
	has, names := map[string]bool{}, map[string]bool{}
	for _, s := range samples.All() {
		has[s.Rule] = has[s.Rule] || !s.Right
		if names[s.Name] || s.Why == "" || len(s.File) > 4096 {
			t.Errorf("%s: twice, or without a reason, or large: %d bytes", s.Name, len(s.File))
		}
		names[s.Name] = true
	}
	rules := regexp.MustCompile(`\*\*(R\d+)[.,]`).FindAllStringSubmatch(string(document), -1)
	if len(rules) != 35 {
		t.Errorf("%d rules", len(rules))
	}
	for _, rule := range rules {
		if name := rule[1]; has[name] == (name == "R24" || name == "R35") {
			t.Errorf("%s has a wrong sample: %v", name, has[name])
		}
	}
}

// TestSamplesUnwritten: no sample has leaves without pairs in the file, for which a checker has to search.
func TestSamplesUnwritten(t *testing.T) {
	for _, s := range samples.All() {
		if report, _ := certificate.CheckBy(1, bytes.NewReader(s.File), prooftest.Lookup); report.Unwritten > 0 {
			t.Errorf("%s: %d leaves", s.Name, report.Unwritten)
		}
	}
}
