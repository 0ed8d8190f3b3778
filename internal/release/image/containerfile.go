//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"path"
	"strconv"
	"strings"
)

// containerfile is a parsed Containerfile, with the few instructions that an image
// without a shell needs.
type containerfile struct {
	copies          []copying
	entrypoint, cmd []string
	workdir         string
	uid, gid        uint32
}

// copying is a COPY: files and folders of the context, to a path of the image.
type copying struct {
	from []string
	to   string
}

// parse reads a Containerfile. It refuses instructions that this command cannot carry
// out, so that what it accepts describes the whole image.
func parse(text string) (containerfile, error) {
	c := containerfile{workdir: "/"}
	based := false
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		word, rest, _ := strings.Cut(line, " ")
		rest = strings.TrimSpace(rest)
		var err error
		switch {
		case word == "FROM" && rest == "scratch" && !based:
			based = true
		case !based:
			err = fmt.Errorf("the first instruction: want FROM scratch, since the files of other images are not available")
		case word == "COPY":
			err = c.copy(rest)
		case word == "USER":
			err = c.user(rest)
		case word == "WORKDIR" && path.IsAbs(rest):
			c.workdir = path.Clean(rest)
		case word == "ENTRYPOINT":
			err = json.Unmarshal([]byte(rest), &c.entrypoint)
		case word == "CMD":
			err = json.Unmarshal([]byte(rest), &c.cmd)
		default:
			err = fmt.Errorf("%q needs a container engine: want COPY, USER, WORKDIR /PATH, ENTRYPOINT [...] or CMD [...]", line)
		}
		if err != nil {
			return c, fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	if len(c.entrypoint) == 0 {
		return c, fmt.Errorf("the ENTRYPOINT is missing")
	}
	return c, nil
}

func (c *containerfile) copy(rest string) error {
	words := strings.Fields(rest)
	if len(words) < 2 || strings.ContainsAny(rest, "*?[<\\$") || strings.HasPrefix(words[0], "--") {
		return fmt.Errorf("COPY %s: want names in the context and a path in the image, without options and patterns", rest)
	}
	last := len(words) - 1
	to := words[last]
	if !path.IsAbs(to) || last > 1 && !strings.HasSuffix(to, "/") {
		return fmt.Errorf("COPY %s: want a path that begins with /, and ends with / after several names", rest)
	}
	c.copies = append(c.copies, copying{words[:last], to})
	return nil
}

func (c *containerfile) user(rest string) error {
	user, group, ok := strings.Cut(rest, ":")
	uid, err := strconv.ParseUint(user, 10, 32)
	gid, err2 := strconv.ParseUint(group, 10, 32)
	if !ok || err != nil || err2 != nil {
		return fmt.Errorf("USER %s: want UID:GID, since scratch has no names of users", rest)
	}
	c.uid, c.gid = uint32(uid), uint32(gid)
	return nil
}
