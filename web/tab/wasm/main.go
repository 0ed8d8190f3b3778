//go:build js && wasm

// Command wasm is the engine of a tab that works for a hub. One copy of it is the foreman,
// which talks to the hub and computes nothing, so that leases are extended in time; one copy
// for each thread does jobs. JavaScript calls
//
//	oxoWork(url, name, threads, hire, hear)   in the foreman
//	oxoLeave()
//	oxoDo(jobJSON, say)                       in the others
//
// hire(say) makes a hand and returns {give(jobJSON), dismiss()}. say(what, text) gets
// "partial", then "found" or "error", and "ended" when the thread has ended. hear(what, text)
// gets "joined", "job" at the beginning and "state" at the end of each job, "log", and finally
// "left" with the reason.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"syscall/js"
	"time"

	"oxo/cluster"
	"oxo/cluster/tab"
	"oxo/cluster/work"
	"oxo/games"
	"oxo/internal/version"
)

// tableBytes is the size of a hand's tables.
const tableBytes = 128 << 20

func main() {
	var leave context.CancelFunc
	doer := work.New(games.All(), tableBytes)
	js.Global().Set("oxoWork", js.FuncOf(func(_ js.Value, args []js.Value) any {
		ctx, cancel := context.WithCancel(context.Background())
		leave = cancel
		go foreman(ctx, args[0].String(), args[1].String(), args[2].Int(), args[3], args[4])
		return nil
	}))
	js.Global().Set("oxoLeave", js.FuncOf(func(js.Value, []js.Value) any {
		if leave != nil {
			leave()
		}
		return nil
	}))
	js.Global().Set("oxoDo", js.FuncOf(func(_ js.Value, args []js.Value) any {
		text, say := args[0].String(), args[1]
		go do(doer, text, say)
		return nil
	}))
	select {} // the page stops it
}

// do does a job.
func do(doer cluster.Doer, text string, say js.Value) {
	defer func() {
		if fault := recover(); fault != nil {
			say.Invoke("error", fmt.Sprintf("internal error: %v", fault))
		}
	}()
	var job cluster.Job
	found, err := json.RawMessage(nil), json.Unmarshal([]byte(text), &job)
	if err == nil {
		found, err = doer.Do(context.Background(), &job, func(partial json.RawMessage) { say.Invoke("partial", string(partial)) })
	}
	if err != nil {
		say.Invoke("error", err.Error())
		return
	}
	say.Invoke("found", string(found))
}

// foreman works for a hub until the page or the hub ends it.
func foreman(ctx context.Context, url, name string, threads int, hire, hear js.Value) {
	desk := tab.NewDesk(url)
	hello := cluster.Hello{Name: name, Version: version.Code(), Threads: threads, Kinds: []string{work.KindAsk}}
	for _, f := range games.All() {
		hello.Games = append(hello.Games, f.Name)
	}
	w := &cluster.Worker{Desk: desk, Hello: hello, Log: slog.New(slog.NewTextHandler(listener{hear}, nil))}
	w.Make = func() cluster.Doer { return &hand{worker: w, hire: hire, hear: hear} }
	err := w.Work(ctx)
	desk.Close()
	why := ""
	if refused := (*cluster.RefusedError)(nil); errors.As(err, &refused) || ctx.Err() == nil {
		why = err.Error()
	}
	hear.Invoke("left", why)
}

// listener passes on the log.
type listener struct{ hear js.Value }

// Write implements [io.Writer].
func (l listener) Write(text []byte) (int, error) {
	_, line, _ := strings.Cut(string(text), " ") // drops the time
	l.hear.Invoke("log", strings.TrimSpace(line))
	return len(text), nil
}

// hand does jobs in a separate thread: it implements [cluster.Doer].
type hand struct {
	worker     *cluster.Worker
	hire, hear js.Value
	thread     js.Value // undefined before the first job, and after an aborted one
	say        js.Func
	heard      chan [2]string
}

// Do implements [cluster.Doer]. If ctx ends during a job, Do stops the thread: it is busy and
// cannot receive messages.
func (h *hand) Do(ctx context.Context, job *cluster.Job, report func(json.RawMessage)) (json.RawMessage, error) {
	text, err := json.Marshal(job)
	if err != nil {
		return nil, err
	}
	if h.thread.IsUndefined() {
		h.begin()
	}
	h.hear.Invoke("job", job.Game)
	h.thread.Call("give", string(text))
	defer h.tell()
	for {
		select {
		case <-ctx.Done():
			h.end()
			return nil, context.Cause(ctx)
		case said := <-h.heard:
			switch said[0] {
			case "partial":
				report(json.RawMessage(said[1]))
			case "found":
				return json.RawMessage(said[1]), nil
			case "ended":
				h.end()
				return nil, errors.New(said[1])
			default:
				return nil, errors.New(said[1])
			}
		}
	}
}

// begin hires a thread. Its messages wait in a channel that never fills up: there are
// at most a few partial results a second.
func (h *hand) begin() {
	heard := make(chan [2]string, 1024)
	h.heard = heard
	h.say = js.FuncOf(func(_ js.Value, args []js.Value) any {
		select {
		case heard <- [2]string{args[0].String(), args[1].String()}:
		default:
		}
		return nil
	})
	h.thread = h.hire.Invoke(h.say)
}

func (h *hand) end() {
	h.thread.Call("dismiss")
	h.thread = js.Undefined()
	h.say.Release()
}

// tell reports the amount of work done.
func (h *hand) tell() {
	jobs, took := h.worker.Done()
	h.hear.Invoke("state", fmt.Sprintf(`{"jobs":%d,"seconds":%.1f}`, jobs, took.Round(100*time.Millisecond).Seconds()))
}
