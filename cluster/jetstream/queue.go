package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"oxo/cluster"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// takeFor is how long one request for a job waits. It is short, since a request that is
// left behind may get a job that nobody does for a lease.
const takeFor = 5 * time.Second

// queue is the queue of jobs as a worker sees it.
type queue struct {
	js jetstream.JetStream

	mu       sync.Mutex // guards what follows
	consumer jetstream.Consumer
}

func newQueue(nc *nats.Conn) (*queue, error) {
	js, err := jetstream.New(nc)
	return &queue{js: js}, err
}

// open returns the consumer that all workers share.
func (q *queue) open(ctx context.Context) (jetstream.Consumer, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.consumer != nil {
		return q.consumer, nil
	}
	c, err := q.js.Consumer(ctx, jobStream, jobConsumer)
	if err != nil {
		return nil, fmt.Errorf("%w: its queue does not answer: %w", cluster.ErrGone, err)
	}
	q.consumer = c
	return c, nil
}

// take waits for a job.
func (q *queue) take(ctx context.Context) (cluster.Held, error) {
	for ctx.Err() == nil {
		c, err := q.open(ctx)
		if err != nil {
			return nil, err
		}
		batch, err := c.Fetch(1, jetstream.FetchMaxWait(takeFor))
		if err != nil {
			return nil, fmt.Errorf("%w: %w", cluster.ErrGone, err)
		}
		select {
		case <-ctx.Done():
			go giveBack(batch)
		case m, ok := <-batch.Messages():
			if ok {
				return newHeld(q.js, m)
			}
			if err := batch.Error(); err != nil && !errors.Is(err, nats.ErrTimeout) {
				return nil, fmt.Errorf("%w: %w", cluster.ErrGone, err)
			}
		}
	}
	return nil, context.Cause(ctx)
}

// giveBack gives back what still comes to somebody who has gone.
func giveBack(batch jetstream.MessageBatch) {
	for m := range batch.Messages() {
		_ = m.Nak()
	}
}

// held is a job that a worker has.
type held struct {
	js  jetstream.JetStream
	m   jetstream.Msg
	job cluster.Job
	id  string // of its answer: each time that a job is given out has another
}

func newHeld(js jetstream.JetStream, m jetstream.Msg) (*held, error) {
	h := &held{js: js, m: m}
	if err := json.Unmarshal(m.Data(), &h.job); err != nil {
		_ = m.Term() // a stranger's: it would come again and again
		return nil, fmt.Errorf("a job that cannot be read was taken out of the queue: %w", err)
	}
	meta, err := m.Metadata()
	if err != nil {
		return nil, err
	}
	h.id = h.job.Name() + "." + strconv.FormatUint(meta.Sequence.Stream, 10) + "." + strconv.FormatUint(meta.NumDelivered, 10)
	return h, nil
}

// Job implements [cluster.Held].
func (h *held) Job() *cluster.Job { return &h.job }

// Extend implements [cluster.Held].
func (h *held) Extend() error { return h.m.InProgress() }

// Answer implements [cluster.Held].
func (h *held) Answer(ctx context.Context, text []byte) error {
	ctx, cancel := context.WithTimeout(ctx, usualPatience)
	defer cancel()
	_, err := h.js.Publish(ctx, answerSubject+h.job.Name(), text, jetstream.WithMsgID(h.id))
	if errors.Is(err, nats.ErrMaxPayload) {
		return fmt.Errorf("%w, %d bytes", cluster.ErrTooLong, h.js.Conn().MaxPayload())
	}
	if err != nil {
		return err
	}
	return h.m.Ack()
}

// GiveBack implements [cluster.Held].
func (h *held) GiveBack(after time.Duration) error {
	if after <= 0 {
		return h.m.Nak()
	}
	return h.m.NakWithDelay(after)
}
