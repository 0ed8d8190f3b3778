package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
)

// files serves the page from memory, compressed once.
type files map[string]*file

type file struct {
	kind, tag string
	plain     []byte
	// small is plain compressed, at the first request: compressing the whole page is
	// most of a server's start-up time.
	small func() ([]byte, error)
}

// kinds maps extensions to media types. A machine's own list may lack them or differ.
func kinds() map[string]string {
	return map[string]string{
		".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
		".svg": "image/svg+xml", ".webmanifest": "application/manifest+json", ".txt": "text/plain; charset=utf-8",
		".wasm": "application/wasm", ".png": "image/png",
	}
}

func newFiles(from fs.FS, more map[string][]byte) (files, error) {
	all := files{}
	err := fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		plain, err := fs.ReadFile(from, name)
		if err != nil {
			return err
		}
		all.add(name, plain)
		return nil
	})
	for name, plain := range more {
		all.add(name, plain)
	}
	return all, err
}

// add adds a file.
func (f files) add(name string, plain []byte) {
	kind, ok := kinds()[path.Ext(name)]
	if !ok {
		kind = mime.TypeByExtension(path.Ext(name))
	}
	sum := sha256.Sum256(plain)
	f["/"+name] = &file{
		kind: kind, tag: `"` + hex.EncodeToString(sum[:12]) + `"`, plain: plain,
		small: sync.OnceValues(func() ([]byte, error) { return compressed(plain) }),
	}
}

// compressed compresses a file with gzip's best compression.
func compressed(plain []byte) ([]byte, error) {
	var small bytes.Buffer
	w, err := gzip.NewWriterLevel(&small, gzip.BestCompression)
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
	h := w.Header()
	h.Set("Content-Type", got.kind)
	h.Set("Cache-Control", "no-cache") // revalidate before use
	h.Set("Vary", "Accept-Encoding")
	content, tag := got.plain, got.tag
	if takesGzip(r.Header.Get("Accept-Encoding")) {
		if small, err := got.small(); err == nil {
			h.Set("Content-Encoding", "gzip")
			content, tag = small, strings.TrimSuffix(got.tag, `"`)+`-gzip"`
		}
	}
	h.Set("ETag", tag)
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = w.Write(content)
}

// takesGzip reports whether Accept-Encoding allows gzip.
func takesGzip(accepted string) bool {
	for one := range strings.SplitSeq(accepted, ",") {
		name, weight, weighed := strings.Cut(strings.ToLower(strings.TrimSpace(one)), ";")
		if strings.TrimSpace(name) != "gzip" {
			continue
		}
		q, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(weight), "q="), 64)
		return !weighed || err != nil || q > 0
	}
	return false
}
