package cli

import (
	"io"
	"strings"

	"oxo/game/catalog"

	"github.com/spf13/cobra"
)

// Command returns the command, called name, for at least one family of games: for
// man pages and completion scripts. It reads and writes nothing. Main runs the
// command.
func Command(name string, families ...catalog.Family) *cobra.Command {
	a := &app{
		families: families, name: name,
		in: strings.NewReader(""), out: io.Discard, err: io.Discard,
		getenv: func(string) string { return "" },
	}
	return a.root()
}
