package hostile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// Kind is a kind of hostile client.
type Kind struct {
	Name  string
	About string // in a line

	// attack does the kind's work on a new connection. It returns an error if the
	// server ended the connection.
	attack func(context.Context, *client) error
	raw    bool // it never uses TLS
}

// Kinds lists the kinds of hostile clients: first those that attack connections, then
// those that cause much work.
func Kinds() []Kind {
	return []Kind{
		{"silent", "connects, and sends nothing", silent, true},
		{"slowheader", "sends a byte of a header every half a second", slowHeader, false},
		{"slowbody", "sends a byte of a body every half a second, with POST and with GET", slowBody, false},
		{"neverread", "asks for large answers without end, and reads nothing", neverRead, false},
		{"slowread", "reads 1 KB a second of a tree of 20,000 nodes", slowRead, false},
		{"reconnect", "connects, and closes at once", reconnect, true},
		{"garbage", "sends what is no HTTP, or wrong: random bytes, huge headers, bad lengths", garbage, true},
		{"games", "asks where a new large board without edges stands, each time another", games, false},
		{"positions", "asks for positions with more than 300 legal moves", positions, false},
		{"posts", "posts bodies of 64 KB as answers to an exercise", posts, false},
		{"quick", "asks for replies of level 10, with invented names", quick, false},
		{"greedy", "asks for perfect replies of a second in Connect Four, with invented names", greedy, false},
		{"streams", "asks for analyses of a minute, with invented names, and reads them", streams, false},
		{"drop", "asks for an analysis and drops it at once", drop, false},
		{"trees", "asks for trees of up to 600,000 nodes, and more, and reads them", trees, false},
		{"metrics", "asks for the metrics and the description of the API in turn", metrics, false},
		{"otherhost", "asks as a page of another origin, under another name of the host", otherHost, false},
	}
}

// slowly is the time between two bytes of a slow sender.
const slowly = 500 * time.Millisecond

func silent(ctx context.Context, c *client) error {
	for ctx.Err() == nil {
		if err := c.listen(time.Minute); err != nil {
			return err
		}
	}
	return nil
}

func slowHeader(ctx context.Context, c *client) error {
	return c.drip(ctx, "GET /healthz HTTP/1.1\r\nHost: "+c.target.url.Host+"\r\nX-Slow: "+strings.Repeat("a", 1<<10))
}

func slowBody(ctx context.Context, c *client) error {
	method := []string{http.MethodPost, http.MethodGet}[c.turn%2]
	length := []string{"Content-Length: 4000", "Transfer-Encoding: chunked"}[c.turn/2%2]
	head := c.text(request{method: method, path: "/api/exercise", headers: "Content-Type: application/json\r\n" + length + "\r\n"})
	if _, err := io.WriteString(c.conn, head); err != nil {
		return err
	}
	body := `{"kind":"` + strings.Repeat("x", 3000)
	if c.turn/2%2 == 1 {
		body = strings.Repeat("1\r\n{\r\n", 1000)
	}
	return c.drip(ctx, body)
}

// drip sends a text byte by byte, and reads answers meanwhile.
func (c *client) drip(ctx context.Context, text string) error {
	for i := 0; i < len(text) && ctx.Err() == nil; i++ {
		if _, err := io.WriteString(c.conn, text[i:i+1]); err != nil {
			return err
		}
		if err := c.listen(slowly); err != nil {
			return err
		}
	}
	return nil
}

func neverRead(ctx context.Context, c *client) error {
	_ = c.tcp().SetReadBuffer(1 << 10)
	path := []string{
		"/openapi.json", "/api/explain?game=tictactoe&algorithm=minimax&show=20000", "/api/position?game=mnk:20x20x5",
	}[c.turn%3]
	many := strings.Repeat(c.text(request{path: path, headers: c.name()}), 50)
	for ctx.Err() == nil {
		if _, err := io.WriteString(c.conn, many); err != nil {
			return err
		}
	}
	return nil
}

func slowRead(ctx context.Context, c *client) error {
	_ = c.tcp().SetReadBuffer(1 << 10)
	r := request{path: "/api/explain?game=tictactoe&algorithm=minimax&show=20000", headers: c.name()}
	if _, err := io.WriteString(c.conn, c.text(r)); err != nil {
		return err
	}
	return c.answer(func(body io.Reader) error {
		for {
			if _, err := io.CopyN(io.Discard, body, 1<<10); err != nil {
				return ignoreEnd(err)
			}
			if !rest(ctx, time.Second) {
				return ctx.Err()
			}
		}
	})
}

// ignoreEnd ignores the error at the end of a body.
func ignoreEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// reconnect resets half of the connections at random, and closes the others properly.
func reconnect(_ context.Context, c *client) error {
	if c.random.IntN(2) == 0 {
		_ = c.tcp().SetLinger(0)
	}
	return nil
}

// garbage waits a second for an answer.
func garbage(_ context.Context, c *client) error {
	all := c.rubbish()
	if _, err := io.WriteString(c.conn, all[c.random.IntN(len(all))]); err != nil {
		return err
	}
	return c.listen(time.Second)
}

// rubbish returns texts that no client should send.
func (c *client) rubbish() []string {
	noise := make([]byte, 1<<10)
	for i := range noise {
		noise[i] = byte(c.random.Uint32())
	}
	head := "Host: " + c.target.url.Host + "\r\n"
	get, post := "GET /api/games HTTP/1.1\r\n"+head, "POST /api/exercise HTTP/1.1\r\nContent-Type: application/json\r\n"+head
	return []string{
		string(noise),
		"\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03" + string(noise[:160]),
		"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + string(noise[:100]),
		"GET /" + strings.Repeat("a", 200<<10) + " HTTP/1.1\r\n" + head + "\r\n",
		get + "X-Large: " + strings.Repeat("a", 200<<10) + "\r\n\r\n",
		get + strings.Repeat("X-Many: 1\r\n", 20_000) + "\r\n",
		get + "X-Bad\x00: \xff\r\n\r\n", get + "Host: two\r\n\r\n", "GET /\r\n\r\n",
		"GET /api/position?game=%ff%zz HTTP/1.1\r\n" + head + "\r\n",
		"\x00 / HTTP/9.9\r\n\r\n", strings.Repeat("\r\n", 1000),
		post + "Content-Length: -5\r\n\r\n{}", post + "Content-Length: 99999999999999999999999\r\n\r\n{}",
		post + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", post + "Content-Length: 9000000000\r\n\r\n{}",
		post + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}" + get + "\r\n",
		post + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{}", post + "Transfer-Encoding: gzip, chunked\r\n\r\nzz\r\n",
		post + "Expect: 100-continue\r\nContent-Length: 1000000000\r\n\r\n",
		get + "Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
	}
}

// drop reads at most a line.
func drop(_ context.Context, c *client) error {
	r := request{path: "/api/analyze?game=connect4&ms=60000", headers: c.name()}
	if _, err := io.WriteString(c.conn, c.text(r)); err != nil {
		return err
	}
	if c.random.IntN(2) == 0 {
		_ = c.tcp().SetLinger(0)
		return nil
	}
	line, err := c.reader.ReadString('\n')
	var status int
	if _, other := fmt.Sscanf(line, "HTTP/1.1 %d", &status); other == nil {
		c.tally.status(status)
	}
	return err
}
