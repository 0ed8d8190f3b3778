// Package page holds the files of the page: HTML, CSS and ES modules, as a server or
// a folder serves them.
package page

import (
	"embed"
	"io/fs"
)

//go:embed index.html api.html *.css *.js *.svg *.webmanifest vendor
var files embed.FS

// Files returns the files.
func Files() fs.FS { return files }
