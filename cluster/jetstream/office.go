package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"oxo/cluster"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The names on the server.
const (
	jobStream      = "OXO_JOBS"
	jobSubject     = "oxo.job."
	jobConsumer    = "workers"
	answerStream   = "OXO_ANSWERS"
	answerSubject  = "oxo.answer."
	answerConsumer = "hub"
	callSubject    = "oxo.call."
	tellSubject    = "oxo.tell"
	bucket         = "oxo"
	largeBucket    = "oxo-large"
	keySubject     = "$KV." + bucket + "."
	advisory       = "$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES." + jobStream + "." + jobConsumer
)

// Limits are those of what the hub keeps on a server.
type Limits struct {
	Lease    time.Duration // of a job; 0 is 30 s
	Replicas int           // of everything, on servers of one's own; 0 is 1
	Disk     int64         // bytes in all; 0 is 4 GB
}

const (
	usualLease = 30 * time.Second
	mostGiven  = 20 // times that a job is given out: see MaxDeliver
	mostJobs   = 100_000
	mostAge    = 30 * 24 * time.Hour
	inline     = 512 << 10 // bytes: a larger value is kept as an object
)

// Office is the hub's side.
type Office struct {
	nc      *nats.Conn
	js      jetstream.JetStream
	jobs    jetstream.Stream
	answers jetstream.Consumer
	keys    jetstream.KeyValue
	keyed   jetstream.Stream // of keys
	large   jetstream.ObjectStore
}

// Attach connects a hub to servers that exist.
func Attach(o ConnectOptions, l Limits) (*Office, error) {
	o.Hub, o.Name = true, "oxo hub"
	nc, err := connect(o, nil)
	if err != nil {
		return nil, err
	}
	return newOffice(nc, l)
}

// Close ends the connection.
func (o *Office) Close() { o.nc.Close() }

// newOffice makes what it needs on the server, or goes on with what is there.
func newOffice(nc *nats.Conn, l Limits) (*Office, error) {
	js, err := jetstream.New(nc, jetstream.WithPublishAsyncMaxPending(1024), jetstream.WithPublishAsyncTimeout(usualPatience))
	if err != nil {
		nc.Close()
		return nil, err
	}
	o := &Office{nc: nc, js: js}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := o.open(ctx, l); err != nil {
		nc.Close()
		return nil, fmt.Errorf("the queues cannot be opened: %w", err)
	}
	return o, nil
}

func (o *Office) open(ctx context.Context, l Limits) error {
	if l.Lease <= 0 {
		l.Lease = usualLease
	}
	if l.Disk <= 0 {
		l.Disk = usualDisk
	}
	l.Replicas = max(l.Replicas, 1)
	var err error
	if o.jobs, err = o.js.CreateOrUpdateStream(ctx, workQueue(jobStream, jobSubject, l.Disk/8, l.Replicas)); err != nil {
		return err
	}
	if _, err = o.jobs.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: jobConsumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: l.Lease, MaxDeliver: mostGiven, MaxAckPending: 10_000, MaxWaiting: 8192,
	}); err != nil {
		return err
	}
	stream, err := o.js.CreateOrUpdateStream(ctx, workQueue(answerStream, answerSubject, l.Disk/4, l.Replicas))
	if err != nil {
		return err
	}
	if o.answers, err = stream.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: answerConsumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: time.Minute, MaxDeliver: -1, MaxAckPending: 4096, MaxWaiting: 16,
	}); err != nil {
		return err
	}
	if o.keys, err = o.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{
		Bucket: bucket, History: 1, MaxBytes: l.Disk / 4, MaxValueSize: mostPayload, Storage: jetstream.FileStorage, Replicas: l.Replicas,
	}); err != nil {
		return err
	}
	if o.keyed, err = o.js.Stream(ctx, "KV_"+bucket); err != nil {
		return err
	}
	o.large, err = o.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: largeBucket, MaxBytes: l.Disk / 4, Storage: jetstream.FileStorage, Replicas: l.Replicas})
	return err
}

