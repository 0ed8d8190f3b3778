package jetstream

import (
	"crypto/rand"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"oxo/internal/filelock"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// ServerOptions are the options of the embedded server.
type ServerOptions struct {
	Addr  string // HOST:PORT; port 0 is any free one
	Dir   string // for its files; no other process may use it
	Token string // for workers
	// Orders is the token of clients that give orders. If both tokens are empty, which
	// is allowed only on loopback, everybody has both rights.
	Orders string
	TLS    *tls.Config
	Disk   int64 // maximum disk space in bytes; 0 is 4 GB
	Log    *slog.Logger
}

// Server is an embedded server.
type Server struct {
	server *server.Server
	key    string // of the hub's own user
	lock   *os.File
	ended  chan struct{} // closed by Close
	stuck  atomic.Bool   // a stream failed to write, and does not retry
}

// maxPayload is the maximum size of a message in bytes.
const maxPayload = 8 << 20

// defaultDisk is the server's default maximum disk space in bytes.
const defaultDisk = 4 << 30

// errExposed says that other machines can reach the address.
var errExposed = errors.New("beyond this machine tokens and TLS are required")

// Start starts a server. An address beyond loopback needs a token and TLS.
func Start(o ServerOptions) (*Server, error) {
	host, port, err := splitAddr(o.Addr)
	if err != nil {
		return nil, err
	}
	if !loopback(host) && (o.Token == "" || o.Orders == "" || o.TLS == nil) {
		return nil, fmt.Errorf("%s: %w", o.Addr, errExposed)
	}
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return nil, err
	}
	lock, err := lockDir(o.Dir)
	if err != nil {
		return nil, err
	}
	key := make([]byte, 16)
	_, _ = rand.Read(key) // it never fails
	s := &Server{key: hex.EncodeToString(key), lock: lock, ended: make(chan struct{})}
	settings := s.settings(host, port, o)
	if s.server, err = server.NewServer(settings); err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	s.server.SetLoggerV2(&logger{o.Log, &s.stuck}, false, false, false)
	s.server.Start()
	if !s.server.ReadyForConnections(30 * time.Second) {
		s.Close()
		return nil, fmt.Errorf("the server does not start at %s: is that address taken?", o.Addr)
	}
	go s.mend(settings, o.Log)
	return s, nil
}

// settings returns the settings of the server, with all limits.
func (s *Server) settings(host string, port int, o ServerOptions) *server.Options {
	settings := &server.Options{
		ServerName: "oxo-hub", Host: host, Port: port, NoSigs: true, MaxConn: 4096, MaxPayload: maxPayload, MaxPending: 64 << 20,
		MaxControlLine: 4096, WriteDeadline: 10 * time.Second, PingInterval: 20 * time.Second, MaxPingsOut: 2,
		JetStream: true, StoreDir: o.Dir, JetStreamMaxStore: o.Disk, JetStreamMaxMemory: 64 << 20, SyncAlways: true, DisableJetStreamBanner: true,
		TLSConfig: o.TLS, TLS: o.TLS != nil, TLSTimeout: 5, AuthTimeout: 5,
		AlwaysEnableNonce: true, CustomClientAuthentication: &gate{key: s.key, token: o.Token, orders: o.Orders},
	}
	if settings.JetStreamMaxStore <= 0 {
		settings.JetStreamMaxStore = defaultDisk
	}
	return settings
}

// splitAddr reads HOST:PORT.
func splitAddr(addr string) (host string, port int, err error) {
	host, text, err := net.SplitHostPort(addr)
	if err == nil {
		port, err = strconv.Atoi(text)
	}
	if err != nil || port < 0 || port > 65535 {
		return "", 0, fmt.Errorf("%q is not an address: want HOST:PORT, as in 127.0.0.1:7070", addr)
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	return host, port, nil
}

// loopback reports whether a host can only be reached from this machine.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// URL returns the address that workers use.
func (s *Server) URL() string {
	return strings.Replace(s.server.ClientURL(), "0.0.0.0", "127.0.0.1", 1)
}

// Office connects the hub of this process.
func (s *Server) Office(o Limits) (*Office, error) {
	nc, err := nats.Connect("", nats.InProcessServer(s.server), nats.UserInfo(hubUser, s.key), nats.CustomInboxPrefix(inboxSubject+hubName), nats.Name("oxo hub"), nats.MaxReconnects(-1))
	if err != nil {
		return nil, err
	}
	return newOffice(nc, o)
}

// Close ends the server. Everything that it has acknowledged is on the disk.
func (s *Server) Close() {
	close(s.ended)
	s.server.Shutdown()
	s.server.WaitForShutdown()
	_ = s.lock.Close()
}

// lockDir prevents a second server from using a folder.
func lockDir(dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if filelock.Lock(f) != nil {
		return nil, errors.Join(fmt.Errorf("%s is used by another hub", dir), f.Close())
	}
	return f, nil
}

// logger passes on the server's log.
type logger struct {
	log   *slog.Logger
	stuck *atomic.Bool
}

func (l *logger) Noticef(string, ...any) {}
func (l *logger) Debugf(string, ...any)  {}
func (l *logger) Tracef(string, ...any)  {}

func (l *logger) Errorf(format string, v ...any) {
	text := fmt.Sprintf(format, v...)
	if strings.Contains(text, "failed to store a msg") { // the server reports it nowhere else
		l.stuck.Store(true)
	}
	l.log.Error("queue: " + text)
}

func (l *logger) Fatalf(format string, v ...any) { l.log.Error("queue: " + fmt.Sprintf(format, v...)) }

func (l *logger) Warnf(format string, v ...any) {
	l.log.Warn("queue: " + fmt.Sprintf(format, v...))
}
