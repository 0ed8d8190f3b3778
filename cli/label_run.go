package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	"oxo/internal/datafile"
	"oxo/internal/words"
	"oxo/prove/keep"
	"oxo/prove/label"
)

// labelCount counts positions for the progress. Several goroutines read it.
type labelCount struct {
	found   atomic.Int64 // positions made so far
	all     atomic.Int64 // positions to label, 0 if unknown
	earlier atomic.Int64 // positions that an earlier run has labelled
	done    atomic.Int64 // positions labelled so far, the earlier ones included
	begun   time.Time    // of this run
}

// state returns the progress in words.
func (n *labelCount) state() string {
	done, all, earlier := n.done.Load(), n.all.Load(), n.earlier.Load()
	if found := n.found.Load(); all == 0 && found > 0 {
		return words.Count(found, "position") + " found"
	}
	text := words.Count(done, "position") + " labelled"
	if all > 0 {
		text = fmt.Sprintf("%d of %s labelled", done, words.Count(all, "position"))
	}
	if seconds := time.Since(n.begun).Seconds(); seconds > 0 && done > earlier {
		rate := float64(done-earlier) / seconds
		text += fmt.Sprintf(", %.3g a second", rate)
		if all > 0 {
			text += fmt.Sprintf(", %v left", time.Duration(float64(all-done)/rate*float64(time.Second)).Round(time.Second))
		}
	}
	return text
}

// write labels all positions and writes the data set.
func (l *labeling) write(ctx context.Context) error {
	l.count.begun = time.Now()
	defer l.app.progress().follow(l.count.state)()
	if l.out != "" {
		return l.toFile(ctx)
	}
	w, err := l.plan.NewWriter(l.format, l.app.out)
	if err != nil {
		return usage(err)
	}
	if err := l.run(ctx, 0, func(_ int, row label.Row) error { return w.Write(row) }); err != nil {
		return err
	}
	return w.Close()
}

// run labels the positions from the number first on.
func (l *labeling) run(ctx context.Context, first int, emit func(n int, row label.Row) error) error {
	l.count.earlier.Store(int64(first))
	l.count.done.Store(int64(first))
	labeler := label.NewLabeler(l.plan, l.options, func(n int, row label.Row) error {
		l.count.done.Store(int64(n) + 1)
		return emit(n, row)
	})
	if l.set == nil {
		return l.runLines(ctx, labeler, first)
	}
	l.set.Progress = func(found int) { l.count.found.Store(int64(found)) }
	items, err := l.set.Make(ctx, l.plan.Game)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return usage(err)
	}
	if first > len(items) {
		return fmt.Errorf("the unfinished file has more positions than the set: %w", label.ErrOther)
	}
	l.count.all.Store(int64(len(items)))
	return labeler.Label(ctx, first, items[first:])
}

