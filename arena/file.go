package arena

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
)

// version is that of the format of a file of games.
const version = 1

// header is the first line of a file of games.
type header struct {
	Arena int  `json:"oxo_arena"`
	Plan  Plan `json:"plan"`
}

// File is a file of games that grows: the plan, then a line of JSON for each game.
// One process has it at a time.
type File struct {
	f       *os.File
	Plan    Plan
	Records []Record // that it had when it was opened
}

// Create begins a file of games; one that is there already is an error, and stays.
func Create(name string, plan Plan) (*File, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644) //nolint:gosec // games are no secret
	if errors.Is(err, os.ErrExist) {
		return nil, fmt.Errorf("%s is there already: \"arena resume %s\" goes on with it, or take another name", name, name)
	}
	if err != nil {
		return nil, fmt.Errorf("the file of games cannot be made: %w", err)
	}
	file := &File{f: f, Plan: plan}
	if err := lock(f); err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return file, file.write(header{version, plan})
}

// Resume opens a file of games to go on with it. A last line that was cut off by
// the end of the process that wrote it is removed.
func Resume(name string) (*File, error) {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return nil, fmt.Errorf("the file of games cannot be opened: %w", err)
	}
	if err := lock(f); err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	text, err := io.ReadAll(f)
	if err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("%s cannot be read: %w", name, err)
	}
	whole := bytes.LastIndexByte(text, '\n') + 1
	plan, records, err := parse(name, text[:whole])
	if err == nil && whole < len(text) {
		err = f.Truncate(int64(whole))
	}
	if err == nil {
		_, err = f.Seek(int64(whole), io.SeekStart)
	}
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return &File{f: f, Plan: plan, Records: records}, nil
}

// Read returns the plan and the games of a file, which may be growing.
func Read(name string) (Plan, []Record, error) {
	text, err := os.ReadFile(name) //nolint:gosec // the caller chooses the file
	if err != nil {
		return Plan{}, nil, fmt.Errorf("the file of games cannot be read: %w", err)
	}
	return parse(name, text[:bytes.LastIndexByte(text, '\n')+1])
}

// parse reads whole lines.
func parse(name string, text []byte) (Plan, []Record, error) {
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	var h header
	if err := strict(first, &h); err != nil || h.Arena == 0 {
		return Plan{}, nil, fmt.Errorf("%s is no file of games: its first line is not that of \"arena --out\"", name)
	}
	if h.Arena != version {
		return Plan{}, nil, fmt.Errorf("%s has version %d of the format of games, this program knows version %d", name, h.Arena, version)
	}
	if err := h.Plan.Check(); err != nil {
		return Plan{}, nil, fmt.Errorf("%s: %w", name, err)
	}
	var records []Record
	seen := map[int]bool{}
	for n := 2; len(rest) > 0; n++ {
		var one []byte
		one, rest, _ = bytes.Cut(rest, []byte("\n"))
		var r Record
		if err := strict(one, &r); err != nil {
			return Plan{}, nil, fmt.Errorf("%s, line %d is no game: %w", name, n, err)
		}
		if r.N < 1 || r.N > h.Plan.Len() || seen[r.N] {
			return Plan{}, nil, fmt.Errorf("%s, line %d: game %d is there already, or is none of the plan's %d", name, n, r.N, h.Plan.Len())
		}
		seen[r.N] = true
		records = append(records, r)
	}
	return h.Plan, records, nil
}

// strict reads JSON that has no unknown fields.
func strict(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

// Append writes a game, and returns when the disk has it.
func (f *File) Append(r *Record) error { return f.write(r) }

func (f *File) write(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("%s: %w", reflect.TypeOf(v), err)
	}
	if _, err := f.f.Write(append(text, '\n')); err != nil {
		return fmt.Errorf("the game cannot be kept: %w", err)
	}
	if err := f.f.Sync(); err != nil {
		return fmt.Errorf("the game cannot be kept: %w", err)
	}
	return nil
}

// Close ends the use of the file.
func (f *File) Close() error { return f.f.Close() }
