#!/usr/bin/env bash
# A NATS JetStream work queue keeps a message that was delivered as often as its consumer allows.
#
# Guess before it was run: after the last delivery the message leaves the queue, or a new consumer gets it.
# Seen with nats-server v2.15.2 and nats.go v1.55.0: the message stays in the stream, the consumer counts it neither as pending nor
# as awaiting an acknowledgement, no fetch gets it again, and the server says so once, to whoever listens to the
# advisory at that moment. Who counts on the advisory alone loses the message without a word.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat > main.go <<'GO'
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: os.Args[1], NoSigs: true})
	check(err)
	s.Start()
	defer s.Shutdown()
	if !s.ReadyForConnections(time.Minute) {
		panic("the server does not start")
	}
	nc, err := nats.Connect(s.ClientURL())
	check(err)
	js, err := jetstream.New(nc)
	check(err)
	ctx := context.Background()
	stream, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: "QUEUE", Subjects: []string{"job"}, Retention: jetstream.WorkQueuePolicy})
	check(err)
	c, err := stream.CreateConsumer(ctx, jetstream.ConsumerConfig{Durable: "worker", AckPolicy: jetstream.AckExplicitPolicy, AckWait: 200 * time.Millisecond, MaxDeliver: 2})
	check(err)
	_, err = js.Publish(ctx, "job", []byte("one"))
	check(err)
	delivered := 0
	for end := time.Now().Add(20 * time.Second); delivered < 2 && time.Now().Before(end); {
		batch, err := c.Fetch(1, jetstream.FetchMaxWait(2*time.Second))
		check(err)
		for range batch.Messages() {
			delivered++ // and never acknowledged
		}
	}
	time.Sleep(2 * time.Second) // ten times as long as an acknowledgement may take
	batch, err := c.Fetch(1, jetstream.FetchMaxWait(3*time.Second))
	check(err)
	again := 0
	for range batch.Messages() {
		again++
	}
	of, err := stream.Info(ctx)
	check(err)
	about, err := c.Info(ctx)
	check(err)
	fmt.Printf("delivered %d, then %d; in the stream %d, pending %d, awaiting an acknowledgement %d\n", delivered, again, of.State.Msgs, about.NumPending, about.NumAckPending)
}
GO
go mod init finding >/dev/null 2>&1
go get github.com/nats-io/nats-server/v2@v2.15.2 github.com/nats-io/nats.go@v1.55.0 >/dev/null 2>&1
seen=$(go run . "$dir/store" 2>/dev/null)
want='delivered 2, then 0; in the stream 1, pending 0, awaiting an acknowledgement 0'
echo "$seen"
[ "$seen" = "$want" ] || { echo "want: $want" >&2; exit 1; }
