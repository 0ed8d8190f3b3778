package web_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// The server's answers are compared with its own description, by a validator
// independent of the library that generates the description.

// description is /openapi.json.
type description struct {
	Paths   map[string]map[string]operation
	schemas map[string]*jsonschema.Schema // by JSON pointer
	problem *jsonschema.Schema
}

type operation struct {
	OperationID string
	Parameters  []parameter
	RequestBody struct{ Content map[string]any }
	Responses   map[string]struct {
		Content map[string]any // by media type
	}
}

type parameter struct {
	Name, In string
	Required bool
	Schema   struct {
		Examples []any
		Maximum  json.Number
		Type     string
	}
}

// example is a value that the description gives.
func (p parameter) example() string {
	if len(p.Schema.Examples) == 0 {
		return ""
	}
	return fmt.Sprint(p.Schema.Examples[0])
}

// query returns the examples of the required query parameters, or of all.
func (o operation) query(required bool) url.Values {
	q := url.Values{}
	for _, p := range o.Parameters {
		if text := p.example(); p.In == "query" && text != "" && (p.Required || !required) {
			q.Set(p.Name, text)
		}
	}
	return q
}

// streams reports whether the answer is a stream of events.
func (o operation) streams() bool {
	_, ok := o.Responses["200"].Content["text/event-stream"]
	return ok
}

// describe reads the description and compiles the schemas of all answers.
func describe(t testing.TB, h http.Handler) *description {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/openapi.json", nil))
	doc := &description{schemas: map[string]*jsonschema.Schema{}}
	d := json.NewDecoder(bytes.NewReader(w.Body.Bytes()))
	d.UseNumber()
	if err := d.Decode(doc); err != nil {
		t.Fatal(err)
	}
	c := compiler(t, w.Body.Bytes())
	compile := func(at string) *jsonschema.Schema {
		s, err := c.Compile("http://example.com/openapi.json#" + at)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	doc.problem = compile("/components/schemas/Problem")
	for path, methods := range doc.Paths {
		for method, op := range methods {
			for status, r := range op.Responses {
				for media := range r.Content {
					at := place(path, method, status, media)
					doc.schemas[at] = compile(at)
				}
			}
		}
	}
	return doc
}

// place returns the JSON pointer [RFC6901] to the schema of an answer.
func place(path, method, status, media string) string {
	escape := strings.NewReplacer("~", "~0", "/", "~1").Replace
	return "/paths/" + escape(path) + "/" + method + "/responses/" + status + "/content/" + escape(media) + "/schema"
}

// compiler returns a compiler for JSON Schema 2020-12 with the formats of OpenAPI.
func compiler(t testing.TB, doc []byte) *jsonschema.Compiler {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	for name, bits := range map[string]int{"int32": 32, "int64": 64} {
		c.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(v any) error {
			n, ok := v.(json.Number)
			if !ok {
				return nil // the type is checked separately
			}
			_, err := strconv.ParseInt(n.String(), 10, bits)
			return err
		}})
	}
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
	if err == nil {
		err = c.AddResource("http://example.com/openapi.json", parsed)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// conforms fails the test if an answer does not conform to the description.
func conforms(t testing.TB, doc *description, method, target string, status int, header http.Header, body []byte) {
	t.Helper()
	if err := doc.judge(method, target, status, header, body); err != nil {
		t.Errorf("%s %.300q: %d %s: %v\n%.300q", method, target, status, header.Get("Content-Type"), err, body)
	}
}

// judge returns an error if an answer does not conform.
func (d *description) judge(method, target string, status int, header http.Header, body []byte) error {
	if status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable {
		if seconds, err := strconv.Atoi(header.Get("Retry-After")); err != nil || seconds <= 0 {
			return fmt.Errorf("Retry-After: %q", header.Get("Retry-After"))
		}
	}
	u, err := url.ParseRequestURI(target)
	if err != nil {
		return err
	}
	name := strings.ToLower(method)
	op, ok := d.Paths[u.Path][name]
	if !ok || strings.ToUpper(name) != method { // methods are case-sensitive
		return d.judgeOther(u.Path, status, header, body)
	}
	r, ok := op.Responses[strconv.Itoa(status)]
	if !ok {
		return errors.New("the status is not described")
	}
	media, value, err := parse(header, body)
	if err != nil || len(r.Content)+len(body) == 0 {
		return err
	}
	schema, ok := d.schemas[place(u.Path, name, strconv.Itoa(status), media)]
	if !ok {
		return errors.New("the media type is not described")
	}
	err = schema.Validate(value)
	switch {
	case err != nil:
		return err
	case media == "application/problem+json":
		return told(value, status)
	case media == "text/event-stream":
		return op.inOrder(value.([]any))
	}
	return nil
}

// judgeOther checks an answer outside the operations: a file, a redirect to a cleaned
// path, or a refusal.
func (d *description) judgeOther(path string, status int, header http.Header, body []byte) error {
	switch status {
	case http.StatusOK, http.StatusNotModified:
		if strings.HasPrefix(path, "/api/") {
			return errors.New("the operation is not described")
		}
		return nil
	case http.StatusMovedPermanently, http.StatusFound, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		if header.Get("Location") == "" {
			return errors.New("no Location")
		}
		return nil
	case http.StatusBadRequest, http.StatusForbidden, http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusMisdirectedRequest:
	default:
		return errors.New("no status for what is not an operation")
	}
	media, value, err := parse(header, body)
	if err != nil {
		return err
	}
	if media != "application/problem+json" {
		return errors.New("no problem document")
	}
	if err := d.problem.Validate(value); err != nil {
		return err
	}
	return told(value, status)
}

// told checks what schemas cannot express about a problem: its status, and that it
// has a text.
func told(problem any, status int) error {
	p := problem.(map[string]any)
	if p["status"] != json.Number(strconv.Itoa(status)) || p["title"] != http.StatusText(status) || p["detail"] == nil || p["detail"] == "" {
		return fmt.Errorf("status, title or detail of the problem: %v", p)
	}
	return nil
}

// inOrder checks what schemas cannot express about a stream: "queued" comes first,
// and "end" or "problem" only as the last event.
func (o operation) inOrder(events []any) error {
	for i, e := range events {
		e := e.(map[string]any)
		if (e["event"] == "queued") != (i == 0) || (e["event"] == "end" || e["event"] == "problem") != (i == len(events)-1) {
			return fmt.Errorf("event %d of %d is %v", i, len(events), e["event"])
		}
		if e["event"] != "problem" {
			continue
		}
		status := fmt.Sprint(e["data"].(map[string]any)["status"])
		if _, ok := o.Responses[status]; !ok || status < "400" {
			return fmt.Errorf("the status of the problem is not described: %v", e["data"])
		}
	}
	if len(events) == 0 {
		return errors.New("no event")
	}
	return nil
}

// parse reads a body for a validator: JSON with unconverted numbers, text, or an
// array of events.
func parse(header http.Header, body []byte) (media string, value any, err error) {
	if len(body) == 0 && header.Get("Content-Type") == "" {
		return "", "", nil
	}
	media, parameters, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil {
		return "", nil, err
	}
	if charset, ok := parameters["charset"]; ok && !strings.EqualFold(charset, "utf-8") || !utf8.Valid(body) {
		return "", nil, errors.New("the body is not UTF-8")
	}
	switch media {
	case "application/json", "application/problem+json":
		value, err = jsonschema.UnmarshalJSON(bytes.NewReader(body))
	case "text/event-stream":
		value, err = parseEvents(string(body))
	default:
		value = string(body)
	}
	return media, value, err
}

// parseEvents reads server-sent events, each a name and a line of JSON.
func parseEvents(text string) (all []any, err error) {
	all = []any{}
	for text != "" {
		event, rest, ended := strings.Cut(text, "\n\n")
		name, data, ok := strings.Cut(event, "\ndata: ")
		name, named := strings.CutPrefix(name, "event: ")
		if !ended || !ok || !named || strings.ContainsAny(name+data, "\r\n") {
			return nil, fmt.Errorf("no event: %.200q", event)
		}
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(data))
		if err != nil {
			return nil, err
		}
		all, text = append(all, map[string]any{"event": name, "data": value}), rest
	}
	return all, nil
}

