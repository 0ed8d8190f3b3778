package cli

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"oxo/explain/course"
	"oxo/games"
)

// takes returns what a learner types who takes all lessons. A task that wrong names is answered by the first legal move
// that is not the answer, once.
func takes(t *testing.T, c *course.Course, wrong func(lesson int, part string, number int) bool) (typed string, positions, tests int) {
	t.Helper()
	var b strings.Builder
	for i, l := range c.Lessons {
		for _, part := range []string{partPractice, partTest} {
			tasks := map[string][]course.Task{partPractice: l.Practice, partTest: l.Test}[part]
			for n, task := range tasks {
				positions++
				if part == partTest {
					tests++
				}
				if wrong(i+1, part, n+1) {
					fmt.Fprintln(&b, other(t, task))
					if part == partTest {
						continue
					}
				}
				fmt.Fprintln(&b, task.Answer)
			}
		}
	}
	return b.String(), positions, tests
}

// other returns a legal move that is not the answer.
func other(t *testing.T, task course.Task) string {
	t.Helper()
	a := &app{families: games.All()}
	g, err := a.game(task.Game)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.ParsePosition(task.Position)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range p.Moves(nil) {
		if name := g.FormatMove(p, m); name != task.Answer {
			return name
		}
	}
	t.Fatal(task)
	return ""
}

// TestCourse takes each course from beginning to end: once without a mistake, and once without reasons and with
// a mistake in each practice and in each test. The marks are the learner's, and the file has no more than them.
func TestCourse(t *testing.T) {
	for _, name := range course.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, err := course.Of(name)
			if err != nil {
				t.Fatal(err)
			}
			typed, positions, tests := takes(t, c, func(int, string, int) bool { return false })
			file := filepath.Join(t.TempDir(), "marks.csv")
			code, out, errs := runWith(t.Context(), typed, "course", name, "--csv", file)
			if code != 0 || errs != "" || !strings.Contains(out, fmt.Sprintf("Tests: %d of %d positions right.", tests, tests)) {
				t.Fatalf("%d %s %s", code, errs, out)
			}
			if n := strings.Count(out, "Right."); n != positions {
				t.Errorf("%d of %d are right", n, positions)
			}
			rows := marks(t, file)
			if len(rows) != 1+positions {
				t.Errorf("%d rows, want %d", len(rows), 1+positions)
			}
			for _, row := range rows[1:] {
				if got := strings.Join(row[8:12], " "); got != "yes 1 0 yes" {
					t.Errorf("%v: %s", row, got)
				}
			}
		})
	}
}

// TestCourseMistakes makes a mistake in the practice and in the test of each lesson, with reasons and without.
func TestCourseMistakes(t *testing.T) {
	c, err := course.Of("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	typed, positions, tests := takes(t, c, func(lesson int, _ string, number int) bool {
		return number == 1 && lesson > 1 && lesson < 9 // a lesson's first position has more than one move
	})
	for _, why := range []bool{true, false} {
		file := filepath.Join(t.TempDir(), "marks.csv")
		args := []string{"course", "tictactoe", "--csv", file}
		if !why {
			args = append(args, "--no-why")
		}
		code, out, errs := runWith(t.Context(), typed, args...)
		if code != 0 || errs != "" || !strings.Contains(out, fmt.Sprintf("Tests: %d of %d positions right.", tests-7, tests)) {
			t.Fatalf("%d %s %s", code, errs, out)
		}
		if told := strings.Contains(out, "double threat") || strings.Contains(out, " at once: it ") || strings.Contains(out, "Back to the puzzle."); told != why {
			t.Errorf("reasons: %t, want %t", told, why)
		}
		wrong := 0
		for _, row := range marks(t, file)[1:] {
			if row[8] == "no" {
				wrong++
			}
			if row[11] != yesOrNo(why) {
				t.Error(row)
			}
		}
		if wrong != 14 || len(marks(t, file)) != positions+1 {
			t.Errorf("%d wrong, want 14", wrong)
		}
	}
}

// marks reads a file of marks.
func marks(t *testing.T, file string) [][]string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}
