package cli

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"

	"oxo/internal/datafile"
)

// export writes the marks into a file, if it has a name: a row for each position that was answered.
func (s *courseSitting) export(name string) error {
	if name == "" {
		return nil
	}
	return flagged("csv", datafile.Replace(name, func(to io.Writer) error {
		w := csv.NewWriter(to)
		rows := [][]string{{"course", "lesson", "part", "task", "game", "position", "answer", "first", "right", "tries", "hints", "why", "seconds"}}
		for _, m := range s.marks {
			rows = append(rows, []string{
				s.course.Name, strconv.Itoa(m.lesson), m.part, strconv.Itoa(m.number), m.task.Game, m.task.Position, m.task.Answer,
				m.first, yesOrNo(m.right), strconv.Itoa(m.tries), strconv.Itoa(m.hints), yesOrNo(s.why), fmt.Sprintf("%.1f", m.seconds),
			})
		}
		return w.WriteAll(rows)
	}))
}

func yesOrNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
