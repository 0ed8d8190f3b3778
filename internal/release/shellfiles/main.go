// Command shellfiles writes a release's files for shells: a man page for each verb,
// into the folder man, and completion scripts, into completions.
//
//	go run ./internal/release/shellfiles -out FOLDER [-date SECONDS]
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"oxo/cli"
	"oxo/games"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"
)

// marker is used as the number of processors. No flag has this number as its default
// unless the default is the number of processors.
const marker = 61

func main() {
	out := flag.String("out", "", "the folder to write into")
	date := flag.Int64("date", 0, "the date of the pages, in seconds since 1970: that of the commit")
	flag.Parse()
	if *out == "" || flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "usage: shellfiles -out FOLDER [-date SECONDS]")
		os.Exit(2)
	}
	if err := write(*out, time.Unix(*date, 0).UTC()); err != nil {
		fmt.Fprintln(os.Stderr, "shellfiles:", err)
		os.Exit(1)
	}
}

// write writes both folders. The same date gives the same bytes on every machine.
func write(folder string, date time.Time) error {
	man, completions := filepath.Join(folder, "man"), filepath.Join(folder, "completions")
	for _, f := range []string{man, completions} {
		if err := os.MkdirAll(f, 0o755); err != nil {
			return err
		}
	}
	// The default of some flags is the number of processors, so the commands are made
	// with a number that marks such flags.
	before := runtime.GOMAXPROCS(marker)
	root := cli.Command("oxo", games.All()...)
	runtime.GOMAXPROCS(before)
	if err := complete(root, completions); err != nil {
		return err
	}
	root.DisableAutoGenTag = true // the tag contains the day in the local time zone
	root.InitDefaultCompletionCmd()
	forPages(root)
	header := &doc.GenManHeader{Section: "1", Date: &date, Source: "oxo", Manual: "oxo"}
	return doc.GenManTree(root, header, man)
}

// complete writes the scripts of four shells, under the names that the shells look
// for.
func complete(root *cobra.Command, folder string) error {
	for name, generate := range map[string]func(string) error{
		"oxo.bash": func(f string) error { return root.GenBashCompletionFileV2(f, true) },
		"_oxo":     root.GenZshCompletionFile,
		"oxo.fish": func(f string) error { return root.GenFishCompletionFile(f, true) },
		"oxo.ps1":  root.GenPowerShellCompletionFileWithDesc,
	} {
		if err := generate(filepath.Join(folder, name)); err != nil {
			return err
		}
	}
	return nil
}

// forPages prepares a command and its subcommands for the page writer. The page writer
// treats texts as Markdown, so characters of Markdown are escaped. It also prints the
// defaults of this machine, so words replace the number of threads.
func forPages(c *cobra.Command) {
	if c.Long == "" {
		c.Long = c.Short + "."
	}
	if pages := c.Annotations[cli.ReadOn]; pages != "" {
		c.Long += "\n\nRead on: " + pages + "."
	}
	c.Short, c.Long = escape(c.Short), paragraphs(c.Long)
	c.Use = escape(c.Use)
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Name == "threads" && f.DefValue == strconv.Itoa(marker) {
			f.DefValue = "PROCESSORS"
		}
		f.Usage = escape(f.Usage)
	})
	for _, sub := range c.Commands() {
		forPages(sub)
	}
}

// paragraphs escapes a text, and keeps line breaks before indented lines.
func paragraphs(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if !strings.HasPrefix(line, "\t") && !strings.HasPrefix(line, "    ") {
			line = escape(line)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// escape escapes the characters of Markdown that occur in the verbs' texts.
func escape(text string) string {
	return strings.NewReplacer(`*`, `\*`, `_`, `\_`, `[`, `\[`, `]`, `\]`, `<`, `\<`, "`", "\\`").Replace(text)
}
