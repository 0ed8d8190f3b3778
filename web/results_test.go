package web_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"oxo/games"
	"oxo/web"
)

// sent posts a body to the results, and returns the status and the answer.
func sent(t testing.TB, c *http.Client, url, body string) (int, string) {
	t.Helper()
	r, _ := http.NewRequest(http.MethodPost, url+"/api/results", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	answer, err := c.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	content, _ := io.ReadAll(answer.Body)
	return answer.StatusCode, string(content)
}

// kept returns the lines of the file of results.
func kept(t testing.TB, folder string) []web.Result {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, web.ResultsFile))
	if err != nil {
		t.Fatal(err)
	}
	var all []web.Result
	for line := range bytes.Lines(text) {
		var r web.Result
		if err := json.Unmarshal(line, &r); err != nil || !bytes.HasSuffix(line, []byte("\n")) {
			t.Fatalf("the line %q: %v", line, err)
		}
		all = append(all, r)
	}
	return all
}

const ownTree = `{"kind":"alphabeta","tree":"[[3,5],[2,9]]","answers":[{"node":6,"field":"cut","text":"yes"},{"node":4,"field":"alpha","text":"3"},{"node":0,"field":"value","text":"9"}]}`

// TestResults: the server itself marks a submission, whatever the page claims, and
// stores a line for each exercise that only the owner can read.
func TestResults(t *testing.T) {
	folder := t.TempDir()
	ts, c := serve(t, web.Options{Results: folder})
	if _, _, body := get(t, c, ts.URL+"/api/results"); !strings.Contains(string(body), `"taken":true`) {
		t.Errorf("taken: %s", body)
	}
	status, body := sent(t, c, ts.URL, `{"name":" Ada <&> Müller ","exercises":[`+ownTree+`,`+sheet+`]}`)
	if status != http.StatusOK || !strings.Contains(body, `"right":2,`) || !strings.Contains(body, `"exercises":2`) {
		t.Fatalf("%d %s", status, body)
	}
	all := kept(t, folder)
	if len(all) != 2 {
		t.Fatalf("%d lines: %+v", len(all), all)
	}
	r := all[0]
	if r.Name != "Ada <&> Müller" || r.Tree != "[[3,5],[2,9]]" || r.Right != 2 || r.Wrong != 1 || r.Open != 7 || r.Of != 10 || len(r.Marks) != 3 || r.Marks[0].Given != "9" || r.Marks[0].Right || r.Time.IsZero() {
		t.Errorf("%+v", r)
	}
	if r := all[1]; r.Kind != "minimax" || r.Seed != 1 || r.Wrong != 2 {
		t.Errorf("%+v", r)
	}
	info, err := os.Stat(filepath.Join(folder, web.ResultsFile))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file's mode is %v, %v", info.Mode(), err)
	}
}

// TestResultsAtOnce: a class submits at the same time, and each line is complete.
func TestResultsAtOnce(t *testing.T) {
	folder := t.TempDir()
	ts, c := serve(t, web.Options{Results: folder})
	var all sync.WaitGroup
	for i := range 40 {
		all.Go(func() {
			if status, body := sent(t, c, ts.URL, fmt.Sprintf(`{"name":"learner %d","exercises":[%s,%s]}`, i, ownTree, sheet)); status != http.StatusOK {
				t.Errorf("%d %s", status, body)
			}
		})
	}
	all.Wait()
	count := map[string]int{}
	for _, r := range kept(t, folder) {
		count[r.Name]++
	}
	if len(count) != 40 || count["learner 7"] != 2 {
		t.Errorf("%v", count)
	}
}

