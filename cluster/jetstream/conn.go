package jetstream

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"oxo/cluster"

	"github.com/nats-io/nats.go"
)

// ConnectOptions describe the connection to a server.
type ConnectOptions struct {
	// URL is nats://HOST:PORT or tls://HOST:PORT, or several separated by commas. If
	// it names a user, nats://USER:PASSWORD@HOST:PORT, the user is the NAME in the
	// client's subjects.
	URL   string
	Token string
	// Credentials is a file of NATS credentials, for your own servers with accounts.
	Credentials string
	TLS         *tls.Config
	Name        string // for the server's list of connections
	// Own is the key pair of a worker; nil means a new one. Without a user in URL the
	// key is the client's name.
	Own *cluster.Identity

	hub bool // this is the hub's connection to external servers
}

// client returns the client's name: see callSubject.
func (o *ConnectOptions) client() string {
	if o.hub {
		return hubName
	}
	first, _, _ := strings.Cut(o.URL, ",")
	if u, err := url.Parse(first); err == nil {
		if _, ok := u.User.Password(); ok {
			return u.User.Username()
		}
	}
	return hex.EncodeToString(o.Own.Key())
}

// defaultPatience is the default time limit of a call to the hub.
const defaultPatience = 5 * time.Second

// connect connects now, or as soon as the server can be reached.
func connect(o *ConnectOptions, more ...nats.Option) (*nats.Conn, error) {
	settings := []nats.Option{
		nats.Name(o.Name), nats.MaxReconnects(-1), nats.ReconnectWait(500 * time.Millisecond), nats.ReconnectJitter(100*time.Millisecond, 100*time.Millisecond),
		nats.RetryOnFailedConnect(!o.hub), nats.PingInterval(10 * time.Second), nats.MaxPingsOutstanding(2), nats.Timeout(5 * time.Second),
		nats.IgnoreAuthErrorAbort(), // a hub with a wrong token may get the right one again
		nats.ReconnectBufSize(-1),   // a message that cannot be sent is an error, and the caller retries
	}
	if !o.hub {
		settings = append(settings, nats.NoEcho()) // a worker shares results with others, not with itself
	}
	settings = append(settings, nats.CustomInboxPrefix(inboxSubject+o.client()))
	switch {
	case o.Credentials != "":
		settings = append(settings, nats.UserCredentials(o.Credentials))
	case o.Token != "":
		settings = append(settings, nats.Token(o.Token))
	}
	if o.Own != nil && o.Credentials == "" { // see gate: the user is the key; external servers ignore the signature
		settings = append(settings, nats.UserInfo(hex.EncodeToString(o.Own.Key()), ""))
		settings = append(settings, nats.UserJWT(func() (string, error) { return "none", nil }, func(nonce []byte) ([]byte, error) { return o.Own.Sign(connecting, nonce), nil }))
	}
	if o.TLS != nil {
		settings = append(settings, nats.Secure(o.TLS))
	}
	nc, err := nats.Connect(o.URL, append(settings, more...)...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.URL, explain(err))
	}
	return nc, nil
}

// explain rewrites an error of a connection for users.
func explain(err error) error {
	switch {
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired):
		return fmt.Errorf("the hub refuses the token, or the lack of one (--token FILE): %w", err)
	case errors.Is(err, nats.ErrNoServers):
		return fmt.Errorf("no answer from there: is the hub running? %w", err)
	}
	if _, ok := errors.AsType[x509.UnknownAuthorityError](err); ok {
		return fmt.Errorf("%w: want --tls-ca FILE with the certificate that signed the hub's", err)
	}
	return err
}

// Desk is the side of a worker, or of a client that gives orders.
type Desk struct {
	nc      *nats.Conn
	url     string
	name    string
	failure atomic.Pointer[error] // the error of the last attempt to connect
	denied  atomic.Bool           // the server refused a call

	mu   sync.Mutex // guards the fields below
	lost context.Context
	lose context.CancelFunc // ends the calls on a lost connection
}

// Dial returns a desk at a hub, which may not be running yet.
func Dial(o ConnectOptions) (*Desk, error) {
	if o.Own == nil {
		o.Own = cluster.NewIdentity()
	}
	d := &Desk{url: o.URL, name: o.client()}
	d.lost, d.lose = context.WithCancel(context.Background())
	failed := make(chan struct{}, 1)
	var err error
	d.nc, err = connect(&o, nats.DisconnectErrHandler(func(*nats.Conn, error) { d.endCalls() }), nats.ErrorHandler(d.heard), nats.ReconnectErrHandler(func(_ *nats.Conn, err error) {
		d.failure.Store(&err)
		select {
		case failed <- struct{}{}:
		default:
		}
	}))
	if err != nil {
		return nil, err
	}
	if !d.nc.IsConnected() { // another goroutine is about to record why
		select {
		case <-failed:
		case <-time.After(100 * time.Millisecond):
		}
	}
	return d, nil
}

// heard handles the server's errors about sent messages.
func (d *Desk) heard(_ *nats.Conn, _ *nats.Subscription, err error) {
	if errors.Is(err, nats.ErrPermissionViolation) && (strings.Contains(err.Error(), callSubject) || strings.Contains(err.Error(), orderSubject)) {
		d.denied.Store(true)
		d.endCalls()
	}
}

// endCalls ends the calls that will get no reply.
func (d *Desk) endCalls() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lose()
	d.lost, d.lose = context.WithCancel(context.Background())
}

// unreachable returns why there is no connection.
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

// Close closes the connection.
func (d *Desk) Close() { d.nc.Close() }

// connected reports whether the server is connected; its error is permanent.
func (d *Desk) connected() (bool, error) {
	if d.nc.IsConnected() {
		d.failure.Store(nil) // an older error says nothing about the next loss
		return true, nil
	}
	if err := d.nc.LastError(); errors.Is(err, nats.ErrAuthorization) {
		return false, explain(err)
	}
	return false, nil
}

// Call implements [cluster.Desk].
func (d *Desk) Call(ctx context.Context, verb string, question []byte) ([]byte, error) {
	if ok, err := d.connected(); !ok {
		if err == nil {
			err = d.unreachable()
		}
		return nil, err
	}
	if most := d.nc.MaxPayload() - spare; int64(len(question)) > most {
		return nil, fmt.Errorf("%w: want at most %d bytes", cluster.ErrTooLong, most)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	d.mu.Lock()
	stop := context.AfterFunc(d.lost, cancel)
	d.mu.Unlock()
	defer stop()
	subject, want := callSubject, "the token of workers (hub --token)"
	if !cluster.OfWorkers(verb) {
		subject, want = orderSubject, "the token for orders (hub --order-token)"
	}
	d.denied.Store(false)
	m, err := d.nc.RequestWithContext(ctx, subject+d.name+"."+verb, question)
	if d.denied.Load() {
		return nil, fmt.Errorf("the token does not allow %q: want %s", verb, want)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", cluster.ErrGone, err)
	}
	return m.Data, nil
}

// spare is the space in a message that the hub may need to pass a call on, in bytes.
const spare = 4 << 10

// Tell implements [cluster.Desk].
func (d *Desk) Tell(text []byte) error { return d.nc.Publish(tellSubject, text) }

// Listen implements [cluster.Desk]. It drops messages that arrive faster than they
// are handled.
func (d *Desk) Listen(hear func(text []byte)) error {
	_, err := d.nc.Subscribe(tellSubject, func(m *nats.Msg) { hear(m.Data) })
	return err
}
