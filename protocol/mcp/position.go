package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"oxo/api"
	"oxo/api/calls"
	"oxo/internal/words"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// GamesIn asks for the list of games, or for one game.
type GamesIn struct {
	Game string `json:"game,omitempty" jsonschema:"the name of a game, for its rules; left out: all games"`
}

// GamesOut lists games, or describes one.
type GamesOut struct {
	Games []ListedGame `json:"games"`
	Start string       `json:"start,omitempty" jsonschema:"the text of the position at the start of the one game"`
	Goal  string       `json:"goal,omitempty"`
	Rules []string     `json:"rules,omitempty"`
	Moves []string     `json:"moves,omitempty" jsonschema:"some legal moves at the start, as they are written"`
}

// ListedGame is a game of the list.
type ListedGame struct {
	Name  string `json:"name"`
	Usage string `json:"usage" jsonschema:"how names of its family are written"`
	About string `json:"about"`
}

func (s *Server) games(ctx context.Context, in GamesIn) (string, GamesOut, error) {
	out := GamesOut{Games: []ListedGame{}}
	if in.Game != "" {
		return s.game(ctx, in.Game)
	}
	var text strings.Builder
	all, err := s.list(ctx)
	if err != nil {
		return "", out, refused(err, "ask again.")
	}
	for _, g := range all {
		name := g.Name
		if g.Name == g.Family && g.Example != g.Name { // the family has no game by its name alone
			name = g.Example
		}
		out.Games = append(out.Games, ListedGame{name, g.Usage, g.About})
		fmt.Fprintf(&text, "%s: %s (%s)\n", name, g.About, g.Usage)
	}
	return text.String(), out, nil
}

// list returns all games.
func (s *Server) list(ctx context.Context) (all []api.GameInfo, err error) {
	err = s.core.Ask(ctx, "games", []byte("{}"), func(_ string, data []byte) { err = json.Unmarshal(data, &all) })
	return all, err
}

// maxExamples is the number of moves that show how moves are written.
const maxExamples = 8

// game describes one game.
func (s *Server) game(ctx context.Context, name string) (string, GamesOut, error) {
	out := GamesOut{Games: []ListedGame{}}
	a, err := s.open(At{Game: name})
	if err != nil {
		return "", out, err
	}
	st, err := lastOf[api.State](ctx, a, "position", nil)
	if err != nil {
		return "", out, err
	}
	out.Games = append(out.Games, ListedGame{Name: st.Game})
	out.Start, out.Goal, out.Rules = st.Position, st.Goal, st.Rules
	out.Moves = a.legal[:min(len(a.legal), maxExamples)]
	var text strings.Builder
	fmt.Fprintf(&text, "%s. %s\n", st.Game, st.Goal)
	for _, rule := range st.Rules {
		fmt.Fprintf(&text, "- %s\n", rule)
	}
	fmt.Fprintf(&text, "The start is written %s. Legal there: %s.\n", st.Position, listed(a.legal, maxExamples))
	return text.String(), out, nil
}

// PositionOut is the state of a game.
type PositionOut struct {
	About
	ToMove  string   `json:"toMove,omitempty" jsonschema:"the side to move; left out if the game is over"`
	Outcome string   `json:"outcome" jsonschema:"ongoing, won or drawn"`
	Winner  string   `json:"winner,omitempty"`
	Board   string   `json:"board,omitempty" jsonschema:"the board as lines of text; left out for a game without a board"`
	Note    string   `json:"note,omitempty"`
	Last    string   `json:"last,omitempty" jsonschema:"the last move"`
	Legal   int      `json:"legal" jsonschema:"how many moves are legal"`
	Changed []string `json:"changed,omitempty" jsonschema:"what of the given position was read otherwise than it is written"`
}

func (s *Server) position(ctx context.Context, in At) (string, PositionOut, error) {
	var out PositionOut
	a, err := s.open(in)
	if err != nil {
		return "", out, err
	}
	st, err := lastOf[api.State](ctx, a, "position", nil)
	if err != nil {
		return "", out, err
	}
	out = PositionOut{About: a.about, Outcome: st.Outcome, Board: drawn(&st), Note: st.Note, Legal: len(a.legal), Changed: st.Changed}
	if st.Winner >= 0 {
		out.Winner = st.Sides[st.Winner]
	}
	if st.Outcome == "ongoing" {
		out.ToMove = st.Sides[st.Turn]
	}
	if n := len(st.Moves); n > 0 {
		out.Last = st.Moves[n-1]
	}
	var text strings.Builder
	text.WriteString(a.about.String() + out.Board)
	for _, more := range append([]string{st.Note}, st.Changed...) {
		if more != "" {
			fmt.Fprintf(&text, "%s.\n", more)
		}
	}
	if out.Last != "" {
		fmt.Fprintf(&text, "The last move was %s.\n", out.Last)
	}
	fmt.Fprintf(&text, "Legal moves: %d.\n", out.Legal)
	return text.String(), out, nil
}

