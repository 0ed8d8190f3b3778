package jetstream

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"oxo/cluster"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// takeFor is the duration of one request to a queue.
const takeFor = 5 * time.Second

// Take implements [cluster.Office].
func (o *Office) Take(ctx context.Context) (cluster.Given, error) {
	for ctx.Err() == nil {
		patience := takeFor
		if end, ok := ctx.Deadline(); ok {
			patience = max(min(patience, time.Until(end)), time.Millisecond)
		}
		batch, err := o.queue.Fetch(1, jetstream.FetchMaxWait(patience))
		if err != nil {
			return cluster.Given{}, err
		}
		select {
		case <-ctx.Done():
			go giveBack(batch)
		case m, ok := <-batch.Messages():
			if ok {
				if given, ok := o.given(m); ok {
					return given, nil
				}
				continue
			}
			if err := batch.Error(); err != nil && !errors.Is(err, nats.ErrTimeout) {
				return cluster.Given{}, err
			}
		}
	}
	return cluster.Given{}, context.Cause(ctx)
}

// giveBack returns messages that arrive after their receiver has gone.
func giveBack(batch jetstream.MessageBatch) {
	for m := range batch.Messages() {
		_ = m.Nak()
	}
}

// given reads a job from the queue. It removes one that cannot be read or was given
// out too often.
func (o *Office) given(m jetstream.Msg) (cluster.Given, bool) {
	g := cluster.Given{Ticket: m.Reply()}
	meta, err := m.Metadata()
	if err != nil || json.Unmarshal(m.Data(), &g.Job) != nil {
		_ = m.Term() // not ours: it would return again and again
		return g, false
	}
	if meta.NumDelivered <= maxGiven {
		return g, true
	}
	ctx, cancel := context.WithTimeout(context.Background(), defaultPatience)
	defer cancel()
	if err := o.jobs.DeleteMsg(ctx, meta.Sequence.Stream); err != nil { // otherwise the hub finds it there, and offers no new one
		return g, false // it is delivered again
	}
	if gaveUp := o.gaveUp.Load(); gaveUp != nil {
		(*gaveUp)(strings.TrimPrefix(m.Subject(), jobSubject))
	}
	return g, false
}

// Lapsed implements [cluster.Office].
func (o *Office) Lapsed(gaveUp func(name string)) { o.gaveUp.Store(&gaveUp) }

// Answer implements [cluster.Office].
func (o *Office) Answer(ctx context.Context, ticket string, letter []byte) error {
	ctx, cancel := context.WithTimeout(ctx, defaultPatience)
	defer cancel()
	sum := sha256.Sum256([]byte(ticket)) // a repeated answer, after a lost reply, counts as the same one
	_, err := o.js.Publish(ctx, answerSubject+"letter", letter, jetstream.WithMsgID(hex.EncodeToString(sum[:16])))
	if err != nil {
		return fmt.Errorf("an answer: %w", err)
	}
	return o.nc.Publish(ticket, []byte(wordDone))
}

// maxLetters is the maximum number of answers read at a time.
const maxLetters = 512

// Answers implements [cluster.Office].
func (o *Office) Answers(ctx context.Context) ([]cluster.Letter, error) {
	for ctx.Err() == nil {
		// 1. All that have arrived.
		batch, err := o.answers.FetchNoWait(maxLetters)
		if err != nil {
			return nil, err
		}
		letters := letters(batch)
		if len(letters) > 0 {
			return letters, nil
		}
		// 2. Otherwise wait for the next one.
		if batch, err = o.answers.Fetch(1, jetstream.FetchMaxWait(takeFor)); err != nil {
			return nil, err
		}
		if letters = lettersUntil(ctx, batch); len(letters) > 0 {
			return letters, nil
		}
		if err := batch.Error(); err != nil && !errors.Is(err, nats.ErrTimeout) {
			return nil, err
		}
	}
	return nil, context.Cause(ctx)
}

func letters(batch jetstream.MessageBatch) []cluster.Letter {
	return lettersUntil(context.Background(), batch)
}

func lettersUntil(ctx context.Context, batch jetstream.MessageBatch) []cluster.Letter {
	var all []cluster.Letter
	for {
		select {
		case <-ctx.Done():
			return all // unacknowledged ones are delivered again
		case m, ok := <-batch.Messages():
			if !ok {
				return all
			}
			all = append(all, cluster.Letter{Text: m.Data(), Done: m.Ack})
		}
	}
}
