package cli

import (
	"fmt"
	"os"
	"strings"
	"time"

	"oxo/explain/course"
	"oxo/explain/puzzle"
	"oxo/internal/words"

	"github.com/spf13/cobra"
)

// courseOptions holds the flags of course.
type courseOptions struct {
	play   playOptions // --speech and --lang
	lesson int
	noWhy  bool
	csv    string
}

func (a *app) courseCommand() *cobra.Command {
	var o courseOptions
	c := &cobra.Command{
		Use:   "course [GAME]",
		Short: "Learn a game in ten lessons with puzzles and tests; without a game, list the courses",
		Example: `  oxo course
  oxo course tictactoe
  oxo course connect4 --lesson 4 --no-why --csv marks.csv`,
		Args: arguments(0, 1, "a game"),
		RunE: func(c *cobra.Command, args []string) error { return a.runCourse(c, args, &o) },
	}
	f := c.Flags()
	f.IntVar(&o.lesson, "lesson", 0, "the number of one lesson; without it all lessons, one after another")
	f.BoolVar(&o.noWhy, "no-why", false, "leave out reasons, hints and refutations, to measure what they bring")
	f.StringVar(&o.csv, "csv", "", "write the marks into this new file, as CSV; it has no names")
	f.StringVar(&o.play.speaks, "speech", "", "how boards are shown: drawn; long or short, in words")
	langFlag(c, &o.play.lang)
	return c
}

// runCourse is oxo course.
func (a *app) runCourse(c *cobra.Command, args []string, o *courseOptions) (err error) {
	if err := o.play.readSpeech(); err != nil {
		return err
	}
	if len(args) == 0 {
		return a.listCourses()
	}
	of, err := course.Of(args[0])
	if err != nil {
		return usage(err)
	}
	if c.Flags().Changed("lesson") && (o.lesson < 1 || o.lesson > len(of.Lessons)) {
		return usagef("--lesson %d: want 1 to %d", o.lesson, len(of.Lessons))
	}
	if o.csv != "" {
		if _, err := os.Stat(o.csv); err == nil {
			return usagef("--csv %s: the file exists already: give another name", o.csv)
		}
	}
	if o.play.words, err = a.speak(o.play.lang); err != nil {
		return err
	}
	s := &courseSitting{
		puzzleSitting: puzzleSitting{a: a, c: c, in: readLines(a.in), speech: o.play.speech, words: o.play.words},
		course:        of, why: !o.noWhy,
	}
	if err := s.run(o.lesson); err != nil {
		return err
	}
	s.end()
	return s.export(o.csv)
}

// listCourses prints the courses and their lessons.
func (a *app) listCourses() error {
	for _, name := range course.Names() {
		c, err := course.Of(name)
		if err != nil {
			return err
		}
		fmt.Fprintf(a.out, "%s: %s\n", name, c.Title)
		for i, l := range c.Lessons {
			fmt.Fprintf(a.out, "  %2d  %s\n", i+1, l.Title)
		}
	}
	return nil
}

// courseSitting holds the state of a course that a person takes.
type courseSitting struct {
	puzzleSitting
	course *course.Course
	why    bool // reasons, hints and refutations are shown
	marks  []mark
}

// The parts of a lesson.
const (
	partPractice = "practice"
	partTest     = "test"
)

// mark holds the result of one position.
type mark struct {
	lesson  int // from 1
	part    string
	number  int // in the part, from 1
	task    course.Task
	first   string // the first move that was tried; empty if the answer was asked for
	right   bool   // at the first try, without hints
	tries   int
	hints   int
	seconds float64
}

// run takes one lesson, or all if only is 0, until the person leaves.
func (s *courseSitting) run(only int) error {
	fmt.Fprintf(s.a.out, "%s\n\n", s.course.Title)
	for i := range s.course.Lessons {
		if only != 0 && only != i+1 {
			continue
		}
		if err := s.lesson(i + 1); err != nil {
			return endOfInput(err)
		}
	}
	return nil
}

// lesson shows the idea, then its puzzles, then the test.
func (s *courseSitting) lesson(n int) error {
	l := &s.course.Lessons[n-1]
	fmt.Fprintf(s.a.out, "Lesson %d of %d: %s\n\n%s\n\n", n, len(s.course.Lessons), l.Title, l.Idea)
	for _, part := range []string{partPractice, partTest} {
		tasks := l.Practice
		if part == partTest {
			tasks = l.Test
		}
		for i, t := range tasks {
			if err := s.task(mark{lesson: n, part: part, number: i + 1, task: t}, len(tasks)); err != nil {
				return err
			}
		}
	}
	done, of := s.count(n, partTest)
	first, all := s.count(n, partPractice)
	fmt.Fprintf(s.a.out, "Test: %d of %d right. Practice: %d of %d at the first try.\n\n", done, of, first, all)
	return nil
}