// workQueue is a stream whose messages go when they are acknowledged.
func workQueue(name, subject string, bytes int64, replicas int) jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name: name, Subjects: []string{subject + ">"}, Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage, Replicas: replicas,
		Discard: jetstream.DiscardNew, MaxBytes: bytes, MaxMsgs: mostJobs, MaxAge: mostAge, MaxMsgSize: mostPayload, Duplicates: 2 * time.Minute, MaxConsumers: 1,
	}
}

// Offer implements [cluster.Office].
func (o *Office) Offer(ctx context.Context, jobs []cluster.Job) error {
	waiting := make([]jetstream.PubAckFuture, 0, len(jobs))
	for i := range jobs {
		text, err := json.Marshal(&jobs[i])
		if err != nil {
			return err
		}
		// Sequence 0: no message of this subject is there.
		f, err := o.js.PublishAsync(jobSubject+jobs[i].Name(), text, jetstream.WithExpectLastSequencePerSubject(0))
		if err != nil {
			return err
		}
		waiting = append(waiting, f)
	}
	return settle(ctx, waiting, func(err error) bool {
		api, ok := errors.AsType[*jetstream.APIError](err)
		return ok && api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence
	})
}

// settle waits until all messages are kept, but for errors that do not matter.
func settle(ctx context.Context, waiting []jetstream.PubAckFuture, fine func(error) bool) error {
	var all error
	for _, f := range waiting {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-f.Ok():
		case err := <-f.Err():
			if !fine(err) {
				all = err
			}
		}
	}
	return all
}

// Withdraw implements [cluster.Office].
func (o *Office) Withdraw(ctx context.Context, jobs []cluster.Job) error {
	for i := range jobs {
		if err := o.jobs.Purge(ctx, jetstream.WithPurgeSubject(jobSubject+jobs[i].Name())); err != nil {
			return err
		}
	}
	return nil
}

// mostLetters is how many answers are read at a time.
const mostLetters = 512

// Answers implements [cluster.Office].
func (o *Office) Answers(ctx context.Context) ([]cluster.Letter, error) {
	for ctx.Err() == nil {
		// 1. All that are there.
		batch, err := o.answers.FetchNoWait(mostLetters)
		if err != nil {
			return nil, err
		}
		letters := letters(batch)
		if len(letters) > 0 {
			return letters, nil
		}
		// 2. Else the next one. It comes as soon as it is there.
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
			return all // what is not acknowledged comes again
		case m, ok := <-batch.Messages():
			if !ok {
				return all
			}
			all = append(all, cluster.Letter{Text: m.Data(), Done: m.Ack})
		}
	}
}

// Serve implements [cluster.Office].
func (o *Office) Serve(answer func(verb string, question []byte) []byte) error {
	_, err := o.nc.Subscribe(callSubject+"*", func(m *nats.Msg) {
		err := m.Respond(answer(strings.TrimPrefix(m.Subject, callSubject), m.Data)) // who has gone asks again
		if errors.Is(err, nats.ErrMaxPayload) {
			_ = m.Respond([]byte(`{"error":"what the hub would say is too long for the queue"}`))
		}
	})
	return err
}

// Lapsed implements [cluster.Office].
func (o *Office) Lapsed(gaveUp func(name string)) error {
	_, err := o.nc.Subscribe(advisory, func(m *nats.Msg) {
		var told struct {
			Sequence uint64 `json:"stream_seq"`
		}
		if json.Unmarshal(m.Data, &told) != nil {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), usualPatience)
		defer cancel()
		job, err := o.jobs.GetMsg(ctx, told.Sequence)
		if err != nil {
			return // it was answered after all
		}
		_ = o.jobs.DeleteMsg(ctx, told.Sequence) // else the sweep finds it there
		gaveUp(strings.TrimPrefix(job.Subject, jobSubject))
	})
	return err
}
