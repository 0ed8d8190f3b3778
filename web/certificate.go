package web

import (
	"crypto/tls"
	"os"
	"sync"
	"time"
)

// Certificate makes a configuration that encrypts with a certificate and its key, in
// files of PEM. The files are read again when they change, so that a certificate can
// be renewed while the server runs; a pair that cannot be read leaves the old one.
func Certificate(certificate, key string) (*tls.Config, error) {
	c := &certificates{certificate: certificate, key: key}
	if err := c.load(); err != nil {
		return nil, err
	}
	return &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}, GetCertificate: c.get}, nil
}

// certificates is a certificate in files.
type certificates struct {
	certificate, key string
	mu               sync.Mutex
	pair             *tls.Certificate
	changed, looked  time.Time
}

// lookAgain is how often the files are looked at.
const lookAgain = time.Second

func (c *certificates) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.looked) > lookAgain {
		if at, err := c.modified(); err == nil && at.After(c.changed) {
			_ = c.load() // both files may not be there yet: the next look sees them
		}
		c.looked = time.Now()
	}
	return c.pair, nil
}

// modified is when one of the files last changed.
func (c *certificates) modified() (time.Time, error) {
	first, err := os.Stat(c.certificate)
	if err != nil {
		return time.Time{}, err
	}
	second, err := os.Stat(c.key)
	if err != nil {
		return time.Time{}, err
	}
	if second.ModTime().After(first.ModTime()) {
		return second.ModTime(), nil
	}
	return first.ModTime(), nil
}

func (c *certificates) load() error {
	at, err := c.modified()
	if err != nil {
		return err
	}
	pair, err := tls.LoadX509KeyPair(c.certificate, c.key)
	if err != nil {
		return err
	}
	c.pair, c.changed, c.looked = &pair, at, time.Now()
	return nil
}
