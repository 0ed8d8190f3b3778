package mcp_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"oxo/games"
	server "oxo/protocol/mcp"
)

// TestOtherSites: a page of another site cannot use the server, nor can one whose name leads to this machine.
func TestOtherSites(t *testing.T) {
	s := httptest.NewServer(server.New(games.All(), server.Options{TableBytes: 1 << 16}).Handler())
	defer s.Close()
	const begin = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`
	for _, c := range []struct {
		header, value, host, path string
		status                    int
	}{
		{"Accept", "application/json, text/event-stream", "", server.Path, http.StatusOK},
		{"Origin", "https://evil.example", "", server.Path, http.StatusForbidden},
		{"Sec-Fetch-Site", "cross-site", "", server.Path, http.StatusForbidden},
		{"Accept", "application/json, text/event-stream", "evil.example", server.Path, http.StatusForbidden},
		{"Accept", "application/json, text/event-stream", "", "/other", http.StatusNotFound},
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+c.path, strings.NewReader(begin))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		r.Header.Set(c.header, c.value)
		if c.host != "" {
			r.Host = c.host
		}
		got, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := got.Body.Close(); err != nil || got.StatusCode != c.status {
			t.Errorf("%+v: %d, %v", c, got.StatusCode, err)
		}
	}
}
