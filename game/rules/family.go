package rules

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"time"

	"oxo"
	"oxo/game/catalog"
	"oxo/game/rules/gdl"
	"oxo/internal/words"
)

// readTime bounds the reading of a sheet.
const readTime = 20 * time.Second

// Family returns the games of rule sheets in files: "rules.kif", by its path. A program that
// takes names from others must not have it: it would read files for them.
func Family() catalog.Family {
	return catalog.Family{
		Name: "FILE.kif", Usage: "FILE.kif", Files: []string{".kif", ".gdl"},
		Title: "Your own rules", Group: "Exercises",
		About: "A game whose rules are in a file, in the Game Description Language",
		New: func(name string, _ []string) (oxo.Game, error) {
			path, sum := cutSum(name)
			text, err := os.ReadFile(path) //nolint:gosec // reading the file that the user names is the purpose
			switch {
			case errors.Is(err, fs.ErrNotExist):
				return nil, fmt.Errorf("no file %q: want the path of a rule sheet", words.Clip(path))
			case err != nil:
				return nil, err
			}
			ctx, cancel := context.WithTimeout(context.Background(), readTime)
			defer cancel()
			g, err := New(ctx, path, string(text), gdl.Bounds{})
			if err != nil {
				return nil, err
			}
			if _, now := cutSum(g.Name()); sum != "" && sum != now {
				return nil, fmt.Errorf("%s has other rules now than %s had: its sum is %s", path, name, now)
			}
			return g, nil
		},
	}
}

// cutSum splits the name of a game into the path of its file and the part of its sum, which
// may be missing.
func cutSum(name string) (path, sum string) {
	if at := regexp.MustCompile(sumMark + "[0-9a-f]{12}$").FindStringIndex(name); at != nil {
		return name[:at[0]], strings.TrimPrefix(name[at[0]:], sumMark)
	}
	return name, ""
}
