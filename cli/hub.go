package cli

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"oxo/cluster"
	"oxo/cluster/jetstream"
	"oxo/cluster/matches"
	"oxo/cluster/work"
	"oxo/game/catalog"
	"oxo/internal/memory"
	"oxo/internal/version"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"
)

// usualLease is the default time for which a worker may be silent about a job.
const usualLease = 30 * time.Second

// hubOptions holds the flags of hub.
type hubOptions struct {
	addr, http       string
	hosts            []string // names of the status page
	dir              string
	token, orders    string // files
	certificate, key string // files
	nats             string // addresses of servers that run already
	credentials      string // a file
	replicas         int
	lease            time.Duration
	disk             memory.Size
	tabs             string // a folder
	anyBuild         bool
	given            func(flag string) bool
}

func (a *app) hubCommand() *cobra.Command {
	o := hubOptions{disk: 4 << 30}
	c := &cobra.Command{
		Use:   "hub",
		Short: "Give work to the workers of several machines",
		Example: `  oxo hub
  oxo hub --addr 0.0.0.0:7070 --token token.txt --tls-cert cert.pem --tls-key key.pem
  oxo hub --nats nats://a:4222,nats://b:4222 --replicas 2`,
		Args: arguments(0, 0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error {
			o.given = c.Flags().Changed
			return a.hub(c.Context(), &o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.addr, "addr", usualHub, "the address at which workers join, as HOST:PORT; port 0 takes a free one")
	f.StringVar(&o.http, "http", "127.0.0.1:7071", "the address of the status page, whose password is the token for orders; an empty one is no page")
	mayBeEmpty(c, "http")
	f.Var((*textList)(&o.hosts), "host", "a host name of the status page, as in hub.example.org; * is any")
	f.StringVar(&o.tabs, "tabs", "", "let browser tabs work too: the folder that make tab wrote")
	f.StringVar(&o.dir, "dir", "", "the folder for what the hub keeps; the default is in the user's cache")
	f.StringVar(&o.token, "token", "", "the file with the token of workers, which gives no orders")
	f.StringVar(&o.orders, "order-token", "", "the file with the token for orders and questions; the default is in --dir")
	f.StringVar(&o.certificate, "tls-cert", "", "encrypt with the certificate of this file (PEM)")
	f.StringVar(&o.key, "tls-key", "", "the file with its key")
	f.StringVar(&o.nats, "nats", "", "use these NATS servers instead of the one inside the hub, as in nats://a:4222,nats://b:4222")
	f.StringVar(&o.credentials, "nats-creds", "", "the file with credentials for them")
	f.IntVar(&o.replicas, "replicas", 1, "with --nats: the number of servers that keep everything, 1 to 5")
	f.DurationVar(&o.lease, "lease", usualLease, "how long a worker may be silent before another gets its job")
	f.BoolVar(&o.anyBuild, "any-build", false, "accept workers and tabs of another build")
	f.Var(&o.disk, "disk", "disk space of the hub, as in 4GB; at least 64MB")
	c.AddCommand(a.hubStatusCommand(), a.hubStopCommand())
	return c
}

// openedHub is a hub with its transport.
type openedHub struct {
	*cluster.Hub
	url           string
	close         func()
	token, orders string
	tls           *tls.Config // nil without TLS
}

// leastDisk is the smallest --disk: it has room for a job of the largest size.
const leastDisk = 64 << 20

// check checks the flags.
func (o *hubOptions) check() error {
	if o.lease < time.Second || o.lease > time.Hour {
		return usagef("--lease %v: want a time from 1s to 1h", o.lease)
	}
	if o.http == "" && len(o.hosts) > 0 {
		return usagef("--host is a name of the status page: it cannot be combined with --http '', which switches the page off")
	}
	var err error
	if o.hosts, err = hostNames(o.hosts); err != nil {
		return err
	}
	if o.replicas < 1 || o.replicas > 5 {
		return usagef("--replicas %d: want a number from 1 to 5", o.replicas)
	}
	if o.disk < leastDisk {
		return usagef("--disk %v: want at least 64MB; an eighth of it is for jobs", o.disk)
	}
	if err := o.checkServers(); err != nil {
		return err
	}
	if o.http != "" {
		if open, err := checkAddress("--http", o.http); err != nil {
			return err
		} else if open && (o.token == "" || o.certificate == "") {
			return usagef("--http %s lets other machines see the status page: that needs --token and --tls-cert with --tls-key", o.http)
		}
	}
	if err := o.checkTabs(); err != nil {
		return err
	}
	if o.nats != "" {
		return nil
	}
	open, err := checkAddress("--addr", o.addr)
	if err == nil && open && (o.token == "" || o.certificate == "") {
		return usagef("--addr %s lets other machines in: that needs --token and --tls-cert with --tls-key", o.addr)
	}
	return err
}

// checkServers checks the flags of the server inside the hub and of external
// servers.
func (o *hubOptions) checkServers() error {
	if o.nats == "" && (o.replicas > 1 || o.credentials != "") {
		return usagef("--replicas and --nats-creds are for --nats")
	}
	if o.orders != "" && o.token == "" {
		return usagef("--order-token needs --token, the token of workers")
	}
	if o.nats != "" && (o.given("addr") || o.given("dir")) {
		return usagef("--nats uses servers that run already: --addr and --dir are for the server inside the hub")
	}
	return nil
}

// hub runs a hub until it is interrupted.
func (a *app) hub(ctx context.Context, o *hubOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	var err error
	if o.dir == "" && o.nats == "" {
		if o.dir, err = hubDir(); err != nil {
			return err
		}
	}
	log := slog.New(slog.NewTextHandler(a.err, nil))
	h, err := a.awaitHub(ctx, o, log)
	if err != nil {
		return err
	}
	defer h.close()
	fmt.Fprintf(a.out, "the hub is at %s (Ctrl-C ends it, and the next one continues)\n", h.url)
	if o.nats == "" && h.token != "" && o.orders == "" {
		fmt.Fprintf(a.out, "orders need --token %s\n", filepath.Join(o.dir, orderToken))
	}
	all, ctx := errgroup.WithContext(ctx)
	if o.http != "" {
		l, err := listen(ctx, "--http", o.http)
		if err != nil {
			return err
		}
		page, err := h.page(o)
		if err != nil {
			return errors.Join(err, l.Close())
		}
		scheme := "http"
		if open, err := checkAddress("--http", o.http); err == nil && open {
			scheme, l = "https", tls.NewListener(l, h.tls)
		}
		fmt.Fprintf(a.out, "its page is at %s://%s/\n", scheme, l.Addr())
		all.Go(func() error { return serveStatus(ctx, page, l) })
	}
	all.Go(func() error { return h.Work(ctx) })
	return all.Wait()
}

// fullPause is the pause before a hub on a full disk looks for room again.
const fullPause = time.Second

// awaitHub opens a hub as soon as its disk has room. So a hub that was killed while the disk was
// full continues by itself.
func (a *app) awaitHub(ctx context.Context, o *hubOptions, log *slog.Logger) (*openedHub, error) {
	for logged := false; ; logged = true {
		h, err := a.openHub(ctx, o, log)
		if err == nil || o.nats != "" || !jetstream.Full(o.dir) {
			return h, err
		}
		if !logged {
			log.Error("the disk of --dir is full: the hub begins when there is room", "dir", o.dir, "error", err)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(fullPause):
		}
	}
}

// openHub begins a hub.
func (a *app) openHub(ctx context.Context, o *hubOptions, log *slog.Logger) (*openedHub, error) {
	office, out, err := o.office(log)
	if err != nil {
		return nil, err
	}
	var same func(hub, worker string) bool
	if o.anyBuild {
		same = version.Same
	}
	out.Hub, err = cluster.NewHub(ctx, office, cluster.Options{
		Version: version.Code(), Same: same, Lease: o.lease, Log: log, Knows: a.knows, Judge: a.newLaborer(64<<20, false),
		Kinds: cluster.Kinds{work.KindProof: work.NewProof(a.withTexts()), matches.Kind: matches.New(a.withTexts()), kindList: a.newList},
	})
	if err != nil {
		out.close()
		return nil, err
	}
	return out, nil
}

// office opens the transport.
func (o *hubOptions) office(log *slog.Logger) (*jetstream.Office, *openedHub, error) {
	out := &openedHub{}
	var err error
	if out.token, err = readToken(o.token); err != nil {
		return nil, nil, err
	}
	if out.orders, err = readToken(o.orders); err != nil {
		return nil, nil, err
	}
	if out.tls, err = encryption(o.certificate, o.key, log); err != nil {
		return nil, nil, err
	}
	limits := jetstream.Limits{Lease: o.lease, Replicas: o.replicas, Disk: int64(o.disk)}
	if o.nats != "" {
		office, err := jetstream.Attach(jetstream.ConnectOptions{URL: o.nats, Token: out.token, Credentials: o.credentials}, limits)
		if err != nil {
			return nil, nil, err
		}
		out.url, out.close = o.nats, office.Close
		return office, out, nil
	}
	if out.token != "" && out.orders == "" {
		if out.orders, err = ownOrderToken(o.dir); err != nil {
			return nil, nil, err
		}
	}
	server, err := jetstream.Start(jetstream.ServerOptions{Addr: o.addr, Dir: o.dir, Token: out.token, Orders: out.orders, TLS: out.tls, Disk: int64(o.disk), Log: log})
	if err != nil {
		return nil, nil, err
	}
	office, err := server.Office(limits)
	if err != nil {
		server.Close()
		return nil, nil, err
	}
	out.url, out.close = server.URL(), func() { office.Close(); server.Close() }
	return office, out, nil
}

// orderToken is the file of the token for orders in the folder of a hub.
const orderToken = "order-token"

// ownOrderToken reads the token for orders of a hub for which the user gave none, or makes one.
// Programs that can read the hub's folder may give orders.
func ownOrderToken(dir string) (string, error) {
	file := filepath.Join(dir, orderToken)
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		return readToken(file)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	token := rand.Text()
	return token, writeToken(file, token)
}

// writeToken writes a file that only its owner can read, whole or not at all: a full disk leaves
// no file.
func writeToken(file, token string) error {
	f, err := os.CreateTemp(filepath.Dir(file), orderToken)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(f, token)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// knows returns why a worker with some families of games cannot do an order.
func (a *app) knows(o cluster.Order, families []string) error {
	if o.Game == "" {
		return nil
	}
	if family, ok := catalog.OfText(a.withTexts(), o.Game); ok {
		if !slices.Contains(families, family) {
			return fmt.Errorf("the worker reads no rule sheets such as %s", o.Game)
		}
		return nil
	}
	g, err := catalog.Lookup(a.families, o.Game)
	if err == nil && !slices.Contains(families, familyOf(g)) {
		err = fmt.Errorf("the worker does not have the game %s", o.Game)
	}
	return err
}

// laborer does the jobs of all kinds: it implements [cluster.Doer].
type laborer struct {
	doers  map[string]cluster.Doer
	proofs *work.Doer
}

// newLaborer makes the laborer of one thread. If programs is true, it starts the
// programs that a tournament of the hub names.
func (a *app) newLaborer(tableBytes int64, programs bool) *laborer {
	proofs := work.New(a.withTexts(), tableBytes)
	return &laborer{proofs: proofs, doers: map[string]cluster.Doer{
		work.KindAsk:     proofs,
		matches.KindGame: matches.NewDoer(a.withTexts(), a.entrantsOf(programs)),
		kindBoard:        boardDoer{a, tableBytes},
	}}
}

// Tell implements [cluster.Teller]: only proofs share results.
func (l *laborer) Tell() [][]byte { return l.proofs.Tell() }

// Hear implements [cluster.Teller].
func (l *laborer) Hear(text []byte) { l.proofs.Hear(text) }

// Do implements [cluster.Doer].
func (l *laborer) Do(ctx context.Context, job *cluster.Job, report func(json.RawMessage)) (json.RawMessage, error) {
	d, ok := l.doers[job.Kind]
	if !ok {
		return nil, fmt.Errorf("no kind of job %q", job.Kind)
	}
	return d.Do(ctx, job, report)
}
