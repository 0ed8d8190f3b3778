//go:build !unix && !windows

package cli

import (
	"oxo"

	"github.com/spf13/cobra"
)

// onScreen: the full screen is for Unix and Windows.
func (a *app) onScreen(*cobra.Command, *playOptions, bool) bool { return false }

func (a *app) playOnScreen(*cobra.Command, oxo.Game, oxo.Position, []oxo.Move, playOptions) error {
	panic("cli: there is no full screen here")
}
