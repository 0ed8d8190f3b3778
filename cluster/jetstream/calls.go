package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"oxo/cluster"

	"github.com/nats-io/nats.go"
)

// Subjects of calls. Each client has a name, and the server allows it no other: it
// calls oxo.call.NAME.VERB, gives orders as oxo.order.NAME.VERB, and receives replies
// under oxo.inbox.NAME.
const (
	callSubject  = "oxo.call."
	orderSubject = "oxo.order."
	inboxSubject = "oxo.inbox."
	tellSubject  = "oxo.tell"
	hubName      = "hub" // the hub's own inbox
)

// maxCalls is the maximum number of calls that wait for replies. Most of them wait
// for a job.
const maxCalls = 8192

// Serve implements [cluster.Office].
func (o *Office) Serve(answer func(ctx context.Context, q cluster.Question) cluster.Reply) error {
	free := make(chan struct{}, maxCalls)
	for subject, orders := range map[string]bool{callSubject: false, orderSubject: true} {
		_, err := o.nc.Subscribe(subject+"*.*", func(m *nats.Msg) {
			name, verb, _ := strings.Cut(strings.TrimPrefix(m.Subject, subject), ".")
			// A reply to a subject outside the caller's inbox would be written with the
			// hub's rights.
			if !strings.HasPrefix(m.Reply, inboxSubject+name+".") || cluster.OfWorkers(verb) == orders {
				return
			}
			free <- struct{}{}
			go func() {
				defer func() { <-free }()
				o.reply(m, answer(o.closed, cluster.Question{Verb: verb, Text: m.Data, Orders: orders}))
			}()
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// reply sends a reply. If Lost is set, it checks whether the caller is still waiting.
func (o *Office) reply(m *nats.Msg, r cluster.Reply) {
	if r.Lost == nil {
		err := m.Respond(r.Text) // a caller that has gone asks again
		if errors.Is(err, nats.ErrMaxPayload) {
			_ = m.Respond([]byte(`{"error":"what the hub would say is too long for the queue"}`))
		}
		return
	}
	if !o.arrives(m.Reply, r.Text) {
		r.Lost()
	}
}

// arrives sends a text, and reports whether somebody listens: the server reports at
// once if nobody listens.
func (o *Office) arrives(subject string, text []byte) bool {
	echo, nobody := o.nc.NewInbox(), make(chan *nats.Msg, 1)
	sub, err := o.nc.ChanSubscribe(echo, nobody)
	if err != nil {
		return false
	}
	defer sub.Unsubscribe() //nolint:errcheck // the connection ends with it
	if o.nc.PublishRequest(subject, echo, text) != nil || o.nc.FlushTimeout(defaultPatience) != nil {
		return false
	}
	return len(nobody) == 0
}

// JetStream's words about a message that was given out. They are sent to the subject
// that is the ticket of the message.
const (
	wordDone   = "+ACK"
	wordExtend = "+WPI"
	wordBack   = "-NAK"
)

// Extend implements [cluster.Office].
func (o *Office) Extend(ticket string) error { return o.nc.Publish(ticket, []byte(wordExtend)) }

// GiveBack implements [cluster.Office].
func (o *Office) GiveBack(ticket string, after time.Duration) error {
	word := []byte(wordBack)
	if after > 0 {
		text, err := json.Marshal(struct {
			Delay time.Duration `json:"delay"`
		}{after})
		if err != nil {
			return err
		}
		word = append(append(word, ' '), text...)
	}
	return o.nc.Publish(ticket, word)
}
