package web

import (
	"container/list"
	"context"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// connections limits the open connections, in total and for each address. If there
// are too many, one is closed: among the connections of the address with most, the
// one that has been idle longest. So slow and silent connections make room for
// others, and a client that opens many loses its own.
type connections struct {
	net.Listener
	all, each int
	trusted   func(netip.Addr) bool // these have no limit

	met func(Limit) // called for each connection that is refused or closed for another

	mu      sync.Mutex
	open    int              // not counting the refused
	peers   map[string]*peer // by address
	refused peer
}

// peer is an address with its connections: the idle ones, longest idle first, and the
// busy ones, oldest first.
type peer struct {
	waiting, busy list.List // of *connection
}

func (p *peer) count() int { return p.waiting.Len() + p.busy.Len() }

// connection is one accepted connection.
type connection struct {
	net.Conn
	of      *connections
	address string
	refused error     // the answer before it is closed; nil if it is not refused
	limit   time.Time // when a refused one ends in any case
	closed  sync.Once

	// Guarded by the lock of connections:
	busy  bool // a request is being answered
	peer  *peer
	place *list.Element // in one of the peer's lists; nil once it is closed
}

const (
	// maxRefused is the number of refused connections that get an answer at the same
	// time; others are closed without one.
	maxRefused = 16
	// refusedTime is the time that a refused connection has for its request and the
	// answer.
	refusedTime = time.Second
)

func newConnections(l net.Listener, limits *Limits, trusted func(netip.Addr) bool, met func(Limit)) *connections {
	return &connections{
		Listener: l, all: limits.count(Connections), each: limits.count(ConnectionsEach), trusted: trusted,
		peers: map[string]*peer{}, met: met,
	}
}

// Accept implements [net.Listener].
func (l *connections) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if c := l.admit(conn); c != nil {
			return c, nil
		}
		if tcp, ok := conn.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0) // nothing of it is kept
		}
		_ = conn.Close()
	}
}

// admit registers a connection, perhaps to refuse it, or returns nil.
func (l *connections) admit(conn net.Conn) *connection {
	from := addressOf(conn.RemoteAddr().String())
	c := &connection{Conn: conn, of: l, address: group(from)}
	if l.trusted(from) {
		c.address = proxies
	}
	l.mu.Lock()
	loser, limit := l.room(c)
	if loser == c {
		c.refused, c.limit, c.peer, loser = refuse(limit), time.Now().Add(refusedTime), &l.refused, nil
		if l.refused.count() >= maxRefused {
			c = nil
		}
	} else {
		c.peer = l.peers[c.address]
		if c.peer == nil {
			c.peer = &peer{}
			l.peers[c.address] = c.peer
		}
		l.open++
	}
	if c != nil {
		c.place = c.peer.waiting.PushBack(c)
	}
	l.mu.Unlock()
	switch {
	case c == nil:
		l.met(limit)
		return nil
	case c.refused != nil:
		l.met(limit)
		_ = conn.SetDeadline(c.limit)
	case loser != nil:
		l.met(limit)
		_ = loser.Close()
	}
	return c
}

// proxies stands for an address: all trusted proxies count as one.
const proxies = "proxies"

// room returns the connection that must give way for a new one, and the limit that
// demands it. It returns the new one itself if no other gives way, and nil if there
// is room.
func (l *connections) room(c *connection) (loser *connection, limit Limit) {
	own := l.peers[c.address]
	if own == nil {
		own = &peer{}
	}
	switch {
	case c.address != proxies && own.count() >= l.each:
		limit, loser = ConnectionsEach, first(&own.waiting)
	case l.open < l.all:
		return nil, 0
	default:
		limit = Connections
		mine := own.count()
		if c.address == proxies {
			mine = min(mine, 1)
		}
		loser = first(l.greediest(mine, func(p *peer) *list.List { return &p.waiting }))
		if loser == nil {
			loser = first(&own.waiting)
		}
		if loser == nil {
			loser = first(l.greediest(mine+1, func(p *peer) *list.List { return &p.busy }))
		}
	}
	if loser == nil {
		loser = c
	}
	return loser, limit
}

// first returns the first connection of a list, or nil.
func first(l *list.List) *connection {
	if l == nil || l.Len() == 0 {
		return nil
	}
	return l.Front().Value.(*connection)
}

// greediest returns a list of connections, chosen by which, of the address with most
// connections. It considers addresses that have a non-empty list, and more connections
// than the argument more; otherwise it returns nil.
func (l *connections) greediest(more int, which func(*peer) *list.List) (found *list.List) {
	for address, p := range l.peers {
		n := p.count()
		if address == proxies {
			n = min(n, 1)
		}
		if own := which(p); n > more && own.Len() > 0 {
			found, more = own, n
		}
	}
	return found
}

