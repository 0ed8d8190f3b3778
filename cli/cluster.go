package cli

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"oxo/cluster"
	"oxo/cluster/jetstream"

	"github.com/spf13/cobra"
)

// usualHub is the default address of a hub.
const usualHub = "127.0.0.1:7070"

// ownHub is the value of --cluster without an address: the hub at the default
// address, or a new one in this process.
const ownHub = "here"

// clusterOptions holds the flags for a connection to a hub.
type clusterOptions struct {
	url   string // empty without --cluster
	token string // a file
	ca    string // a file
	check int    // thousandths of the answers that a second worker checks
	// checked is true if --check was given.
	checked bool
}

// clusterFlags adds --cluster and the flags that depend on it. With --cluster this machine works itself only if
// the flag named by own is given too; own may be empty.
func clusterFlags(c *cobra.Command, o *clusterOptions, own string) {
	f := c.Flags()
	f.StringVar(&o.url, "cluster", "", "let the workers of a hub do it, as in nats://HOST:7070; without an address the hub of this machine, or one in this process")
	f.Lookup("cluster").NoOptDefVal = ownHub
	f.IntVar(&o.check, "check", 20, "with --cluster: answers of a thousand that a second worker checks")
	connectFlags(c, o, "orders")
	c.PreRunE = func(c *cobra.Command, args []string) error {
		for _, arg := range args {
			if o.url == ownHub && strings.Contains(arg, "://") {
				return usagef("--cluster %s: write the address after =, as in --cluster=%s", arg, arg)
			}
		}
		for _, flag := range []string{"check", "token", "tls-ca", "job-nodes"} {
			if o.url == "" && c.Flags().Changed(flag) {
				return usagef("--%s is for the workers of --cluster", flag)
			}
		}
		for _, flag := range []string{"threads", "table"} {
			if o.url != "" && c.Flags().Changed(flag) && (own == "" || !c.Flags().Changed(own)) {
				return usagef("--%s is for this machine: it cannot be combined with --cluster, whose workers have their own", flag)
			}
		}
		return nil
	}
}

// connectFlags adds the flags for a connection to a hub. The text in the argument what
// names the rights that the token gives.
func connectFlags(c *cobra.Command, o *clusterOptions, what string) {
	c.Flags().StringVar(&o.token, "token", "", "the file with the hub's token for "+what)
	c.Flags().StringVar(&o.ca, "tls-ca", "", "the certificate that signed the hub's (PEM), where the system does not know it")
}

// connection reads the files of the token and of the certificate.
func (o *clusterOptions) connection(name string) (c jetstream.ConnectOptions, err error) {
	c = jetstream.ConnectOptions{URL: o.url, Name: name}
	if o.url == ownHub {
		c.URL = "nats://" + usualHub
	}
	if !strings.Contains(c.URL, "://") {
		c.URL = "nats://" + c.URL
	}
	if c.Token, err = readToken(o.token); err != nil {
		return c, err
	}
	if o.ca != "" {
		text, err := os.ReadFile(o.ca)
		if err != nil {
			return c, usage(err)
		}
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM(text) {
			return c, usagef("--tls-ca %s: it has no certificate in PEM", o.ca)
		}
		c.TLS = &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}
	}
	return c, nil
}

// readToken reads a file with a token.
func readToken(file string) (string, error) {
	if file == "" {
		return "", nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return "", usage(err)
	}
	token := strings.TrimSpace(string(text))
	if len(token) < 8 || strings.ContainsAny(token, " \t\r\n") {
		return "", usagef("--token %s: a token is one word of 8 characters or more", file)
	}
	return token, nil
}

// client talks to a hub.
type client struct {
	a     *app
	desk  *jetstream.Desk
	close func()
}

// dial connects to the hub of the flags, or starts one.
func (a *app) dial(ctx context.Context, o *clusterOptions) (*client, error) {
	if o.check < 0 || o.check > 1000 {
		return nil, usagef("--check %d: want a number from 0 to 1000", o.check)
	}
	to, err := o.connection("oxo solve or arena")
	if err != nil {
		return nil, err
	}
	c := &client{a: a, close: func() {}}
	if o.url == ownHub && !answers(ctx, usualHub) {
		if c.close, err = a.hubWithin(ctx); err != nil {
			return nil, err
		}
	}
	if c.desk, err = jetstream.Dial(to); err != nil {
		c.close()
		return nil, err
	}
	return c, nil
}

