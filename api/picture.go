//go:build !js || picture

package api

import (
	"oxo/api/picture"
)

// PictureRequest asks for a picture of a position.
type PictureRequest struct {
	Place
	Marks []picture.Mark `json:"marks,omitempty" doc:"Short texts on squares, such as values"`
}

// Picture is a picture of a position.
type Picture struct {
	SVG string `json:"svg" doc:"The board as SVG; the text of the position where the game has no board"`
}

// Picture draws a position.
func (s *Service) Picture(r PictureRequest) (*Picture, error) {
	st, err := s.State(r.Place)
	if err != nil {
		return nil, err
	}
	for _, m := range r.Marks {
		if m.Square < 0 || m.Square >= len(st.Cells) {
			return nil, problemf(Bad, "a mark on square %d: want a square from 0 to %d, row by row from the bottom left", m.Square, len(st.Cells)-1)
		}
	}
	return &Picture{st.SVG(r.Marks...)}, nil
}

// SVG draws a state as a picture, with marks.
func (st *State) SVG(marks ...picture.Mark) string {
	b := &picture.Board{
		Title: st.Game + ": " + st.Verdict, Text: st.Position, Columns: st.Columns, Rows: st.Rows,
		ColumnLabels: st.ColumnLabels, RowLabels: st.RowLabels, SquareNames: st.SquareNames,
		Places: st.Style.Places, Pieces: st.Style.Pieces, Wraps: st.Style.Wraps,
		Missing: st.Missing, Lines: st.Lines, Line: st.Line, Last: st.Last, Barred: st.Barred, Owners: st.Owners, Marks: marks,
	}
	for _, c := range st.Cells {
		b.Cells = append(b.Cells, picture.Cell(c))
	}
	return picture.SVG(b)
}

// drawn answers a request for a picture.
func (s *Service) drawn(request []byte, send func(event string, data any)) error {
	return answer(request, send, s.Picture)
}
