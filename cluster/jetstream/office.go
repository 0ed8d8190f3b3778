package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
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

// disk is the limit of disk space in bytes.
func (l Limits) disk() int64 {
	if l.Disk <= 0 {
		return defaultDisk
	}
	return l.Disk
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

// Close closes the connection.
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
		return nil, fmt.Errorf("the queues cannot be opened: %w", wantRoom(err, l))
	}
	return o, nil
}

// The texts of servers without the room that a stream reserves: of a single server, and
// of a group in which no server has the room.
const (
	noRoom   jetstream.ErrorCode = 10047
	noServer jetstream.ErrorCode = 10005
)

// wantRoom says what would be right, where the servers have too little room.
func wantRoom(err error, l Limits) error {
	var api *jetstream.APIError
	if !errors.As(err, &api) || api.ErrorCode != noRoom && (api.ErrorCode != noServer || !strings.Contains(api.Description, "insufficient storage")) {
		return err
	}
	reserved := l.disk()/8 + 3*(l.disk()/4)
	return fmt.Errorf("they reserve %d MB of the servers' store, and there is less: want a lower limit of disk space (hub --disk), or servers with more room: %w", reserved>>20, err)
}

func (o *Office) open(ctx context.Context, l Limits) error {
	if l.Lease <= 0 {
		l.Lease = defaultLease
	}
	l.Disk = l.disk()
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
	there, err := o.publish(ctx, jobs)
	if err != nil || len(there) == 0 {
		return err
	}
	n, err := o.freeStranded(ctx)
	if err != nil || n == 0 {
		return err
	}
	_, err = o.publish(ctx, there)
	return err
}

// publish puts jobs into the queue, and returns those that the queue already had.
func (o *Office) publish(ctx context.Context, jobs []cluster.Job) (there []cluster.Job, err error) {
	waiting := make([]jetstream.PubAckFuture, 0, len(jobs))
	for i := range jobs {
		text, err := json.Marshal(&jobs[i])
		if err != nil {
			return nil, err
		}
		// Sequence 0: the subject must have no message.
		f, err := o.js.PublishAsync(jobSubject+jobs[i].Name(), text, jetstream.WithExpectLastSequencePerSubject(0))
		if err != nil {
			return nil, err
		}
		waiting = append(waiting, f)
	}
	err = settle(ctx, waiting, func(i int, err error) bool {
		api, ok := errors.AsType[*jetstream.APIError](err)
		if ok = ok && api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence; ok {
			there = append(there, jobs[i])
		}
		return ok
	})
	return there, err
}

// settle waits until all messages are stored, and ignores errors that fine accepts. It
// gives fine the index of the message.
func settle(ctx context.Context, waiting []jetstream.PubAckFuture, fine func(i int, err error) bool) error {
	var all error
	for i, f := range waiting {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-f.Ok():
		case err := <-f.Err():
			if !fine(i, err) {
				all = err
			}
		}
	}
	return all
}

// freeStranded removes messages that the server keeps and never delivers again, and
// returns their number. These are the messages that its consumer counts as
// acknowledged, at or below its ack floor. nats-server 2.15.2 was seen to strand one
// where a purge by subject met messages that were given back. While such a message is
// there, no new job of its name enters the queue, so its run would never end.
func (o *Office) freeStranded(ctx context.Context) (n int, err error) {
	// The order matters: a message at or below a floor read before is acknowledged, so it
	// is stranded or about to be removed.
	queue, err := o.queue.Info(ctx)
	if err != nil {
		return 0, err
	}
	for seq := uint64(1); ; n++ {
		m, err := o.jobs.GetMsg(ctx, seq, jetstream.WithGetMsgSubject(jobSubject+">"))
		if errors.Is(err, jetstream.ErrMsgNotFound) || err == nil && m.Sequence > queue.AckFloor.Stream {
			return n, nil
		}
		if err != nil {
			return n, err
		}
		if err := o.remove(ctx, m.Sequence); err != nil {
			return n, err
		}
		seq = m.Sequence + 1
	}
}

// Withdraw implements [cluster.Office]. It deletes messages by their sequences. To purge
// by subject would take one request, but nats-server (2.15.2; nats-io/nats-server#5727)
// then forgets other messages that were given back: see freeStranded.
func (o *Office) Withdraw(ctx context.Context, jobs []cluster.Job) error {
	for i := range jobs {
		m, err := o.jobs.GetLastMsgForSubject(ctx, jobSubject+jobs[i].Name())
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		if err := o.remove(ctx, m.Sequence); err != nil {
			return err
		}
	}
	return nil
}

// remove deletes a message, unless it is deleted already.
func (o *Office) remove(ctx context.Context, seq uint64) error {
	err := o.jobs.DeleteMsg(ctx, seq)
	if err == nil {
		return nil
	}
	if _, there := o.jobs.GetMsg(ctx, seq); errors.Is(there, jetstream.ErrMsgNotFound) {
		return nil
	}
	return err
}
