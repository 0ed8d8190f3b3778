// Package page holds the files of the page: HTML, CSS and ES modules, as a server or
// a folder serves them.
package page

import (
	"embed"
	"io/fs"
	"path"
)

//go:embed index.html api.html *.css *.js *.svg *.webmanifest vendor proofs
var files embed.FS

// Files returns the files.
func Files() fs.FS { return files }

// Proofs returns the certificates that come with the page, by the names of their files: proofs/3x3.oxo. oxo solve
// GAME --out FILE wrote them.
func Proofs() map[string][]byte {
	const folder = "proofs"
	all := map[string][]byte{}
	entries, _ := files.ReadDir(folder) // an embedded folder is there
	for _, e := range entries {
		name := path.Join(folder, e.Name())
		all[name], _ = files.ReadFile(name)
	}
	return all
}
