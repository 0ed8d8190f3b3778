package mcp

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Path is the path that clients post to.
const Path = "/mcp"

// MaxLine is the longest message on standard input, in bytes.
const MaxLine = bodyBytes

// Limits of HTTP.
const (
	headerTime  = 5 * time.Second
	idleTime    = time.Minute
	sessionTime = 30 * time.Minute // without a request
	headerBytes = 64 << 10
	bodyBytes   = 256 << 10
	graceTime   = 5 * time.Second
)

// Handler answers clients by streamable HTTP. Pages of other sites are refused, and so are host names that
// do not belong to this machine where it is reached by its own address.
func (s *Server) Handler() http.Handler {
	streams := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s.own }, &mcp.StreamableHTTPOptions{
		Logger: s.options.Log, SessionTimeout: sessionTime, MaxRequestBodyBytes: bodyBytes, PropagateRequestCancellation: true,
	})
	mux := http.NewServeMux()
	mux.Handle(Path, streams)
	return http.NewCrossOriginProtection().Handler(mux)
}

// Serve answers clients by streamable HTTP, until the context ends.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	server := &http.Server{
		Handler: s.Handler(), ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: headerBytes,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	grace, stop := context.WithTimeout(context.WithoutCancel(ctx), graceTime)
	defer stop()
	cancel()
	err := server.Shutdown(grace)
	if errors.Is(err, context.DeadlineExceeded) {
		return server.Close() // a client keeps a stream open
	}
	return err
}
