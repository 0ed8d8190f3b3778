package cli

import (
	"fmt"

	"oxo/internal/version"

	"github.com/spf13/cobra"
)

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: `  oxo version`,
		Args:    arguments(0, 0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(a.out, version.Text())
			return err
		},
	}
}
