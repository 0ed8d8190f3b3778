// Package hostile attacks a server of the page with many kinds of hostile clients at
// the same time. Meanwhile well-behaved clients, the others, use the server, and the
// report shows how they fared. The package only uses HTTP, and knows only the
// server's addresses.
package hostile

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/url"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Options are the options of an attack. Only URL is required.
type Options struct {
	// URL is the address of the page, such as http://127.0.0.1:8080/.
	URL string
	// Connections is the number of hostile clients, each with one connection at a
	// time; 0 makes no attack, to measure the others alone.
	Connections int
	// Kinds are the names of the kinds that clients are assigned to in turn; empty
	// means all.
	Kinds []string
	// Addresses is the number of addresses of the hostile clients: 127.0.1.1,
	// 127.0.1.2 and so on, at most 254. Each of the others has its own: 127.0.2.1 and
	// so on. These addresses exist only on Linux, and reach only a server on this
	// machine. 0 uses the machine's normal address for all.
	Addresses int
	// Others is the number of well-behaved clients; 0 means 8, and a negative number
	// means none.
	Others int
	// Duration is the duration of the attack; 0 is 10 seconds.
	Duration time.Duration
	// Pause is the time between two requests or connections of a hostile client, so
	// that the attack itself does not take the processor from the server. 0 means 5
	// ms, a negative value means no pause.
	Pause time.Duration
	// TLS is the configuration for an https URL; nil is the default.
	TLS *tls.Config
}

// Limits and defaults of options.
const (
	maxAddresses    = 254
	defaultOthers   = 8
	defaultDuration = 10 * time.Second
	defaultPause    = 5 * time.Millisecond
	dialTime        = 10 * time.Second
)

func (o Options) withDefaults() Options {
	if o.Others == 0 {
		o.Others = defaultOthers
	}
	if o.Duration == 0 {
		o.Duration = defaultDuration
	}
	if o.Pause == 0 {
		o.Pause = defaultPause
	}
	o.Others, o.Pause = max(o.Others, 0), max(o.Pause, 0)
	return o
}

// Run attacks until the duration is over or ctx ends. When it returns, all of its
// goroutines have ended and all connections are closed. It returns an error if the
// options are wrong or nothing listens; later failures are in the report.
func Run(ctx context.Context, o Options) (Report, error) {
	o = o.withDefaults()
	if o.Connections < 0 || o.Duration < 0 {
		return Report{}, fmt.Errorf("%d connections for %v: want 0 or more of both", o.Connections, o.Duration)
	}
	kinds, err := chosen(o.Kinds)
	if err != nil {
		return Report{}, err
	}
	t, err := newTarget(ctx, o)
	if err != nil {
		return Report{}, err
	}
	// Without a deadline: a dial or a read that noticed a deadline before ctx ends
	// would count as a failure.
	attack, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	defer context.AfterFunc(ctx, stop)()
	defer time.AfterFunc(o.Duration, stop).Stop()
	begun := time.Now()
	var all sync.WaitGroup
	tallies := make([]*tally, len(kinds))
	for i, k := range kinds {
		tallies[i] = newTally(k.Name)
	}
	for i := range o.Connections {
		at := i % len(kinds)
		tallies[at].report.Clients++
		c := &client{target: t, number: i, turn: i / len(kinds), from: t.address(i), pause: o.Pause, tally: tallies[at], random: newRandom()}
		all.Go(func() { c.run(attack, kinds[at]) })
	}
	asked := newNotes()
	for i := range o.Others {
		other := newOther(t, i, asked)
		all.Go(func() { other.run(attack) })
	}
	all.Wait()
	return newReport(o, time.Since(begun), tallies, asked), nil
}

// chosen returns kinds by name.
func chosen(names []string) ([]Kind, error) {
	all := Kinds()
	if len(names) == 0 {
		return all, nil
	}
	var found []Kind
	for _, name := range names {
		at := slices.IndexFunc(all, func(k Kind) bool { return k.Name == name })
		if at < 0 {
			var known []string
			for _, k := range all {
				known = append(known, k.Name)
			}
			return nil, fmt.Errorf("%q is not a kind of hostile client: want %s", name, strings.Join(known, ", "))
		}
		found = append(found, all[at])
	}
	return found, nil
}

// newRandom makes a source of random numbers. Each run has a different one, since a
// server may cache the requests of an earlier run.
func newRandom() *rand.Rand { return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())) }

// target is the server.
type target struct {
	url       *url.URL
	network   string // tcp, or tcp4 if clients have their own addresses
	host      string // including the port
	addresses int
	secure    *tls.Config // nil without https
}

// newTarget parses the URL and checks that something listens there.
func newTarget(ctx context.Context, o Options) (*target, error) {
	u, err := url.Parse(o.URL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return nil, fmt.Errorf("the URL %q: want one as http://127.0.0.1:8080/", o.URL)
	}
	if o.Addresses < 0 || o.Addresses > maxAddresses {
		return nil, fmt.Errorf("%d addresses: want 0 to %d", o.Addresses, maxAddresses)
	}
	u.Path = strings.TrimSuffix(u.Path, "/")
	t := &target{url: u, network: "tcp", host: u.Host, addresses: o.Addresses}
	if u.Port() == "" {
		t.host = net.JoinHostPort(u.Hostname(), map[string]string{"http": "80", "https": "443"}[u.Scheme])
	}
	if u.Scheme == "https" {
		t.secure = &tls.Config{ServerName: u.Hostname()}
		if o.TLS != nil {
			t.secure = o.TLS.Clone()
			if t.secure.ServerName == "" {
				t.secure.ServerName = u.Hostname()
			}
		}
	}
	if o.Addresses > 0 {
		t.network = "tcp4"
	}
	for _, from := range []*net.TCPAddr{t.other(0), t.address(0), t.address(o.Addresses - 1)} {
		conn, err := t.dial(ctx, from)
		if err != nil && from != nil && !errors.Is(err, syscall.ECONNREFUSED) {
			return nil, fmt.Errorf("cannot reach the server from %s: %w; with 0 addresses the default address is used", from.IP, err)
		}
		if err != nil {
			return nil, fmt.Errorf("cannot reach the server: %w", err)
		}
		_ = conn.Close()
	}
	return t, nil
}

// other returns the address of a well-behaved client; nil means the machine's
// default.
func (t *target) other(number int) *net.TCPAddr {
	if t.addresses == 0 {
		return nil
	}
	return &net.TCPAddr{IP: net.IPv4(127, 0, 2, byte(1+number%maxAddresses))}
}

// address returns the address of a hostile client.
func (t *target) address(client int) *net.TCPAddr {
	if t.addresses == 0 {
		return nil
	}
	return &net.TCPAddr{IP: net.IPv4(127, 0, 1, byte(1+max(client, 0)%t.addresses))}
}

// dial opens an unencrypted connection from an address.
func (t *target) dial(ctx context.Context, from *net.TCPAddr) (net.Conn, error) {
	d := net.Dialer{Timeout: dialTime, KeepAlive: -1}
	if from != nil {
		d.LocalAddr = from
	}
	return d.DialContext(ctx, t.network, t.host)
}

// rest waits, and reports whether the attack continues.
func rest(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
	return ctx.Err() == nil
}

// errClosed is the error of an answer that announces the end of the connection.
var errClosed = errors.New("the server closes the connection")
