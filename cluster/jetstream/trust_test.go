package jetstream

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"oxo/cluster"

	"github.com/nats-io/nats.go"
)

// Tokens of a hub in tests.
const (
	tokenOfWorkers = "of-workers"
	tokenForOrders = "for-orders"
)

// guarded begins a hub with both tokens.
func guarded(t *testing.T) *hub {
	h := &hub{t: t, o: ServerOptions{Addr: "127.0.0.1:0", Dir: t.TempDir(), Token: tokenOfWorkers, Orders: tokenForOrders, Log: quiet(t)}}
	h.open()
	t.Cleanup(h.close)
	return h
}

// TestTokens: a client without the right token is refused. The workers' token does
// not allow orders, and the token for orders does not allow work.
func TestTokens(t *testing.T) {
	t.Parallel()
	h := guarded(t)
	for _, c := range []struct{ token, verb, want string }{
		{"", "join", "refuses the token"},
		{"wrong", "join", "refuses the token"},
		{"", cluster.GetStatus, "refuses the token"},
		{"wrong", cluster.Submit, "refuses the token"},
		{tokenOfWorkers, "join", ""},
		{tokenOfWorkers, cluster.GetStatus, "want the token for orders"},
		{tokenOfWorkers, cluster.FollowRun, "want the token for orders"},
		{tokenOfWorkers, cluster.Submit, "want the token for orders"},
		{tokenOfWorkers, cluster.Stop, "want the token for orders"},
		{tokenForOrders, cluster.GetStatus, ""},
		{tokenForOrders, "join", "want the token of workers"},
		{tokenForOrders, "take", "want the token of workers"},
	} {
		d, err := Dial(ConnectOptions{URL: h.server.URL(), Token: c.token})
		if err != nil {
			t.Fatal(err)
		}
		for err = cluster.ErrGone; errors.Is(err, cluster.ErrGone); {
			_, err = d.Call(t.Context(), c.verb, []byte("{}"))
		}
		if (c.want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("token %q, %s: %v, want %q", c.token, c.verb, err, c.want)
		}
		d.Close()
	}
	for _, o := range []ServerOptions{{}, {Token: tokenOfWorkers}, {Orders: tokenForOrders}, {Token: tokenOfWorkers, Orders: tokenForOrders}} {
		o.Addr, o.Dir, o.Log = "0.0.0.0:0", t.TempDir(), quiet(t)
		if _, err := Start(o); !errors.Is(err, errExposed) {
			t.Errorf("beyond loopback with %+v: %v", o, err)
		}
	}
}

// intruder is a client with the workers' token that sends arbitrary messages.
type intruder struct {
	t     *testing.T
	nc    *nats.Conn
	name  string
	mu    sync.Mutex // guards the fields below
	heard []string   // messages on other clients' subjects
	no    []string   // what the server refused
}

func (h *hub) intruder(t *testing.T) *intruder {
	t.Helper()
	o := ConnectOptions{URL: h.server.URL(), Token: tokenOfWorkers, Own: cluster.NewIdentity()}
	i := &intruder{t: t, name: o.client()}
	var err error
	i.nc, err = connect(&o, nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
		i.mu.Lock()
		defer i.mu.Unlock()
		i.no = append(i.no, err.Error())
	}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(i.nc.Close)
	for !i.nc.IsConnected() && t.Context().Err() == nil {
		time.Sleep(time.Millisecond)
	}
	return i
}

// refused waits until the server has refused a subject.
func (i *intruder) refused(subject string) {
	i.t.Helper()
	_ = i.nc.Flush()
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		i.mu.Lock()
		for _, text := range i.no {
			if strings.Contains(text, subject) {
				i.mu.Unlock()
				return
			}
		}
		i.mu.Unlock()
	}
	i.t.Errorf("%s is not refused", subject)
}

