// Package tab is the transport between a hub and a browser tab that works for it: one
// WebSocket [RFC6455]. The tab calls and the hub replies, each with one frame of
// JSON. The tab signs its calls as other workers do, so the connection itself need
// not be trusted.
package tab

import "encoding/json"

// request is a call of a tab.
type request struct {
	N    uint64          `json:"n"` // repeated in the reply
	Verb string          `json:"verb"`
	Text json.RawMessage `json:"text,omitempty"`
}

// reply is the hub's reply.
type reply struct {
	N    uint64          `json:"n"`
	Text json.RawMessage `json:"text"`
}

// maxFrame is the maximum size of a frame in bytes.
const maxFrame = 1 << 20
