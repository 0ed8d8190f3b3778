// Package tab holds the files of the page on which a browser tab works for a hub.
// web/site adds the engine and writes all into a folder, which oxo hub --tabs serves.
package tab

import (
	"embed"
	"io/fs"
)

//go:embed files
var files embed.FS

// Files returns the files; index.html is the page.
func Files() fs.FS {
	sub, err := fs.Sub(files, "files")
	if err != nil {
		panic(err) // the folder is embedded
	}
	return sub
}
