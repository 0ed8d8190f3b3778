//go:build !race

package cli

import (
	"testing"

	"oxo/games"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// TestGroupsUsed: every entry of flagGroups names a flag that exists, and decides its group.
func TestGroupsUsed(t *testing.T) {
	used := map[string]bool{}
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			for _, title := range f.Annotations[groupKey] {
				used[title+": "+f.Name], used[title+": "+verbOf(c)+"/"+f.Name] = true, true
			}
		})
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(Command("oxo", games.All()...))
	for _, g := range flagGroups() {
		for _, flag := range g.flags {
			if !used[g.title+": "+flag] {
				t.Errorf("flagGroups has %q in the group %q, and no flag of that name is there", flag, g.title)
			}
		}
	}
}
