package mcp

import (
	"context"
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strings"

	"oxo/docs"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Beginnings of the addresses of resources.
const (
	rulesURI = "oxo://rules/"
	docsURI  = "oxo://docs/"
)

// addResources adds the rules of each listed game, and pages of the documents.
func (s *Server) addResources() {
	all, err := s.list(context.Background())
	if err != nil {
		return // the tools say it too
	}
	for _, g := range all {
		name := g.Example
		if g.Full == "" || slices.Contains(s.names, name) {
			continue
		}
		s.names = append(s.names, name)
		s.own.AddResource(&mcp.Resource{
			URI: rulesURI + url.PathEscape(name), Name: "rules of " + name, Title: "Rules of " + g.Title, MIMEType: "text/markdown", Description: g.About,
		}, s.rules)
	}
	s.own.AddResourceTemplate(&mcp.ResourceTemplate{
		URITemplate: rulesURI + "{+name}", Name: "rules of a game", Title: "Rules of any game", MIMEType: "text/markdown",
		Description: "Goal, rules and notation of a game, whose name may have parameters: mnk:5x5x4",
	}, s.rules)
	pages := docs.Pages()
	_ = fs.WalkDir(pages, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(pages, name)
		if err != nil {
			return err
		}
		title, _, _ := strings.Cut(strings.TrimPrefix(string(text), "# "), "\n")
		s.own.AddResource(&mcp.Resource{URI: docsURI + name, Name: path.Base(name), Title: title, MIMEType: "text/markdown", Size: int64(len(text))},
			func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
				return textResource(docsURI+name, string(text)), nil
			})
		return nil
	})
}

// rules reads the rules of a game.
func (s *Server) rules(ctx context.Context, request *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	name, err := url.PathUnescape(strings.TrimPrefix(request.Params.URI, rulesURI))
	if err != nil {
		return nil, mcp.ResourceNotFoundError(request.Params.URI)
	}
	text, _, err := s.game(ctx, name)
	if err != nil {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "Resource not found: " + err.Error()}
	}
	return textResource(request.Params.URI, "# "+text), nil
}

func textResource(uri, text string) *mcp.ReadResourceResult {
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri, MIMEType: "text/markdown", Text: text}}}
}

// maxCompleted is the number of names that a completion offers.
const maxCompleted = 20

// complete completes names of games, and of levels.
func (s *Server) complete(_ context.Context, request *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
	values := []string{}
	if argument := request.Params.Argument; argument.Name == "game" || argument.Name == "name" {
		for _, name := range s.names {
			if strings.HasPrefix(name, strings.ToLower(argument.Value)) && len(values) < maxCompleted {
				values = append(values, name)
			}
		}
	}
	return &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{Values: values, Total: len(values)}}, nil
}
