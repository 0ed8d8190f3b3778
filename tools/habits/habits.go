package main

import (
	"go/scanner"
	"go/token"
	"regexp"
	"strings"
)

// habit is one kind of phrase. An allowed match is not counted.
type habit struct {
	name    string
	phrase  *regexp.Regexp
	allowed *regexp.Regexp
}

func define(name, phrase, allowed string) habit {
	h := habit{name: name, phrase: regexp.MustCompile(`(?i)\b(` + phrase + `)\b`)}
	if allowed != "" {
		h.allowed = regexp.MustCompile(`(?i)^(` + allowed + `)$`)
	}
	return h
}

// inComments returns the habits looked for in comments. The comment of each says what
// to write instead.
func inComments() []habit {
	return []habit{
		define("behind", `behind`, ""),                                                                                // after
		define("so-many", `(so|that|as) (many|much)`, ""),                                                             // the number, n, at least n
		define("told", `(is|are|was|were|be|been) told|tells?`, ""),                                                   // prints, reports, returns
		define("is-no", `(\w+) (is|are|was) (none|no (\w+))`, allowedNo),                                              // is not a
		define("stands", `(stands?|lies)( \w+)?`, `stands? for`),                                                      // is
		define("of-which", `of which|to whom|that of|those of`, ""),                                                   // two sentences
		define("who", holders+`,? who|who (asks?|calls?)`, ""),                                                        // that, the caller
		define("what-is", `(\w+ )?what (is|was|are|were|has been)|that which`, `(says?|said|reports?) what (is|was)`), // name it
		define("of-first", `(^|[.:;] )Of [a-z]+`, "(?-i)[.:;] of .*|^of .*|Of returns"),                               // subject first
		define("but-except", `(all|none|nothing|nobody|anything|over) but|but for|but (those|of)`, ""),                // except
		define("goes-on", `has it that|gives? up|go(es)? on|comes? to`, "(?-i)Go on"),                                 // says, stops, continues, is
		define("at-hand", `at hand|beside|anew|dear(er)?|elsewhere`, ""),                                              // current, next to, again, expensive
	}
}

const (
	allowedNo = `there (is|are|was) no \w+|\d+ (is|are) no \w+|\w+ (is|are|was) no (longer|more|less|fewer|better|worse)`
	holders   = `(threads?|process(es)?|callers?|goroutines?|workers?|programs?|search(es)?|engines?)`
)

// inNames returns the habits looked for in identifiers.
func inNames() []habit {
	return []habit{
		{name: "name-most", phrase: regexp.MustCompile(`^(most|usual)[A-Z0-9]\w*`)},                // max, default
		{name: "name-behind", phrase: regexp.MustCompile(`\b\w*(behind|Behind|beside|Beside)\w*`)}, // after, next
	}
}

// inTexts returns the habits looked for in strings, which errors are.
func inTexts() []habit {
	return []habit{define("text-is-no", `(is|are) no (\w+)|is none`, `(is|are) no (longer|more|less|fewer|better|worse)`)} // want
}

// place is one finding. Its line is that of the comment, the name or the string.
type place struct {
	file  string
	line  int
	habit string
	text  string
}

// finder holds the compiled habits.
type finder struct{ comments, names, texts []habit }

func newFinder() finder { return finder{inComments(), inNames(), inTexts()} }

// find returns the places in one file. A run of // lines is one comment, so that a
// phrase is found across the end of a line.
func (all finder) find(file string, source []byte) []place {
	fset := token.NewFileSet()
	f := fset.AddFile(file, -1, len(source))
	var s scanner.Scanner
	s.Init(f, source, nil, scanner.ScanComments)

	var places []place
	add := func(line int, text string, habits []habit) {
		for _, h := range habits {
			for _, match := range h.phrase.FindAllString(text, -1) {
				if h.allowed == nil || !h.allowed.MatchString(match) {
					places = append(places, place{file, line, h.name, match})
				}
			}
		}
	}
	var comment []string
	var first, last int
	flush := func() {
		add(first, strings.Join(comment, " "), all.comments)
		comment = nil
	}
	for {
		pos, kind, text := s.Scan()
		line := f.Line(pos)
		if kind != token.COMMENT || !strings.HasPrefix(text, "//") || line != last+1 {
			if kind != token.SEMICOLON || text != "\n" {
				flush()
			}
		}
		switch kind {
		case token.EOF:
			return places
		case token.COMMENT:
			if comment == nil {
				first = line
			}
			comment = append(comment, strings.TrimSpace(strings.Trim(text, "/*")))
			last = line
		case token.IDENT:
			add(line, text, all.names)
		case token.STRING:
			add(line, text, all.texts)
		}
	}
}
