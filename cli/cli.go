// Package cli is the oxo command, for any list of games: one file for each
// verb.
//
// A program of your own with a game of your own is
//
//	func main() { cli.Main(catalog.Single(mygame.Game{}, "my game")) }
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"

	"oxo/game/catalog"
	"oxo/game/rules"
	"oxo/internal/version"
	"oxo/internal/words"
	"oxo/prove/book"
	"oxo/prove/solve"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// Exit codes of the command.
const (
	exitDone        = 0
	exitFailure     = 1
	exitUsage       = 2
	exitInterrupted = 130
)

// Main runs the command for at least one family of games, with the arguments of the
// process, and ends the process.
func Main(families ...catalog.Family) {
	ctx, stop := untilSignal()
	a := &app{
		families: families, name: filepath.Base(os.Args[0]),
		in: os.Stdin, out: os.Stdout, err: os.Stderr,
		inTerminal: term.IsTerminal(int(os.Stdin.Fd())), outTerminal: term.IsTerminal(int(os.Stdout.Fd())),
		errTerminal: term.IsTerminal(int(os.Stderr.Fd())),
		getenv:      os.Getenv,
		errSize:     func() (columns, rows int, err error) { return term.GetSize(int(os.Stderr.Fd())) },
		outSize:     func() (columns, rows int, err error) { return term.GetSize(int(os.Stdout.Fd())) },
		terminal:    [2]*os.File{os.Stdin, os.Stdout},
	}
	code := a.run(ctx, brainArguments(a.name, os.Args[1:]))
	stop()
	os.Exit(code)
}

// app is one run of the command.
type app struct {
	families                             []catalog.Family
	name                                 string
	in                                   io.Reader
	out, err                             io.Writer
	inTerminal, outTerminal, errTerminal bool
	getenv                               func(string) string
	errSize, outSize                     func() (columns, rows int, err error) // of the terminals that err and out write to
	terminal                             [2]*os.File                           // the files of in and out if they are terminals, otherwise nil
	books                                book.Shelf
	sheets                               rules.Files // found in files
}

// run executes arguments and returns the exit code.
func (a *app) run(ctx context.Context, args []string) int {
	if len(a.families) == 0 {
		fmt.Fprintf(a.err, "%s: cli.Main was given no game\n", a.name)
		return exitUsage
	}
	out := &checkedWriter{w: a.out}
	a.out = out
	root := a.root()
	root.SetArgs(a.usualForm(root, args))
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	err := unbroken(func() error { return root.ExecuteContext(ctx) })
	if err == nil {
		err = out.err // from a write whose error was not checked, such as help to a full disk
	}
	switch {
	case err == nil:
		return exitDone
	case ctx.Err() != nil || errors.Is(err, context.Canceled):
		fmt.Fprintf(a.err, "%s: interrupted\n", a.name)
		return exitInterrupted
	case errors.Is(err, syscall.EPIPE):
		return exitFailure // the reader of the output has gone
	}
	fmt.Fprintf(a.err, "%s: %v\n", a.name, err)
	if callers(err) {
		return exitUsage
	}
	return exitFailure
}

// unbroken runs work. If a rule sheet breaks a property that was assumed, unbroken returns that as
// an error.
func unbroken(work func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			broken, ok := v.(rules.Broken)
			if !ok {
				panic(v)
			}
			err = broken
		}
	}()
	return work()
}

// checkedWriter keeps the first error of a write.
type checkedWriter struct {
	w   io.Writer
	mu  sync.Mutex
	err error
}

func (w *checkedWriter) Write(b []byte) (int, error) {
	n, err := w.w.Write(b)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil {
		w.err = err
	}
	return n, err
}

// usageError is an error of the caller: exit code 2.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

// callers reports whether the user of the command caused an error.
func callers(err error) bool {
	if _, ok := errors.AsType[*solve.InputError](err); ok {
		return true
	}
	_, ok := errors.AsType[*usageError](err)
	return ok
}

// usage marks an error as the caller's.
func usage(err error) error {
	if err == nil {
		return nil
	}
	return &usageError{err}
}

// plainly replaces the errors of Go's parsers by plain words.
func plainly(err error) string {
	text := err.Error()
	for _, said := range []struct{ pattern, words string }{
		{`strconv\.ParseUint: parsing "[^"]*": .*`, "want a whole number, 0 or more"},
		{`strconv\.Parse(Int|Atoi)?: parsing "[^"]*": .*`, "want a whole number"},
		{`time: (missing|unknown) unit.*|time: invalid duration.*`, "want a number with a unit, as in 500ms or 10s"},
		{`strconv\.ParseBool: parsing "[^"]*": .*`, "want true or false"},
	} {
		text = regexp.MustCompile(said.pattern).ReplaceAllString(text, said.words)
	}
	return text
}

