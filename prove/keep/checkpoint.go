package keep

import (
	"cmp"
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
	"oxo/internal/words"
	"oxo/prove/census"
	"oxo/prove/solve"
)

// CheckpointOptions holds the file in which a running proof is kept, and the
// interval between two writings.
type CheckpointOptions struct {
	File string
	// Every is the interval between two writings. 0 is a minute, or ten times as long as the writing
	// takes, if that is longer.
	Every time.Duration
	// Failed reports an error of a writing; the proof continues. It may be nil.
	Failed func(error)
}

// DefaultInterval is the default interval between two writings of a checkpoint. The interval is at least
// savingShare times as long as a writing.
const (
	DefaultInterval = time.Minute
	savingShare     = 10
)

// checkpointKind describes the file of a checkpoint. After its lines come the state of the
// prover and a checksum of everything.
func checkpointKind() *datafile.Kind {
	return &datafile.Kind{
		Magic: "oxo checkpoint ", Version: 1, Name: "checkpoint", About: "checkpoint",
		Fields: []string{"game", "position", "scheme", "prover", "table", "elapsed"},
	}
}

// Checkpoint keeps one running proof in a file. It implements [solve.Keeper]: the prover calls Yield again and again,
// and Yield writes the file when the interval is over. The interval is from the end of one writing to the beginning of
// the next, so a crash loses the work of at most one interval.
type Checkpoint struct {
	options CheckpointOptions
	fields  [5]string // the lines of the file, without the time
	saver   solve.Saver
	anySize bool // a checkpoint from a table of another size can be read, too
	before  time.Duration
	begun   time.Time
	last    time.Time
	every   time.Duration
	written bool // the file exists and belongs to this proof
	over    bool
	release func() // releases the lock of the file; nil before Start
}

// NewCheckpoint makes the checkpoint of a proof of p. The prover's table has tableBytes bytes.
func NewCheckpoint(o CheckpointOptions, g oxo.Game, p oxo.Position, tableBytes int64) *Checkpoint {
	now := time.Now()
	return &Checkpoint{
		options: o, begun: now, last: now, every: cmp.Or(o.Every, DefaultInterval),
		fields: [...]string{g.Name(), catalog.FormatPosition(g, p), fmt.Sprintf("%016x", census.Scheme(g)), "", strconv.FormatInt(tableBytes, 10)},
	}
}

// Written reports whether the file exists and belongs to this proof.
func (c *Checkpoint) Written() bool { return c.written }

// Failed implements [solve.Keeper].
func (c *Checkpoint) Failed(err error) {
	if c.options.Failed != nil {
		c.options.Failed(err)
	}
}

// Yield implements [search.Turns].
func (c *Checkpoint) Yield() {
	if !c.over && time.Since(c.last) >= c.every {
		c.save()
	}
}

// Finish implements [solve.Keeper]: it writes the file for the last time. A later search, for example for
// the line of best play, is not part of the proof.
func (c *Checkpoint) Finish() {
	c.save()
	c.over = true
}

// Elapsed implements [solve.Keeper].
func (c *Checkpoint) Elapsed() time.Duration { return c.before + time.Since(c.begun) }

// save writes the file. If that fails, the previous file stays unchanged.
func (c *Checkpoint) save() {
	begun := time.Now()
	err := datafile.Replace(c.options.File, func(w io.Writer) error {
		return datafile.Sealed(w, func(w io.Writer) error {
			if _, err := io.WriteString(w, checkpointKind().Head(append(c.fields[:], c.Elapsed().String())...)); err != nil {
				return err
			}
			return c.saver.Save(w)
		})
	})
	if c.last = time.Now(); c.options.Every == 0 {
		c.every = max(DefaultInterval, savingShare*c.last.Sub(begun))
	}
	c.written = c.written || err == nil
	if err != nil {
		c.Failed(fmt.Errorf("the checkpoint could not be written; the previous one is unchanged: %w", err))
	}
}

// Start implements [solve.Keeper]: it locks the file, and continues from it if it exists. [Checkpoint.Close] releases the lock.
func (c *Checkpoint) Start(prover string, s solve.Saver, anySize bool) error {
	c.fields[3], c.saver, c.anySize = prover, s, anySize
	release, err := filelock.Hold(c.options.File)
	if errors.Is(err, filelock.ErrHeld) {
		return fmt.Errorf("%s: another process keeps its proof there: wait for it, or give another name", c.options.File)
	}
	if err != nil {
		return &solve.InputError{Err: err}
	}
	if err := datafile.Ready(c.options.File); err != nil {
		release()
		return &solve.InputError{Err: err}
	}
	if err := c.load(); err != nil {
		release()
		return err
	}
	c.release = release
	return nil
}

// Close releases the file for other processes. A nil Checkpoint has nothing to
// close.
func (c *Checkpoint) Close() {
	if c != nil && c.release != nil {
		c.release()
	}
}

// load continues from the file, if it exists.
func (c *Checkpoint) load() error {
	f, err := datafile.Open(c.options.File)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return &solve.InputError{Err: err}
	}
	defer f.Close()
	if err := c.read(f); err != nil {
		return fmt.Errorf("%s: %w: delete it, or give another name", c.options.File, err)
	}
	c.begun, c.last, c.written = time.Now(), time.Now(), true
	return nil
}

func (c *Checkpoint) read(f *os.File) error {
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
		return fmt.Errorf("the checkpoint is not complete: %w", err)
	}
	if err := c.accepts(values); err != nil {
		return err
	}
	if c.before, err = time.ParseDuration(values[5]); err != nil {
		return err
	}
	return c.saver.Load(io.NewSectionReader(f, int64(head), end-int64(head)))
}

// accepts returns an error if a checkpoint does not belong to this proof.
func (c *Checkpoint) accepts(values []string) error {
	bytes, _ := strconv.ParseInt(values[4], 10, 64)
	own, _ := strconv.ParseInt(c.fields[4], 10, 64)
	for i, err := range []error{
		fmt.Errorf("the checkpoint is of %s: want one of %s", values[0], c.fields[0]),
		fmt.Errorf("the checkpoint is of the position %s: want one of %s", values[1], c.fields[1]),
		fmt.Errorf("the keys of %s have changed since the checkpoint was written", values[0]),
		fmt.Errorf("the checkpoint is of the prover %q: want one of %q", values[3], c.fields[3]),
		fmt.Errorf("the checkpoint is of a table of %s: want one of %s; --table %[1]s continues it", words.Bytes(bytes), words.Bytes(own)),
	} {
		if values[i] != c.fields[i] && (i != 4 || !c.anySize) && (i != 0 || !oxo.SameName(values[0], c.fields[0])) {
			return err
		}
	}
	return nil
}
