package jetstream

import (
	"crypto/ed25519"
	"crypto/tls"
	"crypto/x509"
	"math/big"
	"net"
	"strings"
	"testing"
	"time"
)

// TestUnreachable: the error for a hub that cannot be reached gives the reason.
func TestUnreachable(t *testing.T) {
	encrypted, err := Start(ServerOptions{Addr: "127.0.0.1:0", Dir: t.TempDir(), TLS: ownCertificate(t), Log: quiet(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer encrypted.Close()
	nobody, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = nobody.Close()
	for _, c := range []struct{ url, want string }{
		{encrypted.URL(), "--tls-ca FILE"},
		{strings.Replace(encrypted.URL(), "tls://", "nats://", 1), "--tls-ca FILE"},
		{"nats://" + nobody.Addr().String(), "is the hub running?"},
	} {
		desk, err := Dial(ConnectOptions{URL: c.url})
		if err != nil {
			t.Fatal(err)
		}
		if _, err = desk.Call(t.Context(), "x", nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.url, err, c.want)
		}
		desk.Close()
	}
}

// ownCertificate makes a self-signed certificate.
func ownCertificate(t *testing.T) *tls.Config {
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(nil, about, about, public, private)
	if err != nil {
		t.Fatal(err)
	}
	return &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: private}}}
}
