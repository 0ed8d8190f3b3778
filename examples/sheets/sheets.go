// Package sheets holds the rule sheets that come with oxo: small games to read, to play and
// to start your own from. docs/do/rule-sheets.md explains them.
package sheets

import "embed"

//go:embed *.kif
var files embed.FS

// Files returns the sheets by the names that they have on the page: "sheets/nim.kif".
func Files() (map[string][]byte, error) {
	list, err := files.ReadDir(".")
	if err != nil {
		return nil, err
	}
	all := map[string][]byte{}
	for _, f := range list {
		text, err := files.ReadFile(f.Name())
		if err != nil {
			return nil, err
		}
		all["sheets/"+f.Name()] = text
	}
	return all, nil
}
