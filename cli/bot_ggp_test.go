package cli

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"oxo/games"
)

// TestBotGGP: the command prints the address of the player, which answers there until
// it is interrupted.
func TestBotGGP(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	said, out := io.Pipe()
	var errs bytes.Buffer
	a := &app{families: games.All(), name: "oxo", in: strings.NewReader(""), out: out, err: &errs, getenv: func(string) string { return "" }}
	code := make(chan int)
	go func() { code <- a.run(ctx, []string{"bot", "ggp", "--port", "0", "--threads", "2", "--table", "1MB"}) }()
	line := make([]byte, 100)
	n, err := said.Read(line)
	url := regexp.MustCompile(`http://127\.0\.0\.1:\d+/`).FindString(string(line[:n]))
	if err != nil || url == "" {
		t.Fatalf("%q, %v", line[:n], err)
	}
	r, err := http.Post(url, "text/acl", strings.NewReader("(INFO)"))
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(r.Body)
	if err != nil || r.Body.Close() != nil || string(body) != "((name oxo) (status available))" {
		t.Errorf("%q, %v", body, err)
	}
	http.DefaultClient.CloseIdleConnections()
	cancel()
	if got := <-code; got != exitInterrupted {
		t.Errorf("exit %d: %s", got, errs.String())
	}
}
