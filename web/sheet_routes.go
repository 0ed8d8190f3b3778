package web

import (
	"context"
	"errors"
	"net/http"

	"oxo/api"
	"oxo/search"

	"github.com/danielgtaylor/huma/v2"
)

// sheetRoutes adds the operation on rule sheets.
func (s *Server) sheetRoutes(a huma.API) {
	huma.Register(a, huma.Operation{
		OperationID: "sheet", Method: http.MethodPost, Path: "/api/sheet", Summary: "Bring the rules of a game: a rule sheet",
		MaxBodyBytes: s.options.Limits[Body] + 1, BodyReadTimeout: bodyIsRead,
		Responses: responses(a, http.StatusConflict, http.StatusRequestTimeout, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType),
	}, func(ctx context.Context, in *struct {
		Body api.SheetRequest
		Client
	},
	) (*body[*api.Sheet], error) {
		sheet, err := s.readSheet(ctx, in.Body)
		return &body[*api.Sheet]{sheet}, s.fail(err)
	})
}

// readSheet reads a rule sheet when its turn comes, like a game whose tables are made. The body was
// read before: a slow client takes nobody's place.
func (s *Server) readSheet(ctx context.Context, r api.SheetRequest) (sheet *api.Sheet, err error) {
	err = s.quick.do(ctx, request{asker: askerOf(ctx), builds: true}, func(ctx context.Context, _ *search.Searcher) error {
		inTime, stop := context.WithTimeoutCause(ctx, s.options.Limits.duration(SheetTime), refuse(SheetTime))
		defer stop()
		sheet, err = s.service.Sheet(inTime, r)
		if refused, ok := errors.AsType[*refusal](context.Cause(inTime)); ok && err != nil {
			late := refused.problem() // it names the rule that takes longest
			late.Detail += ": " + err.Error()
			s.metrics.met(SheetTime)
			return late
		}
		return err
	})
	return sheet, err
}
