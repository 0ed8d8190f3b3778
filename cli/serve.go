package cli

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"oxo/game/rules"
	"oxo/game/rules/rbg"
	"oxo/internal/filelock"
	"oxo/internal/memory"
	"oxo/internal/version"
	"oxo/prove/keep"
	"oxo/search"
	"oxo/web"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"
)

// serveOptions holds the flags of serve.
type serveOptions struct {
	addr, monitor      string
	public, listLimits bool
	hosts, proxies     []string
	embed              []string
	results, tables    string
	proof              string
	books              []string
	proxyHeader        string
	certificate, key   string
	searches           int
	table              memory.Size
	limit              time.Duration
	limits             []string
	given              func(flag string) bool // reports whether the user gave the flag
}

func (a *app) serveCommand() *cobra.Command {
	o := serveOptions{table: 64 << 20}
	c := &cobra.Command{
		Use:   "serve",
		Short: "Serve a page to play, analyse, learn and do exercises in a browser",
		Example: `  oxo serve
  oxo serve --limits
  oxo serve --public --addr :443 --host oxo.example.org --tls-cert cert.pem --tls-key key.pem
  oxo serve --proxy 127.0.0.1 --host oxo.example.org --monitor 127.0.0.1:9090`,
		Args: arguments(0, 0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error {
			o.given = c.Flags().Changed
			return a.serve(c.Context(), o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.addr, "addr", "127.0.0.1:8080", "the address to listen at, as HOST:PORT; port 0 takes a free one")
	f.BoolVar(&o.public, "public", false, "accept other machines, at an --addr that they reach")
	f.Var((*textList)(&o.hosts), "host", "a host name of the server, as in oxo.example.org; * is any")
	f.Var((*textList)(&o.proxies), "proxy", "a trusted proxy, or a network as in 10.0.0.0/8, which names the sender of a request")
	f.Var((*textList)(&o.embed), "embed", "a site that may show the page in a frame, as in https://school.example")
	f.StringVar(&o.proxyHeader, "proxy-header", "X-Forwarded-For", "the header in which a proxy names the sender")
	f.StringVar(&o.certificate, "tls-cert", "", "encrypt with the certificate of this file (PEM); it is read again when it changes")
	f.StringVar(&o.key, "tls-key", "", "the file with its key")
	f.StringVar(&o.monitor, "monitor", "", "an address of its own for /healthz and /metrics, as HOST:PORT")
	f.IntVar(&o.searches, "searches", 0, "long searches at the same time; 0 is one less than the number of processors")
	o.fileFlags(c)
	f.Var(&o.table, "table", "memory for the table of each long search, as in 64MB")
	f.DurationVar(&o.limit, "time", 30*time.Second, "time of a search at most")
	f.StringArrayVar(&o.limits, "limit", nil, "set another limit, as in connections=1000; --limits lists them")
	f.BoolVar(&o.listLimits, "limits", false, "list the limits, and end")
	return c
}

// fileFlags adds the flags of the files that the server reads and writes.
func (o *serveOptions) fileFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.results, "results", "", "a folder: take the results of exercises, and append them to "+web.ResultsFile+" there")
	f.StringVar(&o.proof, "proof", "", "the file of a certificate, whose strategies the page shows")
	tablesFlag(c, &o.tables)
	f.StringArrayVar(&o.books, "book", nil, "an opening book made by oxo book GAME --out FILE, for the perfect player; one for each game")
}

// limitsOf reads the limits.
func (o *serveOptions) limitsOf() (l web.Limits, err error) {
	for _, text := range o.limits {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return l, usagef("--limit %q: want a name and a value, as in connections=1000", text)
		}
		if err := l.Set(name, value); err != nil {
			return l, usagef("--limit %s: %w", text, err)
		}
		if flag := o.given(name); flag && (name == "searches" || name == "table" || name == "time") {
			return l, usagef("--limit %s and --%s set the same limit: give one of them", text, name)
		}
	}
	for which, value := range map[web.Limit]int64{web.Searches: int64(o.searches), web.Table: int64(o.table), web.Time: int64(o.limit)} {
		if l[which] == 0 {
			l[which] = value
		}
	}
	switch {
	case o.searches < 0 || o.searches > search.MaxThreads:
		return l, usagef("--searches %d: want a number from 1 to %d, or 0", o.searches, search.MaxThreads)
	case o.limit < time.Millisecond || o.limit > time.Hour:
		return l, usagef("--time %v: want a time from 1ms to 1h", o.limit)
	}
	table := memory.Size(l[web.Table])
	return l, checkTable(table, int(l.WithDefaults()[web.Searches]))
}

