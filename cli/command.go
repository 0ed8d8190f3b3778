package cli

import (
	"io"
	"strings"

	"oxo/game/catalog"

	"github.com/spf13/cobra"
)

// Command returns the verbs and flags of the command of these games, of which
// there is at least one, called name: for man pages and completion scripts. It
// reads nothing and writes nowhere. Main runs the command.
func Command(name string, families ...catalog.Family) *cobra.Command {
	a := &app{
		families: families, name: name,
		in: strings.NewReader(""), out: io.Discard, err: io.Discard,
		getenv: func(string) string { return "" },
	}
	return a.root()
}
