//go:build unix

// Command image checks a Containerfile without a container engine: it makes the
// image's tree of files and runs its entry point there, with an empty environment.
// As root it uses the tree as the root of the file system, and the image's user.
//
//	go run ./internal/release/image -file Containerfile -context FOLDER [ARGUMENT...]
//
// Without arguments the program gets those of CMD.
package main

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

func main() {
	file := flag.String("file", "Containerfile", "the Containerfile")
	folder := flag.String("context", ".", "the folder that COPY copies from")
	flag.Parse()
	syscall.Umask(0o022) // the image's user must be able to read and enter what root writes here
	if err := check(context.Background(), *file, *folder, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "image:", err)
		os.Exit(1)
	}
}

// check makes the tree in a temporary folder, runs the program there and removes the
// tree.
func check(ctx context.Context, file, folder string, args []string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	c, err := parse(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	root, err := os.MkdirTemp("", "oxo-image")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(root) }()
	if err := os.Chmod(root, 0o755); err != nil { // the folder was made for its owner only
		return err
	}
	if err := c.build(folder, root); err != nil {
		return err
	}
	return c.run(ctx, root, args)
}

// build carries out the COPY lines, from folder, and WORKDIR within root.
func (c *containerfile) build(folder, root string) error {
	for _, line := range c.copies {
		for _, name := range line.from {
			if !filepath.IsLocal(name) {
				return fmt.Errorf("COPY %s: it is outside the context", name)
			}
			if err := place(filepath.Join(folder, name), filepath.Join(root, line.to), strings.HasSuffix(line.to, "/")); err != nil {
				return fmt.Errorf("COPY %s: %w", name, err)
			}
		}
	}
	return os.MkdirAll(filepath.Join(root, c.workdir), 0o755)
}

// place copies as COPY does: a file to a path or into a folder, or the contents of a
// folder.
func place(from, to string, intoFolder bool) error {
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	if info.IsDir() {
		return copyFolder(from, to)
	}
	if intoFolder {
		to = filepath.Join(to, filepath.Base(from))
	}
	return copyFile(from, to, info.Mode())
}

// copyFolder copies the contents of a folder into another, which may exist.
func copyFolder(from, to string) error {
	return filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rest, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(to, rest), 0o755)
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		return copyFile(name, filepath.Join(to, rest), info.Mode())
	})
}

func copyFile(from, to string, mode fs.FileMode) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, text, mode.Perm())
}

// run starts the entry point like the image.
func (c *containerfile) run(ctx context.Context, root string, args []string) error {
	if len(args) == 0 {
		args = c.cmd
	}
	args = append(c.entrypoint[1:], args...)
	program := exec.CommandContext(ctx, c.entrypoint[0], args...)
	program.Env = []string{} // nil would mean this process's environment
	program.Dir = c.workdir
	program.Stdout, program.Stderr = os.Stdout, os.Stderr
	if os.Geteuid() == 0 {
		program.SysProcAttr = &syscall.SysProcAttr{
			Chroot: root, Credential: &syscall.Credential{Uid: c.uid, Gid: c.gid},
		}
	} else {
		fmt.Fprintln(os.Stderr, "image: not root, so the program sees the files of this machine beside its own")
		program.Path, program.Dir = filepath.Join(root, c.entrypoint[0]), filepath.Join(root, c.workdir)
	}
	return program.Run()
}
