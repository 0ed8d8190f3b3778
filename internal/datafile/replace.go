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

// Replace writes a file whole or not at all. It writes to NAME.part next to the file,
// and renames that when all is on the disk: so a full disk or a crash leaves the old
// file unchanged. Only one process at a time can write a file. For a symbolic link it
// replaces the link's target.
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

// Continue writes NAME.part, for work that takes long: if it ends too soon, the part
// remains, and the next call continues it. write reads the existing part, which is
// empty at first, and calls keep once before it writes, with the number of bytes to
// keep; its output follows them. When all is on the disk, [Finish] renames the part.
// If there is a part, Continue returns its name, with or without an error.
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

// Finish renames the part that [Continue] has written.
func Finish(name string) error {
	to, release, err := hold(name)
	if err != nil {
		return err
	}
	defer release()
	return (&part{name: to}).finish()
}

// PartOf returns the name of a file's part, or an error if something other than a
// file has that name.
func PartOf(name string) (part string, err error) {
	to, err := target(name)
	if err != nil {
		return "", err
	}
	part = to + partSuffix
	info, err := os.Stat(part)
	const others = fs.ModeDir | fs.ModeNamedPipe | fs.ModeSocket
	if err == nil && info.Mode()&others != 0 {
		return "", fmt.Errorf("%s is not a file, but %s is first written under that name: remove it, or give another name", part, name)
	}
	return part, nil
}

// partSuffix is the suffix of a part's name.
const partSuffix = ".part"

// Ready returns the error with which [Replace] would begin, if any, so that no work
// is lost.
func Ready(name string) error {
	_, release, err := hold(name)
	if err == nil {
		release()
	}
	return err
}

// part is a file that is being written.
type part struct {
	name    string // its final name
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

// write writes NAME.part and syncs it to the disk.
func (p *part) write(write func(io.Writer) error) error {
	b := bufio.NewWriterSize(p.file, 1<<16)
	err := write(b)
	if flushed := b.Flush(); err == nil {
		err = errors.Join(flushed, p.file.Sync())
	}
	return errors.Join(err, p.file.Close())
}

// finish renames NAME.part to NAME.
func (p *part) finish() error {
	if err := os.Rename(p.name+partSuffix, p.name); err != nil {
		return err
	}
	syncFolder(filepath.Dir(p.name))
	return nil
}

// hold returns the file to which a name leads, and locks its NAME.part: two processes that
// write the same file would mix their data.
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

// target returns the file to which a name leads. It is an ordinary file, or does not
// exist yet.
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
		return "", fmt.Errorf("%s is not an ordinary file and cannot be replaced: give another name", name)
	}
	return name, nil
}

// missing returns the target of a link whose target does not exist.
func missing(link string) (string, error) {
	to, err := os.Readlink(link)
	if err == nil && !filepath.IsAbs(to) {
		to = filepath.Join(filepath.Dir(link), to)
	}
	return to, err
}

// syncFolder puts a new name on the disk too, if the system can. On other systems the
// complete old file may reappear after a loss of power.
func syncFolder(folder string) {
	if d, err := os.Open(folder); err == nil {
		_ = d.Sync() // not every system supports it
		_ = d.Close()
	}
}
