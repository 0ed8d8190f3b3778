// Package version reports what a program of this module was built from.
package version

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"runtime/debug"
	"strings"
)

// Text returns the versions of the module, the commit and Go.
func Text() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "oxo, built without module information"
	}
	return text(info)
}

func text(info *debug.BuildInfo) string {
	revision := ""
	if r := setting(info, "vcs.revision"); r != "" {
		revision = " " + r
	}
	return "oxo " + info.Main.Version + revision + " (" + info.GoVersion + ")"
}

func setting(info *debug.BuildInfo, key string) string {
	for _, s := range info.Settings {
		if s.Key == key {
			return s.Value
		}
	}
	return ""
}

// ofCode separates the version from the identity of the code.
const ofCode = ", code "

// Code returns a text that is equal only for programs with the same code. For a build of
// a clean commit the commit identifies the code, for a published module the version. Any
// other build is identified by the checksum of its file. If the file cannot be read, as
// in a browser, the text equals no other one.
func Code() string {
	info, ok := debug.ReadBuildInfo()
	if ok && stamped(info) {
		return text(info)
	}
	return Text() + ofCode + fileSum(os.Executable)
}

// stamped reports whether the version identifies the code.
func stamped(info *debug.BuildInfo) bool {
	return info.Main.Sum != "" || setting(info, "vcs.revision") != "" && setting(info, "vcs.modified") == "false"
}

// fileSum identifies a file by its contents.
func fileSum(find func() (string, error)) string {
	name, err := find()
	if err != nil {
		return unknown()
	}
	f, err := os.Open(name)
	if err != nil {
		return unknown()
	}
	defer f.Close() //nolint:errcheck // it is only read
	sum := sha256.New()
	if _, err = io.Copy(sum, f); err != nil {
		return unknown()
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

func unknown() string { return "unknown " + rand.Text() }

// Same reports whether two texts from Code have the same version, even with different
// code.
func Same(a, b string) bool {
	a, _, _ = strings.Cut(a, ofCode)
	b, _, _ = strings.Cut(b, ofCode)
	return a == b
}
