// Package docs holds the essays that the page shows next to the tree.
package docs

import (
	"embed"
	"io/fs"
)

//go:embed learn/minimax.md learn/alphabeta.md learn/mcts.md
var essays embed.FS

// Essays returns the essays as Markdown, in the folder learn.
func Essays() fs.FS { return essays }
