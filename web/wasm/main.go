//go:build js && wasm

// Command wasm is the engine of the static site: it answers like a server, inside
// the browser, in a worker. JavaScript calls
//
//	oxoAnswer(what, requestJSON, hear)
//
// and hear gets events with their JSON: the events of the server's streams, or
// "answer"; the last is "end" or "problem". The bytes of a certificate to check are one
// more argument.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"sync"
	"syscall/js"
	"time"

	"oxo/api"
	"oxo/prove/book"
	"oxo/search"
)

// do answers a request.
func do(service *api.Service, with *search.Searcher, allowed api.Allowed, what, text string, file []js.Value, send func(event string, data any)) error {
	if what != "check" || len(file) == 0 {
		return service.Do(context.Background(), with, allowed, what, []byte(text), send)
	}
	certificate := make([]byte, file[0].Length())
	js.CopyBytesToGo(certificate, file[0])
	proved, err := service.CheckProof(bytes.NewReader(certificate), func(c api.Checked) { send("checked", c) })
	if err == nil {
		send("proved", proved)
	}
	return err
}

// Limits of a search here: a browser gives it one thread and less memory than a
// server.
const (
	tableBytes = 32 << 20
	maxTime    = 30 * time.Second
	maxNodes   = 600_000
	maxTelling = time.Hour // to explain a search: its nodes are the limit, and a slow machine needs minutes for them
)

// searcher makes a searcher of this engine.
func searcher() *search.Searcher {
	return search.New(search.Options{TableBytes: tableBytes, Book: &book.Shelf{}})
}

// unbroken does some work. A rule sheet that turns out to be broken ends it with an error.
func unbroken(work func() error) (broken bool, err error) {
	defer func() {
		v := recover()
		if v == nil {
			return
		}
		p := api.Recovered(v)
		if p == nil {
			panic(v)
		}
		broken, err = true, p
	}()
	return false, work()
}

func main() {
	service := api.New(families())
	with := searcher()
	allowed := api.Allowed{Time: maxTime, Nodes: maxNodes}
	var mu sync.Mutex
	js.Global().Set("oxoAnswer", js.FuncOf(func(_ js.Value, args []js.Value) any {
		what, text, hear := args[0].String(), args[1].String(), args[2]
		send := func(event string, data any) {
			out, err := json.Marshal(data)
			if err != nil {
				event, out = "problem", []byte(`{"detail":"this should not happen"}`)
			}
			hear.Invoke(event, string(out))
		}
		allowed := allowed
		if what == "explain" {
			allowed.Time = maxTelling
		}
		go func() {
			mu.Lock() // a searcher handles one request at a time
			defer mu.Unlock()
			broken, err := unbroken(func() error { return do(service, with, allowed, what, text, args[3:], send) })
			if broken {
				with = searcher() // the search of the other searcher was cut short
			}
			var p *api.Problem
			switch {
			case err == nil:
				send("end", map[string]string{"reason": "done"})
			case errors.As(err, &p):
				send("problem", map[string]any{"status": p.Status, "detail": p.Detail})
			default:
				send("problem", map[string]any{"status": 500, "detail": err.Error()})
			}
		}()
		return nil
	}))
	select {} // the page stops the worker
}
