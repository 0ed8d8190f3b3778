package cli

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"
)

func (a *app) gamesCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "games",
		Short: "List the games and how they are named",
		Example: `  oxo games
  oxo games --json`,
		Args: arguments(0, 0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return a.writeGamesJSON()
			}
			w := tabwriter.NewWriter(a.out, 0, 0, 3, ' ', 0)
			for _, f := range a.withFiles() {
				for _, alias := range f.Aliases {
					fmt.Fprintf(w, "%s\t= %s\t%s\n", alias.Name, alias.Means, alias.About)
				}
				fmt.Fprintf(w, "%s\t\t%s\n", f.Usage, f.About)
			}
			return w.Flush()
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "write JSON, a line for each name")
	return c
}

func (a *app) writeGamesJSON() error {
	for _, f := range a.withFiles() {
		for _, alias := range f.Aliases {
			if err := a.writeJSON(map[string]string{"name": alias.Name, "means": alias.Means, "about": alias.About}); err != nil {
				return err
			}
		}
		if err := a.writeJSON(map[string]string{"name": f.Name, "usage": f.Usage, "about": f.About}); err != nil {
			return err
		}
	}
	return nil
}
