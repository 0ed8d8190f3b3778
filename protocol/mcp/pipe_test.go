package mcp_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"oxo/games"
	"oxo/protocol/mcp"
)

// TestPipe: a client that closes its end at once gets an answer to each question that it has asked.
func TestPipe(t *testing.T) {
	var in strings.Builder
	in.WriteString(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}` + "\n")
	in.WriteString(`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n")
	const asked = 20
	for i := 1; i <= asked; i++ {
		fmt.Fprintf(&in, `{"jsonrpc":"2.0","id":"q%d","method":"tools/call","params":{"name":"values","arguments":{"game":"connect4:5x4","moves":"3 3"}}}`+"\n", i)
	}
	var out bytes.Buffer
	s := mcp.New(games.All(), mcp.Options{TableBytes: 1 << 20}.Filled())
	_ = s.Run(t.Context(), mcp.Pipe(t.Context(), strings.NewReader(in.String()), &out))
	for i := 1; i <= asked; i++ {
		if id := fmt.Sprintf(`"id":"q%d"`, i); !strings.Contains(out.String(), id) {
			t.Errorf("no answer has %s", id)
		}
	}
}

// TestPipeStopped: the end of the context ends the conversation, and nobody waits for an answer.
func TestPipeStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	in := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"values","arguments":{"game":"chess"}}}` + "\n"
	_ = mcp.New(games.All(), mcp.Options{TableBytes: 1 << 20}.Filled()).Run(ctx, mcp.Pipe(ctx, strings.NewReader(in), &bytes.Buffer{}))
}

// TestPipeLines: no line keeps a conversation from its end.
func TestPipeLines(t *testing.T) {
	for _, line := range []string{
		"nonsense", "5", "[]", `{"id":1,"method":"x"}`, `[{"jsonrpc":"2.0","id":1,"method":"ping"}]`, `{"jsonrpc":"2.0","id":null,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, `{"jsonrpc":"2.0","id":1e300,"method":"ping"}`, `{"jsonrpc":"2.0","id":{},"method":"ping"}`,
		`{"jsonrpc":"2.0","id":"a\u0062","method":"ping"}`, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":5}`, `{"jsonrpc":"2.0","id":1,"method":"nothing"}`,
		"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
		"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}",
	} {
		s := mcp.New(games.All(), mcp.Options{TableBytes: 1 << 20}.Filled())
		_ = s.Run(t.Context(), mcp.Pipe(t.Context(), strings.NewReader(line), &bytes.Buffer{}))
	}
}
