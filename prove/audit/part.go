package audit

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// A part is a report that is not finished. The first line names the audit. Each further line has a finding,
// or the counts so far; the latter come now and then. The reader drops the findings after the last counts.
//
//	{"oxo audit":1,"of":"..."}
//	{"record":7,"where":"line 8", ...}
//	{"so far":{"records":512, ...}}

type partHead struct {
	Version int    `json:"oxo audit"`
	Of      string `json:"of"`
}

type partCount struct {
	SoFar *Count `json:"so far"`
}

const partVersion = 1

// Part is the content of an unfinished report.
type Part struct {
	Count    Count
	Findings []Finding
	Bytes    int64 // the length of the file up to the last counts
}

// ErrOther is the error for the unfinished report of another audit.
var ErrOther = errors.New("it is not the unfinished report of this command")

// PartHead returns the first line of an unfinished report. of names the audit.
func PartHead(of string) ([]byte, error) { return lineOf(partHead{partVersion, of}) }

// PartLines returns lines with further findings, and a line with the counts up to them.
func PartLines(findings []Finding, soFar Count) ([]byte, error) {
	var all []byte
	for _, f := range findings {
		line, err := lineOf(f)
		if err != nil {
			return nil, err
		}
		all = append(all, line...)
	}
	line, err := lineOf(partCount{&soFar})
	return append(all, line...), err
}

func lineOf(v any) ([]byte, error) {
	line, err := json.Marshal(v)
	return append(line, '\n'), err
}

// ReadPart reads an unfinished report.
func ReadPart(of string, r io.Reader) (Part, error) {
	var part Part
	lines := bufio.NewReader(r)
	first, err := lines.ReadBytes('\n')
	if errors.Is(err, io.EOF) {
		return part, nil // the first line is not complete
	}
	var head partHead
	if err != nil || json.Unmarshal(first, &head) != nil || head.Version != partVersion || head.Of != of {
		return part, errors.Join(ErrOther, err)
	}
	at := int64(len(first))
	part.Bytes = at
	var findings []Finding // since the last count
	for {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return part, nil
		}
		if err != nil {
			return part, err
		}
		at += int64(len(line))
		var count partCount
		var f Finding
		switch {
		case json.Unmarshal(line, &count) == nil && count.SoFar != nil:
			part.Count, part.Bytes = *count.SoFar, at
			part.Findings, findings = append(part.Findings, findings...), nil
		case json.Unmarshal(line, &f) == nil && f.Verdict != "":
			findings = append(findings, f)
		default:
			return part, fmt.Errorf("the unfinished report is damaged after %d bytes: remove it, and begin again", at)
		}
	}
}