// TestReading: a worker cannot read others' inboxes, jobs, answers or kept values.
func TestReading(t *testing.T) {
	t.Parallel()
	h := guarded(t)
	i := h.intruder(t)
	other := cluster.NewIdentity()
	subjects := []string{
		">", "oxo.>", "_INBOX.>", inboxSubject + ">", inboxSubject + "*.>", inboxSubject + hubName + ".>", inboxSubject + hex.EncodeToString(other.Key()) + ".>",
		callSubject + ">", orderSubject + ">", jobSubject + ">", answerSubject + ">", keySubject + ">", "$JS.>", "$KV.>", "$O.>", "$SYS.>",
	}
	for _, subject := range subjects {
		if _, err := i.nc.Subscribe(subject, func(m *nats.Msg) {
			i.mu.Lock()
			defer i.mu.Unlock()
			i.heard = append(i.heard, m.Subject)
		}); err != nil {
			t.Fatal(err)
		}
	}
	run := h.submit(20)
	stop := h.worker("victim", 2, time.Millisecond)
	h.over(run)
	stop()
	for _, subject := range subjects {
		i.refused(`"` + subject + `"`)
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	if len(i.heard) > 0 {
		t.Errorf("it hears %q", i.heard)
	}
}

// TestSending: a worker can send only its own calls: nothing as another client, no
// orders, nothing to the queues, and no request to JetStream.
func TestSending(t *testing.T) {
	t.Parallel()
	h := guarded(t)
	run := h.submit(20)
	i := h.intruder(t)
	other := hex.EncodeToString(cluster.NewIdentity().Key())
	for _, subject := range []string{
		callSubject + other + ".leave", callSubject + other + ".answer", orderSubject + i.name + ".stop", orderSubject + other + ".stop",
		inboxSubject + other + ".x.y", inboxSubject + hubName + ".x", jobSubject + run + ".1", answerSubject + "letter", keySubject + "order." + run,
		"$JS.API.STREAM.DELETE." + jobStream, "$JS.API.STREAM.PURGE." + jobStream, "$JS.API.STREAM.MSG.GET." + jobStream, "$JS.API.STREAM.MSG.DELETE." + jobStream,
		"$JS.API.DIRECT.GET." + jobStream, "$JS.API.DIRECT.GET.KV_" + bucket, "$JS.API.STREAM.INFO." + jobStream, "$JS.API.STREAM.NAMES",
		"$JS.API.CONSUMER.CREATE." + jobStream, "$JS.API.CONSUMER.DURABLE.CREATE." + jobStream + ".spy", "$JS.API.CONSUMER.MSG.NEXT." + jobStream + "." + jobConsumer,
		"$JS.API.CONSUMER.INFO." + jobStream + "." + jobConsumer, "$JS.ACK." + jobStream + "." + jobConsumer + ".1.1.1.1.1",
	} {
		_ = i.nc.PublishRequest(subject, inboxSubject+i.name+".x", []byte(`"`+run+`"`))
		i.refused(`"` + subject + `"`)
	}
	h.worker("honest", 2, time.Millisecond)
	if f := h.over(run); f.Answers != 20 || len(f.Aside) != 0 {
		t.Errorf("%+v", f)
	}
}

// TestReplies: the hub writes replies only to the caller's inbox. It would write them
// with its own rights to another client's subject, or over kept values.
func TestReplies(t *testing.T) {
	t.Parallel()
	h := guarded(t)
	i := h.intruder(t)
	run := h.submit(20)
	for jobs := uint64(0); jobs < 20; {
		info, err := h.office.jobs.Info(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		jobs = info.State.Msgs
	}
	before, err := h.office.Kept(t.Context(), "order.")
	if err != nil {
		t.Fatal(err)
	}
	victim, err := Dial(ConnectOptions{URL: h.server.URL(), Token: tokenOfWorkers})
	if err != nil {
		t.Fatal(err)
	}
	defer victim.Close()
	got := make(chan *nats.Msg, 100)
	if _, err := victim.nc.ChanSubscribe(inboxSubject+victim.name+".>", got); err != nil {
		t.Fatal(err)
	}
	_ = victim.nc.Flush()
	for _, to := range []string{
		keySubject + "order." + run, jobSubject + "x.1", answerSubject + "letter", "$JS.API.STREAM.PURGE." + jobStream, inboxSubject + victim.name + ".x",
		inboxSubject + i.name, inboxSubject + i.name + "x.y", "",
	} {
		for _, verb := range []string{"join", "take", "nothing"} {
			_ = i.nc.PublishRequest(callSubject+i.name+"."+verb, to, []byte("{}"))
		}
		m := nats.NewMsg(tellSubject) // the server would write a trace of the message there
		m.Header.Set("Nats-Trace-Dest", to)
		_ = i.nc.PublishMsg(m)
	}
	if m, err := i.nc.Request(callSubject+i.name+".join", []byte("{}"), 10*time.Second); err != nil { // everything before has been handled
		t.Fatal(err)
	} else if !strings.Contains(string(m.Data), "error") {
		t.Errorf("%s", m.Data)
	}
	after, err := h.office.Kept(t.Context(), "order.")
	if err != nil || len(after) != 1 || len(before) != 1 || string(after[0].Data) != string(before[0].Data) {
		t.Errorf("what is kept was %+v and is %+v, %v", before, after, err)
	}
	if len(got) > 0 {
		t.Errorf("another worker's inbox has %s", (<-got).Data)
	}
	if info, err := h.office.jobs.Info(t.Context()); err != nil || info.State.Msgs != 20 {
		t.Errorf("%d jobs, %v", info.State.Msgs, err)
	}
	if info, err := h.office.js.Stream(t.Context(), answerStream); err != nil || info.CachedInfo().State.LastSeq != 0 {
		t.Errorf("answers %+v, %v", info.CachedInfo().State, err)
	}
}

// TestKey: a client without the private key of a name cannot use the name.
func TestKey(t *testing.T) {
	t.Parallel()
	h := guarded(t)
	own, other := cluster.NewIdentity(), cluster.NewIdentity()
	for what, sign := range map[string]func([]byte) []byte{
		"another key":     func(nonce []byte) []byte { return other.Sign(connecting, nonce) },
		"another purpose": func(nonce []byte) []byte { return own.Sign("call", nonce) },
		"another nonce":   func([]byte) []byte { return own.Sign(connecting, []byte("old")) },
		"nothing":         func([]byte) []byte { return nil },
	} {
		nc, err := nats.Connect(h.server.URL(), nats.Token(tokenOfWorkers),
			nats.UserInfo(hex.EncodeToString(own.Key()), ""), nats.UserJWT(func() (string, error) { return "none", nil }, func(nonce []byte) ([]byte, error) { return sign(nonce), nil }))
		if !errors.Is(err, nats.ErrAuthorization) {
			t.Errorf("%s: %v", what, err)
		}
		if err == nil {
			nc.Close()
		}
	}
	for what, option := range map[string]nats.Option{
		"the hub's user with a token": nats.UserInfo(hubUser, tokenForOrders), "a token without a key": nats.Token(tokenOfWorkers), "nothing": nats.Name("x"),
	} {
		if nc, err := nats.Connect(h.server.URL(), option); !errors.Is(err, nats.ErrAuthorization) {
			t.Errorf("%s: %v", what, err)
			if err == nil {
				nc.Close()
			}
		}
	}
}

// TestLapsed: a job that was given out too often is reported, even if no hub was
// running when its last lease ended.
func TestLapsed(t *testing.T) {
	t.Parallel()
	s, err := Start(ServerOptions{Addr: "127.0.0.1:0", Dir: t.TempDir(), Log: quiet(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	limits := Limits{Lease: 20 * time.Millisecond}
	o, err := s.Office(limits)
	if err != nil {
		t.Fatal(err)
	}
	job := cluster.Job{ID: "1", Run: "a", Ask: json.RawMessage("1")}
	if err := o.Offer(t.Context(), []cluster.Job{job}); err != nil {
		t.Fatal(err)
	}
	for range maxGiven {
		if g, err := o.Take(t.Context()); err != nil || g.Job.Name() != job.Name() {
			t.Fatal(err, g)
		}
	}
	o.Close()
	if o, err = s.Office(limits); err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	lapsed := make(chan string, 10)
	o.Lapsed(func(name string) {
		lapsed <- name
		again := job
		again.Turn = 1
		if err := o.Offer(t.Context(), []cluster.Job{again}); err != nil {
			t.Error(err)
		}
	})
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	g, err := o.Take(ctx)
	if err != nil || g.Job.Turn != 1 {
		t.Fatalf("%+v, %v", g, err)
	}
	if name := <-lapsed; name != job.Name() || len(lapsed) > 0 {
		t.Errorf("%s, and %d more", name, len(lapsed))
	}
	if err := o.Answer(ctx, g.Ticket, []byte("{}")); err != nil {
		t.Fatal(err)
	}
	for left := uint64(1); left > 0; { // the server handles the word with a delay
		info, err := o.jobs.Info(ctx)
		if err != nil {
			t.Fatal(err)
		}
		left = info.State.Msgs
	}
}

// TestArrives: a job returns to the queue at once if its worker went before it got
// the job.
func TestArrives(t *testing.T) {
	t.Parallel()
	h := begin(t)
	d, err := Dial(ConnectOptions{URL: h.server.URL()})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	inbox := inboxSubject + d.name + ".x"
	if h.office.arrives(inbox, []byte("x")) {
		t.Error("a text arrives where nobody listens")
	}
	if _, err := d.nc.Subscribe(inbox, func(*nats.Msg) {}); err != nil {
		t.Fatal(err)
	}
	if err := d.nc.Flush(); err != nil {
		t.Fatal(err)
	}
	if !h.office.arrives(inbox, []byte("x")) {
		t.Error("a text does not arrive where somebody listens")
	}
}

// TestAnswerAgain: an answer that a worker signs and sends again after a lost reply
// is in the queue once.
func TestAnswerAgain(t *testing.T) {
	t.Parallel()
	s, err := Start(ServerOptions{Addr: "127.0.0.1:0", Dir: t.TempDir(), Log: quiet(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	o, err := s.Office(Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	if err := o.Offer(t.Context(), []cluster.Job{{ID: "1", Run: "a"}, {ID: "2", Run: "a"}}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		g, err := o.Take(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, letter := range []string{"once", "again"} {
			if err := o.Answer(t.Context(), g.Ticket, []byte(letter+g.Job.ID)); err != nil {
				t.Fatal(err)
			}
		}
	}
	letters, err := o.Answers(t.Context())
	if err != nil || len(letters) != 2 {
		t.Errorf("%d letters to two jobs, %v", len(letters), err)
	}
}