// unopened marks the error of a file that cannot be opened as a usage error, since the command line names the file.
func unopened(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok && path.Op == "open" {
		return usage(err)
	}
	return err
}

func usagef(format string, args ...any) error { return usage(fmt.Errorf(format, args...)) }

func (a *app) root() *cobra.Command {
	o := playOptions{time: analysisTime, numbering: usualNumbers()}
	root := &cobra.Command{
		Use:   a.name,
		Short: "Play, analyse, explain and solve board games by game-tree search",
		Example: `  oxo                         # choose a game and play it on the full screen
  oxo connect4                # the same as oxo play connect4
  oxo analyze noughts b2      # what every answer is worth
  oxo help solve              # how a verb is used`,
		SilenceErrors: true, SilenceUsage: true,
		Version: version.Text(),
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return a.unknownVerb(c, args[0])
			}
			return nil
		},
		PersistentPreRunE: func(c *cobra.Command, _ []string) error { return refuseEmpty(c) },
		RunE: func(c *cobra.Command, _ []string) (err error) {
			if a.inTerminal && a.outTerminal {
				if o.words, err = a.speak(o.lang); err != nil {
					return err
				}
				return a.chooseAndPlay(c, o)
			}
			return c.Help()
		},
	}
	plainFlag(root, &o)
	langFlag(root, &o.lang)
	root.SetFlagErrorFunc(wrongFlag)
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetHelpCommand(a.helpCommand(root))
	root.AddCommand(a.playCommand(), a.serveCommand(), a.selfplayCommand(), a.analyzeCommand(), a.solveCommand(), a.verifyCommand(), a.explainCommand(), a.reviewCommand(), a.puzzlesCommand(), a.courseCommand(), a.botCommand(), a.mcpCommand(),
		a.bookCommand(), a.labelCommand(), a.auditCommand(), a.perftCommand(), a.countCommand(), a.arenaCommand(), a.judgeCommand(), a.rulesCommand(), a.hubCommand(), a.workerCommand(), a.benchCommand(), a.gamesCommand(), a.versionCommand())
	refuseShells(root)
	a.prepareHelp(root)
	return root
}

// refuseShells returns an error for an unknown shell, for which cobra would only
// print its help.
func refuseShells(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	completion, _, err := root.Find([]string{"completion"})
	if err != nil {
		return
	}
	completion.Args = cobra.ArbitraryArgs
	completion.RunE = func(c *cobra.Command, args []string) error {
		if len(args) > 0 {
			return usagef("completion: no shell %q: want bash, fish, powershell or zsh", args[0])
		}
		return c.Help()
	}
}

// helpCommand is "help VERB". It refuses words that are not verbs.
func (a *app) helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [VERB]",
		Short: "Show how a verb is used",
		Example: `  oxo help play
  oxo help arena sprt`,
		RunE: func(_ *cobra.Command, args []string) error {
			c, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 && c == root {
				return a.unknownVerb(root, args[0])
			}
			return c.Help()
		},
	}
}

func (a *app) unknownVerb(c *cobra.Command, word string) error {
	var verbs []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			verbs = append(verbs, sub.Name())
		}
	}
	if near, ok := words.Nearest(word, verbs); ok {
		return usagef("no command %q: did you mean %s?", word, near)
	}
	if _, err := a.game(word); err != nil && strings.Contains(err.Error(), "did you mean") {
		return err // similar to the name of a game
	}
	return usagef("no command %q: want %s", word, strings.Join(verbs, ", "))
}

// arguments checks the number of arguments; its error names the expected ones. A
// negative most means no limit.
func arguments(least, most int, what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) < least || most >= 0 && len(args) > most {
			return usagef("%s takes %s, not %s: %s", c.Name(), what, words.Count(len(args), "argument"), c.UseLine())
		}
		return nil
	}
}

// mainGame returns the first game, for verbs whose game may be left out.
func (a *app) mainGame() string {
	f := a.families[0]
	if _, err := f.New("", nil); err != nil && len(f.Aliases) > 0 {
		return f.Aliases[0].Name
	}
	return f.Name
}
