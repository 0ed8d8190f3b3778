package keep

import (
	"testing"

	"oxo"
	"oxo/internal/gametest"
)

// TestAnswersWritten: the text is updated with the counts after the first answers and after later answers, until
// another line begins.
func TestAnswersWritten(t *testing.T) {
	g := gametest.Game(t, "mnk:5x5x4")
	a := answersWritten{g: g, p: g.Start()}
	for _, told := range []struct {
		line           []oxo.Move
		answered, open int
		want           string
	}{
		{[]oxo.Move{0, 1}, 2, 20, "2 of 22 moves after a5 b5 answered, "},
		{nil, 1, 24, "1 of 25 moves answered, "},
		{[]oxo.Move{1, 0}, 1, 19, "1 of 25 moves answered, 1 of 20 moves after b5 a5 answered, "},
		{nil, 25, 0, "25 of 25 moves answered, "},
	} {
		if a.hear(told.line, told.answered, told.open); a.String() != told.want {
			t.Errorf("%q, want %q", a.String(), told.want)
		}
	}
}
