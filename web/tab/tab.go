// Package tab has the files of the page on which a browser tab works for a hub. web/site
// adds the engine and writes them into a folder; oxo hub --tabs serves that.
package tab

import (
	"embed"
	"io/fs"
)

//go:embed files
var files embed.FS

// Files returns them: index.html is the page.
func Files() fs.FS {
	sub, err := fs.Sub(files, "files")
	if err != nil {
		panic(err) // the folder is embedded
	}
	return sub
}
