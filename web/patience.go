package web

import (
	"errors"
	"io"
	"net/http"
	"time"
)

// A client that sends its body a byte at a time, or never reads what it asked for,
// would hold a connection and what was worked out for it for ever. So there are
// deadlines, set again with every piece: a slow client that goes on is served.

// piece is how much is written under one deadline.
const piece = 64 << 10

// withPatience gives clients that long for each piece of what they send and read. A
// GET has no body here: one that has is refused, and its connection ends.
func withPatience(patience time.Duration, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := http.NewResponseController(w)
		_ = c.SetWriteDeadline(time.Time{}) // that of the request before on this connection
		out := &patientWriter{ResponseWriter: w, c: c, patience: patience}
		defer func() { _ = c.SetWriteDeadline(time.Now().Add(patience)) }() // for what is still buffered
		if r.ContentLength != 0 {
			_ = c.SetReadDeadline(time.Now().Add(patience))
			w.Header().Set("Connection", "close") // what is left of the body is nobody's
			if r.Method == http.MethodGet || r.Method == http.MethodHead {
				writeProblem(out, http.StatusBadRequest, "a "+r.Method+" has no body here: what it asks for is in its address")
				return
			}
			r.Body = &patientBody{ReadCloser: r.Body, c: c, patience: patience}
		}
		next.ServeHTTP(out, r)
	})
}

// patientWriter sets a deadline for each piece that is written.
type patientWriter struct {
	http.ResponseWriter
	c        *http.ResponseController
	patience time.Duration
}

// Unwrap is for [http.ResponseController].
func (w *patientWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Write implements [io.Writer].
func (w *patientWriter) Write(b []byte) (n int, err error) {
	for {
		_ = w.c.SetWriteDeadline(time.Now().Add(w.patience))
		m, err := w.ResponseWriter.Write(b[:min(len(b), piece)])
		n += m
		if b = b[m:]; err != nil || len(b) == 0 {
			return n, err
		}
	}
}

// FlushError is for [http.ResponseController].
func (w *patientWriter) FlushError() error {
	_ = w.c.SetWriteDeadline(time.Now().Add(w.patience))
	return w.c.Flush()
}

// patientBody sets a deadline for each piece that is read, and none once all is:
// the connection is watched for its end while the answer is worked out.
type patientBody struct {
	io.ReadCloser
	c        *http.ResponseController
	patience time.Duration
}

// Read implements [io.Reader].
func (b *patientBody) Read(p []byte) (int, error) {
	_ = b.c.SetReadDeadline(time.Now().Add(b.patience))
	n, err := b.ReadCloser.Read(p)
	if errors.Is(err, io.EOF) {
		_ = b.c.SetReadDeadline(time.Time{})
	}
	return n, err
}
