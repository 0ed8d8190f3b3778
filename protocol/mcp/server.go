// Package mcp answers programs that talk, by the Model Context Protocol: a language model asks for legal
// moves, values, reasons and pictures, and never has to guess.
//
// Every answer names the position that it is about. Nothing is kept between two questions, so each
// question says the game and its moves. A wrong question is answered by an error with a hint, and never an answer
// about another position. A value that is not proven is called an estimate.
package mcp

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"oxo/api/calls"
	"oxo/game/catalog"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Options are the limits of a server.
type Options struct {
	Version    string
	TableBytes int64         // of the table of each search; 0 is 64 MiB
	Searches   int           // how many searches run at once; 0: the number of processors
	MaxTime    time.Duration // the most that a search may take; 0: 30 seconds
	Log        *slog.Logger  // nil: no log
}

const (
	maxTime    = 30 * time.Second
	tableBytes = 64 << 20
	gameBytes  = 64 << 20 // of the tables of games that are kept
	baseBytes  = 64 << 20 // the program itself
)

// Memory returns the most memory that a server with these options takes, in bytes.
func (o Options) Memory() int64 {
	o = o.Filled()
	return baseBytes + gameBytes + int64(o.Searches)*o.TableBytes*3/2 // provers take 50% more
}

// Server answers any number of clients.
type Server struct {
	core    *calls.Core
	options Options
	own     *mcp.Server
	names   []string // of the games, for completion
	waiting chan struct{}
}

// maxWaiting is the number of questions that are answered, or wait for a search, at once.
const maxWaiting = 64

// New makes a server of the games of some families.
func New(families []catalog.Family, o Options) *Server {
	o = o.Filled()
	s := &Server{
		core:    calls.New(families, calls.Options{TableBytes: o.TableBytes, Searches: o.Searches, MaxTime: o.MaxTime, GameBytes: gameBytes}),
		options: o, waiting: make(chan struct{}, maxWaiting),
	}
	s.own = mcp.NewServer(&mcp.Implementation{Name: "oxo", Title: "oxo: exact values of board games", Version: o.Version}, &mcp.ServerOptions{
		Instructions: instructions, Logger: o.Log, CompletionHandler: s.complete, Capabilities: &mcp.ServerCapabilities{},
	})
	s.addTools()
	s.addResources()
	s.addPrompts()
	s.own.AddReceivingMiddleware(s.hinted)
	return s
}

const instructions = `oxo knows the rules of board games, and searches them. Never guess a move or a value: ask.
Every question says the game, and all moves since its start (or since the text of a position). Nothing is kept between questions.
Every answer names the position that it is about: compare it with the one that you mean, or send its text as "expect".
A value is proven, or it is an estimate: say which when you repeat it.
If a question is refused, read the hint and ask again; do not answer from memory.`

// Run answers one client by a transport, until the client leaves or the context ends.
func (s *Server) Run(ctx context.Context, t mcp.Transport) error { return s.own.Run(ctx, t) }

// Own returns the server of the SDK.
func (s *Server) Own() *mcp.Server { return s.own }

// hinted adds a hint to the errors that the SDK makes itself: unknown names, and arguments that do not fit.
func (s *Server) hinted(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, request mcp.Request) (mcp.Result, error) {
		if method != "tools/call" {
			return next(ctx, method, request)
		}
		result, err := next(ctx, method, request)
		if err != nil {
			return result, fmt.Errorf("%w. Hint: the tools are %s", err, strings.Join(toolNames(), ", "))
		}
		if r, ok := result.(*mcp.CallToolResult); ok && r.IsError && !strings.Contains(textOf(r), hintMark) {
			r.Content = []mcp.Content{&mcp.TextContent{Text: "error (input): " + textOf(r) + hintMark + `arguments are an object, as {"game": "tictactoe", "moves": "b2 a1"}; the tool's schema names all of them.`}}
		}
		return result, nil
	}
}

// textOf returns the text of an answer.
func textOf(r *mcp.CallToolResult) string {
	var all []string
	for _, c := range r.Content {
		if t, ok := c.(*mcp.TextContent); ok {
			all = append(all, t.Text)
		}
	}
	return strings.Join(all, "\n")
}
