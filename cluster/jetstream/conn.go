package jetstream

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"oxo/cluster"

	"github.com/nats-io/nats.go"
)

// ConnectOptions are how to reach a server.
type ConnectOptions struct {
	URL   string // nats://HOST:PORT or tls://HOST:PORT; several with commas between them
	Token string
	// Credentials is a file of NATS credentials, for servers of one's own with accounts.
	Credentials string
	TLS         *tls.Config
	Name        string // for the server's list of connections
	// Hub says that this is the hub's connection to servers that exist: the token is then a
	// token of theirs, and not the password of the embedded server's user for workers.
	Hub bool
	// Foreign says that the server is not embedded in a hub.
	Foreign bool
}

// usualPatience is how long a call waits for the hub.
const usualPatience = 5 * time.Second

// connect connects now, or as soon as somebody is there. It tells failed, if it is not nil, why an attempt did not succeed.
func connect(o ConnectOptions, failed func(error)) (*nats.Conn, error) {
	settings := []nats.Option{
		nats.Name(o.Name), nats.MaxReconnects(-1), nats.ReconnectWait(500 * time.Millisecond), nats.ReconnectJitter(100*time.Millisecond, 100*time.Millisecond),
		nats.RetryOnFailedConnect(!o.Hub), nats.PingInterval(10 * time.Second), nats.MaxPingsOutstanding(2), nats.Timeout(5 * time.Second),
		nats.IgnoreAuthErrorAbort(), // a hub that has another token for a while may have the right one again
		nats.ReconnectBufSize(-1),   // what cannot be sent is an error, and tried again by us
	}
	if !o.Hub {
		settings = append(settings, nats.NoEcho()) // a worker shares results with the others, not with itself
	}
	switch {
	case o.Credentials != "":
		settings = append(settings, nats.UserCredentials(o.Credentials))
	case o.Token != "" && (o.Hub || o.Foreign):
		settings = append(settings, nats.Token(o.Token))
	case o.Token != "":
		settings = append(settings, nats.UserInfo(workerUser, o.Token))
	}
	if o.TLS != nil {
		settings = append(settings, nats.Secure(o.TLS))
	}
	if failed != nil {
		settings = append(settings, nats.ReconnectErrHandler(func(_ *nats.Conn, err error) { failed(err) }))
	}
	nc, err := nats.Connect(o.URL, settings...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.URL, explain(err))
	}
	return nc, nil
}

// explain says what an error of a connection means.
func explain(err error) error {
	switch {
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired):
		return fmt.Errorf("the hub refuses the token, or the lack of one (--token FILE): %w", err)
	case errors.Is(err, nats.ErrNoServers):
		return fmt.Errorf("nobody answers there: is the hub running? %w", err)
	}
	if _, ok := errors.AsType[x509.UnknownAuthorityError](err); ok {
		return fmt.Errorf("%w: --tls-ca FILE names the certificate that signed the hub's", err)
	}
	return err
}

// Desk is a worker's side.
type Desk struct {
	nc       *nats.Conn
	url      string
	jobs     *queue
	patience time.Duration
	failure  atomic.Pointer[error] // why the last attempt to connect did not succeed
}

// Dial returns a desk at a hub, which need not be there yet.
func Dial(o ConnectOptions) (*Desk, error) {
	d := &Desk{url: o.URL, patience: usualPatience}
	failed := make(chan struct{}, 1)
	nc, err := connect(o, func(err error) {
		d.failure.Store(&err)
		select {
		case failed <- struct{}{}:
		default:
		}
	})
	if err != nil {
		return nil, err
	}
	if !nc.IsConnected() { // another goroutine is about to report why
		select {
		case <-failed:
		case <-time.After(100 * time.Millisecond):
		}
	}
	return d, d.sit(nc)
}

// sit takes a connection, which it closes where it cannot.
func (d *Desk) sit(nc *nats.Conn) (err error) {
	if d.jobs, err = newQueue(nc); err != nil {
		nc.Close()
		return err
	}
	d.nc = nc
	return nil
}

// unreachable says why there is no connection.
func (d *Desk) unreachable() error {
	err := fmt.Errorf("%w: no connection to %s", cluster.ErrGone, d.url)
	if why := d.failure.Load(); why != nil {
		return fmt.Errorf("%w: %w", err, explain(*why))
	}
	if why := d.nc.LastError(); why != nil {
		return fmt.Errorf("%w: %w", err, explain(why))
	}
	return err
}

// Close ends the connection.
func (d *Desk) Close() { d.nc.Close() }

// Connected reports whether the server is there now, or says why not for good.
func (d *Desk) Connected() (bool, error) {
	if d.nc.IsConnected() {
		d.failure.Store(nil) // an older one says nothing of the next loss
		return true, nil
	}
	if err := d.nc.LastError(); errors.Is(err, nats.ErrAuthorization) {
		return false, explain(err)
	}
	return false, nil
}

// Call implements [cluster.Desk].
func (d *Desk) Call(ctx context.Context, verb string, question []byte) ([]byte, error) {
	if ok, err := d.Connected(); !ok {
		if err == nil {
			err = d.unreachable()
		}
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, d.patience)
	defer cancel()
	m, err := d.nc.RequestWithContext(ctx, callSubject+verb, question)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", cluster.ErrGone, err)
	}
	return m.Data, nil
}

// Take implements [cluster.Desk].
func (d *Desk) Take(ctx context.Context) (cluster.Held, error) { return d.jobs.take(ctx) }

// Tell implements [cluster.Desk].
func (d *Desk) Tell(text []byte) error { return d.nc.Publish(tellSubject, text) }

// Listen implements [cluster.Desk]. What comes faster than it is heard is lost.
func (d *Desk) Listen(hear func(text []byte)) error {
	_, err := d.nc.Subscribe(tellSubject, func(m *nats.Msg) { hear(m.Data) })
	return err
}
