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

// Which requests are admitted, and where they come from.

// askerKey is the key of a request's [asker] in its context.
type askerKey struct{}

// askerOf returns the asker of a request.
func askerOf(ctx context.Context) asker {
	a, _ := ctx.Value(askerKey{}).(asker)
	return a
}

const (
	clientHeader = "X-Oxo-Client"
	maxClient    = 64
	forwardedFor = "X-Forwarded-For"
	secFetchSite = "Sec-Fetch-Site"
	maxForward   = 64 // addresses of a list that are examined
)

// withAsker records the asker of a request: an address, and the name that the client
// gives itself.
func (s *Server) withAsker(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := r.Header.Get(clientHeader)
		a := asker{address: group(s.clientAddress(r)), name: strings.Clone(name[:min(len(name), maxClient)])}
		if s.trusted(addressOf(r.RemoteAddr)) { // its connections belong to many clients, whose requests are counted here
			if !s.asking.add(a.address, s.options.Limits.count(ConnectionsEach)) {
				_ = http.NewResponseController(w).SetReadDeadline(time.Now()) // the rest of the body is not needed
				w.Header().Set("Connection", "close")
				writeError(w, s.fail(refuse(ConnectionsEach)))
				return
			}
			defer s.asking.done(a.address)
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), askerKey{}, a)))
	})
}

// clientAddress returns the address that a request comes from. A trusted proxy
// reports it in a list: the last address there that is not a trusted proxy's. A
// client may have invented anything before that.
func (s *Server) clientAddress(r *http.Request) netip.Addr {
	from := addressOf(r.RemoteAddr)
	if !s.trusted(from) {
		return from
	}
	list := strings.Split(strings.Join(r.Header.Values(s.options.ProxyHeader), ","), ",")
	list = list[max(len(list)-maxForward, 0):]
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

// trusted reports whether an address belongs to a trusted proxy.
func (s *Server) trusted(a netip.Addr) bool {
	return slices.ContainsFunc(s.options.Proxies, func(p netip.Prefix) bool { return p.Contains(a) })
}

// ownNames returns the names of this machine that requests may always use.
func ownNames() []string {
	names := []string{"localhost"}
	if own, err := os.Hostname(); err == nil && own != "" {
		own = strings.ToLower(own)
		names = append(names, own, own+".local")
	}
	return names
}

// ours reports whether a request's Host is this server. Another site can make its own
// name resolve to this address [DeanFeltenWallach96], but cannot use an address as
// its name.
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

// elsewhere reports whether a page of another origin makes the request. Browsers say
// so in Sec-Fetch-Site; over plain http to another machine they do not, and Origin or
// Referer decides.
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
		return false // not from a browser
	}
	u, err := url.Parse(from)
	return err != nil || !strings.EqualFold(u.Host, r.Host)
}

// withAdmission refuses requests for another host, and work for pages of other sites.
// Other sites may link to the page.
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

// counts holds the number of requests of each address behind trusted proxies.
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
