// Package docs holds the essays that the page shows beside the tree that they are about.
package docs

import (
	"embed"
	"io/fs"
)

//go:embed minimax.md alphabeta.md mcts.md
var essays embed.FS

// Essays returns the essays, as Markdown.
func Essays() fs.FS { return essays }
