//go:build !race

package cli

import (
	"bytes"
	"context"
	"io"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"oxo/games"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// askMCP connects a client, and asks for the text of a position.
func askMCP(t *testing.T, transport mcp.Transport) {
	t.Helper()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "position", Arguments: map[string]any{"game": "tictactoe", "moves": "b2"}})
	if err != nil {
		t.Fatal(err)
	}
	if text := r.Content[0].(*mcp.TextContent).Text; r.IsError || !strings.Contains(text, "position .../.X./... after 1 move: O to move") {
		t.Errorf("%s", text)
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
}

// TestMCPCommand: the command answers a client on standard input and output, and ends when the client leaves.
func TestMCPCommand(t *testing.T) {
	var errs bytes.Buffer
	c := exec.CommandContext(t.Context(), "oxo", "mcp", "--table", "1MB", "--time", "2s")
	c.Stderr = &errs
	askMCP(t, &mcp.CommandTransport{Command: c})
	if !c.ProcessState.Success() || errs.Len() > 0 {
		t.Errorf("%v: %s", c.ProcessState, errs.String())
	}
}

// TestMCPHTTP: the command prints its address, answers there, and ends when it is interrupted.
func TestMCPHTTP(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	said, out := io.Pipe()
	var errs bytes.Buffer
	a := &app{families: games.All(), name: "oxo", in: strings.NewReader(""), out: out, err: &errs, getenv: func(string) string { return "" }}
	code := make(chan int)
	go func() { code <- a.run(ctx, []string{"mcp", "--http", "127.0.0.1:0", "--table", "1MB"}) }()
	line := make([]byte, 200)
	n, err := said.Read(line)
	url := regexp.MustCompile(`http://127\.0\.0\.1:\d+/mcp`).FindString(string(line[:n]))
	if err != nil || url == "" {
		t.Fatalf("%q, %v", line[:n], err)
	}
	askMCP(t, &mcp.StreamableClientTransport{Endpoint: url})
	cancel()
	if got := <-code; got != exitDone {
		t.Errorf("exit %d: %s", got, errs.String())
	}
}