// answers reports whether a program listens at an address.
func answers(ctx context.Context, addr string) bool {
	d := net.Dialer{Timeout: time.Second}
	conn, err := d.DialContext(ctx, "tcp", addr)
	if err != nil {
		return false
	}
	return conn.Close() == nil
}

// hubWithin starts a hub in this process, and prints how workers join it.
func (a *app) hubWithin(ctx context.Context) (stop func(), err error) {
	o := hubOptions{addr: usualHub, lease: usualLease}
	if o.dir, err = hubDir(); err != nil {
		return nil, err
	}
	log := slog.New(slog.NewTextHandler(a.err, &slog.HandlerOptions{Level: slog.LevelWarn}))
	h, err := a.openHub(ctx, &o, log)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(a.err, "a hub is at %s: \"%s worker\" in another terminal joins it\n", h.url, a.name)
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var all sync.WaitGroup
	all.Go(func() { _ = h.Work(ctx) })
	return func() {
		cancel()
		all.Wait()
		h.close()
	}, nil
}

// hubDir returns the default folder of a hub.
func hubDir() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("%w: give --dir", err)
	}
	return filepath.Join(dir, "oxo", "hub"), nil
}

// call sends a call to the hub until it answers or the context ends.
func (c *client) call(ctx context.Context, verb string, question, answer any) error {
	for told := false; ; {
		err := cluster.Call(ctx, c.desk, verb, question, answer)
		if !errors.Is(err, cluster.ErrGone) || ctx.Err() != nil {
			return err
		}
		if !told {
			until := "until it answers"
			if end, ok := ctx.Deadline(); ok {
				until = fmt.Sprintf("for %v", time.Until(end).Round(time.Second))
			}
			fmt.Fprintf(c.a.err, "%s: %v: tried again %s\n", c.a.name, err, until)
			told = true
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(500 * time.Millisecond):
		}
	}
}

// followEvery is the interval between two questions about the progress of a run.
const followEvery = 100 * time.Millisecond

// run submits an order and follows it to its end. It calls take with each record. The hub rebuilds a run after it
// excludes a worker and after a restart: then all records come again, and some may differ.
func (c *client) run(ctx context.Context, o cluster.Order, quiet bool, take func(record json.RawMessage) error) (cluster.Followed, error) {
	var name string
	var now cluster.Followed
	if err := c.call(ctx, cluster.Submit, o, &name); err != nil {
		return now, err
	}
	var mu sync.Mutex
	if !quiet {
		defer c.a.progress().follow(func() string {
			mu.Lock()
			defer mu.Unlock()
			return followed(&now)
		})()
	}
	for from := 0; ; {
		var f cluster.Followed
		if err := c.call(ctx, cluster.FollowRun, cluster.Follow{Run: name, From: from, Made: now.Made}, &f); err != nil {
			if ctx.Err() != nil {
				c.interrupted(name, now.State.Text)
			}
			return now, err
		}
		mu.Lock()
		now = f
		mu.Unlock()
		if err := each(f.Records, take); err != nil {
			return now, err
		}
		from = f.From + len(f.Records)
		if f.Over && from >= f.Total {
			return now, nil
		}
		if len(f.Records) > 0 {
			continue
		}
		select {
		case <-ctx.Done():
		case <-time.After(followEvery):
		}
	}
}

// each calls take, if it is not nil, with each record.
func each(records []json.RawMessage, take func(json.RawMessage) error) error {
	if take == nil {
		return nil
	}
	for _, record := range records {
		if err := take(record); err != nil {
			return err
		}
	}
	return nil
}

// interrupted prints that the run continues on the hub.
func (c *client) interrupted(run, state string) {
	fmt.Fprintf(c.a.err, "%s: %s; the hub keeps run %s: the same command continues it, and \"%s hub stop %s\" ends it\n", c.a.name, shown(state), run, c.a.name, run)
}

// followed returns the progress of a run in one line.
func followed(f *cluster.Followed) string {
	if f.Name == "" {
		return ""
	}
	text := fmt.Sprintf("%s; %d at work", shown(f.State.Text), f.Threads)
	if f.Threads == 0 {
		text += ": no worker is here"
	}
	if len(f.Aside) > 0 {
		text += fmt.Sprintf("; %d set aside", len(f.Aside))
	}
	return text
}
