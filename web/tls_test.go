package web_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"oxo/web"
)

// certify writes a certificate for localhost and its key, and returns the files and
// the certificate.
func certify(t *testing.T, folder, name string) (certificate, key string, c *x509.Certificate) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c = &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), NotAfter: time.Now().Add(time.Hour), DNSNames: []string{name, "localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, c, c, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	if c, err = x509.ParseCertificate(der); err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	certificate, key = filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	for file, block := range map[string]*pem.Block{certificate: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return certificate, key, c
}

// TestRenewed: a changed certificate is read again; while its files do not match, the
// old one stays.
func TestRenewed(t *testing.T) {
	t.Parallel() // it waits
	folder := t.TempDir()
	certificate, key, _ := certify(t, folder, "first.example")
	config, err := web.TLSConfig(certificate, key, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	expect := func(want string) {
		t.Helper()
		time.Sleep(1100 * time.Millisecond)
		pair, err := config.GetCertificate(nil)
		if err != nil {
			t.Fatal(err)
		}
		if c, err := x509.ParseCertificate(pair.Certificate[0]); err != nil || c.DNSNames[0] != want {
			t.Errorf("%v %v, not %s", c.DNSNames, err, want)
		}
	}
	expect("first.example")
	certify(t, folder, "second.example")
	expect("second.example")
	if err := os.WriteFile(certificate, []byte("half of it"), 0o600); err != nil {
		t.Fatal(err)
	}
	expect("second.example")
	certify(t, folder, "third.example")
	old := time.Now().Add(-time.Hour) // a copy keeps the time of the original
	for _, file := range []string{certificate, key} {
		if err := os.Chtimes(file, old, old); err != nil {
			t.Fatal(err)
		}
	}
	expect("third.example")
}

// TestEncrypted: the page and a stream work over TLS, and the limits of connections
// hold.
func TestEncrypted(t *testing.T) {
	folder := t.TempDir()
	certificate, key, first := certify(t, folder, "first.example")
	config, err := web.TLSConfig(certificate, key, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	address := listening(t, web.Options{TLS: config, Limits: web.Limits{web.ConnectionsEach: 4, web.Searches: 1}, Hosts: []string{"first.example"}})
	pool := x509.NewCertPool()
	pool.AddCert(first)
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}
	c := &http.Client{Transport: transport}
	defer transport.CloseIdleConnections()
	if status, _, content := get(t, c, "https://"+address+"/api/reply?game=tictactoe"); status != http.StatusOK {
		t.Errorf("%d %s", status, content)
	}
	if got := events(t, c, "https://"+address+"/api/solve?game=tictactoe"); len(got["end"]) != 1 {
		t.Errorf("%v", got)
	}
	for range 20 { // silent ones, even without a TLS hello
		silent := dialFrom(t, "127.0.0.1", address)
		defer func() { _ = silent.Close() }()
	}
	transport.CloseIdleConnections()
	if status, _, _ := get(t, c, "https://"+address+"/healthz"); status != http.StatusOK {
		t.Errorf("beside silent ones: %d", status)
	}
	if r, err := http.Get("http://" + address + "/"); err != nil || r.StatusCode != http.StatusBadRequest {
		t.Errorf("without TLS: %v %v", r, err)
	} else {
		_ = r.Body.Close()
	}
}

// TestTLSErrors: faults of the files are reported when they are first read.
func TestTLSErrors(t *testing.T) {
	folder := t.TempDir()
	certificate, key, _ := certify(t, folder, "a.example")
	other, _, _ := certify(t, t.TempDir(), "b.example")
	empty := filepath.Join(folder, "empty")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, files := range [][2]string{{certificate, filepath.Join(folder, "none")}, {other, key}, {empty, key}, {key, certificate}} {
		if _, err := web.TLSConfig(files[0], files[1], slog.New(slog.DiscardHandler)); err == nil {
			t.Errorf("%q are taken", files)
		}
	}
}

// TestBehindProxy: behind a proxy that encrypts and reports addresses, the page
// works, streams are not delayed, and other sites are refused.
func TestBehindProxy(t *testing.T) {
	address := listening(t, web.Options{Proxies: loopback(), Hosts: []string{"oxo.example.org"}})
	back, err := url.Parse("http://" + address)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httptest.NewTLSServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(back)
		r.Out.Host = "oxo.example.org"
		r.SetXForwarded()
	}})
	defer proxy.Close()
	c := proxy.Client()
	defer c.CloseIdleConnections()
	status, header, content := get(t, c, proxy.URL+"/")
	if status != http.StatusOK || !strings.Contains(string(content), "oxo") || header.Get("Content-Security-Policy") == "" {
		t.Errorf("%d %.100s", status, content)
	}
	if got := events(t, c, proxy.URL+"/api/solve?game=tictactoe"); len(got["end"]) != 1 {
		t.Errorf("%v", got)
	}
	if status, p := from(t, c, proxy.URL+"/api/games", "", "Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"); status != http.StatusForbidden {
		t.Errorf("%d %+v", status, p)
	}
	if status, p := from(t, c, proxy.URL+"/api/games", "", "Origin", "https://oxo.example.org"); status != http.StatusOK {
		t.Errorf("%d %+v", status, p)
	}
	for i := range 100 { // more than the limit for one address
		if status, _ := from(t, c, fmt.Sprintf("%s/api/position?game=tictactoe&moves=a%d", proxy.URL, 1+i%3), ""); status != http.StatusOK {
			t.Errorf("%d", status)
		}
	}
}
