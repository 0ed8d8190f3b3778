package cli

import (
	"cmp"
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"oxo/cluster/hubpage"
	"oxo/cluster/tab"
)

// checkTabs checks the folder of the page of tabs.
func (o *hubOptions) checkTabs() error {
	if o.tabs == "" {
		return nil
	}
	if o.http == "" {
		return usagef("--tabs needs the status page: --http must not be empty")
	}
	if _, err := os.Stat(filepath.Join(o.tabs, "tab.wasm")); err != nil {
		return usagef("--tabs %s: %v; want a folder written by make tab", o.tabs, err)
	}
	return nil
}

// page returns the handler of a hub's page, and of browser tabs if they are
// allowed.
func (h *openedHub) page(o *hubOptions) (http.Handler, error) {
	options := hubpage.Options{Token: cmp.Or(h.orders, h.token), TabToken: h.token, Hosts: o.hosts}
	if o.tabs != "" {
		options.Tabs, options.Desk = os.DirFS(o.tabs), tab.NewServer(h.Hub)
	}
	page, err := hubpage.New(h.Hub, options)
	if err != nil {
		return nil, err
	}
	return page.Handler(), nil
}

// serveStatus serves the page of a hub until ctx ends.
func serveStatus(ctx context.Context, page http.Handler, l net.Listener) error {
	s := &http.Server{
		Handler: page, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: 30 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	defer context.AfterFunc(ctx, func() { _ = s.Close() })()
	if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return ctx.Err()
}
