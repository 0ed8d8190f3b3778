package cli

import "github.com/spf13/cobra"

func (a *app) arenaStatsCommand() *cobra.Command { return &cobra.Command{Use: "stats"} }
func (a *app) protocols() []string               { return []string{"uci", "gtp"} }
func (a *app) connections() map[string]connect   { return nil }
