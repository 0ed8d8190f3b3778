// Command habits counts habits of language in the comments and names of Go
// files: phrases that a reader has to read twice. It compares the counts of each
// package with a baseline, and fails where one grew. The run script starts it.
package main

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// key names one count: a habit in a package.
type key struct{ folder, habit string }

func (k key) compare(other key) int {
	return cmp.Or(cmp.Compare(k.folder, other.folder), cmp.Compare(k.habit, other.habit))
}

func main() {
	root := flag.String("root", ".", "the `folder` whose Go files are read")
	update := flag.Bool("update", false, "write the baseline")
	list := flag.String("list", "", "print each place below this `folder`, relative to the root")
	flag.Parse()
	if err := run(*root, *update, *list); err != nil {
		fmt.Fprintln(os.Stderr, "habits:", err)
		os.Exit(1)
	}
}

func run(root string, update bool, list string) error {
	places, err := readTree(root)
	if err != nil {
		return err
	}
	if list != "" {
		for _, p := range places {
			if strings.HasPrefix(p.file+"/", strings.TrimSuffix(list, "/")+"/") {
				fmt.Printf("%s:%d: %s: %s\n", p.file, p.line, p.habit, p.text)
			}
		}
		return nil
	}
	counts := count(places)
	baseline := filepath.Join(root, "tools", "habits", "baseline")
	if update {
		return os.WriteFile(baseline, format(counts), 0o644)
	}
	old, err := readBaseline(baseline)
	if err != nil {
		return err
	}
	return grown(old, counts)
}

// readTree returns the places of all Go files below root. Hidden folders and testdata
// are left out.
func readTree(root string) ([]place, error) {
	all := newFinder()
	var places []place
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && path != root && (name == "testdata" || strings.HasPrefix(name, ".")) {
			return filepath.SkipDir
		}
		if d.IsDir() || filepath.Ext(name) != ".go" {
			return nil
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if file := filepath.ToSlash(relative); !strings.HasPrefix(file, "tools/habits/") {
			places = append(places, all.find(file, source)...)
		}
		return nil
	})
	return places, err
}

func count(places []place) map[key]int {
	counts := map[key]int{}
	for _, p := range places {
		folder, _ := filepath.Split(p.file)
		counts[key{"./" + strings.TrimSuffix(folder, "/"), p.habit}]++
	}
	return counts
}

// format writes one line for each count, in order, so that a change is a small diff.
func format(counts map[key]int) []byte {
	var b bytes.Buffer
	for _, k := range slices.SortedFunc(maps.Keys(counts), key.compare) {
		fmt.Fprintf(&b, "%s %s %d\n", k.folder, k.habit, counts[k])
	}
	return b.Bytes()
}

func readBaseline(path string) (map[key]int, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%w (tools/habits/run -update writes it)", err)
	}
	counts := map[key]int{}
	for line := range strings.Lines(string(content)) {
		var k key
		var n int
		if _, err := fmt.Sscanf(line, "%s %s %d", &k.folder, &k.habit, &n); err != nil {
			return nil, fmt.Errorf("%s: line %q: want FOLDER HABIT COUNT", path, strings.TrimSpace(line))
		}
		counts[k] = n
	}
	return counts, nil
}

// grown returns an error that names each count above the baseline, or nil.
func grown(baseline, counts map[key]int) error {
	var all []error
	for _, k := range slices.SortedFunc(maps.Keys(counts), key.compare) {
		if counts[k] > baseline[k] {
			all = append(all, fmt.Errorf("%s: %s: %d, want at most %d (see tools/habits/run -list %s)",
				k.folder, k.habit, counts[k], baseline[k], strings.TrimPrefix(k.folder, "./")))
		}
	}
	return errors.Join(all...)
}