// runLines labels the positions of standard input. A line that is not a position is reported, and
// the next lines are read.
func (l *labeling) runLines(ctx context.Context, labeler *label.Labeler, first int) error {
	labeler.Refused = func(item label.Item, err error) error {
		l.refuse(item.Line, err)
		return nil
	}
	mirrors := label.NewMirrors(l.plan.Game)
	n, number := 0, 0
	for in := readLines(l.app.in); ; {
		came, err := in.together(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		var items []label.Item
		for _, from := range came {
			if errors.Is(from.err, io.EOF) {
				break
			}
			number++
			item, ok := l.read(number, from)
			if !ok || l.mirrors && !mirrors.New(item.Position) {
				continue
			}
			if n++; n > first {
				items = append(items, item)
			}
		}
		if err := labeler.Label(ctx, n-len(items), items); err != nil {
			return err
		}
	}
}

// read reads the position of a line, and reports false if the line has no position.
func (l *labeling) read(number int, from line) (label.Item, bool) {
	if from.err != nil {
		l.refuse(number, from.err)
		return label.Item{}, false
	}
	if from.text == "" {
		return label.Item{}, false
	}
	p, squares, err := label.ReadSquares(l.plan.Game, from.text)
	text := from.text
	var changed []string
	if !squares {
		text, p, changed, err = parseLine(l.plan.Game, from.text)
	}
	if err != nil {
		l.refuse(number, err)
		return label.Item{}, false
	}
	for _, what := range changed {
		fmt.Fprintf(l.app.err, "%s: line %d: the position: %s\n", l.app.name, number, what)
	}
	return label.Item{Position: p, Written: text, Line: number}, true
}

// refuse reports a line that has no row.
func (l *labeling) refuse(number int, err error) {
	l.refused++
	fmt.Fprintf(l.app.err, "%s: line %d: %v\n", l.app.name, number, err)
}

// unlessRefused returns the error of the work, or an error for refused lines.
func (l *labeling) unlessRefused(err error) error {
	switch {
	case err != nil || l.refused == 0:
		return err
	case l.refused == 1:
		return usagef("one line of the input is not a position of %s, and has no row", l.plan.Game.Name())
	}
	return usagef("%d lines of the input are not positions of %s, and have no row", l.refused, l.plan.Game.Name())
}

// rowsFile returns the name of the unfinished file without the suffix that [datafile.Continue] adds.
func (l *labeling) rowsFile() string { return l.out + ".rows" }

// toFile writes the rows to an unfinished file, or continues one, and at the end makes the file
// of it.
func (l *labeling) toFile(ctx context.Context) error {
	release, err := keep.Hold(l.out)
	if err != nil {
		return flagged("out", err)
	}
	defer release()
	if info, err := os.Stat(l.out); err == nil && info.Size() > 0 {
		return usagef("--out %s: the file exists already: want another name, or remove it", l.out)
	}
	rows := 0
	part, err := datafile.Continue(l.rowsFile(), func(unfinished io.Reader, keepBytes func(int64) error, to io.Writer) error {
		rows, err = l.goOn(ctx, unfinished, keepBytes, to)
		return err
	})
	switch {
	case errors.Is(err, label.ErrOther):
		return usagef("--out %s: %s is there already and is not the beginning of this data set: want the command that began it, another name, or remove it", l.out, part)
	case err != nil && part != "":
		fmt.Fprintf(l.app.err, "%s: %s keeps %s: the same command goes on from there\n", l.app.name, part, words.Count(rows, "row"))
		return err
	case err != nil:
		return err
	}
	if err := l.convert(part); err != nil {
		return err
	}
	return os.Remove(part)
}

// goOn labels what an unfinished file does not have yet. It returns the number of rows.
func (l *labeling) goOn(ctx context.Context, unfinished io.Reader, keepBytes func(int64) error, to io.Writer) (rows int, err error) {
	part, err := l.plan.ReadPart(l.about, unfinished)
	if err != nil {
		return 0, err
	}
	if err := keepBytes(part.Bytes); err != nil {
		return 0, err
	}
	if part.Bytes == 0 {
		head, err := l.plan.PartHead(l.about)
		if err != nil {
			return 0, err
		}
		if _, err := to.Write(head); err != nil {
			return 0, err
		}
	} else if part.Rows > 0 {
		fmt.Fprintf(l.app.err, "%s: goes on after %s of an earlier run\n", l.app.name, words.Count(part.Rows, "row"))
	}
	rows = part.Rows
	flushed := time.Now()
	err = l.run(ctx, part.Next, func(n int, row label.Row) error {
		line, err := label.PartRow(n, row)
		if err != nil {
			return err
		}
		if _, err := to.Write(line); err != nil {
			return err
		}
		rows++
		if f, ok := to.(*bufio.Writer); ok && time.Since(flushed) > keepRowsEvery {
			flushed = time.Now()
			return f.Flush()
		}
		return nil
	})
	return rows, err
}

// keepRowsEvery is the time after which rows are handed to the system, where even a killed process
// does not lose them.
const keepRowsEvery = 500 * time.Millisecond

// convert makes the file of the finished rows.
func (l *labeling) convert(part string) error {
	rows, err := os.Open(part)
	if err != nil {
		return err
	}
	defer rows.Close()
	return datafile.Replace(l.out, func(to io.Writer) error { return l.plan.Convert(rows, l.format, to) })
}
