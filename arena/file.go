package arena

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"

	"oxo/internal/datafile"
	"oxo/internal/filelock"
)

// version is the format version of a file of games.
const version = 1

// header is the first line of a file of games.
type header struct {
	Arena int  `json:"oxo_arena"`
	Plan  Plan `json:"plan"`
}

// File is a growing file of games: the plan, then one line of JSON for each game.
// Only one process can open it at a time.
type File struct {
	f       *os.File
	Plan    Plan
	Records []Record // the records when it was opened
}

// Create begins a file of games. If the file has games already, or is not a file of
// games, Create returns an error and leaves it unchanged; a plan without games is
// replaced.
func Create(name string, plan Plan) (*File, error) {
	f, text, err := open(name, os.O_RDWR|os.O_CREATE)
	if err != nil {
		return nil, err
	}
	file := &File{f: f, Plan: plan}
	if _, games, _ := bytes.Cut(text, []byte("\n")); len(games) > 0 || !torn(text) {
		err = fmt.Errorf("%s exists already: \"arena resume %s\" continues it, or give another name", name, name)
	} else if err = f.Truncate(0); err == nil {
		if _, err = f.Seek(0, io.SeekStart); err == nil {
			err = file.write(header{version, plan})
		}
	}
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return file, nil
}

// torn reports whether a text is empty, or a plan whose writing was interrupted.
func torn(text []byte) bool {
	begin := []byte(`{"oxo_arena":`)
	return bytes.HasPrefix(text, begin) || bytes.HasPrefix(begin, text)
}

// open opens and locks a file, and reads it.
func open(name string, flag int) (*os.File, []byte, error) {
	f, err := os.OpenFile(name, flag, 0o644) //nolint:gosec // everybody may read games
	if err != nil {
		return nil, nil, fmt.Errorf("the file of games cannot be opened: %w", err)
	}
	if err = regular(f); err == nil && filelock.Lock(f) != nil {
		err = errors.New("another arena writes to this file")
	}
	if err == nil {
		var text []byte
		if text, err = io.ReadAll(f); err == nil {
			return f, text, nil
		}
	}
	_ = f.Close()
	return nil, nil, fmt.Errorf("%s: %w", name, err)
}

// maxBytes exceeds the size of any file of games: all of it is read.
const maxBytes = 1 << 62

// regular refuses devices and pipes: reading them may never end.
func regular(f *os.File) error {
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("this is not an ordinary file: want one to keep the games in")
	}
	return err
}

// Resume opens a file of games to continue it. It removes an incomplete last line,
// left by a process that was killed.
func Resume(name string) (*File, error) {
	f, text, err := open(name, os.O_RDWR)
	if err != nil {
		return nil, err
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
	text, err := datafile.Read(name, maxBytes)
	if err != nil {
		return Plan{}, nil, fmt.Errorf("the file of games cannot be read: %w", err)
	}
	return parse(name, text[:bytes.LastIndexByte(text, '\n')+1])
}

// parse reads the complete lines.
func parse(name string, text []byte) (Plan, []Record, error) {
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	var h header
	if err := strict(first, &h); err != nil || h.Arena == 0 {
		return Plan{}, nil, fmt.Errorf("%s is not a file of games: want a file that \"arena --out\" has written", name)
	}
	if h.Arena != version {
		return Plan{}, nil, fmt.Errorf("%s has version %d of the format of games: this program reads version %d", name, h.Arena, version)
	}
	if err := h.Plan.Check(); err != nil {
		return Plan{}, nil, fmt.Errorf("%s: %w", name, err)
	}
	var records []Record
	pairings := h.Plan.pairings()
	seen := map[int]bool{}
	for n := 2; len(rest) > 0; n++ {
		var one []byte
		one, rest, _ = bytes.Cut(rest, []byte("\n"))
		var r Record
		if err := strict(one, &r); err != nil {
			return Plan{}, nil, fmt.Errorf("%s, line %d is not a game: %w", name, n, err)
		}
		if r.N < 1 || r.N > h.Plan.Len() || seen[r.N] {
			return Plan{}, nil, fmt.Errorf("%s, line %d: game %d is given twice, or is not one of the plan's %d", name, n, r.N, h.Plan.Len())
		}
		if err := h.Plan.fits(&r, pairings); err != nil {
			return Plan{}, nil, fmt.Errorf("%s, line %d: %w", name, n, err)
		}
		seen[r.N] = true
		records = append(records, r)
	}
	return h.Plan, records, nil
}

// fits returns an error if a game's players or result contradict the plan.
func (p *Plan) fits(r *Record, pairings [][2]int) error {
	pair := pairings[(r.N-1)/2%len(pairings)]
	want := [2]string{p.Names[pair[0]], p.Names[pair[1]]}
	if r.N%2 == 0 {
		want[0], want[1] = want[1], want[0]
	}
	switch {
	case r.Players != want:
		return fmt.Errorf("game %d is between %q and %q, not %q and %q", r.N, want[0], want[1], r.Players[0], r.Players[1])
	case r.Result != FirstWins && r.Result != SecondWins && r.Result != Drawn:
		return fmt.Errorf("game %d has the result %q: want %s, %s or %s", r.N, r.Result, FirstWins, SecondWins, Drawn)
	}
	return nil
}

// strict reads one JSON value without unknown fields.
func strict(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more text follows on the line: want one JSON object")
	}
	return nil
}

// Append writes a game, and returns when it is on the disk.
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

// Close unlocks and closes the file.
func (f *File) Close() error { return f.f.Close() }
