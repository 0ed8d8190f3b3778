#!/usr/bin/env bash
# The Go SDK of the Model Context Protocol answers a request under another number than the request has.
#
# Guess before it was run: JSON-RPC says that the id of an answer is that of the request, so a number that the SDK cannot
# keep, such as 1.5, is an error.
# Seen with github.com/modelcontextprotocol/go-sdk v1.8.0: a ping with the id 1.5 is answered under the id 1, and one with
# the id 12345678901234567890 under -9223372036854775808. A client that looks for its number waits for ever. Numbers
# without a fraction, up to 2^53, and texts come back as they are.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat > main.go <<'GO'
package main

import (
	"context"
	"io"
	"os"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// slow gives its text, and ends a second later: the SDK drops answers that are not written at the end of the input.
type slow struct{ io.Reader }

func (s slow) Read(b []byte) (int, error) {
	n, err := s.Reader.Read(b)
	if err == io.EOF {
		time.Sleep(time.Second)
	}
	return n, err
}

type open struct{ io.Writer }

func (open) Close() error { return nil }

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "x", Version: "1"}, nil)
	for _, id := range os.Args[1:] {
		in := strings.NewReader(`{"jsonrpc":"2.0","id":` + id + `,"method":"ping"}` + "\n")
		_ = s.Run(context.Background(), &mcp.IOTransport{Reader: io.NopCloser(slow{in}), Writer: open{os.Stdout}})
	}
}
GO
go mod init example.org/ids >/dev/null 2>&1
go get github.com/modelcontextprotocol/go-sdk/mcp@v1.8.0 >/dev/null 2>&1 && go mod tidy >/dev/null 2>&1
got=$(go run . 7 '"seven"' 1.5 12345678901234567890 | sed 's/.*"id":\([^,]*\),.*/\1/' | tr '\n' ' ')
echo "asked: 7 \"seven\" 1.5 12345678901234567890"
echo "answered: $got"
[ "$got" = '7 "seven" 1 -9223372036854775808 ' ] || { echo "changed: want 7 \"seven\" 1 -9223372036854775808"; exit 1; }
