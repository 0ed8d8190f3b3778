package web

import (
	"context"

	"oxo/api"

	"github.com/danielgtaylor/huma/v2"
)

// proofRoutes adds the operations on a proof.
func (s *Server) proofRoutes(a huma.API) {
	get(s, a, "proof", "What the certificate of this server, or one that comes with the page, proves", nil, func(_ context.Context, in *struct {
		api.ProofRequest
		Client
	},
	) (*api.Proved, error) {
		return s.service.Proof(in.ProofRequest)
	})
	get(s, a, "walk", "What the strategy of the certificate says of a position", nil, func(_ context.Context, in *struct {
		api.WalkRequest
		Client
	},
	) (*api.Walked, error) {
		return s.service.Walk(in.WalkRequest)
	})
}