// drawn writes a board as lines of text, with the names of rows and columns.
func drawn(st *api.State) string {
	wide, side := 1, 0
	for _, c := range st.Cells {
		wide = max(wide, utf8.RuneCountInString(c.Text))
	}
	for _, label := range st.ColumnLabels {
		wide = max(wide, utf8.RuneCountInString(label))
	}
	for _, label := range st.RowLabels {
		side = max(side, utf8.RuneCountInString(label)+1)
	}
	var out strings.Builder
	line := func(label string, cell func(column int) string) {
		var row strings.Builder
		if side > 0 {
			fmt.Fprintf(&row, "%*s", side, label+" ")
		}
		for column := range st.Columns {
			fmt.Fprintf(&row, "%*s ", wide, cell(column))
		}
		out.WriteString(strings.TrimRight(row.String(), " ") + "\n")
	}
	for row := st.Rows - 1; row >= 0; row-- {
		label := ""
		if row < len(st.RowLabels) {
			label = st.RowLabels[row]
		}
		line(label, func(column int) string { return character(st, row*st.Columns+column) })
	}
	if len(st.ColumnLabels) == st.Columns && st.Columns > 0 {
		line("", func(column int) string { return st.ColumnLabels[column] })
	}
	return out.String()
}

// character writes a square.
func character(st *api.State, square int) string {
	switch {
	case slices.Contains(st.Missing, square):
		return ""
	case st.Cells[square].Text == "":
		return "."
	}
	return st.Cells[square].Text
}

// LegalIn asks for the legal moves.
type LegalIn struct {
	At
	From int `json:"from,omitempty" jsonschema:"leave out so many moves at the beginning of the list, to read on; left out: none"`
}

// LegalOut lists legal moves.
type LegalOut struct {
	About
	Moves   []string `json:"moves"`
	All     int      `json:"all" jsonschema:"how many moves are legal"`
	LeftOut int      `json:"leftOut" jsonschema:"how many of them are not in this list"`
}

// maxListed is the number of moves of a list.
const maxListed = 100

func (s *Server) legalMoves(_ context.Context, in LegalIn) (string, LegalOut, error) {
	out := LegalOut{Moves: []string{}}
	a, err := s.open(in.At)
	if err != nil {
		return "", out, err
	}
	if in.From < 0 || in.From > 0 && in.From >= len(a.legal) {
		return "", out, refused(fmt.Errorf("from %d: %d moves are legal", in.From, len(a.legal)), "leave from out.")
	}
	some := a.legal[in.From:min(len(a.legal), in.From+maxListed)]
	out = LegalOut{a.about, append(out.Moves, some...), len(a.legal), len(a.legal) - len(some)}
	text := a.about.String() + fmt.Sprintf("%s: %s", words.Count(out.All, "legal move"), strings.Join(some, " "))
	if out.All == 0 {
		text = a.about.String() + "No move is legal"
	}
	if out.LeftOut > 0 {
		text += fmt.Sprintf(" (%d are left out; ask with from %d for those after these)", out.LeftOut, in.From+len(some))
	}
	return text + ".\n", out, nil
}

// PictureIn asks for a picture.
type PictureIn struct {
	At
	As string `json:"as,omitempty" jsonschema:"text (SVG as text, the usual) or image (image content of the type image/svg+xml)"`
}

func (s *Server) picture(ctx context.Context, request *mcp.CallToolRequest, in PictureIn) (*mcp.CallToolResult, About, error) {
	var svg string
	result, out, err := handler(s, func(ctx context.Context, in PictureIn) (string, About, error) {
		if in.As != "" && in.As != "text" && in.As != "image" {
			return "", About{}, &hintedError{calls.Input, fmt.Sprintf("as %q", short(in.As)), "want text or image."}
		}
		a, err := s.open(in.At)
		if err != nil {
			return "", About{}, err
		}
		p, err := lastOf[api.Picture](ctx, a, "picture", nil)
		svg = p.SVG
		return a.about.String(), a.about, err
	})(ctx, request, in)
	if err != nil {
		return nil, out, err
	}
	var content mcp.Content = &mcp.TextContent{Text: svg}
	if in.As == "image" {
		content = &mcp.ImageContent{Data: []byte(svg), MIMEType: "image/svg+xml"}
	}
	result.Content = append(result.Content, content)
	return result, out, nil
}
