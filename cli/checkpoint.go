package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"time"

	"oxo"
	"oxo/game/catalog"
	"oxo/internal/datafile"
	"oxo/internal/filelock"
	"oxo/prove/census"
	"oxo/search"

	"github.com/spf13/cobra"
)

// checkpointOptions are where a proof is kept on its way, and how often.
type checkpointOptions struct {
	file  string
	every time.Duration
	given bool // every was
}

// usualInterval is how often a checkpoint is written, and savingShare how many times as
// long as the writing the interval is at least, where the user does not say.
const (
	usualInterval = time.Minute
	savingShare   = 10
)

func checkpointFlags(c *cobra.Command, o *checkpointOptions) {
	c.Flags().StringVar(&o.file, "checkpoint", "", "keep the proof in this file, at Ctrl-C, SIGTERM and SIGHUP too; continue from it if it is there")
	c.Flags().DurationVar(&o.every, "every", usualInterval, "with --checkpoint: time between two writes; by default longer where writing takes more than a tenth of it")
}

// check says what is wrong with the flags.
func (o *checkpointOptions) check(c *cobra.Command) error {
	o.given = c.Flags().Changed("every")
	switch {
	case o.given && o.file == "":
		return usagef("--every goes with --checkpoint FILE")
	case o.every <= 0:
		return usagef("--every %v: want a time above 0, as in 10s", o.every)
	}
	return nil
}

// saver is a prover whose state can be written on its way, and read by another of the
// same kind.
type saver interface {
	Save(w io.Writer) error
	Load(r io.Reader) error
}

// searchSaver is a searcher that proves a position.
type searchSaver struct {
	*search.Searcher
	p oxo.Position
}

// Load implements saver.
func (s searchSaver) Load(r io.Reader) error { return s.Searcher.Load(r, s.p) }

// checkpointKind is the file of a checkpoint. Behind the lines comes what the prover
// writes, and a checksum of all.
func checkpointKind() *datafile.Kind {
	return &datafile.Kind{
		Magic: "oxo checkpoint ", Version: 1, Name: "checkpoint", About: "checkpoint",
		Fields: []string{"game", "position", "scheme", "prover", "table", "elapsed"},
	}
}

// checkpoint keeps a proof on its way in a file. It implements [search.Turns]: the search
// calls it again and again, and it writes when it is time to. The interval is from the
// end of one writing to the beginning of the next, so a crash loses that at most.
type checkpoint struct {
	options checkpointOptions
	fields  [5]string // what the lines say, but for the time
	saver   saver
	anySize bool        // it goes on with a table of another size, too
	failed  func(error) // reports a writing that failed; the proof goes on
	before  time.Duration
	begun   time.Time
	last    time.Time
	every   time.Duration
	written bool // the file is there, of this proof
	over    bool
	release func() // of the lock that keeps other processes from the file
}

// newCheckpoint makes the checkpoint of a proof: by which prover, with what table.
func newCheckpoint(o checkpointOptions, g oxo.Game, p oxo.Position, prover string, table tableSize) *checkpoint {
	now := time.Now()
	return &checkpoint{
		options: o, begun: now, last: now, every: o.every, failed: func(error) {},
		fields: [...]string{g.Name(), catalog.FormatPosition(g, p), fmt.Sprintf("%016x", census.Scheme(g)), prover, strconv.FormatInt(int64(table), 10)},
	}
}

// Yield implements [search.Turns].
func (c *checkpoint) Yield() {
	if !c.over && time.Since(c.last) >= c.every {
		c.save()
	}
}

// finish writes the file for the last time: what is searched from here on is no part of
// the proof, as the positions on the line of best play.
func (c *checkpoint) finish() {
	c.save()
	c.over = true
}

// elapsed is how long the proof has taken, earlier runs included.
func (c *checkpoint) elapsed() time.Duration { return c.before + time.Since(c.begun) }

// save writes the file; one that cannot be written leaves the one before as it was.
func (c *checkpoint) save() {
	begun := time.Now()
	err := datafile.Replace(c.options.file, func(w io.Writer) error {
		return datafile.Sealed(w, func(w io.Writer) error {
			if _, err := io.WriteString(w, checkpointKind().Head(append(c.fields[:], c.elapsed().String())...)); err != nil {
				return err
			}
			return c.saver.Save(w)
		})
	})
	if c.last = time.Now(); !c.options.given {
		c.every = max(c.options.every, savingShare*c.last.Sub(begun))
	}
	c.written = c.written || err == nil
	if err != nil {
		c.failed(fmt.Errorf("the checkpoint could not be written, and the one before is as it was: %w", err))
	}
}

// begin locks the file, and goes on from it if it is there.
func (c *checkpoint) begin() error {
	release, err := filelock.Hold(c.options.file)
	if errors.Is(err, filelock.ErrHeld) {
		return fmt.Errorf("--checkpoint %s: another process keeps its proof there. Wait for it, or name another file", c.options.file)
	}
	if err != nil {
		return usage(fmt.Errorf("--checkpoint: %w", err))
	}
	if err := datafile.Ready(c.options.file); err != nil {
		release()
		return usage(fmt.Errorf("--checkpoint: %w", err))
	}
	if err := c.load(); err != nil {
		release()
		return err
	}
	c.release = release
	return nil
}

// end lets others have the file. No checkpoint has nothing to end.
func (c *checkpoint) end() {
	if c != nil {
		c.release()
	}
}

// load goes on from the file, if it is there.
func (c *checkpoint) load() error {
	f, err := datafile.Open(c.options.file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return usage(fmt.Errorf("--checkpoint: %w", err))
	}
	defer f.Close()
	if err := c.read(f); err != nil {
		return fmt.Errorf("--checkpoint %s: %w. Delete it, or name another", c.options.file, err)
	}
	c.begun, c.last, c.written = time.Now(), time.Now(), true
	return nil
}

func (c *checkpoint) read(f *os.File) error {
	values, head, err := checkpointKind().ReadHead(f)
	if err != nil {
		return err //nolint:wrapcheck // load does
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	end, err := datafile.Check(f, info.Size())
	if err != nil {
		return fmt.Errorf("the checkpoint is not whole: %w", err)
	}
	if err := c.accepts(values); err != nil {
		return err
	}
	if c.before, err = time.ParseDuration(values[5]); err != nil {
		return err
	}
	return c.saver.Load(io.NewSectionReader(f, int64(head), end-int64(head)))
}

// accepts says why a checkpoint does not belong to this proof.
func (c *checkpoint) accepts(values []string) error {
	bytes, _ := strconv.ParseInt(values[4], 10, 64)
	own, _ := strconv.ParseInt(c.fields[4], 10, 64)
	for i, err := range []error{
		fmt.Errorf("the checkpoint is of %s, and not of %s", values[0], c.fields[0]),
		fmt.Errorf("the checkpoint is of the position %s, and not of %s", values[1], c.fields[1]),
		fmt.Errorf("the keys of %s have changed since the checkpoint was written", values[0]),
		fmt.Errorf("the checkpoint is of the prover %q, and not of %q", values[3], c.fields[3]),
		fmt.Errorf("the checkpoint is of a table of %v, and not of %v: --table %[1]v goes on with it", tableSizeOf(uint64(bytes)), tableSizeOf(uint64(own))),
	} {
		if values[i] != c.fields[i] && (i != 4 || !c.anySize) {
			return err
		}
	}
	return nil
}
