package jetstream

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"oxo/cluster"
)

// TestForgetHalf: a half-forgotten value is forgotten when the hub restarts, and does
// not prevent the restart.
func TestForgetHalf(t *testing.T) {
	h := begin(t)
	ctx := t.Context()
	if err := h.office.Keep(ctx, []cluster.Value{{Name: "order.big", Data: bytes.Repeat([]byte("x"), 1<<20)}}); err != nil {
		t.Fatal(err)
	}
	if err := h.office.large.Delete(ctx, "order.big"); err != nil {
		t.Fatal(err)
	}
	if kept, err := h.office.Kept(ctx, "order."); err != nil || len(kept) != 0 {
		t.Errorf("a key without its object: %d values, %v", len(kept), err)
	}
	if err := h.office.Forget(ctx, "order.big"); err != nil {
		t.Errorf("it cannot be forgotten: %v", err)
	}
}

// long answers with more bytes than the queue accepts.
type long struct{}

func (long) Do(context.Context, *cluster.Job, func(json.RawMessage)) (json.RawMessage, error) {
	return json.RawMessage(`"` + strings.Repeat("x", 9<<20) + `"`), nil
}

// TestTooLong: a job whose answer is too long for the queue is set aside instead of
// being repeated for ever.
func TestTooLong(t *testing.T) {
	h := begin(t)
	d, err := Dial(ConnectOptions{URL: h.server.URL(), Name: "long"})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	w := &cluster.Worker{Desk: d, Hello: cluster.Hello{Name: "long", Version: "1", Threads: 1}, Log: quiet(t), Make: func() cluster.Doer { return long{} }, Beats: 100 * time.Millisecond}
	done := make(chan struct{})
	go func() { defer close(done); _ = w.Work(ctx) }()
	defer func() { cancel(); <-done; d.Close() }()
	run := h.submit(1)
	for deadline := time.Now().Add(time.Hour); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		f, err := h.Follow(cluster.Follow{Run: run})
		if err != nil {
			t.Fatal(err)
		}
		for _, why := range f.Aside {
			if !strings.Contains(why, "its answer has") || !strings.Contains(why, "too long for the queue") {
				t.Errorf("it is set aside since %s", why)
			}
			return
		}
	}
	t.Error("it is not set aside")
}
