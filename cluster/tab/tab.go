// Package tab is the transport between a hub and a browser tab that works for it: one
// WebSocket [RFC6455]. The tab calls and the hub replies, each by one frame of JSON. The
// tab signs its calls as other workers do, so the connection itself is trusted with nothing.
package tab

import "encoding/json"

// request is what a tab calls.
type request struct {
	N    uint64          `json:"n"` // the reply has the same number
	Verb string          `json:"verb"`
	Text json.RawMessage `json:"text,omitempty"`
}

// reply is what it gets.
type reply struct {
	N    uint64          `json:"n"`
	Text json.RawMessage `json:"text"`
}

// mostFrame is how many bytes a frame may have.
const mostFrame = 1 << 20