// count counts the marks of a part, and the right ones; lesson 0 means all lessons.
func (s *courseSitting) count(lesson int, part string) (right, of int) {
	for _, m := range s.marks {
		if (lesson == 0 || m.lesson == lesson) && m.part == part {
			of++
			if m.right {
				right++
			}
		}
	}
	return right, of
}

// task asks for the answer of one position.
func (s *courseSitting) task(m mark, of int) error {
	z, err := s.prove(m.task)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.a.out, "%s %d of %d: %s.\n\n", map[string]string{partPractice: "Practice", partTest: "Test"}[m.part], m.number, of, puzzleTask(z))
	s.board(s.p)
	begun := time.Now()
	if m.part == partTest {
		err = s.examine(z, &m)
	} else {
		err = s.practise(z, &m)
	}
	if err != nil {
		return err
	}
	m.seconds = time.Since(begun).Seconds()
	s.marks = append(s.marks, m)
	return nil
}

// prove sets up a position, and proves its puzzle.
func (s *courseSitting) prove(t course.Task) (z *puzzle.Puzzle, err error) {
	if s.game, err = s.a.game(t.Game); err != nil {
		return nil, err
	}
	if s.p, err = s.game.ParsePosition(t.Position); err != nil {
		return nil, err
	}
	z, err = puzzle.NewExaminer(s.game, puzzle.Options{Tries: -1}).Examine(s.c.Context(), s.p)
	if err == nil && z.Answer != t.Answer {
		err = fmt.Errorf("internal error: the answer of %s is %s, not %s", t.Position, z.Answer, t.Answer)
	}
	return z, err
}

// move asks for a legal move, or one of the words.
func (s *courseSitting) move(question string, wordsToo ...string) (move, word string, err error) {
	for {
		text, err := s.a.ask(s.c, s.in, question)
		if err != nil {
			return "", "", err
		}
		if isQuit(text) {
			return "", "", errQuit
		}
		for _, w := range wordsToo {
			if strings.EqualFold(text, w) || strings.EqualFold(text, w[:1]) {
				return "", w, nil
			}
		}
		m, err := s.game.ParseMove(s.p, text)
		if err == nil {
			return s.game.FormatMove(s.p, m), "", nil
		}
		fmt.Fprintln(s.a.out, err)
	}
}

// practise asks until the answer is found. A wrong try is refuted; the answer may be asked for.
func (s *courseSitting) practise(z *puzzle.Puzzle, m *mark) error {
	question, words := "Your move, or hint, answer, quit: ", []string{"hint", "answer"}
	if !s.why {
		question, words = "Your move, or answer, quit: ", words[1:]
	}
	for {
		move, word, err := s.move(question, words...)
		switch {
		case err != nil:
			return err
		case word == "hint":
			m.hints++
			fmt.Fprintln(s.a.out, s.hint(z, min(m.hints, maxHints)))
			continue
		case word == "answer":
			fmt.Fprintf(s.a.out, "It is %s.\n", z.Answer)
			return s.reason(z)
		}
		if m.tries++; m.tries == 1 {
			m.first = move
		}
		if move == z.Answer {
			m.right = m.tries == 1 && m.hints == 0
			fmt.Fprintln(s.a.out, "Right.")
			return s.reason(z)
		}
		if !s.why {
			fmt.Fprintln(s.a.out, "No. Try again.")
		} else if _, err := s.try(z, move); err != nil {
			return err
		}
	}
}

// examine asks once.
func (s *courseSitting) examine(z *puzzle.Puzzle, m *mark) error {
	move, _, err := s.move("Your move: ")
	if err != nil {
		return err
	}
	m.tries, m.first, m.right = 1, move, move == z.Answer
	if m.right {
		fmt.Fprintln(s.a.out, "Right.")
	} else {
		fmt.Fprintf(s.a.out, "Wrong: it was %s.\n", z.Answer)
	}
	return s.reason(z)
}

// reason says why the answer is right.
func (s *courseSitting) reason(z *puzzle.Puzzle) error {
	if s.why {
		fmt.Fprintln(s.a.out, z.Reason)
	}
	_, err := fmt.Fprintln(s.a.out)
	return err
}

// end prints the marks of the tests.
func (s *courseSitting) end() {
	done := 0
	for i, l := range s.course.Lessons {
		if right, of := s.count(i+1, partTest); of > 0 {
			fmt.Fprintf(s.a.out, "%2d  %-34s %d of %d\n", i+1, l.Title, right, of)
			done++
		}
	}
	if right, of := s.count(0, partTest); done > 1 {
		fmt.Fprintf(s.a.out, "Tests: %d of %s right.\n", right, words.Count(of, "position"))
	}
}