// Close implements [net.Conn].
func (c *connection) Close() error {
	c.closed.Do(func() {
		l := c.of
		l.mu.Lock()
		defer l.mu.Unlock()
		c.list().Remove(c.place)
		c.place = nil
		if c.refused != nil {
			return
		}
		if l.open--; c.peer.count() == 0 {
			delete(l.peers, c.address)
		}
	})
	return c.Conn.Close()
}

// list returns the list that contains the connection.
func (c *connection) list() *list.List {
	if c.busy {
		return &c.peer.busy
	}
	return &c.peer.waiting
}

// requested records that a request begins, or that its answer has been sent.
func (c *connection) requested(busy bool) {
	c.of.mu.Lock()
	defer c.of.mu.Unlock()
	if c.place == nil {
		return
	}
	c.list().Remove(c.place)
	c.busy = busy
	c.place = c.list().PushBack(c)
}

// changed is for [http.Server]: an answer has been sent completely only when its
// connection becomes idle, which may be a while after the handler returned.
func changed(conn net.Conn, state http.ConnState) {
	if c := inner(conn); c != nil && state == http.StateIdle {
		c.requested(false)
	}
}

// inner returns the accepted connection under TLS, or nil for a foreign one.
func inner(conn net.Conn) *connection {
	if secure, ok := conn.(interface{ NetConn() net.Conn }); ok {
		conn = secure.NetConn()
	}
	c, _ := conn.(*connection)
	return c
}

// CloseWrite is for [http.Server], which ends an answer with it if more of the
// request is still arriving: a plain Close would reset the connection and lose the
// answer.
func (c *connection) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// capped limits a deadline to the time of a refused connection.
func (c *connection) capped(t time.Time) time.Time {
	if !c.limit.IsZero() && (t.IsZero() || t.After(c.limit)) {
		return c.limit
	}
	return t
}

// SetDeadline implements [net.Conn].
func (c *connection) SetDeadline(t time.Time) error { return c.Conn.SetDeadline(c.capped(t)) }

// SetReadDeadline implements [net.Conn].
func (c *connection) SetReadDeadline(t time.Time) error { return c.Conn.SetReadDeadline(c.capped(t)) }

// SetWriteDeadline implements [net.Conn].
func (c *connection) SetWriteDeadline(t time.Time) error { return c.Conn.SetWriteDeadline(c.capped(t)) }

// use returns the number of connections, and the number of the address with most.
func (l *connections) use() (all, each int) {
	if l == nil {
		return 0, 0 // the handler runs in a foreign server
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for address, p := range l.peers {
		if address != proxies {
			each = max(each, p.count())
		}
	}
	return l.open, each
}

// closeWaiting closes the idle connections at shutdown, and on request the busy ones.
// It closes below TLS: a TLS goodbye may take seconds for each client that does not
// read.
func (l *connections) closeWaiting(busy bool) {
	l.mu.Lock()
	var all []*connection
	for _, p := range l.peers {
		for _, in := range []*list.List{&p.waiting, &p.busy} {
			for e := in.Front(); e != nil && (busy || in == &p.waiting); e = e.Next() {
				all = append(all, e.Value.(*connection))
			}
		}
	}
	l.mu.Unlock()
	for _, c := range all {
		_ = c.Close()
	}
}

// connectionKey is the key of a request's connection in its context.
type connectionKey struct{}

// noted puts a connection into the context of its requests.
func noted(ctx context.Context, c net.Conn) context.Context {
	if c := inner(c); c != nil {
		return context.WithValue(ctx, connectionKey{}, c)
	}
	return ctx
}

// withConnections records which connections are busy, and answers those that are
// refused.
func withConnections(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, ok := r.Context().Value(connectionKey{}).(*connection)
		if !ok {
			next.ServeHTTP(w, r)
			return
		}
		if c.refused != nil {
			w.Header().Set("Connection", "close")
			writeError(w, c.refused)
			return
		}
		c.requested(true)
		next.ServeHTTP(w, r)
	})
}

// addressOf reads an address, with or without a port.
func addressOf(text string) netip.Addr {
	if both, err := netip.ParseAddrPort(text); err == nil {
		return both.Addr().Unmap().WithZone("")
	}
	addr, err := netip.ParseAddr(text)
	if err != nil {
		return netip.Addr{}
	}
	return addr.Unmap().WithZone("")
}

// group returns the unit that counts as one address: in IPv6 a network of 64 bits.
func group(a netip.Addr) string {
	if a.Is6() {
		if p, err := a.Prefix(64); err == nil {
			return p.String()
		}
	}
	return a.String()
}