// hostNames checks the host names under which clients may reach the server.
func hostNames(names []string) (all []string, err error) {
	for _, name := range names {
		name = strings.TrimSuffix(name, ".")
		if name == "" || strings.ContainsAny(name, "/: \t,") {
			return nil, usagef("--host %q: want a name without a scheme and a port, as in oxo.example.org; * allows any", name)
		}
		all = append(all, name)
	}
	return all, nil
}

// prefixes reads the addresses of proxies.
func prefixes(texts []string) (all []netip.Prefix, err error) {
	for _, text := range texts {
		p, err := netip.ParsePrefix(text)
		if err != nil {
			a, err := netip.ParseAddr(text)
			if err != nil {
				return nil, usagef("--proxy %q: want an address, or a network as in 10.0.0.0/8", text)
			}
			p = netip.PrefixFrom(a.Unmap(), a.Unmap().BitLen())
		}
		if p.Addr().Is4In6() {
			return nil, usagef("--proxy %q: want an IPv4 network written as in 10.0.0.0/8", text)
		}
		all = append(all, p.Masked())
	}
	return all, nil
}

// encryption reads a certificate and its key. It returns nil if neither is given.
func encryption(certificate, key string, log *slog.Logger) (*tls.Config, error) {
	switch {
	case certificate == "" && key == "":
		return nil, nil
	case certificate == "" || key == "":
		return nil, usagef("want both --tls-cert and --tls-key, a certificate and its key, or neither")
	}
	config, err := web.TLSConfig(certificate, key, log)
	if err != nil {
		return nil, fmt.Errorf("the certificate cannot be used: %w", err)
	}
	return config, nil
}

// checkAddress checks an address to listen at, and reports whether other machines
// can reach it.
func checkAddress(flag, addr string) (open bool, err error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return false, usagef("%s %q: want a host and a port, as in 127.0.0.1:8080, or :8080 for all addresses", flag, addr)
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return false, usagef("%s %q: want a port from 0 to 65535", flag, addr)
	}
	ip, err := netip.ParseAddr(host)
	return host != "localhost" && (err != nil || !ip.IsLoopback()), nil
}

// options checks the flags and turns them into the server's options.
func (o *serveOptions) options(log io.Writer) (w web.Options, err error) {
	w = web.Options{Version: version.Text(), Embed: o.embed, Results: o.results, ProxyHeader: o.proxyHeader, Apart: o.monitor != "", Log: slog.New(slog.NewTextHandler(log, nil))}
	if w.Limits, err = o.limitsOf(); err != nil {
		return w, err
	}
	if w.Proxies, err = prefixes(o.proxies); err != nil {
		return w, err
	}
	if w.Hosts, err = hostNames(o.hosts); err != nil {
		return w, err
	}
	if w.TLS, err = encryption(o.certificate, o.key, w.Log); err != nil {
		return w, err
	}
	switch {
	case o.given("proxy-header") && len(o.proxies) == 0:
		return w, usagef("--proxy-header is read only from trusted proxies: name them with --proxy")
	case strings.EqualFold(o.proxyHeader, "Forwarded"):
		return w, usagef("--proxy-header Forwarded: oxo does not read its format: want X-Forwarded-For, X-Real-IP or another header of addresses")
	}
	for _, origin := range o.embed {
		if u, err := url.Parse(origin); err != nil || u.Host == "" || strings.ContainsAny(origin, " ;,'\"") || u.Scheme+"://"+u.Host != origin {
			return w, usagef("--embed %q: want an origin, as in https://school.example", origin)
		}
	}
	return w, o.reached()
}

// reached checks the addresses. Other machines may reach them only with --public.
func (o *serveOptions) reached() error {
	open, err := checkAddress("--addr", o.addr)
	watched := false
	if err == nil && o.monitor != "" {
		watched, err = checkAddress("--monitor", o.monitor)
	}
	switch {
	case err != nil:
		return err
	case open && !o.public:
		return usagef("--addr %s lets other machines in: add --public if you want that, and see docs/do/page.md", o.addr)
	case watched && !o.public:
		return usagef("--monitor %s lets other machines in: add --public if you want that, and see docs/do/page.md", o.monitor)
	case o.public && !open && !watched:
		return usagef("--public lets other machines in, but only this machine reaches %s: give another --addr, as in :8080", o.addr)
	}
	return nil
}

