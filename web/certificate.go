package web

import (
	"crypto/tls"
	"log/slog"
	"os"
	"sync"
	"time"
)

// Certificate makes a configuration that encrypts with a certificate and its key, in
// files of PEM. The files are read again when they change, so that a certificate can
// be renewed while the server runs; a pair that cannot be read is logged, and leaves the
// old one.
func Certificate(certificate, key string, log *slog.Logger) (*tls.Config, error) {
	c := &certificates{files: [2]string{certificate, key}, log: log}
	now, err := c.state()
	if err == nil {
		err = c.load(now)
	}
	if err != nil {
		return nil, err
	}
	return &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}, GetCertificate: c.get}, nil
}

// certificates is a certificate in files.
type certificates struct {
	files [2]string
	log   *slog.Logger

	mu     sync.Mutex
	pair   *tls.Certificate
	read   [2]stamp // the state in which the files were read last
	looked time.Time
}

// stamp is what tells that a file is another one.
type stamp struct{ changed, size int64 }

// lookAgain is how often the files are looked at.
const lookAgain = time.Second

func (c *certificates) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.looked) > lookAgain {
		c.looked = time.Now()
		if now, err := c.state(); err == nil && now != c.read {
			if err := c.load(now); err != nil { // perhaps only one of the two is there yet: the next look sees both
				c.log.Warn("the changed certificate cannot be used; the one before still is", "error", err)
			}
		}
	}
	return c.pair, nil
}

// state is that of the files.
func (c *certificates) state() (all [2]stamp, err error) {
	for i, name := range c.files {
		info, err := os.Stat(name)
		if err != nil {
			return all, err
		}
		all[i] = stamp{info.ModTime().UnixNano(), info.Size()}
	}
	return all, nil
}

func (c *certificates) load(now [2]stamp) error {
	c.read = now
	pair, err := tls.LoadX509KeyPair(c.files[0], c.files[1])
	if err == nil {
		c.pair = &pair
	}
	return err
}
