package course_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"oxo"
	"oxo/explain/course"
	"oxo/explain/puzzle"
	"oxo/game/catalog"
	"oxo/games"
	"oxo/textbook"
)

// position returns a position of a course and its game.
func position(t *testing.T, task course.Task) (oxo.Game, oxo.Position) {
	t.Helper()
	g, err := catalog.Lookup(games.All(), task.Game)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.ParsePosition(task.Position)
	if err != nil {
		t.Fatalf("%s: %v", task.Position, err)
	}
	return g, p
}

// identity is one text for a position and its images.
func identity(g oxo.Game, p oxo.Position) string {
	if s, ok := p.(oxo.Symmetric); ok {
		key, _ := s.Canonical()
		return fmt.Sprint(g.Name(), key)
	}
	return g.Name() + " " + g.FormatPosition(p)
}

// TestCourses proves each position of each course: one move alone keeps its result, the answer of the
// course. No position of a test is in the practice of a lesson, or in another test, nor an image of one.
func TestCourses(t *testing.T) {
	for _, name := range course.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, err := course.Of(name)
			if err != nil {
				t.Fatal(err)
			}
			if len(c.Lessons) != 10 || c.Title == "" {
				t.Fatalf("%q has %d lessons, want 10", c.Title, len(c.Lessons))
			}
			seen := map[string]string{}
			for _, l := range c.Lessons {
				if l.Title == "" || l.Idea == "" || len(l.Practice) < 3 || len(l.Test) < 3 {
					t.Errorf("%s: an idea of %d bytes, %d puzzles, a test of %d", l.Title, len(l.Idea), len(l.Practice), len(l.Test))
				}
				for _, task := range append(append([]course.Task{}, l.Practice...), l.Test...) {
					prove(t, task)
					g, p := position(t, task)
					if id := identity(g, p); seen[id] != "" {
						t.Errorf("%s is in %s and in %s", task.Position, seen[id], l.Title)
					} else {
						seen[id] = l.Title
					}
				}
			}
		})
	}
}

// prove proves one position by the package of puzzles.
func prove(t *testing.T, task course.Task) {
	t.Helper()
	g, p := position(t, task)
	z, err := puzzle.NewExaminer(g, puzzle.Options{Tries: -1}).Examine(context.Background(), p)
	if err != nil {
		t.Errorf("%s %s: %v", task.Game, task.Position, err)
	} else if z.Answer != task.Answer {
		t.Errorf("%s %s: the answer is %s, want %s", task.Game, task.Position, z.Answer, task.Answer)
	}
}

// TestTextbook proves the positions of noughts and crosses a second time, by minimax.
func TestTextbook(t *testing.T) {
	c, err := course.Of("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range c.Lessons {
		for _, task := range append(append([]course.Task{}, l.Practice...), l.Test...) {
			g, p := position(t, task)
			best, answers := -2, []string{}
			for _, m := range p.Moves(nil) {
				name := g.FormatMove(p, m)
				p.Make(m)
				worth := -sign(p)
				p.Unmake(m)
				if worth > best {
					best, answers = worth, nil
				}
				if worth == best {
					answers = append(answers, name)
				}
			}
			if strings.Join(answers, " ") != task.Answer {
				t.Errorf("%s: %v, want %s", task.Position, answers, task.Answer)
			}
		}
	}
}

// sign returns the result of a position for its side to move.
func sign(p oxo.Position) int {
	if p.Outcome() != oxo.Ongoing {
		return oxo.Final(p).Sign()
	}
	r, _ := textbook.Minimax(context.Background(), p, textbook.Options{})
	return r.Value.Sign()
}

// TestRead: a text that is not a course is refused, with the line.
func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"Title\nidea too soon":                "line 2: \"idea\": want a lesson first",
		"Title\nlesson One\npuzzle ... a1":    "line 3: \"... a1\": want a game before, and a position and its answer",
		"Title\ngame x\nlesson One\npuzzle .": "line 4: \".\": want a game before",
		"Title\ngame x\nlesson One\njoke . .": "want lesson, idea, game, puzzle or test",
	} {
		if _, err := course.Read([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, err := course.Of("chess"); err == nil || !strings.Contains(err.Error(), "chess has no course: want tictactoe, connect4, breakthrough") {
		t.Error(err)
	}
}