// TestWrongResults: an invalid submission is refused with a reason, and nothing is
// stored.
func TestWrongResults(t *testing.T) {
	folder := t.TempDir()
	ts, c := serve(t, web.Options{Results: folder})
	list := func(n int) string { return strings.TrimSuffix(strings.Repeat(sheet+",", n), ",") }
	for body, want := range map[string]string{
		`{"name":"","exercises":[` + sheet + `]}`:                                "no name: write yours",
		`{"name":" \t","exercises":[` + sheet + `]}`:                             "no name: write yours",
		`{"name":"a\nb","exercises":[` + sheet + `]}`:                            "this one has others",
		`{"name":"` + strings.Repeat("x", 81) + `","exercises":[` + sheet + `]}`: "80",
		`{"name":"Ada","exercises":[]}`:                                          ">= 1",
		`{"name":"Ada","exercises":[` + list(41) + `]}`:                          "<= 40",
		`{"name":"Ada"}`: "exercises",
		`{"name":"Ada","exercises":[` + sheet + `,{"kind":"chess","answers":[]}]}`:                                                                 "exercise 2: no exercise \\\"chess\\\"",
		`{"name":"Ada","exercises":[{"kind":"minimax","tree":"(3","answers":[]}]}`:                                                                 "exercise 1: the tree, character 3",
		`{"name":"Ada","exercises":[{"kind":"minimax","seed":1,"answers":[{"node":99,"field":"value","text":"1"}]}]}`:                              "no node 99",
		`{"name":"Ada","exercises":[{"kind":"minimax","seed":1,"answers":[{"node":1,"field":"value","text":"` + strings.Repeat("1", 41) + `"}]}]}`: "40",
		`{"name":"Ada","right":24,"exercises":[` + sheet + `]}`:                                                                                    "unexpected property",
	} {
		if status, answer := sent(t, c, ts.URL, body); status != http.StatusUnprocessableEntity || !strings.Contains(answer, want) {
			t.Errorf("%.80s: %d %.300s, want %q", body, status, answer, want)
		}
	}
	if status, _ := sent(t, c, ts.URL, `{"name":"Ada","exercises":[`+strings.Repeat(" ", 70_000)+`]}`); status != http.StatusRequestEntityTooLarge {
		t.Errorf("a large body: %d", status)
	}
	if all := kept(t, folder); len(all) != 0 {
		t.Errorf("kept: %+v", all)
	}
}

// TestNoResults: without a folder nothing is accepted, and the answer says what to do
// instead.
func TestNoResults(t *testing.T) {
	ts, c := serve(t, web.Options{})
	if _, _, body := get(t, c, ts.URL+"/api/results"); !strings.Contains(string(body), `"taken":false`) {
		t.Errorf("taken: %s", body)
	}
	if status, body := sent(t, c, ts.URL, `{"name":"Ada","exercises":[`+sheet+`]}`); status != http.StatusForbidden || !strings.Contains(body, "save them as a file") {
		t.Errorf("%d %s", status, body)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{filepath.Join(t.TempDir(), "missing"), file} {
		if s, err := web.New(games.All(), web.Options{Results: folder}); err == nil || !strings.Contains(err.Error(), "want a folder that exists") {
			t.Errorf("%s: %v, %v", folder, s, err)
		}
	}
	link := t.TempDir()
	if err := os.Symlink(file, filepath.Join(link, web.ResultsFile)); err != nil {
		t.Skip(err)
	}
	if s, err := web.New(games.All(), web.Options{Results: link}); err == nil {
		t.Errorf("a link out of the folder: %v", s)
	}
}

// TestResultsEach: an address has a limit of submissions in a minute, and is asked to
// wait.
func TestResultsEach(t *testing.T) {
	folder := t.TempDir()
	ts, c := serve(t, web.Options{Results: folder, Limits: web.Limits{web.ResultsEach: 3}})
	for i := range 5 {
		status, body := sent(t, c, ts.URL, `{"name":"Ada","exercises":[`+sheet+`]}`)
		if want := map[bool]int{true: http.StatusOK, false: http.StatusTooManyRequests}[i < 3]; status != want || i >= 3 && !strings.Contains(body, `"limit":"results-each"`) {
			t.Errorf("%d: %d %s", i, status, body)
		}
	}
	if all := kept(t, folder); len(all) != 3 {
		t.Errorf("kept %d", len(all))
	}
}

// TestResultBytes: the file does not exceed its limit, and keeps its contents; a server
// that restarts ends an incomplete line.
func TestResultBytes(t *testing.T) {
	folder := t.TempDir()
	ts, c := serve(t, web.Options{Results: folder, Limits: web.Limits{web.ResultBytes: 1024}})
	status, body, taken := 0, "", -1
	for ; status != http.StatusInsufficientStorage && taken < 20; taken++ {
		status, body = sent(t, c, ts.URL, `{"name":"Ada","exercises":[`+sheet+`]}`)
	}
	if status != http.StatusInsufficientStorage || !strings.Contains(body, `"limit":"result-bytes"`) || taken == 0 {
		t.Errorf("after %d: %d %s", taken, status, body)
	}
	if all := kept(t, folder); len(all) != taken {
		t.Errorf("kept %d of %d", len(all), taken)
	}
	path := filepath.Join(folder, web.ResultsFile)
	if err := os.WriteFile(path, []byte(`{"time":"2026`), 0o644); err != nil {
		t.Fatal(err)
	}
	ts, c = serve(t, web.Options{Results: folder})
	if status, body := sent(t, c, ts.URL, `{"name":"Ada","exercises":[`+sheet+`]}`); status != http.StatusOK {
		t.Errorf("%d %s", status, body)
	}
	text, err := os.ReadFile(path)
	if lines := strings.Split(string(text), "\n"); err != nil || len(lines) != 3 || !json.Valid([]byte(lines[1])) {
		t.Errorf("%q, %v", text, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the mode is %v, %v", info.Mode(), err)
	}
}
