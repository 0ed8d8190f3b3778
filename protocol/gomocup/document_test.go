package gomocup

import (
	"os"
	"regexp"
	"slices"
	"testing"
)

// TestDocument: the table of docs/lookup/gomocup.md lists exactly the commands that oxo
// knows.
func TestDocument(t *testing.T) {
	text, err := os.ReadFile("../../docs/lookup/gomocup.md")
	if err != nil {
		t.Fatal(err)
	}
	var documented, names []string
	for _, row := range regexp.MustCompile("(?m)^\\| (`.*?) \\|").FindAllStringSubmatch(string(text), -1) {
		for _, name := range regexp.MustCompile("`([A-Z0-9]+)").FindAllStringSubmatch(row[1], -1) {
			documented = append(documented, name[1])
		}
	}
	for _, h := range (&server{}).commands() {
		names = append(names, h.name)
	}
	slices.Sort(documented)
	documented = slices.DeleteFunc(slices.Compact(documented), func(name string) bool { return name == "DONE" }) // it ends a list
	slices.Sort(names)
	if !slices.Equal(documented, names) {
		t.Errorf("docs/lookup/gomocup.md has\n%q, and oxo\n%q", documented, names)
	}
}
