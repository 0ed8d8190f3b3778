package datafile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"oxo/internal/filelock"
)

// Replace writes a file whole or not at all: to NAME.part beside it, which takes its
// name when all is on the disk. So a full disk or a crash leaves the old file as it was.
// One process at a time writes a file of that name. Of a symbolic link it is the file that the link leads to.
func Replace(name string, write func(io.Writer) error) error {
	p, err := begin(name, os.O_TRUNC)
	if err != nil {
		return err
	}
	defer p.release()
	if err = p.write(write); err == nil {
		err = p.finish()
	}
	if err != nil {
		return errors.Join(err, os.Remove(p.file.Name()))
	}
	return nil
}

// Continue writes NAME.part, for work that takes long: if it ends too soon, the part is left, and the next call goes on with
// it. Write reads what is there, nothing at first, and calls keep once, before it writes. Keep takes the number of bytes that stay: what is
// written follows them. When all is on the disk, [Finish] gives the part its name. The name of the part is returned if
// there is one, with an error or without.
func Continue(name string, write func(unfinished io.Reader, keep func(length int64) error, to io.Writer) error) (part string, err error) {
	p, err := begin(name, 0)
	if err != nil {
		return "", err
	}
	defer p.release()
	unfinished, err := os.Open(p.file.Name())
	if err != nil {
		return "", errors.Join(err, p.file.Close())
	}
	defer unfinished.Close()
	keep := func(length int64) error {
		_, err := p.file.Seek(length, io.SeekStart)
		if info, unseen := p.file.Stat(); err == nil && unseen == nil && info.Size() > length {
			err = p.file.Truncate(length)
		}
		return err
	}
	err = p.write(func(to io.Writer) error { return write(unfinished, keep, to) })
	if info, unseen := os.Stat(p.file.Name()); unseen == nil && info.Size() > 0 {
		return p.file.Name(), err
	}
	return "", errors.Join(err, os.Remove(p.file.Name()))
}

// Finish gives the part that [Continue] has written its name.
func Finish(name string) error {
	to, release, err := hold(name)
	if err != nil {
		return err
	}
	defer release()
	return (&part{name: to}).finish()
}

// PartOf returns the name that the part of a file has, or an error where that name is of something else than a file.
func PartOf(name string) (part string, err error) {
	to, err := target(name)
	if err != nil {
		return "", err
	}
	part = to + partSuffix
	info, err := os.Stat(part)
	const others = fs.ModeDir | fs.ModeNamedPipe | fs.ModeSocket
	if err == nil && info.Mode()&others != 0 {
		return "", fmt.Errorf("%s is no file, and %s is written there first. Remove it, or give another name", part, name)
	}
	return part, nil
}

// partSuffix is the end of the name of a part.
const partSuffix = ".part"

// Ready returns the error that [Replace] would begin with, if any: for work that would be lost.
func Ready(name string) error {
	_, release, err := hold(name)
	if err == nil {
		release()
	}
	return err
}

// part is a file that is being written.
type part struct {
	name    string // that it takes in the end
	file    *os.File
	release func()
}

// begin opens NAME.part.
func begin(name string, how int) (*part, error) {
	name, release, err := hold(name)
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(name+partSuffix, os.O_RDWR|os.O_CREATE|how, 0o666)
	if err != nil {
		release()
		return nil, err
	}
	return &part{name, f, release}, nil
}

// write writes NAME.part, and sees to it that it is on the disk.
func (p *part) write(write func(io.Writer) error) error {
	b := bufio.NewWriterSize(p.file, 1<<16)
	err := write(b)
	if flushed := b.Flush(); err == nil {
		err = errors.Join(flushed, p.file.Sync())
	}
	return errors.Join(err, p.file.Close())
}

// finish gives NAME.part its name.
func (p *part) finish() error {
	if err := os.Rename(p.name+partSuffix, p.name); err != nil {
		return err
	}
	syncFolder(filepath.Dir(p.name))
	return nil
}

// hold returns the file that a name leads to, and locks its NAME.part: two that wrote one file would mix what they write.
func hold(name string) (to string, release func(), err error) {
	if to, err = target(name); err != nil {
		return "", nil, err
	}
	release, err = filelock.Hold(to + partSuffix)
	var unopened *fs.PathError
	switch {
	case errors.Is(err, filelock.ErrHeld):
		return "", nil, fmt.Errorf("%s: another process is writing it: wait for that, or give another name", name)
	case errors.As(err, &unopened) && unopened.Op == "open":
		return "", nil, fmt.Errorf("%s cannot be written: %w", name, unopened.Err)
	case err != nil: // a file system without locks
		release = func() {}
	}
	return to, release, nil
}

// target returns the file that a name leads to, which is an ordinary one or is not there yet.
func target(name string) (string, error) {
	info, err := os.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return name, nil
	}
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		if info, err = os.Stat(name); errors.Is(err, fs.ErrNotExist) {
			return missing(name)
		}
		if err == nil {
			name, err = filepath.EvalSymlinks(name)
		}
	}
	switch {
	case err != nil:
		return "", err
	case info.IsDir():
		return "", fmt.Errorf("%s is a folder: give the name of a file", name)
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("%s is no ordinary file, and one takes the place of the old one whole: give another name", name)
	}
	return name, nil
}

// missing returns the file that a link leads to, which is not there yet.
func missing(link string) (string, error) {
	to, err := os.Readlink(link)
	if err == nil && !filepath.IsAbs(to) {
		to = filepath.Join(filepath.Dir(link), to)
	}
	return to, err
}

// syncFolder puts a new name on the disk too, where the system can; elsewhere the old
// file may come back after a loss of power, whole.
func syncFolder(folder string) {
	if d, err := os.Open(folder); err == nil {
		_ = d.Sync() // not every system has it
		_ = d.Close()
	}
}
