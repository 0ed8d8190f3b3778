package page

import (
	"bytes"
	"fmt"
	"html"
	"io/fs"
	"maps"
	"regexp"
	"strings"

	"oxo/explain/course"
	"oxo/internal/languages"
)

// The files that the built page loads instead of the modules and the style sheets.
const (
	Script = "page.js"
	Style  = "page.css"
)

// Built returns the files, with the modules joined to [Script], the style sheets joined
// to [Style], and an index.html that loads these two. A browser then finds what it
// needs in the first answer. Modules that import each other take a round trip for each
// level of imports, and over HTTP/1.1 a round trip for each file. Views that few visits need
// are bundles of their own: see [Bundle]. The joined files are among the files too; joined names them.
func Built() (built map[string][]byte, joined []string, err error) {
	built = map[string][]byte{}
	err = fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			built[name], err = fs.ReadFile(files, name)
		}
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	index, styles, err := rewrite(string(built["index.html"]))
	if err != nil {
		return nil, nil, err
	}
	var style bytes.Buffer
	for _, name := range styles {
		text, ok := built[name]
		if !ok {
			return nil, nil, fmt.Errorf("index.html loads %s: want a file of the page", name)
		}
		fmt.Fprintf(&style, "/* %s */\n%s\n", name, text)
	}
	scripts, modules, err := Bundle(files, entry, Script)
	if err != nil {
		return nil, nil, err
	}
	maps.Copy(built, scripts)
	if err = addCourses(built); err != nil {
		return nil, nil, err
	}
	if index, err = addLanguages(built, index); err != nil {
		return nil, nil, err
	}
	built["index.html"], built[Style] = []byte(index), style.Bytes()
	return built, append(styles, modules...), nil
}

// Courses is the folder of the texts of courses, and of their list: a name and a title in each line.
const Courses = "courses/"

func addCourses(built map[string][]byte) (err error) {
	var list []byte
	for _, name := range course.Names() {
		c, err := course.Of(name)
		if err != nil {
			return err
		}
		title, _, _ := strings.Cut(c.Title, ",")
		list = append(list, name+" "+title+"\n"...)
		if built[Courses+name+".txt"], err = course.Text(name); err != nil {
			return err
		}
	}
	built[Courses+"list.txt"] = list
	return nil
}

// Words is the folder of the catalogues of other languages. The page loads at most one.
const Words = "words/"

// addLanguages adds the catalogue of each language to the files, and their codes and
// names to index.html.
func addLanguages(built map[string][]byte, index string) (string, error) {
	all, err := languages.All()
	if err != nil {
		return "", err
	}
	var names []string
	for _, c := range all {
		if built[Words+c.Code+".json"], err = c.JSON(); err != nil {
			return "", err
		}
		names = append(names, c.Code+" "+c.Name)
	}
	const before = `<meta name="oxo-languages" content="`
	if strings.Count(index, before) != 1 {
		return "", fmt.Errorf("index.html: want %q once", before)
	}
	return strings.Replace(index, before, before+html.EscapeString(strings.Join(names, ",")), 1), nil
}

// entry is the module that index.html loads.
const entry = "main.js"

// styleLink is a line of index.html.
var styleLink = regexp.MustCompile(`^<link rel="stylesheet" href="([^"]+)">$`)

// rewrite makes index.html load the joined files, and returns the style sheets that it
// loaded before, in their order.
func rewrite(index string) (rewritten string, styles []string, err error) {
	var lines []string
	scripts := 0
	for line := range strings.SplitSeq(index, "\n") {
		if found := styleLink.FindStringSubmatch(line); found != nil {
			styles = append(styles, found[1])
			if len(styles) > 1 {
				continue
			}
			line = `<link rel="stylesheet" href="` + Style + `">`
		}
		if line == `<script type="module" src="`+entry+`"></script>` {
			scripts++
			line = `<script type="module" src="` + Script + `"></script>`
		}
		lines = append(lines, line)
	}
	if len(styles) == 0 || scripts != 1 {
		return "", nil, fmt.Errorf("index.html has %d style sheets and loads %s %d times: want one or more, and once, each on a line of its own", len(styles), entry, scripts)
	}
	return strings.Join(lines, "\n"), styles, nil
}
