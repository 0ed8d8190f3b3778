package cli

import (
	"fmt"
	"io"
	"strings"

	"oxo/game/catalog"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A help page has a sentence, the usage line of the verb, examples, its flags in groups, and the
// pages of docs to read next. This file decides all of it except the sentence, the examples and
// the texts of flags.

// ReadOn is the key of a command's annotation with the pages of docs that say more about
// it.
const ReadOn = "oxo read on"

// groupKey is the key of a flag's annotation with the title of its group.
const groupKey = "oxo group"

// helpWidth is the maximum width of a help page in characters.
const helpWidth = 80

// flagGroup is a group of flags that a help page shows under one title. A flag is NAME, or
// VERB/NAME if it is in this group only for that verb, as "arena sprt/alpha".
type flagGroup struct {
	title string
	flags []string
}

// flagGroups returns the groups in the order of a help page.
func flagGroups() []flagGroup {
	return []flagGroup{
		{"Position", []string{"game", "size", "position", "file", "number", "ply", "teleport"}},
		{"Moves as numbers", []string{"numbers", "from", "rows"}},
		{"Players", []string{"as", "symbol", "level", "player", "protocol", "play/proof", "puzzle", "play/seed"}},
		{"Tournament", []string{
			"format", "games", "plies", "openings", "measure", "arena/seed", "arena sprt/seed", "arena calibrate/seed",
		}},
		{"End of a game", []string{"arena/judge", "arena sprt/judge", "arena/win", "arena sprt/win", "draw", "most-plies"}},
		{"Test", []string{"pairs", "sprt", "elo0", "elo1", "alpha", "beta", "model"}},
		{"Judging", []string{"samples", "every", "asks", "finished", "soonest", "judge/seed"}},
		{"Tree of a program", []string{"explore", "trace", "prune", "game-order", "judge/algorithm", "judge/values", "judge/win", "judge/depth"}},
		{"Proof", []string{"rules", "solve/all", "list", "result", "smaller", "checkpoint", "solve/every", "solve/pairs", "strategy", "solve/by", "solve/effort", "solve/improve"}},
		{"Positions", []string{"label/plies", "label/all", "random", "label/seed", "without-mirrors", "decisive", "puzzles/from", "puzzles/seed"}},
		{"Published values", []string{"audit/game", "audit/format", "audit/result", "audit/sample", "audit/seed"}},
		{"Compared positions", []string{"rules diff/depth", "rules diff/games", "rules diff/seed"}},
		{"Columns", []string{"form", "squares", "scale", "split", "label/result", "label/book"}},
		{"Book", []string{
			"positions", "keep", "resume", "sample",
			"book/plies", "book/margin", "book/check", "book/all", "book/list", "book/seed",
		}},
		{"Search", []string{"algorithm", "method", "book", "book-margin", "no-book", "tables", "proof", "seed", "explain/plain", "why"}},
		{"Limits", []string{
			"depth", "nodes", "time", "clock", "margin", "patience", "max-nodes", "max-positions", "table", "threads",
			"searches", "limit", "limits",
		}},
		{"Output", []string{
			"json", "count", "puzzles/plies", "tries", "lesson", "no-why", "csv", "quiet", "out", "top", "follow", "show", "moments", "sentences", "divide", "symmetric", "all", "plain", "speech", "lang",
			"expand", "values", "once", "variants", "server", "checkout", "gradescope", "points", "results",
			"explain/format", "arena export/format", "label/format", "verify/samples", "coq", "puzzles/form",
		}},
		{"Several machines", []string{
			"cluster", "check", "share", "job-nodes", "hub", "tls-ca", "token", "name", "programs",
			"lease", "any-build", "tabs", "nats", "nats-creds", "replicas", "dir", "disk",
		}},
		{"Access", []string{
			"addr", "port", "public", "host", "http", "monitor", "proxy", "proxy-header", "embed", "tls-cert", "tls-key",
			"hub/token", "order-token",
		}},
		{"Other flags", []string{"help", "version", "no-descriptions"}},
	}
}

// readOn returns the pages of docs that say more about a verb, such as "arena
// sprt".
func readOn(verb string) []string {
	const reference = "docs/lookup/commands.md"
	pages := map[string][]string{
		"":                 {"README.md", "docs/learn/from-the-tutorials.md"},
		"analyze":          {"docs/know/search.md"},
		"arena":            {"docs/do/arena.md", "docs/know/strength.md"},
		"arena calibrate":  {"docs/lookup/levels.md"},
		"arena export":     {"docs/lookup/files.md"},
		"arena resume":     {"docs/do/arena.md"},
		"arena show":       {"docs/do/arena.md"},
		"arena sprt":       {"docs/know/strength.md"},
		"arena stats":      {"docs/know/strength.md"},
		"arena suite":      {"docs/do/arena.md"},
		"audit":            {"docs/do/audit.md"},
		"bench":            {"docs/lookup/benchmarks.md"},
		"book":             {"docs/do/books.md"},
		"bot clashofpawns": {"docs/know/breakthrough.md"},
		"bot ggp":          {"docs/lookup/ggp.md"},
		"bot gomocup":      {"docs/lookup/gomocup.md"},
		"bot gtp":          {"docs/lookup/gtp.md"},
		"bot lines":        {"docs/lookup/lines.md"},
		"bot uci":          {"docs/lookup/uci.md"},
		"explain":          {"docs/learn/minimax.md", "docs/learn/alphabeta.md", "docs/learn/mcts.md", "docs/learn/why.md"},
		"hub":              {"docs/do/cluster.md"},
		"hub status":       {"docs/do/cluster.md"},
		"hub stop":         {"docs/do/cluster.md"},
		"judge":            {"docs/do/judge.md"},
		"label":            {"docs/do/label.md"},
		"mcp":              {"docs/do/mcp.md"},
		"play":             {"docs/do/terminal.md", "docs/do/puzzles.md"},
		"puzzles":          {"docs/do/puzzles.md"},
		"course":           {"docs/do/courses.md"},
		"review":           {"docs/lookup/files.md"},
		"rules":            {"docs/do/referee.md"},
		"rules diff":       {"docs/do/referee.md"},
		"serve":            {"docs/do/page.md"},
		"solve":            {"docs/know/proof.md", "docs/do/tables.md", "docs/know/certificates.md"},
		"verify":           {"docs/know/certificates.md", "docs/know/theorem.md", "docs/lookup/certificate-format.md"},
		"worker":           {"docs/do/cluster.md"},
	}
	return append([]string{reference}, pages[verb]...)
}

// verbOf returns the words of a command after the name of the program, as "arena sprt".
func verbOf(c *cobra.Command) string {
	_, verb, _ := strings.Cut(c.CommandPath(), " ")
	return verb
}

// prepareHelp sets the help pages of a command and of its subcommands.
func (a *app) prepareHelp(root *cobra.Command) {
	groups := map[string]string{}
	for _, g := range flagGroups() {
		for _, flag := range g.flags {
			groups[flag] = g.title
		}
	}
	_, own := catalog.Sized(a.families)
	var prepare func(c *cobra.Command)
	prepare = func(c *cobra.Command) {
		verb := verbOf(c)
		if own {
			c.Annotations = map[string]string{ReadOn: strings.Join(readOn(verb), ", ")}
			c.Example = renamed(c.Example, a.name)
		} else { // the examples and pages are about oxo's own games
			c.Example = ""
		}
		c.InitDefaultHelpFlag()
		c.InitDefaultVersionFlag()
		c.Flags().VisitAll(func(f *pflag.Flag) {
			title, ok := groups[verb+"/"+f.Name]
			if !ok {
				title, ok = groups[f.Name]
			}
			if ok {
				_ = c.Flags().SetAnnotation(f.Name, groupKey, []string{title}) // the flag exists, so there is no error
			}
		})
		for _, sub := range c.Commands() {
			prepare(sub)
		}
	}
	prepare(root)
	root.SetUsageFunc(func(c *cobra.Command) error { return writeUsage(c.OutOrStderr(), c) })
	root.SetHelpFunc(func(c *cobra.Command, _ []string) {
		sentence := c.Short + "."
		if c.Long != "" { // only completion, which is cobra's, has one
			sentence = c.Long
		}
		fmt.Fprintf(c.OutOrStdout(), "%s\n\n", strings.TrimSpace(sentence))
		_ = writeUsage(c.OutOrStdout(), c) // the writer records the error
	})
}

// renamed replaces oxo in examples by the name of the program.
func renamed(examples, name string) string {
	if name == "oxo" {
		return examples
	}
	var lines []string
	for line := range strings.SplitSeq(examples, "\n") {
		words := strings.Split(line, " ")
		for i, w := range words {
			if w == "oxo" {
				words[i] = name
			}
		}
		lines = append(lines, strings.Join(words, " "))
	}
	return strings.Join(lines, "\n")
}

// writeUsage writes the help page of a command, without its sentence.
func writeUsage(to io.Writer, c *cobra.Command) error {
	var b strings.Builder
	b.WriteString("Usage:\n")
	if c.Runnable() {
		fmt.Fprintf(&b, "  %s\n", c.UseLine())
	}
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "  %s [command]\n", c.CommandPath())
	}
	if c.HasExample() {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", c.Example)
	}
	if c.HasAvailableSubCommands() {
		b.WriteString("\nAvailable Commands:\n")
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() || sub.Name() == "help" {
				fmt.Fprintf(&b, "  %-*s %s\n", sub.NamePadding(), sub.Name(), sub.Short)
			}
		}
	}
	writeFlags(&b, c)
	if pages := c.Annotations[ReadOn]; pages != "" {
		fmt.Fprintf(&b, "\nRead on: %s\n", strings.ReplaceAll(pages, ", ", ",\n  "))
	}
	_, err := io.WriteString(to, b.String())
	return err
}

// writeFlags writes the flags of a command by their groups.
func writeFlags(b *strings.Builder, c *cobra.Command) {
	sets := map[string]*pflag.FlagSet{}
	titles := []string{}
	for _, g := range flagGroups() {
		titles = append(titles, g.title)
	}
	c.Flags().VisitAll(func(f *pflag.Flag) {
		title := titles[len(titles)-1]
		if in := f.Annotations[groupKey]; len(in) == 1 {
			title = in[0]
		}
		if sets[title] == nil {
			sets[title] = pflag.NewFlagSet(title, pflag.ContinueOnError)
		}
		sets[title].AddFlag(f)
	})
	for _, title := range titles {
		if set := sets[title]; set != nil && set.HasAvailableFlags() {
			fmt.Fprintf(b, "\n%s:\n%s", title, set.FlagUsagesWrapped(helpWidth))
		}
	}
}
