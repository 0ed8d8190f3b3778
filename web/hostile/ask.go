package hostile

import (
	"context"
	"fmt"
	"net/http"
	"strings"
)

// The kinds of clients that make valid but excessive requests. Each keeps its
// connection for as long as the server does.

func games(ctx context.Context, c *client) error {
	options := []string{",torus", ",torus,misere", ",misere,torus", ",torus,torus", ",TORUS", ",misere,torus,misere"}
	return c.again(ctx, func() request {
		w, h, k := 14+c.random.IntN(7), 14+c.random.IntN(7), 3+c.random.IntN(12)
		return request{path: fmt.Sprintf("/api/position?game=mnk:%dx%dx%d%s", w, h, k, options[c.random.IntN(len(options))])}
	})
}

func positions(ctx context.Context, c *client) error {
	return c.again(ctx, func() request {
		var moves []string
		for _, square := range c.random.Perm(400)[:c.random.IntN(90)] {
			moves = append(moves, fmt.Sprintf("%c%d", 'a'+square%20, 1+square/20))
		}
		return request{path: fmt.Sprintf("/api/position?game=mnk:20x20x%d&moves=%s", 8+c.random.IntN(4), strings.Join(moves, "."))}
	})
}

func posts(ctx context.Context, c *client) error {
	answer := `{"node":1,"field":"value","text":"3"},`
	fill := func(from, with, to string) string {
		return from + strings.Repeat(with, (64<<10-len(from)-len(to))/len(with)) + to
	}
	kind := `{"kind":"minimax","seed":1,"answers":[`
	bodies := []string{
		fill(kind, " ", `]}`),                        // allowed
		fill(kind, answer, answer[:37]+`]}`),         // too many answers
		fill(kind, "[", ""),                          // nested
		fill(`{"kind":"`, "x", `"}`),                 // a long name
		fill(`{`, `"a":1,`, `"seed":1}`),             // unknown fields
		fill(kind, "\u00e9", "") + fill("", "x", ""), // too large, and not JSON
	}
	return c.again(ctx, func() request {
		return request{method: http.MethodPost, path: "/api/exercise", body: bodies[c.random.IntN(len(bodies))]}
	})
}

func quick(ctx context.Context, c *client) error {
	boards := []string{
		"connect4", "connect4:8x7", "mnk:15x15x5", "mnk:13x13x5", "mnk:10x10x5", "mnk:19x19x5", "othello", "breakthrough", "tictactoe",
	}
	return c.again(ctx, func() request {
		game := boards[c.random.IntN(len(boards))]
		return request{path: fmt.Sprintf("/api/reply?game=%s&level=10&seed=%d", game, c.random.Uint32()), headers: c.name()}
	})
}

// opening returns a few random moves of Connect Four, too few for a win.
func (c *client) opening() string {
	var moves []string
	for range c.random.IntN(7) {
		moves = append(moves, fmt.Sprint(1+c.random.IntN(7)))
	}
	return strings.Join(moves, ".")
}

func greedy(ctx context.Context, c *client) error {
	return c.again(ctx, func() request {
		return request{path: "/api/reply?game=connect4&level=perfect&ms=1000&moves=" + c.opening(), headers: c.name()}
	})
}

func streams(ctx context.Context, c *client) error {
	return c.again(ctx, func() request {
		return request{path: "/api/analyze?game=connect4&ms=60000&moves=" + c.opening(), headers: c.name()}
	})
}

func trees(ctx context.Context, c *client) error {
	asked := []string{
		"tictactoe&algorithm=minimax", "tictactoe&algorithm=minimax&show=20000&counts=true", // 549,946 nodes
		"connect4&algorithm=minimax-depth&depth=6", "connect4&algorithm=minimax-depth&depth=8",
		"mnk:4x4x4&algorithm=alphabeta", "mnk:20x20x5&algorithm=minimax-depth&depth=2", "connect4&algorithm=search&depth=18",
	}
	return c.again(ctx, func() request {
		return request{path: "/api/explain?game=" + asked[c.random.IntN(len(asked))], headers: c.name()}
	})
}

func metrics(ctx context.Context, c *client) error {
	n := 0
	return c.again(ctx, func() request {
		n++
		return request{path: []string{"/metrics", "/openapi.json"}[n%2]}
	})
}

func otherHost(ctx context.Context, c *client) error {
	const origin = "Origin: http://evil.example\r\nSec-Fetch-Site: cross-site\r\n"
	asked := []request{
		{path: "/api/reply?game=tictactoe", host: "evil.example"},
		{path: "/", host: "evil.example:80", headers: origin},
		{path: "/api/reply?game=tictactoe", headers: origin},
		{method: http.MethodPost, path: "/api/exercise", headers: origin, body: `{"kind":"minimax","seed":1,"answers":[]}`},
		{method: http.MethodPost, path: "/api/exercise", host: "evil.example", body: `{"kind":"minimax","seed":1,"answers":[]}`},
	}
	return c.again(ctx, func() request { return asked[c.random.IntN(len(asked))] })
}