func (a *app) serve(ctx context.Context, o serveOptions) error {
	options, err := o.options(a.err)
	if err != nil {
		return err
	}
	if o.listLimits {
		return printLimits(a.out, options.Limits)
	}
	if err := a.read(ctx, o, &options); err != nil {
		return err
	}
	settle(options.Limits)
	release, err := holdResults(o.results)
	if err != nil {
		return err
	}
	defer release()
	s, err := web.New(append(slices.Clip(a.families), rules.Texts(rules.Small()), rbg.Texts(rbg.Small())), options)
	if err != nil {
		return err
	}
	defer s.Close()
	l, m, err := o.listen(ctx)
	if err != nil {
		return err
	}
	return a.serveAt(ctx, o, &options, s, l, m)
}

// serveAt prints the address of the server, and serves until the context ends.
func (a *app) serveAt(ctx context.Context, o serveOptions, options *web.Options, s *web.Server, l, m net.Listener) error {
	scheme := "http"
	if options.TLS != nil {
		scheme = "https"
	}
	fmt.Fprintf(a.out, "the page is at %s://%s/ (Ctrl-C ends it)\n", scheme, l.Addr())
	if o.public {
		fmt.Fprintln(a.out, "other machines may use it, by its address, by this machine's name, and by the names given with --host")
	}
	all, ctx := errgroup.WithContext(ctx)
	if m != nil {
		fmt.Fprintf(a.out, "/healthz and /metrics are at http://%s/\n", m.Addr())
		all.Go(func() error { return s.ServeMonitor(ctx, m) })
	}
	all.Go(func() error { return s.Serve(ctx, l) })
	return all.Wait()
}

// holdResults locks the file of results in a folder, if one is given, until release is called.
// Two servers must not share the file: each counts its size, and completes a last line without
// an end, which the other one may still be writing.
func holdResults(folder string) (release func(), err error) {
	if folder == "" {
		return func() {}, nil
	}
	release, err = filelock.Hold(filepath.Join(folder, web.ResultsFile))
	switch {
	case errors.Is(err, filelock.ErrHeld):
		return nil, fmt.Errorf("--results %s: another server keeps its results there: give each server its own folder", folder)
	case err != nil: // the folder does not exist, which [web.New] reports, or its file system has no locks
		release = func() {}
	}
	return release, nil
}

// read reads the tables, books and the proof of the server.
func (a *app) read(ctx context.Context, o serveOptions, options *web.Options) (err error) {
	if options.Books, err = keep.AllTables(o.tables, &a.books, a.game); err != nil {
		return err
	}
	if err := a.addBooks(options.Books, o.books); err != nil || o.proof == "" {
		return err
	}
	options.Proof, err = a.certificate(ctx, o.proof)
	return err
}

// settle sets the memory limit of the Go runtime, unless the user has set one.
func settle(l web.Limits) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(l.Memory() / 10 * 9) // the rest is for the program itself
	}
}

// listen listens at the address of the page, and at the address of the monitor if there
// is one.
func (o *serveOptions) listen(ctx context.Context) (page, monitor net.Listener, err error) {
	if page, err = listen(ctx, "--addr", o.addr); err != nil || o.monitor == "" {
		return page, nil, err
	}
	if monitor, err = listen(ctx, "--monitor", o.monitor); err != nil {
		return nil, nil, errors.Join(err, page.Close())
	}
	return page, monitor, nil
}

func listen(ctx context.Context, flag, addr string) (net.Listener, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("cannot listen at %s: %w; choose another with %s", addr, err, flag)
	}
	return l, nil
}

// printLimits prints the limits with their values.
func printLimits(out io.Writer, l web.Limits) error {
	l = l.WithDefaults()
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for i, value := range l {
		d := web.Limit(i).Of()
		fmt.Fprintf(w, "%s\t%s\t%s\n", d.Name, d.Unit.Format(value), d.About)
	}
	fmt.Fprintf(w, "memory\t%dMB\twhat all this takes at most\n", l.Memory()>>20)
	return w.Flush()
}
