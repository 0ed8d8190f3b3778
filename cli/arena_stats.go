package cli

import "github.com/spf13/cobra"

func (a *app) arenaStatsCommand() *cobra.Command { return &cobra.Command{Use: "stats"} }
