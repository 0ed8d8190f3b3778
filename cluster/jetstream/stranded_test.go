package jetstream

import (
	"context"
	"encoding/json"
	"testing"

	"oxo/cluster"

	"github.com/nats-io/nats.go/jetstream"
)

// floored is a consumer that counts all messages up to a floor as acknowledged, as a
// server was seen to do while its stream still had one of them.
type floored struct {
	jetstream.Consumer
	floor uint64
}

func (f *floored) Info(ctx context.Context) (*jetstream.ConsumerInfo, error) {
	info, err := f.Consumer.Info(ctx)
	if err == nil {
		info.AckFloor.Stream = f.floor
	}
	return info, err
}

// TestStranded: a job whose message the server never delivers again is offered again, and
// a job that merely waits is not.
func TestStranded(t *testing.T) {
	t.Parallel()
	s, err := Start(ServerOptions{Addr: "127.0.0.1:0", Dir: t.TempDir(), Log: quiet(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	office, err := s.Office(Limits{Lease: lease})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(office.Close)
	ctx := context.Background()
	jobs := []cluster.Job{{ID: "1", Run: "r", Kind: "count", Ask: json.RawMessage("1")}, {ID: "2", Run: "r", Kind: "count", Ask: json.RawMessage("2")}}
	sequence := func(j cluster.Job) uint64 {
		t.Helper()
		m, err := office.jobs.GetLastMsgForSubject(ctx, jobSubject+j.Name())
		if err != nil {
			t.Fatal(err)
		}
		return m.Sequence
	}
	for _, c := range []struct {
		floor     uint64
		one, two  uint64 // sequences of the jobs' messages after an offer
		condition string
	}{
		{0, 1, 2, "new"},
		{0, 1, 2, "waiting"},
		{1, 3, 2, "the first stranded"},
		{3, 4, 5, "both stranded"},
	} {
		office.queue = &floored{office.queue, c.floor}
		if err := office.Offer(ctx, jobs); err != nil {
			t.Fatal(err)
		}
		if one, two := sequence(jobs[0]), sequence(jobs[1]); one != c.one || two != c.two {
			t.Errorf("%s: sequences %d and %d, want %d and %d", c.condition, one, two, c.one, c.two)
		}
	}

	// Waiting jobs are withdrawn, and a job without a message is skipped.
	if err := office.Withdraw(ctx, append(jobs, cluster.Job{ID: "3", Run: "r"})); err != nil {
		t.Fatal(err)
	}
	if info, err := office.jobs.Info(ctx); err != nil || info.State.Msgs != 0 {
		t.Errorf("after the withdrawal %d messages, %v, want none", info.State.Msgs, err)
	}
	if err := office.remove(ctx, 4); err != nil {
		t.Errorf("a message that is deleted already: %v", err)
	}
}
