// Package docs holds the essays that the page shows next to the tree, and the manual of rule sheets.
package docs

import (
	"embed"
	"io/fs"
)

//go:embed learn/minimax.md learn/alphabeta.md learn/mcts.md do/rule-sheets.md
var essays embed.FS

// Essays returns the essays as Markdown, in the folder learn, and do/rule-sheets.md.
func Essays() fs.FS { return essays }
