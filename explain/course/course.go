package course

import (
	"bufio"
	"bytes"
	"embed"
	"fmt"
	"strings"
)

// Course is a course of one game.
type Course struct {
	Name    string // of the game, as one types it
	Title   string
	Lessons []Lesson
}

// Lesson is an idea, with puzzles that need it.
type Lesson struct {
	Title    string
	Idea     string
	Practice []Task
	Test     []Task // positions that are not in the practice of any lesson
}

// Task is a position in which one move alone keeps the result.
type Task struct {
	Game     string // which may be smaller than the course's
	Position string
	Answer   string
}

//go:embed *.txt
var files embed.FS

// Names returns the games that have a course.
func Names() []string { return []string{"tictactoe", "connect4", "breakthrough"} }

// Text returns the text of the course of a game.
func Text(name string) ([]byte, error) {
	text, err := files.ReadFile(name + ".txt")
	if err != nil {
		err = fmt.Errorf("%s has no course: want %s", name, strings.Join(Names(), ", "))
	}
	return text, err
}

// Of returns the course of a game.
func Of(name string) (*Course, error) {
	text, err := Text(name)
	if err != nil {
		return nil, err
	}
	c, err := Read(text)
	if err != nil {
		return nil, fmt.Errorf("the course of %s: %w", name, err)
	}
	c.Name = name
	return c, nil
}

// Read reads the text of a course. Its first line is its title. Then each line has a word and what it
// is about:
//
//	game NAME                     of the positions after it
//	lesson TITLE                  begins a lesson
//	idea TEXT                     of the lesson; several lines are paragraphs
//	puzzle POSITION ANSWER        to practise
//	test POSITION ANSWER          of the test at the end of the lesson
//
// Empty lines, and lines that begin with #, say nothing. A position may have blanks; an answer has none.
func Read(text []byte) (*Course, error) {
	c := &Course{}
	game := ""
	in := bufio.NewScanner(bytes.NewReader(text))
	for n := 1; in.Scan(); n++ {
		line := strings.TrimSpace(in.Text())
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case c.Title == "":
			c.Title = line
		default:
			word, about, _ := strings.Cut(line, " ")
			if word == "game" {
				game = about
			} else if err := c.add(word, about, game); err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
		}
	}
	return c, in.Err()
}

// add adds what a line says.
func (c *Course) add(word, about, game string) error {
	if word == "lesson" {
		c.Lessons = append(c.Lessons, Lesson{Title: about})
		return nil
	}
	if len(c.Lessons) == 0 {
		return fmt.Errorf("%q: want a lesson first", word)
	}
	l := &c.Lessons[len(c.Lessons)-1]
	if word == "idea" {
		l.Idea = strings.TrimPrefix(l.Idea+"\n"+about, "\n")
		return nil
	}
	at := strings.LastIndexByte(about, ' ')
	if at < 0 || game == "" {
		return fmt.Errorf("%q: want a game before, and a position and its answer", about)
	}
	t := Task{Game: game, Position: about[:at], Answer: about[at+1:]}
	switch word {
	case "puzzle":
		l.Practice = append(l.Practice, t)
	case "test":
		l.Test = append(l.Test, t)
	default:
		return fmt.Errorf("%q: want lesson, idea, game, puzzle or test", word)
	}
	return nil
}
