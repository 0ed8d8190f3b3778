package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"oxo/cluster"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Names on the server.
const (
	jobStream      = "OXO_JOBS"
	jobSubject     = "oxo.job."
	jobConsumer    = "workers"
	answerStream   = "OXO_ANSWERS"
	answerSubject  = "oxo.answer."
	answerConsumer = "hub"
	bucket         = "oxo"
	largeBucket    = "oxo-large"
	keySubject     = "$KV." + bucket + "."
)

// Limits are the limits of the hub's data on a server.
type Limits struct {
	Lease    time.Duration // of a job; 0 is 30 s
	Replicas int           // of everything, on external servers; 0 is 1
	Disk     int64         // bytes in all; 0 is 4 GB
}

const (
	defaultLease = 30 * time.Second
	maxGiven     = 20 // how often a job is given out
	maxJobs      = 100_000
	maxAge       = 30 * 24 * time.Hour
	inline       = 512 << 10 // bytes; a larger value is kept as an object
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
	queue   jetstream.Consumer // of jobs

	closed context.Context // ends with the connection
	end    context.CancelFunc
	gaveUp atomic.Pointer[func(name string)]
}

// Attach connects a hub to external servers.
func Attach(o ConnectOptions, l Limits) (*Office, error) {
	o.hub, o.Name = true, "oxo hub"
	nc, err := connect(&o)
	if err != nil {
		return nil, err
	}
	return newOffice(nc, l)
}

// Close ends the connection.
func (o *Office) Close() {
	o.end()
	o.nc.Close()
}

// newOffice makes the streams and buckets on the server, or continues with existing
// ones.
func newOffice(nc *nats.Conn, l Limits) (*Office, error) {
	js, err := jetstream.New(nc, jetstream.WithPublishAsyncMaxPending(1024), jetstream.WithPublishAsyncTimeout(defaultPatience))
	if err != nil {
		nc.Close()
		return nil, err
	}
	o := &Office{nc: nc, js: js}
	o.closed, o.end = context.WithCancel(context.Background())
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := o.open(ctx, l); err != nil {
		o.Close()
		return nil, fmt.Errorf("the queues cannot be opened: %w", err)
	}
	return o, nil
}

func (o *Office) open(ctx context.Context, l Limits) error {
	if l.Lease <= 0 {
		l.Lease = defaultLease
	}
	if l.Disk <= 0 {
		l.Disk = defaultDisk
	}
	l.Replicas = max(l.Replicas, 1)
	var err error
	if o.jobs, err = o.js.CreateOrUpdateStream(ctx, workQueue(jobStream, jobSubject, l.Disk/8, l.Replicas)); err != nil {
		return err
	}
	// The office itself counts how often a job is given out. The server would keep a
	// message beyond MaxDeliver, deliver it to nobody, and report that only once.
	if o.queue, err = o.jobs.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: jobConsumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: l.Lease, MaxDeliver: -1, MaxAckPending: 10_000, MaxWaiting: 8192,
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
		Bucket: bucket, History: 1, MaxBytes: l.Disk / 4, MaxValueSize: maxPayload, Storage: jetstream.FileStorage, Replicas: l.Replicas,
	}); err != nil {
		return err
	}
	if o.keyed, err = o.js.Stream(ctx, "KV_"+bucket); err != nil {
		return err
	}
	o.large, err = o.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: largeBucket, MaxBytes: l.Disk / 4, Storage: jetstream.FileStorage, Replicas: l.Replicas})
	return err
}

// workQueue is a stream whose messages are removed when acknowledged.
func workQueue(name, subject string, bytes int64, replicas int) jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name: name, Subjects: []string{subject + ">"}, Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage, Replicas: replicas,
		Discard: jetstream.DiscardNew, MaxBytes: bytes, MaxMsgs: maxJobs, MaxAge: maxAge, MaxMsgSize: maxPayload, Duplicates: 2 * time.Minute, MaxConsumers: 1,
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
		// Sequence 0: the subject must have no message.
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

// settle waits until all messages are stored, and ignores errors that fine accepts.
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
