package web

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

// Who may ask, and who is it that asks.

// askerKey is the key of a request's [asker] in its context.
type askerKey struct{}

// askerOf returns who asks.
func askerOf(ctx context.Context) asker {
	a, _ := ctx.Value(askerKey{}).(asker)
	return a
}

const (
	clientHeader   = "X-Oxo-Client"
	longestClient  = 64
	forwardedFor   = "X-Forwarded-For"
	secFetchSite   = "Sec-Fetch-Site"
	longestForward = 64 // addresses of a list that are looked at
)

// withAsker notes who asks: an address, and the name that the client gives itself.
func (s *Server) withAsker(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := r.Header.Get(clientHeader)
		a := asker{address: group(s.clientAddress(r)), name: strings.Clone(name[:min(len(name), longestClient)])}
		if s.trusted(addressOf(r.RemoteAddr)) { // its connections are many people's: theirs are counted here
			if !s.asking.add(a.address, s.options.Limits.count(ConnectionsEach)) {
				_ = http.NewResponseController(w).SetReadDeadline(time.Now()) // nobody waits for the rest of a body
				w.Header().Set("Connection", "close")
				writeError(w, s.fail(refuse(ConnectionsEach)))
				return
			}
			defer s.asking.done(a.address)
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), askerKey{}, a)))
	})
}

// clientAddress is where a request comes from. A trusted proxy says it: of the list
// that it and those before it wrote, the last address that is not a trusted proxy's.
// What stands before that is the client's own invention.
func (s *Server) clientAddress(r *http.Request) netip.Addr {
	from := addressOf(r.RemoteAddr)
	if !s.trusted(from) {
		return from
	}
	list := strings.Split(strings.Join(r.Header.Values(s.options.ProxyHeader), ","), ",")
	list = list[max(len(list)-longestForward, 0):]
	for _, text := range slices.Backward(list) {
		a := addressOf(strings.TrimSpace(text))
		if !a.IsValid() {
			break
		}
		if from = a; !s.trusted(a) {
			break
		}
	}
	return from
}

// trusted says whether an address is that of a trusted proxy.
func (s *Server) trusted(a netip.Addr) bool {
	return slices.ContainsFunc(s.options.Proxies, func(p netip.Prefix) bool { return p.Contains(a) })
}

// ownNames are the names by which this machine may be asked for without being told.
func ownNames() []string {
	names := []string{"localhost"}
	if own, err := os.Hostname(); err == nil && own != "" {
		own = strings.ToLower(own)
		names = append(names, own, own+".local")
	}
	return names
}

// ours says whether the Host that a request asks for is this server. A page of another
// site can make its name lead here [DeanFeltenWallach96], but cannot choose an address as its name.
func (s *Server) ours(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if host == "" || strings.HasSuffix(host, ".localhost") || slices.Contains(s.hosts, host) || slices.Contains(s.hosts, "*") {
		return true
	}
	_, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil
}

// elsewhere says whether a page of another origin asks. Browsers say it in
// Sec-Fetch-Site; where they do not, over plain http to another machine, in Origin or
// Referer.
func elsewhere(r *http.Request) bool {
	switch r.Header.Get(secFetchSite) {
	case "same-origin", "none":
		return false
	case "":
	default:
		return true
	}
	from := r.Header.Get("Origin")
	if from == "" {
		from = r.Header.Get("Referer")
	}
	if from == "" {
		return false // no browser
	}
	u, err := url.Parse(from)
	return err != nil || !strings.EqualFold(u.Host, r.Host)
}

// withAdmission refuses requests for another host, and work for pages of other sites.
// Those may link to the page.
func (s *Server) withAdmission(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !s.ours(r.Host):
			writeProblem(w, http.StatusMisdirectedRequest, fmt.Sprintf("%.80q is not a name of this server: ask for its address, or have the name added by --host", r.Host))
		case (strings.HasPrefix(r.URL.Path, "/api/") || r.Method != http.MethodGet && r.Method != http.MethodHead) && elsewhere(r):
			writeProblem(w, http.StatusForbidden, "a page of another origin cannot ask here")
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// counts are how many requests each address has that come through trusted proxies.
type counts struct {
	mu sync.Mutex
	of map[string]int
}

func (c *counts) add(address string, most int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of[address] >= most {
		return false
	}
	if c.of == nil {
		c.of = map[string]int{}
	}
	c.of[address]++
	return true
}

func (c *counts) done(address string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of[address]--; c.of[address] == 0 {
		delete(c.of, address)
	}
}
