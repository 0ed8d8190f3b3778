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

// The subjects of calls. Each client has a name, and the server lets it use no other: it calls
// oxo.call.NAME.VERB, gives orders as oxo.order.NAME.VERB, and hears replies under oxo.inbox.NAME.
const (
	callSubject  = "oxo.call."
	orderSubject = "oxo.order."
	inboxSubject = "oxo.inbox."
	tellSubject  = "oxo.tell"
	hubName      = "hub" // of the hub's own inbox
)

// mostCalls is how many calls wait for their replies at a time. Most of them wait for a job.
const mostCalls = 8192

// Serve implements [cluster.Office].
func (o *Office) Serve(answer func(ctx context.Context, q cluster.Question) cluster.Reply) error {
	free := make(chan struct{}, mostCalls)
	for subject, orders := range map[string]bool{callSubject: false, orderSubject: true} {
		_, err := o.nc.Subscribe(subject+"*.*", func(m *nats.Msg) {
			name, verb, _ := strings.Cut(strings.TrimPrefix(m.Subject, subject), ".")
			// A reply to another's subject would be written with the hub's rights.
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

// reply sends a reply, and finds out whether somebody still waits for it where that matters.
func (o *Office) reply(m *nats.Msg, r cluster.Reply) {
	if r.Lost == nil {
		err := m.Respond(r.Text) // who has gone asks again
		if errors.Is(err, nats.ErrMaxPayload) {
			_ = m.Respond([]byte(`{"error":"what the hub would say is too long for the queue"}`))
		}
		return
	}
	if !o.arrives(m.Reply, r.Text) {
		r.Lost()
	}
}

// arrives sends a text, and reports whether somebody listens: the server says it at once where nobody does.
func (o *Office) arrives(subject string, text []byte) bool {
	echo, nobody := o.nc.NewInbox(), make(chan *nats.Msg, 1)
	sub, err := o.nc.ChanSubscribe(echo, nobody)
	if err != nil {
		return false
	}
	defer sub.Unsubscribe() //nolint:errcheck // the connection ends with it
	if o.nc.PublishRequest(subject, echo, text) != nil || o.nc.FlushTimeout(usualPatience) != nil {
		return false
	}
	return len(nobody) == 0
}

// The words of JetStream about a message that was given out. Its ticket is the subject for them.
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
