//go:build js && wasm

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"syscall/js"
	"time"

	"oxo/api/calls"
	"oxo/prove/certificate"
)

// openRules reads a sheet of rules: oxo.rules(file, text, done). done gets the number of the game, or minus the kind
// of the error and its text. While a long sheet is read, the thread does its other work, too.
func openRules(_ js.Value, args []js.Value) any {
	file, text, done := args[0].String(), args[1].String(), args[2]
	go func() {
		inTime, end := context.WithTimeout(context.Background(), readingTime)
		defer end()
		g, err := loaded.core().Rules(&resting{inTime, time.Now()}, file, text)
		if err != nil {
			kind, text := kindOf(err)
			done.Invoke(-int(kind), text)
			return
		}
		done.Invoke(int(giveGame(g)), "")
	}()
	return nil
}

// question is a question in a worker. It names the game each time, since the worker may be a new one. Then a
// sheet of rules is read again.
type question struct {
	What     string          `json:"what"`
	Game     string          `json:"game"`
	File     string          `json:"file"` // of a sheet of rules
	Sheet    string          `json:"sheet"`
	Position string          `json:"position"`
	Moves    string          `json:"moves"`
	Fields   json.RawMessage `json:"fields"`
}

// ask answers a question: oxo.ask(questionJSON, hear). hear gets events with their JSON; the last is "end", or
// "error" with its kind and text.
func ask(_ js.Value, args []js.Value) any {
	text, hear := args[0].String(), args[1]
	go func() {
		var q question
		err := json.Unmarshal([]byte(text), &q)
		if err == nil {
			err = q.answer(func(event string, data []byte) { hear.Invoke(event, string(data)) })
		}
		end(hear, err)
	}()
	return nil
}

// end says to the caller that an answer is complete.
func end(hear js.Value, err error) {
	if err == nil {
		hear.Invoke("end", "null")
		return
	}
	kind, text := kindOf(err)
	out, err := json.Marshal(map[string]string{"kind": kind.String(), "text": text})
	if err != nil {
		out = []byte(`{"kind":"broken","text":"an error that cannot be written"}`)
	}
	hear.Invoke("error", string(out))
}

// open opens the game of a question, nil for one about no game.
func (q *question) open() (*calls.Game, error) {
	switch core := loaded.core(); {
	case q.Sheet != "":
		ctx, end := context.WithTimeout(context.Background(), readingTime)
		defer end()
		return core.Rules(ctx, q.File, q.Sheet)
	case q.Game != "":
		return core.Game(q.Game)
	}
	return nil, nil
}

func (q *question) answer(hear func(event string, data []byte)) error {
	ctx := context.Background() // who asked ends the worker
	g, err := q.open()
	if err != nil {
		return err
	}
	if g == nil {
		return loaded.core().Ask(ctx, q.What, q.Fields, hear)
	}
	p, err := g.Position(q.Position, q.Moves)
	if err != nil {
		return err
	}
	return p.Ask(ctx, q.What, q.Fields, hear)
}

// verify checks a certificate: oxo.verify(bytes, questionJSON, hear). The question has a sheet of rules, if the
// certificate is about one.
func verify(_ js.Value, args []js.Value) any {
	file, hear := make([]byte, args[0].Length()), args[2]
	js.CopyBytesToGo(file, args[0])
	text := args[1].String()
	go func() {
		send := func(event string, r certificate.Report) {
			if out, err := json.Marshal(r); err == nil {
				hear.Invoke(event, string(out))
			}
		}
		var q question
		err := json.Unmarshal([]byte(text), &q)
		if err == nil {
			_, err = q.open()
		}
		if err == nil {
			var proven certificate.Report
			proven, err = loaded.core().Verify(context.Background(), bytes.NewReader(file), func(r certificate.Report) { send("checked", r) })
			if err == nil {
				send("verified", proven)
			}
		}
		end(hear, err)
	}()
	return nil
}
