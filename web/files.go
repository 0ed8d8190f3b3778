package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
)

// files serves the page from memory, compressed once.
type files map[string]*file

type file struct {
	kind, tag string
	plain     []byte
	// packed is plain compressed, by the name of the encoding, at the first request:
	// compressing the whole page is most of a server's start-up time.
	packed map[string]func() ([]byte, error)
}

// encodings returns the encodings of answers, the smallest first.
func encodings() [2]string { return [2]string{"br", "gzip"} }

// kinds maps extensions to media types. A machine's own list may lack them or differ.
func kinds() map[string]string {
	return map[string]string{
		".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
		".svg": "image/svg+xml", ".webmanifest": "application/manifest+json", ".txt": "text/plain; charset=utf-8", ".kif": "text/plain; charset=utf-8",
		".wasm": "application/wasm", ".png": "image/png", ".json": "application/json", ".oxo": "application/octet-stream",
	}
}

func newFiles(contents map[string][]byte) files {
	all := files{}
	for name, plain := range contents {
		all["/"+name] = newFile(name, plain)
	}
	return all
}

func newFile(name string, plain []byte) *file {
	kind, ok := kinds()[path.Ext(name)]
	if !ok {
		kind = mime.TypeByExtension(path.Ext(name))
	}
	sum := sha256.Sum256(plain)
	got := &file{kind: kind, tag: `"` + hex.EncodeToString(sum[:12]) + `"`, plain: plain, packed: map[string]func() ([]byte, error){}}
	for _, encoding := range encodings() {
		got.packed[encoding] = sync.OnceValues(func() ([]byte, error) { return packed(encoding, plain) })
	}
	return got
}

// brotliLevel takes the page's modules a few milliseconds more than gzip's best level.
// Levels 10 and 11 take twenty times as long, and the first reader waits for them.
const brotliLevel = 9

// packed compresses a file.
func packed(encoding string, plain []byte) ([]byte, error) {
	var (
		small bytes.Buffer
		w     io.WriteCloser
		err   error
	)
	switch encoding {
	case "br":
		w = brotli.NewWriterLevel(&small, brotliLevel)
	default:
		w, err = gzip.NewWriterLevel(&small, gzip.BestCompression)
	}
	if err != nil {
		return nil, err
	}
	if _, err = w.Write(plain); err == nil {
		err = w.Close()
	}
	return small.Bytes(), err
}

// ServeHTTP answers with a file; a folder is its index.html.
func (f files) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Path
	if strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	got, ok := f[name]
	if !ok {
		writeProblem(w, http.StatusNotFound, "there is nothing here: the page is at /, the API described in /openapi.json")
		return
	}
	got.serve(w, r)
}

// serve answers with the file, compressed if the request allows it.
func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("Cache-Control", "no-cache") // revalidate before use
	h.Set("Vary", "Accept-Encoding")
	content, tag := f.plain, f.tag
	for _, encoding := range encodings() {
		if !takes(r.Header.Get("Accept-Encoding"), encoding) {
			continue
		}
		if small, err := f.packed[encoding](); err == nil {
			h.Set("Content-Encoding", encoding)
			content, tag = small, strings.TrimSuffix(f.tag, `"`)+"-"+encoding+`"`
			break
		}
	}
	h.Set("ETag", tag)
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = w.Write(content)
}

// takes reports whether Accept-Encoding allows an encoding.
func takes(accepted, encoding string) bool {
	for one := range strings.SplitSeq(accepted, ",") {
		name, weight, weighed := strings.Cut(strings.ToLower(strings.TrimSpace(one)), ";")
		if strings.TrimSpace(name) != encoding {
			continue
		}
		q, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(weight), "q="), 64)
		return !weighed || err != nil || q > 0
	}
	return false
}
