package web_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"oxo/web"
)

// TestEncodings: a file is the same bytes in each encoding, a client gets the smallest
// encoding that it accepts, and each encoding has a tag of its own.
func TestEncodings(t *testing.T) {
	ts, c := serve(t, web.Options{})
	for _, path := range []string{"/", "/page.js", "/page.css", "/begin.json"} {
		tags, plain := map[string]string{}, []byte(nil)
		for _, one := range []struct{ accepted, want string }{
			{"identity", ""},
			{"gzip", "gzip"},
			{"gzip, deflate, br, zstd", "br"},
			{"br;q=0, gzip;q=0.5", "gzip"},
			{"gzip;q=0, br;q=0.0", ""},
		} {
			r, err := http.NewRequest(http.MethodGet, ts.URL+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Accept-Encoding", one.accepted)
			answer, err := c.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			got := decoded(t, answer)
			_ = answer.Body.Close()
			if plain == nil {
				plain = got
			}
			encoding, tag := answer.Header.Get("Content-Encoding"), answer.Header.Get("ETag")
			if encoding != one.want || len(got) == 0 || !bytes.Equal(got, plain) {
				t.Errorf("%s for %q: encoding %q, %d bytes decoded: want %q, and the %d bytes of the file", path, one.accepted, encoding, len(got), one.want, len(plain))
			}
			if before, ok := tags[tag]; tag == "" || ok && before != encoding {
				t.Errorf("%s: the tag %s of %q is that of %q", path, tag, encoding, before)
			}
			tags[tag] = encoding
		}
	}
}

// decoded reads and decodes an answer.
func decoded(t *testing.T, answer *http.Response) []byte {
	t.Helper()
	body := io.Reader(answer.Body)
	switch answer.Header.Get("Content-Encoding") {
	case "gzip":
		unzipped, err := gzip.NewReader(body)
		if err != nil {
			t.Fatal(err)
		}
		body = unzipped
	case "br":
		body = brotli.NewReader(body)
	}
	got, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestBegin: the first answers in the page's file equal the answers of the API.
func TestBegin(t *testing.T) {
	ts, c := serve(t, web.Options{})
	_, _, first := get(t, c, ts.URL+"/begin.json")
	_, _, games := get(t, c, ts.URL+"/api/games")
	if list := strings.TrimSpace(string(games)); len(list) < 100 || !strings.Contains(string(first), list[1:100]) {
		t.Errorf("begin.json is %.200s, without the list of games %.200s", first, games)
	}
}
