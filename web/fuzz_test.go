package web_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"oxo/api"
	"oxo/internal/race"
)

// Every operation of the description is fuzzed with all its parameters, so a new one
// is fuzzed as soon as it is described. Answers must conform to the description.

func FuzzGames(f *testing.F) { fuzz(f, "games") }

func FuzzPosition(f *testing.F) { fuzz(f, "position", "game=tictactoe&position=XXX/OO./...") }

func FuzzReply(f *testing.F) {
	fuzz(f, "reply", "game=tictactoe&level=random&seed=7", "game=mnk:3x3x3,misere&level=textbook-minimax", "game=connect4&level=easy", "game=2048:32&ms=1")
}

func FuzzExercise(f *testing.F) {
	fuzz(f, "exercise", "kind=alphabeta&seed=9", "kind=position&seed=5", "kind=minimax&tree=((3+5)")
}

func FuzzHint(f *testing.F) {
	fuzz(f, "hint", "kind=alphabeta&seed=9&node=3&field=cut&degree=3", "kind=alphabeta-strict&tree=((3+5)+(2+(9+1)))&node=1&field=beta&degree=2", "kind=position&seed=5&node=1&field=value&degree=3")
}

func FuzzAnswers(f *testing.F) {
	fuzz(f, "answers", "kind=minimax&tree=[[3,5],[2,9]]", "kind=alphabeta&tree=(a:(3+5)+b:(2+9))", "kind=position&seed=5")
}

func FuzzMark(f *testing.F) {
	fuzz(f, "mark", sheet, `{"kind":"position","seed":5,"answers":[{"node":1,"field":"value","text":"win"}]}`,
		`{"kind":"alphabeta","seed":9,"answers":[{"node":2,"field":"cut","text":"yes"},{"node":1,"field":"alpha","text":"-inf"}]}`)
}

func FuzzResults(f *testing.F) { fuzz(f, "results") }

func FuzzSend(f *testing.F) {
	fuzz(f, "send", `{"name":"Ada","exercises":[`+sheet+`]}`, `{"name":"","exercises":[]}`)
}

func FuzzSheet(f *testing.F) {
	fuzz(f, "sheet", ruleSheet, `{"name":"own.kif","text":"(role a"}`, `{"name":"../own.kif","text":""}`)
}

func FuzzAnalyze(f *testing.F) { fuzz(f, "analyze", "game=mnk:4x4x3&depth=2", "game=connect4&ms=1") }

func FuzzSolve(f *testing.F) { fuzz(f, "solve", "game=mnk:3x3x3,misere&depth=9", "game=sticks&ms=1") }

func FuzzProve(f *testing.F) {
	fuzz(f, "prove", "game=mnk:3x3x3,misere&result=true", "game=go:2x2&ms=50", "game=sticks&method=pn")
}
func FuzzReview(f *testing.F)  { fuzz(f, "review", "game=tictactoe&moves=b2.a2.a1.b3.c3") }
func FuzzPuzzles(f *testing.F) { fuzz(f, "puzzles", "game=tictactoe&moves=b2.a2.a1&from=mistakes") }

func FuzzExplain(f *testing.F) {
	race.OneThread(f)
	fuzz(f, "explain", "game=go:5x5&algorithm=mcts&playouts=20&seed=3", "game=tictactoe&moves=b2&algorithm=mcts-plain&playouts=30&example=true", "game=tictactoe&moves=b2.a1&counts=true", "game=tictactoe&algorithm=minimax", "game=tictactoe&moves=a1&algorithm=search&under=5&show=10",
		"game=mnk:3x3x3&algorithm=minimax-depth&depth=3", "game=mnk:4x4x4&algorithm=alphabeta&depth=3&show=100")
}

func FuzzWhy(f *testing.F) {
	fuzz(f, "why", "game=tictactoe&moves=b1&move=a3", "game=tictactoe&moves=b2.a1&move=c3&sentences=3", "game=sticks&move=2", "game=mnk:4x4x3&move=b2&depth=2")
}

func FuzzProof(f *testing.F) { fuzz(f, "proof") }

// FuzzEdit sends "edit" requests.
func FuzzEdit(f *testing.F) { fuzz(f, "edit") }
func FuzzWalk(f *testing.F) { fuzz(f, "walk", "moves=1.2", "side=first&moves=1.1.3") }

// FuzzQuestions requests arbitrary paths and queries.
func FuzzQuestions(f *testing.F) {
	h := handler(f)
	doc := describe(f, h)
	doc.each(func(_, path string, op operation) { f.Add(path, op.query(false).Encode()) })
	for _, path := range []string{"/", "/main.js", "/healthz", "/metrics", "/openapi.json", "/api//games", "/api/../metrics", "/api/games/", "/nothing"} {
		f.Add(path, "")
	}
	for _, value := range short() {
		f.Add("/api/position", "game="+url.QueryEscape(value))
		f.Add("/api/reply", "game=tictactoe&moves="+url.QueryEscape(value))
	}
	f.Fuzz(func(t *testing.T, path, query string) {
		ask(t, h, doc, question{method: http.MethodGet, path: path, query: query})
	})
}

