//go:build !unix && !windows

package cli

import (
	"oxo"

	"github.com/spf13/cobra"
)

// onScreen returns false: only Unix and Windows have the full screen.
func (a *app) onScreen(*cobra.Command, *playOptions, bool) bool { return false }

func (a *app) playOnScreen(*cobra.Command, oxo.Game, oxo.Position, []oxo.Move, playOptions) error {
	panic("cli: there is no full screen here")
}
