package talk_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"oxo/protocol/talk"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func never(string) bool { return false }

// TestAhead: all lines arrive in order, whatever their number; then the context of
// searches ends.
func TestAhead(t *testing.T) {
	const n = 12_000 // more than the limit of reading ahead
	each := strings.Repeat("line", 250)
	long := strings.Repeat("x", talk.LongestLine-1)
	in := strings.Repeat(each+"\n", n) + " a\tb \r\n" + long + "y\n\nlast"
	ctx := t.Context()
	a := talk.NewAhead(ctx, talk.New(ctx, strings.NewReader(in), io.Discard), never)
	for i := range n {
		if line := <-a.Lines(); line != each {
			t.Fatalf("line %d is %.20q", i, line)
		}
	}
	for _, want := range []string{"a\tb", long + "y", "", "last"} {
		if line, ok := <-a.Lines(); line != want || !ok {
			t.Errorf("%.20q, %v, want %.20q", line, ok, want)
		}
	}
	if line, ok := <-a.Lines(); ok {
		t.Errorf("%q behind the end", line)
	}
	<-a.Thoughts().Done()
}

// TestEndIsSeen: the last line ends the context of searches although many earlier
// lines have not been taken.
func TestEndIsSeen(t *testing.T) {
	r, w := io.Pipe()
	ctx := t.Context()
	a := talk.NewAhead(ctx, talk.New(ctx, r, io.Discard), func(line string) bool { return line == "quit" })
	if _, err := io.WriteString(w, strings.Repeat("flood\n", 20_000)); err != nil {
		t.Fatal(err)
	}
	if a.Thoughts().Err() != nil {
		t.Error("the thoughts have ended already")
	}
	if _, err := io.WriteString(w, "quit\n"); err != nil {
		t.Fatal(err)
	}
	select {
	case <-a.Thoughts().Done():
	case <-time.After(time.Hour):
		t.Error("the thoughts go on")
	}
	_ = w.Close()
}

// TestSay: the first error of writing is kept, and nothing is written after it.
func TestSay(t *testing.T) {
	var out bytes.Buffer
	ctx := t.Context()
	tk := talk.New(ctx, strings.NewReader(""), &out)
	tk.Say("%d moves", 3)
	if out.String() != "3 moves\n" || tk.Err() != nil {
		t.Errorf("%q, %v", out.String(), tk.Err())
	}
	r, w := io.Pipe()
	_ = r.Close()
	tk = talk.New(ctx, strings.NewReader(""), w)
	tk.Say("hello")
	if !errors.Is(tk.Err(), io.ErrClosedPipe) {
		t.Errorf("%v", tk.Err())
	}
}