// short returns the nasty values that are short enough for the fuzzer, which would
// spend its time on shortening long ones.
func short() []string {
	return slices.DeleteFunc(nasty(), func(value string) bool { return len(value) > 400 })
}

// Indexes of the arguments of a fuzz target, which are all texts. The arguments from
// fuzzedParameters on are the parameters of the operation. An empty parameter is
// omitted.
const (
	fuzzedMethod = iota
	fuzzedTail   // appended to the query
	fuzzedAccept
	fuzzedType
	fuzzedBody
	fuzzedParameters
)

// target is an operation to fuzz.
type target struct {
	operation
	method, path string
}

// fuzz fuzzes an operation. seeds are further queries, or bodies if the operation has
// one.
func fuzz(f *testing.F, id string, seeds ...string) {
	f.Helper()
	h := handler(f)
	doc := describe(f, h)
	var o target
	doc.each(func(method, path string, op operation) {
		if op.OperationID == id {
			o = target{op, method, path}
		}
	})
	for _, s := range o.seeds(f, h, seeds) {
		arguments := make([]any, len(s))
		for i, text := range s {
			arguments[i] = text
		}
		f.Add(arguments...)
	}
	in := []reflect.Type{reflect.TypeFor[*testing.T]()}
	for range fuzzedParameters + len(o.Parameters) {
		in = append(in, reflect.TypeFor[string]())
	}
	f.Fuzz(reflect.MakeFunc(reflect.FuncOf(in, nil, false), func(arguments []reflect.Value) []reflect.Value {
		texts := make([]string, 0, len(arguments))
		for _, a := range arguments[1:] {
			texts = append(texts, a.String())
		}
		ask(arguments[0].Interface().(*testing.T), h, doc, o.question(texts))
		return nil
	}).Interface())
}

// question builds the request of some arguments.
func (o *target) question(texts []string) question {
	q := question{method: texts[fuzzedMethod], path: o.path, header: map[string]string{"Accept": texts[fuzzedAccept]}}
	if len(o.RequestBody.Content) > 0 {
		q.body, q.header["Content-Type"] = texts[fuzzedBody], texts[fuzzedType]
	}
	query := url.Values{}
	for i, p := range o.Parameters {
		switch text := texts[fuzzedParameters+i]; {
		case text == "":
		case p.In == "query":
			query.Set(p.Name, text)
		default:
			q.header[p.Name] = text
		}
	}
	q.query = query.Encode()
	if tail := texts[fuzzedTail]; tail != "" {
		q.query += "&" + tail
	}
	return q
}

// seed returns the arguments for a query.
func (o *target) seed(query url.Values) []string {
	s := make([]string, fuzzedParameters, fuzzedParameters+len(o.Parameters))
	s[fuzzedMethod], s[fuzzedType], s[fuzzedBody] = o.method, "application/json", o.body()
	for _, p := range o.Parameters {
		s = append(s, query.Get(p.Name))
	}
	return s
}

// seeds returns the description's examples, every game, the largest numbers and the
// nasty values, each as one of the arguments; with -short a quarter of the games and
// values.
func (o *target) seeds(f *testing.F, h http.Handler, more []string) [][]string {
	f.Helper()
	all := [][]string{o.seed(o.query(true)), o.seed(o.query(false))}
	every := 1
	if testing.Short() {
		every = 4
	}
	with := func(change func(s []string)) {
		s := o.seed(o.query(false))
		change(s)
		all = append(all, s)
	}
	for _, text := range more {
		if query, err := url.ParseQuery(text); len(o.RequestBody.Content) > 0 {
			with(func(s []string) { s[fuzzedBody] = text })
		} else if err == nil {
			all = append(all, o.seed(query))
		}
	}
	for i, p := range o.Parameters {
		at := fuzzedParameters + i
		switch p.Schema.Type {
		case "integer":
			with(func(s []string) { s[at] = p.Schema.Maximum.String() })
			with(func(s []string) { s[at] = "1" })
		case "boolean":
			with(func(s []string) { s[at] = "true" })
		}
		if p.Name == "game" {
			for n, g := range gameNames(f, h) {
				if n%every == 0 {
					with(func(s []string) { s[at] = g })
				}
			}
		}
	}
	for i, value := range short() {
		if i%every > 0 {
			continue
		}
		with(func(s []string) { s[i%len(s)] = value })
		with(func(s []string) { s[len(s)-1-i%len(s)] = value })
	}
	for _, method := range []string{http.MethodHead, http.MethodPost, http.MethodGet, http.MethodOptions, "get"} {
		with(func(s []string) { s[fuzzedMethod] = method })
	}
	return all
}

// gameNames returns the names of the server's games.
func gameNames(t testing.TB, h http.Handler) (names []string) {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/api/games", nil))
	var all []api.GameInfo
	if err := json.Unmarshal(w.Body.Bytes(), &all); err != nil {
		t.Fatal(err)
	}
	for _, g := range all {
		names = append(names, g.Name, strings.TrimSpace(g.Example))
	}
	return names
}
