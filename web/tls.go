package web

import (
	"crypto/tls"
	"log/slog"
	"os"
	"sync"
	"time"
)

// TLSConfig makes a TLS configuration from a certificate and its key, in PEM files.
// It reads the files again when they change, so that a certificate can be renewed
// while the server runs. A pair that cannot be read is logged, and the old one stays
// in use.
func TLSConfig(certificate, key string, log *slog.Logger) (*tls.Config, error) {
	c := &tlsFiles{files: [2]string{certificate, key}, log: log}
	now, err := c.state()
	if err == nil {
		err = c.load(now)
	}
	if err != nil {
		return nil, err
	}
	return &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}, GetCertificate: c.get}, nil
}

// tlsFiles is a certificate and its key, kept in files.
type tlsFiles struct {
	files [2]string
	log   *slog.Logger

	mu     sync.Mutex
	pair   *tls.Certificate
	read   [2]stamp // the state of the files when they were last read
	looked time.Time
}

// stamp identifies a version of a file.
type stamp struct{ changed, size int64 }

// lookAgain is the interval between checks of the files.
const lookAgain = time.Second

func (c *tlsFiles) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.looked) > lookAgain {
		c.looked = time.Now()
		if now, err := c.state(); err == nil && now != c.read {
			if err := c.load(now); err != nil { // perhaps only one of the two has been replaced: the next check sees both
				c.log.Warn("the changed certificate cannot be used; the one before still is", "error", err)
			}
		}
	}
	return c.pair, nil
}

// state returns the state of the files.
func (c *tlsFiles) state() (all [2]stamp, err error) {
	for i, name := range c.files {
		info, err := os.Stat(name)
		if err != nil {
			return all, err
		}
		all[i] = stamp{info.ModTime().UnixNano(), info.Size()}
	}
	return all, nil
}

func (c *tlsFiles) load(now [2]stamp) error {
	c.read = now
	pair, err := tls.LoadX509KeyPair(c.files[0], c.files[1])
	if err == nil {
		c.pair = &pair
	}
	return err
}