// question holds the parts of a request.
type question struct {
	method, path, query, body string // the query in its encoded form
	header                    map[string]string
}

// ask makes a request, checks the answer, and returns its status; 0 if no client
// could send it.
func ask(t testing.TB, h http.Handler, doc *description, q question) int {
	t.Helper()
	target := q.path + "?" + q.query
	u, err := url.ParseRequestURI(target)
	if err != nil {
		return 0
	}
	r, err := http.NewRequestWithContext(t.Context(), q.method, "http://example.com/", strings.NewReader(q.body))
	if err != nil {
		return 0
	}
	r.URL, r.RequestURI, r.RemoteAddr = u, target, "192.0.2.1:1234"
	for name, value := range q.header {
		if sendable(value) {
			r.Header.Set(name, strings.Trim(value, " \t"))
		}
	}
	if r.Host = "example.com"; r.Header.Get("Host") != "" {
		r.Host = r.Header.Get("Host")
		r.Header.Del("Host")
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	conforms(t, doc, r.Method, target, w.Code, w.Header(), w.Body.Bytes())
	return w.Code
}

// sendable reports whether a header can have a value: other values get 400 before
// they are examined.
func sendable(value string) bool {
	return value != "" && !slices.ContainsFunc([]byte(value), func(b byte) bool { return b < ' ' && b != '\t' || b == 0x7f })
}

// TestDescribedAtOnce: each form of the description is built once, whoever asks first and together.
func TestDescribedAtOnce(t *testing.T) {
	h := handler(t)
	texts := make([]string, 16)
	var all sync.WaitGroup
	for i := range texts {
		all.Go(func() {
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, []string{"/openapi.json", "/openapi.yaml"}[i%2], nil))
			texts[i] = w.Body.String()
		})
	}
	all.Wait()
	for i, text := range texts {
		if text != texts[i%2] || !strings.Contains(text, "/api/position") {
			t.Errorf("description %d has %d bytes, the first of its form %d", i, len(text), len(texts[i%2]))
		}
	}
}
