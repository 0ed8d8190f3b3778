#!/usr/bin/env bash
# A purge of one subject makes a NATS JetStream work queue forget messages of other subjects that were given back.
#
# Guess before it was run: a purge by subject touches the messages of that subject, and no other.
# Seen with nats-server v2.15.3 and nats.go v1.55.0: two workers give a third of their messages back (NAK) and
# acknowledge the rest, while another client purges, by subject, messages that are mostly done. At the end of nearly
# each round of two seconds a message of another subject is still in the stream, at or below the consumer's
# acknowledgement floor: the consumer counts it neither as pending nor as awaiting an acknowledgement, and no fetch gets
# it. Deleted by sequence in place of the purge, or without any, nothing stays. An open report of the server's users
# (nats-io/nats-server#5727) sees the floor run ahead.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat > main.go <<'GO'
package main

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func main() {
	s := must(server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: os.Args[1], NoSigs: true, JetStreamMaxStore: 1 << 30}))
	s.Start()
	defer s.Shutdown()
	if !s.ReadyForConnections(time.Minute) {
		panic("the server does not start")
	}
	js := must(jetstream.New(must(nats.Connect(s.ClientURL()))))
	for _, way := range []string{"purged by subject", "deleted by sequence"} {
		rounds, stranded := 5, 0
		for range rounds {
			stranded += round(js, way)
		}
		if stranded > 1 {
			fmt.Println(way+": messages stay that nobody gets, in round after round")
		} else {
			fmt.Println(way+": stranded", stranded)
		}
	}
}

// round returns 1 if a message is left in the stream and the consumer has none for anybody.
func round(js jetstream.JetStream, way string) int {
	ctx := context.Background()
	st := must(js.CreateStream(ctx, jetstream.StreamConfig{Name: "Q", Subjects: []string{"q.>"}, Retention: jetstream.WorkQueuePolicy}))
	defer js.DeleteStream(ctx, "Q")
	c := must(st.CreateConsumer(ctx, jetstream.ConsumerConfig{Durable: "c", AckPolicy: jetstream.AckExplicitPolicy, AckWait: time.Second, MaxAckPending: 10_000}))
	noNak := time.Now().Add(2 * time.Second)
	over := noNak.Add(time.Second)
	var workers sync.WaitGroup
	for range 2 {
		workers.Go(func() {
			for time.Now().Before(over) {
				batch, err := c.Fetch(1, jetstream.FetchMaxWait(300*time.Millisecond))
				if err != nil {
					continue
				}
				for m := range batch.Messages() {
					time.Sleep(time.Duration(rand.Intn(3)) * time.Millisecond)
					if rand.Intn(3) == 0 && time.Now().Before(noNak) {
						_ = m.Nak()
					} else {
						_ = m.Ack()
					}
				}
			}
		})
	}
	for n := 1; time.Now().Before(noNak); n++ {
		must(js.Publish(ctx, fmt.Sprint("q.", n), []byte("x")))
		if n > 5 && n%3 == 0 {
			subject := fmt.Sprint("q.", n-rand.Intn(4))
			if way == "purged by subject" {
				_ = st.Purge(ctx, jetstream.WithPurgeSubject(subject))
			} else if m, err := st.GetLastMsgForSubject(ctx, subject); err == nil {
				_ = st.DeleteMsg(ctx, m.Sequence)
			}
		}
		time.Sleep(time.Millisecond)
	}
	workers.Wait()
	for idle := 0; idle < 3; { // everything that anybody can still get is acknowledged
		idle++
		batch := must(c.Fetch(100, jetstream.FetchMaxWait(1500*time.Millisecond)))
		for m := range batch.Messages() {
			_ = m.Ack()
			idle = 0
		}
	}
	left, queue := must(st.Info(ctx)), must(c.Info(ctx))
	if left.State.Msgs > 0 && queue.NumPending == 0 && queue.NumAckPending == 0 && left.State.FirstSeq <= queue.AckFloor.Stream {
		return 1
	}
	return 0
}
GO
go mod init finding >/dev/null 2>&1
go get github.com/nats-io/nats-server/v2@v2.15.3 github.com/nats-io/nats.go@v1.55.0 >/dev/null 2>&1
seen=$(go run . "$dir/store" 2>/dev/null)
want='purged by subject: messages stay that nobody gets, in round after round
deleted by sequence: stranded 0'
echo "$seen"
[ "$seen" = "$want" ] || { echo "want: $want" >&2; exit 1; }
