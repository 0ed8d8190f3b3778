package learn

import (
	"regexp"
	"strings"

	"oxo/internal/languages"
)

// marker is the part before the text of a heading or of an item of a list.
var marker = regexp.MustCompile(`^\s*(?:- |\* |\d+\. |#+ )`)

// ruler is the row of a table under its first one.
var ruler = regexp.MustCompile(`^\|[-| ]+$`)

// Blocks splits an essay into parts: those that a catalogue translates are passed to say,
// with their lines joined, and what say returns comes in their place. Code stays.
func Blocks(source string, say func(text string) string) string {
	b := blocks{say: say}
	for line := range strings.Lines(source) {
		b.line(strings.TrimSuffix(line, "\n"))
	}
	b.end()
	return b.out.String()
}

type blocks struct {
	say    func(text string) string
	out    strings.Builder
	mark   string   // before the part: of an item or a heading
	part   []string // the lines of the part that is read
	fenced bool
	fence  string // the kind of the block of code that is read
}

// end writes the part that was read.
func (b *blocks) end() {
	if len(b.part) > 0 {
		b.out.WriteString(b.mark + b.say(strings.Join(strings.Fields(strings.Join(b.part, " ")), " ")) + "\n")
	}
	b.mark, b.part = "", nil
}

func (b *blocks) line(line string) {
	if b.fenced {
		b.code(line)
		return
	}
	kind, fence := strings.CutPrefix(line, "```")
	mark := marker.FindString(line)
	switch {
	case fence:
		b.end()
		b.fenced, b.fence = true, kind
	case strings.TrimSpace(line) == "", strings.HasPrefix(line, "    ") && b.part == nil, ruler.MatchString(line):
		b.end()
	case strings.HasPrefix(line, "|"):
		b.end()
		line = b.say(strings.TrimSpace(line))
	case mark != "":
		b.end()
		b.mark, b.part = mark, []string{line[len(mark):]}
		if strings.Contains(mark, "#") {
			b.end()
		}
		return
	default:
		b.part = append(b.part, line)
		return
	}
	b.out.WriteString(line + "\n")
}

// code writes a line of a block of code; questions, and code of no language, have words.
func (b *blocks) code(line string) {
	indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
	switch {
	case strings.HasPrefix(line, "```"):
		b.fenced = false
	case b.fence == "question" && (strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "+ ")):
		answer, why, _ := strings.Cut(line[2:], " | ")
		line = line[:2] + b.say(strings.TrimSpace(answer)) + " | " + b.say(strings.TrimSpace(why))
	case b.fence == "question" || b.fence == "text" && strings.TrimSpace(line) != "":
		line = indent + b.say(strings.TrimSpace(line))
	}
	b.out.WriteString(line + "\n")
}

// in returns how a catalogue says a part; one that it lacks stays English.
func in(c *languages.Catalogue) func(text string) string {
	return func(text string) string {
		if said, ok := c.Essay(text); ok {
			return said
		}
		return text
	}
}
