// Package catalog finds games by name and positions by moves. Programs need this in
// addition to the contract; a game only needs it to define its name.
package catalog

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"oxo"
	"oxo/internal/words"
)

// Family is a kind of game with parameters, and the format of its names:
//
//	NAME[:PARAMETERS][,OPTION...]
type Family struct {
	Name    string   // "mnk"
	Usage   string   // "mnk:COLUMNSxROWSxK[,misere][,torus]"
	About   string   // one line
	Also    []string // other names, which lists leave out: "reversi" for "othello"
	Aliases []Alias  // well-known members

	// Files are the endings of the names of files that hold games of this family. A name
	// with such an ending, as "rules.kif", goes to New unchanged, commas included.
	Files []string
	// Read, if not nil, makes the game of a file's text: for programs that are given texts and
	// must not read files. The file's name ends with one of Files. Games of different texts
	// have different names.
	Read func(ctx context.Context, name, text string) (oxo.Game, error)

	// The other fields are for menus and forms, and are optional.
	Title      string      // "k in a row"; Name if empty
	Group      string      // the heading in a list
	Parameters []Parameter // the choices in a form; New decides whether they are possible
	Options    []Option
	// New makes the game from the text after the colon ("" without a colon: a default
	// game or an error) and the options; it must refuse unknown options. The game's
	// Name contains all of them, so that looking it up gives the game back. The error
	// names the fault and the correct form.
	New func(parameters string, options []string) (oxo.Game, error)
}

// Alias is a well-known name for a game of a family: "tictactoe" means
// "mnk:3x3x3".
type Alias struct {
	Name, Means, About string
	Title              string // "Noughts and crosses"; Name if empty
	// Show holds moves, separated by spaces, to a position whose move values are
	// instructive for a newcomer.
	Show string
	// Also are other spellings, which are not listed.
	Also []string
	// Read, if not nil, converts parameters of the alias into parameters of the
	// family: "4" of "tictactoe:4" into "4x4x4".
	Read func(parameters string) (string, error)
}

// means returns the parameters and options that the alias stands for; given says
// whether it has parameters of its own.
func (a *Alias) means(usage, parameters string, given bool) (string, []string, error) {
	meant, options := splitOptions(a.Means)
	_, usual, _ := strings.Cut(meant, ":")
	switch {
	case !given:
		return usual, options, nil
	case a.Read == nil:
		return "", nil, fmt.Errorf("%s means %s and takes no parameters: write %s", a.Name, a.Means, usage)
	}
	text, err := a.Read(parameters)
	return text, options, err
}

// Moves returns the moves of Show.
func (a *Alias) Moves() []string { return strings.Fields(a.Show) }

// Called reports whether the alias goes by a name.
func (a *Alias) Called(name string) bool { return called(name, a.Name, a.Also) }

// called reports whether the family goes by a name.
func (f *Family) called(name string) bool { return called(name, f.Name, f.Also) }

func called(name, main string, also []string) bool {
	same := func(other string) bool { return strings.EqualFold(other, name) }
	return same(main) || slices.ContainsFunc(also, same)
}

// Single returns the family of a game without parameters, so that your own game can
// be passed to every function that takes families.
func Single(g oxo.Game, about string) Family {
	return Family{
		Name: g.Name(), Usage: g.Name(), About: about,
		New: func(parameters string, options []string) (oxo.Game, error) {
			if parameters != "" || len(options) > 0 {
				return nil, fmt.Errorf("%s takes no parameters and no options: write %s", g.Name(), g.Name())
			}
			return g, nil
		},
	}
}

