package cli

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"
)

// TestLinesAsTheyCome: a line can be read as soon as it is written, whatever
// else came with it.
func TestLinesAsTheyCome(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	out, in := io.Pipe()
	lines := readLines(out)
	read := func(want string) {
		t.Helper()
		if text, err := lines.read(ctx); text != want || err != nil {
			t.Fatalf("read %q, %v; want %q", text, err, want)
		}
	}
	write := func(text string) <-chan struct{} {
		taken := make(chan struct{})
		go func() {
			_, _ = io.WriteString(in, text)
			close(taken)
		}()
		return taken
	}
	write("one\n")
	read("one")
	write("two\r\n\nfour\nfi")
	read("two")
	read("")
	read("four")
	taken := write("ve\n" + strings.Repeat("x", 2*maxLine) + "\nseven")
	read("five")
	if _, err := lines.read(ctx); !errors.Is(err, errNotALine) {
		t.Fatalf("a line that is too long: %v", err)
	}
	stopped, stop := context.WithCancel(ctx)
	stop()
	if _, err := lines.read(stopped); !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted: %v", err)
	}
	<-taken
	_ = in.Close()
	read("seven")
	for range 2 {
		if _, err := lines.read(ctx); !errors.Is(err, io.EOF) {
			t.Fatalf("at the end: %v", err)
		}
	}
}
