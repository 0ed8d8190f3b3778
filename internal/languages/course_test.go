package languages_test

import (
	"strings"
	"testing"

	"oxo/explain/course"
)

// maxCourses is the number of texts of courses that a catalogue may lack.
const maxCourses = 0

// TestCourses counts the titles and the ideas of courses that a catalogue lacks.
func TestCourses(t *testing.T) {
	var texts []string
	for _, name := range course.Names() {
		c, err := course.Of(name)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, c.Title)
		for _, l := range c.Lessons {
			texts = append(append(texts, l.Title), strings.Split(l.Idea, "\n")...)
		}
	}
	for _, c := range catalogues(t) {
		var lacking []string
		for _, text := range texts {
			if _, ok := c.Known(text); !ok {
				lacking = append(lacking, text)
			}
		}
		report(t, c.Code, lacking, len(texts), maxCourses)
	}
}
