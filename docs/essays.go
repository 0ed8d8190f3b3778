// Package docs holds the essays that the page shows next to the tree, the manual of rule sheets, and
// pages for programs that talk.
package docs

import (
	"embed"
	"io/fs"
)

//go:embed learn/minimax.md learn/alphabeta.md learn/mcts.md do/rule-sheets.md
var essays embed.FS

// Essays returns the essays as Markdown, in the folder learn, and do/rule-sheets.md.
func Essays() fs.FS { return essays }

//go:embed learn/minimax.md learn/alphabeta.md learn/why.md do/mcp.md know/search.md know/proof.md know/k-in-a-row.md know/connect4.md lookup/games.md lookup/values.md lookup/levels.md
var pages embed.FS

// Pages returns the pages that a language model reads to answer questions about oxo, as Markdown.
func Pages() fs.FS { return pages }
