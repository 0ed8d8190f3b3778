package api

import (
	"oxo/game/catalog"
)

// GameInfo describes a game or a family of games to choose.
type GameInfo struct {
	Name  string `json:"name" doc:"What to ask for"`
	Usage string `json:"usage" doc:"How names of the family are written"`
	About string `json:"about"`
	// Example is the name of one game of the family.
	Example string `json:"example"`

	Full       string      `json:"full" doc:"The full name of the example, as a state has it"`
	Title      string      `json:"title" doc:"What to call it in a menu"`
	Group      string      `json:"group" doc:"The heading to list it under; may be empty"`
	Family     string      `json:"family" doc:"The name of its family"`
	Style      Style       `json:"style" doc:"How the board of the example looks"`
	Also       []string    `json:"also" doc:"Other names that a search of the list finds; mostly none"`
	Show       []string    `json:"show" doc:"Moves to a position that shows the game well; mostly none"`
	Parameters []parameter `json:"parameters" doc:"The numbers in names of the family, in their order: the first is written after a colon"`
	Options    []option    `json:"options" doc:"The words that may follow, a comma before each"`
}

// parameter is a number in a name, for a form.
type parameter struct {
	Name   string `json:"name"`
	Before string `json:"before" doc:"What is written before the number"`
	Least  int    `json:"least"`
	Most   int    `json:"most"`
	Usual  int    `json:"usual"`
	Values []int  `json:"values" doc:"The numbers possible, where they are not all from least to most; else empty"`
	None   bool   `json:"none" doc:"Whether 0 is possible too: the number is left out then"`
}

// option is a word after a comma in a name.
type option struct {
	Name  string `json:"name"`
	About string `json:"about"`
}

// Games lists the games by name, well-known ones first in each family. Callers must
// not change the list.
func (s *Service) Games() []GameInfo { return s.list() }

// listed makes the list; for this it makes each game once.
func (s *Service) listed() []GameInfo {
	infos := []GameInfo{}
	for _, f := range s.families {
		for _, a := range f.Aliases {
			infos = append(infos, s.info(&f, GameInfo{Name: a.Name, About: a.About, Example: a.Name, Title: a.Title, Show: a.Moves(), Also: also(a.Also)}))
		}
		if example := exampleOf(f); example != "" {
			infos = append(infos, s.info(&f, GameInfo{Name: f.Name, About: f.About, Example: example, Title: f.Title, Show: []string{}, Also: also(f.Also)}))
		}
	}
	return infos
}

// also returns a copy of the other names of a game; it is never nil.
func also(names []string) []string { return append([]string{}, names...) }

// info completes the description of a listed game from its family.
func (s *Service) info(f *catalog.Family, g GameInfo) GameInfo {
	g.Usage, g.Group, g.Family, g.Parameters, g.Options = f.Usage, f.Group, f.Name, []parameter{}, []option{}
	if g.Title == "" {
		g.Title = g.Name
	}
	if example, err := catalog.Lookup(s.families, g.Example); err == nil {
		g.Full, g.Style = example.Name(), styleOf(example)
	}
	for _, p := range f.Parameters {
		values := p.Values
		if values == nil {
			values = []int{}
		}
		g.Parameters = append(g.Parameters, parameter{p.Name, p.Before, p.Least, p.Most, p.Usual, values, p.None})
	}
	for _, o := range f.Options {
		g.Options = append(g.Options, option(o))
	}
	return g
}

// exampleOf returns the name of one game of the family: its own, or otherwise its first
// alias.
func exampleOf(f catalog.Family) string {
	if _, err := f.New("", nil); err == nil {
		return f.Name
	}
	for _, a := range f.Aliases {
		return a.Means
	}
	return ""
}
