// Package clienttest tests oxo mcp with clients of others: the TypeScript SDK of the protocol, and its conformance
// suite. It contains only tests.
package clienttest

import (
	"bytes"
	"context"
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"oxo/games"
	server "oxo/protocol/mcp"
)

// install installs the clients into a folder of their own, and returns it. It ends the test where that is
// impossible.
func install(t *testing.T) string {
	t.Helper()
	without := t.Skipf
	if os.Getenv("CLIENTS") == "required" {
		without = t.Fatalf
	}
	if out, err := exec.Command("node", "-e", "process.exit(process.versions.node.split('.')[0] < 20 ? 1 : 0)").CombinedOutput(); err != nil {
		without("the clients need Node.js 20 or newer, with npm: %v %s", err, out)
	}
	folder := t.TempDir()
	for _, name := range []string{"package.json", "package-lock.json", "client.mjs"} {
		data, err := os.ReadFile(name)
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name), data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	npm := exec.CommandContext(t.Context(), "npm", "ci", "--silent", "--no-audit", "--no-fund")
	npm.Dir = folder
	if out, err := npm.CombinedOutput(); err != nil {
		without("npm could not install the clients: %v %.300s", err, out)
	}
	return folder
}

// serve serves by HTTP until the test ends, and returns the address.
func serve(t *testing.T) string {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- server.New(games.All(), server.Options{TableBytes: 1 << 20}).Serve(ctx, l) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return "http://" + l.Addr().String() + server.Path
}

// run runs a program of Node.js in a folder, and returns what it prints.
func run(t *testing.T, folder, node string, arguments ...string) ([]byte, error) {
	t.Helper()
	var errs bytes.Buffer
	c := exec.CommandContext(t.Context(), node, arguments...)
	c.Dir, c.Stderr = folder, &errs
	out, err := c.Output()
	if errs.Len() > 0 {
		t.Logf("%.2000s", errs.String())
	}
	return out, err
}

// TestClients: the TypeScript SDK gets right answers, on standard input and output and by HTTP, and the conformance
// suite passes what needs no tools of its own.
func TestClients(t *testing.T) {
	folder := install(t)
	command := filepath.Join(folder, "oxo")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", command, "./cmd/oxo")
	build.Dir = "../../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Run("stdio", func(t *testing.T) { client(t, folder, command, "mcp", "--table", "1MB") })
	t.Run("http", func(t *testing.T) { client(t, folder, serve(t)) })
	t.Run("conformance", func(t *testing.T) { conformance(t, folder) })
}

// answer is what the client has got from a tool.
type answer struct {
	Error      bool
	Text       string
	Structured struct{ Position string }
}

// client runs the client, and checks what it has got.
func client(t *testing.T, folder string, where ...string) {
	t.Helper()
	out, err := run(t, folder, "node", append([]string{"client.mjs"}, where...)...)
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var found struct {
		Tools   []string
		Answers map[string]answer
		Errors  struct {
			Illegal   answer
			Cancelled string
		}
		Resources    int
		Rules, Coach string
	}
	if err := json.Unmarshal(out, &found); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if len(found.Tools) != 10 || len(found.Answers) != 10 || found.Resources < 20 || !strings.Contains(found.Rules, "chess") || !strings.Contains(found.Coach, "the last move, b2") {
		t.Errorf("%+v", found)
	}
	for name, a := range found.Answers {
		if a.Error || name != "games" && a.Structured.Position != "...../...../..O../.XX.." {
			t.Errorf("%s: %+v", name, a)
		}
	}
	for name, has := range map[string]string{"values": "4: win in 17 (proven), best", "judge": "throws away a win", "picture": "<svg "} {
		if !strings.Contains(found.Answers[name].Text, has) {
			t.Errorf("%s: %s, want %s", name, found.Answers[name].Text, has)
		}
	}
	if !found.Errors.Illegal.Error || !strings.Contains(found.Errors.Illegal.Text, "Hint: ") || !strings.Contains(found.Errors.Cancelled, "abort") {
		t.Errorf("%+v", found.Errors)
	}
}

// conformance runs the suite of the protocol. It has scenarios for a server with its own tools, resources and
// prompts; oxo has none of these, nor subscriptions to resources, which never change. All else must pass.
func conformance(t *testing.T, folder string) {
	t.Helper()
	node := filepath.Join(folder, "node_modules", ".bin", "node") // the suite needs 22
	results := t.TempDir()
	out, _ := run(t, folder, node, "node_modules/@modelcontextprotocol/conformance/dist/index.js", "server", "--url", serve(t), "-o", results)
	files, err := filepath.Glob(filepath.Join(results, "*", "checks.json"))
	if err != nil {
		t.Fatal(err)
	}
	passed := []string{}
	lacks := regexp.MustCompile(`unknown (tool|prompt) "test_|Resource not found|method not found: "resources/(un)?subscribe"`)
	for _, file := range files {
		for _, c := range checks(t, file) {
			switch {
			case c.Status == "SUCCESS":
				passed = append(passed, c.Name)
			case !lacks.MatchString(c.ErrorMessage):
				t.Errorf("%s: %s: %s\n%s", filepath.Base(filepath.Dir(file)), c.Name, c.Status, c.ErrorMessage)
			}
		}
	}
	t.Logf("passed: %s", strings.Join(passed, ", "))
	if len(passed) < 11 || len(files) < 30 {
		t.Errorf("%d checks passed of %d scenarios: want 11 and 30\n%.6000s", len(passed), len(files), out)
	}
}

// check is the result of one question of the suite.
type check struct{ Name, Status, ErrorMessage string }

func checks(t *testing.T, file string) (all []check) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		t.Fatal(err)
	}
	return all
}
