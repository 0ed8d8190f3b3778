//go:build !race

package docs

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what the commands print into the documents")

const root = "../.."

// consoleBlock is a session in a document.
const consoleBlock = "(?s)```console\n(.*?)```\n"

// TestMain puts an empty folder first on the PATH, for the command.
func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "oxo-docs-")
		if err != nil {
			panic(err)
		}
		defer func() { _ = os.RemoveAll(dir) }()
		if err := os.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH")); err != nil {
			panic(err)
		}
		return m.Run()
	}())
}

// build builds the command, once for all tests, into the folder that is first on the PATH,
// and returns its file.
func build(t *testing.T) string {
	t.Helper()
	file := filepath.Join(filepath.SplitList(os.Getenv("PATH"))[0], "oxo")
	if _, err := os.Stat(file); err == nil {
		return file
	}
	if out, err := exec.Command("go", "build", "-o", file, "oxo/cmd/oxo").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return file
}

// documents lists the Markdown files of the project.
func documents(t *testing.T) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md", "examples/*/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) < 5 {
		t.Fatalf("only %d documents found", len(files))
	}
	return files
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestSessions runs every command of every console block and compares its output. In
// a document "..." matches anything within a line, and rates are ignored.
func TestSessions(t *testing.T) {
	build(t)
	block := regexp.MustCompile(consoleBlock)
	run := 0
	for _, file := range documents(t) {
		text := read(t, file)
		changed := block.ReplaceAllStringFunc(text, func(b string) string {
			run++
			body := block.FindStringSubmatch(b)[1]
			return "```console\n" + session(t, file, body) + "```\n"
		})
		if *update && changed != text {
			if err := os.WriteFile(file, []byte(changed), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if run < 5 {
		t.Errorf("only %d sessions in the documents", run)
	}
}

// session runs the commands of one block, each after "$ ", and returns the block with the actual
// output.
func session(t *testing.T, file, body string) string {
	t.Helper()
	var b strings.Builder
	for _, part := range strings.SplitAfter("\n"+body, "\n$ ") {
		command, want, _ := strings.Cut(part, "\n")
		if want = strings.TrimSuffix(want, "$ "); command == "" {
			continue
		}
		c := exec.Command("sh", "-c", strings.ReplaceAll(command, "/tmp/", temporary(t)))
		c.Dir = root
		var out, errs strings.Builder
		c.Stdout, c.Stderr = &out, &errs
		if err := c.Run(); err != nil {
			t.Errorf("%s: %s: %v\n%s%s", file, command, err, out.String(), errs.String())
		}
		got := strings.ReplaceAll(out.String()+messages(errs.String()), temporary(t), "/tmp/")
		got = withoutRates(trimBlanks(got))
		if !matches(got, trimBlanks(want)) {
			if !*update {
				t.Errorf("%s: %s prints\n%s\nbut the document says\n%s", file, command, got, want)
			}
			want = got
		}
		b.WriteString("$ " + command + "\n" + strings.TrimRight(want, "\n") + "\n")
	}
	return b.String()
}

// temporary returns the folder that stands for /tmp/: two runs on one machine must not write the same files.
func temporary(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(filepath.SplitList(os.Getenv("PATH"))[0], "tmp")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir + "/"
}

// messages returns the lines of standard error that a document shows: errors and
// warnings, and the lines that "go run" adds. The other lines are progress, which the
// command writes every few seconds, so only a slow machine prints any.
func messages(text string) string {
	return strings.Join(regexp.MustCompile(`(?m)^(oxo: |exit status ).*\n?`).FindAllString(text, -1), "")
}

// TestMessages: errors are compared, progress is not.
func TestMessages(t *testing.T) {
	const printed = "between win by 18 and win by 64 after 40064 nodes\noxo: bad.oxo is damaged\nply 3: 9 positions so far\nexit status 1\n"
	if got, want := messages(printed), "oxo: bad.oxo is damaged\nexit status 1\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// withoutRates removes the rate of an analysis, as in "5812 nodes in 0.9 s, 6411 a
// second". The command prints it only if the search was long enough to measure, which
// depends on the machine.
func withoutRates(text string) string {
	return regexp.MustCompile(`( in [0-9.e+-]+ s), [0-9.e+-]+( million)? a second`).ReplaceAllString(text, "$1")
}

// TestRates: the output matches the document on a fast machine, where oxo prints no rate, and on
// slow machines, where it prints one.
func TestRates(t *testing.T) {
	const document = "5812 nodes in ... s; table: 80% of 225 probes found"
	for printed, want := range map[string]bool{
		"5812 nodes in 0.0907 s; table: 80% of 225 probes found":                       true,
		"5812 nodes in 0.907 s, 6411 a second; table: 80% of 225 probes found":         true,
		"5812 nodes in 0.2 s, 0.0291 million a second; table: 80% of 225 probes found": true,
		"5812 nodes in 1e+03 s, 6 a second; table: 80% of 225 probes found":            true,
		"5813 nodes in 0.907 s, 6411 a second; table: 80% of 225 probes found":         false,
		"5812 nodes in 0.907 s, 6411 a second; table: 81% of 225 probes found":         false,
		"5812 nodes in 0.907 s, 6411 a second":                                         false,
	} {
		if got := matches(withoutRates(printed), document); got != want {
			t.Errorf("%q matches %q: %v", printed, document, got)
		}
	}
}

// trimBlanks removes trailing blanks, as editors do.
func trimBlanks(text string) string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

func matches(got, want string) bool {
	pattern := strings.ReplaceAll(regexp.QuoteMeta(want), `\.\.\.`, `.*`)
	return regexp.MustCompile(`\A` + pattern + `\z`).MatchString(got)
}

// TestLibraryExample: the Go code of the README and of the page about embedding oxo
// is in Examples of the root package, which run.
func TestLibraryExample(t *testing.T) {
	flat := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	example := flat(read(t, filepath.Join(root, "example_test.go")) + read(t, filepath.Join(root, "embed_test.go")))
	var blocks [][]string
	for _, file := range []string{"docs/learn/from-the-tutorials.md", "docs/do/embed.md"} {
		found := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(read(t, filepath.Join(root, file)), -1)
		if len(found) == 0 {
			t.Errorf("%s has no Go code", file)
		}
		blocks = append(blocks, found...)
	}
	for _, b := range blocks {
		if !strings.Contains(example, flat(b[1])) {
			t.Errorf("this code is not in example_test.go or embed_test.go:\n%s", b[1])
		}
	}
}

// TestExcerpts: the indented code of the essays is part of the textbook.
func TestExcerpts(t *testing.T) {
	flat := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	source := ""
	files, err := filepath.Glob(filepath.Join(root, "textbook/*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		source += flat(read(t, file)) + "\n"
	}
	excerpts := 0
	for _, essay := range []string{"docs/learn/minimax.md", "docs/learn/alphabeta.md"} {
		for _, code := range regexp.MustCompile(`(?m)(^    .*\n)+`).FindAllString(regexp.MustCompile("(?ms)^```.*?^```\n").ReplaceAllString(read(t, filepath.Join(root, essay)), ""), -1) {
			excerpts++
			if !strings.Contains(source, flat(code)) {
				t.Errorf("%s shows code that the textbook does not have:\n%s", essay, code)
			}
		}
	}
	if excerpts < 2 {
		t.Errorf("only %d excerpts found", excerpts)
	}
}

// TestFileLength: files have at most 400 lines.
func TestFileLength(t *testing.T) {
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		if n := strings.Count(read(t, path), "\n"); n > 400 {
			t.Errorf("%s has %d lines, more than 400", path, n)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestLinks: links to files of the project have targets.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#]+)(#[^)]*)?\)`)
	for _, file := range documents(t) {
		for _, m := range link.FindAllStringSubmatch(read(t, file), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), m[1])); err != nil {
				t.Errorf("%s links to %s: %v", file, m[1], err)
			}
		}
	}
}

// TestPapers: every paper cited in the code or a document is in papers.md, and every
// entry there is cited.
func TestPapers(t *testing.T) {
	cite := regexp.MustCompile(`\[([A-Z][A-Za-z]+\d\d|A\d{6})\]`)
	list := read(t, filepath.Join(root, "docs/lookup/papers.md"))
	named := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Base(path) == "papers.md" {
			return err
		}
		if ext := filepath.Ext(path); ext == ".go" || ext == ".md" {
			for _, m := range cite.FindAllStringSubmatch(read(t, path), -1) {
				named[m[1]] = true
				if !strings.Contains(list, "**["+m[1]+"]**") {
					t.Errorf("%s names [%s], which docs/lookup/papers.md does not have", path, m[1])
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`\*\*\[([^\]]+)\]\*\*`).FindAllStringSubmatch(list, -1) {
		if !named[m[1]] {
			t.Errorf("docs/lookup/papers.md has [%s], which nothing names", m[1])
		}
	}
}

// TestDependencies: dependencies.md has a line for every direct dependency.
func TestDependencies(t *testing.T) {
	list := read(t, filepath.Join(root, "docs/lookup/dependencies.md"))
	mod := read(t, filepath.Join(root, "go.mod"))
	require := regexp.MustCompile(`(?m)^\t(\S+) (v\S+)$`)
	direct := require.FindAllStringSubmatch(mod, -1)
	if len(direct) == 0 {
		t.Fatal("no direct dependency found in go.mod")
	}
	for _, m := range direct {
		if !strings.Contains(list, "`"+m[1]+"` "+m[2]) {
			t.Errorf("docs/lookup/dependencies.md does not say `%s` %s", m[1], m[2])
		}
	}
}

// TestFolders: the README lists every folder with packages.
func TestFolders(t *testing.T) {
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	readme := read(t, filepath.Join(root, "README.md"))
	ours := []string{"bin", "testdata", "dist", "site", "lib"}
	for _, e := range entries {
		if name := e.Name(); e.IsDir() && !strings.HasPrefix(name, ".") && !slices.Contains(ours, name) && !strings.Contains(readme, name+"/") {
			t.Errorf("the README does not say what is in %s/", name)
		}
	}
}

// TestVerbs: the README lists every verb of the command.
func TestVerbs(t *testing.T) {
	out, err := exec.Command(build(t), "--help").Output()
	if err != nil {
		t.Fatal(err)
	}
	page := read(t, filepath.Join(root, "docs/lookup/commands.md"))
	_, verbs, _ := strings.Cut(string(out), "Available Commands:\n")
	verbs, _, _ = strings.Cut(verbs, "\n\n")
	for line := range strings.Lines(verbs) {
		if verb := strings.Fields(line)[0]; verb != "help" && !strings.Contains(page, "oxo "+verb) {
			t.Errorf("docs/lookup/commands.md does not have oxo %s", verb)
		}
	}
}