// Lookup finds a game by name among families, ignoring case. Its error suggests the
// nearest name, or explains the family's parameters.
func Lookup(families []Family, name string) (oxo.Game, error) {
	if f, ok := single(families, name); ok {
		return f.New("", nil)
	}
	if f, ok := ofFile(families, name); ok {
		return f.New(strings.TrimSpace(name), nil)
	}
	head, options := splitOptions(strings.TrimSpace(name))
	base, parameters, hasParameters := strings.Cut(head, ":")
	if _, _, ok := words.Size(base, 9999); ok && !hasParameters {
		if a, ok := Sized(families); ok {
			base, parameters, hasParameters = a.Name, base, true
		}
	}
	for _, f := range families {
		for _, a := range f.Aliases {
			if !a.Called(base) {
				continue
			}
			text, more, err := a.means(f.Usage, parameters, hasParameters)
			if err != nil {
				return nil, err
			}
			return f.make(text, append(more, options...))
		}
		if f.called(base) {
			if hasParameters && parameters == "" {
				return nil, fmt.Errorf("no parameters after the colon of %q: want %s", name, f.Usage)
			}
			return f.make(parameters, options)
		}
	}
	return nil, unknownGame(families, base)
}

// single returns the family of a single game whose name contains parameters or
// options.
func single(families []Family, name string) (Family, bool) {
	for _, f := range families {
		if strings.ContainsAny(f.Name, ":,") && strings.EqualFold(f.Name, strings.TrimSpace(name)) {
			return f, true
		}
	}
	return Family{}, false
}

// ofFile returns the family of a file's name. After an @ the name may have a part of a
// checksum, which New checks.
func ofFile(families []Family, name string) (Family, bool) {
	name = strings.ToLower(strings.TrimSpace(name))
	before := name
	if at := strings.LastIndexByte(name, '@'); at >= 0 {
		before = name[:at]
	}
	for _, f := range families {
		if slices.ContainsFunc(f.Files, func(end string) bool { return strings.HasSuffix(name, end) || strings.HasSuffix(before, end) }) {
			return f, true
		}
	}
	return Family{}, false
}

// Sized returns the first alias with a size of its own, such as "tictactoe:4": a size
// alone, "4x4", refers to it.
func Sized(families []Family) (*Alias, bool) {
	for _, f := range families {
		for i := range f.Aliases {
			if f.Aliases[i].Read != nil {
				return &f.Aliases[i], true
			}
		}
	}
	return nil, false
}

// Knows reports whether a name begins with the name of a family or an alias, with
// any parameters and options, or is a size.
func Knows(families []Family, name string) bool {
	if _, ok := single(families, name); ok {
		return true
	}
	if _, ok := ofFile(families, name); ok {
		return true
	}
	head, _ := splitOptions(strings.TrimSpace(name))
	base, _, _ := strings.Cut(head, ":")
	for _, f := range families {
		if f.called(base) || slices.ContainsFunc(f.Aliases, func(a Alias) bool { return a.Called(base) }) {
			return true
		}
	}
	_, _, size := words.Size(base, 9999)
	_, sized := Sized(families)
	return size && sized
}

// make refuses an option that is written twice: a game has only one name.
func (f *Family) make(parameters string, options []string) (oxo.Game, error) {
	for i, o := range options {
		// A number belongs to a size written with commas, a bracket to a tree: these
		// are not options.
		word := o != "" && (o[0]|0x20 >= 'a' && o[0]|0x20 <= 'z')
		if word && slices.ContainsFunc(options[:i], func(before string) bool { return strings.EqualFold(before, o) }) {
			return nil, fmt.Errorf("the option %q is given twice: write it once, or leave it out if the name includes it", o)
		}
	}
	return f.New(parameters, options)
}

func splitOptions(name string) (head string, options []string) {
	parts := strings.Split(name, ",")
	return parts[0], parts[1:]
}

func unknownGame(families []Family, base string) error {
	var names, also []string
	for _, f := range families {
		if len(f.Files) > 0 {
			continue // names of files are not like names of games
		}
		names, also = append(names, f.Name), append(also, f.Also...)
		for _, a := range f.Aliases {
			names, also = append(names, a.Name), append(also, a.Also...)
		}
	}
	if near, ok := words.Nearest(base, slices.Concat(names, also)); ok {
		return fmt.Errorf("no game %q: did you mean %s?", base, near)
	}
	slices.Sort(names)
	return fmt.Errorf("no game %q: want %s", base, strings.Join(names, ", "))
}
