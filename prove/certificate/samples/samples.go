// Package samples has small certificates, right and wrong ones, to test a checker with.
package samples

import (
	_ "embed"
	"encoding/hex"
	"strings"

	"oxo/internal/checksum"
)

// Sample is a small certificate to test a checker with. A wrong sample breaks one rule and keeps all other rules. So a checker that
// forgets the rule accepts the file.
type Sample struct {
	Name  string // name of its file, without the extension
	Right bool
	Rule  string // the rule of docs/lookup/certificate-format.md that it tests: R1 to R34
	Why   string // what the file shows, or what is wrong
	Error string // if it is wrong: a part of the error of [certificate.CheckBy]
	File  []byte
}

// samplesText has the samples without their checksums.
//
//go:embed samples.txt
var samplesText string

// All returns the samples, always the same ones in the same order.
func All() (all []Sample) {
	for _, text := range strings.Split(samplesText, "\nfile ")[1:] {
		all = append(all, sampleOf(text))
	}
	return all
}

// sampleOf reads a sample: its name, and then lines. A line that begins with a keyword sets a field, and a line that begins
// with > is one of the head. Other lines hold bytes.
func sampleOf(text string) (s Sample) {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	s.Name = lines[0]
	s.Right = strings.HasPrefix(s.Name, "right-")
	sum, tail := "", ""
	for _, line := range lines[1:] {
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "rule":
			s.Rule = rest
		case "why":
			s.Why = rest
		case "error":
			s.Error = rest
		case "sum":
			sum = rest
		case "tail":
			tail = rest
		case ">":
			s.File = append(append(s.File, rest...), '\n')
		default:
			s.File = append(s.File, hexBytes(line)...)
		}
	}
	s.File = append(append(s.File, sampleSum(s.File, sum)...), hexBytes(tail)...)
	return s
}

// sampleSum returns the checksum of a sample, or the bytes in its place.
func sampleSum(of []byte, change string) []byte {
	d := checksum.New()
	_, _ = d.Write(of)
	sum := d.Sum(nil)
	switch change {
	case "flip":
		sum[0] ^= 1
	case "short":
		sum = sum[:checksum.Size-1]
	}
	return sum
}

// hexBytes reads bytes in hexadecimal, with blanks between them.
func hexBytes(text string) []byte {
	b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		panic("samples.txt: " + err.Error()) // a part of the program
	}
	return b
}
