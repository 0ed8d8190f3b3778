package program_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"oxo/internal/bottest"
	"oxo/player/program"

	"go.uber.org/goleak"
)

// asked is the environment variable that names the program whose part this test binary
// plays.
const asked = "OXO_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if part := os.Getenv(asked); part != "" {
		play(part)
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// play is the program in the subprocess.
func play(part string) {
	in := bufio.NewScanner(os.Stdin)
	switch part {
	case "echo":
		for in.Scan() {
			fmt.Printf("%s\r\n", in.Text())
		}
	case "child": // leaves a child that holds its output
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), asked+"=hang")
		child.Stdout = os.Stdout
		if err := child.Start(); err != nil {
			panic(err)
		}
		fmt.Println(child.Process.Pid)
		_, _ = io.Copy(io.Discard, os.Stdin)
	case "hang":
		fmt.Println("here")
		fallthrough
	default:
		bottest.Misbehave(part)
	}
}

func start(t *testing.T, part string) *program.Program {
	t.Helper()
	t.Setenv(asked, part)
	t.Setenv("GORACE", "atexit_sleep_ms=0") // otherwise each program takes a second more to end
	p, err := program.Start(context.Background(), "", os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	return p
}

func line(t *testing.T, p *program.Program) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	return p.Line(ctx)
}

func TestEcho(t *testing.T) {
	p := start(t, "echo")
	for i := range 100 {
		want := "line " + strconv.Itoa(i)
		if err := p.Send(want); err != nil {
			t.Fatal(err)
		}
		if got, err := line(t, p); got != want || err != nil {
			t.Fatalf("%q, %v; want %q", got, err, want)
		}
	}
	if err := p.Send("a\nb"); err == nil {
		t.Error("two lines were sent as one")
	}
}

// TestGone: the error gives the reason, with the program's own last words.
func TestGone(t *testing.T) {
	p := start(t, "die")
	_, err := line(t, p)
	if !errors.Is(err, program.ErrGone) || !strings.Contains(err.Error(), "exit status 3") || !strings.Contains(err.Error(), "ideas") {
		t.Errorf("a program that died: %v", err)
	}
	p = start(t, "long")
	if _, err := line(t, p); !errors.Is(err, program.ErrGone) || !strings.Contains(err.Error(), "a line of more than") {
		t.Errorf("an endless line: %v", err)
	}
	if _, err := program.Start(context.Background(), "", "no-such-program-as-this"); err == nil || !strings.Contains(err.Error(), "no-such-program-as-this") {
		t.Errorf("no program: %v", err)
	}
}

// TestFloods: a program that writes without end is distinguished from one that writes
// little.
func TestFloods(t *testing.T) {
	for part, want := range map[string]bool{"flood": true, "long": true, "hang": false} {
		quiet := time.Hour
		if !want {
			quiet = 10 * time.Millisecond
		}
		p := start(t, part)
		if got := p.Floods(t.Context(), 100, quiet); got != want {
			t.Errorf("%s floods: %v", part, got)
		}
		p.Kill()
	}
}

// TestClose: whatever a program does, Close ends it and its children.
func TestClose(t *testing.T) {
	for _, part := range []string{"hang", "flood", "long", "echo"} {
		start(t, part).Kill()
	}
	if runtime.GOOS != "linux" {
		t.Skip("groups of processes are ended on Linux only")
	}
	p := start(t, "child")
	child, err := 0, errors.New("not read yet")
	for err != nil { // the child writes a line too
		text, failed := line(t, p)
		if failed != nil {
			t.Fatal(failed)
		}
		child, err = strconv.Atoi(text)
	}
	_ = p.Close()
	for range 200 { // the system may take a moment
		if status, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", child)); err != nil || strings.Contains(string(status), ") Z ") {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Error("a child of the program is left")
}

// TestHang: the caller decides how long to wait for a silent program.
func TestHang(t *testing.T) {
	p := start(t, "hang")
	if got, err := line(t, p); got != "here" || err != nil {
		t.Fatal(got, err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	if _, err := p.Line(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v, want a deadline", err)
	}
	p.Kill()
}
